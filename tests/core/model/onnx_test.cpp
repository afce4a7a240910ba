// Networks as ONNX: what is written is checked by that library, its shapes are those of the network, and another
// program (onnxruntime, where Python has it) gives the same predictions.
#include <gtest/gtest.h>
#include <onnx/checker.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <map>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/data/preparation.h"
#include "core/model/network_file.h"
#include "core/model/onnx/onnx_file.h"
#include "tests/core/model/exchange.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// A vector that is normalised, pooled over and taken as an image; names that the file uses otherwise.
ModelSpec of_vectors() {
  ModelSpec spec{.input = {12, 1, 1}};
  spec.layers = {{BatchNorm{}, {}, "pixels"},
                 {Dense{.units = 9, .activation = Activation::relu}},
                 {GlobalAveragePool{}},
                 {ActivationLayer{Activation::sigmoid}},
                 {ActivationLayer{Activation::identity}, {}, "layers.1.weight"},
                 {Conv2d{.channels = 4, .window = {.kernel = {1, 1}}}, {}, "scores"},
                 {Dense{.units = 3, .activation = Activation::tanh}}};
  spec.loss = Loss::mean_squared_error;
  return spec;
}

ModelSpec shipped(const std::string& name, const Shape& input) {
  ModelSpec model = find_network(name, find_resources()).model;
  fit_to(model, input, 7);
  return model;
}

/// Every kind of layer in every place.
std::map<std::string, ModelSpec> small_networks() {
  return {{"every-kind", test::every_kind()},
          {"vectors", of_vectors()},
          {"mlp", shipped("mlp", {784, 1, 1})},
          {"lenet5", shipped("lenet5", {1, 27, 30})}};
}

onnx::ModelProto read(const std::filesystem::path& path) {
  onnx::ModelProto model;
  if (!model.ParseFromString(test::read_bytes(path))) throw std::runtime_error(path.string() + " is not ONNX");
  return model;
}

std::vector<std::int64_t> dimensions_of(const onnx::ValueInfoProto& value) {
  std::vector<std::int64_t> sizes;
  for (const auto& dimension : value.type().tensor_type().shape().dim())
    sizes.push_back(dimension.has_dim_value() ? dimension.dim_value() : -1);
  return sizes;
}

TEST(Onnx, IsWhatItsLibraryAcceptsWithTheShapesAndWeightsOfTheNetwork) {
  const test::TemporaryFolder folder;
  for (const auto& [name, spec] : small_networks()) {
    const TrainingState state = test::drawn_state(spec);
    const Network network = network_of(spec);
    save_onnx(folder / "model.onnx", state);
    onnx::ModelProto model = read(folder / "model.onnx");
    ASSERT_NO_THROW(onnx::checker::check_model(model)) << name;
    onnx::ShapeInferenceOptions strict(/*check_type=*/true, /*strict_mode=*/1);
    ASSERT_NO_THROW(onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), strict)) << name;

    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& value : model.graph().value_info()) shapes[value.name()] = dimensions_of(value);
    for (std::size_t node = 0; node < network.shapes.size(); ++node) {
      const auto found = shapes.find(network.names[node]);
      if (found == shapes.end()) {  // not where it does nothing to a vector, or has a name that was taken
        EXPECT_TRUE(name == "vectors" || kind_of(spec.layers[node].layer) == "flatten") << name << network.names[node];
        continue;
      }
      const Shape& shape = network.shapes[node];
      std::vector<std::int64_t> wanted = {-1, shape.channels};
      if (found->second.size() == 4) wanted.insert(wanted.end(), {shape.height, shape.width});
      EXPECT_TRUE(found->second == wanted && (found->second.size() == 4 || shape.is_vector()))
          << name << ", " << network.names[node];
    }
    EXPECT_EQ(dimensions_of(model.graph().output(0)), (std::vector<std::int64_t>{-1, spec.outputs()})) << name;
    EXPECT_EQ(dimensions_of(model.graph().input(0)).front(), -1) << "the batch is open";

    std::map<std::string, std::string> weights;
    for (const onnx::TensorProto& tensor : model.graph().initializer()) weights[tensor.name()] = tensor.raw_data();
    for (const Tensor& tensor : network.tensors) {
      const float* values = (tensor.trained ? state.parameters : state.statistics).data() + tensor.offset;
      EXPECT_TRUE(weights[tensor.name] == test::bytes_of({values, values + tensor.count()})) << name << tensor.name;
    }
  }
}

TEST(Onnx, SaysHowImagesArePreparedAndWhatTheClassesAreCalled) {
  const test::TemporaryFolder folder;
  TrainingState state = test::drawn_state(of_vectors());
  const auto notes = [&] {
    save_onnx(folder / "model.onnx", state);
    const onnx::ModelProto model = read(folder / "model.onnx");
    std::map<std::string, std::string> found;
    for (const auto& entry : model.metadata_props()) found[entry.key()] = entry.value();
    return found;
  };
  EXPECT_FALSE(notes().contains("classes") || notes().contains("preparation")) << "nobody knows";
  Preparation preparation{.image = {7, 5, 1}, .class_names = {"cat", "dög \"x\""}, .light_paper = true};
  state.preparation = std::make_shared<const Preparation>(preparation);
  EXPECT_EQ(notes()["classes"], "[\"cat\",\"dög \\\"x\\\"\"]");
  EXPECT_EQ(parse_json(notes()["preparation"]).get<Preparation>(), preparation);
  EXPECT_THROW(save_onnx(folder / "no/such/model.onnx", state), InputError);
}

TEST(Onnx, RunsElsewhereToTheSamePredictions) {
  const std::string python = test::python_with({"onnxruntime", "numpy"});
  if (python.empty())
    GTEST_SKIP() << "skipped: no Python here has onnxruntime and NumPy (MLPLAB_PYTHON names another one)";
  const test::TemporaryFolder folder;
  std::vector<std::string> command = {python, MLPLAB_TEST_DATA "/../core/model/onnx_answers.py",
                                      folder.path().string()};
  auto networks = small_networks();
  networks["alexnet-32"] = shipped("alexnet-32", {3, 32, 32});
  networks["resnet18"] = shipped("resnet18", {1, 33, 29});
  for (const auto& [name, spec] : networks) {
    const TrainingState state = test::drawn_state(spec);
    const std::vector<float> x = test::drawn_images(spec);
    save_onnx(folder / (name + ".onnx"), state);
    test::write_bytes(folder / (name + ".pictures"), test::bytes_of(x));
    test::write_bytes(folder / (name + ".ours"), test::bytes_of(test::predictions(state, x)));
    command.push_back(name);
  }
  const test::Ran ran = test::run_program(command);
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace mlplab
