// Lanes shrink until all fit; behind the line stand place and time.
#include "ui/compare/race_view.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/charts/chart_plot.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

RaceView::RaceView(QWidget* parent) : PaintedView(tr("Race of the runs"), QAccessible::Chart, parent) {}

void RaceView::set_race(const Race& race) {
  race_ = race;
  set_clock(clock_s_);
}

void RaceView::set_clock(double clock_s) {
  clock_s_ = clock_s;
  QStringList words;
  for (std::size_t i = 0; i < race_.lanes.size(); ++i) {
    const RaceLane& lane = race_.lanes[i];
    const int place = place_at(race_, i, clock_s_);
    const QString epochs = display_number(epochs_at(lane, clock_s_));
    words << (place > 0 ? tr("%1: place %2").arg(lane.name, QString::number(place))
                        : tr("%1: %2 of %3 epochs").arg(lane.name, epochs, QString::number(lane.epochs_total)));
  }
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  update();
}

void RaceView::paint(QPainter& painter, const QSizeF& size, const Theme& theme) const {
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPointSizeF(theme.small_pt);
  painter.setFont(small);
  if (race_.lanes.empty())
    return paint_instead(painter, {{}, size}, tr("Compare some implementations: their runs race here."), theme);
  const QFontMetricsF metrics(small);
  double name_width = 0;
  for (const RaceLane& lane : race_.lanes) name_width = std::max(name_width, metrics.horizontalAdvance(lane.name));
  name_width = std::min(name_width, 0.3 * size.width()) + 10;
  const double result_width = metrics.horizontalAdvance(QStringLiteral("10. · 888 ms")) + 10;
  const double left = name_width, right = size.width() - result_width;
  const double row = std::min<double>(theme.px(34), size.height() / static_cast<double>(race_.lanes.size()));
  const double bar = std::clamp(row - 8, 4.0, 1.0 * theme.px(18));
  for (std::size_t i = 0; i < race_.lanes.size(); ++i) {
    const RaceLane& lane = race_.lanes[i];
    const double y = row * static_cast<double>(i);
    const double middle = y + row / 2;
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, y, name_width - 10, row), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(lane.name, Qt::ElideRight, name_width - 10));
    const double share = std::clamp(epochs_at(lane, clock_s_) / lane.epochs_total, 0.0, 1.0);
    const QRectF track(left, middle - bar / 2, right - left, bar);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line);
    painter.drawRoundedRect(track, bar / 2, bar / 2);
    if (share > 0.0) {
      QPainterPath clip;
      clip.addRoundedRect(track, bar / 2, bar / 2);
      painter.save();
      painter.setClipPath(clip);
      painter.fillRect(QRectF(track.left(), track.top(), share * track.width(), bar), series_color(theme, lane.color));
      painter.restore();
    }
    for (int epoch = 1; epoch < static_cast<int>(lane.epochs_total) && lane.epochs_total <= 20; ++epoch) {
      const double x = left + (right - left) * epoch / lane.epochs_total;
      painter.setPen(QPen(theme.card, 1));
      painter.drawLine(QPointF(x, track.top()), QPointF(x, track.bottom()));
    }
    const int place = place_at(race_, i, clock_s_);
    painter.setPen(place > 0 ? theme.text : theme.quiet);
    const QString result =
        place > 0 ? tr("%1. · %2").arg(place).arg(display_time(*finish_s(lane))) : share_text(share, 0);
    painter.drawText(QRectF(right + 10, y, result_width - 10, row), Qt::AlignLeft | Qt::AlignVCenter, result);
  }
}

QImage RaceView::image(int width) const {
  constexpr int scale = 2, margin = 10, lane = 34, least_lanes = 2;
  const Theme light = light_theme();
  QFont bold = font(), small = font();
  bold.setPointSizeF(light.font_pt + 2);
  bold.setBold(true);
  small.setPointSizeF(light.small_pt);
  const QFontMetrics bold_metrics(bold), small_metrics(small);
  const int head = bold_metrics.height() + 8, room = width - 2 * margin;
  const int foot = small_metrics.boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap, race_.caption).height() + 8;
  const int lanes = lane * std::max(least_lanes, static_cast<int>(race_.lanes.size()));
  const int height = 2 * margin + head + lanes + foot;
  QImage image(width * scale, height * scale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  image.fill(light.card);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::TextAntialiasing);
  painter.setFont(bold);
  painter.setPen(light.text);
  painter.drawText(margin, margin + bold_metrics.ascent(), tr("Race"));
  painter.setFont(small);
  painter.setPen(light.quiet);
  painter.drawText(margin + bold_metrics.horizontalAdvance(tr("Race")) + 8, margin + bold_metrics.ascent(),
                   clock_s_ < race_.end_s() ? tr("after %1 of training").arg(display_time(clock_s_))
                                            : tr("all on one clock of training time"));
  painter.drawText(QRect(margin, height - margin - foot + 8, room, foot), Qt::AlignLeft | Qt::TextWordWrap,
                   race_.caption);
  painter.translate(margin, margin + head);
  paint(painter, QSizeF(room, lanes), light);
  return image;
}

void RaceView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paint(painter, size(), theme_);
}

}  // namespace mlplab
