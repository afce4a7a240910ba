// Drawn by hand: a page of numbers needs no more than lines, marks, bars and text.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/lab/plot.h"
#include "core/reporting/ticks.h"

namespace mlplab {
namespace {

constexpr double svg_width = 640.0, curves_height = 300.0, bar_height = 16.0, bar_gap = 10.0;
constexpr double legend_line = 18.0, glyph = 6.4;  // px; the width of a letter of 12 px, on average
constexpr const char* svg_ink = "#1b1f24";
constexpr const char* svg_quiet = "#5b6470";
constexpr const char* svg_grid = "#e1e4e9";
// How texts stand, and lines are drawn: attributes of SVG.
constexpr const char* tick_left = "text-anchor=\"end\" font-size=\"11\"";           // untranslated: SVG
constexpr const char* tick_below = "text-anchor=\"middle\" font-size=\"11\"";       // untranslated: SVG
constexpr const char* words_left = "text-anchor=\"end\" font-size=\"12\"";          // untranslated: SVG
constexpr const char* words_below = "text-anchor=\"middle\" font-size=\"12\"";      // untranslated: SVG
constexpr const char* dashes = "\" stroke-linejoin=\"round\" stroke-dasharray=\"";  // untranslated: SVG
constexpr const char* white_in = "fill=\"#ffffff\" stroke=\"";                      // untranslated: SVG
constexpr const char* no_ground = "\" fill=\"none\" stroke=\"";                     // untranslated: SVG
// Okabe–Ito's, darkened where they are to be read on white: as in the window (ui/theme).
constexpr const char* svg_colors[] = {"#00956b", "#b97a00", "#d55e00", "#0072b2",
                                      "#c2659a", "#2e93cf", "#94890a", "#40454d"};

std::string color_name(int index) {
  return index < 0 ? "#7f8792" : svg_colors[static_cast<std::size_t>(index) % std::size(svg_colors)];
}

/// A coordinate: two digits are finer than any screen.
std::string coordinate(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

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

/// Each colour has a mark of its own.
std::string svg_mark(double x, double y, int color) {
  const std::string paint = white_in + color_name(color) + "\" stroke-width=\"1.8\"";
  constexpr double r = 3.6;
  const auto path = [&](const std::string& d) { return "<path d=\"" + d + "\" " + paint + "/>\n"; };
  const auto point = [&](double dx, double dy) { return coordinate(x + dx) + " " + coordinate(y + dy); };
  switch (((color % 4) + 4) % 4) {
    case 1:
      return svg_box(x - r, y - r, 2 * r, 2 * r, paint);
    case 2:
      return path("M" + point(0, -r - 1) + "L" + point(r + 1, r) + "L" + point(-r - 1, r) + "Z");
    case 3:
      return path("M" + point(0, -r - 1) + "L" + point(r + 1, 0) + "L" + point(0, r + 1) + "L" + point(-r - 1, 0) +
                  "Z");
    default:
      return "<circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"" + coordinate(r) + "\" " + paint +
             "/>\n";
  }
}

struct CurveLook {
  bool line = true, marks = true;
  const char* dash = "";
  double width = 2.0;
};

CurveLook look_of_curve(PlotStyle style) {
  switch (style) {
    case PlotStyle::measured:
      return {};
    case PlotStyle::measured_dashed:
      return {.dash = "6 4"};
    case PlotStyle::marks_only:
      return {.line = false};
    case PlotStyle::plain:
      return {.marks = false, .width = 1.6};
    case PlotStyle::computed:
      return {.marks = false, .dash = "2 3", .width = 1.8};
    case PlotStyle::ideal:
      return {.marks = false, .dash = "8 3 2 3", .width = 1.4};
  }
  return {};
}

struct LegendEntry {
  std::string name;
  int color = 0;
  std::optional<PlotStyle> style;  // nothing: a bar
};

std::vector<LegendEntry> legend_of(const Plot& plot) {
  std::vector<LegendEntry> entries;
  for (const PlotCurve& curve : plot.curves)
    if (!curve.name.empty()) entries.push_back({curve.name, curve.color, curve.style});
  for (const PlotBars& bars : plot.bars)
    if (!bars.name.empty()) entries.push_back({bars.name, bars.color, std::nullopt});
  return entries;
}

/// Written from (0, y) on; `y` becomes where it ends.
std::string draw_legend(const Plot& plot, double& y) {
  std::string svg;
  double x = 8.0;
  constexpr double sample = 26.0, space = 18.0;
  for (const LegendEntry& entry : legend_of(plot)) {
    const double wide = sample + 6.0 + glyph * static_cast<double>(letters(entry.name)) + space;
    if (x > 8.0 && x + wide > svg_width) {
      x = 8.0;
      y += legend_line;
    }
    const double middle = y - 4.0;
    if (entry.style) {
      const CurveLook look = look_of_curve(*entry.style);
      if (look.line)
        svg += svg_line(x, middle, x + sample, middle, color_name(entry.color),
                        "stroke-width=\"" + coordinate(look.width) + "\" stroke-dasharray=\"" + look.dash + "\"");
      if (look.marks) svg += svg_mark(x + sample / 2, middle, entry.color);
    } else {
      svg += svg_box(x + 8, middle - 6, 12, 12, "fill=\"" + color_name(entry.color) + "\"");
    }
    svg += svg_text(x + sample + 6, y, entry.name, "font-size=\"12\"");
    x += wide;
  }
  y += legend_line;
  return svg;
}

struct DataExtent {
  double low = std::nan(""), high = std::nan("");
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::isfinite(low) ? std::min(low, value) : value;
    high = std::isfinite(high) ? std::max(high, value) : value;
  }
};

/// The scale of an axis in pixels; its ticks lie inside it.
struct PlotScale {
  double low = 0.0, high = 1.0, from_px = 0.0, to_px = 1.0;
  int decimals = 0;
  std::vector<double> ticks;
  bool logarithmic = false;  // low and high are then powers of ten's exponents
  double px(double value) const {
    const double at = logarithmic ? std::log10(value) : value;
    return from_px + (at - low) / (high - low) * (to_px - from_px);
  }
};

/// Whole powers of ten around all values above 0.
PlotScale logarithmic_scale(DataExtent extent, double from_px, double to_px) {
  PlotScale scale{.from_px = from_px, .to_px = to_px, .logarithmic = true};
  if (!(extent.low > 0.0)) extent = {1.0, 10.0};
  scale.low = std::floor(std::log10(extent.low) + 1e-9);
  scale.high = std::max(std::ceil(std::log10(extent.high) - 1e-9), scale.low + 1.0);
  for (double exponent = scale.low; exponent <= scale.high; exponent += 1.0)
    scale.ticks.push_back(std::pow(10.0, exponent));
  return scale;
}

PlotScale scale_of(const PlotAxis& axis, DataExtent extent, double from_px, double to_px, int wanted) {
  if (axis.min) extent.take(*axis.min);
  if (axis.max) {
    extent.take(*axis.max);
    extent.high = *axis.max;
  }
  if (!std::isfinite(extent.low)) extent = {0.0, 1.0};
  if (extent.low == extent.high) extent = {std::min(0.0, extent.low), extent.high == 0.0 ? 1.0 : 1.1 * extent.high};
  const TickScale ticks = round_ticks(extent.low, extent.high, wanted, axis.whole);
  PlotScale scale{.from_px = from_px, .to_px = to_px, .decimals = ticks.decimals};
  scale.low = axis.min.value_or(ticks.min);
  scale.high = axis.max.value_or(ticks.max);
  const double slack = 1e-9 * (scale.high - scale.low);
  for (double i = std::round(ticks.min / ticks.step); i * ticks.step <= scale.high + slack; i += 1.0)
    if (i * ticks.step >= scale.low - slack) scale.ticks.push_back(i * ticks.step);
  return scale;
}

std::string tick_text(const PlotScale& scale, double value) {
  if (value == 0.0) return "0";
  if (scale.logarithmic) return significant(value, 1);
  if (std::fabs(value) >= 1e6) return significant(value);
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", std::min(scale.decimals, 9), value);
  return text;
}

/// Points beyond the axis are left out.
bool is_drawn(const PlotCurve& curve, std::size_t i, const PlotScale& y) {
  return std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]) && curve.y[i] <= y.high * (1.0 + 1e-9);
}

std::string draw_curve(const PlotCurve& curve, const PlotScale& x, const PlotScale& y) {
  const CurveLook look = look_of_curve(curve.style);
  const std::string color = color_name(curve.color);
  std::string svg, path;
  bool pen_down = false;
  for (std::size_t i = 0; look.line && i < curve.x.size(); ++i) {
    if (!is_drawn(curve, i, y)) {
      pen_down = false;
      continue;
    }
    path += (pen_down ? "L" : "M") + coordinate(x.px(curve.x[i])) + " " + coordinate(y.px(curve.y[i]));
    pen_down = true;
  }
  if (!path.empty())
    svg += "<path d=\"" + path + no_ground + color + "\" stroke-width=\"" + coordinate(look.width) + dashes +
           look.dash + "\"/>\n";
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!is_drawn(curve, i, y)) continue;
    const double at_x = x.px(curve.x[i]);
    if (i < curve.low.size() && std::isfinite(curve.low[i]) && std::isfinite(curve.high[i])) {
      const double low = y.px(curve.low[i]), high = y.px(std::min(curve.high[i], y.high));
      const std::string width = "stroke-width=\"1.3\"";
      svg += svg_line(at_x, low, at_x, high, color, width) + svg_line(at_x - 4, low, at_x + 4, low, color, width);
      // One that goes on beyond the axis has no end.
      if (curve.high[i] <= y.high) svg += svg_line(at_x - 4, high, at_x + 4, high, color, width);
    }
    if (look.marks) svg += svg_mark(at_x, y.px(curve.y[i]), curve.color);
  }
  return svg;
}

std::string draw_curves(const Plot& plot, double top, double& bottom) {
  constexpr double left = 66.0, right = svg_width - 16.0, foot = 44.0;
  DataExtent along, up;
  for (const PlotCurve& curve : plot.curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      along.take(curve.x[i]);
      up.take(curve.y[i]);
    }
    for (const double end : curve.low) up.take(end);
    for (const double end : curve.high) up.take(end);
  }
  const double ground = top + curves_height;
  const PlotScale x =
      plot.x.logarithmic ? logarithmic_scale(along, left, right) : scale_of(plot.x, along, left, right, 8);
  const PlotScale y = scale_of(plot.y, up, ground, top + 6.0, 6);
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
  svg += svg_text((left + right) / 2, ground + 36, plot.x.label(), words_below);
  const double middle = (top + ground) / 2;
  svg += svg_text(15, middle, plot.y.label(),
                  words_below + std::string(" transform=\"rotate(-90 15 ") + coordinate(middle) + ")\"");
  for (const PlotCurve& curve : plot.curves) svg += draw_curve(curve, x, y);
  bottom = ground + foot;
  return svg;
}

double stack_of(const Plot& plot, std::size_t category) {
  double sum = 0.0;
  for (const PlotBars& bars : plot.bars)
    if (std::isfinite(bars.values[category])) sum += bars.values[category];
  return sum;
}

DataExtent lengths_of(const Plot& plot) {
  DataExtent extent;
  extent.take(0.0);
  for (std::size_t c = 0; c < plot.categories.size(); ++c) {
    if (plot.stacked) extent.take(stack_of(plot, c));
    for (const PlotBars& bars : plot.bars) {
      if (!plot.stacked) extent.take(bars.values[c]);
      if (!bars.high.empty()) extent.take(bars.high[c]);
    }
  }
  return extent;
}

bool has_interval(const PlotBars& bars, std::size_t category) {
  return !bars.low.empty() && std::isfinite(bars.low[category]) && std::isfinite(bars.high[category]);
}

/// '7.50 (2.95 to 31.4)'
std::string bar_words(const PlotBars& bars, std::size_t category) {
  const std::string value = significant(bars.values[category]);
  return has_interval(bars, category)
             ? say("%1 (%2 to %3)", value, significant(bars.low[category]), significant(bars.high[category]))
             : value;
}

/// The value at its end, as the table has it.
std::string draw_bar(const PlotBars& bars, std::size_t category, const PlotScale& x, double y) {
  const double value = bars.values[category], length = x.px(value);
  std::string svg =
      svg_box(x.from_px, y, length - x.from_px, bar_height - 3, "fill=\"" + color_name(bars.color) + "\"");
  double end = length;
  if (has_interval(bars, category)) {
    const double low = x.px(bars.low[category]), high = x.px(std::min(bars.high[category], x.high));
    const double middle = y + (bar_height - 3) / 2;
    svg += svg_line(low, middle, high, middle, svg_ink, "stroke-width=\"1.3\"");
    for (const double cap : {low, high})
      if (cap == low || bars.high[category] <= x.high)
        svg += svg_line(cap, middle - 4, cap, middle + 4, svg_ink, "stroke-width=\"1.3\"");
    end = std::max(end, high);
  }
  const std::string words = bar_words(bars, category);
  const double last = svg_width - glyph * static_cast<double>(letters(words));  // from there on it would be cut
  const double begin = std::min(end + 5, last);
  if (begin < end) svg += svg_box(begin - 3, y - 1, svg_width - begin + 3, bar_height - 1, "fill=\"#ffffff\"");
  return svg + svg_text(begin, y + bar_height - 6, words, "font-size=\"11\"");
}

std::string draw_bars(const Plot& plot, double top, double& bottom) {
  std::size_t longest = 4;
  for (const std::string& name : plot.categories) longest = std::max(longest, letters(name));
  const double left = std::min(230.0, 20.0 + glyph * static_cast<double>(longest));
  bool intervals = false;
  for (const PlotBars& bars : plot.bars)
    for (std::size_t c = 0; c < plot.categories.size(); ++c) intervals = intervals || has_interval(bars, c);
  const double right = svg_width - (intervals ? 150.0 : 60.0);
  const double each = bar_height * static_cast<double>(plot.stacked ? 1 : plot.bars.size()) + bar_gap;
  const double ground = top + each * static_cast<double>(plot.categories.size());
  const PlotScale x = scale_of(plot.y, lengths_of(plot), left, right, 6);
  std::string svg;
  for (const double tick : x.ticks) {
    svg += svg_line(x.px(tick), top, x.px(tick), ground, svg_grid, "");
    svg += svg_text(x.px(tick), ground + 16, tick_text(x, tick), tick_below);
  }
  for (std::size_t c = 0; c < plot.categories.size(); ++c) {
    double y = top + each * static_cast<double>(c) + bar_gap / 2;
    svg += svg_text(left - 7, y + (each - bar_gap) / 2 + 3, plot.categories[c], words_left);
    double from = 0.0;
    for (const PlotBars& bars : plot.bars) {
      if (plot.stacked) {
        const double part = std::isfinite(bars.values[c]) ? bars.values[c] : 0.0;
        svg += svg_box(x.px(from), y, x.px(from + part) - x.px(from), bar_height - 3,
                       "fill=\"" + color_name(bars.color) + "\" stroke=\"#ffffff\"");
        from += part;
        continue;
      }
      if (std::isfinite(bars.values[c])) svg += draw_bar(bars, c, x, y);
      y += bar_height;
    }
    if (plot.stacked) svg += svg_text(x.px(from) + 5, y + bar_height - 6, significant(from), "font-size=\"11\"");
  }
  svg += svg_line(left, top, left, ground, svg_quiet, "");
  svg += svg_text((left + right) / 2, ground + 34, plot.y.label(), words_below);
  bottom = ground + 42.0;
  return svg;
}

}  // namespace

std::string PlotAxis::label() const { return unit.empty() ? title : title + " / " + unit; }

bool cut_long_intervals(Plot& plot) {
  constexpr double most = 2.5;  // times the highest value
  double value = 0.0, end = 0.0;
  const auto take_all = [](double& highest, const std::vector<double>& list) {
    for (const double one : list)
      if (std::isfinite(one)) highest = std::max(highest, one);
  };
  for (const PlotCurve& curve : plot.curves) {
    take_all(value, curve.y);
    take_all(end, curve.high);
  }
  for (const PlotBars& bars : plot.bars) {
    take_all(value, bars.values);
    take_all(end, bars.high);
  }
  if (plot.stacked || plot.y.max || value <= 0.0 || end <= most * value) return false;
  plot.y.max = most * value;
  return true;
}

std::string to_svg(const Plot& plot, const std::string& description) {
  double y = legend_of(plot).empty() ? 14.0 : 44.0;
  std::string body = svg_text(8, 20, plot.title, "font-size=\"15\" font-weight=\"600\"");
  body += draw_legend(plot, y);
  double bottom = y;
  body += plot.bars.empty() ? draw_curves(plot, y, bottom) : draw_bars(plot, y, bottom);
  const std::string size = coordinate(svg_width) + " " + coordinate(bottom);
  constexpr const char* begin = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";  // untranslated: SVG
  constexpr const char* label = "\" role=\"img\" aria-label=\"";                             // untranslated: SVG
  constexpr const char* font = "\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"";    // untranslated: SVG
  return begin + size + "\" width=\"" + coordinate(svg_width) + "\" height=\"" + coordinate(bottom) + label +
         xml_escaped(plot.title + ". " + description) + font + svg_ink + "\">\n" +
         svg_box(0, 0, svg_width, bottom, "fill=\"#ffffff\"") + body + "</svg>\n";
}

}  // namespace mlplab
