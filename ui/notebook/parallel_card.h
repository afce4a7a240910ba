// The card around the view of parallel axes: how many runs are within the brushes, a menu to choose axes and colours
// and to save it as charts are saved. The user's axes are kept in the settings.
#pragma once

#include <QStringList>
#include <functional>

#include "ui/charts/enlarging_card.h"
#include "ui/notebook/parallel_view.h"
#include "ui/widgets/background.h"

class QLabel;
class QToolButton;

namespace mlplab {

class ParallelCard : public EnlargingCard {
  Q_OBJECT
 public:
  explicit ParallelCard(QWidget* parent = nullptr);
  void set_runs(std::shared_ptr<const ParallelRuns> runs);
  void set_theme(const Theme& theme) override;
  ParallelView* view() const { return view_; }
  /// The runs within the brushes, in words.
  QString words() const;
  /// PNG, SVG, PDF or CSV by the file's ending. Throws InputError.
  void save(const QString& path) const { save_as_seen()(path); }
  /// In every format of charts; the files' paths, none where there is nothing to draw. Throws InputError.
  QStringList save_all(const QString& folder) const;

 Q_SIGNALS:
  void closeWanted();

 private:
  void fill_menu();
  void show_axis_menu(const QString& axis, const QPoint& at);
  void keep_look();
  void change(const std::function<void(ParallelLook& look)>& act);
  /// Saves what is seen now, on any thread.
  std::function<void(const QString& path)> save_as_seen() const;
  void ask_to_save(const QString& format);
  void show_words();

  ParallelView* view_;
  QToolButton* clear_;
  QToolButton* close_;
  QLabel* words_;
  Background saver_;  // the last member: it ends before what its work tells
};

}  // namespace mlplab
