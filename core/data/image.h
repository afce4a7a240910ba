// An image as a data set keeps it: 8 bits, one plane per channel, one after the other (red, green, blue), as networks
// take images. Image files become images before they become examples.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

struct Image {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;  // [channels, height, width]
};

/// The channels of `from`, 1 or 3, as 1 or 3: luminance, or three times the same.
Image with_channels(Image from, int channels);
/// To height × width pixels: each is the mean of what it covers, weighted by how near it is (a triangle as wide as two
/// of the larger pixels). Whole numbers alone decide: the same on every machine.
Image resized(const Image& from, int height, int width);

/// The channels first, then the size, which images of other proportions get as `fit` says: how every image of a data
/// set becomes what its network takes.
Image brought_to(Image from, const ImageShape& to, ImageFit fit = ImageFit::stretch);

std::string to_string(ImageFit fit);
ImageFit parse_image_fit(const std::string& text);  // Throws UsageError

/// Which way up an image lies in its file: EXIF's orientation (CIPA DC-008, tag 274), as cameras and phones write it, 1
/// (as it lies) to 8. From a block of EXIF that begins with its TIFF header; 1 where there is none or it is damaged.
int exif_orientation(std::string_view exif);
/// The image upright.
Image upright(const Image& from, int orientation);

}  // namespace mlplab
