// The terminal program with networks and data beyond the MLP on MNIST.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::run_cli;

TEST(CliNetworks, ConvolutionalNetworksTrainAndPrediction) {
  const test::TemporaryFolder folder;
  const std::string model = (folder / "model.safetensors").string();
  const test::Ran ran =
      run_cli({"train", "--network", "lenet5", "--train-limit", "1500", "--test-limit", "200", "--epochs", "2", "--lr",
               "0.1", "--json", "--save", model, "--out", (folder / "run").string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json summary = parse_json(ran.out);
  EXPECT_EQ(summary["network_name"], "lenet5");
  EXPECT_GT(summary["accuracy_test"][1].get<double>(), 0.7);
  EXPECT_NE(test::read_bytes(folder / "run/model.safetensors").find("\"conv2.weight\""), std::string::npos);
  std::string image = "P5 28 28 255\n";
  for (int i = 0; i < 28 * 28; ++i) image += i % 28 >= 12 && i % 28 < 15 && i / 28 > 4 && i / 28 < 23 ? '\xff' : '\0';
  test::write_bytes(folder / "one.pgm", image);
  const test::Ran prediction = run_cli({"classify", model, (folder / "one.pgm").string(), "--json"});
  ASSERT_EQ(prediction.code, 0) << prediction.err;
  EXPECT_EQ(parse_json(prediction.out)["digit"], 1);
  expect_refused(run_cli({"train", "--network", "lenet5", "--backend", "python-numpy", "--train-limit", "100"}), 4,
                 "python-numpy");
  expect_refused(run_cli({"train", "--network", "lenet5", "--activation", "tanh"}), 2, "--activation");
}

TEST(CliNetworks, NetworkListsLayersAndMemory) {
  const test::Ran names = run_cli({"network"});
  const json all = parse_json(run_cli({"network", "--json"}).out).at("networks");
  EXPECT_EQ(static_cast<std::ptrdiff_t>(all.size()), std::ranges::count(names.out, '\n'));
  for (const json& network : all)
    EXPECT_NE(names.out.find(network.at("name").get<std::string>()), std::string::npos) << network;
  EXPECT_NE(names.out.find("resnet34"), std::string::npos) << names.out;
  const test::Ran ran =
      run_cli({"network", "resnet18", "--input", "1x33x40", "--classes", "9", "--batch", "3", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json network = parse_json(ran.out);
  EXPECT_EQ(network["nodes"].back()["shape"], (std::vector<int>{9, 1, 1}));
  EXPECT_EQ(network["nodes"][0]["activation_bytes"], 64 * 17 * 20 * 4);
  std::size_t parameters = 0;
  for (const json& node : network["nodes"]) parameters += node["parameters"].get<std::size_t>();
  EXPECT_EQ(network["parameters"], parameters);
  EXPECT_GT(network["memory"]["total_bytes"].get<std::size_t>(), 4 * parameters);
  EXPECT_GT(network["memory"]["program_bytes"].get<std::size_t>(), std::size_t{1} << 20);
  expect_refused(run_cli({"network", "lenet5", "--input", "1x8x8"}), 2, "layer 2 (conv2, conv2d)");
  for (const char* input : {"8x8", "1x0x10", "1x28x28x", "1x28x2_8", "1x99999999999x28", "1x-28x28", "１x28x28"})
    expect_refused(run_cli({"network", "lenet5", "--input", input}), 2, "3x224x224");
  expect_refused(run_cli({"network", "vgg"}), 2, "lenet5");
  expect_refused(run_cli({"network", "missing.json"}), 3, "missing.json");
}

TEST(CliNetworks, GeneratedImagesAreCalledSoAndPhasesHaveTimesOfTheirOwn) {
  const test::TemporaryFolder folder;
  const std::string model = (folder / "m.safetensors").string();
  const std::vector<std::string> run{"train",
                                     "--data",
                                     "shapes",
                                     "--train-limit",
                                     "90",
                                     "--test-limit",
                                     "18",
                                     "--image-size",
                                     "8x10",
                                     "--channels",
                                     "3",
                                     "--validation",
                                     "0.2",
                                     "--epochs",
                                     "1",
                                     "--augment",
                                     "shift=1,flip=0.5",
                                     "--normalize",
                                     "auto",
                                     "--backend",
                                     "sequential",
                                     "--save",
                                     model};
  std::vector<std::string> words = run;
  words.insert(words.end(), {"--out", (folder / "a").string(), "--json"});
  const test::Ran ran = run_cli(words);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json summary = parse_json(ran.out);
  EXPECT_EQ(summary["dataset_title"], "shapes (generated)");
  EXPECT_EQ(summary["augmentation"], "shift=1.0,flip=0.5");
  EXPECT_GT(summary["test_time_s"].get<double>(), 0.0);
  EXPECT_GT(summary["validation_time_s"].get<double>(), 0.0);
  EXPECT_EQ(summary["accuracy_validation"].size(), 1U);
  EXPECT_EQ(summary["network_name"], "240-256-9 normalized");
  EXPECT_NE(test::read_bytes(model).find("normalize"), std::string::npos) << "the model knows it";
  words = run;
  words.insert(words.end(), {"--out", (folder / "b").string()});
  const test::Ran text = run_cli(words);
  EXPECT_NE(text.out.find("data shapes (generated), augmented by shift=1.0,flip=0.5\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(" s, validation "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("validation accuracy"), std::string::npos) << text.out;
}

TEST(CliNetworks, RefusesDataThatCannotBe) {
  expect_refused(run_cli({"train", "--data", "shapes", "--image-size", "big"}), 2, "no size of images");
  expect_refused(run_cli({"train", "--data", "shapes", "--image-size", "4"}), 2, "8 to 1024");
  expect_refused(run_cli({"train", "--channels", "2"}), 2, "1 channel (grey) or 3");
  expect_refused(run_cli({"train", "--augment", "blur=1"}), 2, "valid is shift, rotate, scale, flip, crop");
  expect_refused(run_cli({"train", "--normalize", "mean=1"}), 2, "no normalisation");
  expect_refused(run_cli({"train", "--normalize", "mean=0.5,std=0"}), 2, "std");
}

/// oneDNN's reference loops are a hundredth as fast: whatever the numbers of channels, none of them may be used.
TEST(CliNetworks, TheLibraryHasAFastFormForEveryConvolution) {
  bool there = false;
  for (const json& entry : parse_json(run_cli({"backends", "--json"}).out))
    there = there || (entry["name"] == "onednn" && entry["available"].get<bool>());
  if (!there) GTEST_SKIP() << "skipped: this was built without oneDNN";
  const test::TemporaryFolder folder;
  const test::Environment verbose{{"DNNL_VERBOSE", "1"}};
  const test::Ran ran = run_cli({"train", "--network", "lenet5", "--backend", "onednn", "--train-limit", "64",
                                 "--test-limit", "16", "--epochs", "1", "--out", (folder / "run").string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(",convolution,"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find(",convolution,ref"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace mlplab
