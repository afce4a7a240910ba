// The comparison's thread leaves events, and every row when it is finished.
#include "ui/compare/comparison_session.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/load.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison_file.h"
#include "ui/widgets/attempt.h"

namespace mlplab {

namespace {

/// Whether it can run is as it is here.
void take_results(ComparisonRow& row, const ComparisonRow& from) {
  const bool available = row.available;
  row = from;
  row.available = available;
}

}  // namespace

struct ComparisonSession::Measurement : Job {
  struct RowSink : EventSink {
    RowSink(Measurement& owner, int of_row) : job(owner), row(of_row) {}
    void on_event(const Event& event) override {
      job.leave([&session = job.session, row = row, event] { session.take_event(row, event); },
                &ComparisonSession::updated);
    }
    Measurement& job;
    int row;
  };

  explicit Measurement(ComparisonSession& owner)
      : session(owner),
        comparison(owner.comparison_),
        file(owner.file_),
        resources(owner.resources_),
        store(owner.store_) {}

  /// Here and not in the window, which would stand still while the disk is at work.
  void keep() {
    if (!store || std::ranges::none_of(comparison.rows, &ComparisonRow::done)) return;
    try {
      store->keep(comparison);
    } catch (const Error& error) {
      leave([this, why = QString::fromUtf8(error.what())] {
        Q_EMIT session.failed(why);
        session.file_.clear();
        session.store_.reset();
      });
      store.reset();  // said once
    }
  }

  void hand_over(std::size_t first, std::size_t count) {
    const auto from = comparison.rows.begin() + static_cast<std::ptrdiff_t>(first);
    leave(
        [this, first, rows = std::vector(from, from + static_cast<std::ptrdiff_t>(count)),
         before = comparison.noise_before, during = comparison.noise_during, rounding = comparison.rounding,
         goes_on = comparison.goes_on] {
          Comparison& shown = session.comparison_;
          std::ranges::copy(rows, shown.rows.begin() + static_cast<std::ptrdiff_t>(first));
          shown.noise_before = before;
          shown.noise_during = during;
          shown.rounding = rounding;
          shown.goes_on = goes_on;
          session.rebase_now();
        },
        &ComparisonSession::updated);
  }

  std::string work() override {
    const RunSpec& base = comparison.spec.base;
    const Dataset dataset = load_dataset(base.data, resources, base.seed);
    ComparisonHooks hooks;
    hooks.sink_for = [this](int row) -> EventSink* {
      sinks.push_back(std::make_unique<RowSink>(*this, row));
      return sinks.back().get();
    };
    hooks.on_progress = [this](const StudyProgress& progress) {
      leave([this, progress] { session.progress_ = progress; }, &ComparisonSession::updated);
    };
    hooks.on_run = [this](int row) {
      keep();
      if (row >= 0 && row < static_cast<int>(comparison.rows.size())) hand_over(static_cast<std::size_t>(row), 1);
    };
    hooks.idle_power_s = study_idle_power_s;
    hooks.file = file.string();
    if (!resumed) forget_other_data(dataset.content_hash);
    run_comparison(comparison, dataset, control, hooks);
    return {};
  }

  /// Rows of before have the same settings, but what lies in their folder may have changed since.
  void forget_other_data(const std::string& hash) {
    for (ComparisonRow& row : comparison.rows)
      if (row.done() && row.log.started.dataset_hash != hash) {
        row.runs.clear();
        row.log = RunLog();
        static_cast<Cell&>(row) = Cell{.workers = row.workers};
      }
  }

  void finish() override {
    keep();
    hand_over(0, comparison.rows.size());
    leave([this] { session.end_rows(); }, &ComparisonSession::updated);
  }

  ComparisonSession& session;
  Comparison comparison;  // the thread's alone once it runs
  bool resumed = false;
  std::unique_ptr<RunLock> lock;
  std::filesystem::path file, resources;
  std::shared_ptr<ComparisonStore> store;
  std::vector<std::unique_ptr<RowSink>> sinks;
};

bool ComparisonSession::waiting(int row) const {
  if (!active() || row < 0 || row >= static_cast<int>(comparison_.rows.size())) return false;
  const ComparisonRow& r = comparison_.rows[static_cast<std::size_t>(row)];
  const auto& chosen = comparison_.spec.backends;
  const bool wanted = chosen.empty() || std::ranges::find(chosen, r.backend) != chosen.end();
  return wanted && r.available && row > current_row_ && progress_.turn.repeat == 0 && !r.log.ended;
}

void ComparisonSession::plan(const ComparisonSpec& spec) {
  if (active()) return;
  planning_.forget();  // an older question
  planning_.ask([spec, teams = teams_](const std::atomic<bool>&) { return plan_comparison(spec, teams); },
                [this](const Comparison& planned) { take_plan(planned); },
                [this](const QString& why) { Q_EMIT failed(why); });
}

void ComparisonSession::take_plan(Comparison planned) {
  if (std::ranges::any_of(comparison_.rows, &ComparisonRow::done)) {
    for (ComparisonRow& row : planned.rows)
      if (const ComparisonRow* known = done_row(comparison_, row.backend)) take_results(row, *known);
    for (const ComparisonRow& row : comparison_.rows)  // a team by name, or a trainer that is not here
      if (row.done() && find_row(planned, row.backend) == nullptr) planned.rows.push_back(row);
    planned.spec = comparison_.spec;
    planned.noise_before = comparison_.noise_before;
    planned.noise_during = comparison_.noise_during;
    planned.machine = comparison_.machine;
    planned.rounding = comparison_.rounding;
  }
  show(planned);
}

void ComparisonSession::open(const std::filesystem::path& file) {
  if (active()) return;
  attempt(this, [&] {
    const Comparison kept = read_comparison(file);
    baseline_.clear();
    file_ = file;
    show(kept);
  });
}

void ComparisonSession::show(const Comparison& comparison) {
  if (active()) return;
  comparison_ = comparison;
  rebase_now();
  Q_EMIT updated();
}

void ComparisonSession::start(const ComparisonSpec& spec) {
  if (active()) return;
  const bool is_planned = attempt(this, [&] {
    ComparisonSpec all = spec;
    all.backends.clear();
    std::vector<std::string> teams = teams_;
    teams.insert(teams.end(), spec.backends.begin(), spec.backends.end());
    Comparison fresh = plan_comparison(all, teams);
    fresh.spec = spec;
    fresh.machine = this_machine();
    // Times of two machines are not for one table: a home folder may be that of several.
    if (comparison_.spec.base == spec.base && comparison_.spec.target_accuracy == spec.target_accuracy &&
        difference_of(comparison_.machine, fresh.machine).empty()) {
      fresh.rounding = comparison_.rounding;
      for (ComparisonRow& row : fresh.rows) {
        const ComparisonRow* known = find_row(comparison_, row.backend);
        if (known != nullptr && std::ranges::find(spec.backends, row.backend) == spec.backends.end()) row = *known;
      }
    }
    comparison_ = std::move(fresh);
  });
  if (!is_planned) return;
  if (!folder_.empty()) file_ = new_comparison_file(folder_);
  std::unique_ptr<RunLock> lock;
  try {
    if (!folder_.empty()) make_folder(folder_);
    if (!file_.empty()) lock = RunLock::of_file(file_);
  } catch (const Error&) {  // Measurement::keep() says it, and what is measured is shown all the same
  }
  measure(std::move(lock), false);
}

bool ComparisonSession::incomplete() const {
  return !active() && std::ranges::any_of(comparison_.rows, &ComparisonRow::done) && !is_complete(comparison_);
}

void ComparisonSession::resume(const std::string& hostfile) {
  if (!incomplete()) return;
  attempt(this, [&] {
    std::unique_ptr<RunLock> lock;
    if (!file_.empty()) {
      lock = RunLock::of_file(file_);
      take_in_file();
    }
    confirm_hosts(comparison_, hostfile, file_.string(), "compare --resume " + file_.string());
    measure(std::move(lock), true);
  });
}

/// Another program may have gone on with it since.
void ComparisonSession::take_in_file() {
  const Comparison kept = read_comparison(file_);
  for (ComparisonRow& row : comparison_.rows) {
    const ComparisonRow* there = find_row(kept, row.backend);
    if (there != nullptr && there->runs.size() > row.runs.size()) take_results(row, *there);
  }
}

void ComparisonSession::measure(std::unique_ptr<RunLock> lock, bool resumed) {
  progress_ = {};
  live_ = {};
  current_row_ = -1;
  store_ = file_.empty() ? nullptr : std::make_shared<ComparisonStore>(file_);
  auto measurement = std::make_unique<Measurement>(*this);
  measurement->lock = std::move(lock);
  measurement->resumed = resumed;
  launch(std::move(measurement));
  Q_EMIT updated();
}

void ComparisonSession::setBaseline(const QString& backend) {
  baseline_ = backend.toStdString();
  rebase_now();
  Q_EMIT updated();
}

std::string ComparisonSession::baseline() const {
  if (!baseline_.empty()) return baseline_;
  if (!comparison_.spec.baseline.empty()) return comparison_.spec.baseline;
  for (const ComparisonRow& row : comparison_.rows) {
    if (row.done()) return row.backend;
  }
  return {};
}

/// Where the baseline has no row with a time, relative speeds stay unknown.
void ComparisonSession::rebase_now() {
  const std::string baseline = this->baseline();
  if (find_row(comparison_, baseline) == nullptr) return;
  attempt(this, [&] { rebase(comparison_, baseline); });
}

/// Another baseline may have been chosen while it was measured; the job is over.
void ComparisonSession::end_rows() {
  current_row_ = -1;
  if (!store_ || std::ranges::none_of(comparison_.rows, &ComparisonRow::done)) return;
  attempt(this, [&] { store_->keep(comparison_); });
}

void ComparisonSession::take_event(int row, const Event& event) {
  current_row_ = row;
  if (std::holds_alternative<RunStarted>(event)) live_ = {};
  live_.apply(event);
  // Later rounds leave what is known in its place until they have something new.
  ComparisonRow& shown = comparison_.rows[static_cast<std::size_t>(row)];
  if (!shown.done()) shown.log.apply(event);
}

}  // namespace mlplab
