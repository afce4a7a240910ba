// The figures of studies of operations in JSON (core/base/members.h): files and `mlplab-cli operations --json` have the
// same. A new figure: its line here.
#pragma once

#include "core/base/members.h"
#include "core/operations/embeddings.h"

namespace mlplab {

inline constexpr auto operation_members = [](auto& file, auto& point) {
  file.plain("variant", point.variant);
  file.count("n", point.n, 1);
  file.amount("time_s", point.time_s);
  file.amount("spread", point.spread);
  file.count("repeats", point.repeats);
  file.plain("wrong", point.wrong);
  file.plain("why_not", point.why_not);
};

inline constexpr auto phase_members = [](auto& file, auto& timed) {
  file.amounts("times_s", timed.times_s);
  file.amount("time_s", timed.time_s);
  file.amount("speedup", timed.speedup);
};

inline constexpr auto phases_members = [](auto& file, auto& phases) {
  for (const auto& [phase, name] : phase_names) {
    auto& timed = phases[static_cast<std::size_t>(phase)];
    if (file.has(name, !timed.times_s.empty())) file.object(name, timed, phase_members);
  }
};

inline constexpr auto pool_members = [](auto& file, auto& point) {
  file.count("workers", point.workers, 1);
  file.amount("start_s", point.start_s);
  file.amounts("times_s", point.times_s);
  file.amount("time_s", point.time_s);
  file.amount("spread", point.spread);
  file.amount("speedup", point.speedup);
  file.amount("ceiling", point.ceiling);
  file.plain("identical", point.identical);
  if (file.has("phases")) file.object("phases", point.phases, phases_members);  // not in older files
};

inline constexpr auto face_members = [](auto& file, auto& faces) {
  file.count("photographs", faces.photographs);
  file.count("packets", faces.packets);
  file.plain("without", faces.without);
  file.plain("unreadable", faces.unreadable);
};

/// Without the warnings, which are codes in files and words in the terminal's JSON.
inline constexpr auto embedding_members = [](auto& file, auto& study) {
  file.choice("pool_of", study.pool_of, pool_names, to_say("pool"));
  file.count("pictures", study.images);
  file.count("packet", study.packet);
  file.count("packets", study.packets);
  file.count("pairs", study.pairs);
  file.count("dimensions", study.dimensions);
  file.list("points", study.points, pool_members);
};

}  // namespace mlplab
