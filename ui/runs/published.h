// Others' measurements, for laying them over ours.
#pragma once

#include "core/experiments/comparison/published.h"

namespace mlplab {

/// None where a file cannot be read: an optional overlay must not keep a page from opening.
std::vector<PublishedStudy> published_or_none(const std::filesystem::path& resources);

}  // namespace mlplab
