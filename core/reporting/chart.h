// A chart as a value. The window draws it (ui/charts), a report has it as SVG (chart_svg.cpp), a file as a table. A new
// kind of mark is a member here and a few lines in chart_svg.cpp and in ui/charts/chart_marks.cpp.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mlplab {

enum class LineStyle { solid, dashed, dotted, none };
enum class Marker { none, circle, square, triangle, diamond, cross };
/// In the order in which series get them.
inline constexpr std::array all_markers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond,
                                        Marker::cross};

/// A colour as an index into the palette (palette.h), and how many runs of the same colour came before it (each further
/// shade stands off more strongly from the card). A negative index is the neutral colour, for ideal lines and keys.
struct SeriesColor {
  int index = -1;
  int shade = 0;
  bool operator==(const SeriesColor&) const = default;
};

/// The pattern of a bar or slice, which tells it apart without its colour.
enum class Fill { plain, rising, falling, dots, grid, lines };

/// A curve: y over x, in the order of x; NaN ends nothing and draws nothing.
struct ChartSeries {
  /// `computed`: an ideal or a law, with values between its points too. `guide`: a line of the drawing without values.
  enum class Role { measured, computed, guide };

  std::string name;
  SeriesColor color;
  LineStyle line = LineStyle::solid;
  Marker marker = Marker::none;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> error_low;   // (optional) y values of the error bars' ends, as long as y, or empty
  std::vector<double> error_high;  // (optional)
  int highlight = -1;              // index of a point that gets a ring: the best epoch
  bool in_legend = true;
  std::string note;        // what the values are where they are not as measured ('mean of …'): in files and tables
  std::size_t joined = 0;  // points at the beginning that join it to another curve: drawn, in no file and no table
  Role role = Role::measured;
  int key = -1;        // what a click on its legend entry hides and shows, as a run's number; -1: nothing
  bool muted = false;  // its legend entry stands for something hidden
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
  bool operator==(const ChartSeries&) const = default;
};

/// One bar per category.
struct BarSeries {
  std::string name;
  SeriesColor color;
  std::vector<double> values;
  std::vector<double> error_low, error_high;  // (optional)
  Fill fill = Fill::plain;
  bool in_legend = true;
  int key = -1;  // as of a curve
  bool muted = false;
  bool operator==(const BarSeries&) const = default;
};

/// A part of a whole. Slices `within` split the slice of that name among themselves, in a second ring around it.
struct RingSlice {
  std::string name;
  SeriesColor color;
  Fill fill = Fill::plain;
  double value = 0.0;  // in the unit of the y axis; its share is of the sum of the inner ring
  std::string within;  // '': of the inner ring
  bool operator==(const RingSlice&) const = default;
};

/// A person's words on a chart: at a place, or on a line across it at the height y. Words at a place are about a curve
/// or a bar, see tied().
struct ChartNote {
  double x = 0, y = 0;
  std::string text;
  bool across = false;
  std::string axes = {};                   // that it was written on, by their labels; of a line the y axis
  std::string series = {}, category = {};  // of what it is about
  double value = 0;                        // the curve's first, or the bar's
  bool operator==(const ChartNote&) const = default;
};

struct ChartAxis {
  std::string title;  // 'epoch'
  std::string unit;   // 's'; '' for pure numbers
  bool logarithmic = false;
  int log_base = 0;  // 2 or 10; 0: 2 up to a factor of 24, else 10
  bool integers = false;
  std::optional<double> min, max;  // fixed limits; otherwise from the data, rounded to ticks
  bool operator==(const ChartAxis&) const = default;
  /// 'time per epoch / ms'
  std::string label() const;
};

struct Chart {
  std::string id;  // in names of files: 'speedup'; '' where it has no file of its own
  std::string title;
  std::string unit;  // quiet text beside the title
  ChartAxis x, y;
  std::vector<ChartSeries> lines;
  std::vector<BarSeries> bars;          // grouped, or on top of one another when `stacked`
  std::vector<std::string> categories;  // of the bars
  bool stacked = false;
  std::vector<RingSlice> ring;    // where there are any: a ring instead of axes, curves and bars
  std::string ring_center;        // text inside it
  std::vector<ChartSeries> keys;  // legend entries without data: what a dash or a marker means
  std::string caption;            // under an exported chart: where the numbers come from
  std::vector<ChartNote> notes;   // in the window and its images, not among the numbers of a file

  bool empty() const;
  bool operator==(const Chart&) const = default;
};

/// The note with its axes, and at a place with the curve or bar that it stands nearest to.
ChartNote tied(ChartNote note, const Chart& chart);
/// The note at its place in `chart`; nothing on other axes (4 epochs are not 4 seconds), nor where what it is about,
/// with its very values, is not in it: words about one measurement do not stand on another.
std::optional<ChartNote> placed(ChartNote note, const Chart& chart);
/// The unit beside the title, with the kind of axis where it is no linear one.
std::string unit_words(const Chart& data);
/// Something above 0 is drawn in it, and nothing on top of another or below 0.
bool may_be_logarithmic(const Chart& data);
/// Changes the y axis; limits that it cannot have go.
void set_logarithmic(Chart& data, bool on);

/// The shares of a ring's slices, in per cent of the inner ring's sum; unknown where nothing was measured.
std::vector<double> ring_shares(const std::vector<RingSlice>& ring);

struct ChartPoint {
  double x = 0, y = 0;
};
/// At most two points (the lowest and the highest) a pixel column, in the order of x, first and last point kept.
/// `columns` over [x_min, x_max]. Not finite points are dropped.
std::vector<ChartPoint> decimate(const std::vector<double>& x, const std::vector<double>& y, double x_min, double x_max,
                                 int columns);

/// How far values reach.
struct ChartLimits {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -std::numeric_limits<double>::infinity();
  void add(double value) {
    if (!std::isfinite(value)) return;
    lo = std::fmin(lo, value);
    hi = std::fmax(hi, value);
  }
  bool valid() const { return lo <= hi; }
};
/// The limits of a chart's values, with their error bars and stacks. Bars begin at 0 where the axis has one.
ChartLimits x_limits(const Chart& chart);
ChartLimits y_limits(const Chart& chart);

/// Ends the y axis where intervals would leave the values no room: those of two runs may reach to a million times the
/// median. True where it did: bars and curves are then cut at that end.
bool cut_long_intervals(Chart& chart);

/// The reading of a chart at an x: the nearest point of each series that has one there.
struct ChartReading {
  std::string name;
  SeriesColor color;
  double x = 0, y = 0;  // of the point; of a computed series, the wanted x
};
std::vector<ChartReading> readings_at(const Chart& chart, double x);

/// Name and note, as files and tables have it.
std::string full_name(const ChartSeries& series);

/// All points, C locale, shortest digits that read back to the same number, one line per point:
/// series,<x>,<y>[,low,high]
std::string to_csv(const Chart& chart);

/// An <svg> element for a page or a file: light ground, axes with units, a legend, curves told apart by their dashes
/// and markers as well as by colour; bars lie, with their values at their ends. `description`: for those who cannot see
/// it. Of a ring it draws nothing.
std::string to_svg(const Chart& chart, const std::string& description);

}  // namespace mlplab
