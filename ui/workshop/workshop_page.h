// The page Workshop: a kernel of one's own is written, checked, timed and trained with. All that is said of it comes
// from core/workshop; code of a folder runs after a button was pressed, and never before. To show one more thing of a
// kernel: a tab in result_card.h.
#pragma once

#include "ui/study/study_page.h"
#include "ui/workshop/workshop_session.h"

namespace mlplab {

class EditorCard;
class ResultCard;
class WorkshopSetup;

class WorkshopPage : public StudyPage {
  Q_OBJECT
 public:
  /// `folder`: new kernels are made in it.
  explicit WorkshopPage(const std::filesystem::path& folder, QWidget* parent = nullptr);
  ~WorkshopPage() override;

  void show_next_chart() override;
  void show_example(ExampleSize size) override;
  QStringList save_all(const QString& folder) override;
  bool take_dropped(const QStringList& paths) override;
  void begin_kernel(const LessonKernel& kernel) override;

  WorkshopSession& session() { return session_; }
  WorkshopSetup& setup() { return *setup_; }
  EditorCard& editor() { return *editor_; }
  ResultCard& results() { return *results_; }
  const std::optional<workshop::Work>& work() const { return work_; }
  /// Whether the kernel is another one than the one that was checked.
  bool stale() const;

 public Q_SLOTS:
  /// A new folder of the chosen task and language, shown at once.
  void makeNew();
  void open(const QString& folder);
  // Each of these saves the text, then compiles and runs it; Time and Train check it first where that was not done.
  void check();
  void time();
  void train();
  /// Checks every kernel in the folders of this folder.
  void checkClass(const QString& folder);

 Q_SIGNALS:
  /// A check came to its end.
  void checked(const QString& task, const QString& language, bool passed);
  /// A kernel was timed.
  void timed(const QString& task, const QString& language);
  /// The next run is to be trained by this backend.
  void trainWanted(const std::string& backend);

 protected:
  void theme_changed() override;
  void open_kept() override;
  void start() override { check(); }

 private:
  /// The work as its folder says now, its text saved; nothing where it cannot be run now, and why was said.
  std::optional<workshop::Work> saved_work();
  void show_work(const std::filesystem::path& folder);
  /// Whether the kernel is still as it was then.
  bool is_now(const std::string& fingerprint) const;
  void check_done();
  void time_done();
  void run_ended();
  void start_training();
  void show_all();
  void show_versions();
  void show_reading();
  void arrange();

  WorkshopSession session_{this};
  std::filesystem::path folder_;
  std::optional<workshop::Work> work_;
  WorkshopSetup* setup_;
  EditorCard* editor_;
  ResultCard* results_;
  bool train_next_ = false;         // once the check has passed
  bool results_projected_ = false;  // in projector mode: the results have the page, else the text
};

}  // namespace mlplab
