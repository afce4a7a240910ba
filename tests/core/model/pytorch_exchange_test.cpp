// Model files go to PyTorch and come back: the same predictions on both sides, with every tensor's name as it is. The
// networks on that side are in pytorch_exchange.py. Skipped where Python has no PyTorch.
#include <gtest/gtest.h>

#include "core/data/load.h"
#include "core/model/model_file.h"
#include "core/model/network_file.h"
#include "tests/core/model/exchange.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

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

TrainingState some_state(const Known& known) {
  ModelSpec model = find_network(known.name, find_resources()).model;
  fit_to(model, known.input, 7);
  return test::drawn_state(model);
}

TEST(PyTorch, TakesOurModelsAndGivesThemBack) {
  const std::string python = test::python_with({"torch", "numpy"});
  if (python.empty()) GTEST_SKIP() << "skipped: no Python here has PyTorch and NumPy (MLPLAB_PYTHON names another one)";
  const test::TemporaryFolder folder;
  std::vector<std::vector<float>> x;
  std::vector<std::string> command = {python, MLPLAB_TEST_DATA "/../core/model/pytorch_exchange.py",
                                      (find_resources() / "trainers").string(), folder.path().string()};
  for (const Known& known : networks) {
    const TrainingState state = some_state(known);
    const std::string& name = command.emplace_back(known.name);
    x.push_back(test::drawn_images(state.model));
    save_model(folder / (name + ".ours.safetensors"), state);
    test::write_bytes(folder / (name + ".pictures"), test::bytes_of(x.back()));
    test::write_bytes(folder / (name + ".ours"), test::bytes_of(test::predictions(state, x.back())));
  }
  const test::Ran ran = test::run_program(command);
  ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::string name = networks[i].name;
    const TrainingState theirs = load_model_of(folder / (name + ".theirs.safetensors"), some_state(networks[i]).model);
    test::expect_close(test::predictions(theirs, x[i]), test::floats_of(test::read_bytes(folder / (name + ".theirs"))),
                       name);
  }
}

}  // namespace
}  // namespace mlplab
