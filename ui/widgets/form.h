// A form: rows of a label, an editor and, under them, what is wrong with the editor's value. Rows are named after the
// member that they edit, as UsageError::field() names it, so that an error finds its place by itself.
#pragma once

#include <QString>
#include <map>
#include <set>
#include <vector>

class QGridLayout;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace mlplab {

class Error;

/// Sentences by the name of the member that is wrong; '' for none of them.
using Faults = std::map<QString, QString>;
/// That of the member that a UsageError names, or of none; the first sentence of a member stays.
void add_fault(Faults& faults, const Error& error);

class Form {
 public:
  /// Its rows become the last of `column`.
  explicit Form(QVBoxLayout* column);

  /// A row at the end. `text` with its '&' is the label, and the editor's accessible name where it has none. `marked`
  /// (optional) is the part of the editor that is framed where its value is wrong. Returns the label.
  QLabel* add(const QString& name, const QString& text, QWidget* editor, QWidget* marked = nullptr);
  /// Adds a row with the page's own label.
  void add(const QString& name, QWidget* label, QWidget* editor);
  /// A widget over the whole width.
  void add_wide(QWidget* widget);
  /// Keeps room for `rows` rows at the end; returns the place of the first of them, for add_at().
  int reserve(int rows);
  QLabel* add_at(int place, const QString& name, const QString& text, QWidget* editor);
  /// Deletes the row.
  void remove(const QString& name);
  void set_visible(const QString& name, bool on);
  /// Label and editor.
  void enable(const QString& name, bool on);
  /// Rows that a lesson keeps from view, and rows that it lets nobody change, whatever the page does with them; also
  /// those that are added later. Both empty: all is the page's again.
  void set_held(std::set<QString> hidden, std::set<QString> locked);
  /// The keyboard goes through the rows as they are seen, from the first on; after rows were added between others.
  void order_keyboard() const;

  /// Shows each fault at its row: that of its name, else of the member around it ('model' for 'model.layers'), else
  /// under the form. All other rows show none.
  void set_faults(const Faults& faults);
  /// Adds the faults of what is typed in the form's rows of whole numbers (number_box()).
  void add_number_faults(Faults& faults) const;
  /// The error shown at the row, or under the form for the name ''; '' where none is shown.
  QString error_of(const QString& name) const;
  /// null where there is no such row.
  QWidget* editor_of(const QString& name) const;
  std::vector<QString> names() const;
  /// For faults of no row: the page puts it where there is room.
  QLabel* other_error() const { return other_; }

 private:
  struct Row {
    QWidget* label = nullptr;
    QWidget* editor = nullptr;
    QWidget* marked = nullptr;
    QLabel* error = nullptr;
    bool visible = true;
    bool hidden = false;      // by a lesson
    QWidget* lock = nullptr;  // disabled, around the editor: the page goes on setting the editor itself
  };
  void place(int at, const QString& name, Row row);
  void hold(const QString& name, Row& row);
  static void show(Row& row);
  QString place_of(QString name) const;

  QGridLayout* grid_;
  QLabel* other_;
  std::map<QString, Row> rows_;
  std::set<QString> hidden_, locked_;
  int end_ = 0;  // the next row of the grid
};

}  // namespace mlplab
