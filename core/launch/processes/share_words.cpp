#include "core/launch/processes/share_words.h"

#include <algorithm>
#include <vector>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/statistics/statistics.h"
#include "core/training/share_fit.h"

namespace mlplab {
namespace {

constexpr double worth_it = 1.05;  // below this a second repeat may say the opposite

const ShareFit* fit_of(const RunSpec& spec) { return spec.team && spec.team->fit ? &*spec.team->fit : nullptr; }

/// The backends of the ranks, [ranks of the fit]. Asks nothing of the machine: tool tips are made of it.
std::vector<std::string> backends_of(const RunSpec& spec) {
  std::vector<std::string> names;
  for (const TeamMember& member : spec.team->members)
    names.insert(names.end(), static_cast<std::size_t>(member.count), member.compute.backend);
  names.resize(spec.team->fit->rows.size(), spec.backend);
  return names;
}

/// The title of what computes in rank `rank`; its number, too, where several ranks compute alike.
std::string name_of_rank(const std::vector<std::string>& backends, std::size_t rank) {
  if (rank >= backends.size()) return say("rank %1", rank);
  const BackendEntry* entry = known_backend(backends[rank]);
  const std::string title = entry == nullptr ? backends[rank] : say(entry->title);
  return std::ranges::count(backends, backends[rank]) > 1 ? say("%1 (rank %2)", title, rank) : title;
}

}  // namespace

std::string rows_in_words(const RunSpec& spec) {
  const ShareFit* fit = fit_of(spec);
  if (fit == nullptr) return {};
  const std::vector<std::string> backends = backends_of(spec);
  std::string rows;
  for (std::size_t rank = 0; rank < fit->rows.size(); ++rank)
    rows += (rows.empty() ? "" : ", ") + std::to_string(fit->rows[rank]) + " " + name_of_rank(backends, rank);
  return say("rows of a batch of %1: %2", spec.batch, rows);
}

std::string ceiling_in_words(const RunStarted& started) {
  const ShareFit* fit = fit_of(started.spec);
  if (fit == nullptr) return {};
  const double step_s = slowest_s(*fit) + fit->exchange_s, ceiling = ceiling_of(*fit);
  const std::string best = name_of_rank(backends_of(started.spec), static_cast<std::size_t>(std::max(0, fit->best)));
  const std::string epoch = duration(fit->alone_s * static_cast<double>(started.steps_per_epoch));
  const std::string exchange = percent(fit->exchange_s / step_s, 2);
  if (ceiling >= worth_it)
    return say("%1 alone takes %2 per epoch; with the others at most %3×, the exchange takes %4 of a step", best, epoch,
               significant(ceiling, 3), exchange);
  return say("%1 alone takes %2 per epoch; with the others at most %3×, the exchange takes %4 of a step: not worth it",
             best, epoch, significant(ceiling, 3), exchange);
}

std::optional<double> reached_of_ceiling(const RunLog& log) {
  const ShareFit* fit = fit_of(log.started.spec);
  if (fit == nullptr || log.epochs.empty()) return {};
  std::vector<double> times_s;
  for (const EpochDone& epoch : log.epochs) times_s.push_back(epoch.epoch_time_s);
  const double step_s = slowest_s(*fit) + fit->exchange_s;
  return step_s * static_cast<double>(log.started.steps_per_epoch) / median(times_s);
}

std::string reached_in_words(const RunLog& log) {
  const std::optional<double> reached = reached_of_ceiling(log);
  if (!reached) return {};
  const double ceiling = ceiling_of(*log.started.spec.team->fit);
  if (*reached > 1.0)
    return say("reached %1×, the ceiling of %2× and more: the short measurement before it was that far off (%3)",
               significant(*reached * ceiling, 3), significant(ceiling, 3), percent(*reached, 2));
  return say("reached %1× of at most %2× (%3 of the ceiling)", significant(*reached * ceiling, 3),
             significant(ceiling, 3), percent(*reached, 2));
}

std::vector<std::string> share_sentences(const RunLog& log) {
  std::vector<std::string> sentences = {rows_in_words(log.started.spec), ceiling_in_words(log.started),
                                        reached_in_words(log)};
  std::erase(sentences, "");
  return sentences;
}

}  // namespace mlplab
