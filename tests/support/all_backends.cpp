// Gives every test program the backends of this build, before main(): the objects of a library of objects are all
// linked, so that this one cannot get lost.
#include "cmake/all_backends.h"

namespace mlplab {
namespace {

[[maybe_unused]] const bool given = (set_backends(all_backends), true);

}  // namespace
}  // namespace mlplab
