// The process in which a student's kernel runs: harness FOLDER LIBRARY. FOLDER holds `exchange`, the memory shared with
// mlplab-cli (exchange.h), and gets the kernel's output. Compiled on the user's machine, once plain and once for each
// sanitizer; confined (confine.h) before any code of the student's is loaded.
#include <dlfcn.h>
#include <execinfo.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

#include "arrays.h"
#include "confine.h"
#include "device.h"
#include "landlock.h"
#ifdef __SANITIZE_ADDRESS__
extern "C" {  // of AddressSanitizer; its headers are not everywhere
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
int __sanitizer_get_ownership(const volatile void*);
std::size_t __sanitizer_get_allocated_size(const volatile void*);
std::size_t __asan_get_alloc_stack(void*, void**, std::size_t, int*);
void __sanitizer_symbolize_pc(void*, const char*, char*, std::size_t);
}
#endif

namespace mlplab_workshop {
namespace {

constexpr int most_frames = 64, exit_with_fault = 97;

void* library = nullptr;
const void* library_base = nullptr;
DeviceFunctions device;

using Call = void (*)(void* const* arrays, const int* sizes);
using SetThreads = void (*)(int);

/// Where in the kernel's library this thread is, its own callers' frames left out; 0: elsewhere.
std::uint64_t place_in_library() {
  void* frames[most_frames];
  const int count = ::backtrace(frames, most_frames);
  for (int i = 0; i < count; ++i) {
    Dl_info info{};
    if (::dladdr(frames[i], &info) == 0 || info.dli_fbase != library_base) continue;
    return static_cast<std::uint64_t>(static_cast<char*>(frames[i]) - static_cast<const char*>(info.dli_fbase)) - 1;
  }
  return 0;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  static std::atomic<bool> first{true};
  if (!first.exchange(false)) return;
  head->fault = signalled, head->signal = signal, head->touched_array = -1;
  head->code_offset = place_in_library();
  const auto* address = static_cast<const char*>(info->si_addr);
  if (signal == SIGSEGV || signal == SIGBUS)
    for (int i = 0; i < block_count; ++i) {
      const Block& block = blocks[i];
      if (address < block.pages || address >= block.pages + block.page_bytes) continue;
      head->touched_array = i;
      head->touched_place = (address - block.begin) / 4 - (address < block.begin && (address - block.begin) % 4 != 0);
    }
#if defined(__x86_64__)
  head->touched_is_write = (static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
  head->touched_is_write = -1;
#endif
  ::_exit(exit_with_fault);
}

void on_time(int, siginfo_t*, void*) {
  head->fault = out_of_time;
  head->code_offset = place_in_library();
  ::_exit(exit_with_fault);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(signal, &action, nullptr);
}

#ifdef __SANITIZE_ADDRESS__
constexpr int most_blocks = 1 << 14;
std::atomic<const volatile void*> living[most_blocks];
std::atomic<bool> counting{false};

void on_malloc(const volatile void* block, std::size_t) {
  if (!counting.load(std::memory_order_relaxed)) return;
  for (std::atomic<const volatile void*>& slot : living) {
    const volatile void* empty = nullptr;
    if (slot.compare_exchange_strong(empty, block)) return;
  }
}

void on_free(const volatile void* block) {
  if (block == nullptr) return;
  for (std::atomic<const volatile void*>& slot : living) {
    const volatile void* same = block;
    if (slot.compare_exchange_strong(same, nullptr)) return;
  }
}

/// The blocks that were allocated by the kernel while it was counted and are still there.
void report_leaks(Case& c) {
  for (std::atomic<const volatile void*>& slot : living) {
    const volatile void* block = slot.exchange(nullptr);
    if (block == nullptr || __sanitizer_get_ownership(block) == 0) continue;
    void* frames[most_frames];
    int thread = 0;
    const std::size_t count = __asan_get_alloc_stack(const_cast<void*>(block), frames, most_frames, &thread);
    for (std::size_t i = 0; i < count; ++i) {
      Dl_info info{};
      if (::dladdr(frames[i], &info) == 0) continue;
      if (std::strstr(info.dli_fname, "libgomp") != nullptr) break;  // gives it back when its threads are done
      if (info.dli_fbase != library_base) continue;
      char text[text_bytes] = {};
      __sanitizer_symbolize_pc(frames[i], "%S", text, sizeof text);
      if (std::strstr(text, "/include/c++/") != nullptr) continue;  // the library's part of it
      ++c.leaks;
      c.leaked_bytes += __sanitizer_get_allocated_size(block);
      if (c.leak_place[0] == '\0') std::memcpy(c.leak_place, text, sizeof text);
      break;
    }
  }
}
#endif

double now_s() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void time_case(Case& c, Call call, void* const* arrays) {
  constexpr int most_calls = 1 << 22;
  const auto run = [&](int calls) {
    const double start = now_s();
    for (int i = 0; i < calls; ++i) call(arrays, c.sizes);
    if (head->on_device != 0) device.failure();  // waits for what a kernel may have left to the GPU
    return now_s() - start;
  };
  int calls = 1;
  run(1);
  double taken = run(1);
  while (taken < head->repeat_s && calls < most_calls) {
    const double wanted = 1.2 * calls * head->repeat_s / (taken > 1e-7 ? taken : 1e-7);
    calls = wanted > most_calls ? most_calls : wanted > 2.0 * calls ? static_cast<int>(wanted) : 2 * calls;
    taken = run(calls);
  }
  for (int i = 0; i < head->repeats && i < most_repeats; ++i) c.times_s[i] = run(calls) / calls;
  if (head->on_device == 0) return;
  for (int i = 0; i < head->repeats && i < most_repeats; ++i) {
    device.clock(1);
    c.waited_s[i] = run(1);
    std::memcpy(c.parts_s[i], device.parts(), sizeof c.parts_s[i]);
    device.clock(0);
  }
}

int give_up(Fault fault, const char* why) {
  head->fault = fault;
  std::strncpy(head->text, why, sizeof head->text - 1);
  return exit_with_fault;
}

void run_case(Case& c, Call call, SetThreads set_threads) {
  c.state = begun, c.input.array = c.guard.array = -1;
  void* arrays[most_arrays] = {};
  make_blocks(c, arrays);
  if (set_threads != nullptr && c.threads > 0) set_threads(c.threads);
  if (head->repeats > 0) {
    time_case(c, call, arrays);
  } else {
    for (int i = 0; i < c.calls; ++i) {
      fill_outputs(c);
#ifdef __SANITIZE_ADDRESS__
      counting = i + 1 == c.calls;
#endif
      call(arrays, c.sizes);
#ifdef __SANITIZE_ADDRESS__
      counting = false;
#endif
    }
#ifdef __SANITIZE_ADDRESS__
    report_leaks(c);
#endif
  }
  if (head->on_device != 0)
    if (const char* why = device.failure()) ::_exit(give_up(device_failed, why));
  give_back_blocks(c);
  c.state = done;
}

int run(const std::string& folder, const char* kernel) {
  const int shared = ::open((folder + "/exchange").c_str(), O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (shared < 0 || ::fstat(shared, &status) != 0) return 1;
  void* mapped =
      ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  const int output = ::open((folder + "/output").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
  if (mapped == MAP_FAILED || output < 0 || ::chdir(folder.c_str()) != 0) return 1;
  ::close(shared);
  memory = static_cast<char*>(mapped);
  head = reinterpret_cast<Head*>(memory);
  cases = reinterpret_cast<Case*>(memory + sizeof(Head));
  if (head->layout != layout) return 1;
  for (const int standard : {1, 2}) ::dup2(output, standard);
  ::close(output);
  void* frames[2];
  ::backtrace(frames, 2);  // it loads a library the first time
  ::mallopt(M_PERTURB, 0x5a);
  const int time_signal = SIGRTMAX - 1;
  static char stack[1 << 16];
  const stack_t own{stack, 0, sizeof stack};
  ::sigaltstack(&own, nullptr);
  handle(time_signal, on_time);
  if (head->sanitized == 0)
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) handle(signal, on_fault);
  cpu_set_t allowed;
  const int cpus = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  std::vector<std::string> writable;
  if (head->on_device != 0) {
    if (const std::string why = open_device(); !why.empty()) return give_up(no_device, why.c_str());
    writable = driver_files();
  }
  if (const int error = read_only(readable_for(kernel, folder), writable); error != 0)
    return give_up(not_confined, std::strerror(error));
  if (const int error = confine(*head, time_signal, cpus); error != 0)
    return give_up(not_confined, std::strerror(error));
  head->confined = 1;  // from here on nothing is trusted
  library = ::dlopen(kernel, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return give_up(not_loaded, ::dlerror());
  const auto call = reinterpret_cast<Call>(::dlsym(library, "mlplab_call"));
  const auto set_threads = reinterpret_cast<SetThreads>(::dlsym(library, "mlplab_set_threads"));
  if (call == nullptr || (head->on_device != 0 && !device.find(library))) return give_up(not_loaded, ::dlerror());
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(call), &info) != 0) library_base = info.dli_fbase;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
#endif
  for (int i = 0; i < head->case_count; ++i) run_case(cases[i], call, set_threads);
  return 0;
}

}  // namespace
}  // namespace mlplab_workshop

int main(int count, char** words) {
  // Not by return: destructors of the student's library would run after the last look.
  ::_exit(count == 3 ? mlplab_workshop::run(words[1], words[2]) : 1);
}
