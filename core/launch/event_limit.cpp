#include "core/launch/event_limit.h"

#include <utility>

#include "core/base/clock.h"
#include "core/base/language.h"

namespace mlplab {

std::string shortened(const std::string& text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t part = max_bytes / 2;
  return text.substr(0, part) + say(" … (%1 bytes left out) … ", text.size() - 2 * part) +
         text.substr(text.size() - part);
}

bool EventLimit::pass(const ProfileSample&) { return !std::exchange(profiled_, true); }

bool EventLimit::pass(const Progress&) {
  constexpr double every_s = 0.030;
  const double now = now_s();
  if (now - progress_at_s_ < every_s) return false;
  progress_at_s_ = now;
  return true;
}

bool EventLimit::pass(Warned& warned) {
  warned.message = shortened(warned.message, max_text);
  if (++warnings_ <= max_warnings) return true;
  last_warning_ = warned.message;
  return false;
}

std::vector<Warned> EventLimit::omissions() {
  std::vector<Warned> said;
  if (warnings_ > max_warnings)
    said.push_back({say("%1 gave %2 warnings, of which the first %3 are kept; the last was: %4", who_, warnings_,
                        max_warnings, last_warning_)});
  return said;
}

}  // namespace mlplab
