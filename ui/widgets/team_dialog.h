// The members of a team as a table: what computes in each, on which device, with how many threads and processes, and
// which share of every batch is its own. Not modal.
#pragma once

#include <QDialog>
#include <optional>

#include "core/run/team.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace mlplab {

class TeamDialog : public QDialog {
  Q_OBJECT
 public:
  /// Begins with `team`; one without members has two that compute as `compute`, as has one that does not exist yet.
  TeamDialog(const std::optional<Team>& team, const Compute& compute, QWidget* parent);
  /// For a team that is one among others: the button reads 'Add', and there is no run to be computed without one.
  void make_addition();

  /// The team as the table shows it.
  Team team() const;
  QTableWidget* table() const { return table_; }
  QComboBox* shares() const { return shares_; }
  QComboBox* transport() const { return transport_; }
  /// Why the team cannot be, in a sentence; '' where it can.
  QString fault() const;

 Q_SIGNALS:
  void chosen(const Team& team);
  /// The run is to be computed without a team.
  void alone();

 private:
  void add_row(const TeamMember& member);
  void remove_row();
  void refresh();

  Team team_;
  QTableWidget* table_;
  QComboBox* shares_;
  QComboBox* transport_;
  QPushButton* add_;
  QPushButton* remove_;
  QPushButton* use_;
  QPushButton* without_;
  QLabel* reading_;
};

}  // namespace mlplab
