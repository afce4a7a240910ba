// The runs of the window and the one that is going on: owns the trainer's thread, takes in its events about 30 times a
// second, and answers to Run, Pause, Step, Stop and Rewind. Draws nothing.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "core/data/dataset.h"
#include "core/launch/execute.h"
#include "ui/runs/kept_session.h"
#include "ui/runs/run.h"
#include "ui/runs/run_difference.h"
#include "ui/widgets/background.h"

namespace mlplab {

class RunSession : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, loading, running, paused, stopping };
  Q_ENUM(State)

  /// `runs_folder`: where runs are kept; `resources`: for the shipped data sets.
  RunSession(std::filesystem::path runs_folder, std::filesystem::path resources, QObject* parent = nullptr);
  /// Stops a run that is going on, and waits for it.
  ~RunSession() override;

  State state() const { return state_; }
  bool active() const { return state_ != State::idle; }
  const RunList& runs() const { return runs_; }
  /// The listed run of a number; null where it left the list.
  Run* run(int number) const;
  /// The run going on, or the last one that was started; null before the first.
  Run* current() const { return current_; }
  const std::shared_ptr<const TrainingState>& weights() const { return weights_; }
  /// The data of the last run that ended here, where they are those of `spec`; else null.
  std::shared_ptr<const Dataset> dataset_of(const RunSpec& spec) const;
  /// Whether both train and test with the same images: the seed also says which of a folder's are the test set.
  static bool same_data(const RunSpec& a, const RunSpec& b);
  const std::filesystem::path& runs_folder() const { return runs_folder_; }
  const std::filesystem::path& resources() const { return resources_; }

  /// Reads the runs that were kept as they were, or else the newest `most` of the folder; with them those that were
  /// made elsewhere since, at most as many, and one that a killed program left behind. Call once, when idle.
  /// The steps of their logs, most of what there is to read, come later: updated() tells when.
  void restore(std::size_t most, const std::optional<KeptSession>& kept = {});
  /// How many runs' steps are still being read.
  int reading() const;
  /// Waits until all steps are read: for what needs all there is, as an export does.
  void finish_reading();
  /// The list as restore() takes it: those that are pinned, and the newest others.
  KeptSession keep() const;
  /// The run that was going on when the program was killed, or null.
  Run* interrupted() const { return interrupted_; }
  /// Adds a run's folder to the list. Throws InputError.
  Run* open(const std::filesystem::path& folder);

  /// Asked before a run starts programs on other machines: once for each set of them. Without an answer none does.
  using AskForHosts = std::function<bool(const QString& hosts)>;
  void set_ask_for_hosts(AskForHosts ask) { ask_for_hosts_ = std::move(ask); }
  /// Whether programs may be started on the machines that the run names; asks where that has not been agreed to.
  bool may_reach_hosts_of(const RunSpec& spec);
  /// For the form, whose settings every page measures with: a run of somebody else's, without its hostfile where the
  /// answer is no.
  RunSpec with_agreed_hosts(RunSpec spec);

  /// How many of its images a run that loads has read, of how many; 0 of 0 where there is nothing to read one by one.
  std::pair<std::size_t, std::size_t> loaded() const;

  /// How much room a coming run's folder has for the weights of every epoch; 0, as at first: none are kept.
  void set_epoch_states_bytes(std::uint64_t bytes) { epoch_states_bytes_ = bytes; }

  enum class Begin { running, after_one_batch, after_one_epoch };  // when the new run pauses
  /// Starts a run; nothing happens while one is active.
  void start(const RunSpec& spec, Begin begin = Begin::running);
  /// Goes on with a run that was stopped or killed, from its last complete epoch.
  void resume_run(Run& run);
  void set_visible(Run& run, bool visible);
  /// All at once; the change is told once.
  void set_visible(const std::function<bool(const Run& run)>& visible);
  /// Takes the runs of before from the charts, but those that are pinned and one that is going on; show_again() brings
  /// back those that nobody showed meanwhile. Kept sessions have them as they were.
  void set_apart();
  void show_again();
  const RunColoring& coloring() const { return coloring_; }
  void set_coloring(const RunColoring& coloring);
  void set_pinned(Run& run, bool pinned);
  /// Sets what rounding_check.h found out about the run, which is kept in the run's folder.
  void set_rounding(Run& run, const Rounding& rounding);
  /// Sets the runs that rounding_check.h will look at.
  void set_open_rounding(const std::vector<std::pair<Run*, const Run*>>& open);
  /// Takes it off the list; its folder stays on disk. Not the active run.
  void remove(Run& run);

 public Q_SLOTS:
  void togglePause();
  void pause();
  void proceed();
  void stepBatch();
  void stepEpoch();
  void stop();
  void rewind();
  /// Takes a few snapshots per second while the weights are looked at. A caller that passes true must pass false later.
  void setStateWanted(bool wanted);
  /// Takes one snapshot soon, and while the run is paused only one. For who needs fewer than those who look.
  void requestWeights();
  /// Takes a snapshot before each step and whenever the run pauses, and none beside it. Who passes true passes false
  /// later.
  void setStepsWanted(bool wanted) { step_lookers_ += wanted ? 1 : -1; }

 Q_SIGNALS:
  void stateChanged();
  /// A run was added, removed, shown, hidden, pinned or coloured.
  void runsChanged();
  /// New events came in; at most once a tick.
  void updated();
  void weightsChanged(std::shared_ptr<const mlplab::TrainingState> state);
  /// One sentence for the banner.
  void failed(const QString& message);
  void warned(const QString& message);
  /// A sentence about the current run that is no warning: what a team with fitted shares can reach.
  void told(const QString& message);
  void ended(const mlplab::Run& run);

 private:
  struct Job;
  Run& add_run(std::unique_ptr<Run> run);
  void tell_runs_changed();
  void hide_old_runs();
  void show(Run& run);
  void launch(Run& run, bool resume, Begin begin);
  void set_state(State state);
  void drain();
  void finish();
  void apply(const Event& event);
  void load_weights_of(const Run& run);
  void read_steps();
  void take_log(const std::filesystem::path& folder, RunLog log);
  bool anyone_looks() const { return lookers_ + step_lookers_ > 0; }

  std::filesystem::path runs_folder_, resources_;
  RunList runs_;
  Run* current_ = nullptr;
  Run* interrupted_ = nullptr;
  State state_ = State::idle;
  int next_number_ = 1;
  std::filesystem::path newest_;  // the name of the last folder that was in the list
  RunColoring coloring_;
  std::shared_ptr<const TrainingState> weights_;
  std::shared_ptr<const Dataset> dataset_;  // of the last run, kept for the next one
  RunSpec dataset_spec_;
  std::uint64_t epoch_states_bytes_ = 0;
  std::unique_ptr<Job> job_;
  AskForHosts ask_for_hosts_;
  std::set<std::vector<std::string>> confirmed_hosts_;
  QTimer drain_timer_;
  QTimer snapshot_timer_;
  int lookers_ = 0, step_lookers_ = 0;
  bool asked_at_pause_ = false;  // for the weights, since it is paused
  Background reading_;           // ends before what its work is told to
};

}  // namespace mlplab
