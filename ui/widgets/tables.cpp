// Roles, sizes and behaviour of the tables.
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"

namespace mlplab {

QTableView* make_page_table(QAbstractItemModel* model, const QString& name, int row_height) {
  auto* table = new QTableView;
  table->setAccessibleName(name);
  table->setModel(model);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(row_height);
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setTabKeyNavigation(false);
  table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  QHeaderView* columns = table->horizontalHeader();
  columns->setHighlightSections(false);
  columns->setSectionsClickable(false);
  columns->setMinimumSectionSize(24);
  return table;
}

void fit_rows(QWidget* tree, const Theme& theme) {
  constexpr const char* designed = "designed_row_height";
  QList<QTableView*> tables = tree->findChildren<QTableView*>();
  if (auto* itself = qobject_cast<QTableView*>(tree)) tables << itself;
  for (QTableView* table : tables) {
    QHeaderView* rows = table->verticalHeader();
    if (!table->property(designed).isValid()) table->setProperty(designed, rows->defaultSectionSize());
    const int height = theme.px(table->property(designed).toInt());
    if (rows->defaultSectionSize() != height) rows->setDefaultSectionSize(height);
    table->setIconSize(theme.projector ? QSize(theme.icon_size, theme.icon_size) : QSize());
  }
}

QToolButton* make_menu_button(const QString& name) {
  auto* button = in_role(new QToolButton, "flat");
  button->setPopupMode(QToolButton::InstantPopup);
  button->setAccessibleName(name);
  return button;
}

void show_more_icon(QToolButton* button, const Theme& theme) { show_quiet_icon(button, QStringLiteral("more"), theme); }

void show_icon(QToolButton* button, const QString& name, const Theme& theme) {
  button->setIcon(icon(name, theme));
  button->setIconSize({theme.icon_size, theme.icon_size});
}

void show_quiet_icon(QToolButton* button, const QString& name, const Theme& theme) {
  button->setIcon(icon(name, theme.quiet));
  button->setIconSize({theme.icon_size, theme.icon_size});
}

void fit_columns_to_words(QHeaderView& columns) {
  constexpr int rows_read = 40;
  columns.setResizeContentsPrecision(rows_read);
  columns.setSectionResizeMode(QHeaderView::ResizeToContents);
}

QMenu* passing_menu(QWidget* parent) {
  auto* menu = new QMenu(parent);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // It is deleted in a later turn; until then, the second click of a double click would choose once more.
  QObject::connect(menu, &QMenu::aboutToHide, menu, [menu] { menu->setEnabled(false); });
  return menu;
}

int title_width(const QTableView& table, int column, const Theme& theme) {
  QFont bold = table.font();
  bold.setPointSizeF(theme.small_pt);
  bold.setBold(true);
  return QFontMetrics(bold).horizontalAdvance(table.model()->headerData(column, Qt::Horizontal).toString());
}

int text_width(const QTableView& table, int column, const Theme& theme, const std::vector<int>& left_out) {
  const QFontMetrics metrics(table.font());
  const QAbstractItemModel* model = table.model();
  int widest = title_width(table, column, theme);
  for (int row = 0; row < model->rowCount(); ++row) {
    if (std::ranges::find(left_out, row) != left_out.end()) continue;
    widest = std::max(widest, metrics.horizontalAdvance(model->index(row, column).data().toString()));
  }
  return widest;
}

}  // namespace mlplab
