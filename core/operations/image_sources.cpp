// Where the embeddings' images come from.
#include "core/operations/image_sources.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/data/image.h"
#include "core/data/image_file.h"
#include "core/data/preparation.h"
#include "core/data/shapes.h"
#include "core/operations/embeddings.h"
#include "core/operations/faces/face_images.h"

namespace mlplab {

ImageShape images_of(const ModelSpec& model) {
  const Shape& input = model.input;
  if (!input.is_vector() && (input.channels == 1 || input.channels == 3))
    return {input.height, input.width, input.channels};
  if (input.is_vector())
    for (const int channels : {1, 3}) {
      const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(input.size()) / channels)));
      if (static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * static_cast<std::size_t>(channels) ==
          input.size())
        return {side, side, channels};
    }
  throw UsageError(say("the network takes %1 numbers, which are no square image in grey or colour", input.size()));
}

std::vector<float> as_features(const std::uint8_t* pixels, std::size_t count) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(pixels[i]) * feature_scale;
  return x;
}

ImageFit fit_of(const TrainingState& network) {
  return network.preparation == nullptr ? ImageFit::stretch : network.preparation->fit;
}

std::vector<std::filesystem::path> image_files_in(const std::filesystem::path& folder, std::size_t most) {
  std::vector<std::filesystem::path> files;
  try {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (file_at(entry.path()) && has_image_name(entry.path())) files.push_back(entry.path());
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(say("cannot read the folder %1: %2", folder.string(), error.code().message()));
  }
  std::ranges::sort(files);
  if (most > 0 && files.size() > most) files.resize(most);
  if (files.empty()) throw InputError(say("%1 has no images (%2)", folder.string(), image_formats()));
  if (files.size() > most_embedded)
    throw InputError(say("%1 has %2 images, and at most %3 are embedded at once; ask for fewer of them",
                         folder.string(), files.size(), most_embedded));
  return files;
}

FolderClasses::FolderClasses(const std::vector<std::filesystem::path>& files) {
  std::set<std::filesystem::path> folders;
  for (const std::filesystem::path& file : files) folders.insert(file.parent_path());
  if (folders.size() > 1) folders_.assign(folders.begin(), folders.end());
}

int FolderClasses::of(const std::filesystem::path& file) const {
  if (folders_.empty()) return -1;
  return static_cast<int>(std::ranges::lower_bound(folders_, file.parent_path()) - folders_.begin());
}

std::vector<std::string> FolderClasses::names() const {
  return mapped(folders_, [](const std::filesystem::path& folder) { return folder.filename().string(); });
}

namespace {

class GeneratedImages : public ImageSource {
 public:
  GeneratedImages(const ImageShape& image, std::size_t count)
      : features_(static_cast<std::size_t>(image.height * image.width * image.channels)),
        data_(make_shapes(image, count, 1)) {}
  std::size_t size() const override { return data_.train.size(); }
  std::vector<float> image(std::size_t index) const override {
    return as_features(&data_.train.features[index * features_], features_);
  }
  ImageRecipe recipe() const override { return {.generated = size(), .files = {}}; }
  ImageShape shape() const override { return data_.image; }
  int class_of(std::size_t index) const override { return data_.train.labels[index]; }
  std::vector<std::string> class_names() const override { return data_.class_names; }

 private:
  std::size_t features_;
  Dataset data_;
};

class FolderImages : public ImageSource {
 public:
  FolderImages(const TrainingState& network, std::vector<std::filesystem::path> files)
      : image_(images_of(network.model)), fit_(fit_of(network)), files_(std::move(files)), classes_(files_) {}
  std::size_t size() const override { return files_.size(); }
  std::vector<float> image(std::size_t index) const override {
    const Image fitted = brought_to(read_image(files_[index]), image_, fit_);
    return as_features(fitted.pixels.data(), fitted.pixels.size());
  }
  ImageRecipe recipe() const override { return {.generated = 0, .files = files_}; }
  ImageShape shape() const override { return image_; }
  int class_of(std::size_t index) const override { return classes_.of(files_[index]); }
  std::vector<std::string> class_names() const override { return classes_.names(); }

 private:
  ImageShape image_;
  ImageFit fit_;
  std::vector<std::filesystem::path> files_;
  FolderClasses classes_;
};

}  // namespace

std::unique_ptr<ImageSource> generated_images(const ModelSpec& model, std::size_t count) {
  const std::size_t most = std::min(most_embedded, shapes_train);
  if (count < 1 || count > most)
    throw UsageError(say("the images must be a number from 1 to %1, not %2", most, count), "pictures");
  return std::make_unique<GeneratedImages>(images_of(model), count);
}

std::unique_ptr<ImageSource> folder_images(const TrainingState& network, const std::filesystem::path& folder,
                                           std::size_t most) {
  return std::make_unique<FolderImages>(network, image_files_in(folder, most));
}

std::unique_ptr<ImageSource> images_by(const TrainingState& network, const ImageRecipe& recipe) {
  if (recipe.files.empty()) return generated_images(network.model, recipe.generated);
  if (!recipe.faces.empty()) return faces_by(network, recipe);
  return std::make_unique<FolderImages>(network, recipe.files);
}

}  // namespace mlplab
