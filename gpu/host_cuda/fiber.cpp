#include "fiber.h"

#include <cstdint>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define HOST_CUDA_ASAN 1
#endif
#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace host_cuda {
namespace {

constexpr std::size_t stack_bytes = 128 * 1024;
Fiber* entering = nullptr;  // handed to entry(), which takes no argument

}  // namespace

#ifdef __x86_64__
// swapcontext() asks the system to save the signal mask each time, which costs more than the kernels do.
extern "C" void host_cuda_switch(void** save, void* to);
asm(R"(
.text
.globl host_cuda_switch
.type host_cuda_switch, @function
host_cuda_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmp *%rcx
.size host_cuda_switch, .-host_cuda_switch
)");
#endif

struct Fiber::Context {
  char* stack = nullptr;
#ifdef __x86_64__
  void* inside = nullptr;  // stack pointers
  void* outside = nullptr;
#else
  ucontext_t inside, outside;
#endif
  void* fake_inside = nullptr;  // AddressSanitizer's
  void* fake_outside = nullptr;
  const void* outside_bottom = nullptr;
  std::size_t outside_size = 0;
};

Fiber::Fiber() : context_(std::make_unique<Context>()) {
  context_->stack = static_cast<char*>(std::aligned_alloc(4096, stack_bytes));
  if (context_->stack == nullptr) std::abort();
  abandon();
}

Fiber::~Fiber() {
#ifdef HOST_CUDA_ASAN
  __asan_unpoison_memory_region(context_->stack, stack_bytes);
#endif
  std::free(context_->stack);
}

void Fiber::abandon() {
  ended_ = true;
#ifdef HOST_CUDA_ASAN
  __asan_unpoison_memory_region(context_->stack, stack_bytes);
  context_->fake_inside = nullptr;
#endif
#ifdef __x86_64__
  // As host_cuda_switch leaves a stack: six registers, then where to return to; 16-byte alignment as after a call.
  auto** top = reinterpret_cast<void**>(context_->stack + stack_bytes - 64);
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(&Fiber::entry);
  for (int i = 0; i < 6; ++i) *--top = nullptr;
  context_->inside = top;
#else
  getcontext(&context_->inside);
  context_->inside.uc_stack.ss_sp = context_->stack;
  context_->inside.uc_stack.ss_size = stack_bytes;
  context_->inside.uc_link = nullptr;
  makecontext(&context_->inside, &Fiber::entry, 0);
#endif
}

void Fiber::entry() { entering->loop(); }

void Fiber::loop() {
#ifdef HOST_CUDA_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &context_->outside_bottom, &context_->outside_size);
#endif
  for (;;) {
    (*work_)();
    ended_ = true;
    pause();
  }
}

bool Fiber::enter() {
  entering = this;
#ifdef HOST_CUDA_ASAN
  __sanitizer_start_switch_fiber(&context_->fake_outside, context_->stack, stack_bytes);
#endif
#ifdef __x86_64__
  host_cuda_switch(&context_->outside, context_->inside);
#else
  swapcontext(&context_->outside, &context_->inside);
#endif
#ifdef HOST_CUDA_ASAN
  __sanitizer_finish_switch_fiber(context_->fake_outside, nullptr, nullptr);
#endif
  return ended_;
}

void Fiber::pause() {
#ifdef HOST_CUDA_ASAN
  __sanitizer_start_switch_fiber(&context_->fake_inside, context_->outside_bottom, context_->outside_size);
#endif
#ifdef __x86_64__
  host_cuda_switch(&context_->inside, context_->outside);
#else
  swapcontext(&context_->inside, &context_->outside);
#endif
#ifdef HOST_CUDA_ASAN
  __sanitizer_finish_switch_fiber(context_->fake_inside, &context_->outside_bottom, &context_->outside_size);
#endif
}

bool Fiber::start(const std::function<void()>& work) {
  work_ = &work;
  ended_ = false;
  return enter();
}

bool Fiber::resume() { return enter(); }

bool Fiber::holds(std::uintptr_t address) const {
  const auto stack = reinterpret_cast<std::uintptr_t>(context_->stack);
  return address >= stack && address < stack + stack_bytes;
}

}  // namespace host_cuda
