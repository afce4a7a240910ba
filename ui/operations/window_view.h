// A sliding window drawn: the numbers or the image before with the current window framed, what comes out beside it, and
// for filters and images the window's numbers with their weights below. Click, drag, or the arrow keys move the window.
#pragma once

#include <QImage>
#include <QStringList>

#include "core/operations/windows.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class WindowView : public PaperView {
  Q_OBJECT
 public:
  explicit WindowView(QWidget* parent = nullptr);

  /// Numbers are drawn one by one; pixels, from 0 (black) to 255 (white), as images.
  enum class Look { numbers, pixels };
  /// Some window must fit (why_no_window()). The current window is the first one.
  void set_content(NumberGrid grid, const WindowWork& work, Look look);
  /// A sentence in place of the windows.
  void set_why_not(const QString& why);
  bool empty() const { return after_.numbers.empty(); }

  const WindowWork& work() const { return work_; }
  const NumberGrid& before() const { return before_; }
  const NumberGrid& after() const { return after_; }
  Look look() const { return look_; }
  /// The current window, counted from 0 row by row.
  std::int64_t window() const { return window_; }
  const SeenWindow& seen() const { return seen_; }
  /// 'Window 5 of 16: …, the largest is 7.'
  QString sentence() const;
  /// How the image after is shown: its numbers as they are, or from which to which. '' for numbers.
  QString range_words() const;

  /// Where a window's place before and its number after are drawn.
  QRectF place_before(std::int64_t index) const;
  QRectF place_after(std::int64_t index) const;

  QSize sizeHint() const override { return {360, 220}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 public Q_SLOTS:
  void setWindow(qint64 index);
  /// To the next window of a film; of very many windows some are passed over. False at the end.
  bool step();

 Q_SIGNALS:
  void windowChanged(qint64 index);

 protected:
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  struct Places {
    double cell_in = 0.0, cell_out = 0.0;
    QRectF in, out;  // in: with the padding where numbers are drawn
    int around = 0;  // numbers of padding on each side of `in`
    QRectF captions, strip;
  };
  /// The numbers of the window and the weights as small grids.
  struct Strip {
    std::vector<QStringList> grids;
    std::vector<double> wide;  // px: of a cell of each
    double sign = 0.0, divisor = 0.0, width = 0.0;
  };
  Places places(const QRectF& area) const;
  Strip strip(const QFontMetricsF& metrics) const;
  void paint_numbers(QPainter& painter, const Places& at, const Theme& theme) const;
  void paint_pixels(QPainter& painter, const Places& at, const Theme& theme) const;
  void paint_strip(QPainter& painter, const Places& at, const Theme& theme) const;
  QRectF frame_before(const Places& at, const SeenWindow& window) const;
  QRectF frame_after(const Places& at, std::int64_t index) const;
  void go_to(const QPointF& point);
  std::int64_t windows() const { return static_cast<std::int64_t>(after_.numbers.size()); }
  bool has_strip() const;

  WindowWork work_;
  NumberGrid before_, after_;
  Look look_ = Look::numbers;
  QString why_not_;
  QStringList texts_in_, texts_out_;  // of numbers
  int longest_in_ = 1, longest_out_ = 1;
  QImage image_in_, image_out_;  // of pixels
  float low_ = 0.0F, high_ = 255.0F;
  std::int64_t window_ = 0;
  SeenWindow seen_;
};

}  // namespace mlplab
