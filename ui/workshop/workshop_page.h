// The page Workshop: a kernel of one's own is written, checked, timed and trained with. All that is said of it comes
// from core/workshop; code of a folder runs after a button was pressed, and never before. To show one more thing of a
// check: a part in the lower card, filled in show_check().
#pragma once

#include "ui/runs/study_page.h"
#include "ui/workshop/workshop_session.h"

class QListWidget;
class QTableView;

namespace mlplab {

class EditorCard;
class FindingTable;
class WorkshopSetup;

class WorkshopPage : public StudyPage {
  Q_OBJECT
 public:
  /// `folder`: new kernels are made in it.
  explicit WorkshopPage(const std::filesystem::path& folder, QWidget* parent = nullptr);
  ~WorkshopPage() override;

  void set_theme(const Theme& theme) override;
  void show_example(ExampleSize size) override;
  std::vector<std::pair<QString, Form*>> lesson_forms() override;
  bool take_dropped(const QStringList& paths) override;
  void begin_kernel(const LessonKernel& kernel) override;

  WorkshopSession& session() { return session_; }
  WorkshopSetup& setup() { return *setup_; }
  EditorCard& editor() { return *editor_; }
  QTableView* findings() const { return findings_; }
  QListWidget* stages() const { return stages_; }
  const std::optional<workshop::Work>& work() const { return work_; }

 public Q_SLOTS:
  /// A new folder of the chosen task and language, shown at once.
  void makeNew();
  void open(const QString& folder);
  /// Saves the text, then compiles and runs it.
  void check();

 Q_SIGNALS:
  /// A check came to its end.
  void checked(const QString& task, const QString& language, bool passed);
  /// A kernel was timed.
  void timed(const QString& task, const QString& language);

 private:
  QFrame* make_check_card();
  void show_check();
  void show_reading();
  void go_to_finding(int row);

  WorkshopSession session_{this};
  std::optional<workshop::Work> work_;
  WorkshopSetup* setup_;
  EditorCard* editor_;
  QFrame* lower_;
  QListWidget* stages_;
  QTableView* findings_;
  FindingTable* model_;
};

}  // namespace mlplab
