#include "core/data/npz_images.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/data/folder_listing.h"
#include "core/data/npz.h"
#include "core/data/pixel_rows.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_labels = 1000;

/// One split: its arrays, and what becomes of them.
struct ArraySplit {
  NpyArray* images = nullptr;
  NpyArray* labels = nullptr;
  PixelRows pixels;
  std::vector<std::int32_t> numbers;  // of the classes
};

struct ArraySplits {
  ArraySplit train, validation, test;
};

/// 'x_train [60000, 28, 28] of u1'
std::string words_of(const NpyArray& array) {
  std::vector<std::string> sides;
  for (const std::size_t side : array.shape) sides.push_back(std::to_string(side));
  return say("%1 [%2] of %3", array.name, in_one_line(sides), array.type);
}

bool is_of_labels(const NpyArray& array) {
  return array.shape.size() == 1 || (array.shape.size() == 2 && array.shape[1] == 1);
}

bool is_of_images(const NpyArray& array) {
  return array.shape.size() == 3 || array.shape.size() == 4 || (array.shape.size() == 2 && square_of(array.shape[1]));
}

ArraySplits arrays_by_split(const fs::path& source, std::vector<NpyArray>& arrays) {
  ArraySplits found;
  const auto has = [](const NpyArray& array, std::string_view word) {
    return in_small_letters(array.name).find(word) != std::string::npos;
  };
  const auto named = [&](const NpyArray& array) -> ArraySplit* {
    if (has(array, "test")) return &found.test;
    if (has(array, "val")) return &found.validation;
    const bool any = std::ranges::any_of(arrays, [&](const NpyArray& each) { return has(each, "train"); });
    return !any || has(array, "train") ? &found.train : nullptr;
  };
  std::vector<std::string> words;
  bool twice = false;
  for (NpyArray& array : arrays) {
    words.push_back(words_of(array));
    ArraySplit* split = named(array);
    if (split == nullptr || array.bytes.empty() || !(is_of_labels(array) || is_of_images(array))) continue;
    NpyArray*& place = is_of_labels(array) ? split->labels : split->images;
    twice |= std::exchange(place, &array) != nullptr;
  }
  if (twice || found.train.images == nullptr || found.train.labels == nullptr)
    throw InputError(
        say("%1 has not one array of training images and one of their labels, but %2; save it with "
            "numpy.savez(…, x_train=[images, height, width], y_train=[images])",
            source.string(), words.empty() ? say("no arrays") : joined(words, "; ")));
  return found;
}

struct ArrayShape {
  ImageShape image;
  bool by_pixel = false;  // the colours
  bool of_rows = false;   // it does not say
};

ArrayShape shape_of(const fs::path& source, const NpyArray& images) {
  const std::vector<std::size_t>& shape = images.shape;
  constexpr std::size_t most_pixels = 1U << 24;
  const std::size_t size = images.count() / std::max<std::size_t>(1, shape[0]);
  if (shape[0] == 0 || size == 0 || size > most_pixels)
    throw InputError(say("%1 holds no images that can be read: %2", source.string(), words_of(images)));
  if (shape.size() == 2) return {.image = *square_of(shape[1]), .of_rows = true};
  const bool planes_first = shape.size() == 4 && (shape[1] == 1 || shape[1] == 3) && shape[3] != 1 && shape[3] != 3;
  const auto side = [&](std::size_t i) { return static_cast<int>(shape[i]); };
  if (shape.size() == 3) return {.image = {side(1), side(2), 1}};
  if (planes_first) return {.image = {side(2), side(3), side(1)}};
  return {.image = {side(1), side(2), side(3)}, .by_pixel = side(3) > 1};
}

void take_pixels(const fs::path& source, ArraySplit& split) {
  NpyArray& images = *split.images;
  split.pixels.file = say("%1 in %2", images.name, source.string());
  if (images.type == "u1") {
    split.pixels.features = std::move(images.bytes);
    return;
  }
  split.pixels.features.reserve(images.count());
  for (std::size_t i = 0; i < images.count(); ++i)
    if (const double value = images.value(i); !split.pixels.take(value))
      throw InputError(say("%1 has the pixel %2; pixels are whole numbers from 0 to 255, or all fractions from 0 to 1",
                           split.pixels.file, exact(value)));
}

/// Sorted.
std::vector<double> classes_of(const fs::path& source, const ArraySplit& train) {
  std::set<double> classes;
  for (std::size_t i = 0; i < train.labels->count() && classes.size() <= most_labels; ++i) {
    const double label = train.labels->value(i);
    if (label != std::floor(label) || !std::isfinite(label))
      throw InputError(
          say("the label %1 in %2 of %3 is no whole number", exact(label), train.labels->name, source.string()));
    classes.insert(label);
  }
  if (classes.size() < 2 || classes.size() > most_labels)
    throw InputError(say(
        "%1 of %2 has %3 different labels; 2 to %4 make classes", train.labels->name, source.string(),
        classes.size() > most_labels ? say("more than %1", most_labels) : std::to_string(classes.size()), most_labels));
  return {classes.begin(), classes.end()};
}

void number_labels(const fs::path& source, ArraySplit& split, const std::vector<double>& classes) {
  const std::size_t images = split.images->shape[0], labels = split.labels->shape[0];
  if (images != labels)
    throw InputError(say("%1 of %2 has %3 images, %4 has %5 labels", split.images->name, source.string(), images,
                         split.labels->name, labels));
  for (std::size_t i = 0; i < labels; ++i) {
    const double label = split.labels->value(i);
    const auto found = std::ranges::lower_bound(classes, label);
    if (found == classes.end() || *found != label)
      throw InputError(say("%1 of %2 has the label %3, which no training image has", split.labels->name,
                           source.string(), exact(label)));
    split.numbers.push_back(static_cast<std::int32_t>(found - classes.begin()));
  }
}

}  // namespace

bool holds_npz_images(const fs::path& source) {
  return in_small_letters(source.extension().string()) == ".npz" && !folder_at(source);
}

Dataset read_npz_images(const fs::path& source) {
  std::vector<NpyArray> arrays = read_npz(source);
  ArraySplits found = arrays_by_split(source, arrays);
  Dataset dataset;
  dataset.name = source.string();
  const ArrayShape shape = shape_of(source, *found.train.images);
  dataset.image = shape.image;
  const std::vector<double> classes = classes_of(source, found.train);
  for (const double label : classes) dataset.class_names.push_back(exact(label));
  std::vector<PixelRows*> others;
  for (ArraySplit* split : {&found.train, &found.validation, &found.test}) {
    if (split->images == nullptr || split->labels == nullptr) continue;
    if (shape_of(source, *split->images).image != dataset.image)
      throw InputError(say("the images of %1 have different sizes: %2, %3", source.string(),
                           words_of(*found.train.images), words_of(*split->images)));
    number_labels(source, *split, classes);
    take_pixels(source, *split);
    if (split != &found.train) others.push_back(&split->pixels);
  }
  bring_to_full_range(found.train.pixels, others, dataset.notes);
  if (shape.of_rows) order_colors(found.train.pixels, others, dataset.image, dataset.notes);
  if (found.test.numbers.empty() && !found.validation.numbers.empty()) {
    std::swap(found.test, found.validation);
    dataset.notes.push_back(
        say("the images for validation of %1 are the test images: it has no others", source.string()));
  }
  const auto examples = [&](ArraySplit& split) {
    if (shape.by_pixel) make_planar(split.pixels.features, dataset.image);
    return Examples{std::move(split.pixels.features), std::move(split.numbers)};
  };
  dataset.train = examples(found.train);
  dataset.validation = examples(found.validation);
  dataset.test = examples(found.test);
  return dataset;
}

}  // namespace mlplab
