#include "core/data/image_folder.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
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

/// Files of a folder by what there is to say of them: why they are left out, or what they carry that is not used.
class Remarks {
 public:
  explicit Remarks(fs::path folder) : folder_(std::move(folder)) {}
  /// `remark` is half a sentence.
  void add(const std::string& remark, const fs::path& path) { places_[remark].push_back(path); }
  /// `one` has places for the file and the remark, `several` for the first file, how many more there are, the remark.
  std::vector<std::string> sentences(const char* one, const char* several) const {
    std::vector<std::string> lines;
    for (const auto& [remark, paths] : places_) {
      const std::string first = paths.front().lexically_relative(folder_).string();
      lines.push_back(paths.size() == 1 ? say(one, first, remark) : say(several, first, paths.size() - 1, remark));
    }
    return lines;
  }

 private:
  fs::path folder_;
  std::map<std::string, std::vector<fs::path>> places_;
};

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

/// Folders that file systems and archives put beside everybody's: macOS', and those of network drives.
bool is_made_by_the_system(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == "__MACOSX" || name == "@eaDir" || name == "$RECYCLE.BIN" ||
         name == "System Volume Information";  // untranslated: names of folders
}

bool is_link(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored);
}

std::string why_no_image(const fs::path& path) {
  if (!file_at(path)) return is_link(path) ? say("a link that leads nowhere") : say("no ordinary file");
  if (const std::string format = unread_format(path); !format.empty())
    return say("%1 images are not read here; save them as PNG", format);
  return say("no image");
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders = entries_of(folder);
  std::erase_if(folders, [](const fs::path& path) { return !folder_at(path) || is_made_by_the_system(path); });
  return folders;
}

/// Reports the entries of `folder` that are not among the wanted folders.
void leave_out_rest(const fs::path& folder, const std::vector<fs::path>& wanted, const std::string& why_no_folder,
                    Remarks& left_out) {
  for (const fs::path& path : entries_of(folder)) {
    if (std::ranges::find(wanted, path) != wanted.end()) continue;
    if (folder_at(path))
      left_out.add(is_made_by_the_system(path) ? say("a folder that a system made") : why_no_folder, path);
    else
      left_out.add(
          has_image_name(path) && file_at(path) ? say("an image that lies in no class's folder") : why_no_image(path),
          path);
  }
}

using Files = std::vector<std::vector<fs::path>>;  // [classes][images]

/// Whether a folder is a link to a folder that holds it, which would be followed without end.
bool leads_back(const fs::path& folder) {
  if (!is_link(folder)) return false;
  std::error_code error;
  const fs::path target = fs::canonical(folder, error), parent = fs::canonical(folder.parent_path(), error);
  const auto [end, ignored] = std::mismatch(target.begin(), target.end(), parent.begin(), parent.end());
  return error || end == target.end();
}

/// The images of a class, those in folders of its folder (of its writers, of days) among them.
void gather_images(const fs::path& folder, std::vector<fs::path>& images, Remarks& left_out) {
  for (const fs::path& path : entries_of(folder)) {
    if (folder_at(path)) {
      if (is_made_by_the_system(path))
        left_out.add(say("a folder that a system made"), path);
      else if (leads_back(path))
        left_out.add(say("a link to a folder that holds it"), path);
      else
        gather_images(path, images, left_out);
    } else if (file_at(path) && has_image_name(path)) {
      images.push_back(path);
    } else {
      left_out.add(why_no_image(path), path);
    }
  }
}

std::vector<fs::path> images_in(const fs::path& folder, Remarks& left_out) {
  std::vector<fs::path> files;
  gather_images(folder, files, left_out);
  if (files.empty())
    throw InputError(say("%1 holds no images (%2); add some or remove it", folder.string(), image_formats()));
  return files;
}

enum class Split { train, test, validation };

/// By the names that people give these folders, in any case.
std::optional<Split> split_of(const fs::path& folder) {
  std::string name = folder.filename().string();
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* known : {"train", "training"})
    if (name == known) return Split::train;
  for (const char* known : {"test", "testing"})
    if (name == known) return Split::test;
  for (const char* known : {"val", "valid", "validation", "dev"})
    if (name == known) return Split::validation;
  return std::nullopt;
}

/// Which folders of a data set hold what.
struct Layout {
  fs::path root;  // with the classes, or with the splits
  std::map<Split, fs::path> splits;
};

Layout layout_of(const fs::path& root) {
  Layout layout{root, {}};
  for (const fs::path& path : folders_in(root)) {
    const std::optional<Split> split = split_of(path);
    if (!split) continue;
    if (const auto [known, added] = layout.splits.emplace(*split, path); !added)
      throw InputError(say("%1 has both %2 and %3; keep one of them", root.string(), known->second.filename().string(),
                           path.filename().string()));
  }
  if (!layout.splits.contains(Split::train)) layout.splits.clear();  // then these are classes of such names
  return layout;
}

struct Labelled {
  fs::path path;
  std::int32_t label = 0;
};

/// The first `limit` (0: all) of a split, the classes taking turns.
std::vector<Labelled> in_turns(const Files& files, std::size_t limit) {
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
    std::function<void(std::size_t)> tell;
    if (progress_) tell = [this](std::size_t done) { progress_(done + 1, files_.size()); };
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
  Image read_one(std::size_t i) {
    Image image = read_image(files_[i].path, &notes_[i]);
    if (spec_.channels > 0) image = with_channels(std::move(image), spec_.channels);
    if (spec_.image_size == ImageSize{}) return image;
    return resized(image, spec_.image_size.height, spec_.image_size.width);
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

/// The images of one split, whose classes must be among `names`.
Files images_of(const fs::path& folder, const std::vector<std::string>& names, Remarks& left_out) {
  Files files(names.size());
  const std::vector<fs::path> classes = folders_in(folder);
  leave_out_rest(folder, classes, {}, left_out);
  for (const fs::path& path : classes) {
    const auto known = std::ranges::find(names, path.filename().string());
    if (known == names.end())
      throw InputError(
          say("%1 is a class that the train folder does not have; add it there or remove it", path.string()));
    files[static_cast<std::size_t>(known - names.begin())] = images_in(path, left_out);
  }
  return files;
}

}  // namespace

Dataset read_image_folder(const DataSpec& spec, std::uint64_t seed, const LoadProgress& progress,
                          std::size_t most_bytes) {
  const fs::path folder = spec.source;
  Remarks left_out(folder);
  Dataset dataset;
  dataset.name = folder.string();
  Layout layout = layout_of(folder);
  // An archive often unpacks to a folder in a folder.
  for (std::vector<fs::path> only = folders_in(folder); layout.splits.empty() && only.size() == 1;
       only = folders_in(layout.root)) {
    const Layout inner = layout_of(only.front());
    if (inner.splits.empty() && folders_in(inner.root).empty()) break;
    leave_out_rest(layout.root, only, {}, left_out);
    layout = inner;
  }
  const auto train_folder = layout.splits.find(Split::train);
  const bool has_splits = train_folder != layout.splits.end();
  const fs::path root = has_splits ? train_folder->second : layout.root;
  const std::vector<fs::path> classes = folders_in(root);
  if (classes.size() < 2)
    throw InputError(
        say(classes.empty()
                ? "%1 has no sub-folder; a data set of images needs one sub-folder per class, two at least"
                : "%1 has only one sub-folder; a data set of images needs one sub-folder per class, two at least",
            root.string()));
  for (const fs::path& path : classes) dataset.class_names.push_back(path.filename().string());
  if (has_splits) {
    std::vector<fs::path> known;
    for (const auto& [split, path] : layout.splits) known.push_back(path);
    leave_out_rest(layout.root, known, say("a folder that is neither train nor test nor validation"), left_out);
  }

  Files train = images_of(root, dataset.class_names, left_out);
  const auto split = [&](Split which) -> std::optional<Files> {
    const auto found = layout.splits.find(which);
    if (found == layout.splits.end()) return std::nullopt;
    Files files = images_of(found->second, dataset.class_names, left_out);
    if (std::ranges::all_of(files, [](const auto& images) { return images.empty(); })) return std::nullopt;
    return files;
  };
  std::optional<Files> test = split(Split::test), validation = split(Split::validation);
  if (!test && validation) {
    test = std::exchange(validation, std::nullopt);
    dataset.notes.push_back(say("%1 has no test images in folders of classes: its %2 images are the test images",
                                layout.root.string(), layout.splits.at(Split::validation).filename().string()));
  } else if (!test && layout.splits.contains(Split::test)) {
    dataset.notes.push_back(
        say("%1 has no images in folders of classes: a fifth of the training images are the test images instead",
            layout.splits.at(Split::test).string()));
  }
  if (!test) test = split_off_test(train, seed);
  for (const auto& of_class : train) dataset.train_in_source += of_class.size();
  std::vector<Labelled> files = in_turns(train, spec.train_limit);
  const std::size_t trained = files.size();
  std::ranges::copy(in_turns(*test, spec.test_limit), std::back_inserter(files));
  const std::size_t tested = files.size() - trained;
  if (validation) std::ranges::copy(in_turns(*validation, 0), std::back_inserter(files));
  const std::size_t validated = files.size() - trained - tested;
  if (tested == 0)
    throw InputError(say("%1 leaves nothing to test with; add images, two per class at least", folder.string()));
  ImageReader reader(spec, progress, most_bytes);
  reader.read(std::move(files));
  dataset.train = reader.take(0, trained);
  dataset.test = reader.take(trained, tested);
  dataset.validation = reader.take(trained + tested, validated);
  dataset.image = reader.shape();
  for (auto lines : {left_out.sentences(to_say("left out: %1 (%2)"), to_say("left out: %1 and %2 more (%3)")),
                     reader.notes().sentences(to_say("%1: %2"), to_say("%1 and %2 more: %3"))})
    std::ranges::move(lines, std::back_inserter(dataset.notes));
  return dataset;
}

}  // namespace mlplab
