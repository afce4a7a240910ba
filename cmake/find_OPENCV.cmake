find_path(OPENCV_INCLUDE_DIR opencv2/objdetect.hpp PATH_SUFFIXES opencv4)
find_library(OPENCV_OBJDETECT NAMES opencv_objdetect)
find_library(OPENCV_CORE NAMES opencv_core)
set(OPENCV_LIBRARY "${OPENCV_OBJDETECT};${OPENCV_CORE}" CACHE INTERNAL "OpenCV's detector of objects with its core")
# Its classifiers are files of another package, which the program looks for when it runs.
find_path(OPENCV_CASCADES haarcascade_frontalface_default.xml PATHS /usr/share /usr/local/share
          PATH_SUFFIXES opencv4/haarcascades opencv/haarcascades)
mark_as_advanced(OPENCV_INCLUDE_DIR OPENCV_OBJDETECT OPENCV_CORE OPENCV_CASCADES)
set(reason "")
if(NOT OPENCV_INCLUDE_DIR OR NOT OPENCV_OBJDETECT OR NOT OPENCV_CORE)
  set(reason "OpenCV was not found when this was built (install libopencv-objdetect-dev and opencv-data)")
endif()
