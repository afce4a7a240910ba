#include "core/reporting/kernel_report.h"

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab {
namespace {

using workshop::KernelCeiling;
using workshop::KernelPoint;

std::string or_dash(bool known, const std::string& words) { return known ? words : "–"; }

bool is_measured(const Ceilings& ceilings) { return ceilings.peak_flop_per_s > 0.0; }

KernelCeiling known_ceiling(const Ceilings& ceilings, const KernelPoint& point) {
  return is_measured(ceilings) ? ceiling_of(ceilings, point) : KernelCeiling();
}

std::string ceiling_words(const Ceilings& ceilings, const KernelCeiling& ceiling) {
  if (!is_measured(ceilings)) return "–";
  return ceiling.name.empty() ? say("none: above all") : level_in_words(ceiling.name);
}

/// The rates of a point: of its operations, or of its bytes where there are none.
std::string rate_sentence(const KernelPoint& point, const Ceilings& ceilings) {
  if (point.flop == 0.0)
    return say("At n = %1 the kernel moves %2 GB/s at least. It computes nothing, so that the peak does not bound it.",
               point.n, significant(1e-9 * point.bytes_per_s()));
  if (!is_measured(ceilings))
    return say("At n = %1 the kernel reaches %2 GFLOP/s, with %3 operations per byte that must move.", point.n,
               significant(1e-9 * point.flop_per_s()), significant(point.intensity()));
  return say(
      "At n = %1 the kernel reaches %2 GFLOP/s, with %3 operations per byte that must move: %4 of the measured peak of "
      "%5 (%6 GFLOP/s).",
      point.n, significant(1e-9 * point.flop_per_s()), significant(point.intensity()),
      percent(point.flop_per_s() / ceilings.peak_flop_per_s), count_of(ceilings.workers, "thread"),
      significant(1e-9 * ceilings.peak_flop_per_s));
}

std::string ceiling_sentence(const KernelPoint& point, const Ceilings& ceilings) {
  const KernelCeiling ceiling = ceiling_of(ceilings, point);
  if (ceiling.name.empty()) return say("It lies above every ceiling that was measured.");
  return say("The lowest ceiling above it is that of %1, which allows %2 there: the kernel reaches %3 of it.",
             level_in_words(ceiling.name),
             significant(1e-9 * ceiling.allowed) + (point.flop == 0.0 ? " GB/s" : " GFLOP/s"), percent(ceiling.share));
}

}  // namespace

Table kernel_roofline_table(const std::vector<KernelPoint>& points, const Ceilings& ceilings) {
  Table table{{"n", "MFLOP", say("MB at least"), "FLOP/byte", "ms", "GFLOP/s", say("GB/s at least"), say("of peak"),
               say("lowest ceiling"), say("of that ceiling")},
              {}};
  for (const KernelPoint& point : points) {
    const KernelCeiling ceiling = known_ceiling(ceilings, point);
    const bool computes = point.flop > 0.0;
    table.rows.push_back(
        {std::to_string(point.n), or_dash(computes, significant(1e-6 * point.flop)), significant(1e-6 * point.bytes),
         or_dash(computes, significant(point.intensity())), significant(1e3 * point.time_s),
         or_dash(computes, significant(1e-9 * point.flop_per_s())), significant(1e-9 * point.bytes_per_s()),
         or_dash(computes && is_measured(ceilings), percent(point.flop_per_s() / ceilings.peak_flop_per_s, 2)),
         ceiling_words(ceilings, ceiling), or_dash(!ceiling.name.empty(), percent(ceiling.share, 2))});
  }
  return table;
}

std::vector<std::string> kernel_roofline_sentences(const std::vector<KernelPoint>& points, const Ceilings& ceilings) {
  if (points.empty()) return {};
  std::vector<std::string> sentences = {rate_sentence(points.back(), ceilings)};
  if (!is_measured(ceilings)) {
    sentences.push_back(say("Its place under the ceilings is not known: %1.", why_no_roofline(points, ceilings)));
    return sentences;
  }
  sentences.push_back(ceiling_sentence(points.back(), ceilings));
  sentences.push_back(
      say("Operations are counted from the task's formula, bytes as the least that must move (each array once): what "
          "really moves is more, and nothing here measures it."));
  for (const std::string& absent : ceilings.absent) sentences.push_back(absent + ".");
  return sentences;
}

nlohmann::ordered_json kernel_roofline_json(const std::vector<KernelPoint>& points, const Ceilings& ceilings) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const KernelPoint& point : points) {
    const KernelCeiling ceiling = known_ceiling(ceilings, point);
    const bool computes = point.flop > 0.0, measured = is_measured(ceilings);
    list.push_back({{"n", point.n},
                    {"flop", point.flop},
                    {"bytes_at_least", point.bytes},
                    {"flop_per_byte", point.intensity()},
                    {"time_s", point.time_s},
                    {"flop_per_s", point.flop_per_s()},
                    {"bytes_per_s_at_least", point.bytes_per_s()},
                    {"of_peak", computes && measured ? Json(point.flop_per_s() / ceilings.peak_flop_per_s) : Json()},
                    {"lowest_ceiling", measured ? Json(ceiling.name) : Json()},
                    {"of_ceiling", ceiling.name.empty() ? Json() : Json(ceiling.share)}});
  }
  return {{"ceilings", is_measured(ceilings) ? Json(nlohmann::json(ceilings)) : Json()},
          {"roofline", std::move(list)},
          {"why_no_roofline", why_no_roofline(points, ceilings)}};
}

}  // namespace mlplab
