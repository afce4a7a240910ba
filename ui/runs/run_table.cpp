// Cells of the run table.
#include "ui/runs/run_table.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/listed.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/energy_report.h"
#include "core/reporting/table.h"
#include "core/run/configuration.h"
#include "core/run/run_spec.h"
#include "core/statistics/few_repeats.h"
#include "core/statistics/statistics.h"
#include "ui/charts/chart_marks.h"
#include "ui/runs/run_difference.h"
#include "ui/theme/icons.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

bool failed_without_figures(const Run& run) {
  const std::optional<RunEnded>& ended = run.log.ended;
  return ended && ended->status == RunStatus::failed && !ended->reason.empty() && run.log.epochs.empty();
}

/// On lines of their own; nothing before there is an epoch to measure.
QString energy_words(const RunLog& log) {
  if (log.epochs.empty()) return {};
  QString words;
  for (const std::string& sentence : energy_sentences(log))
    words += QLatin1Char('\n') + QString::fromStdString(sentence);
  return words;
}

constexpr std::size_t drawn_at_once = 1000;  // epochs: some milliseconds

std::size_t place_of(const Run& run, const RunList& runs) {
  const auto at = std::ranges::find(runs, &run, [](const auto& other) { return other.get(); });
  return static_cast<std::size_t>(at - runs.begin());
}

}  // namespace

double phase_time_s(const RunLog& log, double EpochDone::*phase) {
  double sum_s = 0.0;
  for (const EpochDone& epoch : log.epochs) sum_s += epoch.*phase;
  return sum_s;
}

EpochTimes epoch_times(const RunLog& log) {
  std::vector<double> times;
  for (const EpochDone& epoch : log.epochs) times.push_back(epoch.epoch_time_s);
  if (times.empty()) return {};
  return {median(times), quantile(times, 0.25), quantile(times, 0.75), static_cast<int>(times.size())};
}

QString display_interval(const Interval& interval, double scale) {
  if (!interval.known() || interval.low == interval.high) return {};
  constexpr double wide = 0.2;  // of the upper end: a third digit would say nothing
  const int digits = interval.high - interval.low > wide * interval.high ? 2 : 3;
  return QStringLiteral(" (%1–%2)")
      .arg(display_number(scale * interval.low, digits), display_number(scale * interval.high, digits));
}

QString display_speed(double factor, const Interval& interval, bool told, bool compact) {
  const QString speed = told                            ? QStringLiteral("%1×").arg(display_number(factor))
                        : says_about_the_same(interval) ? QStringLiteral("≈ 1×")
                                                        : RunTableModel::tr("uncertain");
  return compact ? speed : speed + display_interval(interval);
}

QString display_speed(const Measured& speed, bool compact) {
  return display_speed(speed.value, speed.interval, !speed.spreads() || is_difference(speed.interval), compact);
}

QString display_rate(double rate) {
  if (!(rate > 0)) return QStringLiteral("–");
  if (rate >= 1e6) return display_number(rate / 1e6) + QStringLiteral(" M");
  if (rate >= 1e3) return display_number(rate / 1e3) + QStringLiteral(" k");
  return display_number(rate);
}

QString display_duration(double seconds) {
  const auto total = static_cast<qint64>(std::llround(std::max(0.0, seconds)));
  const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
  if (total >= 3600) return QStringLiteral("%1:%2:%3").arg(total / 3600).arg(two(total / 60 % 60), two(total % 60));
  return QStringLiteral("%1:%2").arg(total / 60).arg(two(total % 60));
}

RunTableModel::RunTableModel(const RunList& runs, QObject* parent) : ColumnTable(parent), runs_(runs) {
  std::vector<TableColumn> columns;
  for (const QString& title : {tr("Run"), tr("Backend"), tr("Workers"), tr("Batch"), tr("What differs"),
                               tr("Epoch / s"), tr("Total / s"), tr("Images/s"), tr("Test / %"), tr("Epoch / J"),
                               tr("Same start"), tr("Speedup"), QString(), QString(), QString()}) {
    const int column = static_cast<int>(columns.size());
    const bool number = column >= workers_column && column <= energy_column && column != differs_column;
    columns.push_back({title, [this, column](int row) { return cell(*run_at(row), column); }, !number});
  }
  set_columns(std::move(columns));
  rest_.setSingleShot(true);
  rest_.setInterval(1);  // 0 would be this turn of the event loop still
  connect(&rest_, &QTimer::timeout, this, &RunTableModel::compare_rest);
}

void RunTableModel::reset() {
  compare();
  set_rows(runs_.size());
}

/// Compares each run with the others, once for all cells. Settings with a column of their own are not shown twice.
void RunTableModel::compare() {
  same_starts_ = same_starts(runs_);
  compare_times(drawn_at_once);
  std::vector<const Run*> runs;
  for (const auto& run : runs_) runs.push_back(run.get());
  const auto differ = [&](auto value) {
    return std::ranges::any_of(runs, [&](const Run* run) { return value(*run) != value(*runs.front()); });
  };
  workers_differ_ = differ([](const Run& run) { return run.log.started.workers; });
  batch_differs_ = differ([](const Run& run) { return run.spec.batch; });
  backend_differs_ = differ([](const Run& run) { return configuration_name(run.spec); });
  differences_ = differences_of(runs, {Said::batch, Said::workers});
}

bool RunTableModel::settings_differ() const {
  return std::ranges::any_of(differences_, [](const QString& words) { return !words.isEmpty(); });
}

bool RunTableModel::energy_known() const {
  for (int row = 0; row < rowCount(); ++row)
    if (energy_figures(run_at(row)->log)) return true;
  return false;
}

void RunTableModel::compare_times(std::size_t epochs) {
  if (!speedups_.compare(runs_, same_starts_, epochs)) rest_.start();
}

void RunTableModel::compare_rest() {
  if (same_starts_.size() != runs_.size()) return;  // a reset is to come
  compare_times(drawn_at_once);
  refresh_cells();
  if (!rest_.isActive()) Q_EMIT compared();
}

std::optional<RunSpeedup> RunTableModel::speedup(const Run& run) const { return speedups_.of(run); }

bool RunTableModel::speedup_known() const { return speedups_.any(); }

void RunTableModel::refresh() {
  compare();
  refresh_cells();
}

Run* RunTableModel::run_at(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  return runs_[static_cast<std::size_t>(rowCount() - 1 - row)].get();
}

int RunTableModel::row_of(const Run& run) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (run_at(row) == &run) return row;
  }
  return -1;
}

bool RunTableModel::is_text_row(int row) const {
  const Run* run = run_at(row);
  return run != nullptr && failed_without_figures(*run);
}

StartMark RunTableModel::same_start(const Run& run) const {
  const std::size_t place = place_of(run, runs_);  // beyond the end: it was added a moment ago
  return place < same_starts_.size() ? same_starts_[place] : StartMark{};
}

QString RunTableModel::cell(const Run& run, int column) const {
  const RunLog& log = run.log;
  const QString none = QStringLiteral("–");
  if (failed_without_figures(run) && column >= epoch_time_column && column < pin_column) {
    return column == epoch_time_column ? tr("failed: %1").arg(QString::fromStdString(log.ended->reason)) : QString();
  }
  switch (column) {
    case run_column:
      return QString::number(run.number);
    case backend_column:
      return backend_title(run.spec);
    case workers_column:
      return log.started.steps_per_epoch > 0 ? QLocale().toString(log.started.workers) : none;
    case batch_column:
      return run.spec.batch_per_rank > 0 ? tr("%L1 (%L2 each)").arg(run.spec.batch).arg(run.spec.batch_per_rank)
                                         : QLocale().toString(run.spec.batch);
    case differs_column: {
      const QString words = differences_.at(place_of(run, runs_));
      return words.isEmpty() ? none : words;
    }
    case epoch_time_column: {
      const EpochTimes times = epoch_times(log);
      if (times.count == 0) return none;
      return display_number(times.median_s) + display_interval({times.lower_s, times.upper_s});
    }
    case total_time_column:
      return log.train_time_s() > 0 ? display_number(log.train_time_s()) : none;
    case rate_column:
      return display_rate(log.images_per_s());
    case accuracy_column:
      return log.last_accuracy_test() ? share_figure_text(*log.last_accuracy_test(), 2) : none;
    case energy_column: {
      const std::optional<EnergyFigures> energy = energy_figures(log);
      if (!energy) return none;
      return (energy->short_windows ? QStringLiteral("≈ ") : QString()) + display_number(energy->epoch_j());
    }
    case same_start_column: {
      const StartMark mark = same_start(run);
      switch (mark.start) {
        case SameStart::equal:
          return tr("✓ equal to %1").arg(mark.reference);
        case SameStart::within_rounding:
          return tr("≈ equal to %1").arg(mark.reference);
        case SameStart::different:
          return tr("≠ differs from %1").arg(mark.reference);
        case SameStart::open:
          return tr("≠ or rounding …");
        case SameStart::reference:
          return tr("reference %1").arg(mark.reference);
        case SameStart::not_compared:
          return tr("not compared");
        case SameStart::unknown:
          return none;
      }
      break;
    }
    case speedup_column: {
      const std::optional<RunSpeedup> times = speedup(run);
      return times ? display_speed(times->factor, times->interval, is_told(*times)) : none;
    }
    default:
      break;
  }
  return {};
}

/// The times of all epochs by phase, without phases that there were not.
QString RunTableModel::phase_words(const RunLog& log) {
  const double test_s = phase_time_s(log, &EpochDone::test_time_s);
  const double validation_s = phase_time_s(log, &EpochDone::validation_time_s);
  const QString train = display_number(log.train_time_s());
  return QLatin1Char('\n') + (validation_s > 0.0
                                  ? tr("in all: training %1 s, validation %2 s, test %3 s")
                                        .arg(train, display_number(validation_s), display_number(test_s))
                                  : tr("in all: training %1 s, test %2 s").arg(train, display_number(test_s)));
}

QString RunTableModel::best_words(const RunLog& log) {
  return log.best_epoch() > 0 ? tr("after the last epoch; the best one was epoch %1").arg(log.best_epoch()) : QString();
}

QString RunTableModel::hint(const Run& run, int column) const {
  switch (column) {
    case run_column: {
      QString text = QString::fromStdString(run.folder.string());
      if (run.log.ended && !run.log.ended->reason.empty()) {
        text += QLatin1Char('\n') + QString::fromStdString(run.log.ended->reason);
      }
      return text;
    }
    case backend_column:
      return cell(run, column) + QLatin1Char('\n') + device_hint(run);
    case differs_column:
      return cell(run, column);
    case epoch_time_column:
      if (failed_without_figures(run)) return cell(run, column);
      return tr("median of the epochs (and its quartiles: half of them lie between), N = %1; evaluation is not in it")
                 .arg(epoch_times(run.log).count) +
             phase_words(run.log) + energy_words(run.log);
    case energy_column:
      return energy_words(run.log).trimmed();
    case accuracy_column:
      return (best_words(run.log) + QLatin1Char('\n') + QString::fromStdString(claims_in_words(run.spec))).trimmed();
    case same_start_column: {
      const StartMark mark = same_start(run);
      if (mark.start == SameStart::different && has_local_statistics(run.spec, run.log.started.workers))
        return local_statistics_hint();
      if (mark.start == SameStart::open)
        return tr("Its losses differ from those of run %1. The program checks whether rounding alone explains that, "
                  "while nothing else computes.")
            .arg(mark.reference);
      if (mark.start == SameStart::different && !mark.rounding.empty())
        return tr("Its losses differ from those of run %1. It is not known whether rounding alone explains that: %2")
            .arg(QString::number(mark.reference), QString::fromStdString(mark.rounding));
      // Where the table is too narrow for its column.
      const QString faster =
          speedup(run) ? QLatin1Char('\n') + tr("Speedup: %1").arg(cell(run, speedup_column)) : QString();
      if (!mark.rounding.empty()) return QString::fromStdString(first_letter_up(mark.rounding)) + faster;
      return tr("Are the training losses of all epochs those of the reference run, within %1 % in the first and %2 % "
                "at most? "
                "Same data, network, optimizer, batch and seed; the reference is the backend that comes first among "
                "the runs that are done. What did not run to its end is not compared, unless an epoch differs already.")
                 .arg(QLocale().toString(100 * loss_tolerance(1, run.log.started.steps_per_epoch, mark.approximate)),
                      QLocale().toString(100 * largest_loss_tolerance(mark.approximate))) +
             faster;
    }
    case speedup_column: {
      const std::optional<RunSpeedup> times = speedup(run);
      if (!times)
        return tr(
            "How many times as fast as its reference an epoch was: of runs that compute the same, on one machine");
      return tr("The median epoch of run %1 over that of this run, with the 95 % interval of their epochs (%2 and %3). "
                "Each ran once, at its own time: Compare, which lets them take turns, says more.")
          .arg(same_start(run).reference)
          .arg(times->reference_epochs)
          .arg(times->epochs);
    }
    case pin_column:
      return run.pinned ? tr("Pinned: stays in the charts when further runs start") : tr("Pin to the charts");
    case only_column:
      return is_alone(run) ? tr("Show the others again") : tr("Show only this run in the charts (O)");
    case visible_column:
      return run.visible ? tr("Hide from the charts") : tr("Show in the charts");
    default:
      return {};
  }
}

bool RunTableModel::is_alone(const Run& run) const {
  return run.visible && std::ranges::count_if(runs_, [](const auto& other) { return other->visible; }) == 1;
}

QVariant RunTableModel::decoration(const Run& run, int column) const {
  switch (column) {
    case run_column:
      return marker_pixmap(run.marker, run.color, 16, 5.0, theme_);
    case pin_column:
      return icon(QStringLiteral("pin"), run.pinned ? theme_.accent : theme_.control);
    case only_column:
      return icon(QStringLiteral("focus"), is_alone(run) ? theme_.accent : theme_.control);
    case visible_column:
      return icon(run.visible ? QStringLiteral("eye") : QStringLiteral("eye-off"),
                  run.visible ? theme_.quiet : theme_.control);
    default:
      return {};
  }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  const Run* run = index.isValid() ? run_at(index.row()) : nullptr;
  if (run == nullptr) return {};
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return cell(*run, column);
    case Qt::DecorationRole:
      return decoration(*run, column);
    case Qt::ToolTipRole:
      return hint(*run, column);
    case Qt::AccessibleTextRole:
      return column < pin_column ? cell(*run, column) : hint(*run, column);
    case Qt::TextAlignmentRole:
      if (column == epoch_time_column && is_text_row(index.row())) return alignment(true);
      return ColumnTable::data(index, role);
    case Qt::ForegroundRole:
      if (column == epoch_time_column && is_text_row(index.row())) return theme_.error;
      if (column == same_start_column) {
        const SameStart verdict = same_start(*run).start;
        if (verdict == SameStart::different) return theme_.error;
        if (verdict == SameStart::equal) return theme_.success;
        return theme_.quiet;
      }
      if (column == speedup_column) {
        const std::optional<RunSpeedup> times = speedup(*run);
        if (!times || !is_told(*times)) return theme_.quiet;
      }
      if (!run->visible) return theme_.quiet;
      return {};
    default:
      return {};
  }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::AccessibleTextRole) {
    if (section == pin_column) return tr("Pin to the charts");
    if (section == only_column) return tr("Show only this run");
    if (section == visible_column) return tr("Show in the charts");
  }
  return ColumnTable::headerData(section, orientation, role);
}

QString RunTableModel::to_csv() {
  compare_times(std::numeric_limits<std::size_t>::max());
  struct Exported {
    const char* name;
    std::function<std::string(const Run&)> cell;
  };
  const auto energy = [](const Run& run) { return energy_figures(run.log); };
  const auto faster = [this](const Run& run) { return speedup(run).value_or(RunSpeedup{.factor = not_known}); };
  const std::vector<Exported> columns = {
      {"run", [](const Run& run) { return std::to_string(run.number); }},
      {"backend", [](const Run& run) { return configuration_name(run.spec); }},
      {"workers", [](const Run& run) { return std::to_string(run.log.started.workers); }},
      {"network", [](const Run& run) { return run.spec.model.name(); }},
      {"batch", [](const Run& run) { return std::to_string(run.spec.batch); }},
      {"seed", [](const Run& run) { return std::to_string(run.spec.seed); }},
      {"epochs", [](const Run& run) { return std::to_string(run.log.epochs.size()); }},
      {"epoch_time_median_s", [](const Run& run) { return exact(epoch_times(run.log).median_s); }},
      {"epoch_time_lower_quartile_s", [](const Run& run) { return exact(epoch_times(run.log).lower_s); }},
      {"epoch_time_upper_quartile_s", [](const Run& run) { return exact(epoch_times(run.log).upper_s); }},
      {"what_differs", [this](const Run& run) { return cell(run, differs_column).toStdString(); }},
      {"train_time_s", [](const Run& run) { return exact(run.log.train_time_s()); }},
      {"test_time_s", [](const Run& run) { return exact(phase_time_s(run.log, &EpochDone::test_time_s)); }},
      {"validation_time_s", [](const Run& run) { return exact(phase_time_s(run.log, &EpochDone::validation_time_s)); }},
      {"images_per_s", [](const Run& run) { return exact(run.log.images_per_s()); }},
      {"accuracy_test", [](const Run& run) { return exact(run.log.last_accuracy_test().value_or(not_known)); }},
      {"loss_train_epoch_1",
       [](const Run& run) { return exact(run.log.epochs.empty() ? not_known : run.log.epochs.front().loss_train); }},
      {"energy_epoch_j", [=](const Run& run) { return exact(energy(run) ? energy(run)->epoch_j() : not_known); }},
      {"energy_uncertain",
       [=](const Run& run) {
         return std::string(!energy(run) ? "" : energy(run)->short_windows ? "yes" : "no");
       }},
      {"speedup", [=](const Run& run) { return exact(faster(run).factor); }},
      {"speedup_low", [=](const Run& run) { return exact(faster(run).interval.low); }},
      {"speedup_high", [=](const Run& run) { return exact(faster(run).interval.high); }},
      {"folder", [](const Run& run) { return run.folder.string(); }}};
  Table table;
  for (const Exported& column : columns) table.header.emplace_back(column.name);
  for (int row = 0; row < rowCount(); ++row) {
    table.rows.emplace_back();
    for (const Exported& column : columns) table.rows.back().push_back(column.cell(*run_at(row)));
  }
  return QString::fromStdString(mlplab::to_csv(table));
}

}  // namespace mlplab
