// The side of the page Workshop: task, language, folders, and the buttons that check, time and train.
#pragma once

#include <map>

#include "core/workshop/work.h"
#include "ui/study/study_setup.h"
#include "ui/workshop/workshop_session.h"

class QComboBox;
class QPushButton;

namespace mlplab {

class WorkshopSetup : public StudySetup {
  Q_OBJECT
 public:
  /// `folder`: new folders are made in it until the user chooses another.
  WorkshopSetup(WorkshopSession& session, std::filesystem::path folder, QWidget* parent = nullptr);
  const workshop::Task& task() const;
  const workshop::Language& language() const;
  void choose(const std::string& task, const std::string& language);
  /// Where new folders are made.
  std::filesystem::path base() const;
  void set_base(const std::filesystem::path& folder);
  /// The folder that is shown; nothing: none is.
  void show_work(const std::optional<workshop::Work>& work);
  /// Puts the folder to the front of the recent ones.
  void remember(const std::filesystem::path& folder);
  /// A control by its id: 'new', 'open', 'check', 'time', 'train', 'class'.
  QPushButton* button(const QString& id) const;
  QComboBox* recent() const { return recent_; }
  /// Threads of a kernel that has several, and of its rungs.
  int threads() const;

 Q_SIGNALS:
  void newWanted();
  void openWanted(const QString& folder);
  void timeWanted();
  void trainWanted();
  void classWanted(const QString& folder);

 protected:
  void check() override;

 private:
  void refresh() override;
  void list_recent();
  void choose_base();
  void choose_folder();
  void choose_class();
  void add_new_and_open();
  void add_acts();
  QPushButton* add_button(const QString& id, const QString& text, const QString& tip);

  WorkshopSession& session_;
  std::filesystem::path usual_base_;
  QComboBox *task_, *language_, *base_box_, *recent_;
  NumberBox* threads_;
  std::map<QString, QPushButton*> buttons_;  // in projector mode some stand outside of this widget
  std::optional<workshop::Work> work_;
};

}  // namespace mlplab
