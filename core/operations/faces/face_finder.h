// Faces in an image, by OpenCV where this build has it: a module beside the program, and the frontal cascade of the
// package opencv-data, which is looked for when the program runs. To use another detector: another module.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/image.h"

namespace mlplab {

/// In pixels, from the image's left and upper edge.
struct FaceBox {
  int left = 0, top = 0, width = 0, height = 0;
  bool operator==(const FaceBox&) const = default;
};

/// The classifier's file: MLPLAB_CASCADE, else that of opencv-data.
std::filesystem::path face_cascade();
/// '' where faces can be looked for, else one sentence without its full stop: the build has no OpenCV, the module or
/// the classifier is not there. Quick: it loads neither.
std::string why_no_faces();

class FaceFinder {
 public:
  /// Throws BackendError with why_no_faces(), and where OpenCV's libraries or the classifier cannot be loaded.
  FaceFinder();
  ~FaceFinder();
  FaceFinder(const FaceFinder&) = delete;
  FaceFinder& operator=(const FaceFinder&) = delete;

  /// From top to bottom, then from left to right: as often and wherever it is called, the same boxes. Each is within
  /// the image; the smallest faces that are looked for are a twentieth of its shorter side, 30 pixels at least. Several
  /// threads may call it. Throws BackendError.
  std::vector<FaceBox> find(const Image& image) const;
  /// Makes as many detectors as threads will look at once; else each is made where it is first needed.
  void prepare(int threads) const;

 private:
  struct Detectors;
  std::unique_ptr<Detectors> detectors_;
};

/// The part of `image` in the box, with its channels.
Image cut_out(const Image& image, const FaceBox& box);

}  // namespace mlplab
