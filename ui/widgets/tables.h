// The tables of the pages and the '…' menu beside them, all of one look.
#pragma once

#include <QString>
#include <QTableView>
#include <vector>

class QAbstractItemModel;
class QHeaderView;
class QMenu;
class QToolButton;
class QWidget;

namespace mlplab {

struct Theme;

/// Rows to choose one of, without grid, row numbers and editing; as wide as its place.
QTableView* make_page_table(QAbstractItemModel* model, const QString& name, int row_height);
/// Rows of all tables in `tree` as high as the theme's letters need.
void fit_rows(QWidget* tree, const Theme& theme);
/// For a menu of things to do, flat, in a card's header.
QToolButton* make_menu_button(const QString& name);
void show_more_icon(QToolButton* button, const Theme& theme);
/// An image of resources/icons at the theme's size; in its quiet colour.
void show_icon(QToolButton* button, const QString& name, const Theme& theme);
void show_quiet_icon(QToolButton* button, const QString& name, const Theme& theme);
/// A menu that is gone once it is closed.
QMenu* passing_menu(QWidget* parent);
/// Columns as wide as the words in the first rows: Qt reads all rows of a hidden table at each change of its look.
void fit_columns_to_words(QHeaderView& columns);
/// In the rows in which `model` has a text in place of figures, that has the room of these columns.
template <class Model>
void span_texts(QTableView& table, const Model& model, int from, int columns) {
  table.clearSpans();
  for (int row = 0; row < model.rowCount(); ++row)
    if (model.is_text_row(row)) table.setSpan(row, from, 1, columns);
}
/// The width of the words over a column, without padding.
int title_width(const QTableView& table, int column, const Theme& theme);
/// The width that the header and the cells of a column need without padding; rows `left_out` do not count.
int text_width(const QTableView& table, int column, const Theme& theme, const std::vector<int>& left_out = {});

}  // namespace mlplab
