// A library of NVIDIA's that is opened while the program runs: one that was built with its header starts without it,
// and says what is missing only when it is asked for.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

namespace mlplab::gpu {

/// The address of a function that was looked for, as a pointer to what it is declared as.
class Symbol {
 public:
  explicit Symbol(void* address) : address_(address) {}
  template <class Function>
  operator Function*() const {  // NOLINT(google-explicit-constructor): it initialises a pointer
    return reinterpret_cast<Function*>(address_);
  }

 private:
  void* address_;
};

class Library {
 public:
  /// Looks for `file` where the system looks, then in the CUDA Toolkit's usual folder. `title` names it to the user,
  /// `origin` (to_say(" of …"), with %1 for `version`, or "") says what it comes with. It is never closed: kernels of
  /// it may still run.
  Library(std::string title, std::string file, std::string origin = {}, std::string version = {});

  /// Null where there is no such library or function. A struct with a Library and, after it, a pointer that begins as
  /// each of its functions has them all.
  Symbol find(const char* symbol);
  /// '' where the library and all that was looked for are there, else the first that is not.
  std::string why_not() const;

 private:
  std::string title_, file_, origin_, version_;
  std::string lacks_;  // the first function that it has not
  void* handle_ = nullptr;
};

/// A descriptor of such a library, destroyed with its owner.
template <class T, class Status>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Status (*)(T)>;

}  // namespace mlplab::gpu
