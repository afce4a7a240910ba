// mlplab-cli profile: where a step's time goes, over batch sizes and data placements; a table with advice, or JSON; the
// study and its timelines as files.
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/run_options.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/reporting/profile_report.h"
#include "core/study/profile/node_figures.h"
#include "core/study/profile/roofline.h"
#include "core/study/sweep/sweep_spec.h"

namespace mlplab {
namespace {

struct ProfileOptions {
  RunOptions run;
  std::string batches = "16,32,64,512,4096", placements, out, trace, open;
  int steps = 50;
  bool json = false;
};

ProfileStudySpec spec_of(const ProfileOptions& options) {
  ProfileStudySpec spec;
  spec.base = options.run.spec();
  if (!options.run.given("--epochs")) spec.base.epochs = 1;
  spec.batches.clear();
  for (const std::string& value : parse_values(options.batches))
    spec.batches.push_back(value_json(SweepAxis::batch, value).get<int>());
  if (!options.placements.empty()) spec.placements = parse_values(options.placements);
  spec.steps = options.steps;
  return spec;
}

/// Where the step's time goes in the network; reasons that all points have in common are printed once.
void print_nodes(const std::vector<ProfilePoint>& points) {
  std::string said;
  for (const ProfilePoint& point : points) {
    const std::string why = why_no_nodes(point);
    if (!point.failure.empty() || (!why.empty() && why == said)) continue;
    said = why;
    std::cout << '\n';
    if (!why.empty()) {
      std::cout << say("Node by node: %1.", why) << '\n';
      continue;
    }
    std::cout << say("%1, node by node (%2)", point_in_words(point.batch, point.placement), point.model->name())
              << "\n\n"
              << to_markdown(node_table(point).shown);
    if (const std::string peak = peak_sentence(point); !peak.empty()) std::cout << '\n' << peak << '\n';
  }
}

/// The machine's ceilings once, then the operations of each point under them.
void print_roofline(const ProfileStudy& study) {
  const auto measured = std::ranges::find(study.points, std::string(), &ProfilePoint::failure);
  if (measured == study.points.end()) return;
  if (const std::string why = why_no_roofline(study, *measured); !why.empty()) {
    std::cout << '\n' << say("Roofline: %1.", why) << '\n';
    return;
  }
  std::cout << '\n'
            << say("Roofline: what %1 of this machine can do at most, measured after the last run (best of 4 to 20)",
                   count_of(study.ceilings->workers, "worker"))
            << "\n\n"
            << to_markdown(ceilings_table(*study.ceilings));
  for (const ProfilePoint& point : study.points) {
    if (!why_no_roofline(study, point).empty()) continue;
    std::cout << '\n'
              << point_in_words(point.batch, point.placement) << "\n\n"
              << to_markdown(roofline_table(study, point));
    for (const std::string& sentence : roofline_notes(*study.ceilings, point)) std::cout << sentence << '\n';
  }
}

void print(const ProfileOptions& options, const ProfileStudy& study) {
  if (options.json) {
    std::cout << dump_json(profile_json(study), 2) << '\n';
    return;
  }
  if (!study.recorded.empty()) std::cout << study.recorded << "\n\n";
  if (study.points.empty()) return;
  const ProfilePoint& first = study.points.front();
  std::cout << say("%1: a step's time and its parts in µs, means",
                   first.backend + (first.device.empty() ? "" : " (" + first.device + ")"))
            << "\n\n"
            << to_markdown(profile_table(study.points).shown) << '\n';
  for (const ProfilePoint& point : study.points) {
    std::cout << point_in_words(point.batch, point.placement) << ":\n";
    for (const std::string& sentence : advise(study, point)) std::cout << "  " << sentence << '\n';
  }
  print_nodes(study.points);
  print_roofline(study);
}

void keep(const ProfileOptions& options, const ProfileStudy& study) {
  if (!options.out.empty()) save_profile_study(options.out, study);
  if (!options.trace.empty()) save_chrome_trace(options.trace, study.points);
}

int measure(const ProfileOptions& options) {
  ProfileStudySpec spec = spec_of(options);
  const ConfigurationEntry& entry = find_configuration(configuration_name(spec.base));
  if (const std::string reason = entry.why_not(); !reason.empty())
    throw BackendError(say("the backend %1 is not available: %2", entry.name, reason));
  const Dataset dataset = load_dataset(spec.base.data, find_resources(), spec.base.seed, loading_line());
  options.run.fit_network(spec.base, dataset);

  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  LiveLine line;
  const auto failed = [](const ProfilePoint& point) { return !point.failure.empty(); };
  const ProfileStudy study = run_profile_study(
      spec, dataset, control,
      {.on_progress =
           [&](const StudyProgress& now) {
             line.show(say("profile %1 of %2: %3", now.runs_done + 1, now.runs_total, now.name));
           },
       .on_point = [&](const ProfileStudy& so_far) {  // a program that is killed loses the point in progress
         if (!std::ranges::all_of(so_far.points, failed)) keep(options, so_far);
       }});
  line.clear();
  if (!study.points.empty() && std::ranges::all_of(study.points, failed))
    throw Error(study.points.front().failed_as.value_or(Failure::other), study.points.front().failure);
  if (!study.points.empty()) keep(options, study);
  print(options, study);
  return interrupts.interrupted() ? interrupted_exit_code : 0;
}

int profile_command(const ProfileOptions& options) {
  for (const std::string& file : {options.out, options.trace})
    if (!file.empty()) check_writable(file);
  if (options.open.empty()) return measure(options);
  if (const std::string given = options.run.first_given({}, {"--batch", "--placement", "--steps"}); !given.empty())
    throw UsageError(say("--open shows a profile as it was measured; leave out %1", given));
  const ProfileStudy study = read_profile_study(options.open);
  keep(options, study);
  print(options, study);
  return 0;
}

}  // namespace

void add_profile_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "profile", say("where a step's time goes, over batch sizes"), profile_command);
  options->run.add_to(*command, {"--batch", "--batch-per-rank", "--profile-steps", "--on", "--silence"});
  command->option_defaults()->group(to_say("The profile"));
  command->add_option("--batch", options->batches, say("batch sizes, as 16,32,64"))->capture_default_str();
  command->add_option("--placement", options->placements,
                      say("placements of the data, where the backend has a choice, as a,b"));
  command->add_option("--steps", options->steps, say("profiled steps of each epoch; at most half of them are"))
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command->add_option("--out", options->out, say("keep the study in a file, with its timelines"));
  command->add_option("--trace", options->trace, say("the timelines as a Chrome trace, which Perfetto opens"));
  command->add_option("--open", options->open, say("show a kept study instead of measuring"));
  command->add_flag("--json", options->json, say("one JSON array on stdout"));
  command->get_option("--epochs")->default_str("1")->description(say("epochs of each run; the last one is shown"));
}

}  // namespace mlplab
