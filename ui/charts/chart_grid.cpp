// Stretches of rows and columns; what is hidden takes no room.
#include "ui/charts/chart_grid.h"

#include <QGridLayout>
#include <algorithm>

namespace mlplab {

ChartGrid::ChartGrid(QWidget* parent) : QWidget(parent) {
  layout_ = new QGridLayout(this);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(10);
}

ChartCard* ChartGrid::add_chart(const GridCell& cell) {
  auto* card = new ChartCard;
  connect(card, &ChartCard::failed, this, &ChartGrid::failed);
  connect(card, &ChartCard::saved, this, &ChartGrid::saved);
  charts_.push_back(card);
  add(card, cell);
  return card;
}

void ChartGrid::add(QWidget* widget, const GridCell& cell) {
  cells_.push_back({widget, cell});
  layout_->addWidget(widget, cell.row, cell.column, cell.rows, cell.columns);
  const auto rows = static_cast<std::size_t>(cell.row + cell.rows);
  if (row_stretch_.size() < rows) row_stretch_.resize(rows, 1);
  columns_ = std::max(columns_, cell.column + cell.columns);
  arrange();
}

void ChartGrid::set_row_stretch(int row, int stretch) {
  row_stretch_.at(static_cast<std::size_t>(row)) = stretch;
  arrange();
}

void ChartGrid::set_data(const std::vector<Chart>& charts) {
  for (std::size_t i = 0; i < std::min(charts.size(), charts_.size()); ++i) {
    const auto first = charts.begin() + static_cast<std::ptrdiff_t>(i);
    charts_[i]->set_data(i + 1 == charts_.size() ? std::vector(first, charts.end()) : std::vector{*first});
  }
}

void ChartGrid::remember_axes_as(const QString& name) {
  for (std::size_t i = 0; i < charts_.size(); ++i)
    charts_[i]->remember_axis_as(QStringLiteral("%1/%2").arg(name, QString::number(i)));
}

void ChartGrid::set_theme(const Theme& theme) {
  for (ChartCard* card : charts_) card->set_theme(theme);
  projector_ = theme.projector;
  arrange();
}

void ChartGrid::show_next() {
  if (cells_.empty()) return;
  projected_ = (projected_ + 1) % static_cast<int>(cells_.size());
  arrange();
}

void ChartGrid::arrange() {
  if (cells_.empty()) return;
  const GridCell& alone = cells_[static_cast<std::size_t>(projected_)].place;
  const auto inside = [](int index, int first, int count) { return index >= first && index < first + count; };
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].widget->setVisible(!projector_ || static_cast<int>(i) == projected_);
  }
  for (int row = 0; row < static_cast<int>(row_stretch_.size()); ++row) {
    const bool shown = !projector_ || inside(row, alone.row, alone.rows);
    layout_->setRowStretch(row, shown ? row_stretch_[static_cast<std::size_t>(row)] : 0);
  }
  for (int column = 0; column < columns_; ++column) {
    const bool shown = !projector_ || inside(column, alone.column, alone.columns);
    layout_->setColumnStretch(column, shown ? 1 : 0);
  }
}

}  // namespace mlplab
