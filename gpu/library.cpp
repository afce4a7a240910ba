#include "gpu/library.h"

#include <dlfcn.h>

#include <utility>

#include "core/base/language.h"

namespace mlplab::gpu {

Library::Library(std::string title, std::string file, std::string origin, std::string version)
    : title_(std::move(title)), file_(std::move(file)), origin_(std::move(origin)), version_(std::move(version)) {
  for (const std::string& path : {file_, "/usr/local/cuda/lib64/" + file_})
    if (handle_ == nullptr) handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

std::string Library::why_not() const {
  if (handle_ == nullptr)
    return say("%1 was not found (%2%3; install it or name its folder in LD_LIBRARY_PATH)", title_, file_,
               say(origin_, version_));
  return lacks_.empty() ? "" : say("%1 lacks the function %2", file_, lacks_);
}

Symbol Library::find(const char* symbol) {
  if (handle_ == nullptr) return Symbol(nullptr);
  void* const address = dlsym(handle_, symbol);
  if (address == nullptr && lacks_.empty()) lacks_ = symbol;
  return Symbol(address);
}

}  // namespace mlplab::gpu
