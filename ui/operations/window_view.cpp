#include "ui/operations/window_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace mlplab {

namespace {

constexpr double gap_cells = 1.5;           // between the numbers and what comes out
constexpr double images_gap = 14;           // px: between two images
constexpr double smallest_with_digits = 9;  // px: below, cells have no room for a digit
constexpr double largest_cell = 34, largest_pixel = 40;
constexpr double room_for_a_strip = 190;      // px: of height
constexpr int largest_in_strip = 5;           // kernel
constexpr double least_frame = 7;             // px: a smaller window could not be found
constexpr double least_share_of_font = 0.75;  // of a caption that has little room
constexpr int film_places = 28;               // in a direction: a film of an image does not stop at every pixel
constexpr int widest_digits = 6;              // of a number in the strip, as '−1,020' without its comma

QString number_words(float number) { return QString::fromStdString(grid_number(number)); }

/// Black is `low`, white is `high`.
QImage gray_image(const NumberGrid& grid, float low, float high) {
  QImage image(grid.width, grid.height, QImage::Format_Grayscale8);
  const float scale = 255.0F / std::max(high - low, 1e-6F);
  std::size_t place = 0;
  for (int row = 0; row < grid.height; ++row) {
    uchar* line = image.scanLine(row);
    for (int column = 0; column < grid.width; ++column, ++place)
      line[column] = static_cast<uchar>(std::clamp((grid.numbers[place] - low) * scale + 0.5F, 0.0F, 255.0F));
  }
  return image;
}

QRectF centered(const QRectF& area, double width, double height) {
  return {area.center().x() - width / 2, area.center().y() - height / 2, width, height};
}

QRectF at_least(const QRectF& frame, double side) {
  return centered(frame, std::max(frame.width(), side), std::max(frame.height(), side));
}

}  // namespace

WindowView::WindowView(QWidget* parent)
    : PaperView(tr("The windows; the arrow keys go from one to the next"), QAccessible::Graphic, parent) {
  setFocusPolicy(Qt::StrongFocus);
  set_content({1, 1, {0.0F}}, {.kernel = 1, .stride = 1, .filter = {}}, Look::numbers);
}

void WindowView::set_content(NumberGrid grid, const WindowWork& work, Look look) {
  work_ = work;
  look_ = look;
  why_not_.clear();
  before_ = std::move(grid);
  after_ = windows_over(work_, before_);
  texts_in_.clear(), texts_out_.clear();
  longest_in_ = longest_out_ = 1;
  image_in_ = image_out_ = {};
  if (look_ == Look::numbers) {
    const auto add = [](QStringList& texts, const NumberGrid& numbers, int& longest) {
      for (const float number : numbers.numbers) {
        texts << number_words(number);
        longest = std::max(longest, static_cast<int>(texts.back().size()));
      }
    };
    add(texts_in_, before_, longest_in_);
    add(texts_out_, after_, longest_out_);
  } else {
    const auto [least, most] = std::ranges::minmax(after_.numbers);
    const bool as_they_are = least >= 0.0F && most <= 255.0F;
    low_ = as_they_are ? 0.0F : least;
    high_ = as_they_are ? 255.0F : most;
    image_in_ = gray_image(before_, 0.0F, 255.0F);
    image_out_ = gray_image(after_, low_, high_);
  }
  window_ = -1;
  setWindow(0);
}

void WindowView::set_why_not(const QString& why) {
  why_not_ = why;
  after_ = {};
  texts_in_.clear(), texts_out_.clear();
  window_ = 0;
  setAccessibleDescription(why);
  update();
  Q_EMIT windowChanged(0);
}

void WindowView::setWindow(qint64 index) {
  if (empty()) return;
  index = std::clamp<qint64>(index, 0, windows() - 1);
  if (index == window_) return;
  window_ = index;
  seen_ = seen_window(work_, before_, index);
  setAccessibleDescription(sentence());
  update();
  Q_EMIT windowChanged(index);
}

bool WindowView::step() {
  if (empty()) return false;
  const std::int64_t columns = after_.width, rows = after_.height;
  const std::int64_t by = std::max<std::int64_t>(1, (std::max(rows, columns) + film_places - 1) / film_places);
  const std::int64_t row = window_ / columns, column = window_ % columns;
  if (column + by < columns) {
    setWindow(window_ + by);
  } else if (row + by < rows) {
    setWindow((row + by) * columns);
  } else {
    return false;
  }
  return true;
}

QString WindowView::sentence() const {
  if (empty()) return why_not_;
  const QString equation = QString::fromStdString(window_equation(work_, seen_));
  const QString number = QStringLiteral("%L1").arg(window_ + 1), all = QStringLiteral("%L1").arg(windows());
  if (work_.kind != WindowKind::largest || work_.kernel > largest_in_strip)
    return tr("Window %1 of %2: %3.").arg(number, all, equation);
  QStringList rows;
  for (int row = 0; row < work_.kernel; ++row) {
    QStringList numbers;
    for (int column = 0; column < work_.kernel; ++column)
      numbers << number_words(seen_.numbers[static_cast<std::size_t>(row * work_.kernel + column)]);
    rows << numbers.join(QLatin1Char(' '));
  }
  return tr("Window %1 of %2: %3; %4.").arg(number, all, rows.join(QStringLiteral(" / ")), equation);
}

QString WindowView::range_words() const {
  if (look_ == Look::numbers || empty()) return {};
  return low_ == high_ ? tr("all are %1").arg(number_words(low_))
                       : tr("black %1, white %2").arg(number_words(low_), number_words(high_));
}

bool WindowView::has_strip() const {
  return work_.kernel <= largest_in_strip && (work_.kind == WindowKind::filter || look_ == Look::pixels);
}

WindowView::Places WindowView::places(const QRectF& area) const {
  const double line = QFontMetricsF(font()).height();
  Places places;
  QRectF rest = area.adjusted(1, 1, -1, -1);
  if (has_strip() && area.height() >= room_for_a_strip && strip(QFontMetricsF(font())).width <= area.width()) {
    const double high = work_.kernel * line + 4;
    places.strip = QRectF(rest.left(), rest.bottom() - high, rest.width(), high);
    rest.setBottom(places.strip.top() - 6);
  }
  if (look_ == Look::pixels) {
    places.captions = QRectF(rest.left(), rest.bottom() - 2 * line, rest.width(), 2 * line);
    rest.setBottom(places.captions.top() - 2);
    const double half = (rest.width() - images_gap) / 2;
    const auto fit = [&](double left, const NumberGrid& grid, double& cell) {
      cell = std::min({half / grid.width, rest.height() / grid.height, largest_pixel});
      return centered({left, rest.top(), half, rest.height()}, cell * grid.width, cell * grid.height);
    };
    places.in = fit(rest.left(), before_, places.cell_in);
    places.out = fit(rest.left() + half + images_gap, after_, places.cell_out);
    places.captions.moveTop(std::max(places.in.bottom(), places.out.bottom()) + 2);
    return places;
  }
  places.around = work_.padding;
  const int rows = before_.height + 2 * work_.padding, columns = before_.width + 2 * work_.padding;
  const double cell = std::min({rest.width() / (columns + gap_cells + after_.width),
                                rest.height() / std::max(rows, after_.height), largest_cell});
  places.cell_in = places.cell_out = cell;
  const QRectF whole =
      centered(rest, cell * (columns + gap_cells + after_.width), cell * std::max(rows, after_.height));
  places.in = {whole.left(), whole.center().y() - cell * rows / 2, cell * columns, cell * rows};
  places.out = {whole.right() - cell * after_.width, whole.center().y() - cell * after_.height / 2, cell * after_.width,
                cell * after_.height};
  return places;
}

QRectF WindowView::frame_before(const Places& at, const SeenWindow& window) const {
  const double side = at.cell_in * work_.kernel;
  return {at.in.left() + at.cell_in * (window.left + at.around), at.in.top() + at.cell_in * (window.top + at.around),
          side, side};
}

QRectF WindowView::frame_after(const Places& at, std::int64_t index) const {
  const auto row = static_cast<double>(index / after_.width), column = static_cast<double>(index % after_.width);
  return {at.out.left() + at.cell_out * column, at.out.top() + at.cell_out * row, at.cell_out, at.cell_out};
}

QRectF WindowView::place_before(std::int64_t index) const {
  return frame_before(places(rect()), seen_window(work_, before_, index));
}

QRectF WindowView::place_after(std::int64_t index) const { return frame_after(places(rect()), index); }

void WindowView::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (empty()) return paint_instead(painter, area, why_not_, theme);
  const Places at = places(area);
  if (look_ == Look::pixels)
    paint_pixels(painter, at, theme);
  else
    paint_numbers(painter, at, theme);
  if (!at.strip.isEmpty()) paint_strip(painter, at, theme);
}

void WindowView::paint_numbers(QPainter& painter, const Places& at, const Theme& theme) const {
  const double cell = at.cell_in;
  const QFont font_before = painter.font();
  bool digits = false;
  const auto fit_digits = [&](int longest) {
    QFont fitting = font_before;
    const double share = theme.projector ? 0.75 : 0.55;  // of a digit's cell
    fitting.setPixelSize(std::max(1, static_cast<int>(std::min(share * cell, 1.3 * cell / longest))));
    // In projector mode what the last row cannot read is left out: the window's numbers stand in words below.
    digits = theme.projector ? fitting.pixelSize() >= theme.font_pt * logicalDpiY() / 72.0
                             : cell >= smallest_with_digits && fitting.pixelSize() >= 6;
    painter.setFont(fitting);
  };
  fit_digits(longest_in_);
  const auto draw = [&](const QRectF& place, const QString& text, const QColor& ground, const QColor& color,
                        Qt::PenStyle style) {
    painter.fillRect(place, ground);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.control, 1, style));
    painter.drawRect(place);
    if (!digits) return;
    painter.setPen(color);
    painter.drawText(place, Qt::AlignCenter, text);
  };
  const int rows = before_.height + 2 * at.around, columns = before_.width + 2 * at.around;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const int y = row - at.around, x = column - at.around;
      const bool inside = y >= 0 && y < before_.height && x >= 0 && x < before_.width;
      const bool seen =
          y >= seen_.top && y < seen_.top + work_.kernel && x >= seen_.left && x < seen_.left + work_.kernel;
      draw({at.in.left() + cell * column, at.in.top() + cell * row, cell, cell},
           inside ? texts_in_[y * before_.width + x] : QStringLiteral("0"),
           seen     ? theme.selected
           : inside ? theme.card
                    : theme.ground,
           inside ? theme.text : theme.quiet, inside ? Qt::SolidLine : Qt::DotLine);
    }
  fit_digits(longest_out_);  // results of a filter are longer, and may have no room where the digits have
  for (std::int64_t index = 0; index < windows(); ++index)
    draw(frame_after(at, index), texts_out_[index], index == window_ ? theme.accent : theme.card,
         index == window_ ? theme.on_accent : theme.text, Qt::SolidLine);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.accent, 2));
  painter.drawRect(frame_before(at, seen_));
  painter.setFont(font_before);
}

void WindowView::paint_pixels(QPainter& painter, const Places& at, const Theme& theme) const {
  const auto show = [&](const QRectF& place, const QImage& image, double cell) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform, cell < 1.0);
    painter.drawImage(place, image);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, 1));
    painter.drawRect(place);
  };
  show(at.in, image_in_, at.cell_in);
  show(at.out, image_out_, at.cell_out);
  const auto frame = [&](const QRectF& place) {
    // A light line around the coloured one: it is seen on every grey.
    painter.setPen(QPen(Qt::white, 1));
    painter.drawRect(place.adjusted(-2, -2, 2, 2));
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(place);
  };
  painter.save();
  painter.setClipRect(at.in.united(at.out).adjusted(-images_gap / 2, -images_gap / 2, images_gap / 2, images_gap / 2));
  frame(at_least(frame_before(at, seen_), least_frame));
  frame(at_least(frame_after(at, window_), least_frame));
  painter.restore();
  const auto caption = [&](double left, const QString& first, const QString& second) {
    const QRectF place(left, at.captions.top(), (at.captions.width() - images_gap) / 2, at.captions.height() / 2);
    const auto line = [&](const QRectF& row, const QString& text, const QColor& color) {
      painter.save();
      const double share = row.width() / std::max(1.0, QFontMetricsF(painter.font()).horizontalAdvance(text));
      QFont fitting = painter.font();
      if (share < 1.0) fitting.setPointSizeF(fitting.pointSizeF() * std::max(share, least_share_of_font));
      painter.setFont(fitting);
      painter.setPen(color);
      painter.drawText(row, Qt::AlignCenter, QFontMetricsF(fitting).elidedText(text, Qt::ElideRight, row.width() + 1));
      painter.restore();
    };
    line(place, first, theme.text);
    line(place.translated(0, place.height()), second, theme.quiet);
  };
  const auto size = [](const NumberGrid& grid) { return QStringLiteral("%1 × %2").arg(grid.width).arg(grid.height); };
  caption(at.captions.left(), tr("before, %1").arg(size(before_)), tr("black %1, white %2").arg(0).arg(255));
  caption(at.captions.left() + (at.captions.width() + images_gap) / 2, tr("after, %1").arg(size(after_)),
          range_words());
}

WindowView::Strip WindowView::strip(const QFontMetricsF& metrics) const {
  Strip strip;
  strip.sign = metrics.horizontalAdvance(QStringLiteral("  =  "));
  const auto add = [&](const std::vector<float>& numbers, double widest) {
    QStringList texts;
    for (const float number : numbers) {
      texts << number_words(number);
      widest = std::max(widest, metrics.horizontalAdvance(texts.back()));
    }
    strip.grids.push_back(texts);
    strip.wide.push_back(widest + 8);
    strip.width += work_.kernel * strip.wide.back() + strip.sign;
  };
  // As wide for every window, so that nothing moves with the numbers.
  add(seen_.numbers, metrics.horizontalAdvance(QString(std::max(3, longest_in_), QLatin1Char('0'))));
  if (work_.kind == WindowKind::filter) {
    add(work_.filter.weights, 0.0);
    if (!work_.filter.down.empty()) add(work_.filter.down, 0.0);
    if (work_.filter.divisor != 1.0F) strip.divisor = 2 * strip.sign;
  }
  strip.width += strip.divisor + metrics.horizontalAdvance(QString(widest_digits, QLatin1Char('0')));
  return strip;
}

/// The numbers · the weights → what comes out.
void WindowView::paint_strip(QPainter& painter, const Places& at, const Theme& theme) const {
  const auto [grids, wide, sign, divided, whole] = strip(QFontMetricsF(painter.font()));
  const int k = work_.kernel;
  const double high = (at.strip.height() - 2) / k;
  double x = at.strip.center().x() - whole / 2;
  const auto word = [&](const QString& text, double room, const QColor& color) {
    painter.setPen(color);
    painter.drawText(QRectF(x, at.strip.top(), room, at.strip.height()), Qt::AlignCenter, text);
    x += room;
  };
  for (std::size_t grid = 0; grid < grids.size(); ++grid) {
    if (grid > 0) word(grid == 1 ? QStringLiteral("·") : QStringLiteral(","), sign, theme.quiet);
    for (int i = 0; i < k * k; ++i) {
      const QRectF place(x + wide[grid] * (i % k), at.strip.top() + 1 + high * (i / k), wide[grid], high);
      const bool zero = grid == 0 && seen_.is_padding[static_cast<std::size_t>(i)] != 0;
      painter.fillRect(place, grid == 0 ? (zero ? theme.ground : theme.selected) : theme.card);
      painter.setPen(QPen(theme.control, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(place);
      painter.setPen(zero ? theme.quiet : theme.text);
      painter.drawText(place, Qt::AlignCenter, grids[grid][i]);
    }
    x += wide[grid] * k;
  }
  if (divided > 0.0) word(QStringLiteral("/ %1").arg(number_words(work_.filter.divisor)), divided, theme.text);
  word(QStringLiteral("→"), sign, theme.quiet);
  painter.setPen(theme.link);
  painter.drawText(QRectF(x, at.strip.top(), at.strip.right() - x, at.strip.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   number_words(seen_.value));
}

void WindowView::keyPressEvent(QKeyEvent* event) {
  const QPoint way = arrow_step(event->key());
  if (way.x() != 0) return setWindow(window_ + way.x());
  if (way.y() != 0) {
    const std::int64_t to = window_ + way.y() * std::int64_t{after_.width};
    return setWindow(to >= 0 && to < windows() ? to : window_);
  }
  switch (event->key()) {
    case Qt::Key_Home:
      return setWindow(0);
    case Qt::Key_End:
      return setWindow(windows() - 1);
    default:
      QWidget::keyPressEvent(event);
  }
}

void WindowView::mousePressEvent(QMouseEvent* event) { go_to(event->position()); }

void WindowView::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0) go_to(event->position());
}

/// On what comes out: that number's window; before: the window around the place, or for a pooling the last one that
/// begins at or before it.
void WindowView::go_to(const QPointF& point) {
  if (empty()) return;
  const Places at = places(rect());
  const auto cell = [&](const QRectF& area, double side) {
    return QPoint(static_cast<int>(std::floor((point.x() - area.left()) / side)),
                  static_cast<int>(std::floor((point.y() - area.top()) / side)));
  };
  if (at.out.contains(point)) {
    const QPoint to = cell(at.out, at.cell_out);
    setWindow(std::int64_t{std::min(to.y(), after_.height - 1)} * after_.width + std::min(to.x(), after_.width - 1));
  } else if (at.in.contains(point)) {
    const int middle = work_.kind == WindowKind::filter ? work_.kernel / 2 : 0;
    const int padded = work_.padding - at.around - middle;
    const QPoint from = cell(at.in, at.cell_in) + QPoint(padded, padded);
    setWindow(std::int64_t{std::clamp(from.y() / work_.stride, 0, after_.height - 1)} * after_.width +
              std::clamp(from.x() / work_.stride, 0, after_.width - 1));
  }
}

}  // namespace mlplab
