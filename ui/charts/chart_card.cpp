// Header, menu, and the switch between image and table.
#include "ui/charts/chart_card.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
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
#include "ui/widgets/form_parts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

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

ChartCard::ChartCard(QWidget* parent) : EnlargingCard({}, parent) {
  choice_ = fitted_combo(tr("Which chart"));
  choice_->setToolTip(choice_->accessibleName());
  choice_->hide();
  header()->insertWidget(0, choice_);
  connect(choice_, &QComboBox::currentIndexChanged, this, &ChartCard::show_chart);
  show_all_ = flat_button(tr("Show all"), tr("Back from the zoom (double click, or Home)"));
  show_all_->hide();
  header()->addWidget(show_all_);
  header()->addWidget(back_button());

  QMenu* menu = add_menu({});
  more()->setToolTip(tr("Save, copy, or show as a table"));
  add_act(tr("Save as &PNG…"), QStringLiteral("image"), [this] { exportAs(QStringLiteral("png")); });
  add_act(tr("Save as &SVG…"), QStringLiteral("image"), [this] { exportAs(QStringLiteral("svg")); });
  add_act(tr("Save as P&DF…"), QStringLiteral("export"), [this] { exportAs(QStringLiteral("pdf")); });
  add_act(tr("Save as &CSV…"), QStringLiteral("table"), [this] { exportAs(QStringLiteral("csv")); });
  menu->addSeparator();
  add_act(tr("Copy &image"), QStringLiteral("copy"), [this] { copyImage(); });
  add_act(tr("Copy &numbers"), QStringLiteral("copy"), [this] { copyNumbers(); });
  menu->addSeparator();
  note_action_ = add_act(tr("&Write a note…"), QStringLiteral("edit"), [this] { writeNote(); });
  across_action_ = add_act(tr("&Line across…"), QStringLiteral("edit"), [this] { drawAcross(); });
  remove_notes_action_ = menu->addAction(tr("&Remove the notes"), this, &ChartCard::removeNotes);
  menu->addSeparator();
  menu->addAction(enlarge_action());
  table_action_ = menu->addAction(tr("Show as &table"));
  table_action_->setCheckable(true);
  connect(table_action_, &QAction::toggled, this, &ChartCard::showTable);
  log_action_ = menu->addAction(tr("&Logarithmic axis"));
  log_action_->setCheckable(true);
  log_action_->setVisible(false);
  connect(log_action_, &QAction::triggered, this, &ChartCard::choose_axis);

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
  fit_columns_to_words(*table_->horizontalHeader());
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
  stack_->addWidget(view_);
  stack_->addWidget(table_);
  column()->addWidget(stack_, 1);

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
    title()->setVisible(titles.size() == 1);
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
  if (const QString name = QString::fromStdString(data.title); title()->text() != name) {
    title()->setText(name);
    more()->setAccessibleName(tr("Menu of the chart '%1'").arg(name));
    table_->setAccessibleName(tr("%1 as a table").arg(name));
  }
  if (const QString unit = QString::fromStdString(unit_words(data)); note()->text() != unit) note()->setText(unit);
  view_->set_data(data);
  if (table_shown() && !table_timer_.isActive()) table_timer_.start();
}

void ChartCard::add_tool(QWidget* tool) {
  header()->insertWidget(header()->count() - 1, tool);
  setTabOrder(more()->previousInFocusChain(), tool);  // it was made later than the menu, the chart and the table
}

void ChartCard::hide_unit() {
  note()->hide();
  header()->insertStretch(1, 1);
}

void ChartCard::set_theme(const Theme& theme) {
  Card::set_theme(theme);
  view_->set_theme(theme);
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
