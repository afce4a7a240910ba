#include "core/data/preparation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/digit_fit.h"

namespace mlplab {
namespace {

GrayImage gray_of(Image image) {
  image = with_channels(std::move(image), 1);
  GrayImage gray;
  gray.height = image.shape.height, gray.width = image.shape.width, gray.pixels = std::move(image.pixels);
  return gray;
}

Image image_of(GrayImage gray) { return {{gray.height, gray.width, 1}, std::move(gray.pixels)}; }

nlohmann::json sizes_json(const ImageShape& shape) {
  return {{"width", shape.width}, {"height", shape.height}, {"channels", shape.channels}};
}

ImageShape sizes_of(const nlohmann::json& json) {
  constexpr int most = 1 << 14;
  JsonReader reader(json, to_say("the prepared image"));
  ImageShape shape;
  shape.width = reader.required<int>("width");
  shape.height = reader.required<int>("height");
  shape.channels = reader.required<int>("channels");
  reader.finish();
  for (const int size : {shape.width, shape.height, shape.channels})
    if (size < 1 || size > most) throw UsageError(say("a prepared image has sides of 1 to %1 pixels", most));
  return shape;
}

/// `inner` in the middle of `paper`.
GrayImage centred_on(GrayImage paper, const GrayImage& inner) {
  const int top = (paper.height - inner.height) / 2, left = (paper.width - inner.width) / 2;
  for (int y = 0; y < inner.height; ++y)
    std::copy_n(&inner.pixels[inner.index(y, 0)], inner.width, &paper.pixels[paper.index(top + y, left)]);
  return paper;
}

/// Ink as light, and light as ink: the negative where the images have light paper.
GrayImage ink_or_light(const Preparation& preparation, GrayImage image) {
  if (preparation.light_paper)
    for (std::uint8_t& pixel : image.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  return image;
}

/// By the mean of the outermost pixels of the first training images.
bool has_light_rims(const Dataset& dataset) {
  const ImageShape& image = dataset.image;
  const std::size_t count = std::min(dataset.train.size(), std::size_t{1000});
  std::uint64_t sum = 0, pixels = 0;
  auto row = dataset.train.features.begin();
  for (std::size_t i = 0; i < count * static_cast<std::size_t>(image.channels * image.height);
       ++i, row += image.width) {
    const int y = static_cast<int>(i % static_cast<std::size_t>(image.height));
    const int step = y == 0 || y == image.height - 1 ? 1 : std::max(image.width - 1, 1);
    for (int x = 0; x < image.width; x += step) sum += row[x], ++pixels;
  }
  return sum > pixels * 128;
}

}  // namespace

Preparation preparation_of(const Dataset& dataset) {
  return {dataset.image, dataset.digits, dataset.class_names, dataset.fit, has_light_rims(dataset)};
}

ImageShape digits_in(const Dataset& dataset, double share) {
  const ImageShape none{0, 0, 1};
  const ImageShape& image = dataset.image;
  const std::size_t count = dataset.train.size();
  if (image.channels != 1 || count == 0) return none;
  const auto most_others = static_cast<std::size_t>(std::floor((1.0 - share) * static_cast<double>(count) + 1e-9));
  std::size_t others = 0;
  GrayImage one(image.height, image.width);
  auto pixels = dataset.train.features.begin();
  for (std::size_t i = 0; i < count; ++i, pixels += dataset.features()) {
    std::copy_n(pixels, one.pixels.size(), one.pixels.begin());
    if (!is_fitted(one, image.height, image.width) && ++others > most_others) return none;
  }
  return image;
}

bool can_be_shown_images(const Preparation& preparation) {
  return preparation.image.channels == 1 || preparation.image.channels == 3;
}

PreparedImage prepare(const Preparation& preparation, const Image& image) {
  const ImageShape& wanted = preparation.image;
  if (!can_be_shown_images(preparation))
    throw InputError(
        say("the network takes images of %1 channels, which no image file has; only those of its data set "
            "can be shown to it",
            wanted.channels));
  PreparedImage prepared;
  if (preparation.fits_digits()) {
    FittedDigit fitted = fit_digit(gray_of(image), preparation.digits.height, preparation.digits.width);
    prepared = {.image = image_of(std::move(fitted.image)),
                .as_is = fitted.as_is,
                .inverted = fitted.inverted,
                .blank = fitted.blank,
                .doubt = std::move(fitted.doubt)};
    prepared.image = brought_to(std::move(prepared.image), wanted);
    return prepared;
  }
  prepared.as_is = image.shape == wanted;
  prepared.image = brought_to(image, wanted, preparation.fit);
  if (preparation.fit != ImageFit::stretch) return prepared;
  const auto proportion = [](const ImageShape& shape) { return std::log(double(shape.width) / shape.height); };
  if (std::abs(proportion(image.shape) - proportion(wanted)) > std::log(1.25))
    prepared.doubt =
        say("it is %1×%2 pixels and was distorted to %3×%4, the images that the network learned from; crop it",
            image.shape.width, image.shape.height, wanted.width, wanted.height);
  return prepared;
}

const PreparedImage& OpenedImage::prepared(const Preparation& preparation) const {
  const auto made = std::ranges::find(prepared_, preparation, &std::pair<Preparation, PreparedImage>::first);
  if (made != prepared_.end()) return made->second;
  return prepared_.emplace_back(preparation, prepare(preparation, image_)).second;
}

PreparedImage prepare(const Preparation& preparation, const Sketch& sketch) {
  if (sketch.file != nullptr) return sketch.file->prepared(preparation);
  const GrayImage& ink = sketch.ink;
  const bool blank = std::ranges::all_of(ink.pixels, [](std::uint8_t pixel) { return pixel == 0; });
  if (preparation.fits_digits()) {
    Image fitted = image_of(fit_ink(ink, preparation.digits.height, preparation.digits.width));
    return {.image = brought_to(std::move(fitted), preparation.image), .blank = blank};
  }
  const ImageShape& image = preparation.image;
  const auto beside = [&](int side, int other) {
    return std::max(ink.width, static_cast<int>(std::lround(double(ink.width) * side / other)));
  };
  GrayImage sheet = centred_on(GrayImage(beside(image.height, image.width), beside(image.width, image.height)), ink);
  return {.image = brought_to(image_of(ink_or_light(preparation, std::move(sheet))), image), .blank = blank};
}

Sketch sketch_of(const Preparation& preparation, std::shared_ptr<const OpenedImage> file, int side) {
  Sketch sketch{.file = std::move(file)};
  const Image& image = sketch.file->image();
  const ImageShape& shape = image.shape;
  if (preparation.fits_digits()) {
    sketch.ink = image_on_sheet(gray_of(image), side).image;
    return sketch;
  }
  const int larger = std::max(shape.height, shape.width);
  const auto scaled = [&](int pixels) { return std::max(1, pixels * side / larger); };
  const GrayImage small = gray_of(resized(image, scaled(shape.height), scaled(shape.width)));
  sketch.ink = centred_on(GrayImage(side, side), ink_or_light(preparation, small));
  return sketch;
}

std::vector<float> floats_of(const Image& image) {
  std::vector<float> x(image.pixels.size());
  std::ranges::transform(image.pixels, x.begin(), [](std::uint8_t pixel) { return float(pixel) * feature_scale; });
  return x;
}

std::string class_name(const std::vector<std::string>& names, int label) {
  const auto index = static_cast<std::size_t>(label);
  return index < names.size() ? names[index] : std::to_string(label);
}

std::string words_of(const Preparation& preparation) {
  const ImageShape& image = preparation.image;
  const std::string channels = image.channels == 1   ? say("grey")
                               : image.channels == 3 ? say("in colour")
                                                     : say("of %1 channels", image.channels);
  const char* words = preparation.fits_digits()           ? to_say("digits fitted as MNIST's, %1×%2 %3")
                      : preparation.fit == ImageFit::crop ? to_say("images cropped to %1×%2 %3")
                      : preparation.fit == ImageFit::pad  ? to_say("images padded to %1×%2 %3")
                                                          : to_say("images as they are, %1×%2 %3");
  return say(words, image.width, image.height, channels);
}

void to_json(nlohmann::json& json, const Preparation& preparation) {
  json = {{"image", sizes_json(preparation.image)}, {"classes", preparation.class_names}};
  if (preparation.fits_digits()) json["digits"] = sizes_json(preparation.digits);
  if (preparation.fit != ImageFit::stretch) json["fit"] = to_string(preparation.fit);
  if (preparation.light_paper) json["light_paper"] = true;
}

void from_json(const nlohmann::json& json, Preparation& preparation) {
  JsonReader reader(json, to_say("the preparation of images"));
  preparation.image = sizes_of(reader.required<nlohmann::json>("image"));
  preparation.class_names = reader.required<std::vector<std::string>>("classes");
  const auto digits = reader.optional<nlohmann::json>("digits", nullptr);
  preparation.digits = digits.is_null() ? ImageShape{0, 0, 1} : sizes_of(digits);
  preparation.fit = parse_image_fit(reader.optional("fit", to_string(ImageFit::stretch)));
  preparation.light_paper = reader.optional("light_paper", false);
  reader.finish();
}

}  // namespace mlplab
