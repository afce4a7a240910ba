// The terminal program as a whole process: its output, its exit codes, Ctrl-C, kill -9 and resume.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/model/layers/activation.h"
#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "core/run/run_record.h"
#include "refused.h"
#include "tests/support/enumerators.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::run_cli;

/// A quick run on little data, into `out`.
std::vector<std::string> quick(const std::filesystem::path& out, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"train",     "--backend", "sequential", "--train-limit", "640", "--test-limit",
                                 "200",       "--network", "784-32-10",  "--epochs",      "3",   "--out",
                                 out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Cli, BackendsListsThemAll) {
  const json list = parse_json(run_cli({"backends", "--json"}).out);
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0]["name"], "sequential");
  for (const json& entry : list) {
    for (const char* name : {"name", "available", "reason", "device", "workers_max", "kind"})
      EXPECT_TRUE(entry.contains(name)) << name;
    EXPECT_NE(entry["available"].get<bool>(), !entry["reason"].get<std::string>().empty()) << "available, or a reason";
  }
  const test::Ran table = run_cli({"backends"});
  EXPECT_EQ(table.code, 0);
  EXPECT_NE(table.out.find("sequential"), std::string::npos);
}

TEST(Cli, HelpNamesEveryKind) {
  const std::string train = run_cli({"train", "--help"}).out;
  const auto has_all = [](const std::string& help, auto kinds) {
    for (const auto kind : kinds) EXPECT_NE(help.find(to_string(kind)), std::string::npos) << to_string(kind);
  };
  has_all(train, test::enumerators<Activation>());
  has_all(train, test::enumerators<Loss>());
  has_all(train, test::enumerators<Initializer>());
  has_all(train, test::enumerators<OptimizerKind>());
  has_all(train, test::enumerators<ScheduleKind>());
  EXPECT_NE(train.find(optimizer_names()), std::string::npos) << optimizer_names();
  has_all(run_cli({"network", "--help"}).out, test::enumerators<OptimizerKind>());
}

TEST(Cli, TheGpuIsListedWithItsReason) {
  std::string reason;
  int gpus = 0;
  for (const json& entry : parse_json(run_cli({"backends", "--json"}).out)) {
    if (entry["kind"] != "gpu") continue;
    ++gpus;
    EXPECT_EQ(entry["available"].get<bool>(), !entry["device"].get<std::string>().empty()) << entry;
    if (!entry["available"].get<bool>()) {
      reason = entry["reason"];
      const test::Ran ran = run_cli({"train", "--backend", entry["name"].get<std::string>()});
      EXPECT_EQ(ran.code, 4);
      EXPECT_NE(ran.err.find(reason), std::string::npos) << ran.err;
    }
  }
  EXPECT_EQ(gpus, 3);
  const test::Ran help = run_cli({"bench", "--help"});
  if (reason.empty() || help.code != 0) GTEST_SKIP() << "skipped: there is a GPU here, or no bench";
  const test::Ran bench = run_cli({"bench", "--gpu"});
  EXPECT_EQ(bench.code, 4);
  EXPECT_NE(bench.err.find(reason), std::string::npos) << bench.err;
}

/// Each is compared with `sequential` before it is timed: a wrong one is an error here and no figure.
TEST(Cli, BenchMeasuresSingleConvolutionsThatAreRight) {
  if (run_cli({"bench", "--help"}).code != 0) GTEST_SKIP() << "skipped: there is no bench";
  if (const std::string why = find_backend("simd").why_not(); !why.empty()) GTEST_SKIP() << "skipped: " << why;
  const test::Ran bench = run_cli(
      {"bench", "--json", "--filter", "^convolution/simd/.*32-64-at-14x14/", "--min-time", "0.001", "--repeats", "1"});
  ASSERT_EQ(bench.code, 0) << bench.err;
  const auto measured = parse_json(bench.out).at("benchmarks");
  EXPECT_EQ(measured.size(), 6U) << "forward and both gradients, by Winograd's form and directly";
  for (const auto& one : measured) {
    EXPECT_FALSE(one.value("error_occurred", false)) << one.dump();
    EXPECT_GT(one.at("GFLOP/s").get<double>(), 0.0);
  }
}

TEST(Cli, TrainPrintsOneJsonObjectWithTheAgreedMembers) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(quick(folder / "run", {"--json"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json summary = parse_json(ran.out);
  for (const char* name :
       {"status",      "backend",          "device",       "workers",    "network",     "dataset",
        "batch",       "optimizer",        "lr",           "seed",       "epochs_done", "train_time_s",
        "eval_time_s", "epoch_time_s",     "images_per_s", "loss_train", "loss_test",   "accuracy_test",
        "best_epoch",  "time_to_target_s", "profile",      "run_dir"})
    EXPECT_TRUE(summary.contains(name)) << name;
  EXPECT_EQ(summary["status"], "done");
  EXPECT_EQ(summary["network"], parse_json("[784,32,10]"));
  EXPECT_EQ(summary["accuracy_test"].size(), 3U);
  EXPECT_GT(summary["accuracy_test"][2].get<double>(), 0.6);
  EXPECT_EQ(ran.err, "") << "no progress bar where stderr is no terminal";
}

TEST(Cli, ADeviceThatAnotherProgramSaysIsItsWord) {
  const test::TemporaryFolder folder;
  if (const std::string reason = find_backend("python-numpy").why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  const std::string theirs = run_cli(quick(folder / "theirs", {"--backend", "python-numpy"})).out,
                    ours = run_cli(quick(folder / "ours")).out;
  EXPECT_NE(theirs.find(", as its program says)"), std::string::npos) << theirs;
  EXPECT_NE(theirs.find("device and training accuracy are what the program of python-numpy says"), std::string::npos);
  EXPECT_EQ(ours.find("program"), std::string::npos) << ours;
}

TEST(Cli, TrainTakesStepsApartWhereAsked) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(quick(folder / "run", {"--json", "--profile-steps", "4"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json profile = parse_json(ran.out)["profile"];
  double sum = 0.0;
  for (const char* part : {"h2d_s", "kernel_s", "d2h_s", "communication_s", "host_s", "unrecorded_s"})
    sum += profile[part].get<double>();
  const auto wall = profile["wall_s"].get<double>();
  EXPECT_NEAR(sum, wall, 0.02 * wall);
  EXPECT_EQ(profile["steps"], 4);
  EXPECT_EQ(profile["epoch"], 3);
  EXPECT_GT(profile["unprofiled_step_s"].get<double>(), 0.0);
  const test::Ran text = run_cli(quick(folder / "text", {"--profile-steps", "4"}));
  EXPECT_NE(text.out.find("host-to-device"), std::string::npos) << text.out;
}

TEST(Cli, ProfileAddsUpAndIsKept) {
  const test::TemporaryFolder folder;
  const std::string study = (folder / "study.json").string(), trace = (folder / "trace.json").string();
  const std::vector<std::string> words{"profile",   "--backend", "sequential", "--train-limit", "320", "--test-limit",
                                       "100",       "--network", "784-16-10",  "--steps",       "3",   "--batch",
                                       "16,32,5000"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return run_cli(all);
  };
  const test::Ran ran = with({"--json", "--out", study, "--trace", trace});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const json points = parse_json(ran.out);
  ASSERT_EQ(points.size(), 3U);
  for (const std::size_t i : {0U, 1U}) {
    double sum = 0.0;
    for (const char* part : {"h2d_s", "kernel_s", "d2h_s", "communication_s", "host_s", "unrecorded_s"})
      sum += points[i][part].get<double>();
    const auto wall = points[i]["wall_s"].get<double>();
    EXPECT_GT(wall, 0.0);
    EXPECT_NEAR(sum, wall, 0.02 * wall);
    EXPECT_EQ(points[i]["batch"], i == 0 ? 16 : 32);
    EXPECT_EQ(points[i]["workers"], 1);
    for (const char* name : {"h2d_bytes", "d2h_bytes", "images_per_s", "epoch_time_s", "accuracy_test"})
      EXPECT_TRUE(points[i][name].is_number()) << name;
  }
  EXPECT_NE(points[2]["failure"].get<std::string>().find("larger than the 320 training examples"), std::string::npos);
  EXPECT_FALSE(parse_json(test::read_bytes(trace))["traceEvents"].empty());

  const test::Ran again = run_cli({"profile", "--open", study, "--json"});
  EXPECT_EQ(parse_json(again.out), points);
  const test::Ran text = run_cli({"profile", "--open", study});
  EXPECT_NE(text.out.find("recorded on"), std::string::npos);
  EXPECT_NE(text.out.find("could not be measured"), std::string::npos) << text.out;
}

TEST(Cli, ProfileRefusesInOneSentence) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "bad.json", "{\"format\":");
  expect_refused(run_cli({"profile", "--open", (folder / "bad.json").string()}), 3, "bad.json");
  expect_refused(run_cli({"profile", "--open", (folder / "bad.json").string(), "--epochs", "2"}), 2, "leave out");
  expect_refused(run_cli({"profile", "--out", (folder / "no/such/file").string()}), 3, "does not exist");
  expect_refused(run_cli({"profile", "--batch", "1,none"}), 2, "none");
  expect_refused(run_cli({"profile", "--steps", "0"}), 2, "--steps");
  expect_refused(run_cli({"profile", "--placement", "attic", "--backend", "sequential"}), 2, "placement");
  expect_refused(run_cli({"profile", "--train-limit", "50", "--backend", "sequential", "--batch", "60"}), 2,
                 "larger than the 50");
}

TEST(Cli, TheSameSeedPrintsTheSameLosses) {
  const test::TemporaryFolder folder;
  const json a = parse_json(run_cli(quick(folder / "a", {"--json"})).out),
             b = parse_json(run_cli(quick(folder / "b", {"--json"})).out);
  EXPECT_EQ(a["loss_train"], b["loss_train"]);
  EXPECT_EQ(a["loss_test"], b["loss_test"]);
}

TEST(Cli, EventsAreTheDocumentedStream) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(quick(folder / "run", {"--events", "-"}));
  std::istringstream lines(ran.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, hello_line());
  RunLog log;
  while (std::getline(lines, line))
    if (const auto event = parse_line(line)) log.apply(*event);
  EXPECT_EQ(log.epochs.size(), 3U);
  ASSERT_TRUE(log.ended.has_value());
}

TEST(Cli, UsageErrorsListWhatIsValid) {
  expect_refused(run_cli({"train", "--backend", "abacus"}), 2, "valid are sequential");
  expect_refused(run_cli({"train", "--frobnicate"}), 2, "--batch");
  expect_refused(run_cli({"frobnicate"}), 2, "train");
  expect_refused(run_cli({}), 2, "train");
  expect_refused(run_cli({"train", "--optimizer", "sdg"}), 2, "sgd, momentum, adam");
  expect_refused(run_cli({"train", "--network", "784-x-10"}), 2, "784-256-10");
  expect_refused(run_cli({"train", "--network", "100-10"}), 2, "784 pixels");
  expect_refused(run_cli({"train", "--batch", "0"}), 2, "batch");
  const test::Ran many = run_cli({"train", "--batch", "many"});
  expect_refused(many, 2, "--batch: 'many' is not a whole number");
  EXPECT_EQ(many.err.find("valid options"), std::string::npos) << "the option is known, its value is wrong";
  expect_refused(run_cli({"train", "--lr", "nan"}), 2, "--lr: 'nan' is not a number");
  expect_refused(run_cli({"train", "--workers", "0"}), 2, "--workers");
  expect_refused(run_cli({"train", "--target-accuracy", "97"}), 2, "0.97");
  expect_refused(run_cli({"train", "--backend-option", "x"}), 2, "NAME=VALUE");
  expect_refused(run_cli({"train", "--json", "--events", "-"}), 2, "stdout");
}

TEST(Cli, NumbersThatDoNotFitAreNotBent) {
  for (const char* option : {"--seed", "--train-limit", "--test-limit"})
    for (const char* value : {"-1", "18446744073709551616", "1.5", "0x10", "many"})
      expect_refused(run_cli({"train", option, value}), 2, "whole number");
}

/// As of a variable of the shell that is not set.
TEST(Cli, AnEmptyValueIsNotTakenForNone) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"train", "--out", ""},
                                                                                     {"train", "--save", ""},
                                                                                     {"train", "--events", ""},
                                                                                     {"train", "--resume", ""},
                                                                                     {"train", "--init", ""},
                                                                                     {"sweep", "--resume", ""},
                                                                                     {"sweep", "--values", ""},
                                                                                     {"compare", "--backends", ""},
                                                                                     {"profile", "--open", ""}})
    expect_refused(run_cli(words), 2, words[1] + " is empty");
  expect_refused(run_cli({"classify", "", "image.png"}), 2, "MODEL is empty");
}

TEST(Cli, AStopBeforeTheRunBeganIsSaid) {
  const test::TemporaryFolder folder;
  const int pid = test::start_cli(
      {"train", "--backend", "processes-shared", "--workers", "2", "--out", (folder / "run").string()}, folder / "log");
  while (!std::filesystem::exists(folder / "run/spec.json") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(pid, SIGINT);  // the ranks still load MNIST
  EXPECT_EQ(test::wait_for(pid), 130);
  const std::string said = test::read_bytes(folder / "log");
  EXPECT_EQ(said.find(" on  ()"), std::string::npos) << "a summary of no run: " << said;
}

TEST(Cli, NoResourcesIsASentence) {
  const test::Environment none{{"MLPLAB_RESOURCES", "/dev/null"}};
  for (const char* command : {"train", "sweep", "compare", "profile"})
    expect_refused(run_cli({command, "--epochs", "1"}), 3, "MLPLAB_RESOURCES");
}

TEST(Cli, UnusableFilesAndFoldersAreNamed) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "file", "x");
  test::write_bytes(folder / "bad.safetensors", std::string(100, 'x'));
  expect_refused(run_cli({"train", "--data", (folder / "none").string()}), 3, "none");
  expect_refused(run_cli(quick(folder / "file/run")), 3, "file/run");
  expect_refused(run_cli(quick(folder / "run", {"--save", (folder / "no/such/m").string()})), 3, "no/such");
  expect_refused(run_cli(quick(folder / "run2", {"--events", (folder / "no/events").string()})), 3, "no/events");
  expect_refused(run_cli({"train", "--init", (folder / "bad.safetensors").string()}), 3, "bad.safetensors");
  expect_refused(run_cli({"train", "--resume", (folder / "none").string()}), 3, "none");
  expect_refused(run_cli({"train", "--resume", (folder / "none").string(), "--batch", "3"}), 2, "--batch");
}

TEST(Cli, ACurrentFolderThatIsGoneIsASentence) {
  const test::TemporaryFolder folder;
  const std::string here = (folder / "here").string();
  expect_refused(test::run_program({"/bin/sh", "-c",
                                    "mkdir " + here + "; cd " + here + "; rmdir " + here +
                                        "; exec " MLPLAB_BIN "/mlplab-cli train --network 784-10 --out new"}),
                 3, "the current folder cannot be used");
}

/// A set that is small on disk, under a limit that leaves the machine alone.
TEST(Cli, ImagesTooLargeForTheMemoryAreASentence) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  expect_refused(test::run_program({"/bin/sh", "-c",
                                    "ulimit -v 1000000; exec " MLPLAB_BIN "/mlplab-cli train --backend sequential "
                                    "--image-size 4096 --network 36-4 --data " +
                                        (folder / "data").string() + " --out " + (folder / "out").string()}),
                 3, "and there is room for");
}

// The parser's own rules took 010 for 8, 0x10 for 16 and 0x1p-3 for 0.125.
TEST(Cli, NumbersAreInBaseTenAndACommaIsRefused) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  const auto train = [&](const std::string& option, const std::string& value) {
    return run_cli({"train", "--data", (folder / "data").string(), "--network", "36-4", "--backend", "sequential",
                    "--epochs", "1", "--out", (folder / ("run" + value)).string(), "--json", option, value});
  };
  EXPECT_EQ(parse_json(train("--batch", "010").out)["batch"], 10);
  EXPECT_EQ(parse_json(train("--batch", "1e1").out)["batch"], 10);
  EXPECT_EQ(parse_json(train("--lr", "1e-2").out)["lr"], 0.01);
  for (const auto& [option, value] : {std::pair("--lr", "0,001"),
                                      {"--lr", "0x1p-3"},
                                      {"--lr", "nan"},
                                      {"--batch", "0x10"},
                                      {"--batch", "1,000"},
                                      {"--validation", "0,2"}})
    expect_refused(train(option, value), 2, std::string("'") + value + "' is not a ");
}

/// The highest bits of exponents: the weights are finite numbers, and what they give is none.
TEST(Cli, ADamagedCheckpointIsNoDivergence) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run_cli(quick(folder / "run")).code, 0);
  const std::string whole = test::read_bytes(folder / "run/checkpoint.safetensors");
  for (std::size_t i = 0; i < 8; ++i) {
    std::string damaged = whole;
    for (std::size_t k = 0; k < 3; ++k) {
      char& byte = damaged[damaged.size() - 1 - 4 * (37 * i + 1001 * k)];
      byte = static_cast<char>(byte ^ 0x40);
    }
    test::write_bytes(folder / "damaged", damaged);
    expect_refused(run_cli(quick(folder / ("from" + std::to_string(i)), {"--init", (folder / "damaged").string()})), 3,
                   "its numbers are not those that were written");
  }
}

TEST(Cli, ListsOfNumbersAreInBaseTen) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  const auto sweep = [&](const std::string& option, const std::string& values, const std::string& out) {
    return run_cli({"sweep", "--data", (folder / "data").string(), "--network", "36-8-4", "--backend", "sequential",
                    "--epochs", "1", "--warmup", "0", "--repeats", "1", "--out", (folder / out).string(), option,
                    values});
  };
  EXPECT_NE(sweep("--batch", "016,1e1", "good").out.find("| 10 "), std::string::npos);
  EXPECT_NE(test::read_bytes(folder / "good/sweep.json").find("\"16\""), std::string::npos) << "as it was understood";
  for (const auto& [option, values] : {std::pair("--batch", "16,0x20"), {"--batch", "16,1 000"}, {"--seed", "1,1_000"}})
    expect_refused(sweep(option, values, "bad"), 2, "whole number");
  expect_refused(run_cli({"operations", "pooling", "--sizes", "8,0x10", "--repeats", "1"}), 2, "0x10");
  expect_refused(run_cli({"operations", "embeddings", "--model", "m", "--pools", "1,0x2"}), 2, "0x2");
  expect_refused(run_cli({"profile", "--batch", "16,0x20"}), 2, "0x20");
}

TEST(Cli, DamagedIdxFilesEndWithCode3) {
  const test::TemporaryFolder folder;
  const auto write_good = [&] {
    for (const char* stem : {"train", "t10k"}) {
      write_idx(folder / (std::string(stem) + "-images-idx3-ubyte"), {{50, 4, 4}, std::vector<std::uint8_t>(800, 9)});
      std::vector<std::uint8_t> labels(50);
      for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint8_t>(i % 3);
      write_idx(folder / (std::string(stem) + "-labels-idx1-ubyte"), {{50}, labels});
    }
  };
  const auto train_on = [&] {
    return run_cli({"train", "--data", folder.path().string(), "--batch", "10", "--epochs", "1", "--out",
                    (folder / "run").string()});
  };
  write_good();
  EXPECT_EQ(train_on().code, 0) << "other shapes than MNIST's fit themselves";
  const std::string good = test::read_bytes(folder / "train-images-idx3-ubyte");
  for (const std::string& bad : {good.substr(0, 500), std::string(), "PK" + good.substr(2), good + "x",
                                 good.substr(0, 4) + std::string(4, '\xff') + good.substr(8)}) {
    test::write_bytes(folder / "train-images-idx3-ubyte", bad);
    expect_refused(train_on(), 3, "train-images-idx3-ubyte");
  }
  write_good();
  write_idx(folder / "t10k-labels-idx1-ubyte", {{3}, {0, 1, 2}});
  expect_refused(train_on(), 3, "3 labels for the 50 images");
}

TEST(Cli, AFullDiskIsSaidAndTheExitCodeIsNotZero) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(quick(folder / "run", {"--events", "/dev/full", "--json", "--epochs", "1"}));
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("/dev/full"), std::string::npos) << ran.err;
  EXPECT_EQ(parse_json(ran.out)["status"], "done") << "the run itself went on";
}

TEST(Cli, DivergenceEndsWithCode5AndKeepsTheLastGoodModel) {
  const test::TemporaryFolder folder;
  const test::Ran ran =
      run_cli(quick(folder / "run", {"--lr", "1000", "--activation", "tanh", "--loss", "mean-squared-error", "--epochs",
                                     "60", "--network", "784-10", "--save", (folder / "m").string()}));
  EXPECT_EQ(ran.code, 5) << ran.err;
  EXPECT_NE(ran.err.find("lower learning rate"), std::string::npos) << ran.err;
  EXPECT_EQ(
      run_cli(quick(folder / "again", {"--init", (folder / "m").string(), "--network", "784-10", "--epochs", "1"}))
          .code,
      0);
}

void expect_a_killed_run_to_go_on(const std::string& network) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> more{"--epochs",   "6",      "--optimizer",   "adam", "--lr",      "0.002",
                                      "--schedule", "cosine", "--train-limit", "3000", "--network", network};
  std::vector<std::string> unbroken = quick(folder / "unbroken", more);
  unbroken.push_back("--json");
  const json expected = parse_json(run_cli(unbroken).out);

  const auto epochs_kept = [&] {
    try {
      const auto checkpoint = read_checkpoint(folder / "killed").state;
      return checkpoint ? checkpoint->epochs_done : 0;
    } catch (const std::exception&) {
      return 0;
    }
  };
  int kept = 6;
  for (int attempt = 0; attempt < 5 && kept == 6; ++attempt) {  // on a busy machine the kill may come after the end
    std::filesystem::remove_all(folder / "killed");
    const int pid = test::start_cli(quick(folder / "killed", more), folder / "log");
    while (epochs_kept() < 2 && test::running(pid)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(pid, SIGKILL);
    const int code = test::wait_for(pid);
    kept = epochs_kept();
    ASSERT_TRUE(code == 128 + SIGKILL || kept == 6) << code << ": " << test::read_bytes(folder / "log");
  }
  ASSERT_GE(kept, 2);
  ASSERT_LT(kept, 6) << "killed too late to show anything";

  const test::Ran resumed = run_cli({"train", "--resume", (folder / "killed").string(), "--json"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const json got = parse_json(resumed.out);
  EXPECT_EQ(got["loss_train"], expected["loss_train"]);
  EXPECT_EQ(got["loss_test"], expected["loss_test"]);
  EXPECT_EQ(got["accuracy_test"], expected["accuracy_test"]);
  EXPECT_EQ(read_checkpoint(folder / "killed").state->parameters,
            read_checkpoint(folder / "unbroken").state->parameters);
  EXPECT_EQ(parse_json(run_cli({"train", "--resume", (folder / "killed").string(), "--json"}).out)["status"], "done")
      << "resuming a finished run says so";
}

TEST(Cli, AKilledRunGoesOnToTheSameResult) { expect_a_killed_run_to_go_on("784-32-10"); }

/// The network has running statistics and dropout, and is in a file.
TEST(Cli, AKilledConvolutionalRunGoesOnToTheSameResult) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "small.json", R"({"format":"mlplab-network-1","input_shape":[1,28,28],"layers":[
      {"type":"conv2d","name":"conv1","channels":3,"kernel":5,"stride":4},
      {"type":"batch_norm","name":"bn1","activation":"relu"},{"type":"dropout","rate":0.2},
      {"type":"dense","name":"fc","units":10,"activation":"identity"}]})");
  expect_a_killed_run_to_go_on((folder / "small.json").string());
}

TEST(Cli, CtrlCClosesTheRunProperlyAndItCanBeResumed) {
  const test::TemporaryFolder folder;
  const int pid = test::start_cli(quick(folder / "run", {"--epochs", "100000"}), folder / "log");
  while (!std::filesystem::exists(folder / "run/checkpoint.safetensors") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(pid, SIGINT);
  EXPECT_EQ(test::wait_for(pid), 130) << test::read_bytes(folder / "log");
  const StoredRun stored = read_run(folder / "run");
  ASSERT_TRUE(stored.log.ended.has_value());
  EXPECT_EQ(stored.log.ended->status, RunStatus::stopped);
  EXPECT_EQ(read_checkpoint(folder / "run").state->epochs_done, stored.log.ended->epochs_done);
}

TEST(Cli, ABatchOfEachRankIsKeptBesideTheWhole) {
  const auto words = [](std::vector<std::string> more) {
    std::vector<std::string> all{"train",    "--network", "784-8-10", "--train-limit",    "200", "--test-limit", "50",
                                 "--epochs", "1",         "--json",   "--batch-per-rank", "8"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const test::TemporaryFolder folder;
  expect_refused(run_cli(words({"--batch", "8", "--workers", "2"})), 2, "say one of them");
  expect_refused(run_cli(words({"--backend", "sequential"})), 2, "no workers that share a batch");
  const test::Ran ran =
      run_cli(words({"--backend", "processes-shared", "--workers", "2", "--out", (folder / "run").string()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = parse_json(ran.out);
  EXPECT_EQ(result["batch"], 16);
  EXPECT_EQ(result["batch_per_rank"], 8);
  EXPECT_EQ(parse_json(test::read_bytes(folder / "run" / "spec.json"))["batch_per_rank"], 8);
}

TEST(Cli, StudiesAreListedShownAndRun) {
  const test::TemporaryFolder folder;
  const test::Ran list = run_cli({"study", "list"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("\ncaldas-width "), std::string::npos) << list.out;
  const test::Ran shown = run_cli({"study", "show", "caldas-width"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  const std::string command = "mlplab-cli sweep --axis width --values 256,500 --backend loops";
  EXPECT_NE(shown.out.find("  " + command), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("At most about "), std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find("| C + OpenMP"), std::string::npos) << "threads are another study";
  const test::Ran threads = run_cli({"study", "show", "caldas-threads"});
  EXPECT_NE(threads.out.find("| C + OpenMP | 1       | 27.88 "), std::string::npos) << threads.out;
  EXPECT_NE(threads.out.find("What is doubtful in the published figures:"), std::string::npos) << threads.out;
  EXPECT_EQ(threads.out.find("| Python"), std::string::npos) << "those of processes";
  const test::Ran ran = run_cli({"study", "run", "caldas-width", "--json", "--out", (folder / "width").string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err.find(command), 0U) << "what is run can be varied: " << ran.err;
  const json result = parse_json(ran.out);
  EXPECT_EQ(result["axis"], "width");
  EXPECT_EQ(result["run"]["data"]["train_limit"], 6000);
  EXPECT_EQ(result["run"]["batch"], 256);
  EXPECT_NE(run_cli({"study", "show", "unam-pooling"})
                .out.find("operations pooling --sizes 4,8,16,32,64,128,256 --repeats 3"),
            std::string::npos);
  expect_refused(run_cli({"study", "run", "caldas"}), 2, "there is no study 'caldas'; there are caldas-batches");
  expect_refused(run_cli({"study", "run", "caldas-width", "--size", "huge"}), 2, "laptop");
  expect_refused(run_cli({"study", "show"}), 2, "there is no study ''");
}

TEST(Cli, EveryBackendPrintsTheLossesOfTheSequentialOne) {
  const test::TemporaryFolder folder;
  int count = 0;
  const auto losses = [&](const std::string& backend) {
    const test::Ran ran =
        run_cli({"train", "--backend", backend, "--network", "784-32-10", "--train-limit", "600", "--test-limit", "200",
                 "--epochs", "2", "--json", "--out", (folder / ("run-" + backend + std::to_string(++count))).string()});
    EXPECT_EQ(ran.code, 0) << backend << ": " << ran.err;
    return parse_json(ran.out)["loss_train"].get<std::vector<double>>();
  };
  const auto expected = losses("sequential");
  for (const json& entry : parse_json(run_cli({"backends", "--json"}).out)) {
    if (!entry["available"].get<bool>() || entry["name"] == "sequential") continue;
    const auto got = losses(entry["name"]);
    for (std::size_t e = 0; e < expected.size(); ++e)
      EXPECT_NEAR(got[e], expected[e], 5e-5) << entry["name"] << " epoch " << e + 1;
  }
}

}  // namespace
}  // namespace mlplab
