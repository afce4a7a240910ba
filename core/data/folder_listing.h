// The files of a folder of images, by class and split. No image is read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlplab {

/// Files of a folder by what there is to say of them: why they are left out, or what they carry that is not used.
class Remarks {
 public:
  explicit Remarks(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// `remark` is half a sentence.
  void add(const std::string& remark, const std::filesystem::path& path) { places_[remark].push_back(path); }
  /// `one` has places for the file and the remark, `several` for the first file, how many more there are, the remark.
  std::vector<std::string> sentences(const char* one, const char* several) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::filesystem::path>> places_;
};

using ImageFiles = std::vector<std::vector<std::filesystem::path>>;  // [classes][images]

struct FolderListing {
  std::vector<std::string> class_names;
  ImageFiles train;
  std::optional<ImageFiles> test, validation;  // nothing: the folder has none
  std::vector<std::string> notes;              // sentences: which folder is taken for which split, what is left out
};

/// The classes are the sub-folders in the order of their names; a class's images may lie in folders of its folder.
/// `folder` holds either the classes, or a folder `train` with the classes and, where there are, `test` and `val` with
/// the same classes or some of them (also `training`, `testing`, `valid`, `validation`, `dev`, in any case). Without
/// test images those of `val` are them. A folder that holds nothing but one with all this is that one. The notes name
/// files that are left out (hidden files apart). Throws InputError naming the file or folder: no classes, a class
/// without images. `test_fraction`: of each class, that becomes the test images where there are none, for the notes.
/// `unreadable` files are left out and named as the others are.
FolderListing list_image_folder(const std::filesystem::path& folder, double test_fraction,
                                const std::set<std::filesystem::path>& unreadable = {});

/// Names of files, folders and columns, which people write in any case: ASCII letters alone are made small.
std::string in_small_letters(std::string text);

/// How many of a class's `files` become test images where this share of them is to: one at least, where it has two.
std::size_t split_off_for_test(std::size_t files, double fraction);

}  // namespace mlplab
