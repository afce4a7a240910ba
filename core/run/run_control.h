// The other direction: what a user asks of a running trainer. Every member may be called from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace mlplab {

class RunControl {
 public:
  void stop();
  void pause();
  void resume();
  void step_batch();        // one step, then paused; also from running
  void step_epoch();        // to the end of the epoch, then paused
  void rewind();            // back to the initial weights, then paused
  void request_snapshot();  // the current weights, through EventSink::on_state, within a few steps

  bool stopped() const;
  bool paused() const;  // waiting at a step boundary, or about to

  // The trainer's side.
  enum class Order { run, one_step, snapshot, stop, rewind };  // snapshot: asked for while paused
  /// Blocks while paused; what to do next. `at_epoch_start` ends step_epoch().
  Order next(bool at_epoch_start);
  bool take_snapshot_request();

  // The side of a trainer in another process (process_run.cpp), which begins paused and obeys words.
  /// A new process is to be told from the beginning.
  void tell_anew();
  /// The orders for the process since the last call: 'stop', 'rewind', 'snapshot', 'pause', 'resume', 'step', 'epoch'.
  /// `epoch_done`: the process has ended an epoch since then. Never blocks.
  std::vector<std::string> take_orders(bool epoch_done);
  /// Does what such a word says; others are ignored.
  void obey(const std::string& word);

 private:
  enum class Mode { running, paused, step, epoch };
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Mode mode_ = Mode::running;
  bool epoch_entered_ = false;
  bool stop_ = false;
  bool rewind_ = false;
  Mode told_ = Mode::paused;  // the mode that the other process is in
  bool told_stop_ = false;
  std::atomic<bool> snapshot_{false};
};

}  // namespace mlplab
