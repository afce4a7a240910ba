#include "core/compute/recorder.h"

#include <string>

#include "core/base/language.h"

namespace mlplab {
namespace {

std::string track_name(int workers) {
  return workers == 1 ? "thread 1" : "threads 1 to " + std::to_string(workers) + ", together";
}

}  // namespace

Recorder::Recorder(Backend& backend, Profiler* profiler) : backend_(backend), profiler_(profiler) {
  if (profiler_ != nullptr) track_ = profiler_->add_track(track_name(backend.workers()));
}

void Recorder::upload(const void* host, std::size_t bytes, void* target) const {
  const bool in_place = backend_.host_memory();
  record(in_place ? ProfilePart::host : ProfilePart::h2d, to_say("upload"), in_place ? 0 : bytes,
         [&] { backend_.upload(host, bytes, target); });
}

void Recorder::download(const void* source, std::size_t bytes, void* host) const {
  const bool in_place = backend_.host_memory();
  record(in_place ? ProfilePart::host : ProfilePart::d2h, to_say("download"), in_place ? 0 : bytes,
         [&] { backend_.download(source, bytes, host); });
}

void Recorder::fill_zero(void* target, std::size_t bytes) const {
  record(ProfilePart::kernel, to_say("fill with zeros"), 0, [&] { backend_.fill_zero(target, bytes); });
}

}  // namespace mlplab
