// The lab report from things made by hand: what hostile names become, what a long run, a single run, a sweep that says
// nothing and a comparison without its baseline look like.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/class/kept_round.h"
#include "core/data/load.h"
#include "core/notebook/notes.h"
#include "core/operations/kept_study.h"
#include "core/reporting/lab/writers.h"
#include "core/reporting/ticks.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/profile/profile_study.h"
#include "core/study/rounding.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/report_numbers.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Those of charts and tables of figures that do not say on which data, how many images and epochs was trained.
std::vector<std::string> captions_without_work(const Report& report) {
  std::vector<std::string> captions;
  for (const ReportSection& section : report.sections)
    for (const ReportPart& part : section.parts) {
      const auto* chart = std::get_if<ReportChart>(&part);
      const auto* table = std::get_if<ReportTable>(&part);
      if (chart == nullptr && (table == nullptr || table->name.empty())) continue;
      const std::string& caption = chart != nullptr ? chart->caption : table->caption;
      const bool named = caption.find(say("%1 images", "")) != std::string::npos ||
                         caption.find(say("number of images not known")) != std::string::npos;
      if (caption.find(say("Trained on %1.", "").substr(0, 11)) == std::string::npos || !named)
        captions.push_back(caption);
    }
  return captions;
}

class LabReport : public testing::Test {
 protected:
  fs::path keep_run(const std::string& name, const RunLog& log) const {
    const fs::path folder = folder_ / name;
    fs::create_directory(folder);
    test::write_bytes(folder / "spec.json", dump_json(nlohmann::json(log.started.spec)));
    std::string lines = hello_line() + "\n" + to_line(log.started) + "\n";
    for (const EpochDone& epoch : log.epochs) lines += to_line(epoch) + "\n";
    for (const std::string& warning : log.warnings) lines += to_line(Warned{warning}) + "\n";
    if (log.ended) lines += to_line(*log.ended) + "\n";
    test::write_bytes(folder / "events.jsonl", lines);
    return folder;
  }
  Report report_of(const std::vector<fs::path>& paths, const std::string& title = "") const {
    Report report = make_report({.title = title, .paths = paths, .resources = {}});
    for (const std::string& caption : captions_without_work(report)) ADD_FAILURE() << caption;
    return report;
  }
  fs::path write(const Report& report) const {
    write_report(folder_ / "report", report_files(report));
    return folder_ / "report";
  }
  test::TemporaryFolder folder_;
};

RunLog long_run(int epochs) {
  RunLog log = made_run("sequential", 0.25, epochs);
  for (EpochDone& epoch : log.epochs) epoch.accuracy_test = 0.9 + 0.05 * epoch.epoch / epochs;
  return log;
}

std::string items_of(const Report& report, const std::string& title) {
  std::string text;
  for (const ReportSection& section : report.sections) {
    if (section.title != title) continue;
    for (const ReportPart& part : section.parts)
      if (const auto* list = std::get_if<ReportList>(&part))
        for (const std::string& item : list->items) text += item + "\n";
  }
  return text;
}

const ReportChart* chart_of(const Report& report, const std::string& name) {
  for (const ReportSection& section : report.sections)
    for (const ReportPart& part : section.parts)
      if (const auto* chart = std::get_if<ReportChart>(&part); chart != nullptr && chart->name == name) return chart;
  return nullptr;
}

RunLog with_energy(RunLog log, double joules) {
  log.started.energy.scopes = {"package 0"};
  for (EpochDone& epoch : log.epochs)
    epoch.energy = EpochEnergy{.scopes = {"package 0"}, .train_j = {joules}, .eval_j = {1.0}, .train_window_s = 2.0};
  return log;
}

TEST_F(LabReport, JoulesOfAComparisonAreDrawnWithTheirIntervals) {
  Comparison comparison = made_comparison();
  for (ComparisonRow& row : comparison.rows) {
    if (!row.done()) continue;
    row.runs.clear();
    for (const double joules : {20.0, 21.0, 22.0})
      add_run(row, {0, with_energy(made_run(row.backend, 1.0, 3), row.backend == "simd" ? joules / 2.0 : joules), {}},
              0.97);
  }
  rebase(comparison, "sequential");
  save_comparison(folder_ / "c.json", comparison);
  const Report report = report_of({folder_ / "c.json"});
  const ReportChart *joules = chart_of(report, "comparison-1-energy"), *product = chart_of(report, "comparison-1-edp");
  ASSERT_NE(joules, nullptr);
  ASSERT_NE(product, nullptr);
  const auto bar = [](const ReportChart& chart, std::size_t i) { return chart.chart.bars.at(i).values.at(i); };
  EXPECT_EQ(std::pair(bar(*joules, 0), bar(*joules, 1)), std::pair(21.0, 10.5));
  EXPECT_LT(joules->chart.bars.at(0).error_low.at(0), 21.0);
  EXPECT_EQ(std::pair(bar(*product, 0), bar(*product, 1)), std::pair(1.0, 0.5));
  EXPECT_NE(product->caption.find("Epochs shorter than 5 s are uncertain."), std::string::npos) << product->caption;
  EXPECT_NE(product->caption.find("Baseline: sequential."), std::string::npos) << product->caption;
  for (const std::string& fault : test::report_differences(write(report))) ADD_FAILURE() << fault;
}

TEST_F(LabReport, EnergyIsAReadingOrTheReasonWhyThereIsNone) {
  RunLog old = made_run("sequential", 1.0, 2), without = old, with = old;
  without.started.energy.missing = {"this virtual machine has no energy meter"};
  with.started.energy.scopes = {"package 0"};
  with.started.train_examples = 1000;
  for (EpochDone& epoch : with.epochs)
    epoch.energy =
        EpochEnergy{.train_j = {12.5}, .eval_j = {1.0}, .train_window_s = 6.0, .eval_window_s = 1.0, .why_not = {}};
  const Report report = report_of({keep_run("old", old), keep_run("without", without), keep_run("with", with)});
  const std::string readings = items_of(report, "The runs");
  const ReportChart* chart = chart_of(report, "runs-energy");
  ASSERT_NE(chart, nullptr);
  ASSERT_EQ(chart->chart.lines.size(), 1U) << "of the one that has joules";
  EXPECT_EQ(chart->chart.lines[0].y, (std::vector<double>{12.5, 12.5}));
  EXPECT_NE(chart->caption.find("package 0, with all that ran there"), std::string::npos) << chart->caption;
  EXPECT_EQ(chart->caption.find("uncertain"), std::string::npos) << chart->caption;
  EXPECT_EQ(readings.find("Run 1, energy"), std::string::npos) << readings;
  EXPECT_NE(readings.find("Run 2, energy: no figure, this virtual machine has no energy meter."), std::string::npos)
      << readings;
  EXPECT_NE(readings.find("Run 3, energy (package 0, with all that ran there): 12.5 J per epoch"), std::string::npos)
      << readings;
}

/// Its runs are marked as Train's table marks them: what does not begin alike has no mark, and no doubt.
TEST_F(LabReport, RunsThatBeginOtherwiseAreNotHeldAgainstOneAnother) {
  RunLog first = made_run("sequential", 1.0, 2), second = made_run("openmp", 1.0, 2);
  for (EpochDone& epoch : second.epochs) epoch.loss_train *= 1.5;
  const auto uncertain = [&] {
    fs::remove_all(folder_ / "a");
    fs::remove_all(folder_ / "b");
    return items_of(report_of({keep_run("a", first), keep_run("b", second)}), "What was uncertain");
  };
  EXPECT_NE(uncertain().find("Run 2: its losses are not those of run 1"), std::string::npos) << uncertain();
  first.started.spec.optimizer.schedule = second.started.spec.optimizer.schedule = ScheduleKind::one_cycle;
  second.started.spec.epochs = 5;
  EXPECT_EQ(uncertain().find("its losses are not those"), std::string::npos) << uncertain();
  second.started.spec = first.started.spec;
  first.started.dataset_hash = "d1", second.started.dataset_hash = "d2";
  EXPECT_EQ(uncertain().find("its losses are not those"), std::string::npos) << uncertain();
}

/// A speedup stands beside runs of the same training on one machine, which their folders say, and beside no others.
TEST_F(LabReport, ARunHasItsSpeedupOverTheOneThatItEquals) {
  const RunLog slow = made_run("sequential", 2.0, 5);
  RunLog fast = made_run("openmp", 0.5, 5);
  const auto exact = [&](const std::string& first_machine, const std::string& second_machine) {
    const fs::path one = keep_run("a", slow), two = keep_run("b", fast);
    for (const auto& [folder, machine] : {std::pair(one, first_machine), std::pair(two, second_machine)})
      if (machine.empty())
        fs::remove(folder / "host.json");
      else
        test::write_bytes(folder / "host.json", R"({"cpu": ")" + machine + R"(", "logical_cpus": 2})");
    std::string text;
    for (const ReportSection& section : report_of({one, two}).sections)
      for (const ReportPart& part : section.parts)
        if (const auto* table = std::get_if<ReportTable>(&part); table != nullptr && table->name == "runs")
          text = to_csv(table->exact) + to_csv(table->shown);
    fs::remove_all(one), fs::remove_all(two);
    return text;
  };
  EXPECT_NE(exact("a processor", "a processor").find(",4,4,4,equal"), std::string::npos)
      << exact("a processor", "a processor");
  EXPECT_NE(exact("a processor", "a processor").find("4.00×, over run 1"), std::string::npos)
      << exact("a processor", "a processor");
  for (const auto& [first, second] : {std::pair("a processor", "another"), std::pair("", ""), std::pair("a", "")})
    EXPECT_EQ(exact(first, second).find("×"), std::string::npos) << first << " and " << second;
  fast.epochs.front().loss_train *= 1.5;
  EXPECT_EQ(exact("a processor", "a processor").find("×"), std::string::npos) << "another training";
}

TEST_F(LabReport, ARunKeepsTheNumberAndColourThatItHasOnTheScreen) {
  const fs::path one = keep_run("one", made_run("sequential", 1.0, 2)), two = keep_run("two", made_run("simd", 0.5, 2));
  const Report report = make_report({.title = {},
                                     .paths = {one, two},
                                     .resources = {},
                                     .shown = {{two, 7, 4}, {folder_ / "not-in-the-report", 1, 0}}});
  const ReportChart* loss = chart_of(report, "runs-loss");
  ASSERT_NE(loss, nullptr);
  ASSERT_GE(loss->chart.lines.size(), 2U);
  EXPECT_EQ(loss->chart.lines.front().name, "run 2, sequential train") << "1 is another run's";
  EXPECT_EQ(loss->chart.lines.front().color, (SeriesColor{0, 0}));
  const auto shown = std::ranges::find(loss->chart.lines, "run 7, simd train", &ChartSeries::name);
  ASSERT_NE(shown, loss->chart.lines.end());
  EXPECT_EQ(shown->color, (SeriesColor{4, 0}));
}

TEST_F(LabReport, AStudyOfOperationsHasItsTimesAndItsDoubts) {
  KeptStudy kept{.kind = LaboratoryKind::product, .machine = "a processor", .when = "2026-11-25 14:30"};
  kept.study.variants = {{.id = "naive", .title = "three loops"}, {.id = "simd", .title = "vectors"}};
  for (const auto& [variant, time_s] : {std::pair("naive", 0.0123456), std::pair("simd", 0.0012345)})
    kept.study.points.push_back({.variant = variant, .n = 64, .repeats = 5, .time_s = time_s, .spread = 0.0312});
  kept.study.points.push_back({.variant = "naive", .n = 128, .why_not = "it would take too long"});
  kept.study.warnings = {{Finding::others_busy, 1.5, 2}};
  save_study(folder_ / "product.json", kept);
  const Report report = make_report({.title = {}, .paths = {folder_ / "product.json"}, .resources = {}});
  int tables = 0;
  for (const std::string& fault : test::report_differences(write(report), &tables)) ADD_FAILURE() << fault;
  EXPECT_GE(tables, 1);
  const std::string doubts = items_of(report, "What was uncertain");
  EXPECT_NE(doubts.find("Operations 1: other programs kept 1.5 of 2 CPUs busy"), std::string::npos) << doubts;
  EXPECT_NE(doubts.find("it would take too long"), std::string::npos) << doubts;
  EXPECT_NE(items_of(report, "Operations 1: matrix products").find("fastest"), std::string::npos);
}

TEST_F(LabReport, LossesThatAreOthersByChoiceAreNoFault) {
  RunLog first = made_run("sequential", 1.0, 2), second = made_run("mpi", 1.0, 2);
  first.started.spec.model = {.input = {1, 2, 2}, .layers = {{BatchNorm{}}, {Dense{3}}}};
  second.started.spec.model = first.started.spec.model;
  for (EpochDone& epoch : second.epochs) epoch.loss_train *= 1.5;
  second.started.spec.team->local_statistics = true;
  const auto uncertain = [&](int processes) {
    second.started.workers = processes;
    fs::remove_all(folder_ / "a");
    fs::remove_all(folder_ / "b");
    return items_of(report_of({keep_run("a", first), keep_run("b", second)}), "What was uncertain");
  };
  EXPECT_NE(uncertain(1).find("their times compare different trainings"), std::string::npos)
      << "one process has the whole batch: " << uncertain(1);
  const std::string doubts = uncertain(2);
  EXPECT_NE(doubts.find("Run 2: its processes normalise each by its own part"), std::string::npos) << doubts;
  EXPECT_EQ(doubts.find("their times compare different trainings"), std::string::npos) << doubts;
}

TEST_F(LabReport, WhatUsersWroteIsTextAndNeverMarkup) {
  RunLog log = made_run("sequential", 1.0, 2);
  log.warnings = {"<img src=x onerror=alert(1)> | *bold* [link](http://x) `code` & \"quotes\" \x01"};
  const fs::path run = keep_run("<b>run|_a_", log);
  save_notes(run, {.text = "</td><script>alert(1)</script>\n# heading | cell", .tags = {"*tag*"}, .pinned = false});
  const Report report = report_of({run}, "# <h1> & | *title*");
  const std::string page = report_html(report), text = report_markdown(report);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<img src=x"), std::string::npos);
  EXPECT_EQ(page.find('\x01'), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
  EXPECT_TRUE(text.starts_with("# \\# \\<h1\\> & | \\*title\\*\n")) << text.substr(0, 60);
  EXPECT_EQ(text[text.find("<script") - 1], '\\');
  EXPECT_EQ(text[text.rfind("<script") - 1], '\\');
  EXPECT_EQ(text.find("\n# heading"), std::string::npos) << "a note of two lines is in one cell";
  // Both pages have the same cells, whatever stands in them.
  const auto html = test::tables_of_html(page), markdown = test::tables_of_markdown(text);
  ASSERT_EQ(html.size(), markdown.size());
  EXPECT_EQ(html.front().rows.front()[1], "<b>run|_a_");
  EXPECT_EQ(markdown.front().rows.front()[1], "<b>run|_a_");
  EXPECT_EQ(markdown.front().rows.front().size(), markdown.front().header.size());
}

/// When two programs write into one folder at once, the second is refused and leaves the first one's files.
TEST_F(LabReport, ARunHasTheGuessesOfItsClass) {
  RunLog log = made_run("sequential", 1.0, 2);
  const fs::path run = keep_run("guessed", log);
  EXPECT_EQ(report_html(report_of({run})).find("Guesses of the class"), std::string::npos);
  const GuessQuestion question{.kind = GuessKind::accuracy, .about = {}};
  write_round(round_file_of(run), {question, {{"<script>Ada</script>", 10}, {"", 99}}});
  const std::string html = report_html(report_of({run}));
  EXPECT_NE(html.find("Guesses of the class: run 1"), std::string::npos);
  EXPECT_NE(html.find("2 guesses"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;Ada"), std::string::npos);
  EXPECT_EQ(html.find("<script>Ada"), std::string::npos);
  test::write_bytes(round_file_of(run), "{");  // damaged: said, and the report is there
  const std::string damaged = report_html(report_of({run}));
  EXPECT_NE(damaged.find("is no round of guesses"), std::string::npos);
  EXPECT_EQ(damaged.find("Guesses of the class"), std::string::npos);
}

TEST_F(LabReport, AFolderThatAnotherProgramWritesIsRefused) {
  const Report report = report_of({keep_run("run", made_run("simd", 1.0, 2))});
  const fs::path folder = folder_ / "taken";
  make_folder(folder);
  {
    const RunLock lock(folder);
    EXPECT_THROW(write_report(folder, report_files(report)), Error);
    EXPECT_FALSE(fs::exists(folder / "report.html"));
    EXPECT_TRUE(RunLock::held(folder)) << "the lock is the other's";
  }
  write_report(folder, report_files(report));
  EXPECT_TRUE(fs::exists(folder / "report.html"));
  EXPECT_FALSE(fs::exists(folder / ".running"));
}

TEST_F(LabReport, OfAThousandEpochsAFewAreShownAndAllAreInTheFile) {
  const fs::path folder = write(report_of({keep_run("long", long_run(1000))}));
  EXPECT_TRUE(test::report_differences(folder).empty());
  const auto tables = test::tables_of_markdown(test::read_bytes(folder / "report.md"));
  const auto shown = std::ranges::find(tables, std::string("run-1-epochs.csv"), &test::ReadTable::file);
  ASSERT_NE(shown, tables.end());
  EXPECT_LE(shown->rows.size(), 21U);
  EXPECT_EQ(shown->rows.front().front(), "1");
  EXPECT_EQ(shown->rows.back().front(), "1000");
  EXPECT_EQ(test::read_csv(test::read_bytes(folder / "run-1-epochs.csv")).rows.size(), 1000U);
}

TEST_F(LabReport, SaysOfARunWhatIsUncertain) {
  RunLog stopped = made_run("sequential", 1.0, 2), other = made_run("simd", 0.5, 2);
  stopped.ended->status = RunStatus::stopped;
  stopped.warnings = {"a warning of the run"};
  for (EpochDone& epoch : other.epochs) epoch.loss_train *= 1.5;
  RunLog wild = made_run("sequential", 1.0, 2);
  wild.started.spec.seed = 3;
  wild.epochs.back().loss_train = 1e15;
  RunLog cut = made_run("sequential", 1.0, 1);
  cut.started.spec.seed = 2;
  cut.ended.reset();
  const Report report =
      report_of({keep_run("stopped", stopped), keep_run("other", other), keep_run("cut", cut), keep_run("wild", wild)});
  const std::string doubts = items_of(report, "What was uncertain");
  for (const std::string words :
       {"Run 1: it was stopped after 2 epochs", "Run 1: a warning of the run.",
        "Run 1: its losses are not those of run 2", "Run 3: it was interrupted and has no end",
        "Run 4: its training diverged: in epoch 2", "Runs: each was trained once",
        "machine it was measured is not known"})
    EXPECT_NE(doubts.find(words), std::string::npos) << words << " in\n" << doubts;
}

TEST_F(LabReport, WhatAnotherProgramSaysOfItselfIsItsWord) {
  const Report report =
      report_of({keep_run("ours", made_run("simd", 1.0, 2)), keep_run("theirs", made_run("python-numpy", 1.0, 2))});
  const std::string doubts = items_of(report, "What was uncertain");
  EXPECT_NE(doubts.find("Run 2: device and training accuracy are what the program of python-numpy says"),
            std::string::npos)
      << doubts;
  EXPECT_EQ(doubts.find("Run 1: device"), std::string::npos) << doubts;
  const std::string page = test::read_bytes(write(report) / "report.md");
  EXPECT_NE(page.find("Run 2, epoch by epoch; the training losses and accuracies are what its program says"),
            std::string::npos);
}

/// The epoch in which it diverged is not in its log: those before it are the reference's.
TEST_F(LabReport, ARunThatDidNotRunToItsEndIsNotCalledEqual) {
  RunLog diverged = made_run("simd", 0.5, 1), stopped = made_run("openblas", 0.5, 1);
  diverged.ended->status = RunStatus::failed;
  stopped.ended->status = RunStatus::stopped;
  const Report report = report_of(
      {keep_run("whole", made_run("sequential", 1.0, 2)), keep_run("failed", diverged), keep_run("stopped", stopped)});
  const fs::path folder = write(report);
  const test::ReadTable csv = test::read_csv(test::read_bytes(folder / "runs.csv"));
  const auto same =
      static_cast<std::size_t>(std::ranges::find(csv.header, std::string("same_result")) - csv.header.begin());
  EXPECT_EQ(csv.rows[1].at(same), "not compared");
  EXPECT_EQ(csv.rows[2].at(same), "not compared");
  EXPECT_EQ(test::read_bytes(folder / "report.md").find("lie on one another"), std::string::npos);
}

/// The window keeps its verdict on a run's rounding in the run's folder.
TEST_F(LabReport, ARunThatRoundingAloneAccountsForIsNotMarked) {
  RunLog other = made_run("simd", 0.5, 2);
  for (EpochDone& epoch : other.epochs) epoch.loss_train *= 1.05;
  const auto kept = [&] {
    return report_of({keep_run("whole", made_run("sequential", 1.0, 2)), keep_run("other", other)});
  };
  EXPECT_NE(items_of(kept(), "What was uncertain").find("Run 2: its losses are not those of run 1"), std::string::npos);
  keep_rounding(folder_ / "other", {.moved = {0.03, 0.01}, .draws = 1});
  const Report report = report_of({folder_ / "whole", folder_ / "other"});
  const std::string doubts = items_of(report, "What was uncertain");
  EXPECT_NE(doubts.find("Run 2: whether it computed the same as run 1 could not be compared: rounding alone moves "
                        "these losses by 3.0 % up to epoch 1"),
            std::string::npos)
      << doubts;
  const test::ReadTable csv = test::read_csv(test::read_bytes(write(report) / "runs.csv"));
  EXPECT_EQ(csv.rows[1].back(), "not compared");

  for (EpochDone& epoch : other.epochs) epoch.loss_train /= 1.04;
  keep_rounding(keep_run("within", other), {.moved = {0.005, 0.005}, .draws = 1});
  const Report within = report_of({folder_ / "whole", folder_ / "within"});
  EXPECT_NE(items_of(within, "What was uncertain")
                .find("Run 2: it has the losses of run 1 within rounding: rounding "
                      "alone moves these losses by 0.50 % up to epoch 1"),
            std::string::npos)
      << items_of(within, "What was uncertain");
  fs::remove_all(folder_ / "report");
  EXPECT_EQ(test::read_csv(test::read_bytes(write(within) / "runs.csv")).rows[1].back(), "within rounding");
}

TEST_F(LabReport, AComparisonHasItsSpeedsThoughTheFileHasNone) {
  Comparison comparison = made_comparison();
  comparison.spec.baseline = "absent";  // it never ran: the first that did takes its place
  comparison.noise_before = {{.text = "the clock follows the load"}};
  save_comparison(folder_ / "c.json", comparison);
  const Report report = report_of({folder_ / "c.json"});
  const fs::path folder = write(report);
  EXPECT_TRUE(test::report_differences(folder).empty());
  const test::ReadTable csv = test::read_csv(test::read_bytes(folder / "comparison-1.csv"));
  const auto speed = std::ranges::find(csv.header, std::string("relative_speed")) - csv.header.begin();
  EXPECT_EQ(csv.rows[1][static_cast<std::size_t>(speed)], "200");
  const std::string page = test::read_bytes(folder / "report.html");
  EXPECT_NE(page.find("Baseline: sequential."), std::string::npos);
  EXPECT_NE(page.find("One run each: the spread is not known"), std::string::npos);
  const std::string doubts = items_of(report, "What was uncertain");
  EXPECT_NE(doubts.find("absent: it is not available, and was not trained: no device: driver not found"),
            std::string::npos)
      << doubts;
  EXPECT_NE(doubts.find("before the first run, the clock follows the load"), std::string::npos) << doubts;
  EXPECT_NE(doubts.find("simd: it rests on a single run"), std::string::npos) << doubts;
}

TEST_F(LabReport, TimesThatAreNotVerifiedHaveNoSpeedBesideThePublishedOnes) {
  Comparison comparison = made_comparison();
  const auto speed_of_simd = [&](Verification verification) {
    for (ComparisonRun& run : comparison.rows[1].runs)
      for (EpochDone& epoch : run.log.epochs) epoch.verification = verification;
    save_comparison(folder_ / "c.json", comparison);
    fs::remove_all(folder_ / "report");
    const fs::path folder =
        write(make_report({.title = {}, .paths = {folder_ / "c.json"}, .resources = find_resources()}));
    const test::ReadTable csv = test::read_csv(test::read_bytes(folder / "comparison-1-published-caldas-2025.csv"));
    const auto row = std::ranges::find(csv.rows, std::string("simd"), [](const auto& cells) { return cells[1]; });
    const auto speed = std::ranges::find(csv.header, std::string("relative_speed")) - csv.header.begin();
    return row == csv.rows.end() ? std::string("no row") : (*row)[static_cast<std::size_t>(speed)];
  };
  EXPECT_EQ(speed_of_simd(Verification::not_needed), "1");
  EXPECT_EQ(speed_of_simd(Verification::not_verified), "");
}

TEST_F(LabReport, ASweepWithoutRunsAndOneWithoutALawAreStillReports) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.axis = SweepAxis::workers;
  spec.values = {"1"};
  spec.repeats = 2;
  SweepStore::create(folder_ / "none", spec);
  spec.axis = SweepAxis::backend;
  spec.values = {"sequential", "simd", "loops"};
  SweepStore store = SweepStore::create(folder_ / "backends", spec);
  for (const auto& [value, time_s] :
       {std::pair{"sequential", 3.0}, {"sequential", 3.1}, {"simd", 1.0}, {"loops", 2.9}, {"loops", 3.2}}) {
    SweepRun run;
    run.value = value;
    run.batch = spec.base.batch;
    run.repeat = time_s > 3.0 ? 1 : 0;
    run.time_s = time_s;
    run.images_per_s = 1000.0 / time_s;
    run.losses = {0.5};
    run.steps_per_epoch = 10;
    store.append(run);
  }
  const Report report = report_of({folder_ / "none", folder_ / "backends"});
  const fs::path folder = write(report);
  const std::vector<std::string> faults = test::report_differences(folder);
  EXPECT_TRUE(faults.empty()) << faults.front();
  const std::string doubts = items_of(report, "What was uncertain");
  for (const std::string words : {"Sweep 1, workers 1: it was not measured", "Sweep 2: the sweep is not complete",
                                  "Sweep 2, backend simd: it rests on a single run",
                                  "Sweep 2, backend loops: its difference from the baseline is within noise ("})
    EXPECT_NE(doubts.find(words), std::string::npos) << words << " in\n" << doubts;
  EXPECT_FALSE(fs::exists(folder / "sweep-1-speedup.svg")) << "there is nothing to draw";
  EXPECT_NE(test::read_bytes(folder / "report.md").find("N = 1 to 2 runs of each point"), std::string::npos);
}

/// Two axes: every point has its row, and means over seeds are not called medians.
TEST_F(LabReport, ASweepOverTwoAxesSaysWhatItsMarksAre) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.axis = parse_axis("lr");
  spec.values = {"0.1", "0.5"};
  spec.across = {SweepAxis::seed, {"1", "2"}};
  spec.repeats = 1;
  SweepStore store = SweepStore::create(folder_ / "rates", spec);
  double accuracy = 0.8;
  for (const std::string seed : {"1", "2"})
    for (const std::string value : {"0.1", "0.5"}) {
      SweepRun run;
      run.value = value;
      run.across = seed;
      run.batch = spec.base.batch;
      run.time_s = 1.0;
      run.images_per_s = 1000.0;
      run.losses = {0.5};
      run.accuracy_test = accuracy += 0.01;
      store.append(run);
    }
  const Report report = report_of({folder_ / "rates"});
  const fs::path folder = write(report);
  const std::vector<std::string> faults = test::report_differences(folder);
  EXPECT_TRUE(faults.empty()) << faults.front();
  const std::string text = test::read_bytes(folder / "report.md");
  for (const char* words : {"over learning rate/seed", "| varied too", "seed: 1, 2", "| learning rate | seed |",
                            "| 0.5           | 2    |"})
    EXPECT_NE(text.find(words), std::string::npos) << words;
  const std::size_t marks = text.find("Marks: the mean over the seeds");
  ASSERT_NE(marks, std::string::npos);
  const std::size_t line = text.rfind('\n', marks);
  EXPECT_EQ(text.substr(line, marks - line).find("medians"), std::string::npos) << text.substr(line, marks - line);
}

/// A GPU's steps: two batches of which one was published too, and one that could not be measured.
ProfileStudy copying_study() {
  ProfileStudy study{.machine = "a machine", .date = "2026-11-22", .recorded = {}, .points = {}, .ceilings = {}};
  for (const int batch : {16, 64}) {
    ProfilePoint point;
    point.backend = "cuda";
    point.device = "a GPU";
    point.batch = batch;
    point.profile.steps = 10;
    point.profile.wall_s = 100e-6;
    point.profile.h2d_s = 10e-6;
    point.profile.kernel_s = 60e-6;
    point.profile.d2h_s = 10e-6;
    point.profile.host_s = 20e-6;
    point.images_per_s = batch * 10000.0;
    point.epoch_time_s = 1.0;
    study.points.push_back(point);
  }
  ProfilePoint failed = study.points.front();
  failed.batch = 512;
  failed.profile = {};
  failed.failure = "out of memory";
  study.points.push_back(failed);
  return study;
}

class PublishedProfileBeside : public LabReport {
 protected:
  /// Written as the report of `study` alone.
  fs::path report_with_published(const ProfileStudy& study) const {
    save_profile_study(folder_ / "profile.json", study);
    fs::remove_all(folder_ / "report");
    const Report report =
        make_report({.title = {}, .paths = {folder_ / "profile.json"}, .resources = find_resources()});
    doubts_ = items_of(report, say("What was uncertain"));
    return write(report);
  }
  mutable std::string doubts_;
};

TEST_F(PublishedProfileBeside, AreSharesAndMultiplesWithTheirDoubts) {
  const fs::path folder = report_with_published(copying_study());
  for (const std::string& fault : test::report_differences(folder)) ADD_FAILURE() << fault;
  const test::ReadTable csv = test::read_csv(test::read_bytes(folder / "profile-1-published-caldas-2025.csv"));
  const auto cell = [&](const std::string& batch, const std::string& title) {
    const auto row = std::ranges::find(csv.rows, batch, [](const auto& cells) { return cells.front(); });
    const auto column = std::ranges::find(csv.header, title) - csv.header.begin();
    return row == csv.rows.end() ? std::string("no row") : (*row)[static_cast<std::size_t>(column)];
  };
  std::vector<std::string> batches;
  for (const auto& row : csv.rows) batches.push_back(row.front());
  ASSERT_EQ(batches, (std::vector<std::string>{"16", "32", "64", "512"})) << "32 and 512 are the study's alone";
  EXPECT_EQ(cell("16", "kernel_share"), "0.75") << "of copies and kernels, as it was printed";
  EXPECT_EQ(cell("16", "published_kernel_share"), "0.217");
  EXPECT_EQ(cell("16", "relative_images_per_s"), "1");
  EXPECT_EQ(cell("64", "relative_images_per_s"), "4");
  EXPECT_EQ(cell("64", "published_kernel_share"), "");
  EXPECT_EQ(cell("512", "kernel_share"), "");
  EXPECT_EQ(cell("512", "published_accuracy_test"), "0.3388");
  EXPECT_NEAR(std::stod(cell("512", "published_relative_images_per_s")), 498532.0 / 60307.0, 1e-12);
  const std::string page = test::read_bytes(folder / "report.md");
  for (const std::string words :
       {"multiple of those at batch 16, the baseline", "There: PyCUDA, one run at each batch", "Here: cuda (a GPU)",
        "Universidad de Caldas, 2025", "What is doubtful in the published figures"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  for (const std::string words :
       {"Profile 1, Caldas 2025: another machine, another program and one run each", "here 20 % of a step is neither",
        "printed for batch 16 do not add up, 400 µs in parts and 300 µs",
        "is 80.23 % at batch 16 and 33.88 % at batch 512: these trainings did not learn the same"})
    EXPECT_NE(doubts_.find(words), std::string::npos) << words << " in\n" << doubts_;
  EXPECT_EQ(doubts_.find("printed for batch 512 do not add up"), std::string::npos) << doubts_;
}

TEST_F(PublishedProfileBeside, WithoutABatchInCommonHaveNoBaseline) {
  ProfileStudy study = copying_study();
  study.points.erase(study.points.begin());  // 16
  const fs::path folder = report_with_published(study);
  for (const std::string& fault : test::report_differences(folder)) ADD_FAILURE() << fault;
  const std::string page = test::read_bytes(folder / "report.md");
  EXPECT_NE(page.find("no batch in common"), std::string::npos);
  EXPECT_NE(page.find("Left out, because no row has a value: throughput"), std::string::npos);
}

/// A processor copies nothing: there is nothing that could stand beside a GPU's copies.
TEST_F(PublishedProfileBeside, AreNotThereWhereNothingIsCopied) {
  ProfileStudy study = copying_study();
  for (ProfilePoint& point : study.points) point.profile.h2d_s = point.profile.d2h_s = 0.0;
  const fs::path folder = report_with_published(study);
  EXPECT_FALSE(fs::exists(folder / "profile-1-published-caldas-2025.csv"));
  EXPECT_EQ(doubts_.find("Caldas"), std::string::npos) << doubts_;
}

TEST_F(PublishedProfileBeside, AreTheSameInSpanish) {
  const fs::path folder = report_with_published(copying_study());
  const std::string name = "profile-1-published-caldas-2025.csv", csv = test::read_bytes(folder / name);
  set_language(find_resources() / "translations", "es");
  report_with_published(copying_study());
  const std::string same = test::read_bytes(folder / name), page = test::read_bytes(folder / "report.html");
  const std::vector<std::string> faults = test::report_differences(folder);
  set_language(find_resources() / "translations", "en");
  EXPECT_EQ(same, csv);
  EXPECT_TRUE(faults.empty()) << faults.front();
  for (const std::string words :
       {"Caldas 2025: del host al dispositivo", "no un tiempo que batir", "del dispositivo al host"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_NE(doubts_.find("Perfil 1, Caldas 2025: otra máquina"), std::string::npos) << doubts_;
}

TEST_F(LabReport, SaysInSpanishWhatIsUncertainOfARun) {
  RunLog stopped = made_run("sequential", 1.0, 2);
  stopped.ended->status = RunStatus::stopped;
  stopped.warnings = {"a warning of the run"};
  const fs::path kept = keep_run("halted", stopped);
  set_language(find_resources() / "translations", "es");
  const Report report = report_of({kept});
  const std::string doubts = items_of(report, "Qué fue incierto");
  const std::string page = report_html(report), csv = report_files(report).front().content;
  set_language(find_resources() / "translations", "en");
  for (const std::string words : {"Ejecución 1: se detuvo tras ", "Ejecución 1: a warning of the run.",
                                  "Ejecución 1: no se conoce en qué máquina se midió."})
    EXPECT_NE(doubts.find(words), std::string::npos) << words << " in\n" << doubts;
  EXPECT_NE(page.find("<td>se&nbsp;detuvo</td>"), std::string::npos) << page;
  EXPECT_NE(csv.find(",stopped,"), std::string::npos) << "a file is the same in every language: " << csv;
}

/// The judge of tables: a limit is said of what lies between it and all, and of nothing else.
TEST(ReportNumbers, ALimitIsHeldAgainstTheFile) {
  const auto faults = [](const std::string& shown, double kernel_s) {
    const test::ReadTable page{"profile-1.csv", {"kernel"}, {{"100 (" + shown + ")"}}};
    return test::differences(page, {"", {"kernel_s", "wall_s"}, {{exact(1e-4), exact(1e-4 * (1e-4 / kernel_s))}}})
        .size();
  };
  EXPECT_EQ(faults("> 99 %", 0.9964e-4), 0U);
  EXPECT_EQ(faults("> 99.9 %", 0.9996e-4), 0U);
  EXPECT_EQ(faults("< 0.1 %", 0.0005e-4), 0U);
  EXPECT_EQ(faults("99 %", 0.9964e-4), 1U);
  EXPECT_EQ(faults("> 99 %", 0.9864e-4), 1U);
  EXPECT_EQ(faults("> 99 %", 1e-4), 1U) << "of all";
  EXPECT_EQ(faults("> 98 %", 0.9964e-4), 1U) << "not the last before all";
  EXPECT_EQ(faults("< 1.0 %", 0.0005e-4), 1U) << "not the first after none";
  EXPECT_EQ(faults("< 0.1 %", 0.0015e-4), 1U);
}

TEST(ChartSvg, DrawsEachPointOnceAndNothingForWhatIsNotKnown) {
  Chart chart{.title = "A < B", .x = {.title = "x"}, .y = {.title = "y", .unit = "ms", .min = 0.0}};
  chart.lines.push_back({.name = "one & two",
                         .marker = Marker::circle,
                         .x = {1, 2, 3},
                         .y = {1, std::nan(""), 3},
                         .error_low = {0.5, 0.5, std::nan("")},
                         .error_high = {1.5, 0.5, std::nan("")}});
  const std::string svg = to_svg(chart, "said \"so\"");
  const auto count = [&](const std::string& what) {
    int found = 0;
    for (std::size_t at = 0; (at = svg.find(what, at)) != std::string::npos; at += what.size()) ++found;
    return found;
  };
  EXPECT_EQ(count("<circle"), 2 + 1) << "two points and the legend's";
  EXPECT_EQ(count("nan"), 0);
  EXPECT_EQ(count("A &lt; B"), 2) << "the title, also for those who cannot see it";
  EXPECT_EQ(count("one &amp; two"), 1);
  EXPECT_EQ(count("said &quot;so&quot;"), 1);
  EXPECT_EQ(count("y / ms"), 1);
  EXPECT_EQ(to_svg({.title = "empty"}, "").find("nan"), std::string::npos);
}

TEST(ChartSvg, AnIntervalOfAMillionLeavesTheValuesTheirRoom) {
  Chart chart{.title = "t", .x = {.integers = true}, .y = {.title = "y", .min = 0.0}};
  chart.categories = {"a", "b"};
  chart.bars.push_back({.values = {1.0, 2.0}, .error_low = {0.9, 1e-9}, .error_high = {1.1, 2e6}});
  ASSERT_TRUE(cut_long_intervals(chart));
  EXPECT_EQ(chart.y.max, 5.0);
  EXPECT_NE(to_svg(chart, "").find("2.00 (1.00e-09 to 2000000)"), std::string::npos) << "it is said whole";
  chart.bars.front().error_high[1] = 3.0;
  chart.y.max.reset();
  EXPECT_FALSE(cut_long_intervals(chart));
  EXPECT_FALSE(chart.y.max.has_value());
}

TEST(Ticks, AreRoundAndHoldAllValues) {
  const TickScale tens = round_ticks(0.0, 10.0, 5);
  EXPECT_EQ(std::tuple(tens.min, tens.max, tens.step), std::tuple(0.0, 10.0, 2.0));
  const TickScale whole = round_ticks(1.0, 3.0, 8, true);
  EXPECT_EQ(std::tuple(whole.min, whole.max, whole.step), std::tuple(1.0, 3.0, 1.0));
  for (const double high : {1e-9, 0.37, 1.0, 99.0, 12345.0, 3e12}) {
    const TickScale scale = round_ticks(0.0, high, 6);
    const double count = 1.0 + (scale.max - scale.min) / scale.step;
    EXPECT_GE(count, 2.0);
    EXPECT_LE(count, 9.0);
    EXPECT_LE(scale.min, 0.0);
    EXPECT_GE(scale.max, high * (1.0 - 1e-9));
  }
}

/// A curve that leaves its axis is not drawn there, and never silently: a wedge at the edge says so.
TEST(ChartSvg, WhatLiesBeyondTheAxisIsMarkedAtItsEdge) {
  Chart chart{.title = "t", .x = {.title = "x"}, .y = {.title = "y", .min = 0.0, .max = 1.0}};
  chart.lines.push_back({.name = "a", .marker = Marker::circle, .x = {0.0, 1.0, 2.0}, .y = {0.5, 7.0, 0.5}});
  const auto wedges = [&] {
    const std::string svg = to_svg(chart, "");
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find("h-8Z", at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(wedges(), 1U);
  chart.lines[0].y[1] = 0.9;
  EXPECT_EQ(wedges(), 0U);
  chart.lines[0].y[1] = -7.0;
  EXPECT_EQ(wedges(), 1U);
  chart.lines[0].role = ChartSeries::Role::computed;
  EXPECT_EQ(wedges(), 0U) << "a law is not measured there";
}

/// Bars of a stack add up; bars of which each category has one alone keep their value and their interval.
TEST(ChartSvg, BarsOfACategoryHaveTheirValueOrTheirSum) {
  Chart chart{.title = "t", .y = {.title = "y", .min = 0.0}, .categories = {"a", "b"}, .stacked = true};
  chart.bars.push_back(
      {.name = "first", .values = {1.25, std::nan("")}, .error_low = {1.0, 0.0}, .error_high = {1.5, 0.0}});
  chart.bars.push_back({.name = "second", .values = {std::nan(""), 2.5}});
  EXPECT_NE(to_svg(chart, "").find("1.25 (1.00 to 1.50)"), std::string::npos);
  chart.bars[1].values[0] = 2.0;
  EXPECT_NE(to_svg(chart, "").find(">3.25<"), std::string::npos);
}

/// From 0 to the left, and not from the edge to it.
TEST(ChartSvg, ABarBelowZeroBeginsAtZero) {
  Chart chart{.title = "Energy", .y = {.title = "energy", .unit = "J"}, .categories = {"a", "b"}};
  chart.bars = {{.name = "with idle", .values = {10.0, 10.0}},
                {.name = "without idle", .values = {-10.0, std::nan("")}}};
  const std::string svg = to_svg(chart, "");
  std::vector<std::pair<double, double>> boxes;  // where a bar begins, and its length
  const std::regex box(R"re(<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)" height="13)re");
  for (std::sregex_iterator found(svg.begin(), svg.end(), box); found != std::sregex_iterator(); ++found)
    boxes.emplace_back(std::stod((*found)[1]), std::stod((*found)[2]));
  ASSERT_EQ(boxes.size(), 3U) << "what is not known has no bar\n" << svg;
  EXPECT_NEAR(boxes[1].first + boxes[1].second, boxes[0].first, 0.2);
  EXPECT_NEAR(boxes[1].second, boxes[0].second, 0.2);
  EXPECT_NE(svg.find(">−10.0<"), std::string::npos);
}

TEST(ChartSvg, ItsAxisHasTheTicksThatAreInIt) {
  Chart chart{.title = "t", .x = {.integers = true}, .y = {.title = "loss", .min = 0.0, .max = 0.7}};
  chart.lines.push_back({.name = "a", .x = {0.0, 1.0}, .y = {0.1, 0.65}});
  const std::string svg = to_svg(chart, "");
  for (const char* tick : {">0<", ">0.2<", ">0.4<", ">0.6<"}) EXPECT_NE(svg.find(tick), std::string::npos) << tick;
  EXPECT_EQ(svg.find(">0.8<"), std::string::npos) << "beyond the axis";
}

}  // namespace
}  // namespace mlplab
