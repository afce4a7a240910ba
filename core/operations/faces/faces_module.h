// The functions of mlplab-faces.so, the one part of the program that links OpenCV. It is loaded where faces are first
// looked for: OpenCV's libraries would otherwise add more than half to the time in which the program starts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mlplab {

struct FacesModule {
  /// A detector with the classifier of this file; null where it cannot be read, `why` [why_size] then says so.
  void* (*open)(const char* cascade, char* why, std::size_t why_size);
  /// grey [height, width]; boxes [4 · most]: left, top, width and height of each face, in no order. Returns how many
  /// there are, of which the first `most` are written, or -1 and `why`. One thread at a time per detector.
  long (*find)(void* detector, const std::uint8_t* grey, int width, int height, int smallest, int* boxes, long most,
               char* why, std::size_t why_size);
  void (*close)(void* detector);
};

inline constexpr const char* faces_module_function = "mlplab_faces_module";
using FacesModuleFunction = const FacesModule* (*)();

}  // namespace mlplab
