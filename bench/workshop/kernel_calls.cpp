// Calls a kernel in CUDA that has passed its check on the GPU, once with each case of that check, so that a profiler
// sees the launches that were counted on the host. It is not confined: for kernels of one's own.
// usage: mlplab_kernel_calls FOLDER
#include <dlfcn.h>

#include <iostream>

#include "core/base/error.h"
#include "core/workshop/cases.h"
#include "core/workshop/kept_check.h"

namespace {

using namespace mlplab;

int call_kernel(const workshop::Work& work) {
  void* library = ::dlopen(workshop::checked_library(work).c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto call = library == nullptr
                        ? nullptr
                        : reinterpret_cast<void (*)(void* const*, const int*)>(::dlsym(library, "mlplab_call"));
  if (call == nullptr) {
    std::cerr << ::dlerror() << '\n';
    return 1;
  }
  for (workshop::CheckCase& one : workshop::check_cases(*work.task)) {
    workshop::Operands operands = one.operands;
    std::vector<void*> arrays;
    for (std::size_t i = 0; i < work.task->parameters.size(); ++i) arrays.push_back(operands.bytes(i).data());
    call(arrays.data(), one.sizes.data());
    if (workshop::difference(*work.task, one, operands)) {
      std::cerr << "wrong: " << workshop::in_words(*work.task, one) << '\n';
      return 1;
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: mlplab_kernel_calls FOLDER\n";
    return 2;
  }
  try {
    return call_kernel(workshop::open_work(words[1]));
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
