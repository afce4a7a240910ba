// The memory reported for training a network is the memory that an engine takes, on every backend.
#include "core/compute/network_memory.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include "core/compute/step_engine.h"
#include "core/data/load.h"
#include "tests/core/compute/subjects.h"

namespace mlplab {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool counts_memory = false;  // their own allocator
#else
constexpr bool counts_memory = true;
#endif

/// Held by this process now.
std::size_t allocated_bytes() {
  const auto facts = ::mallinfo2();
  return facts.uordblks + facts.hblkhd;
}

/// A residual block over images that take most of the memory, then a layer whose weights do.
ModelSpec residual(int units) {
  const auto conv = [](int channels, int stride) {
    return Conv2d{channels, {{3, 3}, {stride, stride}, {1, 1}}, false};
  };
  ModelSpec spec{.input = {3, 32, 30}};
  spec.layers = {{conv(16, 1)},
                 {BatchNorm{.activation = Activation::relu}},
                 {conv(16, 1)},
                 {BatchNorm{}},
                 {Add{Activation::relu}, {3, 1}},
                 {MaxPool{{{2, 2}, {2, 2}, {0, 0}}}},
                 {conv(24, 2)},
                 {BatchNorm{.activation = Activation::relu}},
                 {Dense{units, Activation::relu}},
                 {Dense{5}}};
  return spec;
}

class NetworkMemory : public ::testing::TestWithParam<Subject> {};

TEST_P(NetworkMemory, IsWhatWasPredicted) {
  if (!counts_memory) GTEST_SKIP() << "skipped: the sanitizer's allocator does not say what it holds";
  for (const auto& [units, kind, batch] :
       {std::tuple{10, OptimizerKind::sgd, 24}, std::tuple{700, OptimizerKind::adam, 4}}) {
    const ModelSpec model = residual(units);
    Examples train;
    train.features.assign(static_cast<std::size_t>(batch * model.inputs()), 7);
    train.labels.assign(static_cast<std::size_t>(batch), 1);
    const OptimizerSpec optimizer{.kind = kind};
    const TrainingState start = initial_state(model, optimizer, 1);
    const auto backend = GetParam().make();
    if (!backend->host_memory())
      GTEST_SKIP() << "skipped: the network is in the device's memory, not in this process's";
    const std::size_t before = allocated_bytes();
    const auto engine =
        make_step_engine(*backend, {.model = model, .optimizer = optimizer, .batch = batch, .train = &train});
    engine->set_state(start);
    engine->begin_epoch(sampling_order(train.size(), 1, 0));
    engine->train(0, std::vector<float>{0.01F});
    engine->evaluate(train, 0, train.size());
    TrainingState state;
    engine->get_state(state);
    const auto taken = static_cast<double>(allocated_bytes() - before);
    // The engine and one state are there; the states that a run keeps beside are not.
    const std::size_t one_state =
        (start.parameters.size() * (1 + start.slots.size()) + start.statistics.size()) * sizeof(float);
    const auto predicted = static_cast<double>(memory_need(model, optimizer, batch).total_bytes() - 3 * one_state);
    EXPECT_LT(taken, 1.2 * predicted) << units;
    EXPECT_GT(taken, predicted / 1.2) << units;
  }
}

INSTANTIATE_TEST_SUITE_P(On, NetworkMemory, ::testing::ValuesIn(subjects_for_images()), name_of_subject);

}  // namespace
}  // namespace mlplab
