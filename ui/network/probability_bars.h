// One bar per class with its probability in percent; the likeliest one stands out. With many classes it shows the
// likeliest few, in their order.
#pragma once

#include <QStringList>
#include <vector>

#include "ui/widgets/painted_view.h"

namespace mlplab {

class ProbabilityBars : public PaintedView {
  Q_OBJECT
 public:
  explicit ProbabilityBars(QWidget* parent = nullptr);

  /// probabilities [classes], or empty for 'no prediction': bars of the last number of classes, without values.
  void setProbabilities(std::vector<float> probabilities);
  /// The names of the classes, [classes]; empty: their numbers.
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }
  const std::vector<float>& probabilities() const { return probabilities_; }
  /// The likeliest class, -1 without a prediction.
  int winner() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void theme_changed() override;
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<float> probabilities_;
  QString nameOf(int label) const;

  int rows_ = 10;
  std::vector<int> shown_;  // [rows_]: the classes with a bar
  QStringList names_;
};

}  // namespace mlplab
