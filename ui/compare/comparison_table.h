// The table of the Compare page: one row per implementation; the first column ticks those to run. An implementation
// that cannot run here is grey, with the reason in the place of its numbers.
#pragma once

#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "core/study/comparison/published.h"
#include "core/study/figures.h"
#include "ui/compare/comparison_session.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class ComparisonTableModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column {
    name_column,  // with the tick
    technology_column,
    parallelism_column,
    workers_column,
    time_column,
    rate_column,
    accuracy_column,
    relative_column,
    target_column,
    same_column,
    first_figure,  // then the other figures that only some comparisons have
    published_column = first_figure + std::size(figures::of_energy) + std::size(figures::newest),
    column_count
  };
  /// The figures of the columns from first_figure to the published one, in their order.
  static const std::vector<const Figure*>& shown_figures();
  static int column_of(const Figure& figure);
  explicit ComparisonTableModel(ComparisonSession& session);
  void set_published(const std::optional<PublishedStudy>& published);
  /// Where there is little room, the interval of the speed is in its tooltip only; that of the time, which it follows
  /// from, stays.
  void set_compact(bool compact);
  /// The first column of the text of such rows, the workers' one or, where that is hidden, the time's.
  void set_text_column(Column column) { text_column_ = column; }
  Column text_column() const { return text_column_; }
  /// Call when the session has other rows, or other numbers in them.
  void refresh();
  /// The ticked rows that can run.
  std::vector<std::string> chosen() const;
  /// Whether it is ticked, or will be once it is listed.
  bool is_chosen(const std::string& backend) const { return !left_out_.contains(backend); }
  void set_chosen(const std::string& backend, bool on);
  /// Whether a row's cells from the workers on hold one text: why it cannot run, or has failed.
  bool is_text_row(int row) const;
  QString to_csv() const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 Q_SIGNALS:
  void chosenChanged();

 private:
  const ComparisonRow& row_at(int row) const { return session_.comparison().rows[static_cast<std::size_t>(row)]; }
  TableColumn cells_with(const Figure& figure) const;
  QString time_cell(int row) const;
  QString same_cell(int row) const;
  /// In a text row its reason or nothing, else the column's cell.
  QString shown(int row, int column) const;
  QString runs_words(const ComparisonRow& row) const;

  ComparisonSession& session_;
  std::optional<PublishedStudy> published_;
  std::set<std::string> left_out_;  // unticked
  Column text_column_ = workers_column;
  bool compact_ = false;
};

}  // namespace mlplab
