// The list of pages at the window's left: its rows get lower where the window, or the letters of projector mode, leave
// them no room, so that all pages are seen at once as long as their names fit.
#pragma once

#include <QListWidget>

namespace mlplab {

class PageList : public QListWidget {
  Q_OBJECT
 public:
  /// After pages were hidden or shown.
  void fit();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
};

}  // namespace mlplab
