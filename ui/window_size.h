// How large the window is on a screen, and how small it may be; below the size that the pages are made for they are
// scrolled.
#pragma once

#include <QScrollArea>
#include <QSize>

class QScreen;

namespace mlplab {

/// The least size that the pages are made for, in pixels.
inline constexpr QSize least_size(860, 600);

/// The size of the first window: as designed where the screen's free part has room for it with its frame.
QSize first_window_size(const QSize& available);
/// The least size of the window: `least_size`, or what there is room for.
QSize least_window_size(const QSize& available);
/// Room for a window with its frame. One that is on no screen (offscreen) is not made smaller for it.
QSize free_room(const QScreen& screen);

/// Scrolls the pages in a window that is smaller than they are made for.
class PageArea : public QScrollArea {
 public:
  explicit PageArea(QWidget* pages);
  /// After the window has got another size.
  void fit(const QSize& window);
};

}  // namespace mlplab
