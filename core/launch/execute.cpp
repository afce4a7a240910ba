#include "core/launch/execute.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/energy_watch.h"
#include "core/launch/load_watch.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/train.h"
#include "core/machine/memory.h"
#include "core/machine/scratch_folder.h"
#include "core/machine/threads.h"
#include "core/training/rank_group.h"
#include "core/training/share_fit.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;
using Keep = RunRequest::Keep;

constexpr const char* here_word = "here";  // where a run that goes on leaves another machine

std::unique_ptr<RunLock> lock_of_run(const fs::path& folder) {
  read_run_spec(folder);  // of what is no run, the sentence is that of a reader
  return std::make_unique<RunLock>(folder);
}

class Execution : public EventSink {
 public:
  Execution(const RunRequest& request, EventSink& sink, RunControl& control)
      : request_(request), ranks_(request.ranks), sink_(sink), control_(control) {}

  RunOutcome run() {
    std::optional<RankPlan> plan;
    try {
      ranks_.together([&] {
        prepare();
        if (request_.ranks != nullptr) plan.emplace(rank_plan(*request_.ranks, spec_));
      });
      ranks_.check_same(*outcome_.dataset);
      if (plan && reached_ == nullptr) fit_shares(*plan);
    } catch (const std::exception& error) {
      return failed_early(error);
    }
    if (reached_ != nullptr)
      outcome_.ended = end_at_target();
    else
      outcome_.ended = plan ? train_as_rank(*plan, spec_, *outcome_.dataset, *this, control_, from_)
                            : train(spec_, *outcome_.dataset, *this, control_, from_);
    finish_record();
    return std::move(outcome_);
  }

  void on_event(const Event& said) override {
    const auto* started = std::get_if<RunStarted>(&said);
    if (started == nullptr) return take(said);
    RunStarted with_images = *started;  // the training knows no more of them than is known here
    with_images.preparation = preparation_of(*outcome_.dataset);
    with_images.validation_examples = static_cast<std::int64_t>(outcome_.dataset->validation.size());
    take(with_images);
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    outcome_.state = state;
    if (recorder_) recorder_->on_state(state);
    sink_.on_state(state);
  }

 private:
  /// Where the shares are to be fitted and are not yet: a run that goes on keeps its own.
  void fit_shares(RankPlan& plan) {
    if (spec_.team->shares != Shares::fitted || spec_.team->fit) return;
    spec_.team->fit = measure_shares(plan, spec_, *outcome_.dataset);
    plan.weights = weights_of(*spec_.team);
  }

  void take(const Event& said) {
    const std::optional<Event> measured = energy_ ? energy_->taken_in(said) : std::nullopt;
    const Event& event = measured ? *measured : said;
    // In a run on several machines this machine's share would pass for the whole.
    if (std::holds_alternative<RunStarted>(event) && request_.watch_load && request_.ranks == nullptr &&
        remote_hosts_of(spec_).empty())
      load_ = std::make_unique<LoadWatch>(LoadSources{
          device_load_of(spec_), [this] { return energy_ ? energy_->power() : std::vector<PowerReading>(); },
          [this] { return control_.paused(); }});
    if (std::holds_alternative<RunEnded>(event)) send_load();
    send(event);
    if (std::holds_alternative<RunEnded>(event))
      load_.reset();
    else
      send_load();
    if (!std::holds_alternative<RunStarted>(event)) return;
    warn_of_data();
    warn_of_untrained_classes();
    warn_of_time_limit();
    if (!lost_epochs_.empty() && keeps()) on_event(Warned{lost_epochs_});
  }

  void send(const Event& event) {
    outcome_.began = outcome_.began || std::holds_alternative<RunStarted>(event);
    outcome_.log.apply(event);
    if (recorder_) recorder_->on_event(event);
    sink_.on_event(event);
  }

  void send_load() {
    if (load_)
      for (LoadSampled& sample : load_->taken()) send(std::move(sample));
  }

  bool resumes() const { return !request_.resume.empty(); }

  /// Everything that can be wrong is found before a folder is made or touched.
  void prepare() {
    if (ranks_.first()) clear_dead_scratch();
    StoredRun stored;
    if (resumes()) {
      if (keeps()) lock_ = lock_of_run(request_.resume);
      stored = read_run(request_.resume);
    }
    spec_ = resumes() ? stored.spec : request_.spec;
    if (spec_.team && stored.log.started.spec.team) spec_.team->fit = stored.log.started.spec.team->fit;
    if (resumes() && request_.ranks == nullptr) confirm_hosts();
    if (request_.is_job) fit_job(spec_, request_.ranks->size());
    if (!resumes() && spec_.host.empty())
      fit_batch(spec_);  // a resumed run keeps its batch, whichever backend trains it now
    validate(spec_);
    check_idle_power();
    if (!spec_.host.empty() && request_.ranks != nullptr)
      throw UsageError(say("a job of mpirun or srun runs where it was started: leave out --on"), "host");
    outcome_.dataset = request_.dataset;
    if (!outcome_.dataset)
      outcome_.dataset = std::make_shared<const Dataset>(
          load_dataset(spec_.data, request_.resources, spec_.seed, request_.on_loading));
    from_.state = request_.initial;
    from_.rates = request_.rates;
    if (resumes()) {
      from_ = resumption_of(stored, *outcome_.dataset);
      outcome_.log = stored.log;
      lost_epochs_ = words_of_lost_epochs(stored);
      find_target(stored.log);
    }
    validate_against(spec_, *outcome_.dataset);
    check_can_run();
    if (ranks_.first()) begin_record();
    if (keeps() && spec_.host.empty()) begin_energy();  // not this machine's
  }

  /// '' unless the checkpoint knows of epochs that the log does not: the disk was full for a while, say.
  std::string words_of_lost_epochs(const StoredRun& stored) const {
    if (from_.state == nullptr) return {};
    const int kept = from_.state->epochs_done, logged = stored.log.last_epoch();
    if (logged >= kept) return {};
    return say(
        "%1 ends with epoch %2, the checkpoint with epoch %3: what was said of the epochs between them was lost, "
        "times and curves are without them",
        (request_.resume / "events.jsonl").string(), logged, kept);
  }

  /// A run that had reached its target is over, wherever it was cut off: one epoch more would make another run of it.
  void find_target(const RunLog& log) {
    if (!spec_.target_accuracy || from_.state == nullptr) return;
    const auto found = std::ranges::find_if(log.epochs, [this](const EpochDone& epoch) {
      return epoch.epoch <= from_.state->epochs_done && epoch.accuracy_test.value_or(-1.0) >= *spec_.target_accuracy;
    });
    if (found == log.epochs.end()) return;
    reached_ = std::make_unique<EpochDone>(*found);
    started_ = log.started;
  }

  RunEnded end_at_target() {
    started_.first_epoch = from_.state->epochs_done;
    const RunEnded ended = {.status = RunStatus::done,
                            .reason = say("the target accuracy was reached after epoch %1", reached_->epoch),
                            .epochs_done = from_.state->epochs_done,
                            .train_time_s = from_.train_time_s,
                            .eval_time_s = from_.eval_time_s,
                            .time_to_target_s = reached_->train_time_s};
    if (!keeps()) return ended;
    on_event(started_);
    on_state(from_.state);
    on_event(ended);
    return ended;
  }

  /// Whether this process stands for the run: it alone, or the first rank of a job.
  bool keeps() const { return request_.ranks == nullptr || (request_.is_job && ranks_.first()); }

  void check_idle_power() const {
    if (request_.idle_power_s > 0.0 && request_.ranks != nullptr && request_.ranks->size() > 1)
      throw UsageError(
          say("--idle-power cannot be measured in a job of several processes: the others keep their cores busy while "
              "they wait; leave it out, or let the program start the processes itself (--processes)"));
  }

  void begin_energy() {
    energy_ = watch_energy([this] { return open_energy_meters(spec_, request_.ranks); });
    if (request_.idle_power_s > 0.0)
      energy_->measure_idle(request_.idle_power_s, [this] { return control_.stopped(); });
    else
      energy_->take_idle(request_.idle);
  }

  void confirm_hosts() {
    if (!request_.on.empty()) {
      spec_.host = request_.on == here_word ? "" : request_.on;
      if (spec_.host.empty()) spec_.silence_s = RunSpec().silence_s, spec_.copies_data = false;
    } else if (!spec_.host.empty()) {
      throw UsageError(
          say("the run in %1 was computed on %2; name it again to go on there, or this machine: --on %2 or --on %3",
              request_.resume.string(), spec_.host, here_word),
          "host");
    }
    if (!spec_.host.empty()) return;
    const std::string own = hostfile_of(spec_);
    if (!request_.hostfile.empty()) {
      if (own.empty())
        throw UsageError(
            say("the run in %1 has no hostfile; leave out %2", request_.resume.string(), request_.hostfile.string()));
      spec_.team->options[hostfile_option] = request_.hostfile.string();
      return;
    }
    const std::vector<std::string> hosts = remote_hosts_of(spec_);
    if (hosts.empty()) return;
    if (const std::string names = hosts_to_agree_on(spec_); !names.empty()) {
      if (request_.hosts == names) return;
      throw UsageError(
          say("the run in %1 starts programs on %2, as its team says; to allow that, name them again: --hosts %3",
              request_.resume.string(), in_words(hosts), names));
    }
    throw UsageError(
        say("the run in %1 starts programs on %2, as its hostfile says; name the file again to let it: --hostfile %3",
            request_.resume.string(), in_words(hosts), own));
  }

  void check_can_run() const {
    if (request_.ranks == nullptr) {    // the program that started the ranks has checked their memory
      if (!spec_.host.empty()) return;  // the other machine says what it cannot
      check_memory(spec_, memory_left());
      return check_can_compute(spec_);
    }
    check_in_job(spec_, request_.ranks->rank());
  }

  void begin_record() {
    if (resumes()) {
      recorder_ = std::make_unique<RunRecorder>(request_.resume, spec_, std::move(lock_), request_.epoch_states_bytes);
    } else if (request_.keep != Keep::nothing) {
      make_paths_absolute(spec_);
      try {
        recorder_ = std::make_unique<RunRecorder>(
            request_.folder.empty() ? make_run_folder(request_.runs, spec_) : request_.folder, spec_,
            request_.epoch_states_bytes);
      } catch (const Error& error) {
        if (request_.keep == Keep::always) throw;
        outcome_.not_kept = say("this run is not kept: %1", error.what());
        sink_.on_event(Warned{outcome_.not_kept});
      }
    }
    if (!recorder_) return;
    outcome_.folder = recorder_->folder();
    if (request_.on_folder) request_.on_folder(outcome_.folder);
  }

  /// Warns of data that is left out or read otherwise than expected; once, in the process that keeps the run.
  void warn_of_data() {
    if (!keeps() || resumes()) return;
    for (const std::string& note : outcome_.dataset->notes) on_event(Warned{note});
  }

  /// A whole data set has examples of every class (read_idx_folder()); a limit may leave none of some. Reported once,
  /// by the process that keeps the run.
  void warn_of_untrained_classes() {
    if (!keeps() || resumes()) return;
    const Dataset& data = *outcome_.dataset;
    std::vector<bool> there(data.class_names.size(), false);
    for (const std::int32_t label : data.train.labels) there[static_cast<std::size_t>(label)] = true;
    const auto absent = std::ranges::count(there, false);
    if (absent == 0) return;
    const auto first = static_cast<std::size_t>(std::ranges::find(there, false) - there.begin());
    on_event(
        Warned{say("the %1 training examples leave out %2 of the %3 classes (the first is '%4'), which the network "
                   "cannot learn",
                   data.train.size(), absent, there.size(), data.class_names[first])});
  }

  void warn_of_time_limit() {
    if (const std::optional<double> left_s = cpu_time_left_s(); left_s && request_.ranks == nullptr)
      on_event(Warned{say("this program may compute for %1 s more, all its threads together (ulimit -t); then it ends",
                          significant(*left_s, 3))});
  }

  void finish_record() {
    if (!recorder_) return;
    if (!outcome_.began && !resumes()) {
      recorder_->discard();
      outcome_.folder.clear();
    }
    outcome_.not_kept = recorder_->failure();
    recorder_.reset();
  }

  RunOutcome failed_early(const std::exception& error) {
    outcome_.ended = {};
    outcome_.ended.fail(error);
    outcome_.log.ended = outcome_.ended;
    outcome_.all_failed = true;
    finish_record();  // another rank's failure may have come after this one had begun to record
    if (lock_) lock_->give_back();
    lock_.reset();
    sink_.on_event(outcome_.ended);
    return std::move(outcome_);
  }

  const RunRequest& request_;
  RankGroup ranks_;
  EventSink& sink_;
  RunControl& control_;
  RunSpec spec_;
  StartingPoint from_;
  std::unique_ptr<RunLock> lock_;          // of a run that goes on, until the recorder has it
  std::string lost_epochs_;                // of a run that goes on: what is to be said of its log
  std::unique_ptr<EpochDone> reached_;     // of a run that goes on: where it met its target
  RunStarted started_;                     // then: as it began
  std::unique_ptr<RunRecorder> recorder_;  // null where the run is not kept, or another rank keeps it
  std::unique_ptr<EnergyWatch> energy_;    // null in ranks that others keep
  std::unique_ptr<LoadWatch> load_;        // from the run's begin to its end, where it is watched
  RunOutcome outcome_;
};

}  // namespace

void make_paths_absolute(RunSpec& spec) {
  if (const std::string hostfile = hostfile_of(spec); !hostfile.empty())
    spec.team->options[hostfile_option] = fs::absolute(hostfile).lexically_normal().string();
  check_utf8(fs::current_path());
  if (!is_shipped(spec.data)) spec.data.source = fs::absolute(spec.data.source).lexically_normal();
  if (!spec.init_model.empty()) spec.init_model = fs::absolute(spec.init_model).lexically_normal();
}

RunOutcome execute_run(const RunRequest& request, EventSink& sink, RunControl& control) {
  return Execution(request, sink, control).run();
}

}  // namespace mlplab
