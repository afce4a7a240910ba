// The figures of all studies. To add one: its entry here, what it is made of in Cell (figure.h), and its place in the
// lists of the kinds that show it (kinds/).
#pragma once

#include "core/base/language.h"
#include "core/study/figure.h"

namespace mlplab::figures {

inline constexpr Figure epoch_time{.id = "time",
                                   .name = to_say("time per epoch"),
                                   .column = to_say("median s per epoch"),
                                   .narrow = to_say("time"),
                                   .meaning = to_say("Training time of an epoch, without evaluation."),
                                   .unit = "s",
                                   .interval_in_table = true,
                                   .of = [](const Cell& cell) { return cell.time_s; }};
inline constexpr Figure step_time{.id = "time",
                                  .name = to_say("time per step"),
                                  .column = to_say("median s per step"),
                                  .narrow = to_say("time"),
                                  .meaning = to_say("Training time of a step, without evaluation."),
                                  .unit = "s",
                                  .interval_in_table = true,
                                  .of = [](const Cell& cell) { return cell.time_s; }};
inline constexpr Figure training_time{.id = "time",
                                      .name = to_say("training time"),
                                      .column = to_say("training s"),
                                      .narrow = to_say("time"),
                                      .meaning = to_say("Training time of the whole run, without evaluation."),
                                      .unit = "s",
                                      .interval_in_table = true,
                                      .of = [](const Cell& cell) { return cell.time_s; }};
inline constexpr Figure speedup{.id = "speedup",
                                .name = to_say("speedup"),
                                .column = to_say("speedup"),
                                .narrow = to_say("speedup"),
                                .meaning = to_say("How many times as fast as the baseline."),
                                .unit = "",
                                .interval_in_table = true,
                                .ratio = true,
                                .of = [](const Cell& cell) { return cell.speed; }};
inline constexpr Figure relative_speed{
    .id = "speedup",
    .name = to_say("relative speed"),
    .column = to_say("relative speed"),
    .narrow = to_say("speed"),
    .meaning = to_say("How many times as fast as the baseline. An interval that contains 1 shows no difference."),
    .unit = "",
    .interval_in_table = true,
    .ratio = true,
    .of = [](const Cell& cell) { return cell.speed; }};
inline constexpr Figure efficiency{.id = "efficiency",
                                   .name = to_say("efficiency"),
                                   .column = to_say("efficiency"),
                                   .narrow = to_say("eff.  %"),
                                   .meaning = to_say("Speedup by workers: with 100 % no worker is wasted."),
                                   .unit = "%",
                                   .scale = 100.0,
                                   .of = [](const Cell& cell) { return cell.efficiency; }};
inline constexpr Figure karp_flatt{
    .id = "karp_flatt",
    .name = to_say("Karp–Flatt fraction"),
    .column = "Karp–Flatt",  // untranslated: names
    .narrow = "K–F  %",      // untranslated: names
    .meaning = to_say("The serial fraction that would explain the speedup (Karp and Flatt): where it grows, more than "
                      "serial work holds the speedup back."),
    .unit = "%",
    .scale = 100.0,
    .spare = true,
    .of = [](const Cell& cell) { return cell.karp_flatt; }};
inline constexpr Figure test_time{.id = "test_time_s",
                                  .name = to_say("time of a test"),
                                  .column = to_say("test s"),
                                  .narrow = to_say("test"),
                                  .meaning = to_say("Time of one evaluation on the test set."),
                                  .unit = "s",
                                  .spare = true,
                                  .of = [](const Cell& cell) { return cell.test_time_s; }};
inline constexpr Figure validation_time{.id = "validation_time_s",
                                        .name = to_say("time of a validation"),
                                        .column = to_say("validation s"),
                                        .narrow = to_say("valid."),
                                        .meaning = to_say("Time of one evaluation on the validation set."),
                                        .unit = "s",
                                        .spare = true,
                                        .of = [](const Cell& cell) { return cell.validation_time_s; }};
inline constexpr Figure throughput{.id = "images_per_s",
                                   .name = to_say("throughput"),
                                   .column = to_say("images/s"),
                                   .narrow = to_say("k images/s"),
                                   .meaning = to_say("Images trained per second. The spread is that of the time."),
                                   .unit = to_say("thousand images/s"),
                                   .scale = 1e-3,
                                   .spare = true,
                                   .of = [](const Cell& cell) { return cell.images_per_s; }};
inline constexpr Figure accuracy{.id = "accuracy_test",
                                 .name = to_say("test accuracy"),
                                 .column = to_say("test accuracy"),
                                 .narrow = to_say("acc.  %"),
                                 .meaning = to_say("Accuracy on the test set at the end of a run."),
                                 .unit = "%",
                                 .scale = 100.0,
                                 .percentage = true,
                                 .spare = true,
                                 .of = [](const Cell& cell) { return cell.accuracy_test; }};
inline constexpr Figure energy{.id = "energy",
                               .name = to_say("energy of an epoch"),
                               .column = to_say("J per epoch"),
                               .narrow = to_say("J per epoch"),
                               .meaning = to_say("Joules of the training of an epoch."),
                               .unit = "J",
                               .of = [](const Cell& cell) {
                                 return Measured{cell.energy.epoch_j, cell.energy.epoch_ci, cell.energy.short_windows};
                               }};
inline constexpr Figure power{.id = "power",
                              .name = to_say("mean power"),
                              .column = to_say("mean W"),
                              .narrow = to_say("mean W"),
                              .meaning = to_say("Mean power while it trains."),
                              .unit = "W",
                              .of = [](const Cell& cell) {
                                return Measured{cell.energy.mean_w, {}, cell.energy.short_windows};
                              }};
inline constexpr Figure edp{.id = "edp",
                            .name = to_say("relative energy-delay product"),
                            .column = to_say("relative EDP"),
                            .narrow = to_say("relative EDP"),
                            .meaning = to_say("Joules of an epoch times its seconds, relative to the baseline."),
                            .unit = "",
                            .of = [](const Cell& cell) {
                              const RepeatedEnergy& e = cell.energy;
                              return Measured{e.relative_edp, e.relative_ci, e.relative_uncertain};
                            }};

inline constexpr Figure images_per_joule{
    .id = "images_per_j",
    .name = to_say("images per joule"),
    .column = to_say("images/J"),
    .narrow = to_say("images/J"),
    .meaning = to_say("Images trained with a joule."),
    .unit = to_say("images/J"),
    .spare = true,
    .of = [](const Cell& cell) {
      return Measured{cell.images_per_s.value / cell.energy.mean_w, {}, cell.energy.short_windows};
    }};

inline constexpr Figure training_phase{.id = "phase_training_s",
                                       .name = to_say("training"),
                                       .column = to_say("training s"),
                                       .narrow = to_say("training"),
                                       .meaning = to_say("Training of a whole run, warm-up epochs included."),
                                       .unit = "s",
                                       .of = [](const Cell& cell) { return cell.training_s; }};
inline constexpr Figure validation_phase{.id = "phase_validation_s",
                                         .name = to_say("validation"),
                                         .column = to_say("validation s"),
                                         .narrow = to_say("validation"),
                                         .meaning = to_say("All evaluations of a run on the validation images."),
                                         .unit = "s",
                                         .of = [](const Cell& cell) { return cell.validation_s; }};
inline constexpr Figure testing_phase{.id = "phase_test_s",
                                      .name = to_say("test"),
                                      .column = to_say("test s"),
                                      .narrow = to_say("test"),
                                      .meaning = to_say("All evaluations of a run on the test images."),
                                      .unit = "s",
                                      .of = [](const Cell& cell) { return cell.testing_s; }};
inline constexpr Figure other_phase{.id = "phase_other_s",
                                    .name = to_say("starting and the rest"),
                                    .column = to_say("starting and the rest s"),
                                    .narrow = to_say("rest"),
                                    .meaning = to_say("What a run took beside training and evaluation."),
                                    .unit = "s",
                                    .of = [](const Cell& cell) { return cell.other_s; }};
/// The phases of a run, which add up to all of it as far as it was timed.
inline constexpr const Figure* phases[] = {&training_phase, &validation_phase, &testing_phase, &other_phase};

/// Those that meters measure, in the order of their columns.
inline constexpr const Figure* of_energy[] = {&energy, &power, &edp, &images_per_joule};

/// Figures that came later stand at the end of files, where programs that read older ones by position do not look.
inline constexpr const Figure* newer[] = {&images_per_joule, &training_phase, &validation_phase, &testing_phase,
                                          &other_phase};

}  // namespace mlplab::figures
