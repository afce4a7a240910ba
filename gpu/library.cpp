#include "gpu/library.h"

#include <dlfcn.h>

namespace mlplab::gpu {

Library::Library(const std::string& title, std::string file, const std::string& origin) : file_(std::move(file)) {
  for (const std::string& path : {file_, "/usr/local/cuda/lib64/" + file_})
    if (handle_ == nullptr) handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr)
    why_not_ = title + " was not found (" + file_ + origin + "; install it or name its folder in LD_LIBRARY_PATH)";
}

void* Library::address_of(const char* symbol) {
  if (handle_ == nullptr) return nullptr;
  void* const address = dlsym(handle_, symbol);
  if (address == nullptr && why_not_.empty()) why_not_ = file_ + " lacks the function " + symbol;
  return address;
}

}  // namespace mlplab::gpu
