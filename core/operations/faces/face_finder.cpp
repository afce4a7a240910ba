#include "core/operations/faces/face_finder.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <tuple>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/operations/faces/faces_module.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr int smallest_face = 30, faces_along_the_shorter_side = 20;
constexpr std::size_t most_faces = 4096;  // in one image

/// Beside the program, or where a package installs it.
fs::path module_file() {
  std::error_code error;
  return (fs::read_symlink("/proc/self/exe", error).parent_path() / MLPLAB_FACES_MODULE).lexically_normal();
}

/// Loaded once, and kept: OpenCV's libraries are not made to be unloaded.
const FacesModule& faces_module() {
  static std::mutex mutex;
  static const FacesModule* loaded = nullptr;
  const std::lock_guard lock(mutex);
  if (loaded != nullptr) return *loaded;
  void* library = ::dlopen(module_file().c_str(), RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : ::dlsym(library, faces_module_function);
  if (function == nullptr) throw BackendError(say("faces cannot be looked for: %1", ::dlerror()));
  loaded = reinterpret_cast<FacesModuleFunction>(function)();
  return *loaded;
}

}  // namespace

fs::path face_cascade() {
  if (const char* named = std::getenv("MLPLAB_CASCADE"); named != nullptr && *named != '\0') return named;
  return fs::path(MLPLAB_CASCADES) / "haarcascade_frontalface_default.xml";
}

std::string why_no_faces() {
  constexpr const char* reason = MLPLAB_NO_OPENCV;
  if (*reason != '\0') return say("faces cannot be looked for: %1", reason);
  if (const fs::path module = module_file(); !file_at(module))
    return say("the part of the program that finds faces is not at %1", module.string());
  if (const fs::path cascade = face_cascade(); !file_at(cascade))
    return say("the classifier of faces is not at %1 (install opencv-data)", cascade.string());
  return {};
}

/// One for each thread that looks at once.
struct FaceFinder::Detectors {
  const FacesModule& module = faces_module();
  const fs::path cascade = face_cascade();
  std::mutex mutex;
  std::vector<void*> idle;
  int made = 0;  // in use, too

  ~Detectors() {
    for (void* detector : idle) module.close(detector);
  }
  void* open() const {
    std::array<char, 1024> why{};
    void* detector = module.open(cascade.c_str(), why.data(), why.size());
    if (detector == nullptr)
      throw BackendError(why[0] == '\0' ? say("%1 is no classifier of OpenCV", cascade.string())
                                        : say("%1 is no classifier of OpenCV: %2", cascade.string(), why.data()));
    return detector;
  }
  void* take() {
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        void* detector = idle.back();
        idle.pop_back();
        return detector;
      }
      ++made;
    }
    return open();
  }
  void give_back(void* detector) {
    const std::lock_guard lock(mutex);
    idle.push_back(detector);
  }
};

FaceFinder::FaceFinder() {
  if (const std::string reason = why_no_faces(); !reason.empty()) throw BackendError(reason);
  detectors_ = std::make_unique<Detectors>();
  prepare(1);
}

FaceFinder::~FaceFinder() = default;

void FaceFinder::prepare(int threads) const {
  for (; detectors_->made < threads; ++detectors_->made) detectors_->give_back(detectors_->open());
}

std::vector<FaceBox> FaceFinder::find(const Image& image) const {
  const Image grey = with_channels(image, 1);
  const int width = grey.shape.width, height = grey.shape.height;
  const int smallest = std::max(smallest_face, std::min(width, height) / faces_along_the_shorter_side);
  std::vector<int> numbers(4 * most_faces);
  std::array<char, 1024> why{};
  void* detector = detectors_->take();
  const long found = detectors_->module.find(detector, grey.pixels.data(), width, height, smallest, numbers.data(),
                                             static_cast<long>(most_faces), why.data(), why.size());
  detectors_->give_back(detector);
  if (found < 0) throw BackendError(say("OpenCV could not look for faces: %1", why.data()));
  std::vector<FaceBox> boxes;
  for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(found), most_faces); ++i) {
    FaceBox box{std::max(0, numbers[4 * i]), std::max(0, numbers[4 * i + 1]), numbers[4 * i + 2], numbers[4 * i + 3]};
    box.width = std::min(box.width, width - box.left), box.height = std::min(box.height, height - box.top);
    if (box.width > 0 && box.height > 0) boxes.push_back(box);
  }
  std::ranges::sort(boxes, {}, [](const FaceBox& box) { return std::tuple(box.top, box.left, box.width, box.height); });
  return boxes;
}

Image cut_out(const Image& image, const FaceBox& box) {
  const auto width = static_cast<std::size_t>(image.shape.width), height = static_cast<std::size_t>(image.shape.height);
  Image part{{box.height, box.width, image.shape.channels}, {}};
  part.pixels.reserve(static_cast<std::size_t>(box.height) * static_cast<std::size_t>(box.width) *
                      static_cast<std::size_t>(image.shape.channels));
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(image.shape.channels); ++channel)
    for (std::size_t row = 0; row < static_cast<std::size_t>(box.height); ++row) {
      const std::size_t y = static_cast<std::size_t>(box.top) + row;
      const auto from = image.pixels.begin() + static_cast<std::ptrdiff_t>((channel * height + y) * width +
                                                                           static_cast<std::size_t>(box.left));
      part.pixels.insert(part.pixels.end(), from, from + box.width);
    }
  return part;
}

}  // namespace mlplab
