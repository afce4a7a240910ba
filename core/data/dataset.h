// A data set as it stays in memory: 8-bit features (0 stays 0, four of five MNIST pixels are), labels, a content hash.
// Readers are in idx.h (MNIST's format) and image_folder.h; a new reader returns a Dataset and is called in load.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mlplab {

/// Features become floats only when a batch is made: x = feature / 255.
inline constexpr float feature_scale = 1.0F / 255.0F;

struct ImageShape {
  int height = 0;
  int width = 0;
  int channels = 1;
  bool operator==(const ImageShape&) const = default;
};

/// The sides of an image; 0×0: as the images are.
struct ImageSize {
  int height = 0;
  int width = 0;
  bool operator==(const ImageSize&) const = default;
};

/// An image whose proportions are not those that are wanted is distorted, loses what is beside its middle, or is
/// surrounded by the mean colour of its rim.
enum class ImageFit { stretch, crop, pad };

/// One split: features [n, d] row-major, labels [n] in [0, classes).
struct Examples {
  std::vector<std::uint8_t> features;
  std::vector<std::int32_t> labels;
  std::size_t size() const { return labels.size(); }
};

struct Dataset {
  std::string name;                      // 'mnist', or the folder it was read from
  ImageShape image;                      // features() = height * width * channels
  ImageShape digits{0, 0, 1};            // the size at which they are fitted as MNIST's (preparation.h), or 0×0
  ImageFit fit = ImageFit::stretch;      // how they were brought to one size
  std::vector<std::string> class_names;  // [classes]
  Examples train;
  Examples validation;  // empty unless a split was asked for
  Examples test;
  std::size_t train_in_source = 0;  // training images before limits and held-out share
  std::vector<std::string> notes;   // sentences: what of the source was left out, or taken otherwise than it may seem
  std::string content_hash;         // XXH3-128 in hex of shape, features and labels of all splits

  int features() const { return image.height * image.width * image.channels; }
  int classes() const { return static_cast<int>(class_names.size()); }
};

/// XXH3-128 of the shape, the class count and every split, as 32 hex digits.
std::string content_hash_of(const Dataset& dataset);

/// Statistics of features / 255 over all training images; deviations are the population's.
struct ChannelStatistics {
  std::vector<double> mean, deviation;  // [channels]
};

/// Computed from sums of whole numbers, so that the order of addition changes nothing.
ChannelStatistics channel_statistics(const Dataset& dataset);

/// Bytes that a data set may take: what this machine has left, and 8 GiB at most.
std::size_t room_for_images();

/// Throws InputError naming `source` where `count` images of this shape take more than `most_bytes`. Called before they
/// are made, as a system that promises more memory than it has ends the program in the middle of it.
void check_room(const std::string& source, std::size_t count, const ImageShape& shape,
                std::size_t most_bytes = room_for_images());

}  // namespace mlplab
