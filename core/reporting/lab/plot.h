// A chart of the lab report as data: what the SVG writer, the window's painter and the tests all see. A new kind of
// mark is a member here, a few lines in svg_plot.cpp and in ui/report/.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mlplab {

struct PlotAxis {
  std::string title;               // 'epoch'
  std::string unit;                // 's'; '' for pure numbers
  bool whole = false;              // ticks at whole numbers only
  bool logarithmic = false;        // the x axis of curves only; ticks at powers of ten, no values up to 0
  std::optional<double> min, max;  // else from the data
  /// 'time per epoch / ms'
  std::string label() const;
};

/// How a curve is drawn: what was measured has marks at its values, what is computed is a line without any.
enum class PlotStyle { measured, measured_dashed, marks_only, plain, computed, ideal };

struct PlotCurve {
  std::string name;
  int color = 0;  // the index of a colour; -1: neutral
  PlotStyle style = PlotStyle::measured;
  std::vector<double> x, y;       // [n]; NaN draws nothing
  std::vector<double> low, high;  // [n] ends of the error bars, or empty; NaN: no bar there
};

/// One bar per category.
struct PlotBars {
  std::string name;
  int color = 0;
  std::vector<double> values;     // [categories]; NaN: none
  std::vector<double> low, high;  // [categories], or empty
};

struct Plot {
  std::string title;
  PlotAxis x, y;  // with bars y is the axis of their lengths, and x.title names the categories
  std::vector<PlotCurve> curves;
  std::vector<PlotBars> bars;
  std::vector<std::string> categories;
  bool stacked = false;
};

/// Ends the y axis where intervals would leave the values no room: those of two runs may reach to a million times the
/// median. True where it did: bars and curves are then cut at that end.
bool cut_long_intervals(Plot& plot);

/// An <svg> element for a page or a file: light ground, axes with units, a legend, curves told apart by their dashes
/// and marks as well as by colour. `description`: for those who cannot see it.
std::string to_svg(const Plot& plot, const std::string& description);

/// Text for the inside of an XML or HTML element or a quoted attribute; what XML cannot hold becomes '\uFFFD'.
std::string xml_escaped(const std::string& text);

}  // namespace mlplab
