// Drawings from phones: what is taken for one, what it costs at most, its prediction, and the wall that they hang on.
#include "core/class/drawing_wall.h"

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/class/class_limits.h"
#include "core/class/phone_drawing.h"
#include "core/data/digit_fit.h"
#include "core/model/inference.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

std::optional<PhoneDrawing> read(const std::string& text) { return phone_drawing(parse_json(text), 10); }

TEST(PhoneDrawing, ReadsStrokesOnTheSheet) {
  const std::optional<PhoneDrawing> drawing = read(R"({"strokes":[[10,20,30.5,40],[-5,900]],"asked":7})");
  ASSERT_TRUE(drawing);
  EXPECT_EQ(drawing->asked, 7);
  ASSERT_EQ(drawing->strokes.size(), 2U);
  EXPECT_EQ(drawing->strokes[0].points[1], (PenPoint{30.5F, 40}));
  EXPECT_EQ(drawing->strokes[1].points[0], (PenPoint{0, sheet_side}));  // beside the sheet: its edge
  EXPECT_EQ(read(R"({"strokes":[[1,2]]})")->asked, -1);
  EXPECT_EQ(read(R"({"strokes":[[1,2]],"asked":null})")->asked, -1);
}

TEST(PhoneDrawing, RefusesWhatIsNone) {
  for (const char* text :
       {R"({})", R"({"strokes":[]})", R"({"strokes":{}})", R"({"strokes":"x"})", R"({"strokes":[[]]})",
        R"({"strokes":[[1,2,3]]})", R"({"strokes":[["1",2]]})", R"({"strokes":[[null,2]]})", R"({"strokes":[[[1],2]]})",
        R"({"strokes":[[1,2]],"asked":10})", R"({"strokes":[[1,2]],"asked":-1})", R"({"strokes":[[1,2]],"asked":"7"})",
        R"({"strokes":[[1,2]],"asked":1.5})"})
    EXPECT_FALSE(read(text)) << text;
}

TEST(PhoneDrawing, IsBoundedInPointsStrokesAndInk) {
  nlohmann::json points = nlohmann::json::array(), one = nlohmann::json::array({1, 2});
  for (std::size_t i = 0; i < class_limits::points; ++i) points.insert(points.end(), {5, 5});
  EXPECT_TRUE(phone_drawing({{"strokes", {points}}}, 10));
  points.insert(points.end(), {5, 5});
  EXPECT_FALSE(phone_drawing({{"strokes", {points}}}, 10));
  nlohmann::json strokes = nlohmann::json::array();
  for (std::size_t i = 0; i < class_limits::strokes; ++i) strokes.push_back(one);
  EXPECT_TRUE(phone_drawing({{"strokes", strokes}}, 10));
  strokes.push_back(one);
  EXPECT_FALSE(phone_drawing({{"strokes", strokes}}, 10));
  nlohmann::json zigzag = nlohmann::json::array();  // few points, and much work for who draws it
  for (int i = 0; i < 60; ++i) zigzag.insert(zigzag.end(), {i % 2 * 280, i % 3 * 140});
  EXPECT_FALSE(phone_drawing({{"strokes", {zigzag}}}, 10));
}

TEST(DrawingPredictor, PredictsAsThePageDrawDoes) {
  DrawingPredictor predictor;
  const test::DrawnDigit digit = test::drawn_digits(MLPLAB_TEST_DATA).front();
  EXPECT_EQ(predictor.predict_strokes(digit.strokes).label, -1);
  EXPECT_EQ(predictor.class_names().size(), 10U);
  auto state = std::make_shared<const TrainingState>(initial_state(make_mlp({784, 16, 10}, Activation::relu), {}, 3));
  predictor.set(state, known_preparation(*state));
  const DrawingPrediction prediction = predictor.predict_strokes(digit.strokes);
  const GrayImage ink = rasterize(digit.strokes);
  EXPECT_EQ(prediction.probabilities, predict(*state, test::input_of(*state, ink)).probabilities);
  EXPECT_EQ(prediction.digit, fit_ink(ink));
  EXPECT_EQ(prediction.network, state->model.name());
  predictor.set(nullptr, {});
  EXPECT_EQ(predictor.predict_strokes(digit.strokes).label, -1);
}

DrawingPrediction predicted(int label) {
  DrawingPrediction prediction;
  prediction.digit = GrayImage(28, 28);
  prediction.digit.at(3, 4) = static_cast<std::uint8_t>(10 + label);
  prediction.label = label;
  if (label >= 0) prediction.probabilities.assign(10, 0.05F);
  if (label >= 0) prediction.probabilities[static_cast<std::size_t>(label)] = 0.55F;
  return prediction;
}

TEST(DrawingWall, CountsWhatWasAskedAndIsShown) {
  DrawingWall wall;
  const int first = wall.add("Ada", 7, predicted(7));
  const int second = wall.add("Bob", 7, predicted(1));
  (void)wall.add("", -1, predicted(4));  // nobody asked
  (void)wall.add("", 2, predicted(-1));  // no network yet
  EXPECT_EQ(wall.drawings()[0].probability, 0.55F);
  EXPECT_EQ(wall.confusion(10).total(), 2);
  EXPECT_EQ(wall.confusion(10).at(7, 1), 1);
  EXPECT_EQ(wall.confusion(10).right(), 1);
  EXPECT_EQ(wall.labelled().labels, (std::vector<std::uint8_t>{7, 7, 2}));
  EXPECT_TRUE(wall.set_hidden(second, true));
  EXPECT_EQ(wall.shown(), 3U);
  EXPECT_EQ(wall.confusion(10).total(), 1);
  EXPECT_EQ(wall.labelled().labels, (std::vector<std::uint8_t>{7, 2}));
  EXPECT_FALSE(wall.set_hidden(99, true));
  wall.clear();
  EXPECT_TRUE(wall.drawings().empty());
  EXPECT_GT(wall.add("", 1, predicted(1)), first + 3);  // a number is not given twice
}

TEST(DrawingWall, IsKeptAsADataSet) {
  DrawingWall wall;
  for (int label = 0; label < 10; ++label) (void)wall.add("", label, predicted(label));
  const test::TemporaryFolder folder;
  save_drawn_set(folder / "set", wall.labelled(), {});
  const DrawnSet read = read_drawn_set(folder / "set");
  EXPECT_EQ(read.labels, wall.labelled().labels);
  EXPECT_EQ(read.images, wall.labelled().images);
}

TEST(DrawingWall, HasRoomForAClassAndNoMore) {
  DrawingWall wall;
  for (std::size_t i = 0; i < class_limits::drawings; ++i) ASSERT_NE(wall.add("", 1, predicted(-1)), 0);
  EXPECT_TRUE(wall.full());
  EXPECT_EQ(wall.add("", 1, predicted(-1)), 0);
  EXPECT_EQ(wall.drawings().size(), class_limits::drawings);
}

}  // namespace
}  // namespace mlplab
