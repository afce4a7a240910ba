// Paths that cannot be used, for every option that takes one: exit code 3, one sentence that names it, before anything
// is trained. To test another option: a line in `uses`.
#include "core/base/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/data/idx.h"
#include "core/model/model_file.h"
#include "core/study/profile/profile_study.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

struct Use {
  std::string what;
  std::vector<std::string> words;  // PATH stands for the path
};

/// So long a training that a refusal at its end would never come.
std::vector<std::string> run_words(const fs::path& folder) {
  return {"--data", (folder / "data").string(), "--network", "36-4", "--batch", "16", "--epochs", "90000"};
}

class Paths : public testing::TestWithParam<Use> {
 protected:
  Paths() {
    write_idx_folder(folder_ / "data", test::small_dataset(48, 16));
    RunSpec spec = test::small_spec();
    save_model(folder_ / "model", initial_state(spec.model, spec.optimizer, 1));
    test::write_bytes(folder_ / "file", "x");
  }
  test::Ran with(const std::string& path) {
    std::vector<std::string> words;
    for (const std::string& word : GetParam().words) {
      if (word == "RUN")
        for (const std::string& more : run_words(folder_.path())) words.push_back(more);
      else if (word == "MODEL")
        words.push_back(folder_ / "model");
      else
        words.push_back(word == "PATH" ? path : word);
    }
    return test::run_cli(words, 30.0);
  }
  void expect_refused(const std::string& path, const std::string& named) {
    const test::Ran ran = with(path);
    const std::string where = GetParam().what + " " + path;
    EXPECT_EQ(ran.code, 3) << where << ": " << ran.err;
    EXPECT_NE(ran.err.find(named), std::string::npos) << where << ": " << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << where << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << where;
  }
  test::TemporaryFolder folder_;
};

TEST_P(Paths, ThatCannotBeUsedAreNamedAtOnce) {
  fs::create_symlink(folder_ / "loop", folder_ / "loop");
  const std::string loop = (folder_ / "loop").string(), too_long = (folder_ / std::string(300, 'n')).string();
  expect_refused(loop, loop);
  expect_refused(loop + "/inner", loop);
  expect_refused(too_long, too_long);
  expect_refused((folder_ / "file/inner").string(), "file/inner");
  expect_refused((folder_ / "not-\xff-utf8").string(), "not-\uFFFD-utf8 is not UTF-8");
  fs::create_directory(folder_ / "closed");
  fs::permissions(folder_ / "closed", fs::perms::none);
  expect_refused((folder_ / "closed/inner").string(), "closed");
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
}

std::vector<Use> uses() {
  return {{"train_data", {"train", "--backend", "sequential", "--data", "PATH"}},
          {"train_out", {"train", "--backend", "sequential", "RUN", "--json", "--out", "PATH"}},
          {"train_events", {"train", "--backend", "sequential", "RUN", "--events", "PATH"}},
          {"train_save", {"train", "--backend", "sequential", "RUN", "--save", "PATH"}},
          {"train_resume", {"train", "--resume", "PATH"}},
          {"train_init", {"train", "--backend", "sequential", "--init", "PATH"}},
          {"classify_model", {"classify", "PATH", "image.png"}},
          {"classify_image", {"classify", "MODEL", "PATH"}},
          {"sweep_out", {"sweep", "--backend", "sequential", "RUN", "--json", "--values", "1", "--out", "PATH"}},
          {"sweep_data", {"sweep", "--backend", "sequential", "--data", "PATH"}},
          {"sweep_resume", {"sweep", "--resume", "PATH"}},
          {"compare_out", {"compare", "--backends", "sequential", "RUN", "--json", "--out", "PATH"}},
          {"compare_data", {"compare", "--backends", "sequential", "--data", "PATH"}},
          {"profile_out", {"profile", "--backend", "sequential", "RUN", "--json", "--out", "PATH"}},
          {"profile_trace", {"profile", "--backend", "sequential", "RUN", "--trace", "PATH"}},
          {"profile_open", {"profile", "--open", "PATH"}},
          {"report_path", {"report", "PATH", "--out", "report-of-nothing"}}};
}

INSTANTIATE_TEST_SUITE_P(Options, Paths, testing::ValuesIn(uses()),
                         [](const auto& tested) { return tested.param.what; });

TEST(Files, OfAnotherRunAreNotReplaced) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset(48, 16));
  const std::vector<std::string> common{
      "train", "--data", (folder / "data").string(), "--network", "36-4", "--batch", "16", "--epochs", "1"};
  const auto train = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    return test::run_cli(more, 60.0);
  };
  ASSERT_EQ(train({"--out", (folder / "first").string()}).code, 0);
  const std::string log = read_file(folder / "first/events.jsonl"),
                    model = read_file(folder / "first/checkpoint.safetensors");
  for (const auto& [option, name] :
       {std::pair{"--events", "first/events.jsonl"}, std::pair{"--save", "first/checkpoint.safetensors"}}) {
    const test::Ran ran = train({"--out", (folder / "second").string(), option, (folder / name).string()});
    EXPECT_EQ(ran.code, 2) << option << ": " << ran.err;
    EXPECT_NE(ran.err.find((folder / name).string()), std::string::npos) << ran.err;
    EXPECT_FALSE(fs::exists(folder / "second"));
  }
  EXPECT_EQ(read_file(folder / "first/events.jsonl"), log);
  EXPECT_EQ(read_file(folder / "first/checkpoint.safetensors"), model);
}

TEST(Files, AProfileThatIsKilledHasThePointsThatWereDone) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset(2048, 16));
  const int pid =
      test::start_cli({"profile", "--data", (folder / "data").string(), "--network", "36-4", "--backend", "sequential",
                       "--batch", "512,1", "--epochs", "300", "--out", (folder / "kept.json").string()},
                      folder / "log");
  while (!fs::exists(folder / "kept.json") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(pid, SIGKILL);
  test::wait_for(pid);
  EXPECT_EQ(read_profile_study(folder / "kept.json").points.size(), 1U) << test::read_bytes(folder / "log");
}

TEST(Files, OneThatMayNotGrowIsSaidAndNotASignal) {
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  // Blocks of 512 bytes: too few for a checkpoint.
  const test::Ran ran = test::run_program(
      {"/bin/sh", "-c",
       "ulimit -f 8; exec " + std::string(MLPLAB_BIN) + "/mlplab-cli train --backend sequential --data " +
           (folder / "data").string() + " --network 36-100-4 --epochs 1 --out " + (folder / "run").string()});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("File too large"), std::string::npos) << ran.err;
}

using OutputFiles = Paths;

/// Another file takes the place of the old one: that must not be a device.
TEST_P(OutputFiles, ADeviceIsNotReplaced) {
  const fs::path pipe = folder_ / "link";
  fs::create_symlink("/dev/null", pipe);
  expect_refused(pipe, "no ordinary file");
  EXPECT_TRUE(fs::is_symlink(pipe));
  expect_refused(folder_.path(), "is a folder");
}

std::vector<Use> outputs() {
  std::vector<Use> all = uses();
  std::erase_if(all, [](const Use& use) {
    return use.what != "train_save" && use.what != "profile_out" && use.what != "profile_trace";
  });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Options, OutputFiles, testing::ValuesIn(outputs()),
                         [](const auto& tested) { return tested.param.what; });

}  // namespace
}  // namespace mlplab
