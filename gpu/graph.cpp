#include "gpu/graph.h"

#include "core/base/language.h"

namespace mlplab::gpu {

CapturedGraph::CapturedGraph(const Stream& stream, const std::function<void()>& work) {
  check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), to_say("begin to capture a graph"));
  cudaGraph_t graph = nullptr;
  try {
    work();
  } catch (...) {
    (void)cudaStreamEndCapture(stream.get(), &graph);
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    throw;
  }
  check(cudaStreamEndCapture(stream.get(), &graph), to_say("capture a graph"));
  const cudaError_t made = cudaGraphInstantiateWithFlags(&executable_, graph, 0);
  (void)cudaGraphDestroy(graph);
  check(made, to_say("make a graph"));
}

CapturedGraph::~CapturedGraph() {
  if (executable_ != nullptr) (void)cudaGraphExecDestroy(executable_);
}

}  // namespace mlplab::gpu
