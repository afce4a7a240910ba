// The confusion matrix of a classifier, and the figures of each class that follow from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mlplab {

struct Confusion {
  int classes = 0;
  std::vector<std::int64_t> counts;  // [classes, classes]: rows are the true class, columns the prediction

  std::int64_t at(int truth, int predicted) const {
    return counts[static_cast<std::size_t>(truth) * static_cast<std::size_t>(classes) +
                  static_cast<std::size_t>(predicted)];
  }
  std::int64_t total() const;
  std::int64_t right() const;
  /// right() / total(); nothing without images.
  std::optional<double> accuracy() const;
  bool operator==(const Confusion&) const = default;
};

/// truth [n] and predictions [n] in [0, classes).
Confusion confusion_of(std::span<const std::int32_t> truth, std::span<const std::int32_t> predictions, int classes);

/// The figures of one class. A figure that would be 0/0 is absent, and never 0.
struct ClassFigures {
  std::int64_t images = 0;          // that are of the class
  std::int64_t predicted = 0;       // that were said to be
  std::int64_t right = 0;           // both
  std::optional<double> precision;  // right / predicted
  std::optional<double> recall;     // right / images
  std::optional<double> f1;         // 2 right / (images + predicted), the harmonic mean of the two
  bool operator==(const ClassFigures&) const = default;
};

/// [classes]
std::vector<ClassFigures> class_figures(const Confusion& confusion);

}  // namespace mlplab
