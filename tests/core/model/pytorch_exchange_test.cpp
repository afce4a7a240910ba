// Model files go to PyTorch and come back: the same answers on both sides, with every tensor's name as it is. The
// networks on that side are in pytorch_exchange.py. Skipped where Python has no PyTorch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "core/data/load.h"
#include "core/model/inference.h"
#include "core/model/model_file.h"
#include "core/model/network.h"
#include "core/model/network_file.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

constexpr int pictures = 3;
constexpr float closeness = 1e-4F;  // of the largest answer

std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::vector<float> floats_of(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::copy_n(bytes.data(), values.size() * sizeof(float), reinterpret_cast<char*>(values.data()));
  return values;
}

struct Known {
  const char* name;
  Shape input;
};
// Odd sizes where the network takes any.
constexpr Known networks[] = {{"mlp", {784, 1, 1}},
                              {"lenet5", {1, 28, 29}},
                              {"cnn-small", {1, 27, 30}},
                              {"alexnet-32", {3, 32, 32}},
                              {"resnet34", {3, 33, 29}}};

/// Weights that tell every tensor from every other one, running statistics and biases included.
TrainingState some_state(const Known& known) {
  ModelSpec model = find_network(known.name, find_resources()).model;
  fit_to(model, known.input, 7);
  TrainingState state = initial_state(model, {}, 3);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> near_one(0.6F, 1.4F), near_zero(-0.3F, 0.3F);
  const Network network = network_of(model);
  for (const Tensor& tensor : network.tensors) {
    float* values = (tensor.trained ? state.parameters : state.statistics).data() + tensor.offset;
    if (tensor.fan_in != 0) continue;
    std::generate_n(values, tensor.count(),
                    [&] { return tensor.value == 1.0F ? near_one(random) : near_zero(random); });
  }
  return state;
}

std::vector<float> answers(const TrainingState& state, const std::vector<float>& x) {
  std::vector<float> all;
  const auto inputs = static_cast<std::size_t>(state.model.inputs());
  for (std::size_t i = 0; i < pictures; ++i) {
    const Prediction one = predict(state, std::span(x).subspan(i * inputs, inputs));
    all.insert(all.end(), one.activations.back().begin(), one.activations.back().end());
  }
  return all;
}

TEST(PyTorch, TakesOurModelsAndGivesThemBack) {
  const std::string python = test::python_with({"torch", "numpy"});
  if (python.empty()) GTEST_SKIP() << "skipped: no Python here has PyTorch and NumPy (MLPLAB_PYTHON names another one)";
  const test::TemporaryFolder folder;
  std::vector<std::vector<float>> x;
  std::mt19937 random(9);
  std::uniform_real_distribution<float> pixel(0.0F, 1.0F);
  std::vector<std::string> command = {python, MLPLAB_TEST_DATA "/../core/model/pytorch_exchange.py",
                                      (find_resources() / "trainers").string(), folder.path().string()};
  for (const Known& known : networks) {
    const TrainingState state = some_state(known);
    const std::string& name = command.emplace_back(known.name);
    x.emplace_back(static_cast<std::size_t>(pictures * state.model.inputs()));
    std::generate(x.back().begin(), x.back().end(), [&] { return pixel(random); });
    save_model(folder / (name + ".ours.safetensors"), state);
    test::write_bytes(folder / (name + ".pictures"), bytes_of(x.back()));
    test::write_bytes(folder / (name + ".ours"), bytes_of(answers(state, x.back())));
  }
  const test::Ran ran = test::run_program(command);
  ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::string name = networks[i].name;
    const TrainingState theirs = load_model_of(folder / (name + ".theirs.safetensors"), some_state(networks[i]).model);
    const std::vector<float> ours = answers(theirs, x[i]),
                             wanted = floats_of(test::read_bytes(folder / (name + ".theirs")));
    ASSERT_EQ(ours.size(), wanted.size()) << name;
    float largest = 0.0F;
    for (const float value : wanted) largest = std::max(largest, std::fabs(value));
    for (std::size_t k = 0; k < wanted.size(); ++k)
      ASSERT_NEAR(ours[k], wanted[k], closeness * largest) << name << ", answer " << k;
  }
}

}  // namespace
}  // namespace mlplab
