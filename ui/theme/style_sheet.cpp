// One template with @names@ for the theme's colours and metrics.
#include "ui/theme/style_sheet.h"

#include <QStyle>
#include <QVariant>
#include <QWidget>
#include <array>
#include <utility>

namespace mlplab {

namespace {

constexpr const char* sheet_template = R"(
QToolTip { background: @card@; color: @text@; border: 1px solid @control@; padding: 4px 6px; }

QFrame[role="card"] { background: @card@; border: 1px solid @line@; border-radius: @card_radius@px; }
QWidget[role="bar"] { background: @card@; border: 0; }
QWidget[role="ground"] { background: @ground@; border: 0; }
QFrame[role="rule"] { background: @line@; border: 0; }
QLabel { background: transparent; }
QLabel[role="title"] { font-weight: 600; font-size: @font_pt@pt; }
QLabel[role="app"] { font-weight: 700; font-size: @app_pt@pt; }
QLabel[role="quiet"] { color: @quiet@; }
QLabel[role="small"] { color: @quiet@; font-size: @small_pt@pt; }
QLabel[role="heading"] { color: @quiet@; font-weight: 600; font-size: @small_pt@pt; }
QLabel[role="error"] { color: @error@; font-size: @small_pt@pt; }

QFrame[role="banner"] { background: @warning_ground@; border: 1px solid @warning@; border-radius: @control_radius@px; }
QFrame[role="banner"] QLabel { color: @text@; }
QFrame[role="banner-error"] { background: @error_ground@; border: 1px solid @error@; border-radius: @control_radius@px; }
QFrame[role="banner-info"] { background: @selected@; border: 1px solid @accent@; border-radius: @control_radius@px; }

QPushButton, QToolButton {
  background: @card@; border: 1px solid @control@; border-radius: @control_radius@px;
  padding: 4px 12px; min-height: @control_height@px; }
QPushButton:hover, QToolButton:hover { background: @hover@; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: @selected@; }
QPushButton:focus, QToolButton:focus { border: 1px solid @accent@; }
QPushButton:disabled, QToolButton:disabled { color: @faint@; border-color: @line@; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton#qt_menubar_ext_button { padding: 0; border: 0; background: transparent; }
QToolButton[popupMode="1"] { padding-right: 26px; }
QToolButton::menu-button { border: 0; border-left: 1px solid @line@; width: 20px;
  border-top-right-radius: @control_radius@px; border-bottom-right-radius: @control_radius@px; }
QToolButton::menu-button:hover { background: @hover@; }
QToolButton::menu-arrow { image: url(:/icons/chevron-down-@name@.svg); width: 12px; height: 12px; }
QPushButton[role="primary"], QToolButton[role="primary"] {
  background: @accent@; color: @on_accent@; border: 1px solid @accent@; font-weight: 600; font-size: @font_pt@pt; }
QPushButton[role="primary"]:hover, QToolButton[role="primary"]:hover { background: @accent_hover@; }
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus {
  border: 3px double @on_accent@; padding: 2px 10px; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled {
  background: @line@; border-color: @line@; color: @faint@; }
QPushButton[role="flat"], QToolButton[role="flat"] {
  background: transparent; border: 1px solid transparent; padding: 2px 4px; min-height: 18px; }
QPushButton[role="flat"]:hover, QToolButton[role="flat"]:hover { background: @hover@; }
QPushButton[role="flat"]:checked, QToolButton[role="flat"]:checked {
  background: @selected@; color: @link@; border: 1px solid @mark@; }
QPushButton[role="flat"]:focus, QToolButton[role="flat"]:focus { border: 1px solid @accent@; }

QToolButton[role="tab"] { background: transparent; border: 1px solid transparent; padding: 2px 10px; min-height: 20px;
  color: @quiet@; }
QToolButton[role="tab"]:hover { background: @hover@; }
QToolButton[role="tab"]:checked { background: @selected@; color: @link@; font-weight: 600; font-size: @font_pt@pt; }
QToolButton[role="tab"]:focus { border: 1px solid @accent@; }

QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit {
  background: @card@; border: 1px solid @control@; border-radius: @control_radius@px; padding: 2px 8px;
  min-height: @control_height@px; selection-background-color: @accent@; selection-color: @on_accent@; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: @quiet@; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QComboBox:on { border: 1px solid @accent@; }
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"], QComboBox[invalid="true"] { border: 1px solid @error@; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: @faint@; border-color: @line@; }
QAbstractSpinBox { padding-right: 22px; }
QAbstractSpinBox[role="plain"] { padding-right: 8px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
  subcontrol-origin: border; width: 18px; border: 0; background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; margin-top: 2px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin-bottom: 2px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/chevron-up-@name@.svg); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/chevron-down-@name@.svg); width: 9px; height: 9px; }
QComboBox { padding-right: 2px; combobox-popup: 0; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 24px; border: 0; }
QComboBox::down-arrow { image: url(:/icons/chevron-down-@name@.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @card@; border: 1px solid @control@; padding: 4px; outline: 0;
  selection-background-color: @selected@; selection-color: @text@; }
QComboBox QAbstractItemView::item { min-height: @item_height@px; padding: 0 6px; border-radius: 4px; }
QComboBox QAbstractItemView::item:hover { background: @hover@; }
QComboBox QAbstractItemView::item:selected { background: @selected@; color: @text@; }
QFileDialog QToolButton { padding: 2px; min-height: 18px; }

QTableView::indicator { width: 14px; height: 14px; border: 1px solid @mark@; border-radius: 4px; background: @card@; }
QTableView::indicator:checked { background: @accent@; border-color: @accent@; image: url(:/icons/check-@name@.svg); }
QTableView::indicator:disabled { border-color: @line@; background: @hover@; image: none; }
QCheckBox { spacing: 8px; background: transparent; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1px solid @mark@; border-radius: 4px; background: @card@; }
QCheckBox::indicator:focus { border-color: @accent@; }
QCheckBox::indicator:checked { background: @accent@; border-color: @accent@; image: url(:/icons/check-@name@.svg); }

QSlider { background: transparent; min-height: 22px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @line@; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @accent@; }
QSlider::sub-page:horizontal:disabled { background: @control@; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
  background: @card@; border: 2px solid @accent@; }
QSlider::handle:horizontal:hover { background: @selected@; }
QSlider::handle:horizontal:focus { background: @accent@; }
QSlider::handle:horizontal:disabled { border-color: @control@; }

QProgressBar { background: @line@; border: 0; border-radius: 4px; max-height: 8px; min-height: 8px; }
QProgressBar::chunk { background: @accent@; border-radius: 4px; }

QMenuBar { background: @card@; border: 0; padding: 2px 6px; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @selected@; }
QMenu { background: @card@; border: 1px solid @control@; padding: 5px; }
QMenu::item { padding: 5px 28px 5px 10px; border-radius: 4px; }
QMenu::item:selected { background: @selected@; }
QMenu::item:disabled { color: @faint@; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @line@; margin: 4px 6px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 6px; }
QMenu::indicator:checked { image: url(:/icons/tick-@name@.svg); }

QListWidget[role="navigation"] { background: @card@; border: 0; outline: 0; padding: 8px; }
QListWidget[role="navigation"]::item { padding: 0 10px; border-radius: @control_radius@px; margin-bottom: 4px;
  min-height: @nav_height@px; border: 1px solid transparent; }
QListWidget[role="navigation"]::item:hover { background: @hover@; }
QListWidget[role="navigation"]::item:selected { background: @selected@; color: @link@; font-weight: 600; }
QListWidget[role="navigation"]::item:selected:focus { border: 1px solid @accent@; }

QTableView { background: @card@; border: 1px solid transparent; border-radius: 4px; gridline-color: transparent; outline: 0;
  alternate-background-color: @card@; selection-background-color: @selected@; selection-color: @text@; }
QTableView:focus { border: 1px solid @accent@; }
QTableView::item { border: 0; border-bottom: 1px solid @line@; padding: 0 6px; }
QTableView::item:selected { background: @selected@; color: @text@; }
QHeaderView { background: @card@; border: 0; }
QHeaderView::section { background: @card@; color: @quiet@; border: 0; border-bottom: 1px solid @control@;
  padding: 2px 9px 5px 9px; font-weight: 600; font-size: @small_pt@pt; }
QTableCornerButton::section { background: @card@; border: 0; }

QScrollArea { background: transparent; border: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @mark@; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @quiet@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
)";  // untranslated: a style sheet

}  // namespace

QString style_sheet(const Theme& t) {
  QColor faint = t.quiet;
  faint.setAlphaF(0.55F);
  const auto height = [&](int designed) { return QString::number(t.px(designed + (t.projector ? 6 : 0))); };
  const std::array<std::pair<const char*, QString>, 27> values{{
      {"name", t.dark ? QStringLiteral("dark") : QStringLiteral("light")},
      {"ground", t.ground.name()},
      {"card", t.card.name()},
      {"line", t.line.name()},
      {"control", t.control.name()},
      {"text", t.text.name()},
      {"quiet", t.quiet.name()},
      {"faint", QStringLiteral("rgba(%1, %2, %3, 55%)").arg(faint.red()).arg(faint.green()).arg(faint.blue())},
      {"accent", t.accent.name()},
      {"accent_hover", (t.dark ? t.accent.lighter(110) : t.accent.darker(110)).name()},
      {"on_accent", t.on_accent.name()},
      {"link", t.link.name()},
      {"mark", t.mark.name()},
      {"selected", t.selected.name()},
      {"hover", t.hover.name()},
      {"error", t.error.name()},
      {"error_ground", t.error_ground.name()},
      {"warning", t.warning.name()},
      {"warning_ground", t.warning_ground.name()},
      {"card_radius", QString::number(t.card_radius)},
      {"control_radius", QString::number(t.control_radius)},
      {"small_pt", QString::number(t.small_pt)},
      {"font_pt", QString::number(t.font_pt)},
      {"app_pt", QString::number(t.font_pt + 2.5)},
      {"control_height", height(20)},
      {"item_height", height(24)},
      {"nav_height", height(36)},
  }};
  QString sheet = QString::fromLatin1(sheet_template);
  for (const auto& [name, value] : values) sheet.replace(QStringLiteral("@%1@").arg(QLatin1String(name)), value);
  return sheet;
}

void set_role(QWidget* widget, const char* role) {
  widget->setProperty("role", QLatin1String(role));
  restyle(widget);
}

void restyle(QWidget* widget) {
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace mlplab
