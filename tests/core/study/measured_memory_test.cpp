// The memory of the runs of a study: what a watch makes of a run's events, and what a sweep and a comparison keep.
#include "core/study/measured_memory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/reporting/comparison_report.h"
#include "core/reporting/sweep_report.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "core/study/kinds/scaling.h"
#include "core/study/store.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

constexpr std::int64_t mib = 1 << 20;

RunStarted started_with(const RunSpec& spec) {
  RunStarted started;
  started.spec = spec;
  return started;
}

/// GPUs whose memory is `bytes`, which a test changes.
MemoryWatch::Devices made_devices(const std::vector<std::uint64_t>& bytes, const std::string& why_not = {}) {
  return [&bytes, why_not] {
    std::vector<DeviceLoad> all;
    for (const std::uint64_t used : bytes) all.push_back({.device = "GPU", .memory_bytes = used, .why_not = why_not});
    return all;
  };
}

TEST(MemoryWatch, TakesTheMostThatAllGpusOfARunHadTogether) {
  std::vector<std::uint64_t> bytes = {1'000, 500};
  MemoryWatch watch([&](const RunSpec&) { return made_devices(bytes); });
  watch.on_event(started_with(test::small_spec()));
  bytes = {4'000, 2'000};
  watch.on_event(EpochDone{.epoch = 1});
  bytes = {3'000, 900};
  EXPECT_EQ(watch.memory().device_bytes, 6'000);
  EXPECT_GT(watch.memory().peak_bytes.value_or(0), mib) << "of this process, as everywhere";
}

TEST(MemoryWatch, WhatCannotBeReadIsNotKnown) {
  const std::vector<std::uint64_t> bytes = {0};
  MemoryWatch lost([&](const RunSpec&) { return made_devices(bytes, "the driver does not say"); });
  lost.on_event(started_with(test::small_spec()));
  lost.on_event(EpochDone{.epoch = 1});
  EXPECT_FALSE(lost.memory().device_bytes) << "and not 0";
  MemoryWatch cpu;
  cpu.on_event(started_with(test::small_spec()));
  EXPECT_FALSE(cpu.memory().device_bytes) << "there is none";
  EXPECT_EQ(MemoryWatch().memory(), RunMemory()) << "nothing began";
  RunSpec team = test::small_spec();
  team.team.emplace().ranks = 2;
  MemoryWatch unseen;
  unseen.on_event(started_with(team));
  unseen.on_event(EpochDone{.epoch = 1});
  EXPECT_FALSE(unseen.memory().peak_bytes) << "its processes were gone before they were seen";
}

/// A process has its memory once it computes, and the mark of one that has ended is gone.
TEST(MemoryWatch, ATeamIsKnownOnceItsProcessesWereSeenAtTheEndOfAnEpoch) {
  RunSpec team = test::small_spec();
  team.team.emplace().ranks = 1;
  for (const bool in_time : {false, true}) {
    const int pid = ::fork();
    if (pid == 0) {
      ::pause();
      ::_exit(0);
    }
    const auto end_it = [&] {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    };
    MemoryWatch watch;
    watch.on_event(started_with(team));
    if (!in_time) end_it();
    watch.on_event(EpochDone{.epoch = 1});
    if (in_time) end_it();
    EXPECT_EQ(watch.memory().peak_bytes.has_value(), in_time);
  }
}

TEST(MemoryWatch, OfARunOnOtherMachinesThisOnesShareDoesNotPassForAll) {
  const std::vector<std::uint64_t> bytes = {1};
  RunSpec remote = test::small_spec();
  remote.host = "user@server";
  MemoryWatch watch([&](const RunSpec&) { return made_devices(bytes); });
  watch.on_event(started_with(remote));
  watch.on_event(EpochDone{.epoch = 1});
  EXPECT_EQ(watch.memory(), RunMemory());
  const test::TemporaryFolder folder;
  RunSpec lost = test::small_spec();
  lost.team.emplace().transport = "mpi";
  lost.team->options["hostfile"] = (folder / "gone").string();
  MemoryWatch unknown;
  unknown.on_event(started_with(lost));
  EXPECT_EQ(unknown.memory(), RunMemory()) << "which machines take part is not known any more";
}

TEST(RunMemory, OfACellIsTheMedianOfTheRunsThatKnowIt) {
  const MedianMemory memory = memory_of_runs({{100}, {}, {300, 7}, {110}});
  EXPECT_EQ(memory.peak_bytes, 110.0);
  EXPECT_EQ(memory.device_bytes, 7.0);
  EXPECT_FALSE(std::isfinite(memory_of_runs({{}, {}}).peak_bytes));
}

/// A training that holds so much of the system's memory while it lasts.
TrainFunction holding(std::function<std::int64_t(const RunSpec&)> bytes) {
  return [bytes](const RunSpec& spec, const Dataset& data, EventSink& sink, RunControl& control) {
    const auto size = static_cast<std::size_t>(bytes(spec));
    void* held = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    EXPECT_NE(held, MAP_FAILED);
    const RunEnded ended = fake_training([](const RunSpec&) { return 0.1; })(spec, data, sink, control);
    ::munmap(held, size);
    return ended;
  };
}

class MemoryOfASweep : public SweepFolder {
 protected:
  void SetUp() override {
    if (!PeakMemory().bytes()) GTEST_SKIP() << "skipped: the system does not put the mark back";
  }
  SweepAnalysis measured() {
    SweepSpec spec = batches();
    SweepStore store = SweepStore::create(folder_, spec);
    QuietSweep sink;
    RunControl control;
    run_sweep(store, dataset_, sink, control,
              holding([](const RunSpec& run) { return run.batch == 32 ? 400 * mib : 10 * mib; }));
    return analyse(SweepStore::open(folder_));
  }
};

/// All runs share this process, and the one with much memory comes before others.
TEST_F(MemoryOfASweep, NoRunHasThePeakOfAnEarlierOne) {
  const SweepAnalysis analysis = measured();
  const std::vector<Cell> cells = cells_of(analysis);
  ASSERT_EQ(cells.size(), 3U);
  for (const SweepPoint& point : analysis.points) {
    ASSERT_EQ(point.runs.size(), 3U);
    for (const SweepRun& run : point.runs) {
      EXPECT_GT(run.memory.peak_bytes.value_or(0), (run.batch == 32 ? 400 : 10) * mib) << run.id();
      EXPECT_FALSE(run.memory.device_bytes) << "there is no GPU";
    }
  }
  const auto peak = [&](std::size_t cell) { return figures::peak_memory.of(cells[cell]).value; };
  EXPECT_GT(peak(1), peak(0) + 380.0 * mib);
  EXPECT_GT(peak(1), peak(2) + 380.0 * mib) << "what came after it has nothing of it";
}

TEST_F(MemoryOfASweep, IsInEveryFormOfItsResult) {
  const SweepAnalysis analysis = measured();
  const TableInTwoForms table = sweep_table(analysis);
  const auto column = std::ranges::find(table.exact.header, "peak_memory_bytes") - table.exact.header.begin();
  const auto shown = std::ranges::find(table.shown.header, "peak MB") - table.shown.header.begin();
  ASSERT_LT(column, std::ssize(table.exact.header));
  ASSERT_LT(shown, std::ssize(table.shown.header));
  const nlohmann::ordered_json json = sweep_json(analysis);
  for (std::size_t i = 0; i < 3; ++i) {
    const double bytes = json.at("points").at(i).at("peak_memory_bytes").get<double>();
    EXPECT_EQ(bytes, cells_of(analysis)[i].memory.peak_bytes);
    EXPECT_EQ(std::stod(table.exact.rows[i][static_cast<std::size_t>(column)]), bytes);
    EXPECT_NEAR(std::stod(table.shown.rows[i][static_cast<std::size_t>(shown)]), 1e-6 * bytes, 0.006e-6 * bytes);
    EXPECT_TRUE(json.at("points").at(i).at("device_memory_bytes").is_null());
  }
  EXPECT_EQ(std::ranges::count(table.shown.header, "GPU MB"), 0) << "no column of what nobody knows";
}

TEST_F(MemoryOfASweep, OfOlderFilesIsNotKnown) {
  measured();
  std::string older;
  const std::string text = read_file(folder_ / "runs.jsonl");
  for (const std::string_view line : whole_lines(text)) {
    nlohmann::json run = parse_json(line);
    EXPECT_EQ(run.erase("peak_memory_bytes"), 1U);
    older += dump_json(run) + "\n";
  }
  write_file_atomically(folder_ / "runs.jsonl", older, /*to_disk=*/false);
  const SweepAnalysis analysis = analyse(SweepStore::open(folder_));
  const Cell cell = cells_of(analysis).front();
  EXPECT_EQ(figure_text(figures::peak_memory, cell), "–");
  EXPECT_TRUE(sweep_json(analysis).at("points").at(0).at("peak_memory_bytes").is_null());
  EXPECT_EQ(std::ranges::count(table_figures(analysis), &figures::peak_memory), 0);
  EXPECT_THROW((void)parse_json(R"({"peak_memory_bytes":-1})").get<SweepRun>(), std::exception);
}

TEST(MemoryOfAComparison, IsKeptWithEachRun) {
  Comparison comparison = made_comparison();
  const test::TemporaryFolder folder;
  const auto again = [&] {
    save_comparison(folder / "measured.json", comparison);
    return read_comparison(folder / "measured.json");
  };
  EXPECT_FALSE(figures::peak_memory.of(cell_of(again().rows[0])).known());
  for (const std::int64_t bytes : {150 * mib, 170 * mib})
    add_run(comparison.rows[1],
            {.round = static_cast<int>(comparison.rows[1].runs.size()),
             .log = made_run("simd", 0.01, 3),
             .noise = {},
             .memory = {.peak_bytes = bytes, .device_bytes = 3 * bytes}},
            0.97);
  const Comparison read = again();
  EXPECT_EQ(read.rows[1].runs[0].memory, RunMemory()) << "of an older version";
  EXPECT_EQ(read.rows[1].runs[2].memory, comparison.rows[1].runs[2].memory);
  EXPECT_EQ(figures::peak_memory.of(cell_of(read.rows[1])).value, 160.0 * mib);
  const nlohmann::ordered_json json = comparison_json(read);
  EXPECT_EQ(json.at(1).at("device_memory_bytes"), 480.0 * mib);
  EXPECT_TRUE(json.at(0).at("peak_memory_bytes").is_null());
  const Table shown = comparison_table(read, nullptr).shown;
  const auto column = std::ranges::find(shown.header, "GPU MB") - shown.header.begin();
  ASSERT_LT(column, std::ssize(shown.header));
  EXPECT_EQ(shown.rows[0][static_cast<std::size_t>(column)], "–");
  EXPECT_EQ(shown.rows[1][static_cast<std::size_t>(column)], "503");
}

}  // namespace
}  // namespace mlplab
