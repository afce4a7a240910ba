// Faces by OpenCV's cascade of Haar features (Viola and Jones, 2001). The only file that includes OpenCV; a module that
// face_finder.cpp loads. No exception leaves it.
#include <exception>
#include <memory>
#include <opencv2/core/ocl.hpp>
#include <opencv2/objdetect.hpp>
#include <vector>

#include "core/operations/faces/faces_module.h"

namespace {

constexpr double size_step = 1.1;  // from one size of a face to the next
constexpr int fewest_hits = 5;     // overlapping windows that make a face

void tell(char* why, std::size_t why_size, const char* sentence) {
  if (why_size == 0) return;
  std::strncpy(why, sentence, why_size - 1);
  why[why_size - 1] = '\0';
}

void* open_detector(const char* cascade, char* why, std::size_t why_size) {
  try {
    cv::setNumThreads(0);  // the pool's workers are what is measured: each finds alone
    cv::ocl::setUseOpenCL(false);
    auto detector = std::make_unique<cv::CascadeClassifier>();  // load() throws for some files
    if (detector->load(cascade)) return detector.release();
    tell(why, why_size, "");
  } catch (const std::exception& error) {
    tell(why, why_size, error.what());
  }
  return nullptr;
}

long find_faces(void* detector, const std::uint8_t* grey, int width, int height, int smallest, int* boxes, long most,
                char* why, std::size_t why_size) {
  try {
    const cv::Mat image(height, width, CV_8UC1, const_cast<std::uint8_t*>(grey));  // read only
    std::vector<cv::Rect> found;
    static_cast<cv::CascadeClassifier*>(detector)->detectMultiScale(image, found, size_step, fewest_hits, 0,
                                                                    cv::Size(smallest, smallest));
    for (long i = 0; i < static_cast<long>(found.size()) && i < most; ++i) {
      const cv::Rect& box = found[static_cast<std::size_t>(i)];
      boxes[4 * i] = box.x, boxes[4 * i + 1] = box.y, boxes[4 * i + 2] = box.width, boxes[4 * i + 3] = box.height;
    }
    return static_cast<long>(found.size());
  } catch (const std::exception& error) {
    tell(why, why_size, error.what());
    return -1;
  }
}

void close_detector(void* detector) { delete static_cast<cv::CascadeClassifier*>(detector); }

constexpr mlplab::FacesModule functions{open_detector, find_faces, close_detector};

}  // namespace

extern "C" __attribute__((visibility("default"))) const mlplab::FacesModule* mlplab_faces_module() {
  return &functions;
}
