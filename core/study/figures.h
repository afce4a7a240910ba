// The figures of all studies. To add one: its entry here, what it is made of in Cell (figure.h), and its place in the
// lists of the kinds that show it (kinds/).
#pragma once

#include "core/base/language.h"
#include "core/study/figure.h"

namespace mlplab::figures {

/// In seconds of one evaluation or of a phase of a run.
constexpr Figure seconds(const char* id, const char* name, const char* column, const char* narrow, const char* meaning,
                         Measured (*of)(const Cell&), bool spare = false) {
  return {.id = id,
          .name = name,
          .column = column,
          .narrow = narrow,
          .meaning = meaning,
          .unit = "s",
          .spare = spare,
          .of = of};
}
/// The time that the study's speeds are of.
constexpr Figure time_of_training(const char* name, const char* column, const char* meaning) {
  Figure figure = seconds("time", name, column, to_say("time"), meaning, [](const Cell& cell) { return cell.time_s; });
  figure.interval_in_table = true;
  return figure;
}
constexpr Figure ratio_of_times(const char* name, const char* narrow, const char* meaning) {
  return {.id = "speedup",
          .name = name,
          .column = name,
          .narrow = narrow,
          .meaning = meaning,
          .unit = "",
          .interval_in_table = true,
          .ratio = true,
          .of = [](const Cell& cell) { return cell.speed; }};
}

inline constexpr Figure epoch_time = time_of_training(to_say("time per epoch"), to_say("median s per epoch"),
                                                      to_say("Training time of an epoch, without evaluation."));
inline constexpr Figure step_time = time_of_training(to_say("time per step"), to_say("median s per step"),
                                                     to_say("Training time of a step, without evaluation."));
inline constexpr Figure training_time = time_of_training(to_say("training time"), to_say("training s"),
                                                         to_say("Training time of the whole run, without evaluation."));
inline constexpr Figure speedup =
    ratio_of_times(to_say("speedup"), to_say("speedup"), to_say("How many times as fast as the baseline."));
inline constexpr Figure relative_speed =
    ratio_of_times(to_say("relative speed"), to_say("speed"),
                   to_say("How many times as fast as the baseline. An interval that contains 1 shows no difference."));
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
inline constexpr Figure test_time = seconds(
    "test_time_s", to_say("time of a test"), to_say("test s"), to_say("test"),
    to_say("Time of one evaluation on the test set."), [](const Cell& cell) { return cell.test_time_s; }, true);
inline constexpr Figure validation_time = seconds(
    "validation_time_s", to_say("time of a validation"), to_say("validation s"), to_say("valid."),
    to_say("Time of one evaluation on the validation set."), [](const Cell& cell) { return cell.validation_time_s; },
    true);
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
inline constexpr Figure energy_without_idle{
    .id = "epoch_j_without_idle",
    .name = to_say("energy of an epoch without idle"),
    .column = to_say("J without idle"),
    .narrow = to_say("J without idle"),
    .meaning = to_say("Joules of the training of an epoch, less what the idle machine takes in the same seconds."),
    .unit = "J",
    .spare = true,
    .of = [](const Cell& cell) {
      const RepeatedJoules& own = cell.energy.without_idle;
      return Measured{own.epoch_j, own.epoch_ci, own.uncertain};
    }};
inline constexpr Figure energy{.id = "energy",
                               .name = to_say("energy of an epoch"),
                               .column = to_say("J per epoch"),
                               .narrow = to_say("J per epoch"),
                               .meaning = to_say("Joules of the training of an epoch."),
                               .unit = "J",
                               .beside = &energy_without_idle,
                               .of = [](const Cell& cell) {
                                 const RepeatedJoules& all = cell.energy.with_idle;
                                 return Measured{all.epoch_j, all.epoch_ci, all.uncertain};
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
inline constexpr Figure relative_edp_without_idle{
    .id = "relative_edp_without_idle",
    .name = to_say("relative energy-delay product without idle"),
    .column = to_say("relative EDP without idle"),
    .narrow = to_say("relative EDP without idle"),
    .meaning = to_say("Joules of an epoch without idle times its seconds, relative to the baseline."),
    .unit = "",
    .spare = true,
    .of = [](const Cell& cell) {
      const RepeatedJoules& own = cell.energy.without_idle;
      return Measured{own.relative_edp, own.relative_ci, own.relative_uncertain};
    }};
inline constexpr Figure edp{.id = "edp",
                            .name = to_say("relative energy-delay product"),
                            .column = to_say("relative EDP"),
                            .narrow = to_say("relative EDP"),
                            .meaning = to_say("Joules of an epoch times its seconds, relative to the baseline."),
                            .unit = "",
                            .beside = &relative_edp_without_idle,
                            .of = [](const Cell& cell) {
                              const RepeatedJoules& all = cell.energy.with_idle;
                              return Measured{all.relative_edp, all.relative_ci, all.relative_uncertain};
                            }};
inline constexpr Figure edp_js_without_idle{.id = "edp_js_without_idle",
                                            .name = to_say("energy-delay product without idle"),
                                            .column = to_say("EDP J·s without idle"),
                                            .narrow = to_say("EDP J·s without idle"),
                                            .meaning = to_say("Joules of an epoch without idle times its seconds."),
                                            .unit = "J·s",
                                            .spare = true,
                                            .of = [](const Cell& cell) {
                                              const RepeatedJoules& own = cell.energy.without_idle;
                                              return Measured{own.edp_js, own.edp_ci, own.uncertain};
                                            }};
inline constexpr Figure edp_js{.id = "edp_js",
                               .name = to_say("energy-delay product"),
                               .column = "EDP J·s",  // untranslated: a name and a unit
                               .narrow = "EDP J·s",  // untranslated: a name and a unit
                               .meaning = to_say("Joules of an epoch times its seconds."),
                               .unit = "J·s",
                               .spare = true,
                               .beside = &edp_js_without_idle,
                               .of = [](const Cell& cell) {
                                 const RepeatedJoules& all = cell.energy.with_idle;
                                 return Measured{all.edp_js, all.edp_ci, all.uncertain};
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
inline constexpr Figure training_phase = seconds(
    "phase_training_s", to_say("training"), to_say("training s"), to_say("training"),
    to_say("Training of a whole run, warm-up epochs included."), [](const Cell& cell) { return cell.training_s; });
inline constexpr Figure validation_phase = seconds(
    "phase_validation_s", to_say("validation"), to_say("validation s"), to_say("validation"),
    to_say("All evaluations of a run on the validation images."), [](const Cell& cell) { return cell.validation_s; });
inline constexpr Figure testing_phase =
    seconds("phase_test_s", to_say("test"), to_say("test s"), to_say("test"),
            to_say("All evaluations of a run on the test images."), [](const Cell& cell) { return cell.testing_s; });
inline constexpr Figure other_phase =
    seconds("phase_other_s", to_say("starting and the rest"), to_say("starting and the rest s"), to_say("rest"),
            to_say("What a run took beside training and evaluation."), [](const Cell& cell) { return cell.other_s; });
/// The phases of a run, which add up to all of it as far as it was timed.
inline constexpr const Figure* phases[] = {&training_phase, &validation_phase, &testing_phase, &other_phase};

constexpr Figure memory(const char* id, const char* name, const char* column, const char* meaning,
                        Measured (*of)(const Cell&)) {
  return {.id = id,
          .name = name,
          .column = column,
          .narrow = column,
          .meaning = meaning,
          .unit = "MB",
          .scale = 1e-6,
          .scaled = true,
          .spare = true,
          .of = of};
}
inline constexpr Figure peak_memory = memory("peak_memory_bytes", to_say("peak memory"), to_say("peak MB"),
                                             to_say("The most memory that the program and all that it started for a "
                                                    "run had; the peaks of several processes are added up."),
                                             [](const Cell& cell) { return Measured{cell.memory.peak_bytes}; });
inline constexpr Figure device_memory =
    memory("device_memory_bytes", to_say("GPU memory"), to_say("GPU MB"),
           to_say("The most memory that was in use on the GPUs of a run while it trained, by all programs."),
           [](const Cell& cell) { return Measured{cell.memory.device_bytes}; });
inline constexpr Figure step_h2d = seconds(
    "step_h2d_s", to_say("host-to-device"), to_say("host-to-device s"), to_say("host-to-device"),
    to_say("In a profiled step: copying from the host to the device."),
    [](const Cell& cell) { return Measured{cell.step.h2d_s}; }, true);
inline constexpr Figure step_kernel = seconds(
    "step_kernel_s", to_say("kernel"), to_say("kernel s"), to_say("kernel"), to_say("In a profiled step: computing."),
    [](const Cell& cell) { return Measured{cell.step.kernel_s}; }, true);
inline constexpr Figure step_d2h = seconds(
    "step_d2h_s", to_say("device-to-host"), to_say("device-to-host s"), to_say("device-to-host"),
    to_say("In a profiled step: copying from the device to the host."),
    [](const Cell& cell) { return Measured{cell.step.d2h_s}; }, true);
inline constexpr Figure step_communication = seconds(
    "step_communication_s", to_say("communication"), to_say("communication s"), to_say("communication"),
    to_say("In a profiled step: exchanging gradients, and waiting at barriers."),
    [](const Cell& cell) { return Measured{cell.step.communication_s}; }, true);
inline constexpr Figure step_host = seconds(
    "step_host_s", to_say("host"), to_say("host s"), to_say("host"),
    to_say("In a profiled step: recorded work of the host, such as launching kernels and waiting for them."),
    [](const Cell& cell) { return Measured{cell.step.host_s}; }, true);
inline constexpr Figure step_unrecorded = seconds(
    "step_unrecorded_s", to_say("unrecorded"), to_say("unrecorded s"), to_say("unrecorded"),
    to_say("In a profiled step: time that nobody recorded."),
    [](const Cell& cell) { return Measured{cell.step.unrecorded_s}; }, true);
/// The parts of a profiled step, which add up to its time.
inline constexpr const Figure* parts_of_step[] = {&step_h2d,           &step_kernel, &step_d2h,
                                                  &step_communication, &step_host,   &step_unrecorded};

/// Those that meters measure, in the order of their columns.
inline constexpr const Figure* of_energy[] = {&energy,
                                              &power,
                                              &edp,
                                              &images_per_joule,
                                              &energy_without_idle,
                                              &relative_edp_without_idle,
                                              &edp_js,
                                              &edp_js_without_idle};
/// Those of them that need the power of the idle machine, too.
inline constexpr const Figure* without_idle[] = {&energy_without_idle, &relative_edp_without_idle,
                                                 &edp_js_without_idle};

/// Those of a sweep's files: of the scaling, and of the runs themselves.
inline constexpr const Figure* of_scaling[] = {&speedup, &efficiency, &karp_flatt};
inline constexpr const Figure* of_runs[] = {&throughput, &accuracy, &test_time, &validation_time};

/// Figures that came later stand at the end of files, where programs that read older ones by position do not look.
inline constexpr const Figure* newer[] = {&images_per_joule, &training_phase,      &validation_phase,
                                          &testing_phase,    &other_phase,         &energy_without_idle,
                                          &edp_js,           &edp_js_without_idle, &relative_edp_without_idle};
/// Those that came after them, at the very end, in the order of their columns.
inline constexpr const Figure* newest[] = {&peak_memory, &device_memory,      &step_h2d,  &step_kernel,
                                           &step_d2h,    &step_communication, &step_host, &step_unrecorded};

}  // namespace mlplab::figures
