// The trainer's thread and its life: load data, record, train, done. It touches only its Job.
#include "ui/runs/run_session.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/share_words.h"
#include "core/launch/processes/transport.h"
#include "core/machine/host_info.h"
#include "core/model/model_file.h"
#include "core/run/run_lock.h"
#include "ui/widgets/guarded.h"

namespace mlplab {

namespace {

constexpr int drain_interval_ms = 33, snapshot_interval_ms = 250;
constexpr std::size_t max_unpinned_visible = 4;

std::unique_ptr<Run> run_without_steps(StoredRun stored) {
  std::unique_ptr<Run> run = run_from_disk(std::move(stored));
  run->steps_missing = true;
  return run;
}

}  // namespace

/// One run in progress: all that its thread shares with the window.
struct RunSession::Job : EventSink {
  struct Left {
    std::vector<Event> events;
    std::shared_ptr<const TrainingState> state;  // the newest weights
    std::filesystem::path folder;                // once known
    bool done = false;
  };
  RunRequest request;
  RunOutcome outcome;                    // once done
  std::optional<RunEnded> ended_before;  // of a run that is resumed
  Guarded<Left> left;
  RunControl control;
  std::atomic<std::size_t> loaded{0}, to_load{0};
  std::thread thread;

  void on_event(const Event& event) override {
    left.with([&](Left& l) { l.events.push_back(event); });
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    left.with([&](Left& l) { l.state = state; });
  }
  void work() {
    request.on_folder = [this](const std::filesystem::path& made) { left.with([&](Left& l) { l.folder = made; }); };
    request.on_loading = [this](std::size_t read, std::size_t total) { to_load = total, loaded = read; };
    outcome = execute_run(request, *this, control);
    // A run that was not kept at all was reported before it began.
    if (!outcome.not_kept.empty() && !outcome.folder.empty()) on_event(Warned{outcome.not_kept});
    left.with([](Left& l) { l.done = true; });
  }
};

RunSession::RunSession(std::filesystem::path runs_folder, std::filesystem::path resources, QObject* parent)
    : QObject(parent), runs_folder_(std::move(runs_folder)), resources_(std::move(resources)) {
  drain_timer_.setInterval(drain_interval_ms);
  connect(&drain_timer_, &QTimer::timeout, this, &RunSession::drain);
  snapshot_timer_.setInterval(snapshot_interval_ms);
  connect(&snapshot_timer_, &QTimer::timeout, this, [this] {
    if (state_ == State::running) requestWeights();
  });
}

RunSession::~RunSession() {
  if (!job_) return;
  job_->control.stop();
  job_->thread.join();
}

Run& RunSession::add_run(std::unique_ptr<Run> run) {
  run->rounding = kept_rounding(run->folder);
  run->number = next_number_++;
  assign_look(*run, runs_);
  runs_.push_back(std::move(run));
  return *runs_.back();
}

Run* RunSession::run(int number) const {
  const auto found = std::ranges::find(runs_, number, [](const auto& run) { return run->number; });
  return found == runs_.end() ? nullptr : found->get();
}

void RunSession::tell_runs_changed() {
  color_runs(runs_, coloring_);
  Q_EMIT runsChanged();
}

void RunSession::set_coloring(const RunColoring& coloring) {
  if (coloring == coloring_) return;
  coloring_ = coloring;
  tell_runs_changed();
}

void RunSession::restore(std::size_t most, const std::optional<KeptSession>& kept) {
  if (kept) {
    for (const KeptRun& known : kept->runs) {
      try {
        Run& run = add_run(run_without_steps(read_run(known.folder, Steps::left_out)));
        run.number = known.number;
        run.pinned = known.pinned;
        run.visible = known.visible;
        if (known.look) {
          run.own_color = run.color = known.look->color;
          run.own_marker = run.marker = known.look->marker;
        }
      } catch (const std::exception&) {
        continue;  // deleted since
      }
    }
    next_number_ = std::max(next_number_, kept->next_number);
    for (const auto& run : runs_) next_number_ = std::max(next_number_, run->number + 1);
    newest_ = kept->newest;
  }
  bool added = !kept;
  std::vector<StoredRun> stored = recent_runs(runs_folder_, most, Steps::left_out);
  std::ranges::reverse(stored);
  for (StoredRun& s : stored) {
    const bool known = std::ranges::any_of(runs_, [&](const auto& run) { return run->folder == s.folder; });
    // An older run that is not in the list was taken off it; but a run that was killed is never lost.
    const bool killed = !s.log.ended && RunLock::left_behind(s.folder);
    if (known || (kept && !killed && s.folder.filename() <= newest_)) continue;
    add_run(run_without_steps(std::move(s)));
    added = true;
  }
  for (const auto& run : runs_) {
    const bool killed = !run->ended() && RunLock::left_behind(run->folder);
    // One that was going on when the window was closed has stopped in order, and is no less cut off.
    const bool closed = kept && run->folder == kept->going && run->ended() &&
                        run->log.ended->status == RunStatus::stopped && run->log.ended->epochs_done < run->spec.epochs;
    if (killed || closed) interrupted_ = run.get();
  }
  if (added) hide_old_runs();  // else what is shown is as it was
  if (!runs_.empty()) {
    current_ = runs_.back().get();
    load_weights_of(*current_);
  }
  tell_runs_changed();
  read_steps();
}

int RunSession::reading() const {
  return static_cast<int>(std::ranges::count_if(runs_, [](const auto& run) { return run->steps_missing; }));
}

/// Beside the window, which shows what is known already. Unreadable files are reported; their runs stay without steps.
void RunSession::read_steps() {
  std::vector<std::filesystem::path> folders;
  for (const auto& run : runs_)
    if (run->steps_missing) folders.push_back(run->folder);
  if (folders.empty()) return;
  reading_.ask([this, folders](const std::atomic<bool>& stop) -> Background::Finish {
    auto logs = std::make_shared<std::vector<std::pair<std::filesystem::path, RunLog>>>();
    QStringList faults;
    for (const std::filesystem::path& folder : folders) {
      if (stop) return {};
      try {
        logs->emplace_back(folder, read_run(folder).log);
      } catch (const std::exception& error) {
        faults << QString::fromUtf8(error.what());
      }
    }
    return [this, logs, faults] {
      for (auto& [folder, log] : *logs) take_log(folder, std::move(log));
      for (const auto& run : runs_) run->steps_missing = false;
      for (const QString& fault : faults) Q_EMIT warned(fault);
      Q_EMIT updated();
    };
  });
}

/// The run may have left the list, or have been read whole, in the meantime.
void RunSession::take_log(const std::filesystem::path& folder, RunLog log) {
  for (const auto& run : runs_) {
    if (run->folder == folder && run->steps_missing) {
      run->log = std::move(log);
      run->steps_missing = false;
      return;
    }
  }
}

void RunSession::finish_reading() {
  if (reading() == 0) return;
  reading_.forget();
  for (const auto& run : runs_) {
    if (!run->steps_missing) continue;
    try {
      take_log(run->folder, read_run(run->folder).log);
    } catch (const std::exception& error) {
      run->steps_missing = false;
      Q_EMIT warned(QString::fromUtf8(error.what()));
    }
  }
  Q_EMIT updated();
}

KeptSession RunSession::keep() const {
  constexpr std::size_t most_unpinned = 12;  // reading a run takes a while
  KeptSession kept;
  std::size_t unpinned = 0;
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
    const Run& r = **run;
    if (r.folder.empty() || (!r.pinned && ++unpinned > most_unpinned)) continue;
    kept.runs.push_back({r.folder, r.number, r.pinned, r.visible || r.apart, BackendLook{r.own_color, r.own_marker}});
  }
  std::ranges::reverse(kept.runs);
  kept.next_number = next_number_;
  if (active() && current_ != nullptr) kept.going = current_->folder;
  kept.newest = newest_;
  for (const auto& run : runs_) {
    if (run->folder.parent_path() == runs_folder_) kept.newest = std::max(kept.newest, run->folder.filename());
  }
  return kept;
}

Run* RunSession::open(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& run : runs_) {
    if (std::filesystem::equivalent(run->folder, folder, error)) {
      set_visible(*run, true);
      return run.get();
    }
  }
  Run& added = add_run(run_from_disk(read_run(folder)));
  added.folder = folder;
  if (!active()) {
    current_ = &added;
    load_weights_of(added);
  }
  tell_runs_changed();
  return &added;
}

void RunSession::load_weights_of(const Run& run) {
  const std::filesystem::path path = run.folder / "model.safetensors";
  std::error_code error;
  if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found) return;
  try {
    weights_ = std::make_shared<const TrainingState>(load_model(path));
    Q_EMIT weightsChanged(weights_);
  } catch (const std::exception& failure) {
    Q_EMIT warned(QString::fromUtf8(failure.what()));
  }
}

void RunSession::hide_old_runs() {
  std::size_t seen = 0;
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
    (*run)->set_aside = false;
    if ((*run)->pinned || !(*run)->visible) continue;
    if (++seen > max_unpinned_visible) (*run)->visible = false;
  }
}

bool RunSession::may_reach_hosts_of(const RunSpec& spec) {
  std::vector<std::string> hosts;
  try {
    hosts = remote_hosts_of(spec);
  } catch (const Error&) {
    return true;  // the run will say what is wrong with its hostfile
  }
  if (hosts.empty() || confirmed_hosts_.contains(hosts)) return true;
  if (!ask_for_hosts_ || !ask_for_hosts_(QString::fromStdString(in_words(hosts)))) return false;
  confirmed_hosts_.insert(hosts);
  return true;
}

RunSpec RunSession::with_agreed_hosts(RunSpec spec) {
  if (may_reach_hosts_of(spec)) return spec;
  if (spec.team) {
    spec.team->options.erase(hostfile_option);
    for (TeamMember& member : spec.team->members) member.host.clear();
  }
  spec.host.clear();
  return spec;
}

void RunSession::start(const RunSpec& spec, Begin begin) {
  if (active() || !may_reach_hosts_of(spec)) return;
  if (interrupted_ != nullptr) {
    RunLock::forget(interrupted_->folder);
    interrupted_ = nullptr;
  }
  auto run = std::make_unique<Run>();
  run->spec = spec;
  if (spec.host.empty()) run->machine = machine_in_brief(nlohmann::json(host_info()));
  Run& added = add_run(std::move(run));
  hide_old_runs();
  launch(added, false, begin);
}

void RunSession::resume_run(Run& run) {
  if (active() || run.folder.empty() || !may_reach_hosts_of(run.spec)) return;
  finish_reading();  // its log is gone on with
  if (interrupted_ == &run) interrupted_ = nullptr;
  if (!run.visible) show(run);
  const std::optional<RunEnded> ended_before = std::exchange(run.log.ended, std::nullopt);
  launch(run, true, Begin::running);
  job_->ended_before = ended_before;
}

void RunSession::launch(Run& run, bool resume, Begin begin) {
  current_ = &run;
  job_ = std::make_unique<Job>();
  RunRequest& request = job_->request;
  request.spec = run.spec;
  request.resources = resources_;
  request.keep = RunRequest::Keep::if_possible;
  request.runs = runs_folder_;
  request.epoch_states_bytes = epoch_states_bytes_;
  request.watch_load = true;
  if (resume) {  // the user has agreed
    request.resume = run.folder;
    request.hostfile = hostfile_of(run.spec);
    request.hosts = hosts_to_agree_on(run.spec);
    request.on = run.spec.host;
  }
  if (!resume) request.dataset = dataset_of(run.spec);  // what is resumed reads anew: it may have changed
  if (begin == Begin::after_one_batch) job_->control.step_batch();
  if (begin == Begin::after_one_epoch) job_->control.step_epoch();
  job_->thread = std::thread([job = job_.get()] { job->work(); });
  drain_timer_.start();
  set_state(State::loading);
  tell_runs_changed();
}

void RunSession::set_rounding(Run& run, const Rounding& rounding) {
  run.rounding = rounding;
  try {
    if (!run.folder.empty() && !rounding.moved.empty()) keep_rounding(run.folder, rounding);
  } catch (const Error&) {
    // A disk that is full or read-only: it is looked at again after the next start.
  }
  Q_EMIT updated();
}

void RunSession::set_open_rounding(const std::vector<std::pair<Run*, const Run*>>& open) {
  bool changed = false;
  for (const auto& run : runs_) {
    const bool is_open = std::ranges::find(open, run.get(), &std::pair<Run*, const Run*>::first) != open.end();
    changed = changed || is_open != run->rounding_is_open;
    run->rounding_is_open = is_open;
  }
  if (changed) Q_EMIT updated();
}

bool RunSession::same_data(const RunSpec& a, const RunSpec& b) {
  const bool any_seed = is_shipped(a.data) && a.data.validation_fraction == 0.0;
  return a.data == b.data && (any_seed || a.seed == b.seed);
}

std::shared_ptr<const Dataset> RunSession::dataset_of(const RunSpec& spec) const {
  return dataset_ && same_data(dataset_spec_, spec) ? dataset_ : nullptr;
}

std::pair<std::size_t, std::size_t> RunSession::loaded() const {
  return job_ ? std::pair(job_->loaded.load(), job_->to_load.load()) : std::pair(std::size_t{0}, std::size_t{0});
}

void RunSession::set_state(State state) {
  if (state_ == state) return;
  state_ = state;
  asked_at_pause_ = false;
  Q_EMIT stateChanged();
}

void RunSession::drain() {
  if (!job_) return;
  const Job::Left left = job_->left.take();
  if (!left.folder.empty()) current_->folder = left.folder;
  for (const Event& event : left.events) apply(event);
  if (!left.events.empty() || (state_ == State::loading && job_->to_load > 0)) Q_EMIT updated();
  if (left.state) {
    weights_ = left.state;
    Q_EMIT weightsChanged(weights_);
  }
  if (left.done) {
    finish();
  } else if (state_ == State::running && job_->control.paused()) {
    set_state(State::paused);  // a step ended
  }
  // Those who look see where it stands. Not before the last weights were taken: the new ones would replace them.
  if (state_ == State::paused && anyone_looks()) requestWeights();
}

void RunSession::requestWeights() {
  if (!job_) return;
  if (state_ == State::running || (state_ == State::paused && !std::exchange(asked_at_pause_, true)))
    job_->control.request_snapshot();
}

void RunSession::apply(const Event& event) {
  current_->log.apply(event);
  if (std::holds_alternative<RunStarted>(event)) color_runs(runs_, coloring_);  // it knows its workers now
  if (std::holds_alternative<RunStarted>(event) && state_ == State::loading) {
    set_state(job_->control.paused() ? State::paused : State::running);
  }
  if (const auto* started = std::get_if<RunStarted>(&event))
    if (const std::string ceiling = ceiling_in_words(*started); !ceiling.empty())
      Q_EMIT told(QString::fromStdString(ceiling));
  if (const auto* warning = std::get_if<Warned>(&event)) Q_EMIT warned(QString::fromStdString(warning->message));
  if (const auto* end = std::get_if<RunEnded>(&event); end && end->status == RunStatus::failed) {
    Q_EMIT failed(QString::fromStdString(end->reason));
  }
}

void RunSession::finish() {
  job_->thread.join();
  if (job_->outcome.dataset) {
    dataset_ = job_->outcome.dataset;
    dataset_spec_ = current_->spec;
  }
  if (!job_->outcome.began && job_->request.resume.empty()) current_->folder.clear();  // nothing of it was kept
  // Refused before it went on: it is what it was.
  if (!job_->request.resume.empty() && !job_->outcome.began) current_->log.ended = job_->ended_before;
  job_.reset();
  drain_timer_.stop();
  set_state(State::idle);
  Q_EMIT ended(*current_);
  tell_runs_changed();
}

void RunSession::togglePause() {
  if (state_ == State::paused) {
    proceed();
  } else {
    pause();
  }
}

void RunSession::pause() {
  if (state_ != State::running) return;
  job_->control.pause();
  set_state(State::paused);
}

void RunSession::proceed() {
  if (state_ != State::paused) return;
  job_->control.resume();
  set_state(State::running);
}

void RunSession::stepBatch() {
  if (state_ != State::running && state_ != State::paused) return;
  if (anyone_looks()) job_->control.request_snapshot();  // of the weights before the step
  job_->control.step_batch();
  set_state(State::running);
}

void RunSession::stepEpoch() {
  if (state_ != State::running && state_ != State::paused) return;
  if (anyone_looks()) job_->control.request_snapshot();
  job_->control.step_epoch();
  set_state(State::running);
}

void RunSession::stop() {
  if (!active()) return;
  job_->control.stop();
  set_state(State::stopping);
}

void RunSession::rewind() {
  if (state_ != State::running && state_ != State::paused) return;
  job_->control.rewind();
  set_state(State::paused);
}

void RunSession::setStateWanted(bool wanted) {
  lookers_ += wanted ? 1 : -1;
  if (lookers_ > 0 && !snapshot_timer_.isActive()) snapshot_timer_.start();
  if (lookers_ <= 0) snapshot_timer_.stop();
}

void RunSession::set_visible(Run& run, bool visible) {
  set_visible([&](const Run& other) { return &other == &run ? visible : other.visible; });
}

void RunSession::set_visible(const std::function<bool(const Run& run)>& visible) {
  bool changed = false;
  for (const auto& run : runs_) {
    const bool shown = visible(*run);
    if (run->visible == shown) continue;
    run->apart = false;
    if (shown) show(*run);
    run->visible = shown;
    run->set_aside = !shown;
    changed = true;
  }
  if (changed) tell_runs_changed();
}

void RunSession::set_apart() {
  for (const auto& run : runs_) {
    if (!run->visible || run->pinned || (active() && run.get() == current_)) continue;
    run->visible = false;
    run->apart = true;
  }
  tell_runs_changed();
}

void RunSession::show_again() {
  for (const auto& run : runs_)
    if (std::exchange(run->apart, false)) show(*run);
  tell_runs_changed();
}

/// While it was hidden, another one may have been given its colour.
void RunSession::show(Run& run) {
  run.visible = true;
  run.set_aside = false;
  if (shares_look(run, runs_)) assign_look(run, runs_);
}

void RunSession::set_pinned(Run& run, bool pinned) {
  if (run.pinned == pinned) return;
  run.pinned = pinned;
  if (pinned && !run.visible) show(run);
  tell_runs_changed();
}

void RunSession::remove(Run& run) {
  if (&run == current_ && active()) return;
  if (&run == current_) current_ = nullptr;
  if (&run == interrupted_) interrupted_ = nullptr;
  if (run.folder.parent_path() == runs_folder_) newest_ = std::max(newest_, run.folder.filename());
  std::erase_if(runs_, [&](const auto& r) { return r.get() == &run; });
  if (current_ == nullptr && !runs_.empty()) current_ = runs_.back().get();
  tell_runs_changed();
}

}  // namespace mlplab
