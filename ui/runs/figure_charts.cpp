#include "ui/runs/figure_charts.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/language.h"
#include "core/experiments/first_letter.h"
#include "core/run/energy.h"
#include "core/study/difference.h"
#include "core/study/figures.h"
#include "ui/runs/run.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {
namespace {

/// Where the words of this file are translated (lupdate sees them).
struct FigureChartsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::FigureCharts)
};

}  // namespace

ChartData figure_chart(const Figure& figure, const std::vector<Cell>& cells, const QString& baseline) {
  ChartData chart;
  chart.title = QString::fromStdString(first_letter_up(say(figure.name)));
  chart.y.title = QString::fromStdString(say(figure.name));
  chart.y.unit = QString::fromStdString(shown_unit(figure, cells).name);
  chart.y.min = 0.0;
  chart.unit = chart.y.unit.isEmpty() ? FigureChartsText::tr("against %1").arg(baseline) : chart.y.unit;
  std::vector<const RepeatedEnergy*> energies;
  for (const Cell& cell : cells)
    if (cell.runs > 0) energies.push_back(&cell.energy);
  const bool of_energy = std::ranges::find(figures::of_energy, &figure) != std::end(figures::of_energy);
  if (of_energy)
    chart.caption += FigureChartsText::tr(" · energy: %1, with all that ran there")
                         .arg(QString::fromStdString(meters_in_words(energies)));
  if (std::ranges::any_of(cells, [&](const Cell& cell) { return figure.of(cell).uncertain; })) {
    chart.unit.prepend(QStringLiteral("≈ "));
    chart.caption += FigureChartsText::tr(" · ≈: epochs below %1 s").arg(least_energy_window_s);
  }
  return chart;
}

void add_cell_bars(ChartData& chart, const Figure& figure, const std::vector<Cell>& cells) {
  const double scale = shown_unit(figure, cells).scale;
  chart.stacked = true;  // one bar for each cell, of its own colour
  for (const Cell& cell : cells) chart.categories << backend_title(cell.name);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Measured measured = figure.of(cells[i]);
    BarSeries bar;
    bar.name = chart.categories[static_cast<int>(i)];
    bar.color = look_of_backend(cells[i].name).color;
    bar.in_legend = false;
    bar.values.assign(cells.size(), not_known);
    bar.values[i] = scale * measured.value;
    if (any_spread(figure, cells)) {
      bar.error_low = bar.error_high = bar.values;
      if (measured.interval.known()) bar.error_low[i] = scale * measured.interval.low;
      if (measured.interval.known()) bar.error_high[i] = scale * measured.interval.high;
    }
    chart.bars.push_back(std::move(bar));
  }
}

void add_value(ChartSeries& series, double x, const Measured& measured, double scale) {
  series.x.push_back(x);
  series.y.push_back(scale * measured.value);
  const bool known = measured.interval.known();
  series.error_low.push_back(scale * (known ? measured.interval.low : measured.value));
  series.error_high.push_back(scale * (known ? measured.interval.high : measured.value));
}

QString selected_difference(const QTableView& table, const std::vector<Cell>& cells) {
  const QModelIndexList rows = table.selectionModel()->selectedRows();
  if (rows.size() != 2) return {};
  const auto cell = [&](int i) -> const Cell& { return cells[static_cast<std::size_t>(rows[i].row())]; };
  return paragraph(QString::fromStdString(difference_words(cell(0), cell(1))));
}

QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color) {
  const auto done = std::ranges::count_if(cells, [](const Cell& one) { return one.runs > 0; });
  if (done < 2 || table.selectionModel()->selectedRows().size() == 2) return {};
  return paragraph(FigureChartsText::tr("Select two rows of the table, with Ctrl, to hold them against each other."),
                   color);
}

}  // namespace mlplab
