#include "core/run/event.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/run/run_log.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

std::vector<Event> one_of_each() {
  RunSpec spec = test::small_spec();
  spec.target_accuracy = 0.97;
  spec.options = {.workers = 3, .values = {{"first-layer", "dense"}}};
  spec.data.validation_fraction = 0.1;
  return {RunStarted{.spec = spec,
                     .device = "a \"quoted\" device",
                     .workers = 3,
                     .dataset_hash = "ab",
                     .train_examples = 9,
                     .test_examples = 8,
                     .steps_per_epoch = 7,
                     .first_epoch = 2},
          StepDone{.epoch = 1,
                   .step = 12,
                   .epochs = 1.0 / 3.0,
                   .loss = 0.1,
                   .accuracy = 0.9,
                   .images_per_s = 1e6,
                   .learning_rate = 0.1,
                   .train_time_s = 1e-9},
          Progress{{.epoch = 1, .step = 13, .epochs = 1.4, .loss = 0.5}},
          EpochDone{.epoch = 2,
                    .loss_train = 0.3,
                    .accuracy_train = 0.8,
                    .loss_test = 0.25,
                    .accuracy_test = 0.91,
                    .loss_validation = 0.5,
                    .accuracy_validation = 0.6,
                    .epoch_time_s = 1,
                    .eval_time_s = 2,
                    .test_time_s = 1.25,
                    .validation_time_s = 0.75,
                    .images_per_s = 3,
                    .train_time_s = 4},
          EpochDone{.epoch = 3},
          EpochDone{.epoch = 4,
                    .loss_test = 0.5,
                    .accuracy_test = 0.25,
                    .verification = Verification::refuted,
                    .claimed_loss_test = 0.1,
                    .claimed_accuracy_test = 0.99},
          LoadSampled{
              .at_s = 1.5,
              .load = {.window_s = 0.5,
                       .cpus = {0, 3},
                       .busy = {0.25, 1.0},
                       .run_cpus = 1.125,
                       .processes = 2,
                       .threads = 5,
                       .busiest = {{.process = 10, .thread = 11, .name = "rank", .cpus = 0.75}},
                       .memory_bytes = 123456,
                       .devices =
                           {{.device = "GPU 0", .busy = 0.5, .memory_bytes = 7, .memory_all_bytes = 9, .why_not = ""}},
                       .power = {{.scope = "package 0", .watts = 41.5}},
                       .cost_cpus = 0.001}},
          ProfileSample{.epoch = 1,
                        .batch = 64,
                        .placement = "pinned",
                        .profile = {.steps = 2,
                                    .wall_s = 0.1,
                                    .h2d_s = 0.01,
                                    .kernel_s = 0.05,
                                    .d2h_s = 0.02,
                                    .communication_s = 0.015,
                                    .host_s = 0.005,
                                    .h2d_bytes = 12.5,
                                    .d2h_bytes = 3,
                                    .communication_bytes = 4,
                                    .operations = {{"gemm", ProfilePart::kernel, 0.05, 3.5}},
                                    .tracks = {{"thread 1", false}, {"stream 1", true}},
                                    .spans = {{ProfilePart::h2d, "copy", 1, 0, 0.001, 0.002, 4096}}},
                        .unprofiled_step_s = 0.09},
          Rewound{},
          Warned{"the disk is full"},
          RunEnded{.status = RunStatus::failed,
                   .reason = "because",
                   .failure = Failure::diverged,
                   .epochs_done = 3,
                   .train_time_s = 4,
                   .eval_time_s = 5,
                   .time_to_target_s = 2.5}};
}

TEST(EventStream, EveryEventGoesThroughALine) {
  for (const Event& event : one_of_each()) {
    const std::string line = to_line(event);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto read = parse_line(line);
    ASSERT_TRUE(read.has_value()) << line;
    EXPECT_EQ(*read, event) << line;
  }
}

/// Steps have a reader of their own where they are as we write them: it must take what the reader of JSON takes, bit
/// for bit, and refuse what that refuses.
TEST(EventStream, StepsAreReadAsJsonIs) {
  const auto read = [](const std::string& line) -> std::string {
    try {
      const std::optional<Event> event = parse_line(line);
      return event ? to_line(*event) : "nothing";
    } catch (const InputError&) {
      return "refused";
    }
  };
  const std::string line = to_line(StepDone{.epoch = 3, .step = 12, .epochs = 0.5, .loss = 0.25});
  const std::vector<std::string> numbers{"0",
                                         "1",
                                         "-0.0",
                                         "0.1",
                                         "2.2250738585072011e-308",
                                         "5e-324",
                                         "1e-400",
                                         "1e400",
                                         "0.30000000000000004",
                                         "9007199254740993",
                                         "1E5",
                                         "1.5e+3",
                                         "null",
                                         "01",
                                         "-01",
                                         "1.",
                                         ".5",
                                         "1.e3",
                                         "+1",
                                         "-",
                                         "1e",
                                         "0x1p3",
                                         "inf",
                                         "nan",
                                         "NaN",
                                         "true",
                                         "\"0.1\"",
                                         "",
                                         "1 ",
                                         "99999999999999999999"};
  for (const char* member : {"loss", "accuracy", "train_time_s", "epoch", "step"}) {
    const std::string name = std::string("\"") + member + "\":";
    const std::size_t begin = line.find(name) + name.size(), end = line.find_first_of(",}", begin);
    for (const std::string& number : numbers) {
      std::string changed = line;
      changed.replace(begin, end - begin, number);
      EXPECT_EQ(read(changed), read(" " + changed)) << changed;  // with a blank it is not as we write it
    }
  }
  for (const std::string& other : {line + " ", line + "}", line.substr(0, line.size() - 1), std::string()})
    EXPECT_EQ(read(other), read(" " + other)) << other;
  EXPECT_EQ(read(line), line);
}

TEST(EventStream, NotANumberSurvives) {
  const auto read = parse_line(to_line(StepDone{.loss = std::nan("")}));
  EXPECT_TRUE(std::isnan(std::get<StepDone>(*read).loss));
}

TEST(EventStream, HelloAndUnknownKindsAreSkipped) {
  EXPECT_FALSE(parse_line(hello_line()).has_value());
  EXPECT_FALSE(parse_line(R"({"event":"from_the_future","x":1})").has_value());
}

TEST(EventStream, WhatIsNotOfTheProtocolIsRefused) {
  for (const char* line :
       {"", "{", "[]", "7", R"({"no_event":1})", R"({"event":"hello","protocol":99})", R"({"event":"step_done"})",
        R"({"event":"epoch_done","epoch":"three"})", R"({"event":"run_ended","status":"odd"})"})
    EXPECT_THROW(parse_line(line), InputError) << line;
}

/// A number that an epoch cannot have is none that it is cut down to.
TEST(EventStream, WholeNumbersNeitherWrapNorAreRounded) {
  const std::string line = to_line(EpochDone{.epoch = 7});
  const std::size_t at = line.find("\"epoch\":7");
  ASSERT_NE(at, std::string::npos);
  for (const char* number : {"4294967297", "2147483648", "18446744073709551615", "1.5", "1e3", "true"}) {
    std::string other = line;
    EXPECT_THROW(parse_line(other.replace(at, 9, "\"epoch\":" + std::string(number))), InputError) << number;
  }
}

TEST(RunLog, AResumedRunDropsWhatCameAfterItsFirstEpoch) {
  RunLog log;
  log.apply(RunStarted{});
  for (int epoch = 0; epoch < 3; ++epoch) {
    log.apply(StepDone{.epoch = epoch, .train_time_s = epoch + 0.5});
    log.apply(EpochDone{.epoch = epoch + 1, .accuracy_test = 0.9 - 0.1 * epoch, .images_per_s = 100.0 * (epoch + 1)});
  }
  EXPECT_EQ(log.best_epoch(), 1);
  EXPECT_DOUBLE_EQ(log.images_per_s(), 200.0);
  EXPECT_DOUBLE_EQ(*log.last_accuracy_test(), 0.7);
  log.apply(RunStarted{.first_epoch = 1});
  ASSERT_EQ(log.epochs.size(), 1U);
  ASSERT_EQ(log.steps.size(), 1U);
  log.apply(Rewound{});
  EXPECT_TRUE(log.epochs.empty() && log.steps.empty());
  EXPECT_EQ(log.best_epoch(), 0);
}

/// It is an exit code: a program of its own must not make a failure look like a success.
TEST(Event, AFailureIsNeverOfACodeThatIsNone) {
  for (const char* code : {"0", "256", "-1", "6", "4294967299", "null"}) {
    const auto event =
        parse_line(std::string(R"({"event":"run_ended","status":"failed","reason":"no","failure":)") + code +
                   R"(,"epochs_done":0,"train_time_s":0,"eval_time_s":0,"time_to_target_s":null})");
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<RunEnded>(*event).failure, Failure::other) << code;
    EXPECT_EQ(std::get<RunEnded>(*event).reason, "no");
  }
  const auto done = parse_line(
      R"({"event":"run_ended","status":"done","reason":"","failure":3,"epochs_done":0,"train_time_s":0,"eval_time_s":0})");
  EXPECT_FALSE(std::get<RunEnded>(*done).failure);
}

TEST(Event, FiguresThatCannotBeAreRefusedByTheirMember) {
  const auto refusal = [](const Event& event) -> std::string {
    try {
      parse_line(to_line(event));
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_NE(refusal(EpochDone{.epoch = 1, .accuracy_test = 1.5}).find("\"accuracy_test\" is 1.5"), std::string::npos);
  EXPECT_NE(refusal(EpochDone{.epoch = 1, .epoch_time_s = -0.5}).find("\"epoch_time_s\""), std::string::npos);
  EXPECT_NE(refusal(EpochDone{.epoch = 0}).find("\"epoch\""), std::string::npos);
  EXPECT_NE(refusal(StepDone{.accuracy = 2.0}).find("\"accuracy\""), std::string::npos);
  EXPECT_NE(refusal(StepDone{.train_time_s = -1.0}).find("\"train_time_s\""), std::string::npos);
  EXPECT_NE(refusal(RunEnded{.train_time_s = -1.0}).find("\"train_time_s\""), std::string::npos);
  EXPECT_EQ(refusal(EpochDone{.epoch = 1, .accuracy_test = 1.0}), "");
}

}  // namespace
}  // namespace mlplab
