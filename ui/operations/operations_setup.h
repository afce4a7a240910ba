// The column in which an operation, its sizes and how it is timed are chosen.
#pragma once

#include <QWidget>

#include "core/lessons/lesson.h"
#include "ui/operations/operations_session.h"
#include "ui/study/study_setup.h"

class QComboBox;
class QLineEdit;

namespace mlplab {

class NumberBox;
class RunSession;

class OperationsSetup : public StudySetup {
  Q_OBJECT
 public:
  /// `training` (optional): the run whose newest weights embed.
  explicit OperationsSetup(OperationsSession& session, RunSession* training = nullptr);

  /// Throws UsageError naming what is wrong.
  OperationPlan plan() const;
  void set_plan(const OperationPlan& plan);
  LessonOperations lesson_part() const;
  void take_lesson(const LessonOperations& part);
  LaboratoryKind kind() const;
  bool with_published() const { return published_index() >= 0; }
  /// Where the images to be embedded are, or the photographs that have them as faces; '': they are generated.
  void set_folder(const QString& folder, bool of_faces = false);
  /// Whether the drawing has the numbers of the row 'Drawn n'; else the row is hidden, and every kernel may be.
  void draw_numbers(bool on);

 Q_SIGNALS:
  /// The form asks for another operation.
  void kindChanged();
  /// The form has a case of a pooling that can be.
  void caseChanged(const mlplab::PoolingCase& c);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  PoolingCase pooling_case() const;
  void add_embedding_rows();
  std::vector<int> pools() const;
  std::vector<int> pools_or_usual() const;
  void choose_source();
  void choose_kind();
  void check() override;
  void refresh() override;

  OperationsSession& session_;
  RunSession* training_;
  QComboBox* operation_;
  NumberBox* n_;
  NumberBox* kernel_;
  NumberBox* stride_;
  NumberBox* padding_;
  QComboBox* largest_;
  NumberBox* threads_;
  NumberBox* repeats_;
  NumberBox* limit_;
  QComboBox* source_;
  NumberBox* images_;
  NumberBox* packet_;
  QLineEdit* pools_;
  QComboBox* pool_of_;
  bool draws_numbers_ = true;
};

}  // namespace mlplab
