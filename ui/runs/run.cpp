// Looks and the same-start check.
#include "ui/runs/run.h"

#include <array>
#include <cmath>
#include <set>

#include "core/base/unreachable.h"

namespace mlplab {

namespace {

constexpr std::array markers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond, Marker::cross};

/// Everything that decides epoch 1, with what must not matter (backend, workers, how long) taken out.
RunSpec start_of(RunSpec spec) {
  spec.backend.clear();
  spec.options = {};
  spec.eval_every = 1;
  spec.target_accuracy.reset();
  spec.data.test_limit = 0;
  if (spec.optimizer.schedule == ScheduleKind::constant) spec.epochs = 1;
  return spec;
}

bool comparable(const Run& a, const Run& b) {
  return a.log.started.dataset_hash == b.log.started.dataset_hash && start_of(a.spec) == start_of(b.spec);
}

/// Earlier in the backends' table, then older.
bool comes_before(const Run& a, const Run& b) {
  const int ia = backend_index(a.spec.backend), ib = backend_index(b.spec.backend);
  return ia != ib ? ia < ib : a.number < b.number;
}

}  // namespace

int backend_index(const std::string& name) {
  const auto& table = backend_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

QString backend_title(const std::string& name) {
  const int index = backend_index(name);
  return QString::fromStdString(index < 0 ? name : backend_table()[static_cast<std::size_t>(index)].title);
}

BackendLook look_of_backend(const std::string& name) {
  const int index = std::max(0, backend_index(name));
  return {{index, 0}, markers[static_cast<std::size_t>(index) % markers.size()]};
}

QString run_title(const Run& run) {
  return QStringLiteral("%1 · %2").arg(run.number).arg(backend_title(run.spec.backend));
}

void assign_look(Run& run, const RunList& others) {
  std::set<int> taken;
  for (const auto& other : others) {
    if (other.get() != &run && other->spec.backend == run.spec.backend) taken.insert(other->color.shade);
  }
  int shade = 0;
  while (taken.contains(shade) && shade < 11) ++shade;
  run.color = {std::max(0, backend_index(run.spec.backend)), shade};
  run.marker = markers[static_cast<std::size_t>(shade + run.color.index) % markers.size()];
}

SameStart same_start(const Run& run, const RunList& runs) {
  if (run.log.epochs.empty()) return SameStart::unknown;
  const Run* reference = &run;
  bool others = false;
  for (const auto& other : runs) {
    if (other.get() == &run || other->log.epochs.empty() || !comparable(run, *other)) continue;
    others = true;
    if (comes_before(*other, *reference)) reference = other.get();
  }
  if (!others) return SameStart::unknown;
  if (reference == &run) return SameStart::reference;
  switch (compare_losses(reference->log, run.log)) {
    case Equivalence::equal:
      return SameStart::equal;
    case Equivalence::differs:
      return SameStart::different;
    case Equivalence::not_compared:
      return SameStart::unknown;
  }
  unreachable();
}

}  // namespace mlplab
