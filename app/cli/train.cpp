// mlplab-cli train: one run, with a progress bar, kept on disk, resumable.
#include "core/launch/train.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/ranks.h"
#include "app/cli/run_options.h"
#include "app/cli/summary.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/launch/processes/process_backends.h"
#include "core/model/model_file.h"
#include "core/run/run_record.h"
#include "core/training/rank_group.h"

namespace mlplab {
namespace {

struct TrainOptions {
  RunOptions run;
  std::string out, events, save, resume;
  bool json = false;
};

/// Passes everything on to several sinks, and keeps the log and the last state for the end.
class Fan : public EventSink {
 public:
  void add(EventSink& sink) { sinks_.push_back(&sink); }
  void on_event(const Event& event) override {
    log.apply(event);
    for (EventSink* sink : sinks_) sink->on_event(event);
  }
  void on_state(const std::shared_ptr<const TrainingState>& new_state) override {
    state = new_state;
    for (EventSink* sink : sinks_) sink->on_state(new_state);
  }
  RunLog log;
  std::shared_ptr<const TrainingState> state;

 private:
  std::vector<EventSink*> sinks_;
};

/// The event stream as lines, to a file or to stdout.
class EventLines : public EventSink {
 public:
  explicit EventLines(const std::string& target) : target_(target) {
    if (target != "-") {
      file_.open(target, std::ios::trunc);
      if (!file_)
        throw InputError("cannot write the events to " + target + "; choose a file in a folder that you may write to");
    }
    stream() << hello_line() << std::endl;
  }
  void on_event(const Event& event) override { stream() << to_line(event) << std::endl; }
  /// What went wrong, in one sentence, or ''.
  std::string failure() {
    return stream() ? ""
                    : "the events could not be written to " + target_ + " (is the disk full?); the run itself went on";
  }

 private:
  std::ostream& stream() { return file_.is_open() ? file_ : std::cout; }
  std::string target_;
  std::ofstream file_;
};

struct Start {
  RunSpec spec;
  Dataset dataset;
  std::unique_ptr<RunRecorder> recorder;
  std::shared_ptr<TrainingState> from;  // null: from the beginning
  RunLog before;
};

/// In a job of several processes a run is one of the backend mpi, whatever the command line names.
void fit_job(RunSpec& spec, const Communicator* job) {
  if (job == nullptr) return;
  if (find_backend(spec.backend).kind == BackendKind::processes)
    spec.options.workers = job->size();
  else
    spec.options = process_options_of(job->size(), spec.backend, spec.options);
  spec.backend = mpi_backend_name;
}

Start begin(const TrainOptions& options, const Communicator* job) {
  Start start;
  start.spec = options.run.spec();
  fit_job(start.spec, job);
  start.dataset = load_dataset(start.spec.data, find_resources(), start.spec.seed);
  options.run.fit_network(start.spec, start.dataset);
  validate_against(start.spec, start.dataset);
  const BackendEntry& entry = find_backend(start.spec.backend);
  if (job == nullptr)
    check_backend(entry, start.spec.options);  // its reason, before a folder is made
  else if (entry.check)
    entry.check(start.spec.options);  // srun needs no mpirun
  if (job != nullptr && job->rank() != 0) return start;
  const std::filesystem::path folder =
      options.out.empty() ? new_run_folder(default_runs_folder(), start.spec) : std::filesystem::path(options.out);
  start.recorder = std::make_unique<RunRecorder>(folder, start.spec);
  return start;
}

Start resume(const TrainOptions& options, const Communicator* job) {
  if (const std::string given = options.run.first_given(); !given.empty())
    throw UsageError("--resume goes on with the run's own settings; leave out " + given);
  if (!options.out.empty()) throw UsageError("--resume goes on in the run's own folder; leave out --out");
  const StoredRun run = read_run(options.resume);
  Start start;
  start.spec = run.spec;
  fit_job(start.spec, job);
  start.dataset = load_dataset(start.spec.data, find_resources(), start.spec.seed);
  if (!run.log.started.dataset_hash.empty() && run.log.started.dataset_hash != start.dataset.content_hash)
    throw InputError("the data set " + start.spec.data.source + " has changed since the run in " + options.resume +
                     " began; resuming it would not give the same result");
  start.from = read_checkpoint(options.resume);
  start.before = run.log;
  if (job == nullptr || job->rank() == 0)
    start.recorder = std::make_unique<RunRecorder>(options.resume, start.spec, /*resume=*/true);
  return start;
}

/// Training time of the epochs that the checkpoint holds.
double train_time_before_s(const Start& start) {
  if (!start.from) return 0.0;
  for (const EpochDone& epoch : start.before.epochs)
    if (epoch.epoch == start.from->epochs_done) return epoch.train_time_s;
  return 0.0;
}

/// Trains, or takes part in training where mpirun or srun started this process as one of several.
RunEnded train_here(Start& start, EventSink& sink, RunControl& control, Communicator* job) {
  const double before_s = train_time_before_s(start);
  if (job == nullptr) return train(start.spec, start.dataset, sink, control, {start.from, before_s});
  return train_as_rank(rank_plan(*job, start.spec), start.spec, start.dataset, sink, control, {start.from, before_s});
}

/// A rank other than rank 0 of a job: it computes, and writes nothing.
int follow(const TrainOptions& options, Communicator& job) {
  Start start;
  try {
    RankGroup(&job).together([&] { start = options.resume.empty() ? begin(options, &job) : resume(options, &job); });
  } catch (const Error& error) {
    return static_cast<int>(error.failure());  // rank 0 says it
  }
  Silent silent;
  RunControl control;
  const InterruptHandler interrupts([] {});  // rank 0 decides when to stop
  return leave_group(job, train_here(start, silent, control, &job));
}

int train_command(const TrainOptions& options) {
  if (options.json && options.events == "-") throw UsageError("--json and --events - both want stdout; choose one");
  const std::unique_ptr<Communicator> job = join_job();
  if (job && job->rank() != 0) return follow(options, *job);
  Start start;
  RankGroup(job.get()).together([&] {
    if (!options.save.empty()) check_writable(options.save);
    start = options.resume.empty() ? begin(options, job.get()) : resume(options, job.get());
  });

  Fan fan;
  fan.log = start.before;
  ProgressBar bar(stderr_is_terminal());
  std::unique_ptr<EventLines> lines;
  fan.add(*start.recorder);
  fan.add(bar);
  if (!options.events.empty()) fan.add(*(lines = std::make_unique<EventLines>(options.events)));

  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  const RunEnded ended = train_here(start, fan, control, job.get());

  const std::filesystem::path folder = start.recorder->folder();
  const std::string not_recorded = start.recorder->failure();
  if (!options.save.empty() && fan.state)
    save_model(options.save, *fan.state,
               {{"backend", start.spec.backend},
                {"dataset", start.spec.data.source},
                {"accuracy_test", std::to_string(fan.log.last_accuracy_test().value_or(0.0))}});
  if (options.json)
    std::cout << dump_json(summary_json(fan.log, folder), 2) << '\n';
  else if (options.events != "-")
    std::cout << summary_text(fan.log, folder);
  std::cout.flush();

  if (ended.failure && job) {
    std::cerr << "mlplab-cli: " << ended.reason << '\n';
    return leave_group(*job, ended);
  }
  if (ended.failure) throw Error(*ended.failure, ended.reason);
  if (!not_recorded.empty()) throw InputError(not_recorded);
  if (lines && !lines->failure().empty()) throw InputError(lines->failure());
  return interrupts.interrupted() ? interrupted_exit_code : 0;
}

}  // namespace

void add_train_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("train", "train a network; progress on stderr, a summary on stdout");
  auto options = std::make_shared<TrainOptions>();
  options->run.add_to(*command);
  command->add_option("--out", options->out, "the run's folder (default: a new one in ~/.local/share/mlplab/runs)");
  command->add_option("--events", options->events,
                      "also write the event stream, one JSON object a line, to a file or - (stdout)");
  command->add_option("--save", options->save, "save the trained model (safetensors)");
  command->add_option("--resume", options->resume, "go on with a stopped or killed run from its last complete epoch");
  command->add_flag("--json", options->json, "the summary as one JSON object on stdout");
  command->callback([&chosen, options] { chosen = [options] { return train_command(*options); }; });
}

}  // namespace mlplab
