// mlplab-cli find-lr: an exponential range test; the suggested learning rate with its reason, or JSON; the curve as
// files.
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
#include "core/reporting/find_lr_report.h"
#include "core/run/configuration.h"
#include "core/run/run_spec.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* csv_name = "find-lr.csv";
constexpr const char* svg_name = "find-lr.svg";
constexpr std::size_t table_rows = 25;

struct FindLrOptions {
  RunOptions run;
  RateSearchSpec search;
  std::string out;
  bool json = false;
};

/// Files that cannot be written are reported before the measurement.
void check_out(const fs::path& folder) {
  make_folder(folder);
  for (const char* name : {csv_name, svg_name}) check_writable(folder / name);
}

void keep(const fs::path& folder, const RateSearch& search) {
  write_file_atomically(folder / csv_name, to_csv(rate_table_exact(search)));
  write_file_atomically(folder / svg_name, to_svg(rate_search_chart(search), rate_sentence(search)));
}

void print(const FindLrOptions& options, const RateSearch& search) {
  if (options.json) {
    std::cout << dump_json(rate_search_json(search), 2) << '\n';
    return;
  }
  std::cout << to_markdown(rate_table(search, table_rows)) << '\n'
            << say("%1 (%2), %3, %4, batch %5: %6 steps; %7", configuration_name(search.spec.base),
                   device_in_words(search.spec.base, search.device), search.spec.base.model.name(),
                   to_string(search.spec.base.optimizer.kind), search.spec.base.batch, search.points.size(),
                   search.ended)
            << '\n'
            << rate_sentence(search) << '\n';
  if (search.suggestion.rate)
    std::cout << say("train with it: the same options and --lr %1", significant(*search.suggestion.rate, 2)) << '\n';
  if (!options.out.empty())
    std::cout << say("written: %1 and %2", (fs::path(options.out) / csv_name).string(),
                     (fs::path(options.out) / svg_name).string())
              << '\n';
}

int find_lr_command(const FindLrOptions& options) {
  RateSearchSpec spec = options.search;
  spec.base = options.run.spec();
  validate(spec);
  if (!options.out.empty()) check_out(options.out);
  const Dataset dataset = load_dataset(spec.base.data, find_resources(), spec.base.seed, loading_line());
  options.run.fit_network(spec.base, dataset);

  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  LiveLine line;
  int step = 0;
  const RateSearch search = find_learning_rate(spec, dataset, control, [&](const RatePoint& point) {
    if (!line.visible()) return;
    line.show(say("rate %1 of %2: %3  loss %4", ++step, spec.steps, significant(point.rate, 2),
                  with_decimals(point.loss, 4)));
  });
  line.clear();
  if (!options.out.empty()) keep(options.out, search);
  print(options, search);
  return interrupts.interrupted() ? interrupted_exit_code : 0;
}

}  // namespace

void add_find_lr_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "find-lr", say("suggest a learning rate: one step per rate until the loss blows up"),
                  find_lr_command);
  options->run.add_to(*command);
  for (const char* name : {"--lr", "--schedule", "--epochs", "--eval-every", "--target-accuracy", "--profile-steps"})
    command->get_option(name)->description(say("of a run; the search does not look at it"));
  command->option_defaults()->group(to_say("The search"))->always_capture_default();
  command->add_option("--from", options->search.from, say("the lowest rate"));
  command->add_option("--to", options->search.to, say("the highest rate, at most 1000"));
  command->add_option("--steps", options->search.steps,
                      say("rates in between, each a fixed factor above the last one"));
  command->add_option("--smoothing", options->search.smoothing,
                      say("weight of the newest loss in the running mean; 1: not smoothed"));
  command->add_option("--stop-at", options->search.stop_at,
                      say("end where the smoothed loss is this many times its lowest value"));
  command->add_option("--out", options->out, say("a folder for %1 and %2", csv_name, svg_name));
  command->add_flag("--json", options->json, say("one JSON object on stdout"));
}

}  // namespace mlplab
