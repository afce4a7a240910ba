// mlplab-cli sweep: an experiment over one axis with repeats, kept on disk, resumable; a table, CSV, Markdown, LaTeX or
// JSON.
#include "core/study/sweep/sweep.h"

#include <iostream>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/live_line.h"
#include "app/cli/progress_bar.h"
#include "app/cli/run_options.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/reporting/sweep_report.h"
#include "core/study/difference.h"
#include "core/study/kinds/scaling.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {
namespace {

struct SweepOptions {
  RunOptions run;
  std::map<std::string, std::string> lists;  // of --workers, --batch…: the axis, or one value, which is the base run's
  std::string axis, values, across, across_values, baseline, between;
  std::string out, resume;
  int repeats = 5, warmup = 1, batch_per_rank = 0;
  double idle_power_s = study_idle_power_s;
  bool weak = false, against_reference = false, json = false, csv = false, markdown = false, latex = false;
};

/// '' of a setting, which is no axis by itself and has --values alone.
const std::string& list_of(const SweepOptions& options, SweepAxis axis) {
  static const std::string none;
  const auto list = options.lists.find(to_string(axis));
  return list == options.lists.end() ? none : list->second;
}

/// The axes that have a list of their own, in the order of the table.
std::vector<SweepAxis> lists_in(const SweepOptions& options) {
  std::vector<SweepAxis> lists;
  for (const SweepAxis axis : sweep_axes())
    if (list_of(options, axis).find(',') != std::string::npos) lists.push_back(axis);
  return lists;
}

SweepAxis axis_of(const SweepOptions& options) {
  if (!options.axis.empty()) return parse_axis(options.axis);
  std::vector<SweepAxis> lists = lists_in(options);
  if (!options.across.empty()) std::erase(lists, parse_axis(options.across));
  if (!lists.empty()) return lists.front();
  if (!list_of(options, SweepAxis::width).empty()) return SweepAxis::width;
  if (!list_of(options, SweepAxis::resolution).empty()) return SweepAxis::resolution;
  return SweepAxis::workers;
}

/// The second axis: --across, or another list.
std::optional<SecondAxis> across_of(const SweepOptions& options) {
  const SweepAxis first = axis_of(options);
  std::vector<SweepAxis> axes = lists_in(options);
  std::erase(axes, first);
  if (!options.across.empty()) {
    const SweepAxis named = parse_axis(options.across);
    std::erase(axes, named);
    axes.push_back(named);
  } else if (!options.across_values.empty()) {
    throw UsageError(say("--across-values are those of an axis: name it, --across"));
  }
  if (axes.empty()) return std::nullopt;
  if (axes.size() > 1)
    throw UsageError(say("--%1 and --%2 both have a list beside %3; a sweep has two axes at most", to_string(axes[0]),
                         to_string(axes[1]), to_string(first)));
  const std::string& values = options.across_values.empty() ? list_of(options, axes[0]) : options.across_values;
  return SecondAxis{axes[0], values.empty() ? suggested_values(axes[0]) : parse_values(axes[0], values)};
}

bool varies(const SweepOptions& options, SweepAxis axis) {
  const std::optional<SecondAxis> second = across_of(options);
  return axis_of(options) == axis || (second && second->axis == axis);
}

/// The values of the first axis. Throws UsageError where they are missing.
std::vector<std::string> values_of(const SweepOptions& options) {
  const SweepAxis axis = axis_of(options);
  const std::string& values = options.values.empty() ? list_of(options, axis) : options.values;
  if (!values.empty()) return parse_values(axis, values);
  if (axis == SweepAxis::workers) return suggested_values(axis);
  throw UsageError(say("the values of the axis are missing; give them as --%1 with a list",
                       axis.of != nullptr ? "values" : to_string(axis)));
}

/// Makes the data of a run those of the sweep's first point.
void take_first_data(const SweepOptions& options, RunSpec& run) {
  const std::string& seed = list_of(options, SweepAxis::seed);
  if (!seed.empty() && !varies(options, SweepAxis::seed))
    run.seed = value_json(SweepAxis::seed, seed).get<std::uint64_t>();
  for (const SweepAxis axis : sweep_axes()) {
    if (!has_own_data(axis) || !varies(options, axis)) continue;
    const std::string first =
        axis == axis_of(options) ? values_of(options).front() : across_of(options)->values.front();
    if (axis == SweepAxis::resolution)
      run.data.image_size = parse_image_size(first);  // the network is fitted to the data once they are read
    else
      apply_value(axis, first, run);
  }
}

/// The end of a setting's path is enough.
std::string axis_names() {
  return joined(sweep_axes(), ", ", [](SweepAxis axis) {
    const std::string name = to_string(axis);
    return name.substr(name.rfind('.') + 1);
  });
}

int one_number(const SweepOptions& options, SweepAxis axis) {
  return value_json(axis, list_of(options, axis)).get<int>();
}

/// Over workers the whole batch grows with them, over anything else it is the same for all runs.
void take_batch_per_rank(SweepSpec& spec, const SweepOptions& options) {
  if (!list_of(options, SweepAxis::batch).empty() || varies(spec, SweepAxis::batch))
    throw UsageError(say("--batch is of all workers together, --batch-per-rank of each: say one of them"));
  if (varies(spec, SweepAxis::backend))
    throw UsageError(say("a sweep over backends has one batch for all of them: say --batch"));
  if (options.batch_per_rank < 1) throw UsageError(say("--batch-per-rank must be at least 1"));
  spec.base.batch_per_rank = options.batch_per_rank;
  fit_batch(spec.base);
}

SweepSpec spec_of(const SweepOptions& options, const Dataset& dataset) {
  SweepSpec spec;
  spec.axis = axis_of(options);
  spec.across = across_of(options);
  spec.base = options.run.spec();
  take_first_data(options, spec.base);
  options.run.fit_network(spec.base, dataset);
  const auto fixed = [&](SweepAxis axis) { return !varies(spec, axis) && !list_of(options, axis).empty(); };
  if (fixed(SweepAxis::backend))
    choose_configuration(spec.base, find_configuration(list_of(options, SweepAxis::backend)).name);
  if (fixed(SweepAxis::workers)) set_workers(spec.base, one_number(options, SweepAxis::workers));
  if (fixed(SweepAxis::batch)) spec.base.batch = one_number(options, SweepAxis::batch);
  if (fixed(SweepAxis::width)) {
    for (std::size_t layer = 0; layer + 1 < spec.base.model.layers.size(); ++layer) {
      dense_layer(spec.base.model, layer).units = one_number(options, SweepAxis::width);
    }
  }
  if (varies(spec, SweepAxis::backend) && options.run.chooses_options())
    throw UsageError(
        say("a sweep over backends has each with its own defaults: leave out --backend-option, --processes and "
            "--hostfile, or measure one backend with them"));
  if (options.run.given("--batch-per-rank")) take_batch_per_rank(spec, options);
  if (varies(spec, SweepAxis::resolution)) spec.base.data.channels = dataset.image.channels;
  if (!options.run.given("--epochs")) spec.base.epochs = 1;
  spec.by_epoch = options.run.given("--eval-every");
  spec.against_reference = options.against_reference;
  spec.values = values_of(options);
  // One run of each seed tells its accuracy, and epochs before it would only hide how many it is of.
  const bool seeds = varies(spec, SweepAxis::seed);
  spec.repeats = seeds && !options.run.given("--repeats") ? 1 : options.repeats;
  spec.warmup_epochs = seeds && !options.run.given("--warmup") ? 0 : options.warmup;
  spec.scaling = options.weak ? Scaling::weak : Scaling::strong;
  spec.baseline = options.baseline.empty() ? "" : understood_value(spec.axis, options.baseline);
  validate(spec);
  return spec;
}

/// One line on stderr; silent where stderr is no terminal.
class SweepBar : public SweepSink {
 public:
  explicit SweepBar(std::string axis) : axis_(std::move(axis)) {}
  void on_progress(const StudyProgress& progress) override {
    if (!line_.visible()) return;
    if (progress.idle) return line_.show(say(measuring_idle_words));
    const std::string eta = std::isfinite(progress.eta_s) ? significant(progress.eta_s, 2) + " s" : "…";
    const std::string repeat =
        progress.turn.repeat == reference_repeat ? say("reference") : say("repeat %1", progress.turn.repeat + 1);
    const auto share = [](double fraction) { return in_right_column(with_decimals(100.0 * fraction, 0), 3); };
    line_.show(say("sweep %1 %  run %2 of %3  %4 %5, %6  %7 %  ETA %8", share(progress.fraction),
                   progress.runs_done + 1, progress.runs_total, axis_, progress.name, repeat,
                   share(progress.run_fraction), eta));
  }
  void on_run(const SweepRun& run) override {
    if (!run.done()) {
      line_.clear();
      std::cerr << axis_ << " " << run.value << (run.across.empty() ? "" : "/" + run.across) << ": " << run.failure
                << '\n';
    }
  }
  void on_rounding() override {
    if (line_.visible()) line_.show(say("looking how far rounding alone moves the losses"));
  }

 private:
  std::string axis_;
  LiveLine line_;
};

SweepStore begin(const SweepOptions& options, Dataset& dataset) {
  RunSpec run = options.run.spec();
  take_first_data(options, run);
  dataset = load_dataset(run.data, find_resources(), run.seed, loading_line());
  const SweepSpec spec = spec_of(options, dataset);
  check_against(spec, dataset);
  if (!varies(spec, SweepAxis::backend)) check_configuration(run_of(slices_of(spec).front(), 0));
  return SweepStore::create(
      options.out.empty() ? new_sweep_folder(default_sweeps_folder(), spec) : std::filesystem::path(options.out), spec);
}

SweepStore resume(const SweepOptions& options, Dataset& dataset) {
  const std::string given = options.run.first_given(
      {"--hostfile"},
      {"--axis", "--values", "--across", "--across-values", "--workers", "--batch", "--batch-per-rank", "--width",
       "--backend", "--resolution", "--seed", "--repeats", "--warmup", "--weak", "--against-reference", "--out"});
  if (!given.empty()) throw UsageError(say("--resume goes on with the sweep's own settings; leave out %1", given));
  SweepStore store = SweepStore::open(find_sweep(options.resume));
  if (!store.complete()) {
    const RunSpec first = run_of(slices_of(store.spec()).front(), 0);
    confirm_hosts(store, options.run.hostfile());
    dataset = load_dataset(first.data, find_resources(), first.seed, loading_line());
  }
  return store;
}

void print(const SweepOptions& options, const SweepStore& store) {
  const SweepAnalysis analysis = analyse(store, options.baseline);
  const std::vector<Cell> cells = cells_of(analysis);
  std::pair<const Cell*, const Cell*> between;
  if (!options.between.empty()) between = two_cells(cells, options.between);
  if (options.json) {
    nlohmann::ordered_json json = sweep_json(analysis);
    if (between.first != nullptr) json["between"] = difference_json(*between.first, *between.second);
    json["sweep_dir"] = store.folder().string();
    std::cout << dump_json(json, 2) << '\n';
  } else if (options.csv) {
    std::cout << to_csv(sweep_table(analysis).exact);
  } else if (options.markdown) {
    std::cout << sweep_markdown(analysis);
  } else if (options.latex) {
    std::cout << to_latex(sweep_table(analysis).shown);
  } else {
    std::cout << to_markdown(sweep_table(analysis).shown) << '\n';
    if (between.first != nullptr) std::cout << difference_words(*between.first, *between.second) << '\n';
    for (const std::string& note : sweep_notes(analysis)) std::cout << note << '\n';
    for (const std::string& warning : sweep_warnings(analysis)) std::cout << say("warning: %1", warning) << '\n';
    std::cout << say("kept in %1", store.folder().string()) << '\n';
  }
  std::cout.flush();
}

int sweep_command(const SweepOptions& options) {
  if (options.json + options.csv + options.markdown + options.latex > 1) {
    throw UsageError(say("--json, --csv, --markdown and --latex all want stdout; choose one"));
  }
  if (!options.between.empty() && (options.csv || options.markdown || options.latex))
    throw UsageError(
        say("--between is answered under the table and in --json; leave out --csv, --markdown and --latex"));
  Dataset dataset;
  SweepStore store = options.resume.empty() ? begin(options, dataset) : resume(options, dataset);
  // An unknown value is reported before the measurement, not after.
  const SweepAnalysis planned = analyse(store, options.baseline);
  if (!options.between.empty()) two_cells(cells_of(planned), options.between);

  SweepOutcome outcome;
  bool interrupted = false;
  if (!store.complete()) {
    RunControl control;
    const InterruptHandler interrupts([&] { control.stop(); });
    SweepBar bar(axes_in_words(store.spec()));
    outcome = run_sweep(store, dataset, bar, control, {}, read_noise, options.idle_power_s);
    interrupted = interrupts.interrupted();
  }
  print(options, store);
  if (interrupted) {
    std::cerr << say("stopped; go on with: mlplab-cli sweep --resume %1", store.folder().string()) << '\n';
    return interrupted_exit_code;
  }
  if (outcome.status == RunStatus::failed) throw Error(outcome.failure.value_or(Failure::other), outcome.reason);
  return 0;
}

}  // namespace

void add_sweep_command(CLI::App& app, Action& chosen) {
  const auto [command, options] = add_command(app, chosen, "sweep",
                                              say("measure over workers, batch, width, backend, resolution, seed "
                                                  "or a setting, with repeats; a table on stdout"),
                                              sweep_command);
  options->run.add_to(*command,
                      {"--workers", "--batch", "--batch-per-rank", "--backend", "--seed", "--on", "--silence"});
  command->option_defaults()->group(to_say("The sweep"));
  command->add_option("--axis", options->axis, say("%1 (default: the one that has a list)", axis_names()));
  command->add_option("--values", options->values, say("the axis's values, as 1,2,4"));
  command->add_option(
      "--across", options->across,
      say("a second axis: all of it is measured with each of its values (default: a second list, as in --workers "
          "1,2,4 --batch 32,256)"));
  command->add_option("--across-values", options->across_values,
                      say("its values (default: those of its list, or usual ones)"));
  command->add_option("--workers", options->lists["workers"],
                      say("a list to sweep, or one number for all runs (default: 1 to twice the cores)"));
  command->add_option("--batch", options->lists["batch"],
                      say("a list to sweep, or one number for all runs (default: 64)"));
  command->add_option(
      "--batch-per-rank", options->batch_per_rank,
      say("in place of --batch: of each worker; over workers the batch grows with them, and what is trained with it"));
  command->add_option("--width", options->lists["width"],
                      say("of the hidden layers: a list to sweep, or one number for all runs"));
  command->add_option("--backend", options->lists["backend"],
                      say("a list to sweep, or one name for all runs (default: the best CPU backend)"));
  command->add_option("--resolution", options->lists["resolution"],
                      say("sizes that the images are brought to, as 16,32,64 or 74x99,148x197 (width x height)"));
  command->add_option(
      "--seed", options->lists["seed"],
      say("a list, for how far the accuracy varies (one run each, no warm-up), or one number for all runs (default: "
          "1)"));
  command->add_option("--repeats", options->repeats, say("runs of each value"))->capture_default_str();
  command->add_option("--warmup", options->warmup, say("epochs at the start of every run that are not timed"))
      ->capture_default_str();
  command->add_option("--baseline", options->baseline,
                      say("the value that speedups compare with (default: the first)"));
  command->add_option(
      "--between", options->between,
      say("two of the values, as 1,4: whether one is faster or that is noise, and how many repeats would tell"));
  add_idle_power_option(*command, options->idle_power_s);
  command->add_flag("--against-reference", options->against_reference,
                    say("hold the losses against those of %1, which trains once for it, instead of the baseline's",
                        reference_entry().name));
  command->add_flag("--weak", options->weak, say("weak scaling: --batch for each worker, time per step"));
  command->add_option("--out", options->out,
                      say("the sweep's folder (default: a new one in ~/.local/share/mlplab/sweeps)"));
  command->add_option("--resume", options->resume,
                      say("go on with a stopped sweep: its folder, or its name; a complete one is shown"));
  command->option_defaults()->group("Options");
  command->add_flag("--json", options->json, say("one JSON object on stdout"));
  command->add_flag("--csv", options->csv, say("one line per value on stdout, every digit"));
  command->add_flag("--markdown", options->markdown, say("a report on stdout"));
  command->add_flag("--latex", options->latex, say("the table on stdout as LaTeX's tabular"));
  command->get_option("--epochs")->default_str("1")->description(say("timed epochs of each run"));
}

}  // namespace mlplab
