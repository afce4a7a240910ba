// One loop watches the children and the run's control; every event passes through it, so that the run looks to its
// sinks as if it were in this process. Launch::obeys tells our own ranks from other programs.
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/launch/configurations.h"
#include "core/launch/event_limit.h"
#include "core/launch/exchange.h"
#include "core/launch/external/claimed_times.h"
#include "core/launch/external/state_check.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/transport.h"
#include "core/launch/train.h"
#include "core/machine/child_processes.h"
#include "core/model/model_file.h"
#include "core/run/configuration.h"
#include "core/run/curve_grid.h"

namespace mlplab {
namespace {

constexpr int look_every_ms = 20;      // at the run's control
constexpr double stop_grace_s = 1.0;   // from the word 'stop' to SIGTERM
constexpr double kill_after_s = 3.0;   // from the user's stop to SIGKILL
constexpr double leave_after_s = 5.0;  // from run_ended to SIGKILL: Python with PyTorch takes seconds on a busy machine
constexpr double peers_grace_s = 0.3;  // after a rank's death: what it and its peers still have to say
constexpr std::size_t shown_error_lines = 6, shown_line_bytes = 400;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

/// The last lines that say something, on one line.
std::string last_words(const std::string& errors) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size());
    const std::string line = errors.substr(begin, end - begin);
    begin = end + 1;
    if (line.find_first_not_of("-=* \t\r") != std::string::npos) lines.push_back(line);
  }
  std::string text;
  const std::size_t first = lines.size() > shown_error_lines ? lines.size() - shown_error_lines : 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    std::string line = lines[i];
    for (char& c : line)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    text += (text.empty() ? "" : " / ") + shortened(line, shown_line_bytes);
  }
  return text;
}

class ProcessRun {
 public:
  ProcessRun(const Launcher& launcher, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
             RunControl& control, const StartingPoint& from)
      : launcher_(launcher), spec_(spec), dataset_(dataset), sink_(sink), control_(control), before_(from) {
    ended_.train_time_s = from.train_time_s;
    ended_.eval_time_s = from.eval_time_s;
  }

  RunEnded run() {
    try {
      start();
      follow();
      conclude();
    } catch (const std::exception& error) {
      ended_.fail(error);
    }
    children_.reset();  // before the last event: then nothing is left of the run
    exchange_.reset();
    scratch_.clear();
    for (const Warned& warned : limit_.omissions()) sink_.on_event(warned);
    sink_.on_event(ended_);
    return ended_;
  }

 private:
  void start() {
    validate(spec_);
    validate_against(spec_, dataset_);
    state_ = before_.state ? before_.state : std::make_shared<const TrainingState>(fresh_state(spec_, dataset_));
    ended_.epochs_done = state_->epochs_done;
    steps_per_epoch_ = before_.steps_per_epoch(dataset_.train.size(), spec_.batch);
    exchange_.emplace();
    launch_ = launcher_.launch(spec_, exchange_->path());
    if (!before_.rates.empty() && !launch_.obeys && !launch_.takes_rates)
      throw BackendError(
          say("the program of %1 takes no learning rate for a single step (its file would say so: \"rates\": true in "
              "\"knows\"); the rate does not depend on the backend: find it with %2",
              launcher_.name, default_backend().name));
    check_room(exchange_->path().parent_path(), exchange_bytes(),
               say("make room, or set TMPDIR to a folder that has it"));
    exchange_->write_start(spec_, *state_);
    exchange_->write_rates(before_.rates);
    for (const auto& folder : launch_.scratch) {
      scratch_.emplace_back(folder);
      check_room(folder.parent_path(), launch_.scratch_bytes,
                 say("make room, or use fewer processes or a smaller network"));
    }
    if (!launch_.obeys) exchange_->write_order(spec_, *state_, dataset_.train.size());
    if (launch_.needs_data) exchange_->write_data(dataset_);
    make_images_of(state_->epochs_done);
    std::vector<ChildCommand> commands;
    const ProcessGroup group(launch_.transport, launch_.ranks);
    for (int rank = 0; rank < launch_.ranks; ++rank) {
      ChildCommand command{launch_.command, launch_.environment, rank == 0, {}, launch_.without};
      group.add_to(rank, command.environment, command.descriptors);
      commands.push_back(std::move(command));
    }
    control_.tell_anew();
    std::vector<const ScratchFolder*> scratch = {&exchange_->scratch()};
    for (const ScratchFolder& folder : scratch_) scratch.push_back(&folder);
    children_.emplace(commands, scratch);
    times_.process_started();
  }

  /// The states that may be there at once, and what other programs get.
  std::uintmax_t exchange_bytes() const {
    constexpr std::uintmax_t small_files = 1 << 20;
    const std::uintmax_t state =
        state_->parameters.size() * sizeof(float) * static_cast<std::uintmax_t>(1 + state_slots(spec_.optimizer.kind));
    std::uintmax_t bytes = 3 * state + small_files;
    if (!launch_.obeys) bytes += ExchangeFolder::order_bytes(spec_, *state_, dataset_.train.size());
    if (launch_.needs_data)
      for (const Examples* examples : {&dataset_.train, &dataset_.test, &dataset_.validation})
        bytes += examples->features.size() + examples->size();
    if (makes_images()) bytes += 2 * dataset_.train.features.size();  // an epoch's, and the next one's
    return bytes;
  }

  /// Our own ranks augment by themselves; other programs are handed the images of each epoch.
  bool makes_images() const { return launch_.needs_data && !launch_.obeys && spec_.data.augmentation.any(); }

  /// Makes the images of epoch `epoch` (from 0): before the program begins, and while it waits to be told that its
  /// state is taken. Their time counts as the epoch's, as with every other backend, whose workers make the images.
  void make_images_of(int epoch) {
    if (!makes_images() || epoch >= spec_.epochs) return;
    try {
      const double made_s = exchange_->write_epoch_images(spec_, dataset_, epoch, launcher_.image_threads, made_);
      images_before_s_ = images_s_;
      images_s_ += made_s;
    } catch (const InputError& error) {
      throw BackendError(error.what());  // nothing that the program wrote
    }
  }

  void follow() {
    const double begin_s = now_s();
    while (!children_->over()) {
      if (!greeted_ && launch_.silent_s > 0.0 && now_s() - begin_s > launch_.silent_s)
        throw BackendError(say("the processes of %1 did not begin within %2 s (is %3 or the temporary folder full?)",
                               launcher_.name, static_cast<int>(launch_.silent_s), shared_memory_folder));
      children_->wait(look_every_ms);
      if (claims()) stops_.look(*children_);
      take_lines();
      pass_orders_on();
      notice_deaths();
      if (finished_at_s_ == 0.0 && told_end_) finished_at_s_ = now_s();
      if (finished_at_s_ > 0.0 && now_s() - finished_at_s_ > leave_after_s) {
        killed_after_its_end_ = true;
        children_->kill();
      }
    }
    children_->wait(0);
    take_lines();
  }

  void take_lines() {
    std::vector<std::string> lines;
    try {
      lines = children_->take_lines();
    } catch (const InputError& error) {
      not_understood(error.what());
    }
    for (const std::string& line : lines) take(line);
  }

  void pass_orders_on() {
    const double now = now_s();
    const bool epoch_done = std::exchange(epoch_just_done_, false);
    for (const std::string& order : control_.take_orders(epoch_done)) {
      if (order == "stop") stop_at_s_ = now;
      if (launch_.obeys)
        children_->write_line(order);
      else if (order == "stop")
        terminate();
      else if (order != "resume" && !std::exchange(warned_, true))
        sink_.on_event(Warned{say("the program of %1 goes on by itself: it can be stopped only", launcher_.name)});
    }
    if (stop_at_s_ == 0.0) return;
    if (now - stop_at_s_ > stop_grace_s) terminate();
    if (now - stop_at_s_ > kill_after_s) children_->kill();
  }

  void terminate() {
    if (!std::exchange(terminated_, true)) children_->terminate();
  }

  /// A rank that is gone leaves its peers waiting.
  void notice_deaths() {
    if (launch_.transport.empty() || told_end_) return;
    const bool death = std::ranges::any_of(children_->ends(), &ChildEnd::failed);
    if (!death) return;
    if (death_at_s_ == 0.0) death_at_s_ = now_s();
    if (now_s() - death_at_s_ > peers_grace_s) children_->kill();
  }

  void take(const std::string& line) {
    if (told_end_) return;
    try {
      if (!greeted_) {
        const auto first = parse_json(line);
        if (!first.is_object() || first.value("event", "") != "hello")
          throw InputError(say("it did not begin with hello but with: %1", line.substr(0, 80)));
        greeted_ = true;
      }
      if (line == state_saved_line) {
        must_be_asked_for("state_saved");  // it says by itself how far its state is
        auto snapshot = exchange_->read_state(spec_, dataset_);
        children_->write_line(state_taken_word);
        sink_.on_state(std::move(snapshot));
        return;
      }
      const std::optional<Event> event = parse_line(line, /*with_energy=*/false);
      if (!event) return;
      if (!started_ && !std::holds_alternative<RunStarted>(*event) && !std::holds_alternative<RunEnded>(*event) &&
          !std::holds_alternative<Warned>(*event))
        throw InputError(say("it reported before run_started: %1", line.substr(0, 80)));
      std::visit([this](const auto& e) { on(e); }, *event);
    } catch (const nlohmann::json::exception&) {
      not_understood(say("it did not begin with hello but with: %1", line.substr(0, 80)));
    } catch (const InputError& error) {
      not_understood(error.what());
    }
  }

  /// Refuses an event that only an order asks for: other programs take no orders.
  void must_be_asked_for(const char* event) const {
    if (!launch_.obeys) throw InputError(say("it said %1, which nobody had asked for", event));
  }

  [[noreturn]] void not_understood(const std::string& what) {
    throw BackendError(say("what %1 wrote to stdout is not an event stream: %2", launcher_.name, what));
  }

  void on(RunStarted e) {
    if (std::exchange(started_, true)) throw InputError(say("it said run_started twice"));
    if (!e.dataset_hash.empty() && e.dataset_hash != dataset_.content_hash)
      throw BackendError(
          say("the processes of %1 read other data than this program: %2 has changed, or differs between machines",
              launcher_.name, spec_.data.source));
    e.device = shortened(e.device, shown_line_bytes);
    if (claims()) tell(check_claimed_workers(e, launcher_.name, workers_asked(spec_)));
    times_.run_started();
    if (e.spec.team && e.spec.team->fit && spec_.team && spec_.team->shares == Shares::fitted)
      spec_.team->fit = e.spec.team->fit;  // which the ranks have measured
    e.spec = spec_;
    e.dataset_hash = dataset_.content_hash;
    e.train_examples = static_cast<std::int64_t>(dataset_.train.size());
    e.test_examples = static_cast<std::int64_t>(dataset_.test.size());
    e.steps_per_epoch = steps_per_epoch_;
    e.first_epoch = state_->epochs_done;
    curve_.emplace(e, e.first_epoch, before_.train_time_s);
    sink_.on_event(e);
    sink_.on_state(state_);
    if (makes_images())
      sink_.on_event(
          Warned{say("the augmented images of each epoch are made here and handed to %1: the time of making them is "
                     "added to its own, the time of handing them over is not",
                     launcher_.name)});
  }

  /// Whether what it says of itself has to be held against what is known here.
  bool claims() const { return launcher_.is_program; }
  void tell(const std::optional<Warned>& warning) {
    if (warning) sink_.on_event(*warning);
  }

  void on(StepDone e) {
    if (claims()) times_.check(e);
    e.train_time_s += before_.train_time_s + images_s_;
    ended_.train_time_s = e.train_time_s;
    // A search needs them all, keeps none of them and has its own end.
    if (launch_.obeys || !before_.rates.empty()) return sink_.on_event(e);
    const std::int64_t done = e.step - std::int64_t{e.epoch} * steps_per_epoch_;
    if (e.epoch != ended_.epochs_done || done < 1 || done > steps_per_epoch_) {
      if (!std::exchange(warned_steps_, true))
        sink_.on_event(Warned{
            say("%1 reported step %2 in epoch %3, which has the steps from %4 to %5: such reports are left out of "
                "its training curve",
                launcher_.name, e.step, e.epoch + 1, std::int64_t{ended_.epochs_done} * steps_per_epoch_ + 1,
                (std::int64_t{ended_.epochs_done} + 1) * steps_per_epoch_)});
      return;
    }
    e.epochs = e.epoch + static_cast<double>(done) / static_cast<double>(steps_per_epoch_);
    if (const auto point = curve_->add(e))
      sink_.on_event(*point);
    else if (curve_->so_far())
      on(Progress{*curve_->so_far()}, /*is_theirs=*/false);
  }

  /// In another program's run this event is only a sign of life.
  void on(Progress e, bool is_theirs = true) {
    if (is_theirs) e.so_far.train_time_s += before_.train_time_s + images_s_;
    ended_.train_time_s = e.so_far.train_time_s;
    if (launch_.obeys || limit_.pass(e)) sink_.on_event(e);
  }

  void on(EpochDone e) {
    if (e.epoch > spec_.epochs) throw InputError(say("it reported epoch %1 of %2", e.epoch, spec_.epochs));
    if (e.epoch != ended_.epochs_done + 1)
      throw InputError(say("it reported epoch %1 after epoch %2", e.epoch, ended_.epochs_done));
    auto state = read_state_of(e.epoch);
    // A program that does not wait to be told that its state is taken may have left a later epoch's weights by now:
    // they come with that epoch.
    const bool overtaken = state->epochs_done > e.epoch;
    const std::optional<double> claimed_accuracy = e.accuracy_test;
    if (claims()) {
      tell(stops_.epoch_done(e.epoch, launcher_.name));
      tell(times_.check(e, stops_.stood_s()));
      verify(e, *state, overtaken);
      if (times_.doubted() && e.verification != Verification::refuted) e.verification = Verification::not_verified;
    }
    e.train_time_s += before_.train_time_s + images_s_;
    if (makes_images()) {
      e.epoch_time_s += images_s_ - images_before_s_;
      e.images_per_s = static_cast<double>(dataset_.train.size()) / std::max(e.epoch_time_s, 1e-9);
    }
    time_of_images_s_ = images_s_;
    make_images_of(e.epoch);
    children_->write_line(state_taken_word);
    times_.may_go_on();
    stops_.may_go_on();
    state->epochs_done = e.epoch;
    state->steps_done = std::int64_t{e.epoch} * steps_per_epoch_;
    const auto slots = static_cast<std::size_t>(state_slots(spec_.optimizer.kind));
    if (state->slots.size() != slots) {
      state->slots.assign(slots, std::vector<float>(state->parameters.size(), 0.0F));
      if (!std::exchange(warned_slots_, true))
        sink_.on_event(
            Warned{say("the program of %1 does not hand over the optimiser's state: a resumed run would begin with a "
                       "fresh one",
                       launcher_.name)});
    }
    ended_.train_time_s = e.train_time_s;
    ended_.eval_time_s += e.eval_time_s;
    ended_.epochs_done = e.epoch;
    epoch_just_done_ = true;
    limit_.begin_epoch();
    if (const auto point = curve_->rest()) sink_.on_event(*point);
    // A claim that holds may be an example away from ours.
    const auto& accuracy = e.verification == Verification::refuted ? e.accuracy_test : claimed_accuracy;
    target_reached_ = spec_.target_accuracy && accuracy && *accuracy >= *spec_.target_accuracy;
    sink_.on_event(e);
    if (overtaken) return;
    state_ = std::move(state);
    sink_.on_state(state_);
  }

  /// Another program's figures are held against its state before it may go on, outside its training time.
  void verify(EpochDone& e, const TrainingState& state, bool overtaken) {
    e.verification = Verification::not_needed;
    e.claimed_loss_test = e.claimed_accuracy_test = std::nullopt;
    if (!overtaken) {
      if (!check_) check_.emplace(spec_, dataset_);
      const std::string refuted = check_->verify(e, state);
      if (!refuted.empty() && !std::exchange(warned_refuted_, true)) sink_.on_event(Warned{refuted});
      return;
    }
    if (!e.loss_test && !e.accuracy_test) return;
    e.verification = Verification::not_verified;
    if (!std::exchange(warned_not_verified_, true))
      sink_.on_event(
          Warned{say("what %1 says of epoch %2 is not verified: it has replaced that epoch's weights already",
                     launcher_.name, e.epoch)});
  }

  std::shared_ptr<TrainingState> read_state_of(int epoch) const {
    try {
      return exchange_->read_state(spec_, dataset_);
    } catch (const InputError& error) {
      throw BackendError(
          say("the processes of %1 reported epoch %2 as done but left no usable state, so that nothing of it is "
              "verified: %3",
              launcher_.name, epoch, error.what()));
    }
  }

  void on(const LoadSampled&) {}  // who keeps the run has read it for all its processes

  void on(const Rewound& e) {
    must_be_asked_for("rewound");
    before_ = {};
    ended_ = RunEnded{};
    target_reached_ = false;
    state_ = std::make_shared<const TrainingState>(fresh_state(spec_, dataset_));
    sink_.on_event(e);
    sink_.on_state(state_);
  }

  void on(const ProfileSample& e) {
    if (launch_.obeys || limit_.pass(e)) sink_.on_event(e);
  }
  void on(Warned e) {
    if (launch_.obeys || limit_.pass(e)) sink_.on_event(e);
  }

  void on(RunEnded e) {
    if (claims()) {
      times_.check(e);
      e.eval_time_s = ended_.eval_time_s - before_.eval_time_s;
    }
    // A run that ends with an epoch does not count the images of the next one, which are there already.
    const double images_s = e.status == RunStatus::done ? time_of_images_s_ : images_s_;
    e.train_time_s += before_.train_time_s + images_s;
    e.eval_time_s += before_.eval_time_s;
    if (e.time_to_target_s) *e.time_to_target_s += before_.train_time_s + images_s;
    e.epochs_done = ended_.epochs_done;
    e.reason = shortened(e.reason, EventLimit::max_text);
    ended_ = e;
    told_end_ = true;
  }

  /// Every process is gone.
  void conclude() {
    // A process that had reported the run's end and did not exit was killed here, which is no fault of the run.
    const auto is_fault = [this](const ChildEnd& end) {
      const bool ours = killed_after_its_end_ && WIFSIGNALED(end.wait_status) && WTERMSIG(end.wait_status) == SIGKILL;
      return end.failed() && !ours;
    };
    if (killed_after_its_end_)
      sink_.on_event(Warned{say("%1 was still there %2 s after it had said that the run is over, and was ended",
                                name_of(0), static_cast<int>(leave_after_s))});
    const auto failed = std::ranges::find_if(children_->ends(), is_fault);
    const bool bad_end = failed != children_->ends().end();
    // Where rank 0 saw a peer's pipe close, the peer's own end says more.
    const bool by_signal = bad_end && failed->exec_error == 0 && WIFSIGNALED(failed->wait_status);
    const bool peer_died = by_signal && ended_.status == RunStatus::failed && ended_.failure == Failure::backend;
    const bool too_soon = ended_.status == RunStatus::done && ended_.epochs_done < spec_.epochs && !target_reached_;
    if (told_end_ && !peer_died && (ended_.status != RunStatus::done || !(bad_end || too_soon))) {
      if (ended_.status == RunStatus::failed && ended_.reason.find_first_not_of(" \t\r\n") == std::string::npos)
        ended_.reason = with_last_words(say("%1 said that it had failed, but not why", name_of(0)));
      return;
    }
    if (control_.stopped()) {  // it did not close its stream in time, or calls its early end done
      ended_.status = RunStatus::stopped;
      ended_.failure.reset();
      return;
    }
    std::string reason;
    if (told_end_ && !bad_end)
      reason = say("%1 ended as done after %2 of %3 epochs", launcher_.name, ended_.epochs_done, spec_.epochs);
    else if (launch_.explain)
      reason = launch_.explain(children_->errors());
    if (reason.empty())
      reason = with_last_words(bad_end ? with_own_kernel(*failed, failed->sentence(name_of(failed->child)))
                                       : say("%1 ended before the run did", name_of(0)));
    if (ended_.epochs_done == 1) reason = say("%1; the complete epoch is kept", reason);
    if (ended_.epochs_done > 1) reason = say("%1; the %2 complete epochs are kept", reason, ended_.epochs_done);
    ended_.fail(BackendError(reason));
  }

  std::string with_last_words(const std::string& reason) const {
    const std::string words = last_words(children_->errors());
    return words.empty() ? reason : say("%1; the last it said: %2", reason, words);
  }

  /// A kernel of the user's own that a rank computed with may be why a signal ended it.
  std::string with_own_kernel(const ChildEnd& end, const std::string& sentence) const {
    if (launch_.transport.empty() || end.exec_error != 0 || !WIFSIGNALED(end.wait_status)) return sentence;
    const std::string backend = computes_of(spec_).at(static_cast<std::size_t>(end.child)).backend;
    return names_family(backend) ? say("%1, while %2 computed there", sentence, find_backend(backend).title) : sentence;
  }

  std::string name_of(int child) const {
    if (launch_.ranks > 1 || !launch_.transport.empty()) return say("rank %1 of %2", child, launcher_.name);
    return say("the program of %1 (%2)", launcher_.name,
               std::filesystem::path(launch_.command.at(0)).filename().string());
  }

  const Launcher& launcher_;
  RunSpec spec_;  // with the fitted shares, once they are known
  const Dataset& dataset_;
  EventSink& sink_;
  RunControl& control_;
  StartingPoint before_;
  std::shared_ptr<const TrainingState> state_;  // after the last complete epoch
  std::int64_t steps_per_epoch_ = 0;
  std::optional<ExchangeFolder> exchange_;
  std::vector<ScratchFolder> scratch_;
  EventLimit limit_{say("the program of %1", launcher_.name)};  // other programs only; our own ranks keep to it
  Launch launch_;
  std::optional<ChildProcesses> children_;
  bool greeted_ = false, started_ = false, told_end_ = false, epoch_just_done_ = false;
  bool target_reached_ = false;  // by the last epoch
  bool terminated_ = false, killed_after_its_end_ = false, warned_ = false, warned_slots_ = false;
  Examples made_;  // augmented, where makes_images()
  // Making them: of all so far, without the last ones, and of the epochs that are done.
  double images_s_ = 0.0, images_before_s_ = 0.0, time_of_images_s_ = 0.0;
  ClaimedTimes times_{launcher_.name, spec_.batch, dataset_.train.size()};
  StopsWatch stops_;
  bool warned_refuted_ = false, warned_not_verified_ = false, warned_steps_ = false;
  std::optional<CurveGrid> curve_;  // other programs only; our own ranks report at its points
  std::optional<StateCheck> check_;
  double stop_at_s_ = 0.0, finished_at_s_ = 0.0, death_at_s_ = 0.0;
  RunEnded ended_;
};

}  // namespace

RunEnded run_in_processes(const Launcher& launcher, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
                          RunControl& control, const StartingPoint& from) {
  return ProcessRun(launcher, spec, dataset, sink, control, from).run();
}

RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from) {
  if (const std::optional<Launcher> launcher = launcher_of(spec))
    return run_in_processes(*launcher, spec, dataset, sink, control, from);
  return train_here(spec, dataset, sink, control, from);  // it says so where there is no such backend
}

}  // namespace mlplab
