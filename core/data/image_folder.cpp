#include "core/data/image_folder.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/image_file.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_split_bytes = std::size_t{8} << 30;  // of one split

/// Visible entries of a folder in the order of their names.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (!entry->path().filename().string().starts_with('.')) entries.push_back(entry->path());
  if (error) throw InputError("cannot read the folder " + folder.string() + ": " + error.message());
  std::ranges::sort(entries);
  return entries;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders = entries_of(folder);
  std::erase_if(folders, [](const fs::path& path) { return !fs::is_directory(path); });
  return folders;
}

using Files = std::vector<std::vector<fs::path>>;  // [classes][pictures]

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> files = entries_of(folder);
  std::erase_if(files, [](const fs::path& path) { return !fs::is_regular_file(path) || !has_image_name(path); });
  if (files.empty()) throw InputError(folder.string() + " holds no PNG, JPEG or PGM pictures; add some or remove it");
  return files;
}

/// Reads pictures of one size, that of the first.
class SplitReader {
 public:
  Examples read(const Files& files) {
    Examples examples;
    std::size_t longest = 0;
    for (const auto& pictures : files) longest = std::max(longest, pictures.size());
    for (std::size_t turn = 0; turn < longest; ++turn)
      for (std::size_t label = 0; label < files.size(); ++label)
        if (turn < files[label].size()) add(examples, files[label][turn], static_cast<std::int32_t>(label));
    return examples;
  }
  ImageShape shape() const { return shape_; }

 private:
  void add(Examples& examples, const fs::path& path, std::int32_t label) {
    const GrayImage image = read_gray_image(path);
    const ImageShape shape{image.height, image.width, 1};
    if (first_.empty()) {
      first_ = path;
      shape_ = shape;
    }
    if (!(shape == shape_))
      throw InputError(path.string() + " has " + size_text(shape) + " pixels, but " + first_.string() + " has " +
                       size_text(shape_) + "; bring all pictures of a data set to one size");
    if (examples.features.size() + image.pixels.size() > max_split_bytes)
      throw InputError("the pictures of this data set take more than 8 GiB at " + path.string() +
                       "; make them smaller");
    examples.features.insert(examples.features.end(), image.pixels.begin(), image.pixels.end());
    examples.labels.push_back(label);
  }
  static std::string size_text(const ImageShape& shape) {
    return std::to_string(shape.width) + "×" + std::to_string(shape.height);
  }

  fs::path first_;
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
      throw InputError(path.string() + " is a class that the train folder does not have; add it there or remove it");
    files[static_cast<std::size_t>(known - names.begin())] = pictures_in(path);
  }
  return files;
}

}  // namespace

Dataset read_image_folder(const fs::path& folder, std::uint64_t seed) {
  const bool has_train = fs::is_directory(folder / "train");
  const bool has_test = has_train && fs::is_directory(folder / "test");
  const fs::path root = has_train ? folder / "train" : folder;
  const std::vector<fs::path> classes = folders_in(root);
  if (classes.size() < 2)
    throw InputError(root.string() + " has " + (classes.empty() ? "no" : "only one") +
                     " sub-folder; a data set of pictures needs one sub-folder a class, two at least");
  Dataset dataset;
  dataset.name = folder.string();
  for (const fs::path& path : classes) dataset.class_names.push_back(path.filename().string());

  Files train = pictures_by_class(classes);
  const Files test = has_test ? test_pictures(folder / "test", dataset.class_names) : split_off_test(train, seed);
  SplitReader reader;
  dataset.train = reader.read(train);
  dataset.test = reader.read(test);
  dataset.image = reader.shape();
  if (dataset.test.size() == 0)
    throw InputError(folder.string() + " leaves nothing to test with; add pictures, two a class at least");
  dataset.content_hash = content_hash_of(dataset);
  return dataset;
}

}  // namespace mlplab
