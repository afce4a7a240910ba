// The lower card of the page Workshop: what is known of the kernel, a tab each. A tab is there while there is something
// in it. To add one: a member of Tab, its title and its view in the constructor, its offer() where it is filled.
#pragma once

#include <QFrame>
#include <map>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/workshop/workshop_session.h"

class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mlplab {

class CheckView;
class PlainTable;
class TimesView;
class VersionsView;
class WrongMap;

class ResultCard : public QFrame {
  Q_OBJECT
 public:
  enum class Tab { check, wrong, counts, times, versions, class_folders };
  explicit ResultCard(QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  void show_check(const std::optional<WorkshopSession::Checked>& checked);
  void show_timed(const std::optional<WorkshopSession::Timed>& timed);
  void show_versions(const std::vector<workshop::Version>& versions);
  void show_class(const std::vector<workshop::CheckedFolder>& folders);
  void show_tab(Tab tab);
  /// Whether there is something in it.
  bool has(Tab tab) const;
  CheckView& check() { return *check_; }
  TimesView& times() { return *times_; }
  VersionsView& versions() { return *versions_; }
  WrongMap& map() { return *map_; }
  QTableView* counts() const { return counts_; }
  QTableView* class_table() const { return class_; }
  QToolButton* tab(Tab tab) const { return tabs_.at(tab); }

 Q_SIGNALS:
  void lineWanted(int line);
  void folderWanted(const QString& folder);

 private:
  void offer(Tab tab, bool on);
  QWidget* make_wrong_view();

  std::map<Tab, QToolButton*> tabs_;
  QStackedWidget* stack_;
  CheckView* check_;
  WrongMap* map_;
  QLabel* map_words_;
  PlainTable *counts_model_, *class_model_;
  QTableView *counts_, *class_;
  TimesView* times_;
  VersionsView* versions_;
  std::vector<std::string> class_folders_;  // of the rows
};

}  // namespace mlplab
