// The page Class: the whole class takes part from their phones. Guesses and drawings are its two views, the server's
// panel stands beside them; the run's weights and curves go to the phones from here. A further view is a tab in the
// constructor and its refresh() in refresh().
#pragma once

#include <QTimer>

#include "ui/phones/class_server.h"
#include "ui/widgets/page.h"

class QStackedWidget;
class QToolButton;

namespace mlplab {

class ClassPanel;
class GuessView;
class RunData;
class RunSession;
class WallView;

class ClassPage : public Page {
  Q_OBJECT
 public:
  /// `guessing`: the pages whose 'Guess first' the class may be asked for.
  ClassPage(RunSession& training, RunData* run_data, const std::filesystem::path& resources,
            const std::vector<Page*>& guessing, QWidget* parent = nullptr);
  ~ClassPage() override;

  void set_theme(const Theme& theme) override;
  QStringList save_all(const QString& folder) override;
  void show_example(ExampleSize size) override;
  ClassServer& server() { return server_; }
  ClassPanel& panel() { return *panel_; }
  GuessView& guesses() { return *guesses_; }
  WallView& wall() { return *wall_; }
  enum class View { guesses, drawings };
  void show_view(View view);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void class_started();
  void class_stopped();
  void refresh();
  void ask_for_weights();
  void pass_weights();
  void pass_run();

  RunSession& training_;
  RunData* data_;
  ClassServer server_;
  ClassPanel* panel_;
  GuessView* guesses_;
  WallView* wall_;
  std::vector<QToolButton*> tabs_;  // no QButtonGroup: in one the keyboard reaches the checked button alone
  QStackedWidget* stack_;
  QTimer watch_timer_, people_timer_, weights_timer_;
  double watched_s_ = 0;      // when the phones were told of the run last
  std::size_t drawings_ = 0;  // when the weights were last asked for
  int quiet_ticks_ = 0;       // of weights_timer_ since the last drawing
};

}  // namespace mlplab
