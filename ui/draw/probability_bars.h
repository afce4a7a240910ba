// One bar a class with its probability in percent; the likeliest one stands out.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace mlplab {

class ProbabilityBars : public QWidget {
  Q_OBJECT
 public:
  explicit ProbabilityBars(QWidget* parent = nullptr);

  /// probabilities [classes], or empty for 'no answer': bars of the last number of classes, without values.
  void setProbabilities(std::vector<float> probabilities);
  const std::vector<float>& probabilities() const { return probabilities_; }
  /// The likeliest class, -1 without an answer.
  int winner() const;
  void setTheme(const Theme& theme);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<float> probabilities_;
  int rows_ = 10;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
