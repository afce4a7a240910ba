#include "core/inspection/confusion.h"

#include <numeric>

namespace mlplab {
namespace {

std::optional<double> ratio(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::int64_t Confusion::total() const { return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); }

std::int64_t Confusion::right() const {
  std::int64_t sum = 0;
  for (int label = 0; label < classes; ++label) sum += at(label, label);
  return sum;
}

std::optional<double> Confusion::accuracy() const { return ratio(right(), total()); }

Confusion confusion_of(std::span<const std::int32_t> truth, std::span<const std::int32_t> predictions, int classes) {
  const auto count = static_cast<std::size_t>(classes);
  Confusion confusion{classes, std::vector<std::int64_t>(count * count, 0)};
  for (std::size_t i = 0; i < truth.size(); ++i)
    ++confusion.counts[static_cast<std::size_t>(truth[i]) * count + static_cast<std::size_t>(predictions[i])];
  return confusion;
}

std::vector<ClassFigures> class_figures(const Confusion& confusion) {
  std::vector<ClassFigures> figures(static_cast<std::size_t>(confusion.classes));
  for (int label = 0; label < confusion.classes; ++label) {
    ClassFigures& f = figures[static_cast<std::size_t>(label)];
    for (int other = 0; other < confusion.classes; ++other) {
      f.images += confusion.at(label, other);
      f.predicted += confusion.at(other, label);
    }
    f.right = confusion.at(label, label);
    f.precision = ratio(f.right, f.predicted);
    f.recall = ratio(f.right, f.images);
    f.f1 = ratio(2 * f.right, f.images + f.predicted);
  }
  return figures;
}

}  // namespace mlplab
