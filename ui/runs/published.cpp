// A broken file of measurements is no error in the window.
#include "ui/runs/published.h"

#include "core/base/error.h"

namespace mlplab {

std::vector<PublishedStudy> published_or_none(const std::filesystem::path& resources) {
  try {
    return published_studies(resources);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace mlplab
