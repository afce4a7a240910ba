// The table of the page Runs: one row per entry, found by words, sorted by a column; what is pinned stands first. In
// groups, a heading stands above the rows of each. Tags, notes and the pin are edited in place and are on the disk at
// once. A further column is a member of Column and an entry in the table of notebook_model.cpp.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <set>
#include <vector>

#include "core/notebook/entry.h"
#include "core/reporting/run_groups.h"
#include "ui/theme/theme.h"

namespace mlplab {

class NotebookModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    pin_column,
    name_column,
    kind_column,
    when_column,
    state_column,
    backend_column,
    network_column,
    data_column,
    batch_column,
    rate_column,
    seed_column,
    epochs_column,
    accuracy_column,
    time_column,
    tags_column,
    notes_column,
    column_count
  };

  explicit NotebookModel(QObject* parent = nullptr);
  void set_theme(const Theme& theme);
  /// The texts that a search looks through. Of thousands of entries they are made beside the window.
  static std::vector<QString> search_words(const std::vector<NotebookEntry>& entries);
  /// `words` (optional): search_words(entries); made here where they are not given.
  void set_entries(std::vector<NotebookEntry> entries, std::vector<QString> words = {});
  const std::vector<NotebookEntry>& entries() const { return entries_; }
  /// Shows the entries that have all of these words, of whichever case.
  void set_search(const QString& words);
  void set_kind(std::optional<EntryKind> kind);
  /// Shows these alone among the entries that are found; nullopt: all.
  void set_within(std::optional<std::set<std::string>> paths);
  /// The entries that are found by words and kind, in no order.
  std::vector<const NotebookEntry*> found() const;
  /// Puts the rows into groups; '' for none, a way of run_groups.h else. A way that is not there any more groups
  /// nothing.
  void set_grouping(const std::string& way);
  const std::string& grouping() const { return grouping_; }
  bool is_heading(int row) const { return row_at(row).group >= 0; }
  /// The group of a heading.
  const RunGroup& group_at(int row) const { return groups_[static_cast<std::size_t>(row_at(row).group)]; }
  bool is_folded(const RunGroup& group) const { return folded_.contains(group.key); }
  void fold(const RunGroup& group, bool folded);
  void fold_all(bool folded);
  const std::vector<RunGroup>& groups() const { return groups_; }
  /// The entries of a group, folded or not, as the rows stand.
  std::vector<std::filesystem::path> paths_of(const RunGroup& group) const;
  /// The entry of a row that is no heading.
  const NotebookEntry& entry_at(int row) const { return entries_[row_at(row).entry]; }
  /// All that are listed, those of folded groups too.
  std::vector<const NotebookEntry*> listed() const;
  std::size_t listed_count() const { return listed_.size(); }
  /// -1 where it is not shown.
  int row_of(const std::filesystem::path& path) const;
  /// The name of a column in settings and files: 'learning_rate'.
  static QString column_id(int column);
  /// Its title in menus; the header of the pin is an icon.
  static QString column_title(int column);
  /// The listed entries and these columns, C locale; in groups, with the group's title.
  QString to_csv(const std::vector<int>& columns) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 Q_SIGNALS:
  /// Other rows are shown, or in another order.
  void arranged();
  /// Other entries are found.
  void foundChanged();
  /// A tag, a note or a pin was changed.
  void noted();
  void failed(const QString& message);

 private:
  struct Row {
    std::size_t entry = 0;
    int group = -1;  // of a heading; -1: the row is an entry
  };
  const Row& row_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  void arrange();
  void lay_out();
  QVariant heading(const RunGroup& group, int column, int role) const;
  bool is_found(std::size_t entry) const;

  std::vector<NotebookEntry> entries_;
  std::vector<QString> words_;       // of each entry, to search in
  std::vector<std::size_t> listed_;  // indices of entries, in their order
  std::vector<RunGroup> groups_;     // their members are indices of entries
  std::vector<Row> rows_;            // the shown ones
  std::string grouping_;             // '' for none
  std::set<std::string> folded_;     // keys of groups
  QStringList search_;
  std::optional<EntryKind> kind_;
  std::optional<std::set<std::string>> within_;
  int sorted_by_ = when_column;
  Qt::SortOrder order_ = Qt::DescendingOrder;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
