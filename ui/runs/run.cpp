// Looks and the same-start check.
#include "ui/runs/run.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <tuple>

#include "core/base/unreachable.h"
#include "core/launch/processes/share_words.h"
#include "core/reporting/palette.h"
#include "core/reporting/work_words.h"
#include "core/run/run_spec.h"

namespace mlplab {

QString work_words(const std::string& data, std::int64_t images, int epochs) {
  const QString count = images > 0 ? QLocale().toString(static_cast<qlonglong>(images)) : QString();
  return QString::fromStdString(work_in_words(data, count.toStdString(), epochs));
}

std::unique_ptr<Run> run_from_disk(StoredRun stored) {
  auto run = std::make_unique<Run>();
  run->spec = std::move(stored.spec);
  run->log = std::move(stored.log);
  run->machine = std::move(stored.machine);
  run->folder = std::move(stored.folder);
  return run;
}

QString run_title(const Run& run) { return QStringLiteral("%1 · %2").arg(run.number).arg(backend_title(run.spec)); }

QString device_hint(const Run& run) {
  std::string hint = device_in_words(run.spec, run.log.started.device);
  for (const std::string& sentence : share_sentences(run.log)) hint += "\n" + sentence;
  return QString::fromStdString(hint);
}

bool shares_look(const Run& run, const RunList& others) {
  return std::ranges::any_of(others, [&](const auto& other) {
    return other.get() != &run && (other->visible || other->apart) && other->own_color == run.own_color;
  });
}

void assign_look(Run& run, const RunList& others) {
  const auto wanted = static_cast<std::size_t>(std::max(0, backend_index(run.spec)));
  const std::size_t hues = light_palette.series.size();
  // Purple, black, vermillion… first: they stand apart from those of the backends that most machines have.
  constexpr std::array<std::size_t, 8> further_hues{4, 7, 2, 6, 5, 0, 1, 3};
  // By how much it is taken: by visible runs, by hidden ones; then the backend's own first.
  const auto uses = [&](bool visible, auto same) {
    return std::ranges::count_if(others, [&](const auto& other) {
      return other.get() != &run && (!visible || other->visible || other->apart) && same(*other);
    });
  };
  const auto rank = [&](std::size_t step, auto same) { return std::tuple(uses(true, same), uses(false, same), step); };
  std::size_t hue = 0, marker = 0;
  auto best_hue = std::tuple(std::ptrdiff_t{1 << 20}, std::ptrdiff_t{0}, std::size_t{0}), best_marker = best_hue;
  for (std::size_t step = 0; step <= further_hues.size(); ++step) {
    const std::size_t index = step == 0 ? wanted % hues : further_hues[step - 1] % hues;
    const auto found =
        rank(step, [&](const Run& r) { return static_cast<std::size_t>(r.own_color.index) % hues == index; });
    if (found < best_hue) best_hue = found, hue = index;
  }
  for (std::size_t step = 0; step < all_markers.size(); ++step) {
    const std::size_t index = (wanted + step) % all_markers.size();
    const auto found = rank(step, [&](const Run& r) { return r.own_marker == all_markers[index]; });
    if (found < best_marker) best_marker = found, marker = index;
  }
  // Beyond the palette backends have the same hues again, a little different.
  const std::size_t index = hue == wanted % hues ? wanted : hue;
  run.own_color = {static_cast<int>(index), static_cast<int>(std::get<0>(best_hue))};
  run.own_marker = all_markers[marker];
  run.color = run.own_color;
  run.marker = run.own_marker;
}

namespace {

SameStart start_of(Equivalence losses) {
  switch (losses) {
    case Equivalence::equal:
      return SameStart::equal;
    case Equivalence::within_rounding:
      return SameStart::within_rounding;
    case Equivalence::differs:
      return SameStart::different;
    case Equivalence::not_compared:
      return SameStart::not_compared;
  }
  unreachable();
}

std::vector<std::optional<std::size_t>> references_in(const RunList& runs) {
  std::vector<StartedRun> started;
  for (const auto& run : runs) started.push_back({&run->spec, &run->log, run->number});
  return references_of(started);
}

}  // namespace

std::vector<StartMark> same_starts(const RunList& runs) {
  const auto references = references_in(runs);
  std::vector<StartMark> marks(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!references[i]) continue;
    const Run &reference = *runs[*references[i]], &run = *runs[i];
    const LossVerdict verdict = judge_losses(reference.log, run.log, run.rounding ? &*run.rounding : nullptr);
    marks[i] = {*references[i] == i ? SameStart::reference : start_of(verdict.state),
                any_approximate(reference.log, run.log), reference.number, verdict.state, verdict.reason()};
    if (marks[i].start != SameStart::different) continue;
    if (run.rounding_is_open) marks[i].start = SameStart::open;
    if (run.rounding) marks[i].rounding = run.rounding->why_not;
  }
  return marks;
}

std::vector<std::pair<Run*, const Run*>> runs_with_open_rounding(const RunList& runs) {
  const auto references = references_in(runs);
  std::vector<std::pair<Run*, const Run*>> open;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!references[i] || *references[i] == i) continue;
    const Run& reference = *runs[*references[i]];
    const Rounding* known = runs[i]->rounding ? &*runs[i]->rounding : nullptr;
    if (runs[i]->ended() && reference.ended() && is_open(reference.log, runs[i]->log, known))
      open.emplace_back(runs[i].get(), &reference);
  }
  return open;
}

QString local_statistics_hint() {
  return QCoreApplication::translate(
      "mlplab::Run",
      "Its processes normalise each by its own part of a batch (batch-norm=local): its losses are not those of one "
      "process, and need not be.");
}

}  // namespace mlplab
