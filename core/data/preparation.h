// How the images of a data set became the input of a network: a model keeps this value, and all code that predicts
// prepares an image by prepare() alone. A further way of preparing is a member here, its branch in prepare() and its
// word in words_of().
#pragma once

#include <deque>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/gray_image.h"
#include "core/data/image.h"

namespace mlplab {

struct Preparation {
  ImageShape image;            // the network's input, plane by plane
  ImageShape digits{0, 0, 1};  // the size at which images are fitted as MNIST's (digit_fit.h); 0×0: used as they are
  std::vector<std::string> class_names;  // [classes]; empty where nobody knows them
  ImageFit fit = ImageFit::stretch;      // how an image of other proportions becomes one of that size
  bool light_paper = false;              // the rims of the images are light: what is drawn for them is dark

  bool fits_digits() const { return digits.height > 0; }
  bool operator==(const Preparation&) const = default;
};

Preparation preparation_of(const Dataset& dataset);
/// The shape of the training images of `dataset` where nearly all (this share) are light digits fitted as MNIST's, else
/// 0×0. Ends with the first images that are not.
ImageShape digits_in(const Dataset& dataset, double share);

struct PreparedImage {
  Image image;            // of Preparation::image
  bool as_is = false;     // no pixel was changed (the negative of a fitted digit counts as that digit)
  bool inverted = false;  // a digit whose ink was darker than its paper
  bool blank = false;     // a digit was wanted, and no ink stands out
  std::string doubt;      // one sentence where the prediction may be wrong for what the image is; else ''
};

/// Whether images of files and drawings can be prepared so: there are 1 or 3 channels.
bool can_be_shown_images(const Preparation& preparation);
/// The image as the training images were prepared. Throws InputError where that is not possible.
PreparedImage prepare(const Preparation& preparation, const Image& image);

/// The image of a file, with what was made of it: to prepare a photograph takes a moment, and each epoch asks for it.
class OpenedImage {
 public:
  explicit OpenedImage(Image image) : image_(std::move(image)) {}
  const Image& image() const { return image_; }
  /// prepare(), once for each preparation. To be called by one thread at a time.
  const PreparedImage& prepared(const Preparation& preparation) const;

 private:
  Image image_;
  mutable std::deque<std::pair<Preparation, PreparedImage>> prepared_;
};

/// The contents of a sheet to draw on.
struct Sketch {
  GrayImage ink;                            // square, high on 0
  std::shared_ptr<const OpenedImage> file;  // that was opened, where nothing was drawn on it
};

/// The image of a file as that image; a drawing fitted as a digit, else the whole sheet, with paper beside it where the
/// images are not square.
PreparedImage prepare(const Preparation& preparation, const Sketch& sketch);
/// How a sheet of `side` pixels shows the image of a file: the digit alone where digits are fitted, else all of it.
Sketch sketch_of(const Preparation& preparation, std::shared_ptr<const OpenedImage> file, int side);
/// The input of a network: [channels, height, width] in [0, 1].
std::vector<float> floats_of(const Image& image);

/// The name of a class, or its number where `names` [classes] has none.
std::string class_name(const std::vector<std::string>& names, int label);
/// 'digits fitted as MNIST's, 28×28 grey', 'images as they are, 32×24 in colour' (width × height).
std::string words_of(const Preparation& preparation);

void to_json(nlohmann::json& json, const Preparation& preparation);
/// Throws UsageError for sizes that cannot be, and the JSON library's exceptions.
void from_json(const nlohmann::json& json, Preparation& preparation);

}  // namespace mlplab
