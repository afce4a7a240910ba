// The terminal program where its standard streams are full, closed or without a reader (README.md).
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "core/data/idx.h"
#include "core/model/model_file.h"
#include "core/run/run_record.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class Streams : public testing::Test {
 protected:
  Streams() {
    write_idx_folder(folder_ / "data", test::small_dataset());
    const RunSpec spec = test::small_spec();
    TrainingState state = initial_state(spec.model, spec.optimizer, 1);
    state.preparation = std::make_shared<const Preparation>(Preparation{.image = {6, 6, 1}});
    save_model(folder_ / "model", state);
    GrayImage image(6, 6);
    for (int y = 1; y < 5; ++y) image.at(y, 3) = 255;
    test::write_bytes(folder_ / "image.png", test::png_bytes(image));
  }
  std::string run(int epochs = 1) const {
    return " --data " + (folder_ / "data").string() + " --network 36-4 --epochs " + std::to_string(epochs) + " ";
  }
  std::string new_out() { return " --out " + (folder_ / ("out" + std::to_string(++count_))).string() + " "; }
  /// Each command that prints a result, but for `backends`, which takes its time.
  std::vector<std::string> commands() {
    return {"--version",
            "--help",
            "train --help",
            "classify " + (folder_ / "model").string() + " " + (folder_ / "image.png").string(),
            "classify --json " + (folder_ / "model").string() + " " + (folder_ / "image.png").string(),
            "train --backend sequential" + run() + new_out(),
            "train --backend sequential --json" + run() + new_out(),
            "train --backend sequential --events -" + run() + new_out(),
            "sweep --backend sequential --values 1 --repeats 1 --csv" + run() + new_out(),
            "compare --backends sequential --json" + run() + new_out(),
            "profile --backend sequential --batch 16" + run()};
  }
  test::Ran shell(const std::string& arguments, const std::string& streams) {
    return test::run_program({"/bin/sh", "-c", std::string(MLPLAB_BIN) + "/mlplab-cli " + arguments + " " + streams});
  }
  test::TemporaryFolder folder_;
  int count_ = 0;
};

TEST_F(Streams, AFullStdoutIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "skipped: no /dev/full here";
  std::vector<std::string> all = commands();
  all.insert(all.end(), {"backends", "backends --json"});
  for (const std::string& command : all) {
    const test::Ran ran = shell(command, ">/dev/full");
    EXPECT_EQ(ran.code, 3) << command << ": " << ran.err;
    EXPECT_NE(ran.err.find("could not be written"), std::string::npos) << command << ": " << ran.err;
  }
}

TEST_F(Streams, ClosedOnesAreNobodyElses) {
  for (const std::string& command : commands()) {
    const test::Ran ran = shell(command, "<&- >&-");
    EXPECT_EQ(ran.code, 3) << command << ": " << ran.err;
    EXPECT_NE(ran.err.find("could not be written"), std::string::npos) << command << ": " << ran.err;
  }
  for (const char* streams : {"<&-", "2>&-", "<&- 2>&-"})
    EXPECT_EQ(shell("train --backend sequential" + run() + new_out(), streams).code, 0) << streams;
}

TEST_F(Streams, AReaderThatGoesIsNoError) {
  constexpr int writing_end = 9;  // of a pipe that nobody reads
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::dup2(ends[1], writing_end), writing_end);
  for (const int end : ends) ::close(end);
  for (const std::string& command : commands()) {
    const test::Ran ran = shell(command, ">&" + std::to_string(writing_end));
    EXPECT_EQ(ran.code, 141) << command << ": " << ran.err;
    EXPECT_EQ(ran.err, "") << command;
  }
  ::close(writing_end);
}

TEST_F(Streams, ARunWhoseReaderGoesIsStoppedInGoodOrder) {
  const fs::path out = folder_ / "run";
  const std::string code = folder_ / "code";
  const test::Ran ran =
      test::run_program({"/bin/sh", "-c",
                         "(" + std::string(MLPLAB_BIN) + "/mlplab-cli train --backend sequential" + run(100'000) +
                             "--events - --out " + out.string() + "; echo $? > " + code + ") | head -n 5"});
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 5);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(test::read_bytes(code), "141\n");
  const StoredRun stored = read_run(out);
  ASSERT_TRUE(stored.log.ended.has_value());
  EXPECT_EQ(stored.log.ended->status, RunStatus::stopped);
}

}  // namespace
}  // namespace mlplab
