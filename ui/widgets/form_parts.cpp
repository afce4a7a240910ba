// Sizes and roles of the parts.
#include "ui/widgets/form_parts.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/theme/style_sheet.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/spoken.h"

namespace mlplab {

QLabel* wrapped_label(const char* role, const QString& text) {
  auto* label = in_role(new QLabel(text), role);
  label->setWordWrap(true);
  return label;
}

QLabel* small_label() { return wrapped_label("small"); }

QLabel* make_error_label() {
  QLabel* label = wrapped_label("error");
  label->hide();
  return label;
}

QLabel* reading_label(const QString& name) {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setAccessibleName(name);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  return label;
}

namespace {

constexpr int column_width = 276, projected_column_width = 320;  // px

/// Has room for its letters when it is chosen and they are bold.
class TabButton : public QToolButton {
 public:
  QSize sizeHint() const override {
    QFont bold = font();
    bold.setBold(true);
    const int more = QFontMetrics(bold).horizontalAdvance(text()) - fontMetrics().horizontalAdvance(text());
    return QToolButton::sizeHint() + QSize(std::max(0, more), 0);
  }
  QSize minimumSizeHint() const override { return sizeHint(); }
};

class ElidedCombo : public QComboBox {
 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    const QString text = currentIndex() < 0 ? placeholderText() : option.currentText;
    option.currentText = fontMetrics().elidedText(text, Qt::ElideRight, room);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }

 public:
  /// However narrow the field is, its list shows the entries whole, as far as that is read at a glance.
  void showPopup() override {
    constexpr int widest = 620, beside_text = 40;  // px; the frame, what pads an entry, a bar
    int width = 0;
    for (int i = 0; i < count(); ++i) width = std::max(width, fontMetrics().horizontalAdvance(itemText(i)));
    view()->setMinimumWidth(std::max(view()->minimumWidth(), std::min(width + beside_text, widest)));
    QComboBox::showPopup();
  }
};

class FittedCombo : public ElidedCombo {
 public:
  FittedCombo() {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QComboBox::currentIndexChanged, this, &QWidget::updateGeometry);
  }
  QSize sizeHint() const override {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize text(fontMetrics().horizontalAdvance(currentText()) + 4, fontMetrics().height());
    const QSize whole = style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this);
    return {whole.width(), QComboBox::sizeHint().height()};
  }
  QSize minimumSizeHint() const override { return sizeHint(); }
};

QComboBox* made(QComboBox* box, const QString& name) {
  box->setAccessibleName(name);
  // A list is made before the style sheet says that it has one, and would hide that there is more below.
  box->view()->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  return box;
}

}  // namespace

NumberBox* number_box(int low, int high, int value, const QString& name) {
  auto* box = new NumberBox;
  box->setRange(low, high);
  box->setValue(value);
  box->setAlignment(Qt::AlignRight);
  box->setAccessibleName(name);
  let_shrink(box);
  return box;
}

NumberBox* number_field(int low, int high, int value, const QString& name) {
  NumberBox* box = number_box(low, high, value, name);
  box->mark_faults();
  return box;
}

QComboBox* combo_box(const QString& name) { return made(new ElidedCombo, name); }
QComboBox* fitted_combo(const QString& name) { return made(new FittedCombo, name); }

QComboBox* narrow_combo(const QString& name, int letters) {
  QComboBox* box = combo_box(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(letters);
  return box;
}

QComboBox* header_combo(const QString& name) {
  QComboBox* box = combo_box(name);
  box->setToolTip(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

void offer(QComboBox* box, const std::vector<std::pair<QString, QVariant>>& entries, const QVariant& chosen) {
  const QSignalBlocker blocker(box);
  box->clear();
  for (const auto& [text, data] : entries) box->addItem(text, data);
  if (!entries.empty()) box->setCurrentIndex(std::max(0, box->findData(chosen)));
}

void enable_item(QComboBox* box, int item, bool on) {
  qobject_cast<QStandardItemModel*>(box->model())->item(item)->setEnabled(on);
}

void add_item(QComboBox* box, const QString& text, const QVariant& data, const QString& tip) {
  box->addItem(text, data);
  box->setItemData(box->count() - 1, tip, Qt::ToolTipRole);
}

void let_shrink(QWidget* field) {
  field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  field->setMinimumWidth(96);
}

void order_focus(const QList<QWidget*>& parts) {
  if (parts.isEmpty()) return;
  std::map<const QObject*, QList<QWidget*>> stops;
  for (const QWidget* part : parts) stops[part];
  QWidget* const start = parts.first()->window();
  QWidget* at = start;
  do {
    const QObject* part = at;
    while (part != nullptr && !stops.contains(part)) part = part->parent();
    // A widget that stands for a field, as a spin box's line edit, goes where the field goes.
    if (part != nullptr && at->window() == start && at->focusPolicy() != Qt::NoFocus && at->focusProxy() == nullptr)
      stops[part] << at;
    at = at->nextInFocusChain();
  } while (at != start);
  QWidget* last = nullptr;
  for (const QWidget* part : parts) {
    for (QWidget* stop : stops[part]) {
      if (last != nullptr) QWidget::setTabOrder(last, stop);
      last = stop;
    }
  }
}

QPushButton* push_button(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  return button;
}

QToolButton* flat_button(const QString& text, const QString& tip) {
  auto* button = in_role(new QToolButton, "flat");
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

QToolButton* tab_button(const QString& text, const QString& tip, bool checkable) {
  auto* button = in_role(new TabButton, "tab");
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip.isEmpty() ? text : tip);
  button->setCheckable(checkable);
  return button;
}

QScrollArea* setup_area(QWidget* column) {
  auto* area = in_role(new QScrollArea, "setup");
  area->setWidget(column);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return area;
}

QFrame* make_card_frame(QVBoxLayout*& column) {
  auto* card = in_role(new QFrame, "card");
  column = column_in(card, 2, {12, 6, 8, 8});
  return card;
}

/// As high as its form, and scrolled where there is no room for that: its fields are never pressed together, and what
/// starts a measurement is the last to go.
class FormArea : public QScrollArea {
 public:
  explicit FormArea(QWidget* form) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setWidget(form);
  }
  void choose_bar(QWidget* bar) { bar_ = bar; }
  QSize sizeHint() const override { return {column_width, known_height_ = wanted_height()}; }
  QSize minimumSizeHint() const override { return {0, std::min(wanted_height(), least_height)}; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) tell_height();
    return QScrollArea::eventFilter(watched, event);
  }
  /// A form that changes while it is hidden asks for a layout once at most.
  void showEvent(QShowEvent* event) override {
    QScrollArea::showEvent(event);
    tell_height();
  }
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    show_bar();
  }

 private:
  static constexpr int least_height = 160;

  /// Beside a scroll bar: there texts need more lines, and with less room a bar that was shown once would stay.
  int wanted_height() const {
    const QLayout* layout = widget()->layout();
    const int width = column_width - verticalScrollBar()->sizeHint().width();
    return layout != nullptr && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                                            : widget()->sizeHint().height();
  }
  void tell_height() {
    if (wanted_height() == known_height_) return;
    updateGeometry();
    show_bar();
  }
  /// Once the layout has come to rest.
  void show_bar() {
    QTimer::singleShot(0, this, [this] {
      if (bar_ != nullptr && widget()->isAncestorOf(bar_)) ensureWidgetVisible(bar_, 0, 8);
    });
  }

  QPointer<QWidget> bar_;
  mutable int known_height_ = 0;  // to the column, which asks for it at any time
};

void SideColumn::keep(QWidget* part) {
  if (kept_.empty()) form_area_->choose_bar(part);
  kept_.push_back({part, -1});
}

SideColumn::SideColumn(QWidget* form, const QString& heading, const QString& text_name, QWidget* parent)
    : QWidget(parent), form_(form) {
  set_role(this, "bar");
  setAttribute(Qt::WA_StyledBackground);
  setFixedWidth(column_width);
  QVBoxLayout* column = column_ = column_in(this, 0, {0, 0, 0, 8});
  form_area_ = in_role(new FormArea(form), "setup");
  form_area_->setAccessibleName(heading);
  set_spoken(form_area_, QAccessible::Pane);
  column->addWidget(form_area_);
  auto* head = in_role(new QLabel(heading), "heading");
  head->setContentsMargins(16, 8, 16, 4);
  column->addWidget(head);
  text_ = in_role(reading_label(text_name), "bar");
  text_->setTextFormat(Qt::RichText);  // paragraphs, made by paragraph()
  text_->setContentsMargins(16, 0, 12, 0);
  QScrollArea* area = setup_area(text_);
  area->setAccessibleName(text_name);
  set_spoken(area, QAccessible::Pane);
  column->addWidget(area, 1);
}

void SideColumn::set_theme(const Theme& theme) {
  const bool on = theme.projector;
  setFixedWidth(on ? theme.px(projected_column_width) : column_width);
  if (on == projector_) return;
  projector_ = on;
  auto* home = qobject_cast<QVBoxLayout*>(form_->layout());
  form_area_->setVisible(!on);
  if (on) {
    for (int i = 0; i < static_cast<int>(kept_.size()); ++i) {
      Kept& kept = kept_[static_cast<std::size_t>(i)];
      kept.place = home->indexOf(kept.part);
      column_->insertWidget(i, kept.part);
      kept.part->setContentsMargins(16, i == 0 ? 14 : 0, 16, 4);
    }
    return;
  }
  for (auto kept = kept_.rbegin(); kept != kept_.rend(); ++kept) {  // each counted without those before it
    home->insertWidget(kept->place, kept->part);
    kept->part->setContentsMargins(0, 0, 0, 0);
  }
}

QString paragraph(const QString& sentence, const QString& color) {
  const QString safe = sentence.toHtmlEscaped();
  return color.isEmpty() ? QStringLiteral("<p style='margin:0 0 6px 0'>%1</p>").arg(safe)
                         : QStringLiteral("<p style='margin:0 0 6px 0; color:%1'>%2</p>").arg(color, safe);
}

void show_value(QProgressBar& bar, int value) {
  bar.setUpdatesEnabled(false);
  bar.setValue(value);
  bar.setUpdatesEnabled(true);
}

StartBar::StartBar(const QString& start, const QString& stop, const QString& progress_name, QWidget* parent)
    : QWidget(parent), start_(start), stop_(stop) {
  QVBoxLayout* column = column_in(this, 8);
  button_ = in_role(new QPushButton(start), "primary");
  bar_ = new QProgressBar;
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(progress_name);
  text_ = small_label();
  resume_ = new QPushButton(tr("Re&sume"));
  QHBoxLayout* buttons = spaced_row(8);
  buttons->addWidget(button_, 1);
  buttons->addWidget(resume_, 1);
  column->addLayout(buttons);
  column->addWidget(bar_);
  column->addWidget(text_);
  connect(button_, &QPushButton::clicked, this, [this] {
    if (goes_on()) {
      Q_EMIT stopWanted();
    } else {
      Q_EMIT startWanted();
    }
  });
  connect(resume_, &QPushButton::clicked, this, &StartBar::resumeWanted);
  show_state(State::idle, 0.0, {});
}

void StartBar::show_state(State state, double fraction, const QString& text) {
  state_ = state;
  button_->setText(goes_on() ? stop_ : start_);
  button_->setEnabled(goes_on() ? state == State::running : ready_);
  resume_->setVisible(state == State::incomplete);
  bar_->setVisible(state != State::idle);
  show_value(*bar_, static_cast<int>(std::lround(1000.0 * fraction)));
  text_->setText(text);
  text_->setVisible(!text.isEmpty());
}

void StartBar::set_resume_tip(const QString& tip) { resume_->setToolTip(tip); }

void StartBar::set_ready(bool ready) {
  ready_ = ready;
  if (!goes_on()) button_->setEnabled(ready);
}

}  // namespace mlplab
