// Joules of several runs: which runs are taken together, their baseline, and the note where there are none.
#include "core/study/measured_energy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/reporting/energy_report.h"
#include "core/study/figures.h"
#include "tests/support/in_spanish.h"

namespace mlplab {
namespace {

/// Epochs of 10 s, each with the joules named; of one package.
RunLog log_of(const std::vector<double>& joules, double window_s = 10.0) {
  RunLog log;
  log.started.train_examples = 100;
  log.started.energy.scopes = {"package 0"};
  for (std::size_t i = 0; i < joules.size(); ++i) {
    EpochDone epoch;
    epoch.epoch = static_cast<int>(i) + 1;
    epoch.energy = EpochEnergy{.scopes = {"package 0"},
                               .train_j = {joules[i]},
                               .eval_j = {1.0},
                               .train_window_s = window_s,
                               .eval_window_s = 1.0};
    log.epochs.push_back(epoch);
  }
  return log;
}

bool has_note(const std::vector<std::string>& notes, const std::string& words) {
  return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

/// As a table has it.
std::string cell(const RepeatedEnergy& energy, std::size_t figure) {
  Cell cell;
  cell.energy = energy;
  return figure_text(*figures::of_energy[figure], cell);
}

TEST(MeasuredEnergy, IsOfTheTimedEpochsAlone) {
  const RunLog log = log_of({1000.0, 100.0, 300.0});
  EXPECT_DOUBLE_EQ(energy_of_run(log, 1).epoch_j, 200.0);
  EXPECT_DOUBLE_EQ(energy_of_run(log, 1).mean_w(), 20.0);
  EXPECT_DOUBLE_EQ(energy_of_run(log).epoch_j, 1400.0 / 3.0);
  EXPECT_FALSE(energy_of_run(log).short_windows);
  EXPECT_TRUE(energy_of_run(log_of({1.0}, 4.9)).short_windows);
  EXPECT_FALSE(energy_of_run(log, 3).known()) << "all of them were warm-up";
}

TEST(MeasuredEnergy, GoesThroughJsonWithWhatIsNotKnown) {
  for (const RunEnergy& energy : {energy_of_run(log_of({5.0})), energy_of_run(RunLog{})}) {
    const auto back = parse_json(dump_json(nlohmann::json(energy))).get<RunEnergy>();
    EXPECT_EQ(back.why_not, energy.why_not);
    EXPECT_EQ(back.scopes, energy.scopes);
    EXPECT_EQ(std::isfinite(back.epoch_j), std::isfinite(energy.epoch_j));
  }
}

TEST(MeasuredEnergy, OfSeveralRunsAreMediansAndTheProductIsRelative) {
  RepeatedEnergy base =
      energy_of_runs({energy_of_run(log_of({100.0})), energy_of_run(log_of({900.0})), energy_of_run(log_of({120.0}))});
  EXPECT_DOUBLE_EQ(base.with_idle.epoch_j, 120.0);
  EXPECT_DOUBLE_EQ(base.with_idle.edp_js, 1200.0);
  EXPECT_TRUE(base.with_idle.edp_ci.known() && base.with_idle.edp_ci.low < 1200.0);
  EXPECT_DOUBLE_EQ(base.mean_w, 12.0);
  RepeatedEnergy faster = energy_of_runs({energy_of_run(log_of({90.0}, 5.0))});
  relate_energy({&base, &faster}, base);
  const RepeatedJoules &all = base.with_idle, &other = faster.with_idle;
  EXPECT_DOUBLE_EQ(all.relative_edp, 1.0);
  EXPECT_DOUBLE_EQ(other.relative_edp, 90.0 * 5.0 / (120.0 * 10.0));
  EXPECT_TRUE(all.epoch_ci.known() && all.epoch_ci.low < 120.0 && all.epoch_ci.high > 120.0);
  EXPECT_FALSE(other.epoch_ci.known()) << "a single run has no spread";
  EXPECT_FALSE(other.relative_ci.known());
  EXPECT_EQ(all.relative_ci.low, 1.0);
  const auto notes = energy_notes({&base, &faster}, "1 worker");
  EXPECT_TRUE(has_note(notes, "(package 0, with all that ran there)"));
  EXPECT_TRUE(has_note(notes, "relative to 1 worker"));
  EXPECT_FALSE(has_note(notes, "≈")) << "no window was short";
}

TEST(MeasuredEnergy, WhatOtherMetersMeasuredIsNotCompared) {
  RunLog other = log_of({100.0});
  other.started.energy.scopes = other.epochs[0].energy->scopes = {"GPU board 0"};
  RepeatedEnergy base = energy_of_runs({energy_of_run(log_of({100.0})), energy_of_run(other)});
  EXPECT_EQ(base.scopes, std::vector<std::string>{"package 0"});
  EXPECT_DOUBLE_EQ(base.with_idle.epoch_j, 100.0) << "joules of different meters are not one sample";
  RepeatedEnergy gpu = energy_of_runs({energy_of_run(other)});
  relate_energy({&base, &gpu}, base);
  EXPECT_TRUE(std::isnan(gpu.with_idle.relative_edp));
  EXPECT_EQ(cell(gpu, 2), "–");
  const auto notes = energy_notes({&base, &gpu}, "simd");
  EXPECT_TRUE(has_note(notes, "Not all were measured by the same meters"));
  EXPECT_TRUE(has_note(notes, "(package 0; GPU board 0, with all that ran there)")) << notes.front();
}

TEST(MeasuredEnergy, MetersAreTheSameInEveryLanguage) {
  RunEnergy english = energy_of_run(log_of({100.0}));
  const test::InSpanish spanish;
  const RunEnergy later = energy_of_run(log_of({300.0}));
  const RepeatedEnergy both = energy_of_runs({english, later});
  EXPECT_DOUBLE_EQ(both.with_idle.epoch_j, 200.0) << "the language that was set is no other meter";
  EXPECT_TRUE(has_note(energy_notes({&both}, "1"), "(paquete 0,")) << energy_notes({&both}, "1").front();
  EXPECT_EQ(both.scopes, std::vector<std::string>{"package 0"});
}

TEST(MeasuredEnergy, AProductOverAnUncertainOneIsUncertain) {
  RepeatedEnergy base = energy_of_runs({energy_of_run(log_of({5.0}, 0.5))});
  RepeatedEnergy longer = energy_of_runs({energy_of_run(log_of({100.0}))});
  relate_energy({&base, &longer}, base);
  EXPECT_EQ(cell(longer, 0), "100");
  EXPECT_EQ(cell(longer, 2), "≈ 400") << "the baseline's windows were short";
}

TEST(MeasuredEnergy, WhereNothingWasReadTheReasonStandsOnceAndNoNumber) {
  RunLog log = log_of({1.0, 1.0});
  log.started.energy = {.scopes = {}, .missing = {"this machine has no meters"}, .idle_w = {}};
  const RepeatedEnergy none = energy_of_runs({energy_of_run(log), energy_of_run(log)});
  EXPECT_FALSE(none.known());
  EXPECT_FALSE(any_energy({&none, &none}));
  EXPECT_EQ(energy_notes({&none, &none}, "1"),
            std::vector<std::string>{"energy: no figure, this machine has no meters"});
  for (std::size_t i = 0; i < std::size(figures::of_energy); ++i) EXPECT_EQ(cell(none, i), "–");
  EXPECT_TRUE(energy_notes({}, "1").empty());
}

TEST(MeasuredEnergy, ShortWindowsAreMarkedWhereTheNumberIs) {
  const RepeatedEnergy energy = energy_of_runs({energy_of_run(log_of({5.0}, 0.5))});
  EXPECT_EQ(cell(energy, 0), "≈ 5.00");
  EXPECT_EQ(cell(energy, 1), "≈ 10.0");
  EXPECT_TRUE(has_note(energy_notes({&energy}, "1"), "shorter than 5 s"));
}

/// A session's runs, before which the idle machine was measured.
RunLog with_idle(RunLog log, double idle_w, double idle_time_s = 5.0, std::optional<double> busy_cpus = 0.1) {
  log.started.energy.idle_w = idle_w;
  log.started.energy.idle_time_s = idle_time_s;
  log.started.energy.idle_busy_cpus = busy_cpus;
  return log;
}

std::string cell(const RepeatedEnergy& energy, const Figure& figure) {
  Cell one;
  one.energy = energy;
  return figure_text(figure, one);
}

TEST(EnergyWithoutIdle, IsLessTheIdlePowerOfTheTimedSecondsOnce) {
  RunLog log = with_idle(log_of({1000.0, 100.0, 300.0}), 4.0);
  log.epochs[0].energy->train_window_s = 70.0;  // of the warm-up
  const RunEnergy run = energy_of_run(log, 1);
  EXPECT_DOUBLE_EQ(run.epoch_j, 200.0) << "that with idle stays";
  EXPECT_DOUBLE_EQ(run.epoch_j_without_idle(), 200.0 - 4.0 * 10.0);
  EXPECT_DOUBLE_EQ(run.edp_js_without_idle(), 1600.0);
  const RepeatedEnergy all = energy_of_runs({run});
  EXPECT_DOUBLE_EQ(all.without_idle.epoch_j, 160.0);
  EXPECT_DOUBLE_EQ(all.without_idle.edp_js, 1600.0);
  EXPECT_DOUBLE_EQ(all.with_idle.epoch_j, 200.0);
  EXPECT_EQ(cell(all, figures::energy_without_idle), "160");
  EXPECT_TRUE(has_note(energy_notes({&all}, "1"), "less the idle machine's 4.00 W"));
}

TEST(EnergyWithoutIdle, HasTheIdlePowerOfItsOwnSession) {
  const RepeatedEnergy all =
      energy_of_runs({energy_of_run(with_idle(log_of({100.0}), 4.0)), energy_of_run(with_idle(log_of({100.0}), 8.0))});
  EXPECT_DOUBLE_EQ(all.without_idle.epoch_j, 40.0) << "the median of 60 and 20";
  EXPECT_EQ(all.idle_w.low, 4.0);
  EXPECT_EQ(all.idle_w.high, 8.0);
  EXPECT_TRUE(all.without_idle.epoch_ci.known() && all.without_idle.epoch_ci.low < 20.0);
  EXPECT_TRUE(has_note(energy_notes({&all}, "1"), "4.00 to 8.00 W")) << energy_notes({&all}, "1").back();
}

TEST(EnergyWithoutIdle, IsNotKnownWhereIdleWasNotMeasured) {
  RepeatedEnergy none = energy_of_runs({energy_of_run(log_of({100.0}))});
  RepeatedEnergy some = energy_of_runs({energy_of_run(log_of({100.0})), energy_of_run(with_idle(log_of({90.0}), 4.0))});
  relate_energy({&none, &some}, none);
  EXPECT_TRUE(std::isnan(none.without_idle.epoch_j));
  for (const Figure* figure : figures::without_idle) EXPECT_EQ(cell(none, *figure), "–") << figure->id;
  EXPECT_EQ(cell(none, figures::edp_js), "1000");
  EXPECT_DOUBLE_EQ(some.without_idle.epoch_j, 50.0) << "of the run that knows it";
  EXPECT_TRUE(std::isnan(some.without_idle.relative_edp)) << "the baseline has none";
  EXPECT_DOUBLE_EQ(some.with_idle.relative_edp, 0.95);
  EXPECT_TRUE(has_note(energy_notes({&none}, "1"), "Without idle: not known"));
  EXPECT_TRUE(has_note(energy_notes({&none, &some}, "1"), "Where it is missing"));
  const nlohmann::ordered_json json = energy_json(none);
  for (const char* name : {"epoch_j", "edp_js", "relative_edp", "idle_w", "idle_time_s", "uncertain"})
    EXPECT_TRUE(json.at("without_idle").at(name).is_null()) << name;
  EXPECT_EQ(json.at("without_idle").at("runs"), 0);
  EXPECT_EQ(json.at("edp_js"), 1000.0);
}

TEST(EnergyWithoutIdle, BelowZeroIsShownAsItIsAndIsNoBaseline) {
  RepeatedEnergy base = energy_of_runs({energy_of_run(with_idle(log_of({30.0}), 4.0))});
  RepeatedEnergy other = energy_of_runs({energy_of_run(with_idle(log_of({100.0}), 4.0))});
  RepeatedEnergy again = other;
  relate_energy({&base, &other}, base);
  EXPECT_EQ(cell(base, figures::energy_without_idle), "−10.0");
  EXPECT_EQ(cell(other, figures::relative_edp_without_idle), "–") << "a ratio to noise says nothing";
  EXPECT_TRUE(has_note(energy_notes({&base}, "1"), "Joules below 0"));
  EXPECT_FALSE(has_note(energy_notes({&other}, "1"), "Joules below 0"));
  const RepeatedEnergy around =
      energy_of_runs({energy_of_run(with_idle(log_of({30.0}), 4.0)), energy_of_run(with_idle(log_of({60.0}), 4.0))});
  EXPECT_DOUBLE_EQ(around.without_idle.epoch_j, 5.0) << "of -10 and 20";
  EXPECT_TRUE(around.without_idle.epoch_ci.known() && around.without_idle.epoch_ci.low <= -10.0);
  relate_energy({&base, &again}, other);
  EXPECT_DOUBLE_EQ(base.without_idle.relative_edp, -100.0 / 600.0);
  EXPECT_DOUBLE_EQ(again.without_idle.relative_edp, 1.0);
}

TEST(EnergyWithoutIdle, IsUncertainWhereItsOwnWindowWasShortOrBusy) {
  const auto all = [](double window_s, double idle_time_s, std::optional<double> busy_cpus) {
    const RunEnergy run = energy_of_run(with_idle(log_of({100.0}, window_s), 4.0, idle_time_s, busy_cpus));
    return energy_of_runs({energy_of_run(with_idle(log_of({100.0}), 4.0)),
                           parse_json(dump_json(nlohmann::json(run))).get<RunEnergy>()});  // as a file keeps it
  };
  EXPECT_FALSE(all(10.0, 5.0, 0.2).without_idle.uncertain);
  EXPECT_FALSE(all(10.0, 5.0, std::nullopt).without_idle.uncertain);
  RepeatedEnergy brief = all(10.0, 4.9, 0.1), busy = all(10.0, 5.0, 0.3), epochs = all(4.9, 5.0, 0.1);
  for (const RepeatedEnergy* one : {&brief, &busy, &epochs}) EXPECT_TRUE(one->without_idle.uncertain);
  EXPECT_FALSE(brief.with_idle.uncertain) << "idle power is no part of it";
  EXPECT_TRUE(epochs.with_idle.uncertain);
  EXPECT_EQ(cell(brief, figures::energy_without_idle), "≈ 60.0");
  EXPECT_TRUE(has_note(energy_notes({&brief}, "1"), "measured for 4.9 s, less than 5 s"));
  EXPECT_TRUE(has_note(energy_notes({&busy}, "1"), "was not idle before the first run"));
  EXPECT_FALSE(has_note(energy_notes({&brief}, "1"), "was not idle"));
  EXPECT_EQ(energy_json(busy).at("without_idle").at("busy_idle"), true);
  RepeatedEnergy sure = all(10.0, 5.0, 0.1);
  relate_energy({&brief, &sure}, brief);
  EXPECT_TRUE(sure.without_idle.relative_uncertain) << "the baseline's is";
  EXPECT_FALSE(sure.with_idle.relative_uncertain);
}

TEST(EnergyWithoutIdle, OlderLinesDoNotKnowIt) {
  const auto old = parse_json(R"({"epoch_j":9.0,"epoch_s":10.0,"scopes":["package 0"],"short_windows":false,)"
                              R"("why_not":""})")
                       .get<RunEnergy>();
  EXPECT_TRUE(old.known());
  EXPECT_FALSE(old.knows_idle());
  EXPECT_FALSE(nlohmann::json(old).contains("idle_w"));
}

}  // namespace
}  // namespace mlplab
