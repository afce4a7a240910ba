// mlplab-cli train: one run, with a progress bar, kept on disk, resumable.

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/ranks.h"
#include "app/cli/run_options.h"
#include "app/cli/summary.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/machine/standard_streams.h"
#include "core/model/model_file.h"
#include "core/run/configuration.h"
#include "core/run/run_record.h"
#include "core/training/rank_group.h"

namespace mlplab {
namespace {

struct TrainOptions {
  RunOptions run;
  std::string out, events, save, resume;
  bool json = false;
  double idle_power_s = 0.0;
  std::string hosts;
  bool resumes = false;  // --resume is given, though its folder may be empty
};

/// Passes everything on to several sinks.
class Fan : public EventSink {
 public:
  void add(EventSink& sink) { sinks_.push_back(&sink); }
  void on_event(const Event& event) override {
    for (EventSink* sink : sinks_) sink->on_event(event);
  }

 private:
  std::vector<EventSink*> sinks_;
};

/// The event stream as lines, to a file or to stdout.
class EventLines : public EventSink {
 public:
  /// `reader_gone`: called where nobody reads the lines any more.
  EventLines(const std::string& target, std::function<void()> reader_gone)
      : target_(target), reader_gone_(std::move(reader_gone)) {
    if (target != "-") {
      file_.open(target, std::ios::trunc);
      if (!file_)
        throw InputError(say("cannot write the events to %1; choose a file in a folder that you may write to", target));
    }
    stream() << hello_line() << std::endl;
  }
  void on_event(const Event& event) override {
    if (stream() << to_line(event) << std::endl) return;
    if (!file_.is_open() && !gone_ && (gone_ = stdout_reader_is_gone())) reader_gone_();
  }
  /// The lines went to a pipe whose reader has closed it: it has what it wanted.
  bool reader_gone() const { return gone_; }
  /// The error in one sentence, or ''.
  std::string failure() {
    return stream() ? ""
                    : say("the events could not be written to %1 (is the disk full?); the run itself went on", target_);
  }

 private:
  std::ostream& stream() { return file_.is_open() ? file_ : std::cout; }
  std::string target_;
  std::function<void()> reader_gone_;
  std::ofstream file_;
  bool gone_ = false;
};

/// Refuses an output file that this run, or another kept one, writes itself.
void check_not_of_a_run(const TrainOptions& options) {
  const std::string& own = options.resumes ? options.resume : options.out;
  for (const std::string& file : {options.events == "-" ? std::string() : options.events, options.save}) {
    if (file.empty()) continue;
    const std::filesystem::path beside = std::filesystem::path(file).parent_path();
    const std::filesystem::path other = beside.empty() ? "." : beside;
    std::error_code ignored;
    const bool of_run = std::filesystem::exists(std::filesystem::symlink_status(other / "spec.json", ignored)) &&
                        is_file_of_run(other, file);
    const bool is_own = !own.empty() && is_file_of_run(own, file);
    if (is_own || of_run)
      throw UsageError(
          say("%1 is a file that the run in %2 keeps itself; name another", file, is_own ? own : other.string()));
  }
}

RunRequest request_of(const TrainOptions& options, Communicator* job) {
  // Not among the initialisers: where one of them throws, GCC 12 destroys the others twice.
  RunRequest request;
  request.resources = find_resources();
  request.ranks = job;
  request.is_job = job != nullptr;
  request.on_loading = loading_line();
  request.idle_power_s = options.idle_power_s;
  request.watch_load = true;
  check_not_of_a_run(options);
  if (!options.save.empty()) check_writable(options.save);
  if (options.resumes) {
    if (options.resume.empty()) throw UsageError(say("--resume names no folder (is a variable empty?)"));
    if (const std::string given = options.run.first_given({"--hostfile", "--on"}); !given.empty())
      throw UsageError(say("--resume goes on with the run's own settings; leave out %1", given));
    if (!options.out.empty()) throw UsageError(say("--resume goes on in the run's own folder; leave out --out"));
    request.resume = options.resume;
    request.hostfile = options.run.hostfile();
    request.hosts = options.hosts;
    request.on = options.run.host();
    return request;
  }
  request.spec = options.run.spec();
  const auto dataset = std::make_shared<const Dataset>(
      load_dataset(request.spec.data, request.resources, request.spec.seed, loading_line()));
  options.run.fit_network(request.spec, *dataset);
  request.dataset = dataset;
  request.keep = RunRequest::Keep::always;
  request.folder = options.out;
  if (options.out.empty()) request.runs = default_runs_folder();
  return request;
}

/// A rank other than rank 0 of a job that mpirun or srun started: it computes, and writes nothing.
int follow(const TrainOptions& options, Communicator& job) {
  RunRequest request;
  try {
    RankGroup(&job).together([&] { request = request_of(options, &job); });
  } catch (const std::exception& error) {
    return static_cast<int>(as_error(error).failure());  // rank 0 says it
  }
  Silent silent;
  RunControl control;
  const InterruptHandler interrupts([] {});  // rank 0 decides when to stop
  const RunOutcome outcome = execute_run(request, silent, control);
  if (outcome.all_failed) return static_cast<int>(*outcome.ended.failure);
  return leave_group(job, outcome.ended);
}

int train_command(const TrainOptions& options) {
  if (options.json && options.events == "-")
    throw UsageError(say("--json and --events - both want stdout; choose one"));
  std::unique_ptr<Communicator> job = join_job();
  if (job && job->rank() != 0) {
    const int code = follow(options, *job);
    job.reset();  // the ranks leave MPI together
    // mpirun ends all as soon as one has failed: rank 0 must have said why.
    if (code != 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    return code;
  }
  RunRequest request;
  RunControl control;
  std::unique_ptr<EventLines> lines;
  RankGroup(job.get()).together([&] {
    request = request_of(options, job.get());
    if (!options.events.empty()) lines = std::make_unique<EventLines>(options.events, [&] { control.stop(); });
  });
  Fan fan;
  ProgressBar bar(stderr_is_terminal());
  fan.add(bar);
  if (lines) fan.add(*lines);

  const InterruptHandler interrupts([&] { control.stop(); });
  const RunOutcome outcome = execute_run(request, fan, control);
  const RunEnded& ended = outcome.ended;
  const auto fail = [&] {
    if (!job || outcome.all_failed) throw Error(*ended.failure, ended.reason);
    std::cerr << "mlplab-cli: " + ended.reason + "\n";
    return leave_group(*job, ended);
  };
  if (!outcome.began && ended.failure) return fail();

  if (!outcome.began && outcome.log.epochs.empty()) {
    std::cerr << say("the run was stopped before it began") + "\n";
    return interrupted_exit_code;
  }

  if (!options.save.empty() && outcome.state) {
    TrainingState model = *outcome.state;
    model.slots.clear();  // for use, here and in PyTorch, not for training on
    save_model(options.save, model,
               {{"backend", configuration_name(outcome.log.started.spec)},
                {"dataset", title_of(outcome.log.started.spec.data)},
                {"accuracy_test", std::to_string(outcome.log.last_accuracy_test().value_or(0.0))}});
  }
  if (options.json)
    std::cout << dump_json(summary_json(outcome.log, outcome.folder), 2) << '\n';
  else if (options.events != "-")
    std::cout << summary_text(outcome.log, outcome.folder);
  std::cout.flush();

  if (ended.failure) return fail();
  if (!outcome.not_kept.empty()) throw InputError(outcome.not_kept);
  if (lines && lines->reader_gone()) return reader_gone_exit_code;
  if (lines && !lines->failure().empty()) throw InputError(lines->failure());
  return interrupts.interrupted() ? interrupted_exit_code : 0;
}

}  // namespace

void add_train_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("train", say("train a network; progress on stderr, a summary on stdout"));
  auto options = std::make_shared<TrainOptions>();
  options->run.add_to(*command);
  command->add_option("--out", options->out,
                      say("the run's folder (default: a new one in ~/.local/share/mlplab/runs)"));
  command->add_option("--events", options->events,
                      say("also write the event stream, one JSON object a line, to a file or - (stdout)"));
  command->add_option("--save", options->save, say("save the trained model (safetensors)"));
  command->add_option("--resume", options->resume,
                      say("go on with a stopped or killed run from its last complete epoch"));
  command->add_option("--hosts", options->hosts,
                      say("with --resume: the machines that members of its team are started on, as node1,node2"));
  command
      ->add_option(
          "--idle-power", options->idle_power_s,
          say("seconds in which the idle machine's power is measured before the training, for the energy without it"))
      ->check(CLI::Range(0.1, 600.0));
  command->add_flag("--json", options->json, say("the summary as one JSON object on stdout"));
  command->callback([&chosen, options, command] {
    options->resumes = command->count("--resume") > 0;
    chosen = [options] { return train_command(*options); };
  });
}

}  // namespace mlplab
