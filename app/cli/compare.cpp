// mlplab-cli compare: every implementation trained with the same settings, in turn; the table of the report.
#include <iostream>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/run_options.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/reporting/comparison_report.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/comparison/ladder.h"
#include "core/study/difference.h"
#include "core/study/kinds/comparison.h"
#include "core/study/sweep/sweep_spec.h"

namespace mlplab {
namespace {

constexpr const char* first_study = "first";

struct CompareOptions {
  RunOptions run;
  std::string backends, baseline, between, out, resume;
  double target_accuracy = ComparisonSpec().target_accuracy;
  int repeats = ComparisonSpec().repeats;
  double idle_power_s = study_idle_power_s;
  std::string published;  // a study's id, 'first' for the first that names implementations; '' for none
  bool ladder = false, json = false;
};

void write_report(const std::filesystem::path& folder, const Comparison& comparison, const PublishedStudy* published,
                  ComparisonStore& store) {
  store.keep(comparison);
  write_file_atomically(folder / "comparison.json", dump_json(comparison_json(comparison), 2) + "\n");
  write_file_atomically(folder / "comparison.csv", to_csv(comparison_table(comparison, published).exact));
  write_file_atomically(folder / "comparison.md", comparison_markdown(comparison, published));
  write_file_atomically(folder / "comparison.tex", to_latex(comparison_table(comparison, published).shown));
}

void print(const CompareOptions& options, const Comparison& comparison, const PublishedStudy* published) {
  if (options.json) {
    std::cout << dump_json(comparison_json(comparison), 2) << '\n';
  } else {
    std::cout << to_markdown(comparison_table(comparison, published).shown) << '\n';
    if (const Table ladder = ladder_table(comparison).shown; !ladder.rows.empty())
      std::cout << say("Where the speed comes from") << "\n\n" << to_markdown(ladder) << '\n';
    const std::vector<Cell> cells = cells_of(comparison);
    if (!options.between.empty()) {
      const auto [a, b] = two_cells(cells, options.between);
      std::cout << difference_words(*a, *b) << '\n';
    }
    for (const std::string& note : comparison_notes(comparison, published)) std::cout << note << '\n';
    if (published != nullptr) std::cout << '\n' << published_markdown(*published);
    if (const std::string& kept = options.resume.empty() ? options.out : options.resume; !kept.empty())
      std::cout << say("kept in %1", kept) << '\n';
  }
  std::cout.flush();
}

/// The study that is asked for, or the first whose implementations are named; null without --published.
std::unique_ptr<PublishedStudy> published_of(const CompareOptions& options) {
  if (options.published.empty()) return nullptr;
  std::string ids;
  std::vector<std::string> left_out;
  std::vector<PublishedStudy> studies = published_studies(find_resources(), &left_out);
  for (const std::string& why : left_out) std::cerr << say("warning: %1", why) + "\n";
  for (PublishedStudy& study : studies) {
    if (study.implementations.empty()) continue;
    if (options.published == study.id || options.published == first_study)
      return std::make_unique<PublishedStudy>(std::move(study));
    ids += (ids.empty() ? "" : ", ") + study.id;
  }
  if (!ids.empty()) throw UsageError(say("there is no published study '%1'; there are %2", options.published, ids));
  throw InputError(say("no file in %1 names implementations", (find_resources() / "published").string()));
}

/// Nothing that could run, or nothing that ended well: the first reason, as an error.
void check_any_done(const Comparison& comparison) {
  const ComparisonRow* first = nullptr;
  for (const ComparisonRow& row : comparison.rows) {
    if (row.done()) return;
    if (first == nullptr || (!first->available && row.available)) first = &row;
  }
  const auto failure = first->log.ended ? first->log.ended->failure.value_or(Failure::other) : Failure::backend;
  throw Error(failure, say("no backend ended its training; %1: %2", first->backend, first->reason));
}

/// A new comparison; wrong names are reported before anything is loaded. Of two that measure in one folder the second
/// is refused.
Comparison begin(const CompareOptions& options, Dataset& dataset, std::optional<RunLock>& lock) {
  ComparisonSpec spec;
  spec.base = options.run.spec();
  if (!options.backends.empty()) spec.backends = parse_values(options.backends);
  if (options.ladder) spec.backends = ladder_names(spec.base);
  spec.baseline = options.baseline;
  spec.target_accuracy = options.target_accuracy;
  spec.repeats = options.repeats;
  Comparison comparison = plan_comparison(spec);
  if (!options.between.empty()) two_cells(cells_of(comparison), options.between);
  dataset = load_dataset(spec.base.data, find_resources(), spec.base.seed, loading_line());
  options.run.fit_network(comparison.spec.base, dataset);
  validate_against(comparison.spec.base, dataset);
  if (options.out.empty()) return comparison;
  const std::filesystem::path folder = options.out;
  make_folder(folder);
  lock.emplace(folder);
  std::error_code ignored;
  for (const char* name : {"comparison.json", comparison_file_name})
    if (std::filesystem::exists(std::filesystem::symlink_status(folder / name, ignored)))
      throw InputError(
          say("%1 holds a comparison already; name another folder, or go on with it: --resume %1", options.out));
  check_writable(folder / "comparison.json");
  make_paths_absolute(comparison.spec.base);
  return comparison;
}

/// A kept one, which may be complete.
Comparison resume(const CompareOptions& options, Dataset& dataset, std::optional<RunLock>& lock) {
  const std::string given =
      options.run.first_given({"--hostfile"}, {"--backends", "--ladder", "--repeats", "--target-accuracy", "--out"});
  if (!given.empty()) throw UsageError(say("--resume goes on with the comparison's own settings; leave out %1", given));
  const std::filesystem::path folder = options.resume;
  if (!anything_at(folder / comparison_file_name))
    throw InputError(say("%1 holds no comparison: there is no %2 in it", options.resume, comparison_file_name));
  Comparison comparison = read_comparison(folder / comparison_file_name);
  if (!is_complete(comparison)) {
    lock.emplace(folder);
    comparison = read_comparison(folder / comparison_file_name);  // another program may have gone on with it
  }
  rebase(comparison, options.baseline.empty() ? comparison.spec.baseline : options.baseline);
  if (!options.between.empty()) two_cells(cells_of(comparison), options.between);
  if (is_complete(comparison)) return comparison;
  confirm_hosts(comparison, options.run.hostfile(), options.resume, "compare --resume " + options.resume);
  const RunSpec& base = comparison.spec.base;
  dataset = load_dataset(base.data, find_resources(), base.seed, loading_line());
  return comparison;
}

int compare_command(const CompareOptions& options) {
  if (!options.between.empty() && options.json)
    throw UsageError(say("--between is answered under the table; leave out --json"));
  const std::unique_ptr<PublishedStudy> published = published_of(options);
  const std::string kept = options.resume.empty() ? options.out : options.resume;
  const std::filesystem::path folder = kept;
  std::optional<RunLock> lock;
  Dataset dataset;
  Comparison comparison = options.resume.empty() ? begin(options, dataset, lock) : resume(options, dataset, lock);
  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  std::unique_ptr<ProgressBar> bar;
  ComparisonStore store(folder / comparison_file_name);
  ComparisonHooks hooks;
  hooks.sink_for = [&](int) -> EventSink* {
    bar = std::make_unique<ProgressBar>(stderr_is_terminal());
    return bar.get();
  };
  hooks.idle_power_s = options.idle_power_s;
  hooks.on_progress = [&, last = -1](const StudyProgress& progress) mutable {
    if (progress.idle && stderr_is_terminal()) std::cerr << say(measuring_idle_words) + "\n";
    if (progress.idle) return;
    if (!stderr_is_terminal() || std::exchange(last, progress.runs_done) == progress.runs_done) return;
    const int run = progress.runs_done + 1, runs = progress.runs_total, round = progress.turn.repeat + 1;
    std::cerr << (comparison.spec.repeats > 1 ? say("run %1 of %2 (round %3 of %4): %5", run, runs, round,
                                                    comparison.spec.repeats, progress.name)
                                              : say("run %1 of %2: %3", run, runs, progress.name)) +
                     "\n";
  };
  hooks.on_rounding = [] {
    if (stderr_is_terminal()) std::cerr << say("looking how far rounding alone moves the losses") + "\n";
  };
  if (!kept.empty()) {
    hooks.file = kept;
    hooks.keep_in = folder / "runs";
    hooks.on_run = [&](int) { write_report(folder, comparison, published.get(), store); };  // what is done, is kept
  }
  std::string not_kept;
  const bool shown = !options.resume.empty() && is_complete(comparison);  // and nothing of it is written
  if (!shown) not_kept = run_comparison(comparison, dataset, control, hooks);
  if (!shown && !kept.empty()) write_report(folder, comparison, published.get(), store);
  print(options, comparison, published.get());
  if (!not_kept.empty()) throw InputError(not_kept);
  if (interrupts.interrupted()) {
    if (!kept.empty()) std::cerr << say("stopped; go on with: mlplab-cli compare --resume %1", kept) << '\n';
    return interrupted_exit_code;
  }
  check_any_done(comparison);
  return 0;
}

}  // namespace

void add_compare_command(CLI::App& app, Action& chosen) {
  const auto [command, options] = add_command(
      app, chosen, "compare", say("train every available backend with the same settings, in turn; a table on stdout"),
      compare_command);
  options->run.add_to(*command,
                      {"--backend", "--backend-option", "--batch-per-rank", "--target-accuracy", "--on", "--silence"});
  command->option_defaults()->group(to_say("The comparison"));
  command->add_option("--backends", options->backends,
                      say("a list of names, as simd,simd(first-layer=dense),openblas/1 (default: all)"));
  command
      ->add_flag(
          "--ladder", options->ladder,
          say("where a speedup comes from: implementations of which each does one thing more than the one before"))
      ->excludes(command->get_option("--backends"));
  command->add_option("--baseline", options->baseline,
                      say("the backend that speeds compare with (default: the first that is available)"));
  command->add_option(
      "--between", options->between,
      say("two of them, as simd,openmp: whether one is faster or that is noise, and how many repeats would tell"));
  command
      ->add_option("--repeats", options->repeats, say("how often each is trained, in rounds; the table shows medians"))
      ->capture_default_str();
  add_idle_power_option(*command, options->idle_power_s);
  command->add_option("--target-accuracy", options->target_accuracy, say("of the column 'time to'; no run ends at it"))
      ->capture_default_str();
  command
      ->add_option(
          "--published", options->published,
          say("a column with published times of the same implementations, and what is doubtful in them; the study, as "
              "caldas-2025 (default: the first)"))
      ->expected(0, 1)
      ->default_str(first_study)
      ->type_name("STUDY");
  command->add_option("--out", options->out, say("keep the runs, comparison.json, .csv and .md in this folder"));
  command->add_option("--resume", options->resume,
                      say("go on with a stopped comparison, the folder of its --out; a complete one is shown"));
  command->option_defaults()->group("Options");
  command->add_flag("--json", options->json, say("one JSON list on stdout"));
  command->get_option("--workers")->description(say("of the backends that run in parallel (default: all cores)"));
}

}  // namespace mlplab
