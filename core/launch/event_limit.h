// Limits the events of other programs: their event stream becomes a file and a list in memory, and a program that sends
// too much must not fill them. The first and the last are kept, and the run says what was left out.
// To limit another event: a pass() here.
#pragma once

#include <cstdint>
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

  /// True where it is passed on. Steps need no limit: CurveGrid joins them.
  bool pass(const ProfileSample& sample);  // one per epoch
  bool pass(const Progress& progress);     // about 30 per second
  bool pass(Warned& warned);               // the first of them, shortened
  void begin_epoch() { profiled_ = false; }
  /// Before the run's end: what was left out.
  std::vector<Warned> omissions();

  static constexpr std::int64_t max_warnings = 100;
  static constexpr std::size_t max_text = 2000;

 private:
  std::string who_;
  bool profiled_ = false;  // this epoch
  double progress_at_s_ = 0.0;
  std::int64_t warnings_ = 0;
  std::string last_warning_;
};

}  // namespace mlplab
