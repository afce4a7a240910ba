#include "core/model/layers/normalize.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

std::vector<float> Normalize::means(int channels) const {
  std::vector<float> values;
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c)
    values.push_back(static_cast<float>(mean[mean.size() == 1 ? 0 : c]));
  return values;
}

std::vector<float> Normalize::variances(int channels) const {
  std::vector<float> values;
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
    const double one = deviation[deviation.size() == 1 ? 0 : c];
    values.push_back(static_cast<float>(one * one));
  }
  return values;
}

void Normalize::check(const Shape& input) const {
  const auto fits = [&](const std::vector<double>& values) {
    return values.size() == 1 || values.size() == static_cast<std::size_t>(input.channels);
  };
  if (!fits(mean) || !fits(deviation))
    throw UsageError(say("a normalisation of images with %1 channels has one mean and one std, or as many as channels",
                         input.channels),
                     "model.layers");
  const auto is_mean = [](double value) { return std::isfinite(value) && std::abs(value) <= 1e6; };
  const auto is_deviation = [](double value) { return value >= 1e-6 && value <= 1e6; };
  if (!std::ranges::all_of(mean, is_mean) || !std::ranges::all_of(deviation, is_deviation))
    throw UsageError(
        say("the mean of a normalisation lies within a million of 0, its std between 0.000001 and a million"),
        "model.layers");
}

void Normalize::write(nlohmann::json& json) const {
  json["mean"] = mean;
  json["std"] = deviation;
}

Normalize Normalize::read(JsonReader& reader) {
  return {reader.required<std::vector<double>>("mean"), reader.required<std::vector<double>>("std")};
}

}  // namespace mlplab
