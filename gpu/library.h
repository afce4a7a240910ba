// A library of NVIDIA's that is opened while the program runs: one that was built with its header starts without it,
// and says what is missing only when it is asked for.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

namespace mlplab::gpu {

class Library {
 public:
  /// Looks for `file` where the system looks, then in the CUDA Toolkit's usual folder. `title` names it to the user,
  /// `origin` (' of …' or '') says what it comes with. It is never closed: kernels of it may still run.
  Library(const std::string& title, std::string file, const std::string& origin = "");

  /// Null where there is no such library or function.
  template <class Function>
  void find(Function*& function, const char* symbol) {
    function = reinterpret_cast<Function*>(address_of(symbol));
  }
  /// '' where the library and all that was looked for are there, else the first that is not.
  const std::string& why_not() const { return why_not_; }

 private:
  void* address_of(const char* symbol);

  std::string file_, why_not_;
  void* handle_ = nullptr;
};

/// A descriptor of such a library, destroyed with its owner.
template <class T, class Status>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Status (*)(T)>;

}  // namespace mlplab::gpu
