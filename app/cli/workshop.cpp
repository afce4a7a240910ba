// mlplab-cli workshop: new, check, time and train with kernels of one's own (core/workshop). To add an action: its line
// in actions(). 'train' is words for the command train (workshop_words()).
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/live_line.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/machine/host_info.h"
#include "core/machine/topology.h"
#include "core/reporting/operations_report.h"
#include "core/reporting/workshop_report.h"
#include "core/workshop/kept_check.h"
#include "core/workshop/kernel_roofline.h"
#include "core/workshop/limited_command.h"
#include "core/workshop/words.h"

namespace mlplab {
namespace {

struct WorkshopOptions {
  std::string action;
  std::vector<std::string> words;  // after it
  std::string language = "cpp";
  std::vector<int> sizes;
  int workers = 0;
  TimingOptions timing;
  double time_limit_s = 20.0;
  bool json = false;
};

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::cout << line << '\n';
}

/// Ctrl-C ends what compiles and runs the kernel, which throws Stopped.
workshop::CheckOptions check_options(const WorkshopOptions& options, const InterruptHandler& interrupts) {
  workshop::CheckOptions check;
  check.limits.time_s = options.time_limit_s;
  check.limits.stop = [&interrupts] { return interrupts.interrupted(); };
  return check;
}

int new_command(const WorkshopOptions& options) {
  if (options.words.size() != 2) {
    std::vector<std::string> names;
    for (const workshop::Task& task : workshop::tasks()) names.push_back(task.name);
    throw UsageError(say("workshop new takes a task and a new folder; tasks are %1", listed(names)));
  }
  const workshop::Work work = workshop::new_work(workshop::find_task(options.words[0]),
                                                 workshop::find_language(options.language), options.words[1]);
  std::cout << say("write %1, then: mlplab-cli workshop check %2", work.source().string(), options.words[1]) << '\n';
  return 0;
}

/// Alone, a folder that cannot be opened is an error; among others it is a row of the table.
workshop::CheckedFolder checked_folder(const std::string& folder, const WorkshopOptions& options,
                                       const workshop::CheckOptions& check) {
  if (options.words.size() > 1) return workshop::check_folder(folder, check, options.timing);
  workshop::CheckedFolder checked{.folder = folder};
  checked.work = workshop::open_work(folder);
  checked.check = workshop::check_work(*checked.work, check);
  return checked;
}

int check_command(const WorkshopOptions& options) {
  if (options.words.empty()) throw UsageError(say("workshop check takes one folder or several"));
  std::vector<workshop::CheckedFolder> all;
  const InterruptHandler interrupts([] {});
  LiveLine line;
  for (const std::string& folder : options.words) {
    line.show(say("checking %1 (%2 of %3)", folder, all.size() + 1, options.words.size()));
    all.push_back(checked_folder(folder, options, check_options(options, interrupts)));
  }
  line.clear();
  if (options.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const workshop::CheckedFolder& one : all) json.push_back(workshop::checked_json(one));
    std::cout << dump_json(json, 2) << '\n';
  } else if (all.size() == 1) {
    print_lines(workshop::check_lines(*all.front().work, *all.front().check));
    print_lines(workshop::count_lines(all.front()));
  } else {
    std::cout << to_markdown(workshop::class_table(all));
  }
  const bool right = std::ranges::all_of(all, [](const workshop::CheckedFolder& one) { return one.right(); });
  return right ? 0 : static_cast<int>(Failure::other);
}

int time_command(const WorkshopOptions& options) {
  if (options.words.size() != 1) throw UsageError(say("workshop time takes one folder"));
  const workshop::Work work = workshop::open_work(options.words.front());
  if (const std::string why_not = work.language->why_not_timed(); !why_not.empty())
    throw UsageError(work.folder.string() + ": " + why_not);
  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  if (!workshop::why_not_checked(work).empty()) {
    const workshop::Check check = workshop::check_work(work, check_options(options, interrupts));
    if (!check.right()) {
      if (options.json)
        std::cout << dump_json(workshop::check_json(work, check), 2) << '\n';
      else
        print_lines(workshop::check_lines(work, check));
      std::cerr << say("only a kernel that is right is timed") + "\n";
      return static_cast<int>(Failure::other);
    }
  }
  const int all_workers = options.workers > 0 ? options.workers : machine_topology().physical_cores();
  const int workers = work.language->sets_threads ? all_workers : 1;
  const std::vector<int> sizes = options.sizes.empty() ? work.task->timed : options.sizes;
  for (const int n : sizes)
    if (n < 8 || n > 4'194'304) throw UsageError(say("a size must be a number from 8 to %1, not %2", 4'194'304, n));
  LiveLine line;
  const OperationStudy study =
      measure_variants(workshop::kernel_variants(work, workers), sizes, options.timing, control,
                       [&](const OperationProgress& p) { line.show("n = " + std::to_string(p.n) + "  " + p.title); });
  line.clear();
  Ceilings ceilings{.workers = workers};
  if (!interrupts.interrupted()) ceilings = workshop::ceilings_for(work, study, workers);  // else nobody waits for them
  workshop::keep_version(work, study);
  if (options.json)
    std::cout << dump_json(workshop::timed_json(work, study, ceilings), 2) << '\n';
  else
    print_lines(workshop::timed_lines(work, study, ceilings));
  return interrupts.interrupted() ? interrupted_exit_code : 0;
}

struct WorkshopAction {
  std::string name;
  int (*run)(const WorkshopOptions& options);
  std::vector<std::string> own;  // options that it knows
};

const std::vector<WorkshopAction>& workshop_actions() {
  static const std::vector<WorkshopAction> all = {
      {"new", new_command, {"--language"}},
      {"check", check_command, {"--repeats", "--min-time", "--time-limit", "--json"}},
      {"time", time_command, {"--sizes", "--workers", "--repeats", "--min-time", "--time-limit", "--json"}}};
  return all;
}

/// An option of another action is no word without meaning, and is refused.
void refuse_others(const CLI::App& command, const WorkshopAction& chosen) {
  for (const CLI::Option* option : command.get_options())
    if (option->nonpositional() && option->count() > 0 &&
        std::ranges::find(chosen.own, option->get_name()) == chosen.own.end())
      throw UsageError(
          say("%1 is no option of 'workshop %2'; it has %3", option->get_name(), chosen.name, listed(chosen.own)));
}

}  // namespace

std::vector<std::string> workshop_words(std::vector<std::string> words) {
  const auto workshop = std::ranges::find(words, "workshop");
  if (workshop == words.end() || std::distance(workshop, words.end()) < 2 || *(workshop + 1) != "train") return words;
  if (std::distance(words.begin(), workshop) > 0 && !words.front().starts_with("--lang")) return words;
  if (std::distance(workshop, words.end()) < 3 || (workshop + 2)->starts_with("-"))
    throw UsageError(say("workshop train takes a folder, and then the options of train"));
  *workshop = "train";
  *(workshop + 1) = "--backend";
  *(workshop + 2) = "workshop:" + *(workshop + 2);
  return words;
}

void add_workshop_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("workshop", say("write a kernel of your own: new, check, time, train"));
  auto options = std::make_shared<WorkshopOptions>();
  command
      ->add_option("ACTION", options->action,
                   say("new TASK FOLDER, check FOLDER…, time FOLDER, or train FOLDER with the options of train"))
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>{"new", "check", "time", "train"}));
  command->add_option("WORDS", options->words, say("of the action"));
  std::vector<std::string> names;
  for (const workshop::Language& language : workshop::languages()) names.push_back(language.name);
  command->add_option("--language", options->language, say("of a new kernel: %1", listed(names)))
      ->capture_default_str();
  command->add_option("--sizes", options->sizes, say("sizes n that are timed, as 64,256"))->delimiter(',');
  command
      ->add_option("--workers", options->workers,
                   say("threads of a kernel that has several, and of what it is compared with (0: the cores)"))
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command
      ->add_option("--repeats", options->timing.repeats,
                   say("measurements of each, of which median and spread are shown"))
      ->capture_default_str();
  command->add_option("--min-time", options->timing.time_s, say("seconds of each measurement, at least"))
      ->capture_default_str();
  command
      ->add_option("--time-limit", options->time_limit_s,
                   say("seconds that a kernel may take for all calls of a check"))
      ->check(CLI::Range(1.0, 600.0))
      ->capture_default_str();
  command->add_flag("--json", options->json, say("JSON on stdout"));
  command->callback([&chosen, command, options] {
    chosen = [command, options] {
      check_timing(options->timing);
      const auto found = std::ranges::find(workshop_actions(), options->action, &WorkshopAction::name);
      if (found == workshop_actions().end())
        throw UsageError(
            say("workshop train stands first: mlplab-cli workshop train FOLDER, then the options of train"));
      refuse_others(*command, *found);
      try {
        return found->run(*options);
      } catch (const workshop::Stopped&) {
        std::cerr << say("the check was stopped") + "\n";
        return interrupted_exit_code;
      }
    };
  });
}

}  // namespace mlplab
