// Confusion matrices counted by hand.
#include "core/inspection/confusion.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

/// Three classes; nobody is of class 2, and class 1 is never the prediction.
Confusion by_hand() {
  const std::vector<std::int32_t> truth = {0, 0, 0, 0, 1, 1, 0};
  const std::vector<std::int32_t> predictions = {0, 0, 0, 2, 0, 2, 0};
  return confusion_of(truth, predictions, 3);
}

TEST(Confusion, CountsEachImageOnceInItsRowAndColumn) {
  const Confusion confusion = by_hand();
  EXPECT_EQ(confusion.counts, (std::vector<std::int64_t>{4, 0, 1, 1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(confusion.at(1, 2), 1);
  EXPECT_EQ(confusion.at(2, 1), 0);
  EXPECT_EQ(confusion.total(), 7);
  EXPECT_EQ(confusion.right(), 4);
  EXPECT_EQ(confusion.accuracy(), 4.0 / 7.0);
}

TEST(Confusion, FiguresOfEachClassAreTheDefinitions) {
  const std::vector<ClassFigures> figures = class_figures(by_hand());
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0], (ClassFigures{5, 5, 4, 4.0 / 5.0, 4.0 / 5.0, 8.0 / 10.0}));
  // Never predicted: 0/0 is no precision, but none of its images was found, which is a recall.
  EXPECT_EQ(figures[1], (ClassFigures{2, 0, 0, std::nullopt, 0.0, 0.0}));
  // Without images there is no recall; each of its predictions is wrong.
  EXPECT_EQ(figures[2], (ClassFigures{0, 2, 0, 0.0, std::nullopt, 0.0}));
}

TEST(Confusion, WithoutImagesNothingIsKnown) {
  const Confusion none = confusion_of({}, {}, 2);
  EXPECT_EQ(none.total(), 0);
  EXPECT_FALSE(none.accuracy());
  for (const ClassFigures& figures : class_figures(none)) EXPECT_EQ(figures, ClassFigures{});
}

}  // namespace
}  // namespace mlplab
