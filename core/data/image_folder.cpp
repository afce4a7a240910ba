#include "core/data/image_folder.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/data/folder_listing.h"
#include "core/data/image_file.h"
#include "core/data/parallel.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

struct Labelled {
  fs::path path;
  std::int32_t label = 0;
};

/// The first `limit` (0: all) of a split, the classes taking turns.
std::vector<Labelled> in_turns(const ImageFiles& files, std::size_t limit) {
  std::vector<Labelled> all;
  std::size_t longest = 0;
  for (const auto& images : files) longest = std::max(longest, images.size());
  for (std::size_t turn = 0; turn < longest; ++turn)
    for (std::size_t label = 0; label < files.size(); ++label)
      if (turn < files[label].size()) all.push_back({files[label][turn], static_cast<std::int32_t>(label)});
  if (limit > 0 && limit < all.size()) all.resize(limit);
  return all;
}

std::string size_text(const ImageShape& shape) {
  return std::to_string(shape.width) + "×" + std::to_string(shape.height);
}

/// Reads images of all splits, then makes them alike: whether any has colours is known when all are read.
class ImageReader {
 public:
  ImageReader(const DataSpec& spec, const LoadProgress& progress, std::size_t most_bytes)
      : spec_(spec), progress_(progress), most_bytes_(most_bytes) {}

  void read(std::vector<Labelled> files) {
    files_ = std::move(files);
    images_.resize(files_.size());
    notes_.resize(files_.size());
    if (files_.empty()) return;
    images_.front() = read_one(0);
    shape_ = images_.front().shape;
    check_room(shape_.channels);
    LoadProgress tell;  // the first image is read
    if (progress_) tell = [this](std::size_t done, std::size_t) { progress_(done + 1, files_.size()); };
    for_each_index(
        files_.size() - 1, loading_threads(),
        [this](std::size_t i) {
          images_[i + 1] = read_one(i + 1);
          check_size(i + 1);
          if (images_[i + 1].shape.channels > shape_.channels) check_room(images_[i + 1].shape.channels);
        },
        tell);
    for (const Image& image : images_) shape_.channels = std::max(shape_.channels, image.shape.channels);
  }

  /// Remarks on contents of the files that are not used.
  Remarks notes() const {
    Remarks remarks(spec_.source);
    for (std::size_t i = 0; i < notes_.size(); ++i)
      for (const std::string& note : notes_[i]) remarks.add(note, files_[i].path);
    return remarks;
  }

  /// The images [first, first + count), which are given away.
  Examples take(std::size_t first, std::size_t count) {
    Examples examples;
    reserve_large(examples.features, count * static_cast<std::size_t>(shape_.height) *
                                         static_cast<std::size_t>(shape_.width) *
                                         static_cast<std::size_t>(shape_.channels));
    for (std::size_t i = first; i < first + count; ++i) {
      const Image image = with_channels(std::exchange(images_[i], {}), shape_.channels);
      examples.features.insert(examples.features.end(), image.pixels.begin(), image.pixels.end());
      examples.labels.push_back(files_[i].label);
    }
    return examples;
  }
  ImageShape shape() const { return shape_; }

 private:
  static Image read_or_say(const fs::path& path, std::vector<std::string>* notes) {
    try {
      return read_image(path, notes);
    } catch (const InputError& error) {
      throw InputError(say("%1, or leave out what cannot be read: --skip-unreadable (in the window More, Unreadable)",
                           error.what()));
    }
  }
  Image read_one(std::size_t i) {
    Image image = read_or_say(files_[i].path, &notes_[i]);
    const ImageShape to = brought_shape(spec_, image.shape);
    return brought_to(std::move(image), to, spec_.fit);
  }
  void check_size(std::size_t i) const {
    const ImageShape& own = images_[i].shape;
    if (own.height == shape_.height && own.width == shape_.width) return;
    throw InputError(
        say("%1 has %2 pixels, but %3 has %4; bring all images of a data set to one size, as with "
            "--image-size 64 (in the window More, Image size)",
            files_[i].path.string(), size_text(own), files_.front().path.string(), size_text(shape_)));
  }

  /// One with colours among them makes all so.
  void check_room(int channels) const {
    mlplab::check_room(spec_.source, files_.size(), {shape_.height, shape_.width, channels}, most_bytes_);
  }

  const DataSpec& spec_;
  const LoadProgress& progress_;
  std::size_t most_bytes_;
  std::vector<Labelled> files_;
  std::vector<Image> images_;
  std::vector<std::vector<std::string>> notes_;  // of each
  ImageShape shape_;
};

/// Moves this share of each class from `train` into the result.
ImageFiles split_off_test(ImageFiles& train, double fraction, std::uint64_t seed) {
  ImageFiles test(train.size());
  for (std::size_t label = 0; label < train.size(); ++label) {
    auto& files = train[label];
    // Substream 0 of the split's numbers belongs to the validation split.
    Random random(seed, RandomStream::split, static_cast<std::uint32_t>(label + 1));
    const std::size_t count = split_off_for_test(files.size(), fraction);
    for (std::size_t i = 0; i < count; ++i)
      std::swap(files[i], files[i + random.below(static_cast<std::uint32_t>(files.size() - i))]);
    const auto middle = files.begin() + static_cast<std::ptrdiff_t>(count);
    test[label].assign(files.begin(), middle);
    files.erase(files.begin(), middle);
    std::ranges::sort(files);
    std::ranges::sort(test[label]);
  }
  return test;
}

/// Those that cannot be decoded. All are tried, whatever the limits, so that these change no split.
std::set<fs::path> unreadable_files(const FolderListing& listing, const LoadProgress& progress) {
  std::vector<fs::path> files;
  const auto add = [&](const ImageFiles& split) {
    for (const auto& of_class : split) files.insert(files.end(), of_class.begin(), of_class.end());
  };
  add(listing.train);
  if (listing.test) add(*listing.test);
  if (listing.validation) add(*listing.validation);
  std::vector<char> bad(files.size(), 0);
  for_each_index(
      files.size(), loading_threads(),
      [&](std::size_t i) {
        try {
          read_image(files[i]);
        } catch (const InputError&) {
          bad[i] = 1;
        }
      },
      progress);
  std::set<fs::path> unreadable;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (bad[i] != 0) unreadable.insert(files[i]);
  return unreadable;
}

}  // namespace

Dataset read_image_folder(const DataSpec& spec, std::uint64_t seed, const LoadProgress& progress,
                          std::size_t most_bytes) {
  FolderListing listing = list_image_folder(spec.source, spec.test_fraction);
  if (spec.skip_unreadable)
    listing = list_image_folder(spec.source, spec.test_fraction, unreadable_files(listing, progress));
  Dataset dataset;
  dataset.name = spec.source;
  dataset.class_names = std::move(listing.class_names);
  dataset.notes = std::move(listing.notes);
  if (!listing.test) listing.test = split_off_test(listing.train, spec.test_fraction, seed);
  for (const auto& of_class : listing.train) dataset.train_in_source += of_class.size();
  std::vector<Labelled> files = in_turns(listing.train, spec.train_limit);
  const std::size_t trained = files.size();
  std::ranges::copy(in_turns(*listing.test, spec.test_limit), std::back_inserter(files));
  const std::size_t tested = files.size() - trained;
  if (listing.validation) std::ranges::copy(in_turns(*listing.validation, 0), std::back_inserter(files));
  const std::size_t validated = files.size() - trained - tested;
  if (tested == 0)
    throw InputError(say("%1 leaves nothing to test with; add images, two per class at least", spec.source));
  ImageReader reader(spec, progress, most_bytes);
  reader.read(std::move(files));
  dataset.train = reader.take(0, trained);
  dataset.test = reader.take(trained, tested);
  dataset.validation = reader.take(trained + tested, validated);
  dataset.image = reader.shape();
  std::ranges::move(reader.notes().sentences(to_say("%1: %2"), to_say("%1 and %2 more: %3")),
                    std::back_inserter(dataset.notes));
  return dataset;
}

}  // namespace mlplab
