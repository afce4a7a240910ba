#include "core/reporting/work_words.h"

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"

namespace mlplab {

std::string work_in_words(const std::string& data, const std::string& images, int epochs) {
  const std::string source = data.empty() ? say("data not known") : data;
  const std::string count = images.empty()  ? say("number of images not known")
                            : images == "1" ? count_of(1, "image")
                                            : say("%1 images", images);
  return say("%1, %2, %3", source, count, epochs > 0 ? count_of(epochs, "epoch") : say("number of epochs not known"));
}

std::string image_count(std::int64_t images) { return images > 0 ? std::to_string(images) : std::string(); }

std::string image_count(std::pair<std::int64_t, std::int64_t> images) {
  return images.first == images.second ? image_count(images.first)
                                       : say("%1 to %2", image_count(images.first), image_count(images.second));
}

std::string same_result_words(Equivalence losses, bool in_file) {
  switch (losses) {
    case Equivalence::equal:
      return in_file ? "equal" : say("✓ equal");
    case Equivalence::within_rounding:
      return in_file ? "within rounding" : say("≈ equal");
    case Equivalence::differs:
      return in_file ? "differs" : say("✗ differs");
    case Equivalence::not_compared:
      return in_file ? "not compared" : say("not compared");
  }
  unreachable();
}

}  // namespace mlplab
