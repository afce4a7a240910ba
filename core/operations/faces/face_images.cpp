#include "core/operations/faces/face_images.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/data/image_file.h"
#include "core/machine/topology.h"
#include "core/operations/embedding_tasks.h"
#include "core/operations/faces/face_finder.h"
#include "core/operations/image_sources.h"

namespace mlplab {
namespace {

/// The pixels of the faces of one photograph, one face after the other, as the network takes them.
std::vector<std::uint8_t> faces_in(const std::filesystem::path& photograph, const FaceFinder& finder,
                                   const ImageShape& shape, ImageFit fit) {
  const Image image = read_image(photograph);
  std::vector<std::uint8_t> pixels;
  for (const FaceBox& box : finder.find(image)) {
    const Image face = brought_to(cut_out(image, box), shape, fit);
    pixels.insert(pixels.end(), face.pixels.begin(), face.pixels.end());
  }
  return pixels;
}

class FaceImages : public ImageSource, public Detection {
 public:
  /// `counts` [files]: the faces in each.
  FaceImages(std::unique_ptr<FaceFinder> finder, const TrainingState& network, std::vector<std::filesystem::path> files,
             std::vector<std::size_t> counts, FaceCount count, std::vector<std::uint8_t> known)
      : finder_(std::move(finder)),
        shape_(images_of(network.model)),
        fit_(fit_of(network)),
        files_(std::move(files)),
        classes_(files_),
        counts_(std::move(counts)),
        first_(counts_.size()),
        count_(std::move(count)),
        known_(std::move(known)) {
    std::exclusive_scan(counts_.begin(), counts_.end(), first_.begin(), std::size_t{0});
    size_ = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  }

  std::size_t size() const override { return size_; }
  std::vector<float> image(std::size_t index) const override {
    if (!known_.empty()) return as_features(&known_[index * image_bytes()], image_bytes());
    const std::size_t file = file_of(index);
    const std::vector<std::uint8_t> faces = faces_of(file);
    return as_features(&faces[(index - first_[file]) * image_bytes()], image_bytes());
  }
  ImageRecipe recipe() const override { return {.generated = 0, .files = files_, .faces = counts_}; }
  ImageShape shape() const override { return shape_; }
  int class_of(std::size_t index) const override { return classes_.of(files_[file_of(index)]); }
  std::vector<std::string> class_names() const override { return classes_.names(); }
  const Detection* detection() const override { return this; }

  std::size_t photographs() const override { return files_.size(); }
  std::size_t image_bytes() const override {
    return static_cast<std::size_t>(shape_.height) * static_cast<std::size_t>(shape_.width) *
           static_cast<std::size_t>(shape_.channels);
  }
  void detect(std::size_t photograph, std::uint8_t* found) const override {
    std::ranges::copy(faces_of(photograph), found + first_[photograph] * image_bytes());
  }
  void prepare(int threads) const override { finder_->prepare(threads); }
  const FaceCount& count() const override { return count_; }

 private:
  std::size_t file_of(std::size_t face) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_, face) - first_.begin()) - 1;
  }
  std::vector<std::uint8_t> faces_of(std::size_t file) const {
    std::vector<std::uint8_t> pixels = faces_in(files_[file], *finder_, shape_, fit_);
    if (pixels.size() != counts_[file] * image_bytes())
      throw InputError(say("%1 had other faces when they were counted: %2, and now %3; measure again",
                           files_[file].string(), counts_[file], pixels.size() / image_bytes()));
    return pixels;
  }

  std::unique_ptr<FaceFinder> finder_;
  ImageShape shape_;
  ImageFit fit_;
  std::vector<std::filesystem::path> files_;
  FolderClasses classes_;
  std::vector<std::size_t> counts_, first_;  // of each file: its faces, and the place of the first among all
  std::size_t size_ = 0;
  FaceCount count_;
  std::vector<std::uint8_t> known_;  // [size(), image_bytes()], or empty
};

}  // namespace

std::unique_ptr<ImageSource> face_images(const TrainingState& network, const std::filesystem::path& folder,
                                         std::size_t most, const RunControl& control,
                                         const std::function<void(std::size_t, std::size_t)>& progress) {
  const ImageShape shape = images_of(network.model);
  const ImageFit fit = fit_of(network);
  auto finder = std::make_unique<FaceFinder>();
  const std::vector<std::filesystem::path> files = image_files_in(folder, most);
  std::vector<std::vector<std::uint8_t>> faces(files.size());
  std::vector<std::string> faults(files.size());
  std::atomic<std::size_t> done{0};
  for_each_task(files.size(), usable_cpus(), control, [&](std::size_t file) {
    try {
      faces[file] = faces_in(files[file], *finder, shape, fit);
    } catch (const InputError& error) {
      faults[file] = error.what();
    }
    if (const std::size_t now = ++done; progress) progress(now, files.size());
  });
  if (control.stopped()) return nullptr;
  const std::size_t bytes = static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
                            static_cast<std::size_t>(shape.channels);
  FaceCount count;
  std::vector<std::filesystem::path> read;
  std::vector<std::size_t> counts;
  std::vector<std::uint8_t> all;
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!faults[file].empty()) {
      count.unreadable.push_back(faults[file]);
      continue;
    }
    if (faces[file].empty()) count.without.push_back(files[file].lexically_relative(folder).string());
    read.push_back(files[file]);
    counts.push_back(faces[file].size() / bytes);
    all.insert(all.end(), faces[file].begin(), faces[file].end());
  }
  count.photographs = read.size();
  if (read.empty()) throw InputError(count.unreadable.front());
  if (all.empty())
    throw InputError(say("no face was found in the photographs of %1 (%2)", folder.string(), read.size()));
  if (all.size() / bytes > most_embedded)
    throw InputError(say("%1 has %2 images, and at most %3 are embedded at once; ask for fewer of them",
                         folder.string(), all.size() / bytes, most_embedded));
  return std::make_unique<FaceImages>(std::move(finder), network, std::move(read), std::move(counts), std::move(count),
                                      std::move(all));
}

std::unique_ptr<ImageSource> faces_by(const TrainingState& network, const ImageRecipe& recipe) {
  return std::make_unique<FaceImages>(std::make_unique<FaceFinder>(), network, recipe.files, recipe.faces, FaceCount(),
                                      std::vector<std::uint8_t>());
}

}  // namespace mlplab
