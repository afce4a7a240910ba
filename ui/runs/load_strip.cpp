#include "ui/runs/load_strip.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/machine/energy/meter.h"
#include "ui/charts/chart_card.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

constexpr int bar_width = 5, bar_gap = 2, bars_at_most = 96, words_gap = 8, bar_height = 14;  // px

QString words_of(const std::string& text) { return QString::fromStdString(text); }

QString cpus_in_words(std::size_t cpus) { return words_of(count_of(static_cast<long long>(cpus), "CPU")); }

/// So many bars fit; of more CPUs each bar is the mean of as many as it takes.
std::vector<double> bars_of(const std::vector<double>& busy) {
  const std::size_t most = bars_at_most / (bar_width + bar_gap);
  const std::size_t each = (busy.size() + most - 1) / most;
  std::vector<double> bars;
  for (std::size_t i = 0; i < busy.size(); i += each) {
    const std::size_t end = std::min(i + each, busy.size());
    double sum = 0.0;
    for (std::size_t k = i; k < end; ++k) sum += busy[k];
    bars.push_back(sum / static_cast<double>(end - i));
  }
  return bars;
}

QTableWidget* table_of(const QStringList& titles, const QString& name) {
  auto* table = new QTableWidget(0, static_cast<int>(titles.size()));
  table->setHorizontalHeaderLabels(titles);
  table->setAccessibleName(name);
  table->verticalHeader()->hide();
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);  // as the cells
  return table;
}

void fill(QTableWidget& table, const QList<QStringList>& rows) {
  table.setRowCount(static_cast<int>(rows.size()));
  for (int row = 0; row < rows.size(); ++row)
    for (int column = 0; column < rows[row].size(); ++column) {
      if (table.item(row, column) == nullptr) table.setItem(row, column, new QTableWidgetItem);
      table.item(row, column)->setText(rows[row][column]);
    }
}

}  // namespace

QString load_words(const LoadReading& load, LoadOf of) {
  const QString share = of == LoadOf::run ? LoadStrip::tr("run %1 of %2") : LoadStrip::tr("measurement %1 of %2");
  QString text = share.arg(words_of(significant(load.run_cpus)), cpus_in_words(load.cpus.size())) +
                 QStringLiteral(" · ") + words_of(bytes_in_words(static_cast<double>(load.memory_bytes)));
  for (const DeviceLoad& device : load.devices)
    if (device.why_not.empty())
      text += QStringLiteral(" · ") + words_of(device.device) + QLatin1Char(' ') + share_text(device.busy, 0);
  double watts = 0.0;
  for (const PowerReading& reading : load.power) watts += reading.watts;
  if (!load.power.empty()) text += QStringLiteral(" · %1 W").arg(words_of(significant(watts)));
  return text;
}

QString load_words(const LoadSummary& load) {
  return LoadStrip::tr("mean %1 of %2")
             .arg(words_of(significant(load.run_cpus)), cpus_in_words(static_cast<std::size_t>(load.cpus))) +
         QStringLiteral(" · ") +
         LoadStrip::tr("up to %1").arg(words_of(bytes_in_words(static_cast<double>(load.memory_bytes))));
}

Chart power_chart(const RunLog& log) {
  Chart chart;
  chart.title = LoadStrip::tr("Power while it runs").toStdString();
  chart.x.title = LoadStrip::tr("since the run began").toStdString();
  chart.x.unit = "s";
  chart.y.title = LoadStrip::tr("power").toStdString();
  chart.y.unit = chart.unit = "W";
  chart.y.min = 0.0;
  chart.caption =
      LoadStrip::tr("Mean power between two readings of each meter, which are half a second apart.").toStdString();
  for (const LoadSampled& sample : log.loads)
    for (const PowerReading& reading : sample.load.power) {
      const std::string name = energy_scope_in_words(reading.scope);
      auto line = std::ranges::find(chart.lines, name, &ChartSeries::name);
      if (line == chart.lines.end()) {
        chart.lines.push_back({.name = name, .color = {static_cast<int>(chart.lines.size()) % 6, 0}});
        line = std::prev(chart.lines.end());
      }
      line->x.push_back(sample.at_s);
      line->y.push_back(reading.watts);
    }
  return chart;
}

LoadWindow::LoadWindow(QWidget* parent, LoadOf of) : QDialog(parent), of_(of) {
  setWindowTitle(tr("What is busy"));
  setModal(false);
  words_ = new QLabel;
  words_->setWordWrap(true);
  cpus_ = table_of({tr("CPU"), tr("busy")}, tr("How busy each CPU is"));
  threads_ = table_of({tr("process"), tr("thread"), tr("name"), tr("of one CPU")}, tr("The threads that compute"));
  devices_ = table_of({tr("device"), tr("busy"), tr("memory in use")}, tr("How busy each device is"));
  auto* column = new QVBoxLayout((new DialogArea(this, {620, 460}))->contents());
  column->addWidget(words_);
  auto* row = new QHBoxLayout;
  row->addWidget(cpus_, 1);
  row->addWidget(threads_, 2);
  column->addLayout(row, 2);
  column->addWidget(devices_, 1);
  power_ = new ChartCard;
  power_->setMinimumHeight(220);
  power_->hide();
  column->addWidget(power_, 2);
}

void LoadWindow::show_load(const LoadSampled& sample, bool going_on) {
  const LoadReading& load = sample.load;
  words_->setText(
      (going_on ? QString()
                : (of_ == LoadOf::run ? tr("The last reading of the run, %1 after its begin.")
                                      : tr("The last reading of the measurement, %1 after its begin."))
                          .arg(words_of(duration(sample.at_s))) +
                      QLatin1Char(' ')) +
      tr("Processes: %1, threads: %2, of this program and of what it started, over the last %3. The bars of the "
         "CPUs count all programs. Reading this takes %4 of one CPU.")
          .arg(load.processes)
          .arg(load.threads)
          .arg(words_of(duration(load.window_s)), words_of(percent(load.cost_cpus, 2))));
  QList<QStringList> cpus, threads, devices;
  for (std::size_t i = 0; i < load.cpus.size(); ++i)
    cpus << QStringList{QString::number(load.cpus[i]), share_text(load.busy[i], 0)};
  for (const ThreadLoad& thread : load.busiest)
    threads << QStringList{QString::number(thread.process), QString::number(thread.thread), words_of(thread.name),
                           share_text(thread.cpus, 0)};
  for (const DeviceLoad& device : load.devices)
    devices << (device.why_not.empty()
                    ? QStringList{words_of(device.device), share_text(device.busy, 0),
                                  tr("%1 of %2")
                                      .arg(words_of(bytes_in_words(double(device.memory_bytes))),
                                           words_of(bytes_in_words(double(device.memory_all_bytes))))}
                    : QStringList{words_of(device.device), QStringLiteral("–"), words_of(device.why_not)});
  fill(*cpus_, cpus);
  fill(*threads_, threads);
  fill(*devices_, devices);
  devices_->setVisible(!devices.isEmpty());
}

void LoadWindow::show_power(const Chart& power) {
  power_->setVisible(!power.lines.empty());
  if (!power.lines.empty()) power_->set_data(power);
}

void LoadWindow::set_theme(const Theme& theme) { power_->set_theme(theme); }

LoadStrip::LoadStrip(QWidget* parent, LoadOf of) : QAbstractButton(parent), of_(of) {
  setAccessibleName(tr("What is busy"));
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  connect(this, &QAbstractButton::clicked, this, &LoadStrip::open_window);
  hide();
}

void LoadStrip::show_run(const RunLog& log, bool going_on) {
  has_load_ = !log.loads.empty();
  if (!has_load_) return;
  QString text;
  if (going_on) {
    text = load_words(log.loads.back().load, of_);
  } else if (const std::optional<LoadSummary> summary = log.load_summary()) {
    text = load_words(*summary);
  }
  if (text == this->text() && going_on == bars_ && last_ == log.loads.back()) return;
  last_ = log.loads.back();
  bars_ = going_on;
  power_ = last_.load.power.empty() ? Chart() : power_chart(log);
  setText(text);
  setAccessibleDescription(text);
  QString tip =
      of_ == LoadOf::run
          ? tr("What is busy while the run goes on: CPUs, memory, GPU. Press for its processes and threads.")
          : tr("What is busy while it is measured: one bar per CPU, memory. Press for its processes and threads.");
  for (const auto& [name, cpus] : last_.load.members())
    tip += QLatin1Char('\n') + tr("%1: %2 of one CPU").arg(words_of(name), share_text(cpus, 0));
  setToolTip(tip);
  updateGeometry();
  update();
  if (window_ == nullptr || !window_->isVisible()) return;
  window_->show_load(last_, bars_);
  window_->show_power(power_);
}

void LoadStrip::set_theme(const Theme& theme) {
  theme_ = theme;
  if (window_ != nullptr) window_->set_theme(theme);
}

QSize LoadStrip::sizeHint() const {
  const int bars = bars_ ? static_cast<int>(bars_of(last_.load.busy).size()) * (bar_width + bar_gap) + words_gap : 0;
  return {bars + fontMetrics().horizontalAdvance(text()) + 4, std::max(fontMetrics().height(), bar_height) + 2};
}

void LoadStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  int x = 2;
  if (bars_) {
    const int top = (height() - bar_height) / 2;
    for (const double busy : bars_of(last_.load.busy)) {
      const int full = static_cast<int>(std::lround(busy * bar_height));
      painter.fillRect(x, top, bar_width, bar_height, palette().color(QPalette::Midlight));
      painter.fillRect(x, top + bar_height - full, bar_width, full, palette().color(QPalette::Highlight));
      x += bar_width + bar_gap;
    }
    x += words_gap - bar_gap;
  }
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, text());
  if (hasFocus()) {
    QStyleOptionFocusRect option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
  }
}

void LoadStrip::open_window() {
  if (window_ == nullptr) {
    window_ = new LoadWindow(window(), of_);
    connect(&window_->power(), &ChartCard::failed, this, &LoadStrip::failed);
    connect(&window_->power(), &ChartCard::saved, this, &LoadStrip::saved);
  }
  window_->set_theme(theme_);
  window_->show_load(last_, bars_);
  window_->show_power(power_);
  window_->show();
  window_->raise();
}

}  // namespace mlplab
