// What a program that is not ours may say in a run: its event stream becomes a file and a list in memory, so that one
// that says too much must not fill them. The first and the last are kept, and the run says what was left out.
// To limit another event: a pass() here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/event.h"

namespace mlplab {

/// `text`, or its begin and its end with a word on what was between them.
std::string shortened(const std::string& text, std::size_t max_bytes);

class EventLimit {
 public:
  /// `who` says too much: 'the program of python-numpy'.
  explicit EventLimit(std::string who) : who_(std::move(who)) {}

  /// True where it is kept. Of an epoch's steps the first `all_steps`, then every second of as many again, every
  /// fourth…: however many an epoch has, a picture of it stays. The one that ends the epoch is kept at once: what is
  /// measured at that moment (core/launch/energy_watch.h) must not wait for the evaluation.
  bool pass(const StepDone& step, bool ends_epoch);
  bool pass(const ProfileSample& sample);  // one an epoch
  bool pass(Warned& warned);               // the first of them, shortened
  /// Before the event that ends an epoch or the run: what has to be passed on now.
  std::optional<StepDone> last_step();
  /// Before the run's end: what was left out.
  std::vector<Warned> omissions();

  static constexpr std::int64_t all_steps = 1000;
  static constexpr std::int64_t max_warnings = 100;
  static constexpr std::size_t max_text = 2000;

 private:
  std::string who_;
  std::int64_t steps_ = 0, kept_ = 0, stride_ = 1;  // of this epoch
  std::optional<StepDone> skipped_;                 // the last one, where it was not kept
  std::int64_t steps_left_out_ = 0;
  bool profiled_ = false, epoch_ended_ = false;  // this epoch
  std::int64_t warnings_ = 0;
  std::string last_warning_;
};

}  // namespace mlplab
