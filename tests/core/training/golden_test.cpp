// Whole runs against tests/data/golden/golden.json: NumPy, float64, its own generator. Every backend must agree.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>

#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/launch/configurations.h"
#include "core/launch/train.h"
#include "core/model/network.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

nlohmann::json golden() { return parse_json(test::read_bytes(std::string(MLPLAB_TEST_DATA) + "/golden/golden.json")); }

TEST(Golden, TheFirstWeightsAreTheSameBits) {
  const auto parameters = initial_state(make_mlp({784, 256, 10}, Activation::relu), {}, 1).parameters;
  const auto expected = golden()["first_weights"].get<std::vector<double>>();
  ASSERT_GE(expected.size(), 6U);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(double{parameters[i]}, expected[i]) << i;
}

RunSpec spec_of(const nlohmann::json& run, const std::string& backend) {
  RunSpec spec;
  test::train_by(spec, backend);
  spec.data.train_limit = run["train_limit"];
  spec.data.test_limit = run["test_limit"];
  spec.model = make_mlp(run["network"], parse_activation(run["activation"]), parse_loss(run["loss"]),
                        parse_initializer(run["initializer"]));
  spec.optimizer = {.kind = parse_optimizer(run["optimizer"]),
                    .learning_rate = run["lr"],
                    .weight_decay = run["weight_decay"],
                    .schedule = parse_schedule(run["schedule"])};
  spec.batch = run["batch"];
  spec.epochs = run["epochs"];
  spec.seed = run["seed"];
  return spec;
}

/// Read once for all backends.
const Dataset& data_of(const RunSpec& spec) {
  static std::map<std::tuple<std::size_t, std::size_t, std::uint64_t>, Dataset> known;
  const auto key = std::tuple(spec.data.train_limit, spec.data.test_limit, spec.seed);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, load_dataset(spec.data, find_resources(), spec.seed)).first->second;
}

class GoldenRun : public testing::TestWithParam<std::string> {};

TEST_P(GoldenRun, LossesAgree) {
  if (const std::string reason = find_configuration(GetParam()).why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  const nlohmann::json all = golden();
  // Backends in other processes take long to start, so only two of the runs are made; the others compute in the same
  // way.
  const ConfigurationEntry& entry = find_configuration(GetParam());
  const bool few = entry.kind == ConfigurationKind::processes || entry.is_program();
  for (std::size_t r = 0; r < (few ? 2 : all["runs"].size()); ++r) {
    const nlohmann::json& run = all["runs"][r];
    RunSpec spec = spec_of(run, GetParam());
    // More workers are tested in external_run_test.cpp: PyTorch's wait by spinning, for minutes on a busy machine.
    if (entry.is_program()) spec.options.workers = 1;
    test::Remember sink;
    RunControl control;
    const RunEnded ended = train(spec, data_of(spec), sink, control);
    ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
    ASSERT_EQ(sink.log.epochs.size(), run["loss_train"].size());
    for (std::size_t e = 0; e < sink.log.epochs.size(); ++e) {
      const EpochDone& epoch = sink.log.epochs[e];
      const double loss_train = run["loss_train"][e], loss_test = run["loss_test"][e];
      const std::string where =
          spec.model.name() + " " + run["optimizer"].get<std::string>() + ", epoch " + std::to_string(e + 1);
      EXPECT_NEAR(epoch.loss_train, loss_train, 2e-5 * loss_train) << where;
      EXPECT_NEAR(epoch.loss_test.value_or(-1), loss_test, 1e-4 * loss_test) << where;
      EXPECT_NEAR(epoch.accuracy_test.value_or(-1) * 1000.0, run["correct_test"][e].get<double>(), 1.01) << where;
    }
  }
}

std::vector<std::string> all_backends() {
  std::vector<std::string> names;
  for (const ConfigurationEntry& entry : configurations()) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Backends, GoldenRun, testing::ValuesIn(all_backends()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace mlplab
