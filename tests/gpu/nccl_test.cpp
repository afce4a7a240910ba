// Teams of processes that each compute on the host's CUDA and add up their gradients by a made-up NCCL: the losses and
// weights of one process, whatever the shares.
#include "gpu/nccl.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/compute/step_engine.h"
#include "core/data/load.h"
#include "core/launch/processes/shared_communicator.h"
#include "core/model/network.h"
#include "host_cuda.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

/// Opened before anyone asks for NCCL.
void* made_library() {
  static void* const library = dlopen(MLPLAB_MADE_NCCL, RTLD_NOW | RTLD_GLOBAL);
  return library;
}
template <class Function>
Function* made(const char* name) {
  return made_library() == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(made_library(), name));
}

ModelSpec images_network(bool normalised) {
  ModelSpec spec{.input = {2, 8, 6}};
  spec.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::tanh}},
                 {Dropout{0.3}},
                 {MaxPool{{{2, 2}, {2, 2}, {0, 0}}}},
                 {Conv2d{3, {{1, 1}, {1, 1}, {0, 0}}, false}},
                 {Flatten{}},
                 {Dense{5, Activation::tanh}},
                 {Dense{3}}};
  if (normalised) spec.layers.insert(spec.layers.begin() + 1, {BatchNorm{.activation = Activation::relu}});
  validate(spec);
  return spec;
}

Examples examples_of(const ModelSpec& spec, int count) {
  Random random(11, RandomStream::split, 1);
  Examples examples;
  for (int i = 0; i < count * spec.inputs(); ++i)
    examples.features.push_back(static_cast<std::uint8_t>(random.below(256)));
  for (int i = 0; i < count; ++i)
    examples.labels.push_back(static_cast<std::int32_t>(random.below(static_cast<unsigned>(spec.outputs()))));
  return examples;
}

struct Case {
  std::string backend = "cuda";
  std::map<std::string, std::string> options = {};
  ModelSpec model = make_mlp({12, 9, 4}, Activation::tanh);
  OptimizerKind optimizer = OptimizerKind::momentum;
  int batch = 8, examples = 8 * 9 + 5;  // the last batch of an epoch is smaller
  std::vector<int> weights = {};
  bool local_statistics = false;
};

struct Outcome {
  std::vector<double> losses;  // of each epoch, then of an evaluation
  std::vector<float> state;    // parameters, optimiser state, statistics
  int graphs = 0, sums = 0;
  double communication_bytes = 0.0;
  std::string error, remark;
};

Outcome train(const Case& c, Communicator* communicator) {
  Outcome outcome;
  const auto backend = make_backend(find_backend(c.backend), {.workers = 0, .values = c.options});
  const Examples examples = examples_of(c.model, c.examples);
  Profiler profiler;
  StepPlan plan{.model = c.model, .optimizer = {}, .batch = c.batch, .train = &examples, .profiler = &profiler};
  plan.optimizer.kind = c.optimizer;
  plan.communicator = communicator, plan.weights = c.weights, plan.local_statistics = c.local_statistics;
  const auto engine = make_step_engine(*backend, plan);
  outcome.remark = engine->remark();
  engine->set_state(initial_state(plan.model, plan.optimizer, 3));
  const int steps = (c.examples + c.batch - 1) / c.batch;
  for (int epoch = 0; epoch < 3; ++epoch) {
    engine->begin_epoch(sampling_order(examples.size(), 1, epoch));
    if (epoch == 2) profiler.start(steps);
    engine->train(0, std::vector<float>(static_cast<std::size_t>(steps), 0.05F));
    outcome.losses.push_back(engine->epoch_totals().loss_sum);
    if (epoch == 2) profiler.stop();
  }
  outcome.losses.push_back(engine->evaluate(examples, 1, examples.size() - 1).loss_sum);
  outcome.communication_bytes = profiler.result().communication_bytes;
  TrainingState state;
  engine->get_state(state);
  outcome.state = state.parameters;
  for (const auto& slot : state.slots) outcome.state.insert(outcome.state.end(), slot.begin(), slot.end());
  outcome.state.insert(outcome.state.end(), state.statistics.begin(), state.statistics.end());
  outcome.graphs = host_cuda::counts().graphs;
  outcome.sums = made<int()>("made_nccl_sums")();
  return outcome;
}

// A child tells the test its outcome through a file.
template <class T>
void put(std::FILE* file, const std::vector<T>& values) {
  const std::size_t count = values.size();
  std::fwrite(&count, sizeof count, 1, file);
  if (count > 0) std::fwrite(values.data(), sizeof(T), count, file);
}
template <class T>
std::vector<T> get(std::FILE* file) {
  std::size_t count = 0;
  if (std::fread(&count, sizeof count, 1, file) != 1) return {};
  std::vector<T> values(count);
  if (count > 0 && std::fread(values.data(), sizeof(T), count, file) != count) return {};
  return values;
}

/// The outcome of each rank.
std::vector<Outcome> train_in_team(const Case& c, int ranks) {
  const int board = memfd_create("team", 0);
  std::vector<std::FILE*> files;
  std::vector<pid_t> children;
  for (int rank = 0; rank < ranks; ++rank) {
    files.push_back(std::tmpfile());
    std::fflush(nullptr);
    children.push_back(fork());
    if (children.back() != 0) continue;
    Outcome outcome;
    try {
      host_cuda::settings().devices = ranks;
      const auto communicator = make_device_communicator(rank, ranks, board);
      Case own = c;
      if (c.backend != "sequential") own.options.try_emplace("device", std::to_string(rank));
      outcome = train(own, communicator.get());
    } catch (const Error& error) {
      outcome.error = error.what();
    }
    std::FILE* file = files.back();
    put(file, outcome.losses), put(file, outcome.state);
    put(file, std::vector<double>{double(outcome.graphs), double(outcome.sums), outcome.communication_bytes});
    put(file, std::vector<char>(outcome.error.begin(), outcome.error.end()));
    put(file, std::vector<char>(outcome.remark.begin(), outcome.remark.end()));
    std::fflush(file);
    _exit(0);
  }
  std::vector<Outcome> outcomes;
  for (int rank = 0; rank < ranks; ++rank) {
    int status = -1;
    waitpid(children[static_cast<std::size_t>(rank)], &status, 0);
    EXPECT_EQ(status, 0) << "rank " << rank;
    std::FILE* file = files[static_cast<std::size_t>(rank)];
    std::rewind(file);
    Outcome outcome;
    outcome.losses = get<double>(file), outcome.state = get<float>(file);
    if (const std::vector<double> numbers = get<double>(file); numbers.size() == 3)
      outcome.graphs = int(numbers[0]), outcome.sums = int(numbers[1]), outcome.communication_bytes = numbers[2];
    for (std::string* text : {&outcome.error, &outcome.remark}) {
      const std::vector<char> letters = get<char>(file);
      text->assign(letters.begin(), letters.end());
    }
    outcomes.push_back(outcome);
    std::fclose(file);
  }
  ::close(board);
  return outcomes;
}

class Teams : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(made_library(), nullptr) << dlerror();
    host_cuda::start_again();
    made<void(int)>("set_made_nccl")(-1);
  }
  /// As `sequential` trains by itself, to rounding; all ranks end with the same bits.
  std::vector<Outcome> expect_equal(const Case& c, int ranks) {
    Case alone = c;
    alone.backend = "sequential", alone.options.clear();
    const Outcome expected = train(alone, nullptr);
    std::vector<Outcome> outcomes = train_in_team(c, ranks);
    for (const Outcome& outcome : outcomes) {
      EXPECT_EQ(outcome.error, "");
      EXPECT_EQ(outcome.losses, outcomes.front().losses);
      EXPECT_EQ(outcome.state, outcomes.front().state);
      EXPECT_EQ(outcome.losses.size(), expected.losses.size());
      for (std::size_t i = 0; i < std::min(outcome.losses.size(), expected.losses.size()); ++i)
        EXPECT_NEAR(outcome.losses[i] / expected.losses[i], 1.0, 2e-5) << "epoch " << i;
      EXPECT_TRUE(close(expected.state, outcome.state, 2e-4));
    }
    return outcomes;
  }
};

TEST_F(Teams, OfEqualMembersTrainAsOneProcess) {
  for (const char* backend : {"cuda-naive", "cuda-tiled", "cuda"})
    for (const int ranks : {1, 2, 3}) {
      SCOPED_TRACE(::testing::Message() << backend << ", " << ranks << " ranks");
      expect_equal({.backend = backend}, ranks);
    }
}

TEST_F(Teams, OfUnequalSharesTrainAsOneProcess) {
  for (const std::vector<int>& weights : {std::vector<int>{1, 12}, {12, 1}, {3, 0}, {0, 1, 2}}) {
    SCOPED_TRACE(::testing::PrintToString(weights));
    expect_equal({.weights = weights}, static_cast<int>(weights.size()));
    expect_equal({.model = images_network(true), .weights = weights}, static_cast<int>(weights.size()));
  }
}

TEST_F(Teams, OfMoreMembersThanABatchHasRowsTrainAsOneProcess) {
  expect_equal({.batch = 2, .examples = 7}, 3);
  expect_equal({.model = images_network(true), .batch = 2, .examples = 7}, 3);
}

TEST_F(Teams, TrainEveryKindOfLayerAsOneProcess) {
  for (const bool normalised : {false, true})
    for (const char* backend : {"cuda-naive", "cuda"}) {
      SCOPED_TRACE(::testing::Message() << backend << (normalised ? ", batch norm" : ""));
      expect_equal({.backend = backend, .model = images_network(normalised), .optimizer = OptimizerKind::adam}, 2);
    }
}

TEST_F(Teams, TakeTheirPartOfABatchFromEveryPlacement) {
  for (const char* placement : {"pageable", "pinned", "pinned+overlap"}) {
    SCOPED_TRACE(placement);
    expect_equal({.options = {{"placement", placement}}, .weights = {2, 1}}, 2);
  }
}

TEST_F(Teams, SumOnceInEachStepAndInsideTheGraph) {
  const Case c;
  const int steps = (c.examples + c.batch - 1) / c.batch;
  for (const Outcome& outcome : expect_equal(c, 2)) {
    EXPECT_GT(outcome.graphs, 0);
    EXPECT_EQ(outcome.sums, 3 * steps);
    const std::size_t parameters = network_of(c.model).parameters_size;
    EXPECT_DOUBLE_EQ(outcome.communication_bytes, static_cast<double>(parameters * sizeof(float)));
  }
  // Batch statistics of all ranks go through the host, in which no graph can be captured.
  for (const Outcome& outcome : expect_equal({.model = images_network(true)}, 2)) EXPECT_EQ(outcome.graphs, 0);
}

TEST_F(Teams, OfOwnStatisticsSayThatTheirLossesAreOthers) {
  Case c{.model = images_network(true), .local_statistics = true};
  const std::vector<Outcome> outcomes = train_in_team(c, 2);
  EXPECT_NE(outcomes.front().remark, "");
  EXPECT_EQ(outcomes.front().state, outcomes.back().state) << "running statistics are the mean of the ranks'";
  EXPECT_GT(outcomes.front().graphs, 0);
  EXPECT_NE(outcomes.front().losses, train(c, nullptr).losses);
}

TEST_F(Teams, EndTogetherWhereOneOfThemCannotConnect) {
  for (const int rank : {0, 1}) {
    made<void(int)>("set_made_nccl")(rank);
    for (const Outcome& outcome : train_in_team({}, 2)) {
      EXPECT_EQ(outcome.error, "rank " + std::to_string(rank) + ": NCCL failed in 'connect the GPUs': invalid usage");
    }
  }
}

TEST_F(Teams, DoNotWaitForAGpuThatTwoMembersShare) {
  for (const Outcome& outcome : train_in_team({.options = {{"device", "0"}}}, 2))
    EXPECT_EQ(outcome.error,
              "the ranks 0 and 1 compute on the same GPU, 0; each member of such a team needs one of its own");
}

TEST_F(Teams, HaveNoMembersWithoutADevice) {
  for (const Outcome& outcome : train_in_team({.backend = "sequential"}, 1))
    EXPECT_EQ(outcome.error, "the transport nccl adds up gradients on GPUs, and this member computes on none");
}

}  // namespace
}  // namespace mlplab
