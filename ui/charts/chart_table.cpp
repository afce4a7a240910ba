// Flattens a Chart into rows.
#include "ui/charts/chart_table.h"

#include <cmath>

#include "ui/widgets/display_numbers.h"

namespace mlplab {

ChartTableModel::ChartTableModel(QObject* parent) : ColumnTable(parent) {
  const auto at = [this](int row) -> const Row& { return rows_[static_cast<std::size_t>(row)]; };
  set_columns({{tr("Series"), [at](int row) { return at(row).series; }, true},
               {{}, [at](int row) { return at(row).x; }},
               {.title = {},
                .cell = [at](int row) { return display_number(at(row).y); },
                .cell_tip = [at](int row) { return number_text(at(row).y, 'g', 12); }}});
}

void ChartTableModel::set_data(const Chart& data) {
  if (data == chart_) return;
  chart_ = data;
  set_header(1, QString::fromStdString(data.x.label()));
  set_header(2, QString::fromStdString(data.y.label()));
  rows_.clear();
  for (const ChartSeries& s : data.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    for (std::size_t i = s.joined; i < std::min(s.x.size(), s.y.size()); ++i) {
      rows_.push_back({QString::fromStdString(full_name(s)), display_number(s.x[i]), s.y[i]});
    }
  }
  for (const BarSeries& s : data.bars) {
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (data.stacked && !std::isfinite(s.values[i])) continue;
      rows_.push_back({QString::fromStdString(s.name),
                       i < data.categories.size() ? QString::fromStdString(data.categories[i]) : QString(),
                       s.values[i]});
    }
  }
  const std::vector<double> shares = ring_shares(data.ring);
  for (std::size_t i = 0; i < data.ring.size(); ++i) {
    rows_.push_back({QString::fromStdString(data.ring[i].name), display_number(shares[i]), data.ring[i].value});
  }
  set_rows(rows_.size());
}

}  // namespace mlplab
