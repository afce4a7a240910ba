// TIFF files in memory, by libtiff: the first page. Where this build has none, the reason.
#pragma once

#include <string>
#include <string_view>

#include "core/data/stb_decoder.h"

namespace mlplab {

/// '' where TIFF is read, else why not.
std::string why_no_tiff();

struct TiffSize {
  int height = 0, width = 0;  // as it lies in the file
  int pages = 0;
  int orientation = 1;  // as exif_orientation() has it
};

/// From the header of the first page; 0×0 where it is damaged.
TiffSize tiff_size(std::string_view bytes);
/// To red, green, blue and alpha. Throws std::runtime_error with libtiff's reason.
DecodedImage decode_tiff(std::string_view bytes);

}  // namespace mlplab
