// A max pooling drawn: the image with its padding, the current window framed, and what comes out, number by number.
#pragma once

#include <QWidget>

#include "core/operations/pooling.h"
#include "ui/theme/theme.h"

namespace mlplab {

class PoolingView : public QWidget {
  Q_OBJECT
 public:
  explicit PoolingView(QWidget* parent = nullptr);

  /// The case must be valid (check_pooling()).
  void set_case(const PoolingCase& c);
  const PoolingCase& pooling() const { return case_; }
  /// The current window, counted from 0 row by row.
  std::int64_t window() const { return window_; }
  const PoolingWindow& seen() const { return seen_; }
  /// 'Window 5 of 16: …, the largest is 7.'
  QString sentence() const;
  void set_theme(const Theme& theme);

  QSize sizeHint() const override { return {360, 220}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 public Q_SLOTS:
  void setWindow(qint64 index);

 Q_SIGNALS:
  void windowChanged(qint64 index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  struct Places {
    double cell = 0.0;
    QPointF in, out;  // the upper left corners
  };
  Places places() const;

  PoolingCase case_;
  std::vector<float> image_, pooled_;
  std::int64_t window_ = 0;
  PoolingWindow seen_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
