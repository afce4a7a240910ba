// kernel<<<grid, block, shared, stream>>>(arguments) as the translation (core/cuda_check/translate.h) writes it:
// host_cuda::launch(line, grid, block, shared, stream).with(arguments) ->* [=](auto... each) { kernel(each...); }
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_memory.h"
#include "threads.h"

namespace host_cuda {

struct Configuration {
  int line;
  const char* file;
  dim3 grid, block;
  std::size_t shared_bytes;
};

/// Runs a kernel to its end; `body(data)` is what one thread does.
void run_kernel(const Configuration& configuration, void (*body)(void*), void* data);

template <class... Arguments>
struct Launch {
  Configuration configuration;
  std::tuple<Arguments...> values;

  template <class Kernel, std::size_t... I>
  HOST_CUDA_UNSEEN static void call(const Kernel& kernel, std::tuple<Arguments...>& values, std::index_sequence<I...>) {
    const Kernel own = kernel;  // a pointer to a function that it holds is the thread's, not the host's
    own(std::get<I>(values)...);
  }
  template <class Kernel>
  struct Both {
    Kernel* kernel;
    std::tuple<Arguments...>* values;
    HOST_CUDA_UNSEEN static void run(void* data) {
      const Both both = *static_cast<Both*>(data);
      call(*both.kernel, *both.values, std::index_sequence_for<Arguments...>());
    }
  };
  template <class Kernel>
  HOST_CUDA_UNSEEN void operator->*(Kernel kernel) {
    Both<Kernel> both{&kernel, &values};
    run_kernel(configuration, &Both<Kernel>::run, &both);
  }
};

struct Configured {
  Configuration configuration;
  template <class... Arguments>
  HOST_CUDA_UNSEEN Launch<std::decay_t<Arguments>...> with(Arguments&&... arguments) {
    return {configuration, std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...)};
  }
};

HOST_CUDA_UNSEEN inline Configured launch_at(int line, const char* file, dim3 grid, dim3 block,
                                             std::size_t shared_bytes = 0, cudaStream_t /*stream*/ = nullptr) {
  return {{line, file, grid, block, shared_bytes}};
}

/// The shared memory whose size a launch gives: extern __shared__ becomes a pointer to it.
extern unsigned char dynamic_shared[];

}  // namespace host_cuda
