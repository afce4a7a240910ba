#include "core/experiments/warnings.h"

#include <cstdlib>
#include <map>

#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab {
namespace {

// A warning cut at its first number, so that 'used 73 % of…' and 'used 78 % of…' become one.
struct Cut {
  std::string before, number, after;
};
Cut cut_at_number(const std::string& text) {
  constexpr const char* digits = "0123456789.";
  const std::size_t start = text.find_first_of("0123456789");
  if (start == std::string::npos) return {text, "", ""};
  const std::size_t end = std::min(text.find_first_not_of(digits, start), text.size());
  return {text.substr(0, start), text.substr(start, end - start), text.substr(end)};
}

double value(const Cut& cut) { return cut.number.empty() ? 0.0 : std::strtod(cut.number.c_str(), nullptr); }

}  // namespace

std::vector<std::string> merge_warnings(const std::vector<std::vector<std::string>>& runs) {
  struct Kind {
    Cut lowest, highest;
    int runs = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Kind> kinds;
  for (const std::vector<std::string>& run : runs) {
    for (const std::string& warning : run) {
      const Cut cut = cut_at_number(warning);
      const std::string key = cut.before + "#" + cut.after;
      Kind& kind = kinds[key];
      if (kind.runs++ == 0) {
        order.push_back(key);
        kind.lowest = kind.highest = cut;
      }
      if (value(cut) < value(kind.lowest)) kind.lowest = cut;
      if (value(cut) > value(kind.highest)) kind.highest = cut;
    }
  }
  std::vector<std::string> merged;
  for (const std::string& key : order) {
    const auto& [lowest, highest, concerned] = kinds[key];
    const std::string number =
        lowest.number == highest.number ? lowest.number : say("%1 to %2", lowest.number, highest.number);
    const std::string text = lowest.before + number + lowest.after;
    const bool all = concerned == static_cast<int>(runs.size());
    merged.push_back(all ? text : text + " (" + count_of(concerned, "run") + ")");
  }
  return merged;
}

}  // namespace mlplab
