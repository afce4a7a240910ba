// The networks that come with the program, and files of one's own: sizes as published, tensors named as PyTorch has
// them, and what is refused.
#include "core/model/network_file.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/model/network.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::TemporaryFolder;

ModelSpec shipped(const std::string& name, const Shape& input, int classes) {
  ModelSpec model = find_network(name, find_resources()).model;
  fit_to(model, input, classes);
  return model;
}

TEST(NetworkFiles, ParametersAndOutputsAsPublished) {
  struct Published {
    const char* name;
    Shape input;
    int classes;
    std::size_t parameters;
  };
  for (const Published& p :
       {Published{"mlp", {1, 28, 28}, 10, 203'530}, Published{"lenet5", {1, 28, 28}, 10, 61'706},
        Published{"cnn-quick", {1, 28, 28}, 10, 206'970}, Published{"cnn-small", {1, 28, 28}, 10, 421'642},
        Published{"alexnet-32", {3, 32, 32}, 10, 23'272'266}, Published{"resnet18", {3, 224, 224}, 1000, 11'689'512},
        Published{"resnet34", {3, 224, 224}, 1000, 21'797'672}, Published{"resnet34", {1, 148, 197}, 9, 21'283'017}}) {
    const ModelSpec model = shipped(p.name, p.input, p.classes);
    const Network network = network_of(model);
    EXPECT_EQ(network.parameter_count(), p.parameters) << p.name;
    EXPECT_EQ(network.shapes.back(), (Shape{p.classes, 1, 1})) << p.name;
  }
}

TEST(NetworkFiles, EveryShippedOneIsThereAndReadsBack) {
  const std::vector<std::string> names = network_names(find_resources());
  EXPECT_EQ(names, (std::vector<std::string>{"alexnet-32", "cnn-quick", "cnn-small", "lenet5", "mlp", "resnet18",
                                             "resnet34"}));
  for (const std::string& name : names) {
    const NetworkFile file = find_network(name, find_resources());
    EXPECT_FALSE(file.description.empty()) << name;
    ModelSpec back;
    from_json(parse_json(dump_json(nlohmann::json(file.model))), back);
    EXPECT_EQ(back, file.model) << name;
    EXPECT_EQ(file.model.name(), name == "mlp" ? "784-256-10" : name);
  }
  EXPECT_EQ(find_network("mlp", find_resources()).model, make_mlp({784, 256, 10}, Activation::relu));
}

TEST(NetworkFiles, ShapesOfAResNet) {
  const Network network = network_of(shipped("resnet34", {3, 224, 224}, 1000));
  const auto shape_of = [&](const std::string& name) {
    const auto found = std::ranges::find(network.names, name);
    return network.shapes.at(static_cast<std::size_t>(found - network.names.begin()));
  };
  EXPECT_EQ(shape_of("conv1"), (Shape{64, 112, 112}));
  EXPECT_EQ(shape_of("maxpool"), (Shape{64, 56, 56}));
  EXPECT_EQ(shape_of("layer2.0"), (Shape{128, 28, 28}));
  EXPECT_EQ(shape_of("layer4.2"), (Shape{512, 7, 7}));
  EXPECT_EQ(shape_of("avgpool"), (Shape{512, 1, 1}));
  double flops = 0.0;
  for (const double own : network.flops) flops += own;
  EXPECT_NEAR(flops / 2e9, 3.67, 0.05);  // 3.67 billion multiply-adds (He et al., 2016, say 3.6)
}

TEST(NetworkFiles, TensorsAreNamedAsInPyTorch) {
  const Network network = network_of(shipped("resnet18", {3, 224, 224}, 1000));
  std::vector<std::string> names;
  for (const Tensor& tensor : network.tensors) names.push_back(tensor.name);
  EXPECT_EQ(names.size(), 102U);  // torchvision's 122 entries less its 20 num_batches_tracked
  for (const char* name : {"conv1.weight", "bn1.running_mean", "layer1.1.bn2.bias", "layer2.0.downsample.0.weight",
                           "layer2.0.downsample.1.running_var", "layer4.1.conv2.weight", "fc.bias"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  EXPECT_EQ(network.tensor(0, "weight").shape, (std::vector<int>{64, 3, 7, 7}));
}

std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing failed";
}

TEST(NetworkFiles, AImageThatShrinksToNothingNamesTheLayer) {
  const std::string sentence = failure_of([] { shipped("lenet5", {1, 8, 8}, 10); });
  EXPECT_NE(sentence.find("layer 2 (conv2, conv2d)"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("nothing is left of the image"), std::string::npos) << sentence;
}

TEST(NetworkFiles, WhatIsWrongIsToldInBothLanguages) {
  const TemporaryFolder folder;
  const std::string path = (folder / "net.json").string();
  test::write_bytes(path, R"({"format":"mlplab-network-1","inputs":4,)"
                          R"("layers":[{"type":"dense","units":-3,"activation":"identity"}]})");
  const auto [english, spanish] = test::refusals_of([&] { read_network_file(path); });
  EXPECT_EQ(english, path + " is not a usable network: a layer of -3 units is not possible; 1 to 1048576 are");
  EXPECT_EQ(spanish,
            path + " no es una red utilizable: una capa de -3 unidades no es posible; puede tener de 1 a 1048576");
}

TEST(NetworkFiles, WhatIsWrongIsOneSentence) {
  const TemporaryFolder folder;
  const std::string good = R"({"format":"mlplab-network-1","input_shape":[1,8,8],"layers":[)"
                           R"({"type":"conv2d","name":"a","channels":2,"kernel":3,"padding":1},)"
                           R"({"type":"conv2d","name":"b","channels":2,"kernel":[3,3],"padding":1},)"
                           R"({"type":"add","inputs":["a","b"]},{"type":"dense","units":3,"activation":"identity"}]})";
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    test::write_bytes(folder / "net.json", text);
    return failure_of([&] { find_network((folder / "net.json").string(), find_resources()); });
  };
  EXPECT_EQ(refused("", ""), "nothing failed");
  EXPECT_EQ(find_network((folder / "net.json").string(), find_resources()).model.name(), "net");
  const auto says = [&](const std::string& from, const std::string& to, const std::string& what) {
    const std::string sentence = refused(from, to);
    EXPECT_NE(sentence.find(what), std::string::npos) << sentence;
  };
  says("mlplab-network-1", "other", "format");
  says("conv2d", "conv3d", "conv3d");
  says(R"("channels":2)", R"("channels":0)", "layer 0 (a, conv2d): 0 channels");
  says(R"("kernel":[3,3])", R"("kernel":[3,3,3])", "height and width");
  says(R"("padding":1},{"type":"add")", R"("padding":0},{"type":"add")", "2×8×8 and 2×6×6");
  says(R"(["a","b"])", R"(["a","c"])", "'c'");
  says(R"(["a","b"])", R"(["b"])", "it takes 2");
  says(R"(["a","b"])", R"([1,1])", "twice");
  says(R"("inputs":["a","b"])", R"("name":"a","inputs":["a","b"])", "two layers");
  says(R"("inputs":["a","b"])", R"("inputs":["a","b"],"colour":1)", "colour");
  const std::string unknown = failure_of([] { find_network("vgg", find_resources()); });
  EXPECT_NE(unknown.find("cnn-small, lenet5"), std::string::npos) << unknown;
  EXPECT_TRUE(is_widths("784-10"));
  EXPECT_FALSE(is_widths("lenet5"));
}

}  // namespace
}  // namespace mlplab
