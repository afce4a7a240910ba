// A card with a race and its clock: play, pause, a slider to any moment, and how fast the clock runs. It says whether
// what is seen is live or replayed.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "ui/compare/race.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace mlplab {

class RaceView;

class RaceCard : public Card {
  Q_OBJECT
 public:
  explicit RaceCard(QWidget* parent = nullptr);
  /// `live_clock_s`: while a run goes on, how long it has trained: the clock follows it. Nothing: a replay.
  void set_race(const Race& race, std::optional<double> live_clock_s);
  void set_theme(const Theme& theme) override;
  RaceView* view() const { return view_; }
  QSlider* slider() const { return slider_; }
  bool playing() const { return timer_.isActive(); }
  bool live() const { return live_; }
  /// 'live' or 'replayed', as shown.
  QString label() const;

 public Q_SLOTS:
  void play();
  void pause();
  /// To a moment, in seconds of training.
  void seek(double clock_s);

 private:
  void tick();
  void show_clock();

  bool live_ = false;
  QLabel* clock_;
  QToolButton* play_;
  QSlider* slider_;
  QComboBox* speed_;
  RaceView* view_;
  QTimer timer_;
  QElapsedTimer since_;
};

}  // namespace mlplab
