// A card with a chart: title, quiet unit, and a '…' menu to save it (PNG, SVG, PDF, CSV), copy it or read it as a
// table. Every chart of the program is one of these; a page fills it with set_data().
#pragma once

#include <QStringList>
#include <QTimer>
#include <map>
#include <vector>

#include "ui/charts/chart_view.h"
#include "ui/charts/enlarging_card.h"

class QAction;
class QComboBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mlplab {

class ChartTableModel;

class ChartCard : public EnlargingCard {
  Q_OBJECT
 public:
  explicit ChartCard(QWidget* parent = nullptr);
  void set_data(const Chart& data) { set_data(std::vector{data}); }
  /// Takes at least one chart. With several, the header offers the choice in place of the title.
  void set_data(std::vector<Chart> charts);
  void set_theme(const Theme& theme) override;
  const Chart& data() const { return view_->data(); }
  /// All charts of the choice, as they would be shown.
  std::vector<Chart> all_data() const;
  /// Chooses between several charts; hidden where there is one.
  QComboBox* choice() const { return choice_; }
  ChartView* view() const { return view_; }
  /// A small control in the header, left of the menu.
  void add_tool(QWidget* tool);
  /// Where a control says it already: the text beside the title is then only in files.
  void hide_unit();
  bool table_shown() const;
  /// Offers the choice between a logarithmic y axis and a linear one, and keeps it under this name.
  void remember_axis_as(const QString& name);

 public Q_SLOTS:
  void showTable(bool show);
  /// Begins a note at the place that is then chosen, or a line across at the number that is then written.
  void writeNote();
  void drawAcross();
  void removeNotes();
  void copyImage();
  void copyNumbers();
  /// Opens the export window for a format of chart_formats().
  void exportAs(const QString& format);

 private:
  void refresh_table();
  void show_chart();
  void choose_axis(bool logarithmic);
  Chart as_wanted(Chart data) const;
  const Chart& chosen() const;
  void keep(const std::string& name, const ChartNote& note);
  void edit_note(const QPoint& at);

  QComboBox* choice_;
  QToolButton* show_all_;
  QAction* note_action_;
  QAction* across_action_;
  QAction* remove_notes_action_;
  QAction* table_action_;
  QAction* log_action_;
  std::vector<Chart> given_{1};
  QString remembered_as_;
  std::optional<bool> logarithmic_;  // as the user chose; else as the data want
  QStackedWidget* stack_;
  ChartView* view_;
  QTableView* table_;
  ChartTableModel* model_;
  QTimer table_timer_;
  std::map<std::string, std::vector<ChartNote>> notes_;  // by the chart
};

/// Every chart in every format of chart_formats(), as PREFIX-title.png…; the files' paths. Throws InputError.
QStringList save_cards(const std::vector<ChartCard*>& cards, const QString& folder, const QString& prefix = {});
/// As save_cards(), for one chart.
QStringList save_chart_as(const Chart& chart, const QString& folder, const QString& prefix);

}  // namespace mlplab
