#include "ui/workshop/times_view.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>

#include "core/reporting/charts/workshop_charts.h"
#include "core/reporting/operations_report.h"
#include "ui/charts/chart_card.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/workshop/plain_table.h"

namespace mlplab {

namespace {
constexpr int timed_speed_column = 4;
}

TimesView::TimesView(QWidget* parent) : QWidget(parent) {
  QHBoxLayout* row = row_in(this, 8);
  chart_ = new ChartCard;
  row->addWidget(chart_, 1);
  auto* column = new QVBoxLayout;
  size_ = header_combo(tr("The size that the table shows"));
  column->addWidget(size_, 0, Qt::AlignRight);
  model_ = new PlainTable({0}, this);
  model_->shorten(timed_speed_column, tr("speed"));
  table_ = make_plain_view(model_, tr("Times of the kernel and its rungs"));
  column->addWidget(table_, 1);
  row->addLayout(column, 1);
  connect(size_, &QComboBox::currentIndexChanged, this, &TimesView::show_table);
}

void TimesView::set_theme(const Theme& theme) { chart_->set_theme(theme); }

void TimesView::show_timed(const std::optional<WorkshopSession::Timed>& timed) {
  timed_ = timed;
  std::vector<std::pair<QString, QVariant>> sizes;
  if (timed_) {
    std::vector<Chart> charts = {workshop::kernel_times_chart(timed_->work, timed_->study)};
    const Chart rates = workshop::kernel_rates_chart(timed_->work, timed_->study, timed_->ceilings.peak_flop_per_s);
    if (!rates.lines.empty()) charts.push_back(rates);
    const Chart roofline = workshop::kernel_roofline_chart(timed_->work, timed_->study, timed_->ceilings);
    if (!roofline.lines.empty()) charts.push_back(roofline);
    chart_->set_data(std::move(charts));
    for (const int n : timed_->study.sizes()) sizes.emplace_back(tr("n = %1").arg(n), n);
  }
  offer(size_, sizes, timed_ ? compared_size(timed_->study).value_or(0) : 0);
  show_table();
}

void TimesView::show_table() {
  model_->set_table(timed_ ? operation_comparison(timed_->study, size_->currentData().toInt(), false) : Table());
  fit_columns(table_, {0});
}

}  // namespace mlplab
