#include "core/launch/event_limit.h"

#include <utility>

namespace mlplab {

std::string shortened(const std::string& text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t part = max_bytes / 2;
  return text.substr(0, part) + " … (" + std::to_string(text.size() - 2 * part) + " bytes left out) … " +
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
    said.push_back(
        {who_ + " reported more steps than are kept: " + std::to_string(steps_left_out_) + " reports were left out"});
  if (warnings_ > max_warnings)
    said.push_back({who_ + " gave " + std::to_string(warnings_) + " warnings, of which the first " +
                    std::to_string(max_warnings) + " are kept; the last was: " + last_warning_});
  return said;
}

}  // namespace mlplab
