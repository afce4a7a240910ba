#include "core/data/folder_listing.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/image_file.h"

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
  const std::string name = in_small_letters(folder.filename().string());
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

/// The images of one split, whose classes must be among `names`.
ImageFiles images_of(const fs::path& folder, const std::vector<std::string>& names, Remarks& left_out) {
  ImageFiles files(names.size());
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

void leave_out(ImageFiles& files, const std::set<fs::path>& unreadable, Remarks& left_out) {
  for (std::vector<fs::path>& of_class : files)
    std::erase_if(of_class, [&](const fs::path& path) {
      const bool found = unreadable.contains(path);
      if (found) left_out.add(say("cannot be read"), path);
      return found;
    });
}

}  // namespace

std::vector<std::string> Remarks::sentences(const char* one, const char* several) const {
  std::vector<std::string> lines;
  for (const auto& [remark, paths] : places_) {
    const std::string first = paths.front().lexically_relative(folder_).string();
    lines.push_back(paths.size() == 1 ? say(one, first, remark) : say(several, first, paths.size() - 1, remark));
  }
  return lines;
}

FolderListing list_image_folder(const fs::path& folder, double test_fraction, const std::set<fs::path>& unreadable) {
  Remarks left_out(folder);
  FolderListing listing;
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
  for (const fs::path& path : classes) listing.class_names.push_back(path.filename().string());
  if (has_splits) {
    std::vector<fs::path> known;
    for (const auto& [split, path] : layout.splits) known.push_back(path);
    leave_out_rest(layout.root, known, say("a folder that is neither train nor test nor validation"), left_out);
  }

  listing.train = images_of(root, listing.class_names, left_out);
  const auto split = [&](Split which) -> std::optional<ImageFiles> {
    const auto found = layout.splits.find(which);
    if (found == layout.splits.end()) return std::nullopt;
    ImageFiles files = images_of(found->second, listing.class_names, left_out);
    if (std::ranges::all_of(files, [](const auto& images) { return images.empty(); })) return std::nullopt;
    return files;
  };
  listing.test = split(Split::test), listing.validation = split(Split::validation);
  if (!listing.test && listing.validation) {
    listing.test = std::exchange(listing.validation, std::nullopt);
    listing.notes.push_back(say("%1 has no test images in folders of classes: its %2 images are the test images",
                                layout.root.string(), layout.splits.at(Split::validation).filename().string()));
  } else if (!listing.test && layout.splits.contains(Split::test)) {
    listing.notes.push_back(
        say("%1 has no images in folders of classes: %2 of the training images are the test images instead",
            layout.splits.at(Split::test).string(), percent(test_fraction)));
  }
  for (ImageFiles* files :
       {&listing.train, listing.test ? &*listing.test : nullptr, listing.validation ? &*listing.validation : nullptr})
    if (files != nullptr) leave_out(*files, unreadable, left_out);
  for (std::size_t label = 0; label < classes.size(); ++label)
    if (listing.train[label].empty())
      throw InputError(say("no image in %1 can be read; add some or remove it", classes[label].string()));
  std::ranges::move(left_out.sentences(to_say("left out: %1 (%2)"), to_say("left out: %1 and %2 more (%3)")),
                    std::back_inserter(listing.notes));
  return listing;
}

std::size_t split_off_for_test(std::size_t files, double fraction) {
  constexpr double rounding = 1e-9;  // 0.2 of 35 is 7
  const auto share = static_cast<std::size_t>(fraction * static_cast<double>(files) + rounding);
  return files < 2 ? 0 : std::max<std::size_t>(share, 1);
}

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace mlplab
