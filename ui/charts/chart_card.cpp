// Header, menu, and the switch between image and table.
#include "ui/charts/chart_card.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "ui/charts/chart_export.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/export_dialog.h"
#include "ui/charts/note_edit.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {

QHBoxLayout* add_card_header(QVBoxLayout* card, QLabel*& title, QLabel*& unit) {
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  title = new QLabel;
  set_role(title, "title");
  unit = new ElidedLabel;
  set_role(unit, "quiet");
  row->addWidget(title);
  row->addWidget(unit, 1);
  card->addLayout(row);
  return row;
}

QStringList save_cards(const std::vector<ChartCard*>& cards, const QString& folder, const QString& prefix) {
  QStringList written;
  for (const ChartCard* card : cards)
    for (const Chart& chart : card->all_data()) written << save_chart_as(chart, folder, prefix);
  return written;
}

QStringList save_chart_as(const Chart& chart, const QString& folder, const QString& prefix) {
  QStringList written;
  for (const QString& format : chart_formats()) {
    written << QDir(folder).filePath(prefix + file_stem(QString::fromStdString(chart.title)) + QLatin1Char('.') +
                                     format);
    save_chart(chart, written.back());
  }
  return written;
}

namespace {

const std::string& name_of(const Chart& chart) { return chart.id.empty() ? chart.title : chart.id; }

}  // namespace

ChartCard::ChartCard(QWidget* parent) : EnlargingCard(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 6, 8, 6);
  column->setSpacing(2);
  header_ = add_card_header(column, title_, unit_);
  choice_ = fitted_combo();
  choice_->setAccessibleName(tr("Which chart"));
  choice_->setToolTip(choice_->accessibleName());
  choice_->hide();
  header_->insertWidget(0, choice_);
  connect(choice_, &QComboBox::currentIndexChanged, this, &ChartCard::show_chart);
  show_all_ = flat_button(tr("Show all"), tr("Back from the zoom (double click, or Home)"));
  show_all_->hide();
  header_->addWidget(show_all_);
  header_->addWidget(back_button());
  more_ = new QToolButton;
  set_role(more_, "flat");
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setFocusPolicy(Qt::TabFocus);
  header_->addWidget(more_);

  menu_ = new QMenu(this);
  const auto add = [&](const QString& text, const char* icon_name, auto slot) {
    QAction* action = menu_->addAction(text);
    connect(action, &QAction::triggered, this, slot);
    menu_icons_.append({action, QLatin1String(icon_name)});
    return action;
  };
  add(tr("Save as &PNG…"), "image", [this] { exportAs(QStringLiteral("png")); });
  add(tr("Save as &SVG…"), "image", [this] { exportAs(QStringLiteral("svg")); });
  add(tr("Save as P&DF…"), "export", [this] { exportAs(QStringLiteral("pdf")); });
  add(tr("Save as &CSV…"), "table", [this] { exportAs(QStringLiteral("csv")); });
  menu_->addSeparator();
  add(tr("Copy &image"), "copy", [this] { copyImage(); });
  add(tr("Copy &numbers"), "copy", [this] { copyNumbers(); });
  menu_->addSeparator();
  note_action_ = add(tr("&Write a note…"), "edit", [this] { writeNote(); });
  across_action_ = add(tr("&Line across…"), "edit", [this] { drawAcross(); });
  remove_notes_action_ = menu_->addAction(tr("&Remove the notes"), this, &ChartCard::removeNotes);
  menu_->addSeparator();
  menu_->addAction(enlarge_action());
  table_action_ = menu_->addAction(tr("Show as &table"));
  table_action_->setCheckable(true);
  connect(table_action_, &QAction::toggled, this, &ChartCard::showTable);
  log_action_ = menu_->addAction(tr("&Logarithmic axis"));
  log_action_->setCheckable(true);
  log_action_->setVisible(false);
  connect(log_action_, &QAction::triggered, this, &ChartCard::choose_axis);
  more_->setMenu(menu_);

  stack_ = new QStackedWidget;
  view_ = new ChartView;
  set_body(view_);
  connect(show_all_, &QToolButton::clicked, view_, &ChartView::show_all);
  connect(view_, &ChartView::zoomChanged, show_all_, &QWidget::setVisible);
  connect(view_, &ChartView::placeChosen, this, &ChartCard::edit_note);
  connect(view_, &ChartView::roomWanted, this, [this](Qt::FocusReason by) { enlarge(!enlarged(), by); });
  table_ = new QTableView;
  model_ = new ChartTableModel(this);
  table_->setModel(model_);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->horizontalHeader()->setResizeContentsPrecision(0);  // of what is seen: there may be thousands
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
  stack_->addWidget(view_);
  stack_->addWidget(table_);
  column->addWidget(stack_, 1);

  table_timer_.setSingleShot(true);
  table_timer_.setInterval(400);  // a live run changes its numbers faster than anyone reads
  connect(&table_timer_, &QTimer::timeout, this, &ChartCard::refresh_table);
}

void ChartCard::remember_axis_as(const QString& name) {
  remembered_as_ = QStringLiteral("charts/axis/") + name;
  const QString kept = QSettings().value(remembered_as_).toString();
  if (!kept.isEmpty()) logarithmic_ = kept == QLatin1String("log");
  log_action_->setVisible(true);
}

void ChartCard::choose_axis(bool logarithmic) {
  logarithmic_ = logarithmic;
  QSettings().setValue(remembered_as_, logarithmic ? QStringLiteral("log") : QStringLiteral("linear"));
  show_chart();
}

void ChartCard::set_data(std::vector<Chart> charts) {
  given_ = std::move(charts);
  QStringList titles, listed;
  for (const Chart& chart : given_) titles << QString::fromStdString(chart.title);
  for (int i = 0; i < choice_->count(); ++i) listed << choice_->itemText(i);
  if (listed != titles) {
    const QSignalBlocker blocker(choice_);
    const QString before = choice_->currentText();
    choice_->clear();
    choice_->addItems(titles);
    choice_->setCurrentIndex(std::max(0, static_cast<int>(titles.indexOf(before))));
    choice_->setVisible(titles.size() > 1);
    title_->setVisible(titles.size() == 1);
  }
  show_chart();
}

const Chart& ChartCard::chosen() const {
  return given_[static_cast<std::size_t>(std::max(0, choice_->currentIndex()))];
}

Chart ChartCard::as_wanted(Chart data) const {
  if (const auto own = notes_.find(name_of(data)); own != notes_.end())
    for (const ChartNote& note : own->second)
      if (const std::optional<ChartNote> here = placed(note, data)) data.notes.push_back(*here);
  if (logarithmic_ && may_be_logarithmic(data)) set_logarithmic(data, *logarithmic_);
  return data;
}

std::vector<Chart> ChartCard::all_data() const {
  std::vector<Chart> all;
  for (const Chart& chart : given_) all.push_back(as_wanted(chart));
  return all;
}

void ChartCard::show_chart() {
  const bool can = may_be_logarithmic(chosen());
  const Chart data = as_wanted(chosen());
  log_action_->setEnabled(can);
  note_action_->setEnabled(data.ring.empty() && !data.empty());
  across_action_->setEnabled(note_action_->isEnabled());
  remove_notes_action_->setVisible(notes_.contains(name_of(data)));
  log_action_->setChecked(data.y.logarithmic);
  if (const QString title = QString::fromStdString(data.title); title_->text() != title) {
    title_->setText(title);
    more_->setAccessibleName(tr("Menu of the chart '%1'").arg(title));
    more_->setToolTip(tr("Save, copy, or show as a table"));
    table_->setAccessibleName(tr("%1 as a table").arg(title));
  }
  if (const QString unit = QString::fromStdString(unit_words(data)); unit_->text() != unit) unit_->setText(unit);
  view_->set_data(data);
  if (table_shown() && !table_timer_.isActive()) table_timer_.start();
}

void ChartCard::add_tool(QWidget* tool) {
  header_->insertWidget(header_->count() - 1, tool);
  setTabOrder(more_->previousInFocusChain(), tool);  // it was made later than the menu, the chart and the table
}

void ChartCard::hide_unit() {
  unit_->hide();
  header_->insertStretch(1, 1);
}

void ChartCard::set_theme(const Theme& theme) {
  view_->set_theme(theme);
  more_->setIcon(icon(QStringLiteral("more"), theme.quiet));
  more_->setIconSize({theme.icon_size, theme.icon_size});
  for (const auto& [action, name] : menu_icons_) action->setIcon(icon(name, theme));
}

bool ChartCard::table_shown() const { return stack_->currentWidget() == table_; }

void ChartCard::showTable(bool show) {
  table_action_->setChecked(show);
  if (show) refresh_table();
  stack_->setCurrentWidget(show ? static_cast<QWidget*>(table_) : view_);
}

/// `name`: of the chart when the writing began.
void ChartCard::keep(const std::string& name, const ChartNote& note) {
  notes_[name].push_back(note);
  show_chart();
}

void ChartCard::writeNote() {
  showTable(false);
  view_->setFocus(Qt::ShortcutFocusReason);
  view_->ask_for_place();
}

void ChartCard::edit_note(const QPoint& at) {
  const QPointF place = view_->plot().value_at(view_->mapToScene(at));
  const ChartNote note = tied({.x = place.x(), .y = place.y()}, data());
  new NoteEdit(view_->viewport(), at, tr("Your words"), [this, note, name = name_of(data())](const QString& text) {
    ChartNote written = note;
    written.text = text.toStdString();
    keep(name, written);
    return QString();
  });
}

void ChartCard::drawAcross() {
  showTable(false);
  const QPoint at = view_->mapFromScene(view_->plot().plot_area().topLeft());
  new NoteEdit(view_->viewport(), at, tr("Height, and words: 97 our goal"),
               [this, axis = data().y, name = name_of(data())](const QString& text) {
                 const std::optional<ChartNote> note = line_across(text, axis);  // as it was when the writing began
                 if (!note) return tr("It begins with a number that the axis has, as 97 or 97 our goal");
                 keep(name, *note);
                 return QString();
               });
}

void ChartCard::removeNotes() {
  notes_.erase(name_of(chosen()));
  show_chart();
}

void ChartCard::refresh_table() { model_->set_data(view_->data()); }

void ChartCard::copyImage() { QGuiApplication::clipboard()->setImage(chart_image(data(), {})); }

void ChartCard::copyNumbers() { QGuiApplication::clipboard()->setText(QString::fromStdString(to_csv(data()))); }

void ChartCard::exportAs(const QString& format) {
  auto* dialog = new ExportDialog(data(), format, window());
  connect(dialog, &ExportDialog::failed, this, &ChartCard::failed);
  connect(dialog, &ExportDialog::saved, this, &ChartCard::saved);
  dialog->show();
}

}  // namespace mlplab
