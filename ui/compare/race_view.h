// A race of runs: a lane each, all on one clock. Draws the race at a moment; who moves the clock is RaceCard.
#pragma once

#include "ui/compare/race.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class RaceView : public PaintedView {
  Q_OBJECT
 public:
  explicit RaceView(QWidget* parent = nullptr);
  void set_race(const Race& race);
  void set_clock(double clock_s);
  const Race& race() const { return race_; }
  double clock_s() const { return clock_s_; }
  /// With title and caption, on a light ground, as high as its lanes need.
  QImage image(int width) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize sizeHint() const override { return {500, 200}; }
  QSize minimumSizeHint() const override { return {240, 90}; }

 private:
  void paint(QPainter& painter, const QSizeF& size, const Theme& theme) const;

  Race race_;
  double clock_s_ = 0.0;
};

}  // namespace mlplab
