// The operations of a backend as an engine calls them, one after the other. In a profiled run each one is waited for
// and becomes a span on one track of the profiler, so that the span is the operation's own time; while the profiler
// does not record, calls go straight through, without a wait.
#pragma once

#include <type_traits>
#include <utility>

#include "core/compute/layer_operations.h"
#include "core/compute/profile.h"

namespace mlplab {

class Recorder {
 public:
  /// `profiler` is null where the run is not profiled, or the backend records itself. Both outlive it.
  Recorder(Backend& backend, Profiler* profiler);
  Backend& backend() const { return backend_; }
  LayerOperations& layers() const { return layer_operations_of(backend_); }

  /// Calls `operation` of Backend or LayerOperations. `name` is that of the profile, in English: to_say("dropout").
  template <class Class, class... Parameters, class... Arguments>
  void operator()(const char* name, void (Class::*operation)(Parameters...), Arguments&&... arguments) const {
    record(ProfilePart::kernel, name, 0, [&] { (part<Class>().*operation)(std::forward<Arguments>(arguments)...); });
  }
  /// Copies are parts of their own only where the memory is a device's; within ordinary memory they are the host's.
  void upload(const void* host, std::size_t bytes, void* target) const;
  void download(const void* source, std::size_t bytes, void* host) const;
  void fill_zero(void* target, std::size_t bytes) const;
  void wait() const { backend_.wait(); }

 private:
  template <class Class>
  Class& part() const {
    if constexpr (std::is_same_v<Class, LayerOperations>)
      return layers();
    else
      return backend_;
  }
  template <class Work>
  void record(ProfilePart part, const char* name, std::size_t bytes, const Work& work) const {
    if (profiler_ == nullptr) return work();
    const ProfileScope recorded(profiler_, track_, part, name, profiler_->step(), static_cast<std::int64_t>(bytes),
                                profiler_->place());
    work();
    if (profiler_->recording()) backend_.wait();
  }

  Backend& backend_;
  Profiler* profiler_;
  int track_ = 0;
};

}  // namespace mlplab
