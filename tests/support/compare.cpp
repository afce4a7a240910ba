// Optimised, unlike the tests: they compare some hundred million numbers.
#include "tests/support/compare.h"

#include <cmath>
#include <map>
#include <memory>

#include "core/base/random.h"

namespace mlplab {
namespace {

constexpr std::ptrdiff_t guard = 32;
constexpr float sentinel = -12345.5F;

/// The beginning of an endless sequence, drawn once for all who ask for it.
class Sequence {
 public:
  explicit Sequence(std::uint32_t salt) : random_(7, RandomStream::weights, salt) {}
  const std::vector<float>& first(std::size_t count) {
    for (std::size_t i = values_.size(); i < count; ++i)
      values_.push_back(random_.symmetric() + 0.25F + 0.05F * static_cast<float>(i % 7) + (i % 31 == 0 ? 2.0F : 0.0F));
    return values_;
  }

 private:
  Random random_;
  std::vector<float> values_;
};

}  // namespace

std::vector<float> skewed(std::size_t count, std::uint32_t salt, float scale) {
  static std::map<std::uint32_t, Sequence> sequences;
  const std::vector<float>& sequence = sequences.try_emplace(salt, salt).first->second.first(count);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = scale * sequence[i];
  return values;
}

::testing::AssertionResult close(const std::vector<float>& reference, const std::vector<float>& values, double bound) {
  if (reference.size() != values.size())
    return ::testing::AssertionFailure() << "sizes " << reference.size() << " and " << values.size();
  double squares = 0.0;
  std::size_t finite = 0;
  for (const float r : reference)
    if (std::isfinite(r)) squares += double{r} * r, ++finite;
  const double size = finite == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(finite));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double r = reference[i], v = values[i];
    const auto differ = [&] {
      return ::testing::AssertionFailure() << "element " << i << " is " << v << ", should be " << r;
    };
    if (std::isnan(r) || std::isnan(v)) {
      if (std::isnan(r) != std::isnan(v)) return differ();
    } else if (std::isinf(r) || std::isinf(v)) {
      if (r != v) return differ();
    } else if (!(std::fabs(v - r) <= bound * (std::fabs(r) + size))) {
      return differ() << " (bound " << bound << ", root mean square " << size << ")";
    }
  }
  return ::testing::AssertionSuccess();
}

Guarded::Guarded(Backend& backend, const std::vector<float>& values) : backend_(backend), count_(values.size()) {
  std::vector<float> all(count_ + 2 * guard, sentinel);
  std::copy(values.begin(), values.end(), all.begin() + guard);
  buffer_ = backend.allocate(all.size() * sizeof(float));
  backend.upload(all.data(), all.size() * sizeof(float), buffer_.data());
}

float* Guarded::data() { return buffer_.as<float>() + guard; }

std::vector<float> Guarded::values() const {
  std::vector<float> all(count_ + 2 * guard);
  backend_.wait();
  backend_.download(buffer_.data(), all.size() * sizeof(float), all.data());
  for (std::size_t i = 0; i < guard; ++i) {
    EXPECT_EQ(all[i], sentinel) << "written before the array, " << guard - static_cast<std::ptrdiff_t>(i) << " floats";
    EXPECT_EQ(all[guard + count_ + i], sentinel) << "written past the array, " << i + 1 << " floats";
  }
  return {all.begin() + guard, all.begin() + static_cast<std::ptrdiff_t>(guard + count_)};
}

}  // namespace mlplab
