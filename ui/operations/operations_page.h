// The page Operations: one operation in many variants, each verified before it is timed. Poolings and filters are
// drawn, window by window; the times of a max pooling and those of the matrix product stand in a chart and a table,
// others' figures beside them.
#pragma once

#include <vector>

#include "core/operations/published_operations.h"
#include "core/reporting/chart.h"
#include "ui/operations/operations_session.h"
#include "ui/study/study_page.h"

class QComboBox;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace mlplab {

class ChartCard;
class EmbeddingCard;
class LoadStrip;
class OperationsSetup;
class OperationsTableModel;
class RunSession;
class WindowsCard;

class OperationsPage : public StudyPage {
  Q_OBJECT
 public:
  /// `resources`: published measurements. `training` (optional): the run whose newest weights embed.
  explicit OperationsPage(const std::filesystem::path& resources, RunSession* training = nullptr);

  void show_next_chart() override;
  /// The charts of all that was measured, and the drawing.
  QStringList save_all(const QString& folder) override;
  bool takes_images() const override;
  bool take_dropped(const QStringList& paths) override;
  void show_example(ExampleSize size) override;

  OperationsSession& session() { return session_; }
  void keep_in(const std::filesystem::path& folder) { session_.keep_in(folder); }
  OperationsSetup& setup() { return *setup_; }
  WindowsCard& drawing() { return *drawing_; }
  EmbeddingCard& map() { return *map_; }
  ChartCard& times() { return *times_; }
  ChartCard& rates() { return *rates_; }
  QTableView& table() { return *table_; }
  QString take_lesson(const Lesson& lesson) override;
  void fill_lesson(Lesson& lesson) const override;
  /// Lessons hide and lock none of its rows.
  std::vector<std::pair<QString, Form*>> lesson_forms() override { return {}; }

 private:
  static QString introduction(LaboratoryKind kind);
  QWidget* make_table_card();
  void theme_changed() override;
  std::vector<std::filesystem::path> kept_studies() const override;
  std::filesystem::path shown_study() const override;
  void start() override;
  void show_result();
  void show_table();
  void show_map();
  void show_load();
  void show_reading();
  QString guess_sentence() const;
  void arrange();
  const OperationsSession::Result& result() const;

  /// The published measurements of the chosen operation; null where they are not wanted.
  const PublishedOperations* published() const;
  const PublishedOperations* published_of(LaboratoryKind kind) const;
  std::vector<Chart> charts_of(const OperationsSession::Result& result, const PublishedOperations* beside) const;

  std::vector<PublishedOperations> published_;
  OperationsSession session_;
  OperationsSetup* setup_;
  QStackedWidget* upper_;  // the drawing, or the rates
  WindowsCard* drawing_;
  ChartCard* rates_;
  ChartCard* times_;
  QVBoxLayout* left_;
  QWidget* table_card_;
  EmbeddingCard* map_;
  QTableView* table_ = nullptr;
  OperationsTableModel* model_ = nullptr;
  QComboBox* size_ = nullptr;
  LoadStrip* load_ = nullptr;
  bool size_chosen_ = false;  // by the user: else that of compared_size()
  bool upper_projected_ = true;
};

}  // namespace mlplab
