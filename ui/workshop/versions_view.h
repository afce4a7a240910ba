// The versions of a kernel that were timed, side by side, and the lines that changed from the one before.
#pragma once

#include <QWidget>
#include <vector>

#include "core/workshop/timing.h"
#include "ui/theme/theme.h"

class QPlainTextEdit;
class QTableView;

namespace mlplab {

class PlainTable;

class VersionsView : public QWidget {
  Q_OBJECT
 public:
  explicit VersionsView(QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  /// Shows what changed in the last of them.
  void show_versions(std::vector<workshop::Version> versions);
  QTableView* table() const { return table_; }
  QPlainTextEdit* changes() const { return changes_; }

 private:
  void show_changes();

  std::vector<workshop::Version> versions_;
  QTableView* table_;
  PlainTable* model_;
  QPlainTextEdit* changes_;
};

}  // namespace mlplab
