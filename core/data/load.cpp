// The one place that knows which readers there are.
#include "core/data/load.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/random.h"
#include "core/base/typed_number.h"
#include "core/data/csv_images.h"
#include "core/data/dataset.h"
#include "core/data/folder_listing.h"
#include "core/data/idx.h"
#include "core/data/image.h"
#include "core/data/image_folder.h"
#include "core/data/npz_images.h"
#include "core/data/parallel.h"
#include "core/data/preparation.h"
#include "core/data/shapes.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* mnist_name = "mnist";
constexpr int max_side = 4096;
constexpr double share_of_digits = 0.99;  // of an IDX set's images that must be fitted as MNIST's

/// Rows of all images become their columns.
void transpose(Dataset& dataset) {
  constexpr int rows_are_columns = 5;  // of EXIF's orientations
  const ImageShape from = dataset.image;
  std::swap(dataset.image.height, dataset.image.width);
  for (Examples* split : {&dataset.train, &dataset.validation, &dataset.test})
    for_each_index(split->size(), loading_threads(), [&](std::size_t i) {
      const auto begin = split->features.begin() + static_cast<std::ptrdiff_t>(i) * dataset.features();
      const Image image = upright({from, {begin, begin + dataset.features()}}, rows_are_columns);
      std::ranges::copy(image.pixels, begin);
    });
}

/// Whether the images of the class '1', a stroke from top to bottom wherever digits are written, are wider than high.
bool looks_turned(const Dataset& dataset) {
  const auto digit = std::ranges::find(dataset.class_names, "1");
  if (digit == dataset.class_names.end() || dataset.image.channels != 1) return false;
  constexpr int ink = 128, enough = 20, most = 500;
  int ones = 0;
  double height = 0, width = 0;
  for (std::size_t i = 0; i < dataset.train.size() && ones < most; ++i) {
    if (dataset.train.labels[i] != static_cast<std::int32_t>(digit - dataset.class_names.begin())) continue;
    ++ones;
    const auto pixels = dataset.train.features.begin() + static_cast<std::ptrdiff_t>(i) * dataset.features();
    int top = dataset.image.height, bottom = -1, left = dataset.image.width, right = -1;
    for (int y = 0; y < dataset.image.height; ++y)
      for (int x = 0; x < dataset.image.width; ++x)
        if (pixels[y * dataset.image.width + x] >= ink)
          top = std::min(top, y), bottom = std::max(bottom, y), left = std::min(left, x), right = std::max(right, x);
    height += bottom - top + 1, width += right - left + 1;
  }
  return ones >= enough && width > 1.3 * height;
}

std::size_t held_out(double fraction, std::size_t examples) {
  return static_cast<std::size_t>(std::llround(fraction * static_cast<double>(examples)));
}

/// The first `wanted` of `rows` after a seeded shuffle of them as far as that.
void choose(std::vector<std::uint32_t>& rows, std::size_t wanted, Random random) {
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(rows.size() - i))]);
}

/// Moves the `chosen` examples of train to `to`; both keep the order of the file. Within train, so that it never lies
/// in memory twice.
void move_out(Dataset& dataset, const std::vector<bool>& chosen, Examples& to) {
  const auto d = static_cast<std::size_t>(dataset.features());
  Examples& train = dataset.train;
  reserve_large(to.features, static_cast<std::size_t>(std::ranges::count(chosen, true)) * d);
  std::size_t kept = 0;
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    const auto begin = train.features.begin() + static_cast<std::ptrdiff_t>(row * d);
    if (chosen[row]) {
      to.features.insert(to.features.end(), begin, begin + static_cast<std::ptrdiff_t>(d));
      to.labels.push_back(train.labels[row]);
    } else {
      if (kept != row) std::copy_n(begin, d, train.features.begin() + static_cast<std::ptrdiff_t>(kept * d));
      train.labels[kept++] = train.labels[row];
    }
  }
  train.features.resize(kept * d), train.labels.resize(kept);
}

/// A seeded choice of examples becomes the validation set.
void split_validation(Dataset& dataset, double fraction, std::uint64_t seed) {
  const std::size_t n = dataset.train.size();
  const std::size_t wanted = held_out(fraction, n);
  if (wanted == 0) return;
  std::vector<std::uint32_t> rows(n);
  std::iota(rows.begin(), rows.end(), 0U);
  choose(rows, wanted, Random(seed, RandomStream::split, 0));
  std::vector<bool> held(n, false);
  for (std::size_t i = 0; i < wanted; ++i) held[rows[i]] = true;
  move_out(dataset, held, dataset.validation);
}

/// A share of each class becomes the test set, as of a folder of images.
void split_off_test(Dataset& dataset, double fraction, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> of_class(static_cast<std::size_t>(dataset.classes()));
  for (std::size_t row = 0; row < dataset.train.size(); ++row)
    of_class[static_cast<std::size_t>(dataset.train.labels[row])].push_back(static_cast<std::uint32_t>(row));
  std::vector<bool> tested(dataset.train.size(), false);
  for (std::size_t label = 0; label < of_class.size(); ++label) {
    const std::size_t wanted = split_off_for_test(of_class[label].size(), fraction);
    choose(of_class[label], wanted, Random(seed, RandomStream::split, static_cast<std::uint32_t>(label + 1)));
    for (std::size_t i = 0; i < wanted; ++i) tested[of_class[label][i]] = true;
  }
  move_out(dataset, tested, dataset.test);
  if (dataset.test.size() == 0)
    throw InputError(say("%1 leaves nothing to test with; add images, two per class at least", dataset.name));
  dataset.notes.push_back(
      say("%1 of the images of each class are the test images: the source has none of its own", percent(fraction)));
}

Dataset read_source(const DataSpec& spec, const fs::path& resources, std::uint64_t seed, const LoadProgress& progress) {
  const std::string& source = spec.source;
  if (source == mnist_name) {
    Dataset dataset = read_idx_folder(resources / "mnist");
    dataset.name = source;
    dataset.digits = dataset.image;
    return dataset;
  }
  if (source == shapes_name) {
    return make_shapes(brought_shape(spec, shapes_image), spec.train_limit, spec.test_limit);
  }
  std::error_code error;
  const bool is_there = fs::exists(source, error);
  if (error) throw InputError(say("cannot open %1: %2", source, reason_of(error)));
  if (!is_there)
    throw InputError(
        say("there is no data set '%1': name mnist, shapes, a CSV or NPZ file, a folder with IDX or CSV files, or a "
            "folder with one sub-folder per class",
            source));
  const bool whole = is_file_of_images(source);
  if (!whole && !folder_at(source))
    throw InputError(say("%1 is a file; name the folder that holds the data set, or a CSV or NPZ file", source));
  // A folder's images count as digits only where all are fitted as MNIST's: each must be prepared as in training.
  Dataset dataset = !whole                     ? read_image_folder(spec, seed, progress)
                    : holds_npz_images(source) ? read_npz_images(source)
                    : holds_idx_files(source)  ? read_idx_folder(source)
                                               : read_csv_images(source);
  if (dataset.test.size() == 0) split_off_test(dataset, spec.test_fraction, seed);
  if (spec.transposed) transpose(dataset);
  if (looks_turned(dataset))
    dataset.notes.push_back(say(
        spec.transposed ? "the images of the class '1' are wider than high now: without --transpose they are not"
                        : "the images of the class '1' are wider than high, as where rows and columns of the images "
                          "are interchanged (EMNIST); if they are, --transpose (in the window More, Image rows) "
                          "turns them upright"));
  dataset.digits = digits_in(dataset, whole ? share_of_digits : 1.0);
  return dataset;
}

void keep_first(Examples& examples, std::size_t limit, std::size_t features) {
  if (limit == 0 || limit >= examples.size()) return;
  examples.features.resize(limit * features);
  examples.labels.resize(limit);
}

/// Whether a limit left images of one class alone.
bool is_sorted_by_class(const Dataset& dataset) {
  const std::vector<std::int32_t>& labels = dataset.train.labels;
  return labels.size() > 1 && labels.size() < dataset.train_in_source &&
         std::ranges::count(labels, labels[0]) == std::ssize(labels);
}

/// Images that were read as they are, to the size and the channels that are asked for.
void bring_to(Examples& examples, const ImageShape& from, const ImageShape& to, ImageFit fit) {
  const auto size_of = [](const ImageShape& shape) {
    return static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
           static_cast<std::size_t>(shape.channels);
  };
  const std::size_t old_size = size_of(from), new_size = size_of(to);
  std::vector<std::uint8_t> features;
  reserve_large(features, examples.size() * new_size);
  features.resize(examples.size() * new_size);
  for_each_index(examples.size(), loading_threads(), [&](std::size_t i) {
    const auto begin = examples.features.begin() + static_cast<std::ptrdiff_t>(i * old_size);
    Image image{from, {begin, begin + static_cast<std::ptrdiff_t>(old_size)}};
    image = brought_to(std::move(image), to, fit);
    std::ranges::copy(image.pixels, features.begin() + static_cast<std::ptrdiff_t>(i * new_size));
  });
  examples.features = std::move(features);
}

void bring_to(Dataset& dataset, const DataSpec& spec) {
  const ImageShape to = brought_shape(spec, dataset.image);
  if (to == dataset.image) return;
  if (to.channels != dataset.image.channels && dataset.image.channels != 1 && dataset.image.channels != 3)
    throw InputError(say("the images of %1 have %2 channels, which are neither grey nor colours; leave out --channels",
                         spec.source, dataset.image.channels));
  check_room(spec.source, dataset.train.size() + dataset.test.size(), to);
  for (Examples* split : {&dataset.train, &dataset.test, &dataset.validation})
    bring_to(*split, dataset.image, to, spec.fit);
  dataset.image = to;
}

}  // namespace

ImageShape brought_shape(const DataSpec& spec, const ImageShape& own) {
  const ImageSize size = spec.image_size == ImageSize{} ? ImageSize{own.height, own.width} : spec.image_size;
  return {size.height, size.width, spec.channels > 0 ? spec.channels : own.channels};
}

bool is_file_of_images(const fs::path& source) {
  return holds_csv_images(source) || holds_npz_images(source) || holds_idx_files(source);
}

bool is_shipped(const DataSpec& spec) { return spec.source == mnist_name || spec.source == shapes_name; }

std::string title_of(const DataSpec& spec) { return spec.source == shapes_name ? shapes_title : spec.source; }

DataSpec whole_source(DataSpec spec) {
  spec.train_limit = spec.test_limit = 0;
  spec.validation_fraction = 0.0;
  spec.augmentation = {};
  return spec;
}

std::size_t images_to_train(const DataSpec& spec, std::size_t in_source) {
  const std::size_t limited = spec.train_limit == 0 ? in_source : std::min(spec.train_limit, in_source);
  return limited - held_out(spec.validation_fraction, limited);
}

ImageSize parse_image_size(const std::string& text) {
  ImageSize size;
  const std::size_t middle = text.find('x');
  const std::optional<int> width = typed_whole<int>(text.substr(0, middle)),
                           height = middle == std::string::npos ? width : typed_whole<int>(text.substr(middle + 1));
  if (!width || !height || *width < 1 || *height < 1)
    throw UsageError(say("'%1' is no size of images; write 28, or width and height as 148x197", text),
                     "data.image_size");
  size.width = *width, size.height = *height;
  return size;
}

std::string to_string(const ImageSize& size) {
  const std::string width = std::to_string(size.width);
  return size.height == size.width ? width : width + "x" + std::to_string(size.height);
}

void validate(const DataSpec& spec) {
  const auto [height, width] = spec.image_size;
  const auto fits = [](int side) { return side >= 1 && side <= max_side; };
  if (spec.image_size != ImageSize{} && !(fits(height) && fits(width)))
    throw UsageError(say("images can be brought to sides of 1 to %1 pixels", max_side), "data.image_size");
  if (spec.channels != 0 && spec.channels != 1 && spec.channels != 3)
    throw UsageError(say("images have 1 channel (grey) or 3 (colours); 0 leaves them as they are"), "data.channels");
  validate(spec.augmentation);
}

Dataset load_dataset(const DataSpec& spec, const fs::path& resources, std::uint64_t seed,
                     const LoadProgress& progress) {
  Dataset dataset = read_source(spec, resources, seed, progress);
  const auto d = static_cast<std::size_t>(dataset.features());
  if (dataset.train_in_source == 0) dataset.train_in_source = dataset.train.size();  // all of it was read
  keep_first(dataset.train, spec.train_limit, d);
  if (is_sorted_by_class(dataset))
    dataset.notes.push_back(
        say("the first %1 training images are all of the class '%2', as where the source is sorted by class: train on "
            "more of them, or mix its rows",
            dataset.train.size(), dataset.class_names[static_cast<std::size_t>(dataset.train.labels[0])]));
  keep_first(dataset.test, spec.test_limit, d);
  bring_to(dataset, spec);
  if (spec.image_size != ImageSize{}) dataset.fit = spec.fit;
  split_validation(dataset, spec.validation_fraction, seed);
  if (dataset.train.size() == 0) throw InputError(say("%1 holds no training examples", spec.source));
  dataset.content_hash = content_hash_of(dataset);
  return dataset;
}

Dataset look_at_dataset(const DataSpec& spec, const fs::path& resources) {
  constexpr std::size_t few = 100;
  DataSpec look = spec;
  if (spec.source == shapes_name) {
    check_shapes(brought_shape(spec, shapes_image), spec.train_limit, spec.test_limit);
    for (std::size_t* limit : {&look.train_limit, &look.test_limit}) *limit = *limit == 0 ? few : std::min(*limit, few);
  }
  return load_dataset(look, resources, 1);
}

std::vector<std::uint32_t> sampling_order(std::size_t count, std::uint64_t seed, int epoch) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed, RandomStream::sampling_order, static_cast<std::uint32_t>(epoch));
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  return order;
}

}  // namespace mlplab
