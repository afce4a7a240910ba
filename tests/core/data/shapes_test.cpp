// The generated set: the same images everywhere, and hard enough that shapes have to be seen to tell them apart.
#include "core/data/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(Shapes, AreTheSameImagesOnEveryMachine) {
  // The hashes of the data set as first made: another hash is another data set.
  EXPECT_EQ(content_hash_of(make_shapes({32, 32, 1}, 90, 18)), "bef6b884244e2bd2c35eb358fefe0b51");
  EXPECT_EQ(content_hash_of(make_shapes({9, 14, 3}, 45, 9)), "795417fa5bf04032295088bf83ee52e1");
}

TEST(Shapes, AreBalancedAndBeginWithTheSameHoweverManyThereAre) {
  const Dataset all = make_shapes({8, 8, 1}, 0, 0);
  EXPECT_EQ(all.train.size(), shapes_train);
  EXPECT_EQ(all.test.size(), shapes_test);
  ASSERT_EQ(all.classes(), 9);
  EXPECT_TRUE(std::ranges::is_sorted(all.class_names));
  for (const Examples* split : {&all.train, &all.test})
    for (std::int32_t label = 0; label < 9; ++label)
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(split->labels, label)) * 9, split->size());
  const Dataset few = make_shapes({8, 8, 1}, 20, 5);
  EXPECT_TRUE(std::equal(few.train.features.begin(), few.train.features.end(), all.train.features.begin()));
  EXPECT_TRUE(std::equal(few.test.features.begin(), few.test.features.end(), all.test.features.begin()));
  EXPECT_FALSE(std::equal(few.test.features.begin(), few.test.features.end(), all.train.features.begin()))
      << "nothing is tested on what was trained on";
}

TEST(Shapes, ShowTheSameAtAnySize) {
  // The mean of each image hardly depends on how finely it is drawn.
  const Dataset coarse = make_shapes({16, 16, 1}, 36, 9), fine = make_shapes({48, 48, 1}, 36, 9);
  for (std::size_t i = 0; i < 36; ++i) {
    const auto mean = [i](const Dataset& data) {
      const auto size = static_cast<std::ptrdiff_t>(data.features());
      const auto begin = data.train.features.begin() + static_cast<std::ptrdiff_t>(i) * size;
      return std::accumulate(begin, begin + size, 0.0) / static_cast<double>(size);
    };
    EXPECT_NEAR(mean(coarse), mean(fine), 8.0) << i;
  }
}

TEST(Shapes, AreCalledGeneratedAndHaveColours) {
  const DataSpec spec{.source = "shapes", .train_limit = 30, .test_limit = 9, .image_size = {10, 12}, .channels = 3};
  const Dataset data = load_dataset(spec, find_resources(), 1);
  EXPECT_EQ(data.name, "shapes (generated)");
  EXPECT_EQ(title_of(spec), "shapes (generated)");
  EXPECT_TRUE(is_shipped(spec));
  EXPECT_EQ(data.image, (ImageShape{10, 12, 3}));
  EXPECT_EQ(data.train.features.size(), 30U * 360U);
  const auto red = data.train.features.begin();
  EXPECT_FALSE(std::equal(red, red + 120, red + 120)) << "the channels differ";
  EXPECT_EQ(load_dataset(spec, find_resources(), 2).content_hash, data.content_hash) << "it is one set";
}

TEST(Shapes, RefusesSidesThatShowNothing) {
  EXPECT_THROW(make_shapes({7, 32, 1}, 9, 9), UsageError);
  EXPECT_THROW(make_shapes({32, 2000, 1}, 9, 9), UsageError);
}

double accuracy_of(ModelSpec model, double learning_rate) {
  RunSpec spec;
  spec.backend = default_backend().name;
  spec.data = {.source = "shapes", .train_limit = 1800, .test_limit = 450, .image_size = {16, 16}};
  spec.model = std::move(model);
  spec.optimizer = {.kind = OptimizerKind::adam, .learning_rate = learning_rate};
  spec.batch = 32;
  spec.epochs = 6;
  spec.eval_every = spec.epochs;
  const Dataset data = load_dataset(spec.data, find_resources(), spec.seed);
  test::Remember events;
  RunControl control;
  const RunEnded ended = train(spec, data, events, control);
  EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
  return events.log.last_accuracy_test().value_or(-1.0);
}

TEST(Shapes, AreNotToldApartByALinearModelButByConvolutions) {
  const auto conv = [](int channels) {
    return Node{Conv2d{channels, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::relu}};
  };
  const Node pool{MaxPool{{{2, 2}, {2, 2}, {0, 0}}}};
  const ModelSpec cnn{.input = {1, 16, 16}, .layers = {conv(8), pool, conv(16), pool, {Dense{32}}, {Dense{9}}}};
  const double linear = accuracy_of(make_mlp({256, 9}, Activation::relu), 1e-3), convolved = accuracy_of(cnn, 3e-3);
  std::printf("  linear %.1f %%, convolutions %.1f %%\n", 100.0 * linear, 100.0 * convolved);
  EXPECT_LT(linear, 0.3);
  EXPECT_GT(convolved, linear + 0.2);
}

}  // namespace
}  // namespace mlplab
