// The Runs page: everything that was kept, in one table, to search, sort, note, compare, run again, delete and export.
// Reading is done beside the window, and of each entry only what the table shows.
#pragma once

#include <QTimer>

#include "core/notebook/trash.h"
#include "ui/notebook/notebook_model.h"
#include "ui/widgets/background.h"
#include "ui/widgets/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QTableView;
class QToolButton;

namespace mlplab {

class GroupRow;
class ParallelCard;
class RunComparison;
class RunSession;
class WordedButtons;

class NotebookPage : public Page {
  Q_OBJECT
 public:
  /// `training`: the window's runs, which are shown and started there. The trash lies beside the folder of the runs.
  NotebookPage(RunSession& training, NotebookFolders folders, QWidget* parent = nullptr);

  void set_theme(const Theme& theme) override;
  /// The table as CSV.
  QStringList save_all(const QString& folder) override;
  std::vector<std::filesystem::path> kept() const override { return chosen(); }
  void show_example(ExampleSize size) override;

  NotebookModel& model() { return model_; }
  QTableView* table() const { return table_; }
  QLineEdit* search() const { return search_; }
  RunComparison* comparison() const { return comparison_; }
  ParallelCard* parallel() const { return parallel_; }
  /// The found runs over their settings and results; kept in the settings.
  void show_parallel(bool on);
  /// Reads what has changed on the disk, where the page is shown and nothing is measured.
  void refresh();
  /// As refresh(), before the page is first shown, so that it has entries to show while a page measures; not beside a
  /// run.
  void read_ahead();
  /// '' for no groups, else a way of run_groups.h; kept in the settings.
  void set_grouping(const QString& way);
  /// Folds or unfolds the group of a heading.
  void toggle(int row);
  bool reading() const { return reader_.busy(); }
  /// Whether the axes of what is listed are still to come.
  bool placing() const { return placer_.busy(); }
  std::vector<std::filesystem::path> chosen() const;
  void choose(const std::vector<std::filesystem::path>& paths);
  /// By its name: 'compare', 'parallel', 'group', 'show', 'again', 'delete', 'undo', 'export', 'report'.
  QToolButton* button(const QString& name) const;
  void export_to(const QString& folder, bool all);
  void show_column(int column, bool on);
  void show_usual_columns();

 Q_SIGNALS:
  void sweepWanted(const std::filesystem::path& folder);
  void comparisonWanted(const std::filesystem::path& file);
  void profileWanted(const std::filesystem::path& file);
  void operationsWanted(const std::filesystem::path& file);
  /// The entries that were read have arrived.
  void wasRead();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void read();
  QWidget* make_table_card();
  QToolButton* add_button(const QString& name, const QString& text, const QString& icon, const QString& tip);
  void fill_menu(QMenu* menu);
  void show_row_menu(const QPoint& at);
  void take(std::vector<NotebookEntry> entries, std::vector<QString> words);
  void make_parallel();
  void restore_parallel();
  void fill_parallel();
  void take_brushed();
  void make_groups();
  void fill_grouping_menu(QMenu* menu);
  void add_folding(QMenu* menu);
  void show_heading_menu(int row, const QPoint& at);
  void restore_columns();
  void fit_columns();
  void show_choice();
  void show_reason();
  void show_sentence(const QString& text = {}, bool wrong = false);
  std::vector<const NotebookEntry*> chosen_entries() const;
  void compare_chosen();
  void show_chosen();
  void run_again();
  void delete_chosen();
  void undo_delete();
  void ask_where_to_export(bool all);
  void empty();
  std::vector<int> shown_columns() const;
  QString to_csv() const { return model_.to_csv(shown_columns()); }

  RunSession& training_;
  NotebookFolders folders_;
  std::filesystem::path trash_;
  NotebookModel model_;
  QLabel* count_ = nullptr;
  QLabel* sentence_ = nullptr;
  QLineEdit* search_ = nullptr;
  QComboBox* kind_ = nullptr;
  QTableView* table_ = nullptr;
  QSplitter* splitter_ = nullptr;
  QToolButton* more_ = nullptr;
  RunComparison* comparison_ = nullptr;
  ParallelCard* parallel_ = nullptr;
  GroupRow* headings_ = nullptr;
  QWidget* parallel_home_ = nullptr;  // has the card: it is put back into a layout
  std::vector<QToolButton*> buttons_;
  WordedButtons* words_ = nullptr;
  std::vector<Deletion> deleted_;              // the last ones last
  std::vector<std::filesystem::path> choice_;  // while the rows are arranged anew
  bool arranging_ = false;
  int changes_ = 0;  // by the user: what was read before them is old
  Theme theme_ = light_theme();
  double fitted_pt_ = 0;  // the letters that the columns have room for
  QTimer tick_;
  QTimer brushing_;                        // many runs arranged anew take longer than the brush follows the mouse
  Background reader_, exporter_, placer_;  // the last members: they end before what their work tells
};

}  // namespace mlplab
