// The comparison's thread leaves events, and every row when it is finished.
#include "ui/compare/comparison_session.h"

#include <algorithm>
#include <chrono>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/load.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison_file.h"
#include "ui/widgets/attempt.h"

namespace mlplab {

struct ComparisonSession::Measurement : Job {
  struct Values {
    std::vector<std::pair<int, Event>> events;  // with their rows
    std::vector<std::pair<int, ComparisonRow>> rows;
    std::vector<Finding> noise_before, noise_during;
    std::optional<Rounding> rounding;
    std::optional<StudyProgress> progress;
    std::string not_kept;  // why the file is not written any more
  };
  /// Tells the window of one row's events.
  struct RowSink : EventSink {
    RowSink(Measurement& owner, int of_row) : job(owner), row(of_row) {}
    void on_event(const Event& event) override {
      job.inbox.with([&](Values& values) { values.events.emplace_back(row, event); });
    }
    Measurement& job;
    int row;
  };

  Measurement(Comparison wanted, std::filesystem::path file_name, std::filesystem::path resources_folder,
              std::shared_ptr<ComparisonStore> kept_in)
      : comparison(std::move(wanted)),
        file(std::move(file_name)),
        resources(std::move(resources_folder)),
        store(std::move(kept_in)) {}

  /// Here and not in the window, which would stand still while the disk is at work.
  void keep() {
    if (!store || std::ranges::none_of(comparison.rows, &ComparisonRow::done)) return;
    try {
      store->keep(comparison);
    } catch (const Error& error) {
      inbox.with([&](Values& values) { values.not_kept = error.what(); });
      store.reset();  // said once
    }
  }

  void hand_over_row(int row) {
    if (row < 0 || row >= static_cast<int>(comparison.rows.size())) return;
    ComparisonRow copy = comparison.rows[static_cast<std::size_t>(row)];
    inbox.with([&](Values& values) {
      values.rows.emplace_back(row, std::move(copy));
      values.noise_before = comparison.noise_before;
      values.noise_during = comparison.noise_during;
      values.rounding = comparison.rounding;
    });
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
      inbox.with([&](Values& values) { values.progress = progress; });
    };
    hooks.on_run = [this](int row) {
      keep();
      hand_over_row(row);
    };
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
    for (std::size_t row = 0; row < comparison.rows.size(); ++row) hand_over_row(static_cast<int>(row));
  }

  Comparison comparison;  // the thread's alone once it runs
  bool resumed = false;
  std::unique_ptr<RunLock> lock;
  std::filesystem::path file, resources;
  std::shared_ptr<ComparisonStore> store;
  std::vector<std::unique_ptr<RowSink>> sinks;
  Guarded<Values> inbox;
};

ComparisonSession::ComparisonSession(std::filesystem::path resources, QObject* parent)
    : MeasuringSession(parent), resources_(std::move(resources)) {
  constexpr int poll_interval_ms = 50;
  plan_timer_.setInterval(poll_interval_ms);
  connect(&plan_timer_, &QTimer::timeout, this, &ComparisonSession::take_plan);
}

bool ComparisonSession::waiting(int row) const {
  if (!active() || row < 0 || row >= static_cast<int>(comparison_.rows.size())) return false;
  const ComparisonRow& r = comparison_.rows[static_cast<std::size_t>(row)];
  const auto& chosen = comparison_.spec.backends;
  const bool wanted = chosen.empty() || std::ranges::find(chosen, r.backend) != chosen.end();
  return wanted && r.available && row > current_row_ && progress_.turn.repeat == 0 && !r.log.ended;
}

int ComparisonSession::row_of(const std::string& backend) const {
  const auto found = std::ranges::find(comparison_.rows, backend, &ComparisonRow::backend);
  return found == comparison_.rows.end() ? -1 : static_cast<int>(found - comparison_.rows.begin());
}

void ComparisonSession::plan(const ComparisonSpec& spec) {
  if (active()) return;
  if (plan_.valid()) {
    next_plan_ = spec;
    return;
  }
  plan_ = std::async(std::launch::async, [spec, teams = teams_] { return plan_comparison(spec, teams); });
  plan_timer_.start();
}

void ComparisonSession::take_plan() {
  if (plan_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  plan_timer_.stop();
  attempt(this, [&] {
    Comparison planned = plan_.get();
    if (next_plan_) {
      plan(*std::exchange(next_plan_, std::nullopt));
      return;
    }
    if (std::ranges::any_of(comparison_.rows, &ComparisonRow::done)) {
      for (ComparisonRow& row : planned.rows) {
        const int known = row_of(row.backend);
        if (known < 0 || !comparison_.rows[static_cast<std::size_t>(known)].done()) continue;
        const bool available = row.available;
        row = comparison_.rows[static_cast<std::size_t>(known)];
        row.available = available;
      }
      for (const ComparisonRow& row : comparison_.rows)  // a team by name, or a trainer that is not here
        if (row.done() && std::ranges::find(planned.rows, row.backend, &ComparisonRow::backend) == planned.rows.end())
          planned.rows.push_back(row);
      planned.spec = comparison_.spec;
      planned.noise_before = comparison_.noise_before;
      planned.noise_during = comparison_.noise_during;
      planned.machine = comparison_.machine;
      planned.rounding = comparison_.rounding;
    }
    show(planned);
  });
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
        const int known = row_of(row.backend);
        if (known >= 0 && std::ranges::find(spec.backends, row.backend) == spec.backends.end())
          row = comparison_.rows[static_cast<std::size_t>(known)];
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
  Comparison kept = read_comparison(file_);
  for (ComparisonRow& row : comparison_.rows) {
    const auto there = std::ranges::find(kept.rows, row.backend, &ComparisonRow::backend);
    if (there != kept.rows.end() && there->runs.size() > row.runs.size()) {
      const bool available = row.available;
      row = std::move(*there);
      row.available = available;
    }
  }
}

void ComparisonSession::measure(std::unique_ptr<RunLock> lock, bool resumed) {
  progress_ = {};
  live_ = {};
  current_row_ = -1;
  store_ = file_.empty() ? nullptr : std::make_shared<ComparisonStore>(file_);
  auto measurement = std::make_unique<Measurement>(comparison_, file_, resources_, store_);
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
  if (row_of(baseline) < 0) return;
  attempt(this, [&] { rebase(comparison_, baseline); });
}

/// Another one may have been chosen while it was measured; the job is over.
void ComparisonSession::keep_baseline() {
  if (!store_ || std::ranges::none_of(comparison_.rows, &ComparisonRow::done)) return;
  attempt(this, [&] { store_->keep(comparison_); });
}

std::function<void()> ComparisonSession::take_in(bool over) {
  Measurement::Values taken = static_cast<Measurement&>(*job()).inbox.take();
  for (const auto& [row, event] : taken.events) {
    current_row_ = row;
    if (std::holds_alternative<RunStarted>(event)) live_ = {};
    live_.apply(event);
    // Later rounds leave what is known in its place until they have something new.
    ComparisonRow& shown = comparison_.rows[static_cast<std::size_t>(current_row_)];
    if (!shown.done()) shown.log.apply(event);
  }
  for (auto& [row, finished] : taken.rows) {
    comparison_.rows[static_cast<std::size_t>(row)] = std::move(finished);
  }
  if (taken.progress) progress_ = *taken.progress;
  if (!taken.rows.empty()) {
    comparison_.noise_before = taken.noise_before;
    comparison_.noise_during = taken.noise_during;
    comparison_.rounding = taken.rounding;
    rebase_now();
  }
  if (!taken.not_kept.empty()) {
    Q_EMIT failed(QString::fromStdString(taken.not_kept));
    file_.clear();
    store_.reset();
  }
  if (over) {
    current_row_ = -1;
    keep_baseline();
  }
  const bool changed = !taken.events.empty() || !taken.rows.empty() || taken.progress;
  return [this, changed] {
    if (changed) Q_EMIT updated();
  };
}

}  // namespace mlplab
