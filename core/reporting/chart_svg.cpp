// Drawn by hand: a page of numbers needs no more than lines, marks, bars and text.
#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/chart.h"
#include "core/reporting/palette.h"
#include "core/reporting/ticks.h"
#include "core/reporting/xml.h"

namespace mlplab {
namespace {

constexpr double svg_width = 640.0, curves_height = 300.0, bar_height = 16.0, bar_gap = 10.0;
constexpr double legend_line = 18.0, glyph = 6.4;  // px; the width of a letter of 12 px, on average
const std::string svg_ink = hex(light_palette.text), svg_quiet = hex(light_palette.quiet),
                  svg_grid = hex(light_palette.line);
// How texts stand, and lines are drawn: attributes of SVG.
constexpr const char* tick_left = "text-anchor=\"end\" font-size=\"11\"";       // untranslated: SVG
constexpr const char* tick_below = "text-anchor=\"middle\" font-size=\"11\"";   // untranslated: SVG
constexpr const char* words_left = "text-anchor=\"end\" font-size=\"12\"";      // untranslated: SVG
constexpr const char* words_below = "text-anchor=\"middle\" font-size=\"12\"";  // untranslated: SVG
constexpr const char* dashes = " stroke-dasharray=\"";                          // untranslated: SVG
constexpr const char* white_in = "fill=\"#ffffff\" stroke=\"";                  // untranslated: SVG
constexpr const char* no_fill = "fill=\"none\" stroke=\"";                      // untranslated: SVG
constexpr const char* svg_circle = "<circle cx=\"";                             // untranslated: SVG

std::string color_of(const SeriesColor& color) { return hex(series_rgb(light_palette, color)); }

/// The neutral one is lighter as a surface than as a line, and unlike the palette's black.
std::string bar_color(const SeriesColor& color) { return color.index < 0 ? "#9aa1ab" : color_of(color); }

/// A coordinate: two digits are finer than any screen.
std::string coordinate(double value) { return with_decimals(value, 2); }

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string svg_text(double x, double y, const std::string& text, const std::string& more) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + more + ">" + xml_escaped(text) +
         "</text>\n";
}

std::string svg_line(double x1, double y1, double x2, double y2, const std::string& color, const std::string& more) {
  return "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" + coordinate(x2) + "\" y2=\"" +
         coordinate(y2) + "\" stroke=\"" + color + "\" " + more + "/>\n";
}

std::string svg_box(double x, double y, double width, double height, const std::string& more) {
  return "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" + coordinate(width) + "\" height=\"" +
         coordinate(height) + "\" " + more + "/>\n";
}

std::string svg_path(const std::string& points, const std::string& paint) {
  return "<path d=\"" + points + "\" " + paint + "/>\n";
}

std::string svg_mark(double x, double y, Marker marker, const SeriesColor& color) {
  const std::string paint = white_in + color_of(color) + "\" stroke-width=\"1.8\"";
  constexpr double r = 3.6;
  const auto point = [&](double dx, double dy) { return coordinate(x + dx) + " " + coordinate(y + dy); };
  switch (marker) {
    case Marker::none:
      return {};
    case Marker::circle:
      return svg_circle + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"" + coordinate(r) + "\" " + paint +
             "/>\n";
    case Marker::square:
      return svg_box(x - r, y - r, 2 * r, 2 * r, paint);
    case Marker::triangle:
      return svg_path("M" + point(0, -r - 1) + "L" + point(r + 1, r) + "L" + point(-r - 1, r) + "Z", paint);
    case Marker::diamond:
      return svg_path(
          "M" + point(0, -r - 1) + "L" + point(r + 1, 0) + "L" + point(0, r + 1) + "L" + point(-r - 1, 0) + "Z", paint);
    case Marker::cross:
      return svg_path("M" + point(-r, -r) + "L" + point(r, r) + "M" + point(-r, r) + "L" + point(r, -r), paint);
  }
  return {};
}

std::string dash_of(LineStyle line) {
  switch (line) {
    case LineStyle::dashed:
      return "6 4";
    case LineStyle::dotted:
      return "2 3";
    case LineStyle::solid:
    case LineStyle::none:
      break;
  }
  return {};
}

/// How a curve's line is painted: what was computed is thinner than what was measured.
std::string paint_of(const ChartSeries& series) {
  const std::string dash = dash_of(series.line);
  return no_fill + color_of(series.color) + "\" stroke-width=\"" +
         (series.role == ChartSeries::Role::measured ? "2.0" : "1.6") + "\" stroke-linejoin=\"round\"" +
         (dash.empty() ? dash : dashes + dash + "\"");
}

/// Entries of what is drawn, and of what a dash or a marker means.
std::vector<ChartSeries> legend_of(const Chart& chart) {
  std::vector<ChartSeries> entries;
  for (const auto* list : {&chart.lines, &chart.keys})
    for (const ChartSeries& series : *list)
      if (series.in_legend && !series.muted && !series.name.empty()) entries.push_back(series);
  return entries;
}

std::vector<BarSeries> bars_in_legend(const Chart& chart) {
  std::vector<BarSeries> entries = chart.bars;
  std::erase_if(entries, [](const BarSeries& bars) { return !bars.in_legend || bars.muted || bars.name.empty(); });
  return entries;
}

/// Written from (0, y) on; `y` becomes where it ends.
std::string draw_legend(const Chart& chart, double& y) {
  std::string svg;
  double x = 8.0;
  constexpr double sample = 26.0, space = 18.0;
  const auto place = [&](const std::string& name) {
    const double wide = sample + 6.0 + glyph * static_cast<double>(letters(name)) + space;
    if (x > 8.0 && x + wide > svg_width) x = 8.0, y += legend_line;
    svg += svg_text(x + sample + 6, y, name, "font-size=\"12\"");
    const double left = x;
    x += wide;
    return left;
  };
  for (const ChartSeries& entry : legend_of(chart)) {
    const double left = place(entry.name), middle = y - 4.0;
    if (entry.line != LineStyle::none)
      svg += svg_path("M" + coordinate(left) + " " + coordinate(middle) + "L" + coordinate(left + sample) + " " +
                          coordinate(middle),
                      paint_of(entry));
    svg += svg_mark(left + sample / 2, middle, entry.marker, entry.color);
  }
  for (const BarSeries& entry : bars_in_legend(chart)) {
    const double left = place(entry.name);
    svg += svg_box(left + 8, y - 10, 12, 12, "fill=\"" + bar_color(entry.color) + "\"");
  }
  y += legend_line;
  return svg;
}

/// The scale of an axis in pixels; its ticks lie inside it.
struct PixelScale {
  double low = 0.0, high = 1.0, from_px = 0.0, to_px = 1.0;
  int decimals = 0;
  std::vector<double> ticks;
  bool logarithmic = false;
  double px(double value) const {
    const double share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from_px + share * (to_px - from_px);
  }
  bool holds(double value) const {
    const double slack = 1e-9 * std::fabs(high);
    return std::isfinite(value) && value >= low - slack && value <= high + slack;
  }
  double inside(double value) const { return std::clamp(value, low, high); }
};

PixelScale scale_of(const ChartAxis& axis, const ChartLimits& limits, double from_px, double to_px, int wanted,
                    bool for_bars = false) {
  double lo = axis.min.value_or(limits.valid() ? limits.lo : 0.0);
  double hi = axis.max.value_or(limits.valid() ? limits.hi : 1.0);
  PixelScale scale{.from_px = from_px, .to_px = to_px, .logarithmic = axis.logarithmic};
  if (axis.logarithmic) {
    const TickScale ticks = logarithmic_ticks(lo, hi, axis.log_base, for_bars);
    scale.low = ticks.min;
    scale.high = ticks.max;
    scale.ticks = powers_within(ticks);
    return scale;
  }
  if (hi <= lo) lo = std::min(0.0, lo), hi = hi == 0.0 ? 1.0 : 1.1 * std::max(hi, lo);
  const TickScale ticks = round_ticks(lo, hi, wanted, axis.integers);
  scale.decimals = ticks.decimals;
  scale.low = axis.min.value_or(ticks.min);
  scale.high = axis.max.value_or(ticks.max);
  const double slack = 1e-9 * (scale.high - scale.low);
  for (double i = std::round(ticks.min / ticks.step); i * ticks.step <= scale.high + slack; i += 1.0)
    if (i * ticks.step >= scale.low - slack) scale.ticks.push_back(i * ticks.step);
  return scale;
}

std::string tick_text(const PixelScale& scale, double value) {
  if (value == 0.0) return "0";
  if (std::fabs(value) >= 1e6) return significant(value);
  if (scale.logarithmic) return value >= 1e-3 ? exact(value) : significant(value, 1);
  return with_minus(with_decimals(value, std::min(scale.decimals, 9)));
}

/// A line from `low` to `high`; an end beyond the axis has no cap.
std::string draw_error_bar(const PixelScale& y, double at_x, double low, double high, const std::string& color) {
  const std::string width = "stroke-width=\"1.3\"";
  std::string svg = svg_line(at_x, y.px(y.inside(low)), at_x, y.px(y.inside(high)), color, width);
  for (const double end : {low, high})
    if (y.holds(end)) svg += svg_line(at_x - 4, y.px(end), at_x + 4, y.px(end), color, width);
  return svg;
}

bool has_interval(const std::vector<double>& low, const std::vector<double>& high, std::size_t i) {
  return i < low.size() && i < high.size() && std::isfinite(low[i]) && std::isfinite(high[i]) && low[i] < high[i];
}

/// Points beyond the axis are not drawn; a wedge at its edge says so.
std::string draw_curve(const ChartSeries& series, const PixelScale& x, const PixelScale& y) {
  const std::string color = color_of(series.color);
  std::string svg, path;
  bool pen_down = false;
  constexpr std::size_t columns = 1000;  // more points than that are not seen
  if (series.line != LineStyle::none && !series.x.empty())
    for (const ChartPoint& point : decimate(series.x, series.y, series.x.front(), series.x.back(), columns)) {
      const bool drawn = x.holds(point.x) && y.holds(point.y);
      if (drawn) path += (pen_down ? "L" : "M") + coordinate(x.px(point.x)) + " " + coordinate(y.px(point.y));
      pen_down = drawn;
    }
  if (!path.empty()) svg += svg_path(path, paint_of(series));
  double last_wedge = -1e9;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!x.holds(series.x[i]) || !std::isfinite(series.y[i])) continue;
    const double at_x = x.px(series.x[i]), value = series.y[i];
    if (y.holds(value)) {
      if (has_interval(series.error_low, series.error_high, i))
        svg += draw_error_bar(y, at_x, series.error_low[i], series.error_high[i], color);
      if (series.highlight == static_cast<int>(i))
        svg += svg_circle + coordinate(at_x) + "\" cy=\"" + coordinate(y.px(value)) + "\" r=\"7\" " + no_fill + color +
               "\"/>\n";
      svg += svg_mark(at_x, y.px(value), series.marker, series.color);
    } else if (series.role == ChartSeries::Role::measured && i >= series.joined && at_x - last_wedge > 20.0) {
      const double edge = y.px(value > y.high ? y.high : y.low), inwards = value > y.high ? 6.0 : -6.0;
      svg += svg_path("M" + coordinate(at_x) + " " + coordinate(edge) + "l4 " + coordinate(inwards) + "h-8Z",
                      "fill=\"" + color + "\"");
      last_wedge = at_x;
    }
  }
  return svg;
}

std::string draw_curves(const Chart& chart, double top, double& bottom) {
  constexpr double left = 66.0, right = svg_width - 16.0, foot = 44.0;
  const double ground = top + curves_height;
  const PixelScale x = scale_of(chart.x, x_limits(chart), left, right, 8);
  const PixelScale y = scale_of(chart.y, y_limits(chart), ground, top + 6.0, 6);
  std::string svg;
  for (const double tick : y.ticks) {
    svg += svg_line(left, y.px(tick), right, y.px(tick), svg_grid, "");
    svg += svg_text(left - 7, y.px(tick) + 4, tick_text(y, tick), tick_left);
  }
  for (const double tick : x.ticks) {
    svg += svg_line(x.px(tick), ground, x.px(tick), ground + 4, svg_quiet, "");
    svg += svg_text(x.px(tick), ground + 17, tick_text(x, tick), tick_below);
  }
  svg += svg_line(left, ground, right, ground, svg_quiet, "");
  svg += svg_text((left + right) / 2, ground + 36, chart.x.label(), words_below);
  const double middle = (top + ground) / 2;
  svg += svg_text(15, middle, chart.y.label(),
                  words_below + std::string(" transform=\"rotate(-90 15 ") + coordinate(middle) + ")\"");
  for (const ChartSeries& series : chart.lines) svg += draw_curve(series, x, y);
  bottom = ground + foot;
  return svg;
}

/// The series whose only bar of a category this is; nullptr where several stand on top of one another there.
const BarSeries* alone_at(const Chart& chart, std::size_t category) {
  const BarSeries* found = nullptr;
  for (const BarSeries& bars : chart.bars) {
    if (category >= bars.values.size() || !std::isfinite(bars.values[category])) continue;
    if (found != nullptr) return nullptr;
    found = &bars;
  }
  return found;
}

/// '7.50 (2.95 to 31.4)'
std::string bar_words(const BarSeries& bars, std::size_t category) {
  const std::string value = significant(bars.values[category]);
  return has_interval(bars.error_low, bars.error_high, category)
             ? say("%1 (%2 to %3)", value, significant(bars.error_low[category]),
                   significant(bars.error_high[category]))
             : value;
}

/// The value at its end, as the table has it.
std::string draw_bar(const BarSeries& bars, std::size_t category, const PixelScale& x, double y) {
  const double length = x.px(x.inside(bars.values[category]));
  const double ground = x.logarithmic ? x.from_px : x.px(x.inside(0.0));
  std::string svg = svg_box(std::min(ground, length), y, std::fabs(length - ground), bar_height - 3,
                            "fill=\"" + color_of(bars.color) + "\"");
  double end = length;
  if (has_interval(bars.error_low, bars.error_high, category)) {
    const double low = bars.error_low[category], high = bars.error_high[category], middle = y + (bar_height - 3) / 2;
    const std::string width = "stroke-width=\"1.3\"";
    end = std::max(end, x.px(x.inside(high)));
    svg += svg_line(x.px(x.inside(low)), middle, x.px(x.inside(high)), middle, svg_ink, width);
    for (const double cap : {low, high})  // one that goes on beyond the axis has no end
      if (x.holds(cap)) svg += svg_line(x.px(cap), middle - 4, x.px(cap), middle + 4, svg_ink, width);
  }
  const std::string words = bar_words(bars, category);
  const double last = svg_width - glyph * static_cast<double>(letters(words));  // from there on it would be cut
  const double begin = std::min(end + 5, last);
  if (begin < end) svg += svg_box(begin - 3, y - 1, svg_width - begin + 3, bar_height - 1, "fill=\"#ffffff\"");
  return svg + svg_text(begin, y + bar_height - 6, words, "font-size=\"11\"");
}

/// All of a category on top of one another, and their sum.
std::string draw_stack(const Chart& chart, std::size_t category, const PixelScale& x, double y) {
  std::string svg;
  double from = 0.0;
  for (const BarSeries& bars : chart.bars) {
    const double part = category < bars.values.size() ? bars.values[category] : 0.0;
    if (!(part > 0.0)) continue;
    svg += svg_box(x.px(from), y, x.px(from + part) - x.px(from), bar_height - 3,
                   "fill=\"" + bar_color(bars.color) + "\" stroke=\"#ffffff\"");
    from += part;
  }
  return svg + svg_text(x.px(from) + 5, y + bar_height - 6, significant(from), "font-size=\"11\"");
}

std::string draw_bars(const Chart& chart, double top, double& bottom) {
  std::size_t longest = 4;
  for (const std::string& name : chart.categories) longest = std::max(longest, letters(name));
  const double left = std::min(230.0, 20.0 + glyph * static_cast<double>(longest));
  const bool intervals = std::ranges::any_of(chart.bars, [](const BarSeries& bars) { return !bars.error_low.empty(); });
  const double right = svg_width - (intervals ? 150.0 : 60.0);
  const double each = bar_height * static_cast<double>(chart.stacked ? 1 : chart.bars.size()) + bar_gap;
  const double ground = top + each * static_cast<double>(chart.categories.size());
  const PixelScale x = scale_of(chart.y, y_limits(chart), left, right, 6, true);
  std::string svg;
  for (const double tick : x.ticks) {
    svg += svg_line(x.px(tick), top, x.px(tick), ground, svg_grid, "");
    svg += svg_text(x.px(tick), ground + 16, tick_text(x, tick), tick_below);
  }
  for (std::size_t c = 0; c < chart.categories.size(); ++c) {
    double y = top + each * static_cast<double>(c) + bar_gap / 2;
    svg += svg_text(left - 7, y + (each - bar_gap) / 2 + 3, chart.categories[c], words_left);
    if (const BarSeries* alone = alone_at(chart, c); chart.stacked) {
      svg += alone != nullptr ? draw_bar(*alone, c, x, y) : draw_stack(chart, c, x, y);
      continue;
    }
    for (const BarSeries& bars : chart.bars) {
      if (c < bars.values.size() && std::isfinite(bars.values[c])) svg += draw_bar(bars, c, x, y);
      y += bar_height;
    }
  }
  svg += svg_line(left, top, left, ground, svg_quiet, "");
  svg += svg_text((left + right) / 2, ground + 34, chart.y.label(), words_below);
  for (const ChartSeries& marks : chart.lines)  // x: the place of a category
    for (std::size_t i = 0; i < marks.x.size(); ++i)
      if (x.holds(marks.y[i]))
        svg += svg_mark(x.px(marks.y[i]), top + each * (marks.x[i] + 0.5), marks.marker, marks.color);
  bottom = ground + 42.0;
  return svg;
}

}  // namespace

std::string to_svg(const Chart& chart, const std::string& description) {
  double y = legend_of(chart).empty() && bars_in_legend(chart).empty() ? 14.0 : 44.0;
  std::string body = svg_text(8, 20, chart.title, "font-size=\"15\" font-weight=\"600\"");
  const double end = 8 + 10.2 * static_cast<double>(letters(chart.title)) + 10;  // of letters of 15 px
  if (const std::string unit = unit_words(chart);
      !unit.empty() && end + glyph * static_cast<double>(letters(unit)) < svg_width)
    body += svg_text(end, 20, unit, "font-size=\"12\" fill=\"" + svg_quiet + "\"");
  body += draw_legend(chart, y);
  double bottom = y;
  body += chart.bars.empty() ? draw_curves(chart, y, bottom) : draw_bars(chart, y, bottom);
  const std::string size = coordinate(svg_width) + " " + coordinate(bottom);
  constexpr const char* begin = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";  // untranslated: SVG
  constexpr const char* label = "\" role=\"img\" aria-label=\"";                             // untranslated: SVG
  constexpr const char* font = "\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"";    // untranslated: SVG
  return begin + size + "\" width=\"" + coordinate(svg_width) + "\" height=\"" + coordinate(bottom) + label +
         xml_escaped(chart.title + ". " + description) + font + svg_ink + "\">\n" +
         svg_box(0, 0, svg_width, bottom, "fill=\"#ffffff\"") + body + "</svg>\n";
}

}  // namespace mlplab
