#include "ui/class/wall_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QPainter>
#include <QShortcut>
#include <QToolButton>

#include "core/base/error.h"
#include "core/data/load.h"
#include "ui/network/confusion_view.h"
#include "ui/phones/class_server.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr int id_role = Qt::UserRole, state_role = Qt::UserRole + 1;
constexpr int tile = 56;  // px

int id_of(const QListWidgetItem& item) { return qvariant_cast<int>(item.data(id_role)); }

/// Ink on paper in the colours of the theme, framed by whether it was read right.
QPixmap tile_of(const ClassDrawing& drawing, const Theme& theme) {
  const GrayImage& digit = *drawing.digit;
  QImage image(digit.width, digit.height, QImage::Format_Grayscale8);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      image.scanLine(y)[x] = drawing.hidden ? 128 : static_cast<uchar>(255 - digit.at(y, x));
  const int side = theme.px(tile);
  QPixmap pixmap(side, side);
  pixmap.fill(drawing.judged() && !drawing.hidden ? (drawing.right() ? theme.success : theme.error) : theme.control);
  QPainter painter(&pixmap);
  const int frame = theme.px(3);
  painter.drawImage(QRect(frame, frame, side - 2 * frame, side - 2 * frame), image);
  return pixmap;
}

}  // namespace

WallView::WallView(ClassServer& server, QWidget* parent) : QWidget(parent), server_(server) {
  QVBoxLayout* column = column_in(this, 8);
  column->addWidget(make_bar());
  counts_ = in_role(new ElidedLabel, "title");
  column->addWidget(counts_);
  QHBoxLayout* row = spaced_row(10);
  list_ = new QListWidget;
  list_->setAccessibleName(tr("Drawings of the class"));
  list_->setViewMode(QListView::IconMode);
  list_->setResizeMode(QListView::Adjust);
  list_->setMovement(QListView::Static);
  list_->setUniformItemSizes(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  confusion_ = new ConfusionView;
  confusion_->setAccessibleName(tr("Confusion matrix of the class's drawings"));
  row->addWidget(list_, 3);
  row->addWidget(confusion_, 2);
  column->addLayout(row, 1);
  connect(list_, &QListWidget::itemSelectionChanged, this,
          [this] { hide_->setEnabled(!list_->selectedItems().isEmpty()); });
  connect(&server_, &ClassServer::started, this, &WallView::forget_class);
  new QShortcut(QKeySequence(Qt::Key_Delete), list_, this, &WallView::hide_chosen, Qt::WidgetShortcut);
  refresh();
}

QWidget* WallView::make_bar() {
  auto* bar = new QWidget;
  QHBoxLayout* row = row_in(bar, 6);
  auto* name = new QLabel(tr("Ask &for"));
  asked_ = narrow_combo(tr("What the phones are asked to draw"));
  asked_->setToolTip(tr("In turn: each phone is asked for one class after the other"));
  name->setBuddy(asked_);
  lock_ = flat_button(tr("Lock"), tr("Take no more drawings until this is pressed again"));
  lock_->setCheckable(true);
  hide_ =
      flat_button(tr("Hide"), tr("Hide the chosen drawings, or show them again (Delete): hidden ones count nowhere"));
  clear_ = flat_button(tr("Clear"), tr("Take all drawings off the wall"));
  undo_ = flat_button(tr("Undo"), tr("Puts back the drawings that were cleared last"));
  keep_ =
      flat_button(tr("Save…"),
                  tr("Save the drawings that were asked for as IDX files: a test set for any run, and a training set"));
  row->addWidget(name);
  row->addWidget(asked_, 1);
  for (QToolButton* button : {lock_, hide_, clear_, undo_, keep_}) row->addWidget(button);
  connect(asked_, &QComboBox::activated, this, [this] {
    if (server_.session() != nullptr) server_.session()->set_asked(qvariant_cast<int>(asked_->currentData()));
  });
  connect(lock_, &QToolButton::toggled, this, [this](bool on) {
    if (server_.session() != nullptr) server_.session()->set_locked(on);
  });
  connect(hide_, &QToolButton::clicked, this, &WallView::hide_chosen);
  connect(clear_, &QToolButton::clicked, this, [this] {
    if (server_.session() != nullptr) server_.session()->clear_wall();
    refresh();
  });
  connect(undo_, &QToolButton::clicked, this, [this] {
    if (server_.session() != nullptr) server_.session()->undo_clear();
    refresh();
  });
  connect(keep_, &QToolButton::clicked, this, &WallView::choose_folder);
  return bar;
}

void WallView::hide_chosen() {
  if (server_.session() == nullptr) return;
  for (const QListWidgetItem* item : list_->selectedItems()) {
    server_.session()->set_hidden(id_of(*item), !item->data(state_role).toBool());
  }
  refresh();
}

void WallView::paint(QListWidgetItem& item, const ClassDrawing& drawing) const {
  const auto name = [&](int label) {
    return label < 0 ? QStringLiteral("–") : classes_.value(label, QString::number(label));
  };
  item.setIcon(QIcon(tile_of(drawing, theme_)));
  const QString mark = !drawing.judged() ? QString() : drawing.right() ? QStringLiteral(" ✓") : QStringLiteral(" ✗");
  item.setText(drawing.hidden ? tr("hidden")
                              : QStringLiteral("%1 → %2%3").arg(name(drawing.asked), name(drawing.label), mark));
  QString words = drawing.asked < 0 ? tr("Nothing was asked for; predicted: %1").arg(name(drawing.label))
                                    : tr("Asked for: %1; predicted: %2").arg(name(drawing.asked), name(drawing.label));
  if (drawing.label >= 0) words += QStringLiteral(" (%1)").arg(share_text(double{drawing.probability}));
  if (!drawing.name.empty()) words = QStringLiteral("%1. %2").arg(QString::fromStdString(drawing.name), words);
  item.setToolTip(words);
  item.setData(Qt::AccessibleTextRole, drawing.hidden ? tr("hidden") : words);
  item.setData(id_role, drawing.id);
  item.setData(state_role, drawing.hidden);
}

/// Drawings come at the end: those that are there stay, so that what is chosen and in sight stays too.
void WallView::show_drawings(const DrawingWall& wall) {
  const std::vector<ClassDrawing>& drawings = wall.drawings();
  while (!shown_.empty() &&
         (shown_.size() > drawings.size() || shown_.back().first != drawings[shown_.size() - 1].id)) {
    delete list_->takeItem(list_->count() - 1);
    shown_.pop_back();
  }
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    const std::pair now(drawings[i].id, drawings[i].hidden);
    if (i < shown_.size() && shown_[i] == now) continue;
    if (i == shown_.size()) {
      list_->addItem(new QListWidgetItem);
      shown_.push_back(now);
    }
    paint(*list_->item(static_cast<int>(i)), drawings[i]);
    shown_[i] = now;
  }
}

void WallView::forget_drawings() {
  list_->clear();
  shown_.clear();
}

/// Another one has begun, which may lie where one of before did.
void WallView::forget_class() {
  forget_drawings();
  const QSignalBlocker blocker(lock_);
  lock_->setChecked(false);
  asked_->setCurrentIndex(0);
}

void WallView::list_classes(const std::vector<std::string>& names) {
  QStringList classes;
  for (const std::string& name : names) classes << QString::fromStdString(name);
  if (classes == classes_ && asked_->count() > 0) return;
  classes_ = classes;
  const QVariant before = asked_->currentData();
  asked_->clear();
  asked_->addItem(tr("each class in turn"), asks_in_turn);
  asked_->addItem(tr("anything"), asks_nothing);
  for (int label = 0; label < classes_.size(); ++label) asked_->addItem(classes_[label], label);
  asked_->setCurrentIndex(std::max(0, asked_->findData(before)));
}

void WallView::refresh() {
  ClassSession* session = server_.session();
  list_classes(session == nullptr ? DrawingPredictor().class_names() : session->predictor().class_names());
  const DrawingWall wall = session == nullptr ? DrawingWall() : session->wall();
  show_drawings(wall);
  const Confusion confusion = wall.confusion(static_cast<int>(classes_.size()));
  confusion_->set_confusion(confusion, classes_);
  const std::optional<double> accuracy = confusion.accuracy();
  counts_->setText(accuracy ? tr("%1 drawings; correct: %2 of %3 (%4)")
                                  .arg(wall.drawings().size())
                                  .arg(confusion.right())
                                  .arg(confusion.total())
                                  .arg(share_text(*accuracy))
                            : tr("%1 drawings").arg(wall.drawings().size()));
  show_buttons(wall);
}

void WallView::show_buttons(const DrawingWall& wall) {
  const bool on = server_.running();
  asked_->setEnabled(on);
  lock_->setEnabled(on);
  hide_->setEnabled(!list_->selectedItems().isEmpty());
  clear_->setEnabled(!wall.drawings().empty());
  undo_->setEnabled(server_.session() != nullptr && server_.session()->can_undo_clear());
  keep_->setEnabled(wall.any_labelled());
}

bool WallView::keep(const std::filesystem::path& folder) {
  if (server_.session() == nullptr) return false;
  return attempt(this, [&] {
    std::filesystem::path mnist;
    try {
      mnist = find_resources() / "mnist";
    } catch (const InputError&) {  // the drawings alone are saved
    }
    const DrawnSet drawings = server_.session()->wall().labelled();
    save_drawn_set(folder, drawings, mnist);
    const QString tested = QString::fromStdString(folder.string());
    if (drawings.has_every_digit()) {
      const std::filesystem::path to_train_on = folder / "train";
      save_training_drawings(to_train_on, drawings, mnist);
      Q_EMIT told(
          tr("Saved. A run with the data folder %1 is tested on these drawings, one with %2 is trained on them.")
              .arg(tested, QString::fromStdString(to_train_on.string())));
    } else {
      Q_EMIT told(tr("Saved. A run with the data folder %1 is tested on these drawings. A run can be trained on them "
                     "once each digit was drawn.")
                      .arg(tested));
    }
  });
}

void WallView::choose_folder() {
  QFileDialog* dialog = make_folder_dialog(this, tr("Folder to save the drawings in"), {},
                                           [this](const QString& name) { keep(name.toStdString()); });
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->setLabelText(QFileDialog::Accept, tr("Save here"));
  dialog->show();
}

void WallView::set_theme(const Theme& theme) {
  theme_ = theme;
  confusion_->set_theme(theme);
  list_->setIconSize({theme.px(tile), theme.px(tile)});
  const int text = QFontMetrics(list_->font()).height();
  list_->setGridSize({theme.px(tile) + theme.px(24), theme.px(tile) + text + theme.px(12)});
  forget_drawings();
  refresh();
}

}  // namespace mlplab
