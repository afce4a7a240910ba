// The table of the page Runs: an entry a row, found by words, sorted by a column; what is pinned stands first. Tags,
// notes and the pin are edited in place and are on the disk at once. A further column is a member of Column, a line in
// the table of notebook_model.cpp and a case of cell().
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <set>
#include <vector>

#include "core/notebook/entry.h"
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
  void set_entries(std::vector<NotebookEntry> entries);
  const std::vector<NotebookEntry>& entries() const { return entries_; }
  /// Shows the entries that have all of these words, of whichever case.
  void set_search(const QString& words);
  void set_kind(std::optional<EntryKind> kind);
  /// Shows these alone among the entries that are found; nullopt: all.
  void set_within(std::optional<std::set<std::string>> paths);
  /// The entries that are found by words and kind, in no order.
  std::vector<const NotebookEntry*> found() const;
  const NotebookEntry& entry_at(int row) const { return entries_[rows_[static_cast<std::size_t>(row)]]; }
  /// -1 where it is not shown.
  int row_of(const std::filesystem::path& path) const;
  /// The name of a column in settings and files: 'learning_rate'.
  static QString column_id(int column);
  /// Its title in menus; the header of the pin is an icon.
  static QString column_title(int column);
  /// The shown rows and these columns, C locale.
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
  void arrange();
  bool is_found(std::size_t entry) const;
  QString cell(const NotebookEntry& entry, int column) const;
  QString hint(const NotebookEntry& entry, int column) const;

  std::vector<NotebookEntry> entries_;
  std::vector<QString> words_;     // of each entry, to search in
  std::vector<std::size_t> rows_;  // the shown ones
  QStringList search_;
  std::optional<EntryKind> kind_;
  std::optional<std::set<std::string>> within_;
  int sorted_by_ = when_column;
  Qt::SortOrder order_ = Qt::DescendingOrder;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
