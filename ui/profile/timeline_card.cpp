// Header, menu, and the switch between timeline and table.
#include "ui/profile/timeline_card.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "ui/profile/span_table.h"
#include "ui/profile/timeline_view.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

TimelineCard::TimelineCard(QWidget* parent) : Card(tr("Timeline"), parent) {
  column()->setContentsMargins(12, 6, 8, 6);
  view_ = new TimelineView;
  zoom_out_ = flat_button(QStringLiteral("−"), tr("Zoom out (−)"));
  zoom_in_ = flat_button(QStringLiteral("+"), tr("Zoom in (+); the wheel zooms at the pointer, dragging moves"));
  fit_ = flat_button(tr("Fit"), tr("Show all steps (Home)"));
  for (QToolButton* tool : {zoom_out_, zoom_in_, fit_}) header()->addWidget(tool);
  QMenu* menu = add_menu(tr("Menu of the timeline"));
  more()->setToolTip(more()->accessibleName());
  const auto middle = [this] { return (view_->range().from_s + view_->range().to_s) / 2; };
  connect(zoom_in_, &QToolButton::clicked, this, [this, middle] { view_->zoom(1.5, middle()); });
  connect(zoom_out_, &QToolButton::clicked, this, [this, middle] { view_->zoom(1 / 1.5, middle()); });
  connect(fit_, &QToolButton::clicked, view_, &TimelineView::fit);

  add_act(tr("Save as Chrome &trace…"), QStringLiteral("export"), [this] { ask_for_trace(); });
  add_image_acts(tr("Save the timeline"), QStringLiteral("timeline.png"), [this] {
    const int rows = std::max<int>(2, static_cast<int>(point_.profile.tracks.size()));
    return view_->image({1216, std::min(2016, 56 + 28 * rows)});
  });
  menu->addSeparator();
  table_action_ = menu->addAction(tr("Show as ta&ble"));
  table_action_->setCheckable(true);
  connect(table_action_, &QAction::toggled, this, &TimelineCard::showTable);

  model_ = new SpanTableModel(this);
  table_ = make_page_table(model_, tr("Timeline as a table"), 24);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  stack_ = new QStackedWidget;
  stack_->addWidget(view_);
  stack_->addWidget(table_);
  column()->addWidget(stack_, 1);
  connect(view_, &TimelineView::rangeChanged, this, &TimelineCard::show_range);
  show_range();
}

void TimelineCard::set_point(const ProfilePoint& point, const QString& about) {
  point_ = point;
  about_ = about;
  view_->set_profile(point.profile);
  model_->set_profile(point.profile);
  for (QAction* action : menu()->actions()) action->setEnabled(!view_->empty());
  show_range();
}

void TimelineCard::show_range() {
  const TimeRange& range = view_->range();
  QString text = about_;
  if (!view_->empty()) {
    if (!text.isEmpty()) text += QStringLiteral(" · ");
    text += tr("%1 shown").arg(display_time(range.to_s - range.from_s));
  }
  note()->setText(text);
  for (QToolButton* tool : {zoom_in_, zoom_out_, fit_}) tool->setEnabled(!view_->empty());
}

void TimelineCard::set_theme(const Theme& theme) {
  Card::set_theme(theme);
  view_->set_theme(theme);
}

bool TimelineCard::table_shown() const { return stack_->currentWidget() == table_; }

void TimelineCard::showTable(bool show) {
  table_action_->setChecked(show);
  stack_->setCurrentWidget(show ? static_cast<QWidget*>(table_) : view_);
}

void TimelineCard::ask_for_trace() {
  ask_where_to_save(this, tr("Save the timeline"), QStringLiteral("timeline.json"),
                    tr("Chrome trace, opens in Perfetto (*.json)"), [this](const QString& path) {
                      if (attempt(this, [&] { save_trace(path); })) Q_EMIT saved(path);
                    });
}

}  // namespace mlplab
