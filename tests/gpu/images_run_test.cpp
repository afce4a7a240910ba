// A small residual network with dropout and batch normalisation, trained by every CUDA backend from every placement:
// the losses of `sequential`, and the same bits whether steps are captured as graphs, launched singly or recorded.
#include <gtest/gtest.h>

#include <set>

#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/compute/network_memory.h"
#include "core/compute/step_engine.h"
#include "core/model/network.h"
#include "gpu/device_memory.h"
#include "host_cuda.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

ModelSpec residual_network() {
  const auto conv = [](int channels, int stride) {
    return Conv2d{channels, {{3, 3}, {stride, stride}, {1, 1}}, false};
  };
  ModelSpec spec{.input = {2, 5, 5}};
  spec.layers = {{Normalize{{0.4, 0.5}, {0.9, 0.8}}},
                 {conv(3, 2)},
                 {BatchNorm{.activation = Activation::relu}},
                 {conv(3, 1)},
                 {BatchNorm{}},
                 {Add{Activation::relu}, {4, 2}},
                 {Dropout{0.4}},
                 {GlobalAveragePool{}},
                 {Dense{3}}};
  validate(spec);
  return spec;
}

Examples striped_images(const ModelSpec& spec, int count) {
  Random random(5, RandomStream::split, 2);
  Examples examples;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < spec.inputs(); ++j)
      examples.features.push_back(static_cast<std::uint8_t>(random.below(120) + 60U * static_cast<unsigned>(i % 3)));
    examples.labels.push_back(i % 3);
  }
  return examples;
}

struct ResidualRun {
  TrainingState state;
  std::vector<float> losses;  // of the epochs, and of an evaluation
};

/// Two epochs of eight steps, the last of three examples, some at a time; recorded in the second where there is a
/// profiler.
ResidualRun train_residual(const std::string& name, const std::string& placement, Profiler* profiler = nullptr) {
  BackendOptions options;
  if (!placement.empty()) options.values["placement"] = placement;
  const auto backend = make_backend(find_backend(name), options);
  StepPlan plan;
  plan.model = residual_network();
  plan.optimizer.kind = OptimizerKind::adam;
  plan.batch = 4;
  plan.seed = 21;
  const Examples examples = striped_images(plan.model, 4 * 7 + 3);
  plan.train = &examples;
  plan.profiler = profiler;
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(initial_state(plan.model, plan.optimizer, 3));
  ResidualRun outcome;
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::vector<std::uint32_t> order(examples.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<std::uint32_t>((i * 7 + static_cast<std::size_t>(epoch)) % order.size());
    engine->begin_epoch(order);
    std::int64_t step = 0;
    for (const int count : {1, 6, 1}) {
      const bool here = profiler != nullptr && epoch == 1 && count == 6;
      if (here) profiler->start(count);
      engine->train(step, std::vector<float>(static_cast<std::size_t>(count), 0.02F));
      step += count;
      if (count == 6) engine->epoch_totals();
      if (here) profiler->stop();
    }
    outcome.losses.push_back(static_cast<float>(engine->epoch_totals().loss_sum));
  }
  outcome.losses.push_back(static_cast<float>(engine->evaluate(examples, 1, examples.size() - 1).loss_sum));
  engine->get_state(outcome.state);
  EXPECT_EQ(outcome.state.steps_done, 16);
  return outcome;
}

class ImageRuns : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { host_cuda::start_again(); }
  void TearDown() override { host_cuda::start_again(); }
};

TEST_P(ImageRuns, TrainAlikeFromEveryPlacement) {
  const ResidualRun reference = train_residual("sequential", "");
  const ResidualRun expected = train_residual(GetParam(), "resident");
  EXPECT_EQ(host_cuda::counts().graphs > 0, GetParam() == "cuda");
  EXPECT_TRUE(close(reference.losses, expected.losses, 2e-4));
  EXPECT_TRUE(close(reference.state.statistics, expected.state.statistics, 2e-3));
  EXPECT_NE(expected.losses.front(), expected.losses[1]);
  for (const std::string placement : {"pageable", "pinned+overlap"}) {
    host_cuda::start_again();
    host_cuda::settings().schedule = 77;
    host_cuda::settings().late_reads = true;
    const ResidualRun outcome = train_residual(GetParam(), placement);
    EXPECT_EQ(host_cuda::counts().graphs, 0);
    EXPECT_EQ(outcome.state.parameters, expected.state.parameters) << placement;
    EXPECT_EQ(outcome.state.statistics, expected.state.statistics) << placement;
    EXPECT_EQ(outcome.losses, expected.losses) << placement;
  }
}

TEST_P(ImageRuns, AreProfiledWithoutBeingChanged) {
  const int blocks = host_cuda::counts().device_blocks;
  const ResidualRun plain = train_residual(GetParam(), "resident");
  Profiler profiler;
  const ResidualRun recorded = train_residual(GetParam(), "resident", &profiler);
  EXPECT_EQ(plain.state.parameters, recorded.state.parameters);
  EXPECT_EQ(plain.losses, recorded.losses);
  EXPECT_EQ(host_cuda::counts().device_blocks, blocks) << "memory that is not given back";
  const StepProfile profile = profiler.result(6);
  EXPECT_NEAR(profile.h2d_s + profile.kernel_s + profile.d2h_s + profile.communication_s + profile.host_s +
                  profile.unrecorded_s,
              profile.wall_s, 0.02 * profile.wall_s);
  ASSERT_GT(profile.nodes.size(), 5U);
  for (const ProfileNode& node : profile.nodes) EXPECT_GT(node.forward_s, 0.0);
  EXPECT_GT(profile.nodes.back().weight_gradient_s, 0.0);
  EXPECT_GT(profile.nodes.back().input_gradient_s, 0.0);
  EXPECT_LE(profile.nodes_s(), profile.kernel_s * (1 + 1e-9)) << "the update and the loss are no node's";
  std::set<std::pair<int, std::string>> seen;
  for (const ProfileSpan& span : profile.spans) seen.emplace(span.step, span.operation);
  for (int step = 0; step < 6; ++step)
    for (const char* operation : {"convolution", "convolution weight gradient", "convolution input gradient",
                                  "normalisation", "dropout", "gemm forward", "loss", "update"})
      EXPECT_EQ(seen.count({step, operation}), 1U) << operation << " in step " << step;
}

INSTANTIATE_TEST_SUITE_P(Cuda, ImageRuns, ::testing::Values("cuda-naive", "cuda-tiled", "cuda"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// The memory reported before a run is the memory that the run allocates, except what the comment in device_memory.h
/// leaves out.
TEST(DeviceMemory, IsWhatANetworkTakes) {
  host_cuda::start_again();
  for (const std::string placement : {"resident", "pinned+overlap"}) {
    BackendOptions options;
    options.values["placement"] = placement;
    const auto backend = make_backend(find_backend("cuda"), options);
    StepPlan plan;
    plan.model = residual_network();
    plan.model.input = {2, 40, 40};
    plan.batch = 32;
    const Examples examples = striped_images(plan.model, 300);
    plan.train = &examples;
    std::size_t before = 0, after = 0, total = 0;
    cudaMemGetInfo(&before, &total);
    const auto engine = make_step_engine(*backend, plan);
    cudaMemGetInfo(&after, &total);
    const auto need = gpu::device_memory_of(
        plan, placement == "resident" ? gpu::Placement::resident : gpu::Placement::pinned_overlap);
    const auto taken = static_cast<double>(before - after);
    EXPECT_NEAR(taken, static_cast<double>(need.total()), 0.02 * taken) << placement;
  }
}

}  // namespace
}  // namespace mlplab
