#include "core/data/room.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/memory.h"

namespace mlplab {

std::size_t room_for_images() {
  constexpr std::size_t most = std::size_t{8} << 30;
  const std::size_t available = available_memory_bytes();
  return available == 0 ? most : std::min(available, most);
}

void check_room(const std::string& source, std::size_t count, const ImageShape& shape, std::size_t most_bytes) {
  const double bytes = static_cast<double>(count) * shape.height * shape.width * shape.channels;  // wraps nowhere
  if (bytes <= static_cast<double>(most_bytes)) return;
  constexpr double gib = 1 << 30;
  throw InputError(
      say("the %1 images of %2 take %3 GiB, and there is room for %4 GiB; use fewer (--train-limit) or smaller ones "
          "(--image-size)",
          count, source, significant(bytes / gib), significant(static_cast<double>(most_bytes) / gib)));
}

}  // namespace mlplab
