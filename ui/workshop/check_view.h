// The stages of a check, and beside them the messages and faults; a click on one goes to its line.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/theme/theme.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/workshop_session.h"

class QListWidget;
class QTableView;

namespace mlplab {

class FindingTable;

class CheckView : public QWidget {
  Q_OBJECT
 public:
  explicit CheckView(QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  void show_check(const std::optional<WorkshopSession::Checked>& checked);
  std::vector<LineMark> marks() const;
  QListWidget* stages() const { return stages_; }
  QTableView* findings() const { return findings_; }

 Q_SIGNALS:
  /// A finding at a line was chosen: the index of its mark, and the line that it was found at.
  void markWanted(int mark, int line);

 private:
  void choose(int row);
  void show_stages();

  std::optional<WorkshopSession::Checked> checked_;
  QListWidget* stages_;
  QTableView* findings_;
  FindingTable* model_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
