#include "ui/notebook/parallel_plot.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/notebook/line_raster.h"
#include "ui/theme/ink_colors.h"

namespace mlplab {
namespace {

struct ParallelPlotText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::ParallelPlot)
};

constexpr int color_steps = 48;
constexpr std::size_t few_runs = 150;  // up to this many have thicker lines
constexpr double reach = 6.0;          // px: how near to a line is on it
constexpr double brush_half = 8.0;     // px: half of a brush's width
constexpr double gap_from = 0.4, gap_to = 0.6;

QString qt(const std::string& text) { return QString::fromStdString(text); }

QString scale_words(const ParallelAxis& axis) {
  QStringList words;
  if (!axis.unit.empty()) words << qt(axis.unit);
  if (axis.scale == ParallelAxis::Scale::linear) words << ParallelPlotText::tr("linear");
  if (axis.scale == ParallelAxis::Scale::logarithmic) words << ParallelPlotText::tr("log");
  if (axis.scale == ParallelAxis::Scale::named) words << ParallelPlotText::tr("values");
  return words.join(QStringLiteral(" · "));
}

/// A number of an axis in the reader's language; names stay as they are.
QString tick_words(const ParallelAxis& axis, const AxisTick& tick) {
  if (axis.scale == ParallelAxis::Scale::named) return qt(tick.words);
  bool number = false;
  const double value = QLocale::c().toDouble(qt(tick.words), &number);
  return number ? QLocale().toString(value, 'g', 4) : qt(tick.words);
}

QColor faded_color(const Theme& theme) { return mix(theme.card, theme.quiet, 0.22); }

void draw_all(QImage& image, const QColor& color, const std::vector<QLineF>& lines) {
  LineRaster raster(image);
  const double scale = image.devicePixelRatio();
  for (const QLineF& line : lines) raster.draw({line.p1() * scale, line.p2() * scale}, color.rgb());
}

}  // namespace

QColor line_color(const Theme& theme, double place) {
  const QColor strong = theme.series_color(3);  // blue
  const QColor faint = mix(theme.card, strong, 0.42), strongest = mix(strong, theme.text, 0.75);
  const double share = std::clamp(place, 0.0, 1.0);
  return share < 0.5 ? mix(faint, strong, 2 * share) : mix(strong, strongest, 2 * share - 1);
}

void ParallelPlot::set_runs(std::shared_ptr<const ParallelRuns> runs, const ParallelLook& look) {
  runs_ = std::move(runs);
  shown_ = ordered_axes(runs_->axes, look.order);
  std::erase_if(shown_, [&](std::size_t axis) { return look.hidden.contains(runs_->axes[axis].id); });
  places_.clear();
  for (const std::size_t axis : shown_) {
    std::vector<double>& places = places_.emplace_back();
    for (const double value : runs_->axes[axis].values) places.push_back(runs_->axes[axis].place_of(value));
  }
  color_ = find(look.color);
  if (color_ < 0) color_ = axes() - 1;
}

int ParallelPlot::find(const std::string& id) const {
  const auto at = std::ranges::find(shown_, id, [&](std::size_t axis) { return runs_->axes[axis].id; });
  return at == shown_.end() ? -1 : static_cast<int>(at - shown_.begin());
}

void ParallelPlot::lay_out(const QRectF& area, const QFont& font, const Theme& theme) {
  area_ = area;
  font_ = small_ = font;
  small_.setPointSizeF(theme.small_pt);
  const double title = QFontMetricsF(font_).height() + QFontMetricsF(small_).height();
  const double half_line = QFontMetricsF(small_).height() / 2;
  top_ = area.top() + title + 6 + half_line;
  const bool lacking = std::ranges::any_of(shown_, [&](std::size_t axis) { return runs_->axes[axis].lacks_values(); });
  const double high = area.bottom() - half_line - 2 - top_;
  bottom_ = top_ + std::max(high / (lacking ? 1 - no_value_place : 1.0), 1.0);
}

double ParallelPlot::x(int at) const { return area_.left() + spacing() * (at + 0.5); }

QRectF ParallelPlot::title(int at) const {
  const double high = QFontMetricsF(font_).height() + QFontMetricsF(small_).height();
  return {x(at) - spacing() / 2 + 3, area_.top(), spacing() - 6, high + 2};
}

int ParallelPlot::axis_at(double x) const {
  return std::clamp(static_cast<int>(std::floor((x - area_.left()) / spacing())), 0, std::max(axes() - 1, 0));
}

int ParallelPlot::run_at(const QPointF& point, const std::vector<bool>& within) const {
  if (axes() < 2 || point.x() < x(0) || point.x() > x(axes() - 1)) return -1;
  const auto left =
      static_cast<std::size_t>(std::clamp(static_cast<int>((point.x() - x(0)) / spacing()), 0, axes() - 2));
  const double share = (point.x() - x(static_cast<int>(left))) / spacing();
  int nearest = -1;
  double least = reach;
  for (std::size_t run = 0; run < runs_->size(); ++run) {
    if (!within[run]) continue;
    const double place = places_[left][run] + share * (places_[left + 1][run] - places_[left][run]);
    // The distance from a steep line is less than the one along the vertical.
    const double rise = (places_[left + 1][run] - places_[left][run]) * (bottom_ - top_) / spacing();
    const double distance = std::abs(y(place) - point.y()) / std::sqrt(1 + rise * rise);
    if (distance < least) least = distance, nearest = static_cast<int>(run);
  }
  return nearest;
}

/// From an axis to the next. The line of a run that did not reach its end has a gap.
void ParallelPlot::add_line(std::vector<QLineF>& lines, std::size_t run, int left) const {
  const auto at = [&](int axis) { return QPointF(x(axis), y(places_[static_cast<std::size_t>(axis)][run])); };
  const QPointF from = at(left), to = at(left + 1);
  if (runs_->complete[run]) return static_cast<void>(lines.emplace_back(from, to));
  lines.emplace_back(from, from + gap_from * (to - from));
  lines.emplace_back(from + gap_to * (to - from), to);
}

void ParallelPlot::add_lines(std::vector<QLineF>& lines, std::size_t run) const {
  constexpr double alone = 14;  // px: where there is no other axis
  if (axes() == 1) lines.emplace_back(x(0) - alone, y(places_[0][run]), x(0) + alone, y(places_[0][run]));
  for (int left = 0; left + 1 < axes(); ++left) add_line(lines, run, left);
}

/// Runs of a grid have many lines in common: of thousands, a line that a stronger one covers is left out.
void ParallelPlot::each_color(
    const std::vector<bool>& within, const Theme& theme,
    const std::function<void(const QColor& color, const std::vector<QLineF>& lines)>& draw) const {
  if (color_ < 0) return;
  std::array<std::vector<std::size_t>, color_steps + 1> runs;  // first those without a value to be coloured by
  for (std::size_t run = 0; run < runs_->size(); ++run) {
    if (!within[run]) continue;
    const double place = places_[static_cast<std::size_t>(color_)][run];
    const int step = place < 0 ? 0 : 1 + std::clamp(static_cast<int>(place * color_steps), 0, color_steps - 1);
    runs[static_cast<std::size_t>(step)].push_back(run);
  }
  constexpr double per_pixel = 2;
  const auto high = static_cast<std::size_t>((y(no_value_place) - y(1.0)) * per_pixel) + 2;
  const bool many = runs_->size() > few_runs && axes() > 1;
  std::vector<std::vector<bool>> covered(many ? static_cast<std::size_t>(axes() - 1) : 0);
  for (auto& pairs : covered) pairs.resize(high * high);
  const auto is_new = [&](std::size_t run, int left) {
    const auto row = [&](int axis) {
      return static_cast<std::size_t>((1.0 - places_[static_cast<std::size_t>(axis)][run]) * (bottom_ - top_) *
                                      per_pixel);
    };
    if (!runs_->complete[run]) return true;
    auto seen = covered[static_cast<std::size_t>(left)][row(left) * high + row(left + 1)];
    const bool is_first = !seen;
    seen = true;
    return is_first;
  };
  std::array<std::vector<QLineF>, color_steps + 1> lines;
  for (std::size_t step = runs.size(); step-- > 0;) {
    for (const std::size_t run : runs[step]) {
      if (!many) add_lines(lines[step], run);
      for (int left = 0; many && left + 1 < axes(); ++left)
        if (is_new(run, left)) add_line(lines[step], run, left);
    }
  }
  for (int step = 0; step <= color_steps; ++step)
    draw(step == 0 ? theme.quiet : line_color(theme, (step - 0.5) / color_steps),
         lines[static_cast<std::size_t>(step)]);
}

void ParallelPlot::paint_faded(QPainter& painter, const Theme& theme) const {
  std::vector<QLineF> lines;
  for (std::size_t run = 0; run < runs_->size(); ++run) add_lines(lines, run);
  painter.setPen(QPen(faded_color(theme), 1));
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void ParallelPlot::paint_lines(QPainter& painter, const std::vector<bool>& within, const Theme& theme) const {
  const double width = runs_->size() <= few_runs ? 1.6 : 0.8;
  each_color(within, theme, [&](const QColor& color, const std::vector<QLineF>& lines) {
    painter.setPen(QPen(color, width));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
  });
}

void ParallelPlot::draw_faded(QImage& image, const Theme& theme) const {
  std::vector<QLineF> lines;
  for (std::size_t run = 0; run < runs_->size(); ++run) add_lines(lines, run);
  draw_all(image, faded_color(theme), lines);
}

void ParallelPlot::draw_lines(QImage& image, const std::vector<bool>& within, const Theme& theme) const {
  if (runs_->size() <= few_runs) {
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    return paint_lines(painter, within, theme);
  }
  each_color(within, theme,
             [&](const QColor& color, const std::vector<QLineF>& lines) { draw_all(image, color, lines); });
}

void ParallelPlot::paint_run(QPainter& painter, int run, const QPen& pen) const {
  std::vector<QLineF> lines;
  add_lines(lines, static_cast<std::size_t>(run));
  painter.setPen(pen);
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void ParallelPlot::paint_axes(QPainter& painter, const AxisBrushes& brushes, const Theme& theme) const {
  for (int at = 0; at < axes(); ++at) {
    const double middle = x(at);
    if (at == color_) {
      QLinearGradient colors(0, y(0.0), 0, y(1.0));
      for (int step = 0; step <= 8; ++step) colors.setColorAt(step / 8.0, line_color(theme, step / 8.0));
      painter.fillRect(QRectF(middle - 3, y(1.0), 6, y(0.0) - y(1.0)), colors);
    } else {
      painter.setPen(QPen(theme.mark, 1.5));
      painter.drawLine(QPointF(middle, y(0.0)), QPointF(middle, y(1.0)));
    }
    paint_scale(painter, at, theme);
    if (const auto brush = brushes.find(axis(at).id); brush != brushes.end()) {
      QColor fill = theme.accent;
      fill.setAlphaF(0.28F);
      painter.setBrush(fill);
      painter.setPen(QPen(theme.accent, 1.5));
      for (const auto& [from, to] : bands_of(axis(at), brush->second))
        painter.drawRect(QRectF(QPointF(middle - brush_half, y(to)), QPointF(middle + brush_half, y(from))));
      painter.setBrush(Qt::NoBrush);
    }
    const QRectF where = title(at);
    painter.setFont(font_);
    painter.setPen(theme.text);
    const QFontMetricsF metrics(font_), small(small_);
    painter.drawText(QRectF(where.left(), where.top(), where.width(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(qt(axis(at).title), Qt::ElideRight, where.width()));
    painter.setFont(small_);
    painter.setPen(theme.quiet);
    painter.drawText(QRectF(where.left(), where.top() + metrics.height(), where.width(), small.height()),
                     Qt::AlignCenter, small.elidedText(scale_words(axis(at)), Qt::ElideRight, where.width()));
  }
}

/// Ticks with their words on the right, as many as have room; behind the words the ground shows through a little.
void ParallelPlot::paint_scale(QPainter& painter, int at, const Theme& theme) const {
  std::vector<std::pair<double, QString>> ticks;
  for (const AxisTick& tick : axis(at).ticks()) ticks.emplace_back(tick.place, tick_words(axis(at), tick));
  if (axis(at).lacks_values()) ticks.emplace_back(no_value_place, ParallelPlotText::tr("no value"));
  std::ranges::sort(ticks);
  const QFontMetricsF metrics(small_);
  const double line = metrics.height(), room = spacing() - brush_half - 12;
  QColor ground = theme.card;
  ground.setAlphaF(0.78F);
  painter.setFont(small_);
  double free_below = 1e9;
  for (const auto& [place, words] : ticks) {
    const double height = y(place);
    painter.setPen(QPen(theme.mark, 1.5));
    if (place < 0)
      painter.drawEllipse(QPointF(x(at), height), 3, 3);
    else
      painter.drawLine(QPointF(x(at) - 4, height), QPointF(x(at) + 4, height));
    if (height + line / 2 > free_below) continue;
    free_below = height - line / 2;
    const QString shown = metrics.elidedText(words, Qt::ElideRight, room);
    const double wide = metrics.horizontalAdvance(shown) + 2, beside = brush_half + 3;
    const bool no_room = x(at) + beside + wide > area_.right() + 3;  // on the right of the last axis
    // On its left stand the same words of its neighbour.
    if (place < 0 && no_room && at > 0 && axis(at - 1).lacks_values()) continue;
    const QRectF box(no_room ? x(at) - beside - wide : x(at) + beside, height - line / 2, wide, line);
    painter.fillRect(box, ground);
    painter.setPen(theme.quiet);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, shown);
  }
}

}  // namespace mlplab
