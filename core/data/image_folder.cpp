#include "core/data/image_folder.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/random.h"
#include "core/data/image_file.h"
#include "core/data/parallel.h"
#include "core/data/room.h"
#include "core/machine/large_pages.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Visible entries of a folder in the order of their names.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (!entry->path().filename().string().starts_with('.')) entries.push_back(entry->path());
  if (error) throw InputError(say("cannot read the folder %1: %2", folder.string(), reason_of(error)));
  std::ranges::sort(entries);
  return entries;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders = entries_of(folder);
  std::erase_if(folders, [](const fs::path& path) { return !folder_at(path); });
  return folders;
}

using Files = std::vector<std::vector<fs::path>>;  // [classes][pictures]

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> files = entries_of(folder);
  std::erase_if(files, [](const fs::path& path) { return !file_at(path) || !has_image_name(path); });
  if (files.empty())
    throw InputError(say("%1 holds no PNG, JPEG or PGM pictures; add some or remove it", folder.string()));
  return files;
}

struct Labelled {
  fs::path path;
  std::int32_t label = 0;
};

/// The first `limit` (0: all) of a split, the classes taking turns.
std::vector<Labelled> in_turns(const Files& files, std::size_t limit) {
  std::vector<Labelled> all;
  std::size_t longest = 0;
  for (const auto& pictures : files) longest = std::max(longest, pictures.size());
  for (std::size_t turn = 0; turn < longest; ++turn)
    for (std::size_t label = 0; label < files.size(); ++label)
      if (turn < files[label].size()) all.push_back({files[label][turn], static_cast<std::int32_t>(label)});
  if (limit > 0 && limit < all.size()) all.resize(limit);
  return all;
}

std::string size_text(const ImageShape& shape) {
  return std::to_string(shape.width) + "×" + std::to_string(shape.height);
}

/// Reads pictures of all splits, then makes them alike: whether any has colours is known when all are read.
class PictureReader {
 public:
  PictureReader(const DataSpec& spec, const LoadProgress& progress, std::size_t most_bytes)
      : spec_(spec), progress_(progress), most_bytes_(most_bytes) {}

  void read(std::vector<Labelled> files) {
    files_ = std::move(files);
    pictures_.resize(files_.size());
    if (files_.empty()) return;
    pictures_.front() = read_one(0);
    shape_ = pictures_.front().shape;
    check_room(shape_.channels);
    std::function<void(std::size_t)> tell;
    if (progress_) tell = [this](std::size_t done) { progress_(done + 1, files_.size()); };
    for_each_index(
        files_.size() - 1, loading_threads(),
        [this](std::size_t i) {
          pictures_[i + 1] = read_one(i + 1);
          check_size(i + 1);
          if (pictures_[i + 1].shape.channels > shape_.channels) check_room(pictures_[i + 1].shape.channels);
        },
        tell);
    for (const Picture& picture : pictures_) shape_.channels = std::max(shape_.channels, picture.shape.channels);
  }

  /// The pictures [first, first + count), which are given away.
  Examples take(std::size_t first, std::size_t count) {
    Examples examples;
    reserve_large(examples.features, count * static_cast<std::size_t>(shape_.height) *
                                         static_cast<std::size_t>(shape_.width) *
                                         static_cast<std::size_t>(shape_.channels));
    for (std::size_t i = first; i < first + count; ++i) {
      const Picture picture = with_channels(std::exchange(pictures_[i], {}), shape_.channels);
      examples.features.insert(examples.features.end(), picture.pixels.begin(), picture.pixels.end());
      examples.labels.push_back(files_[i].label);
    }
    return examples;
  }
  ImageShape shape() const { return shape_; }

 private:
  Picture read_one(std::size_t i) const {
    Picture picture = read_picture(files_[i].path);
    if (spec_.channels > 0) picture = with_channels(std::move(picture), spec_.channels);
    if (spec_.image_size == ImageSize{}) return picture;
    return resized(picture, spec_.image_size.height, spec_.image_size.width);
  }
  void check_size(std::size_t i) const {
    const ImageShape& own = pictures_[i].shape;
    if (own.height == shape_.height && own.width == shape_.width) return;
    throw InputError(
        say("%1 has %2 pixels, but %3 has %4; bring all pictures of a data set to one size, as with "
            "--image-size 64",
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
  std::vector<Picture> pictures_;
  ImageShape shape_;
};

/// Moves a fifth of each class (one at least, where it has two) from `train` into the result.
Files split_off_test(Files& train, std::uint64_t seed) {
  Files test(train.size());
  for (std::size_t label = 0; label < train.size(); ++label) {
    auto& files = train[label];
    // Substream 0 of the split's numbers belongs to the validation split.
    Random random(seed, RandomStream::split, static_cast<std::uint32_t>(label + 1));
    const std::size_t count = files.size() < 2 ? 0 : std::max<std::size_t>(files.size() / 5, 1);
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

Files pictures_by_class(const std::vector<fs::path>& classes) {
  Files files;
  for (const fs::path& path : classes) files.push_back(pictures_in(path));
  return files;
}

/// The pictures of test/, whose classes must be among the names of train/.
Files test_pictures(const fs::path& folder, const std::vector<std::string>& names) {
  Files files(names.size());
  for (const fs::path& path : folders_in(folder)) {
    const auto known = std::ranges::find(names, path.filename().string());
    if (known == names.end())
      throw InputError(
          say("%1 is a class that the train folder does not have; add it there or remove it", path.string()));
    files[static_cast<std::size_t>(known - names.begin())] = pictures_in(path);
  }
  return files;
}

}  // namespace

Dataset read_image_folder(const DataSpec& spec, std::uint64_t seed, const LoadProgress& progress,
                          std::size_t most_bytes) {
  const fs::path folder = spec.source;
  const bool has_train = folder_at(folder / "train");
  const bool has_test = has_train && folder_at(folder / "test");
  const fs::path root = has_train ? folder / "train" : folder;
  const std::vector<fs::path> classes = folders_in(root);
  if (classes.size() < 2)
    throw InputError(
        say(classes.empty()
                ? "%1 has no sub-folder; a data set of pictures needs one sub-folder a class, two at least"
                : "%1 has only one sub-folder; a data set of pictures needs one sub-folder a class, two at least",
            root.string()));
  Dataset dataset;
  dataset.name = folder.string();
  for (const fs::path& path : classes) dataset.class_names.push_back(path.filename().string());

  Files train = pictures_by_class(classes);
  const Files test = has_test ? test_pictures(folder / "test", dataset.class_names) : split_off_test(train, seed);
  std::vector<Labelled> files = in_turns(train, spec.train_limit);
  const std::size_t trained = files.size();
  std::ranges::copy(in_turns(test, spec.test_limit), std::back_inserter(files));
  const std::size_t tested = files.size() - trained;
  if (tested == 0)
    throw InputError(say("%1 leaves nothing to test with; add pictures, two a class at least", folder.string()));
  PictureReader reader(spec, progress, most_bytes);
  reader.read(std::move(files));
  dataset.train = reader.take(0, trained);
  dataset.test = reader.take(trained, tested);
  dataset.image = reader.shape();
  return dataset;
}

}  // namespace mlplab
