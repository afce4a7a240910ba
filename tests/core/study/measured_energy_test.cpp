// Joules of several runs: which runs are taken together, their baseline, and the note where there are none.
#include "core/study/measured_energy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
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
  EXPECT_DOUBLE_EQ(base.epoch_j, 120.0);
  EXPECT_DOUBLE_EQ(base.mean_w, 12.0);
  RepeatedEnergy faster = energy_of_runs({energy_of_run(log_of({90.0}, 5.0))});
  relate_energy({&base, &faster}, base);
  EXPECT_DOUBLE_EQ(base.relative_edp, 1.0);
  EXPECT_DOUBLE_EQ(faster.relative_edp, 90.0 * 5.0 / (120.0 * 10.0));
  EXPECT_TRUE(base.epoch_ci.known() && base.epoch_ci.low < 120.0 && base.epoch_ci.high > 120.0);
  EXPECT_FALSE(faster.epoch_ci.known()) << "a single run has no spread";
  EXPECT_FALSE(faster.relative_ci.known());
  EXPECT_EQ(base.relative_ci.low, 1.0);
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
  EXPECT_DOUBLE_EQ(base.epoch_j, 100.0) << "joules of different meters are not one sample";
  RepeatedEnergy gpu = energy_of_runs({energy_of_run(other)});
  relate_energy({&base, &gpu}, base);
  EXPECT_TRUE(std::isnan(gpu.relative_edp));
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
  EXPECT_DOUBLE_EQ(both.epoch_j, 200.0) << "the language that was set is no other meter";
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
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(cell(none, i), "–");
  EXPECT_TRUE(energy_notes({}, "1").empty());
}

TEST(MeasuredEnergy, ShortWindowsAreMarkedWhereTheNumberIs) {
  const RepeatedEnergy energy = energy_of_runs({energy_of_run(log_of({5.0}, 0.5))});
  EXPECT_EQ(cell(energy, 0), "≈ 5.00");
  EXPECT_EQ(cell(energy, 1), "≈ 10.0");
  EXPECT_TRUE(has_note(energy_notes({&energy}, "1"), "shorter than 5 s"));
}

}  // namespace
}  // namespace mlplab
