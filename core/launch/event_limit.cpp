#include "core/launch/event_limit.h"

#include <utility>

#include "core/base/language.h"

namespace mlplab {

std::string shortened(const std::string& text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t part = max_bytes / 2;
  return text.substr(0, part) + say(" … (%1 bytes left out) … ", text.size() - 2 * part) +
         text.substr(text.size() - part);
}

bool EventLimit::pass(const StepDone& step, bool ends_epoch) {
  const bool must = ends_epoch && !std::exchange(epoch_ended_, true);  // once: a program may repeat it for ever
  if (steps_++ % stride_ != 0 && !must) {
    skipped_ = step;
    ++steps_left_out_;
    return false;
  }
  skipped_.reset();
  if (++kept_ % all_steps == 0) stride_ *= 2;
  return true;
}

bool EventLimit::pass(const ProfileSample&) { return !std::exchange(profiled_, true); }

bool EventLimit::pass(Warned& warned) {
  warned.message = shortened(warned.message, max_text);
  if (++warnings_ <= max_warnings) return true;
  last_warning_ = warned.message;
  return false;
}

std::optional<StepDone> EventLimit::last_step() {
  steps_ = kept_ = 0;
  stride_ = 1;
  profiled_ = epoch_ended_ = false;
  if (skipped_) --steps_left_out_;
  return std::exchange(skipped_, std::nullopt);
}

std::vector<Warned> EventLimit::omissions() {
  std::vector<Warned> said;
  if (steps_left_out_ > 0)
    said.push_back({say("%1 reported more steps than are kept: %2 reports were left out", who_, steps_left_out_)});
  if (warnings_ > max_warnings)
    said.push_back({say("%1 gave %2 warnings, of which the first %3 are kept; the last was: %4", who_, warnings_,
                        max_warnings, last_warning_)});
  return said;
}

}  // namespace mlplab
