// Work of a stream, captured once and started as a whole: one call instead of one for each kernel.
#pragma once

#include <functional>

#include "core/base/language.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

class CapturedGraph {
 public:
  /// Everything that `work` puts into `stream` is captured instead of started.
  CapturedGraph(const Stream& stream, const std::function<void()>& work);
  ~CapturedGraph();
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;
  /// Brings it to the device, which else its first start does.
  void upload(const Stream& stream) const {
    check(cudaGraphUpload(executable_, stream.get()), to_say("upload a graph"));
  }
  void start(const Stream& stream) const { check(cudaGraphLaunch(executable_, stream.get()), to_say("start a graph")); }

 private:
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace mlplab::gpu
