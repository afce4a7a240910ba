// The comparison's thread leaves events, and every row when it is finished.
#include "ui/compare/comparison_session.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/base/error.h"
#include "core/data/load.h"
#include "core/machine/host_info.h"
#include "core/study/comparison/comparison_file.h"

namespace mlplab {

struct ComparisonSession::Measurement : Job {
  struct Values {
    std::vector<std::pair<int, Event>> events;  // with their rows
    std::vector<std::pair<int, ComparisonRow>> rows;
    std::vector<Finding> noise_before, noise_during;
    std::optional<Rounding> rounding;
    std::optional<ComparisonProgress> progress;
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

  Measurement(ComparisonSpec wanted, std::filesystem::path resources_folder)
      : comparison(plan_comparison(wanted)), resources(std::move(resources_folder)) {}

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
    hooks.on_progress = [this](const ComparisonProgress& progress) {
      inbox.with([&](Values& values) { values.progress = progress; });
    };
    hooks.on_run = [this](int row) { hand_over_row(row); };
    run_comparison(comparison, dataset, control, hooks);
    if (!control.stopped()) check_rounding_with_others(dataset);
    return {};
  }

  /// The sequential run, or one that differs from it, may have been trained before.
  void check_rounding_with_others(const Dataset& dataset) {
    Comparison all = comparison;
    all.rows.insert(all.rows.end(), others.begin(), others.end());
    check_rounding(all, dataset, control);
    comparison.rounding = all.rounding;
  }

  void finish() override {
    for (std::size_t row = 0; row < comparison.rows.size(); ++row) hand_over_row(static_cast<int>(row));
  }

  Comparison comparison;              // the thread's alone once it runs
  std::vector<ComparisonRow> others;  // of the same settings, which are not trained again
  std::filesystem::path resources;
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
  return wanted && r.available && row > current_row_ && progress_.round == 0 && !r.log.ended;
}

int ComparisonSession::row_of(const std::string& backend) const {
  const auto found = std::ranges::find(comparison_.rows, backend, &ComparisonRow::backend);
  return found == comparison_.rows.end() ? -1 : static_cast<int>(found - comparison_.rows.begin());
}

double ComparisonSession::row_fraction() const {
  if (current_row_ < 0) return 0.0;
  const int epochs = std::max(1, comparison_.spec.base.epochs);
  double done = static_cast<double>(live_.epochs.size());
  if (live_.latest() != nullptr) done = std::max(done, live_.latest()->epochs);
  return std::clamp(done / epochs, 0.0, 1.0);
}

double ComparisonSession::row_eta_s() const {
  if (current_row_ < 0) return std::numeric_limits<double>::quiet_NaN();
  const double done = row_fraction();
  const double time_s = live_.latest() == nullptr ? live_.train_time_s() : live_.latest()->train_time_s;
  return done > 0.02 && time_s > 0.0 ? time_s / done * (1.0 - done) : std::numeric_limits<double>::quiet_NaN();
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
  try {
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
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void ComparisonSession::open(const std::filesystem::path& file) {
  if (active()) return;
  try {
    const Comparison kept = read_comparison(file);
    baseline_.clear();
    file_ = file;
    show(kept);
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

void ComparisonSession::keep() {
  if (file_.empty() || std::ranges::none_of(comparison_.rows, &ComparisonRow::done)) return;
  try {
    save_comparison(file_, comparison_);
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
    file_.clear();  // said once
  }
}

void ComparisonSession::show(const Comparison& comparison) {
  if (active()) return;
  comparison_ = comparison;
  rebase_now();
  Q_EMIT updated();
}

void ComparisonSession::start(const ComparisonSpec& spec) {
  if (active()) return;
  std::unique_ptr<Measurement> measurement;
  try {
    measurement = std::make_unique<Measurement>(spec, resources_);
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
    return;
  }
  const std::string machine = host_info().cpu;
  // Times of two machines are not for one table: a home folder may be that of several.
  const bool same_machine = comparison_.machine.empty() || comparison_.machine == machine;
  const bool same_settings =
      same_machine && comparison_.spec.base == spec.base && comparison_.spec.target_accuracy == spec.target_accuracy;
  const std::vector<ComparisonRow> before = std::move(comparison_.rows);
  if (same_settings) measurement->comparison.rounding = comparison_.rounding;
  ComparisonSpec all = spec;
  all.backends.clear();
  std::vector<std::string> teams = teams_;
  teams.insert(teams.end(), spec.backends.begin(), spec.backends.end());
  comparison_ = plan_comparison(all, teams);
  comparison_.spec = spec;
  comparison_.machine = machine;
  comparison_.rounding = measurement->comparison.rounding;
  row_map_.clear();
  for (const ComparisonRow& row : measurement->comparison.rows) row_map_.push_back(row_of(row.backend));
  for (const ComparisonRow& old : before) {
    const int row = row_of(old.backend);
    const bool again = std::ranges::find(row_map_, row) != row_map_.end();
    if (!same_settings || row < 0 || again) continue;
    comparison_.rows[static_cast<std::size_t>(row)] = old;
    measurement->others.push_back(old);
  }
  progress_ = {};
  live_ = {};
  current_row_ = -1;
  if (!folder_.empty()) file_ = new_comparison_file(folder_);
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
  try {
    rebase(comparison_, baseline);
  } catch (const Error& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

std::function<void()> ComparisonSession::take_in(bool over) {
  Measurement::Values taken = static_cast<Measurement&>(*job()).inbox.take();
  for (const auto& [row, event] : taken.events) {
    current_row_ = row_map_[static_cast<std::size_t>(row)];
    if (std::holds_alternative<RunStarted>(event)) live_ = {};
    live_.apply(event);
    // Later rounds leave what is known in its place until they have something new.
    ComparisonRow& shown = comparison_.rows[static_cast<std::size_t>(current_row_)];
    if (!shown.done()) shown.log.apply(event);
  }
  for (auto& [row, finished] : taken.rows) {
    comparison_.rows[static_cast<std::size_t>(row_map_[static_cast<std::size_t>(row)])] = std::move(finished);
  }
  if (taken.progress) progress_ = *taken.progress;
  if (!taken.rows.empty()) {
    comparison_.noise_before = taken.noise_before;
    comparison_.noise_during = taken.noise_during;
    comparison_.rounding = taken.rounding;
    rebase_now();
    keep();
  }
  if (over) current_row_ = -1;
  const bool changed = !taken.events.empty() || !taken.rows.empty() || taken.progress;
  return [this, changed] {
    if (changed) Q_EMIT updated();
  };
}

}  // namespace mlplab
