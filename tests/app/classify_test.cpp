// mlplab-cli classify and export as whole processes: one and several images, both polarities, files of other
// programs, what they refuse.
#include <gtest/gtest.h>

#include <random>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/data/stroke_raster.h"
#include "core/model/inference.h"
#include "core/model/model_file.h"
#include "refused.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using test::run_cli;

class Classify : public testing::Test {
 protected:
  void SetUp() override {
    const test::Ran ran = run_cli(
        {"train", "--train-limit", "6000", "--epochs", "3", "--out", (folder_ / "run").string(), "--save", model_});
    ASSERT_EQ(ran.code, 0) << ran.err;
    sheet_ = rasterize(test::drawn_digits(MLPLAB_TEST_DATA).at(0).strokes);  // a 0
    write_pgm(folder_ / "light.pgm", sheet_);
    test::write_bytes(folder_ / "dark.png", test::png_bytes(test::negative(sheet_)));
    test::write_bytes(folder_ / "photo.jpg", test::jpeg_bytes(test::photographed(sheet_, 200, 60, 20, 3)));
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void expect_refused(const std::vector<std::string>& arguments, int code, const std::string& because) {
    test::expect_refused(run_cli(arguments), code, because);
  }

  test::TemporaryFolder folder_;
  std::string model_ = (folder_ / "model.safetensors").string();
  GrayImage sheet_;
};

TEST_F(Classify, PredictionsInJsonAndInWords) {
  const test::Ran ran = run_cli({"classify", model_, file("light.pgm"), "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json prediction = parse_json(ran.out);
  EXPECT_EQ(prediction["digit"], 0);
  EXPECT_EQ(prediction["image"], file("light.pgm"));
  EXPECT_EQ(prediction["used_as_is"], false);
  ASSERT_EQ(prediction["probabilities"].size(), 10U);
  double sum = 0;
  for (const json& p : prediction["probabilities"]) sum += p.get<double>();
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_EQ(prediction["probability"], prediction["probabilities"][0]);

  const test::Ran words = run_cli({"classify", model_, file("light.pgm")});
  EXPECT_NE(words.out.find("light.pgm: 0"), std::string::npos) << words.out;
}

TEST_F(Classify, SeveralImagesOfAnyKindAndPolarityGiveAList) {
  const test::Ran ran = run_cli({"classify", model_, file("light.pgm"), file("dark.png"), file("photo.jpg"), "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json predictions = parse_json(ran.out);
  ASSERT_EQ(predictions.size(), 3U);
  for (const json& prediction : predictions) EXPECT_EQ(prediction["digit"], 0) << prediction;
  EXPECT_EQ(predictions[0]["probabilities"], predictions[1]["probabilities"]) << "polarity does not matter";
}

TEST_F(Classify, AFileOfAnotherProgramIsReadWithItsNetwork) {
  const std::string bytes = test::read_bytes(model_);
  std::uint64_t length = 0;
  std::copy_n(bytes.data(), sizeof length, reinterpret_cast<char*>(&length));
  json header = parse_json(bytes.substr(8, length));
  const std::string data = bytes.substr(8 + length);
  header.erase("__metadata__");  // as PyTorch writes it
  const std::string text = dump_json(header);
  length = text.size();
  test::write_bytes(folder_ / "theirs.safetensors",
                    std::string(reinterpret_cast<const char*>(&length), 8) + text + data);
  expect_refused({"classify", file("theirs.safetensors"), file("light.pgm")}, 3, "--network");
  expect_refused({"classify", file("theirs.safetensors"), file("light.pgm"), "--network", "lenet5"}, 3, "tensors");
  json ours = parse_json(run_cli({"classify", model_, file("light.pgm"), "--json"}).out);
  for (const char* network : {"mlp", "784-256-10"}) {
    const test::Ran theirs =
        run_cli({"classify", file("theirs.safetensors"), file("light.pgm"), "--json", "--network", network});
    EXPECT_EQ(parse_json(theirs.out), ours) << theirs.err;
    EXPECT_NE(theirs.err.find("assumed: digits fitted as MNIST's, 28×28 grey"), std::string::npos) << theirs.err;
    EXPECT_NE(theirs.err.find("--as"), std::string::npos) << theirs.err;
  }
  const test::Ran further = run_cli({"train", "--init", file("theirs.safetensors"), "--network", "mlp", "--train-limit",
                                     "100", "--test-limit", "500", "--epochs", "1", "--lr", "1e-6", "--json",
                                     "--optimizer", "adam", "--save", file("further")});
  ASSERT_EQ(further.code, 0) << further.err;
  EXPECT_GT(parse_json(further.out).at("accuracy_test").at(0), 0.5) << "it begins with their weights";
  EXPECT_EQ(test::read_bytes(folder_ / "further").find("optimizer."), std::string::npos) << "PyTorch would refuse them";
}

TEST_F(Classify, ARunAndAModelAreExported) {
  const std::string onnx = file("model.onnx");
#ifdef MLPLAB_HAS_ONNX
  const test::Ran of_run = run_cli({"export", file("run"), "--onnx", onnx, "--json"});
  ASSERT_EQ(of_run.code, 0) << of_run.err;
  EXPECT_EQ(parse_json(of_run.out)["classes"].size(), 10U);
  EXPECT_NE(test::read_bytes(onnx).find(R"(["0","1","2","3","4","5","6","7","8","9"])"), std::string::npos);
  const test::Ran of_model = run_cli({"export", model_, "--onnx", onnx});
  EXPECT_EQ(of_model.code, 0) << of_model.err;
  EXPECT_NE(of_model.out.find("784-256-10"), std::string::npos) << of_model.out;
  EXPECT_NE(test::read_bytes(onnx).find("classes\x12"), std::string::npos) << "a model says their names";
  std::filesystem::remove_all(folder_ / "run/model.safetensors");
  expect_refused({"export", file("run"), "--onnx", onnx}, 3, "model.safetensors");
  expect_refused({"export", model_, "--onnx", file("no/such.onnx")}, 3, "no/such.onnx");
#else
  expect_refused({"export", model_, "--onnx", onnx}, 4, "this program writes no ONNX");
#endif
  expect_refused({"export", file("light.pgm"), "--onnx", onnx}, 3, "light.pgm");
  expect_refused({"export", model_}, 2, "--onnx");
}

/// Which of two halves is dark: dark on light, neither square nor of MNIST's size, with classes of other names.
TEST(ClassifyFolder, EveryTrainingImageIsPredictionedAsTheDataSetsOwn) {
  const test::TemporaryFolder folder;
  std::mt19937 random(3);
  for (const char* name : {"set/train/1", "set/train/10", "set/train/2"})
    for (int i = 0; i < 20; ++i) {
      std::vector<std::uint8_t> values;
      for (int y = 0; y < 12; ++y)
        for (int x = 0; x < 18; ++x)
          for (int channel = 0; channel < 3; ++channel) {
            const bool dark = std::string(name) == "set/train/1"    ? x < 6
                              : std::string(name) == "set/train/10" ? x > 11
                                                                    : y < 6;
            values.push_back(static_cast<std::uint8_t>((dark ? 20 : 200) + static_cast<int>(random() % 50)));
          }
      make_folder(folder / name);
      test::write_bytes(folder / name / (std::to_string(100 + i) + ".png"), test::png_bytes(12, 18, 3, values));
    }
  const std::string model = (folder / "model.safetensors").string();
  const test::Ran trained =
      run_cli({"train", "--data", (folder / "set").string(), "--network", "648-16-3", "--epochs", "40", "--lr", "0.02",
               "--batch", "8", "--out", (folder / "run").string(), "--save", model, "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(parse_json(trained.out)["images"], "images as they are, 18×12 in colour");
  for (const std::string& from : {model, (folder / "run/model.safetensors").string()}) {
    const TrainingState state = load_model(from);
    for (const char* name : {"1", "10", "2"}) {
      const fs::path image = folder / "set/train" / name / "100.png";
      const test::Ran ran = run_cli({"classify", from, image.string(), "--json"});
      ASSERT_EQ(ran.code, 0) << ran.err;
      EXPECT_EQ(ran.err, "") << "nothing is assumed";
      const json prediction = parse_json(ran.out);
      EXPECT_EQ(prediction["class"], name);
      EXPECT_EQ(prediction["digit"], std::stoi(name)) << "a class that is called by a number is that number";
      EXPECT_EQ(prediction["classes"], (json{"1", "10", "2"}));
      EXPECT_EQ(prediction["prepared_as"], "pictures");
      EXPECT_EQ(prediction["used_as_is"], true);
      std::vector<float> x;
      for (const std::uint8_t pixel : read_image(image).pixels) x.push_back(float(pixel) * feature_scale);
      EXPECT_NEAR(prediction["probability"].get<double>(),
                  double{predict(state, x).probabilities[prediction["label"].get<std::size_t>()]}, 1e-6);
    }
  }
  // Asked as a digit, it is another image.
  const test::Ran as_digit =
      run_cli({"classify", model, (folder / "set/train/1/100.png").string(), "--as", "digits", "--json"});
  ASSERT_EQ(as_digit.code, 0) << as_digit.err;
  EXPECT_EQ(parse_json(as_digit.out)["prepared_as"], "digits");
  test::expect_refused(run_cli({"classify", model, model, "--as", "letters"}), 2, "--as");
}

TEST_F(Classify, RefusesWhatItCannotRead) {
  test::write_bytes(folder_ / "damaged.png", test::png_bytes(sheet_).substr(0, 300));
  test::write_bytes(folder_ / "text.png", "not an image");
  write_pgm(folder_ / "blank.pgm", GrayImage(50, 50));
  expect_refused({"classify", model_, file("missing.png")}, 3, "missing.png");
  expect_refused({"classify", model_, file("damaged.png")}, 3, "is truncated");
  expect_refused({"classify", model_, file("text.png"), "--json"}, 3, "no image that is read here");
  expect_refused({"classify", model_, file("blank.pgm"), "--json"}, 3, "is blank");
  expect_refused({"classify", file("light.pgm"), file("light.pgm")}, 3, "light.pgm");
  expect_refused({"classify", model_}, 2, "IMAGE");
  expect_refused({"classify", model_, file("light.pgm"), "--jsn"}, 2, "--json");
}

TEST_F(Classify, OneImageThatCannotBeReadCostsNoOther) {
  write_pgm(folder_ / "blank.pgm", GrayImage(50, 50));
  const std::vector<std::string> words = {"classify", model_, file("blank.pgm"), file("light.pgm"),
                                          file("missing.png")};
  const test::Ran text = run_cli(words);
  EXPECT_EQ(text.code, 3) << "and the command does not say that all went well";
  EXPECT_EQ(text.out.find(file("light.pgm") + ": "), 0U) << text.out;
  EXPECT_NE(text.err.find("blank.pgm is blank"), std::string::npos) << text.err;
  EXPECT_NE(text.err.find("missing.png"), std::string::npos) << text.err;
  std::vector<std::string> in_json = words;
  in_json.emplace_back("--json");
  const test::Ran listed = run_cli(in_json);
  EXPECT_EQ(listed.code, 3);
  const auto list = parse_json(listed.out);
  ASSERT_EQ(list.size(), 3U) << "an entry for each, in their order";
  EXPECT_TRUE(list[0].contains("error") && !list[0].contains("digit"));
  EXPECT_EQ(list[1]["image"], file("light.pgm"));
  EXPECT_TRUE(list[1].contains("digit"));
  EXPECT_EQ(list[2]["image"], file("missing.png"));
}

TEST_F(Classify, RefusesAModelThatTakesNoSquareImage) {
  save_model(folder_ / "odd.safetensors", initial_state(make_mlp({30, 4, 2}, Activation::relu), {}, 1));
  expect_refused({"classify", file("odd.safetensors"), file("light.pgm")}, 3, "30 inputs");
}

}  // namespace
}  // namespace mlplab
