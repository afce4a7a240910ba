// A chart as a value: what ChartView shows, exports and lists as a table. Knows no widget and no Qt Charts.
// A new kind of mark is a member here and a few lines in chart_plot.cpp and chart_marks.cpp.
#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace mlplab {

enum class LineStyle { solid, dashed, dotted, none };
enum class Marker { none, circle, square, triangle, diamond, cross };

/// A colour as an index into Theme::series, and how many runs of the same colour came before it (each further shade
/// stands off more strongly from the card). A negative index is the neutral colour, for ideal lines and keys.
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

  QString name;
  SeriesColor color;
  LineStyle line = LineStyle::solid;
  Marker marker = Marker::none;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> error_low;   // (optional) y values of the error bars' ends, as long as y, or empty
  std::vector<double> error_high;  // (optional)
  int highlight = -1;              // index of a point that gets a ring: the best epoch
  bool in_legend = true;
  QString note;            // what the values are where they are not as measured ('mean of …'): in files and tables
  std::size_t joined = 0;  // points at the beginning that join it to another curve: drawn, in no file and no table
  Role role = Role::measured;
  int key = -1;        // what a click on its legend entry hides and shows, as a run's number; -1: nothing
  bool muted = false;  // its legend entry stands for something hidden
  bool operator==(const ChartSeries&) const = default;
};

/// One bar per category.
struct BarSeries {
  QString name;
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
  QString name;
  SeriesColor color;
  Fill fill = Fill::plain;
  double value = 0.0;  // in the unit of the y axis; its share is of the sum of the inner ring
  QString within;      // '': of the inner ring
  bool operator==(const RingSlice&) const = default;
};

struct ChartAxis {
  QString title;  // 'epoch'
  QString unit;   // 's'; '' for pure numbers
  bool logarithmic = false;
  int log_base = 0;  // 2 or 10; 0: 2 up to a factor of 24, else 10
  bool integers = false;
  std::optional<double> min, max;  // fixed limits; otherwise from the data, rounded to ticks
  bool operator==(const ChartAxis&) const = default;
  /// 'time per epoch / ms'
  QString label() const;
};

struct ChartData {
  QString title;
  QString unit;  // quiet text beside the title
  ChartAxis x, y;
  std::vector<ChartSeries> lines;
  std::vector<BarSeries> bars;  // grouped, or on top of one another when `stacked`
  QStringList categories;       // of the bars
  bool stacked = false;
  std::vector<RingSlice> ring;    // where there are any: a ring instead of axes, curves and bars
  QString ring_center;            // text inside it
  std::vector<ChartSeries> keys;  // legend entries without data: what a dash or a marker means
  QString caption;                // under an exported chart: where the numbers come from

  bool empty() const;
  bool operator==(const ChartData&) const = default;
};

/// The unit beside the title, with the kind of axis where it is no linear one.
QString unit_words(const ChartData& data);
/// Something above 0 is drawn in it, and nothing on top of another or below 0.
bool may_be_logarithmic(const ChartData& data);
/// Changes the y axis; limits that it cannot have go.
void set_logarithmic(ChartData& data, bool on);

/// The shares of a ring's slices, in per cent of the inner ring's sum.
std::vector<double> ring_shares(const std::vector<RingSlice>& ring);

/// At most two points (the lowest and the highest) a pixel column, in the order of x, first and last point kept.
/// `columns` over [x_min, x_max]. Not finite points are dropped.
std::vector<QPointF> decimate(const std::vector<double>& x, const std::vector<double>& y, double x_min, double x_max,
                              int columns);

/// The reading of a chart at an x: the nearest point of each series that has one there.
struct ChartReading {
  QString name;
  SeriesColor color;
  double x = 0, y = 0;  // of the point; of a computed series, the wanted x
};
std::vector<ChartReading> readings_at(const ChartData& data, double x);

/// Name and note, as files and tables have it.
QString full_name(const ChartSeries& series);

/// All points, C locale, shortest digits that read back to the same number, one line per point:
/// series,<x>,<y>[,low,high]
QString to_csv(const ChartData& data);

/// 3 significant digits in the user's language.
QString display_number(double value, int digits = 3);

}  // namespace mlplab
