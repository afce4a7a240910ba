#include "core/study/difference.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

/// Effects that all repeats share, such as where the code lies in memory, are about as large, and no interval shows
/// them (Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009).
constexpr double shared_effects = 0.01;

std::string repeats_words(const Cell& a, const Cell& b) {
  const int wanted = repeats_to_tell(a.times_s, b.times_s);
  if (wanted == 0) return {};
  if (wanted > most_repeats_to_tell)
    return " " + say("Not even %1 repeats of each would tell so small a difference.", most_repeats_to_tell);
  return " " + say("About %1 repeats of each would tell a difference of this size in four of five cases.", wanted);
}

/// A median between two groups of repeats is a time that no run took.
std::string said_of_groups(const Cell& a, const Cell& b) {
  std::string text;
  for (const Cell* cell : {&a, &b})
    if (two_groups(cell->times_s))
      text += " " + say("The times of %1 fall into two groups: its median is a time that no run took.", cell->label);
  return text;
}

std::string compare_times(const Cell& a, const Cell& b) {
  if (!a.time_s.known() || !b.time_s.known()) return say("%1 has no time.", !a.time_s.known() ? a.label : b.label);
  if (!a.comparable || !b.comparable)
    return say("%1 did not train the same, or that is not known: its time says nothing beside that of %2.",
               !a.comparable ? a.label : b.label, !a.comparable ? b.label : a.label);
  const bool first = a.time_s.value <= b.time_s.value;
  const Cell &fast = first ? a : b, &slow = first ? b : a;
  const Interval ratio = time_ratio_interval(slow.times_s, fast.times_s);
  const std::string times = significant(slow.time_s.value / fast.time_s.value);
  if (!ratio.known())
    return say(
        "It took a shorter time with %1 than with %2, by a factor of %3. One run says nothing of the noise: measure "
        "%4 repeats of each.",
        fast.label, slow.label, times, enough_repeats);
  const std::string low = significant(ratio.low), high = significant(ratio.high);
  if (!is_difference(ratio))
    return say("With %1 it is %3 times as fast as with %2 (95 % confidence: %4 to %5): a difference within the noise.",
               fast.label, slow.label, times, low, high) +
           repeats_words(a, b);
  std::string told = say("%2 times as fast with %1 as with %3 (95 % confidence: %4 to %5), more than noise explains.",
                         fast.label, times, slow.label, low, high);
  if (slow.time_s.value / fast.time_s.value - 1.0 >= shared_effects) return told;
  return told + " " +
         say("So small a difference may come from where the program lies in memory, which all repeats share.");
}

}  // namespace

std::string difference_words(const Cell& a, const Cell& b) { return compare_times(a, b) + said_of_groups(a, b); }

nlohmann::ordered_json difference_json(const Cell& a, const Cell& b) {
  using Json = nlohmann::ordered_json;
  const bool comparable = a.comparable && b.comparable;
  const Interval ratio = comparable ? time_ratio_interval(a.times_s, b.times_s) : Interval();
  const int wanted = comparable ? repeats_to_tell(a.times_s, b.times_s) : 0;
  return {{"values", {a.name, b.name}},
          {"ratio", finite_or_null<Json>(comparable ? a.time_s.value / b.time_s.value : not_known)},
          {"ci", interval_json(ratio)},
          {"is_difference", ratio.known() ? Json(is_difference(ratio)) : Json()},
          {"repeats_to_tell", wanted > 0 && wanted <= most_repeats_to_tell ? Json(wanted) : Json()},
          {"sentence", difference_words(a, b)}};
}

std::pair<const Cell*, const Cell*> two_cells(const std::vector<Cell>& cells, const std::string& names) {
  const std::vector<std::string> wanted = parts_of(names, ',');
  std::vector<const Cell*> found;
  const std::string all = joined(cells, ", ", &Cell::name);
  for (const std::string& name : wanted) {
    const auto cell = std::ranges::find(cells, name, &Cell::name);
    if (cell == cells.end()) throw UsageError(say("--between: there is no '%1'; there are %2", name, all));
    found.push_back(&*cell);
  }
  if (found.size() != 2 || found[0] == found[1]) throw UsageError(say("--between takes two of %1, as A,B", all));
  return {found[0], found[1]};
}

}  // namespace mlplab
