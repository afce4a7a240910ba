// CUDA's memory, streams, events and graphs on the host. Work in a stream is carried out only when somebody waits, and
// streams that do not wait for each other go on in a drawn order: work that relies on an order which no event makes, or
// a host buffer that is filled anew while a copy from it is still to come, gives wrong results here.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "cluster_words.h"
#include "core/base/clock.h"
#include "cuda_runtime.h"
#include "host_cuda.h"
#include "launcher.h"

namespace host_cuda {

/// One recording of an event; the event itself can be recorded again before this one is reached.
struct Recorded {
  bool reached = false;
  double time_ms = 0.0;
};

/// Something in a stream: work, or a wait for a recording.
struct Item {
  std::function<void()> work;
  std::shared_ptr<Recorded> waits_for;
};

namespace {

constexpr std::size_t most_shared_bytes = 227 << 10;  // of a block, compute capability 9.0

double now_ms() { return 1e3 * mlplab::now_s(); }

struct World {
  Settings settings;
  Counts counts;
  std::string failure;
  cudaError_t sticky = cudaSuccess;  // a lost device
  cudaError_t last = cudaSuccess;
  std::map<void*, std::size_t> device_memory;
  std::map<char*, std::size_t> pinned;
  std::vector<Stream*> streams;
  int device = 0;  // of the one thread that there is
  int waits = 0;   // for events, while they are late
  /// All device memory as it was when the last kernel that did not start early began; empty: not known.
  std::map<void*, std::vector<char>> image;
};
World& world() {
  static World the_world;
  return the_world;
}

cudaError_t result(cudaError_t error) {
  if (world().sticky != cudaSuccess) error = world().sticky;
  if (error != cudaSuccess) world().last = error;
  return error;
}

void lose(const std::string& why) {
  world().failure = why;
  world().sticky = cudaErrorLaunchFailure;
  std::fprintf(stderr, "host CUDA: %s\n", why.c_str());
}

}  // namespace

struct Stream {
  int device = 0;
  std::deque<Item> items;
  Graph* capturing = nullptr;
};
struct Event {
  std::shared_ptr<Recorded> recorded;  // null before the first recording
  bool timed = true;
};
struct Graph {
  std::vector<Item> items;
};

Settings& settings() { return world().settings; }
Counts& counts() { return world().counts; }
const std::string& failure() { return world().failure; }

void start_again() {
  for (Stream* stream : world().streams) stream->items.clear();
  world().sticky = world().last = cudaSuccess;
  world().failure.clear();
  world().settings = {};
  world().device = 0;
  world().image.clear();
  world().counts = {.device_blocks = world().counts.device_blocks};
}

namespace {

void put(cudaStream_t stream, Item item) {
  if (stream->capturing != nullptr)
    stream->capturing->items.push_back(std::move(item));
  else
    stream->items.push_back(std::move(item));
}

/// Carries out one item of one stream, drawn from those that can go on. False where none can.
bool go_on() {
  std::vector<Stream*> able;
  for (Stream* stream : world().streams)
    if (!stream->items.empty() &&
        (stream->items.front().waits_for == nullptr || stream->items.front().waits_for->reached))
      able.push_back(stream);
  if (able.empty()) return false;
  std::uint32_t& seed = world().settings.schedule;
  seed = seed * 1664525U + 1013904223U;
  Stream* stream = able[(seed >> 16) % able.size()];
  const Item item = std::move(stream->items.front());
  stream->items.pop_front();
  if (item.work && world().sticky == cudaSuccess) item.work();
  return true;
}

template <class Condition>
cudaError_t run_until(Condition condition) {
  while (!condition())
    if (!go_on()) {
      lose("a stream waits for an event that nobody records");
      break;
    }
  return result(cudaSuccess);
}

cudaError_t drain() {
  return run_until([] {
    return std::all_of(world().streams.begin(), world().streams.end(),
                       [](const Stream* s) { return s->items.empty(); });
  });
}

bool is_pinned(const void* data) {
  const auto* at = static_cast<const char*>(data);
  auto next = world().pinned.upper_bound(const_cast<char*>(at));
  return next != world().pinned.begin() && at < std::prev(next)->first + std::prev(next)->second;
}

bool being_captured() {
  return std::any_of(world().streams.begin(), world().streams.end(), [](const Stream* s) { return s->capturing; });
}

}  // namespace

namespace {

std::map<void*, std::vector<char>> image_of_memory() {
  std::map<void*, std::vector<char>> image;
  for (const auto& [data, bytes] : world().device_memory) {
    const auto* from = static_cast<const char*>(data);
    image.emplace(data, std::vector<char>(from, from + bytes));
  }
  return image;
}

void restore(const std::map<void*, std::vector<char>>& image) {
  for (const auto& [data, bytes] : image)
    if (world().device_memory.count(data) != 0) std::memcpy(data, bytes.data(), bytes.size());
}

/// A kernel that starts early: as far as its wait each block sees the memory of `image`, in which nothing of the
/// kernels before it is, and may not write.
std::string run_early(dim3 grid, dim3 block, const std::function<void()>& body) {
  std::map<void*, std::vector<char>> now;
  const auto begin = [&] {
    now = image_of_memory();
    restore(world().image);
  };
  const auto arrive = [&]() -> std::string {
    const auto left = image_of_memory();
    restore(now);
    for (const auto& [data, bytes] : world().image)
      if (const auto found = left.find(data); found != left.end() && found->second != bytes)
        return "a kernel that starts early writes before it has waited for the kernel before it";
    return "";
  };
  return run_grid(grid, block, body, begin, arrive);
}

/// `run` carries out the kernel and returns '' or what is wrong with it.
cudaError_t put_kernel(cudaStream_t stream, bool early, std::function<std::string()> run) {
  if (stream->device != world().device) return result(cudaErrorInvalidDevice);  // a stream of another device
  put(stream, {[early, run = std::move(run)] {
                 int& left = world().settings.launches_until_lost;
                 if (left == 0) return lose("the device was taken away");
                 if (left > 0) --left;
                 ++world().counts.kernels;
                 if (early)
                   ++world().counts.early_kernels;
                 else if (world().settings.early_starts)
                   world().image = image_of_memory();
                 if (const std::string why = run(); !why.empty()) lose(why);
               },
               nullptr});
  return result(cudaSuccess);
}

}  // namespace

cudaError_t enqueue_kernel(cudaStream_t stream, dim3 grid, dim3 block, std::function<void()> body, bool early) {
  const std::size_t threads = std::size_t(block.x) * block.y * block.z;
  if (threads == 0 || threads > 1024 || grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffffU ||
      grid.y > 65535 || grid.z > 65535)
    return result(cudaErrorInvalidConfiguration);
  return put_kernel(stream, early, [grid, block, body = std::move(body), early] {
    return early && world().settings.early_starts ? run_early(grid, block, body) : run_grid(grid, block, body);
  });
}

cudaError_t enqueue_cluster(cudaStream_t stream, unsigned blocks, dim3 block, std::size_t shared_bytes,
                            std::function<void()> body) {
  if (block.x == 0 || block.x > 1024 || blocks == 0 || blocks > 16 || shared_bytes > most_shared_bytes)
    return result(cudaErrorInvalidConfiguration);
  ++world().counts.clusters;
  return put_kernel(stream, false,
                    [=, body = std::move(body)] { return run_cluster(blocks, block, shared_bytes, body); });
}

cudaError_t count_clusters(unsigned blocks, std::size_t shared_bytes, int* clusters, int* code_version) {
  *code_version = world().settings.code_capability;
  *clusters = blocks <= 16 && shared_bytes <= most_shared_bytes ? world().settings.clusters : 0;
  return result(cudaSuccess);
}

std::uint64_t global_ns() { return static_cast<std::uint64_t>(1e9 * mlplab::now_s()); }

}  // namespace host_cuda

using namespace host_cuda;

cudaError_t cudaGetLastError() { return std::exchange(world().last, world().sticky); }

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    default:
      return "cudaError";
  }
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "an error of the host's CUDA";
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = world().settings.devices;
  return result(world().settings.device_count_result);
}
cudaError_t cudaGetDevice(int* device) {
  *device = world().device;
  return result(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) {
  if (device < 0 || device >= world().settings.devices) return result(cudaErrorInvalidDevice);
  world().device = device;
  ++world().counts.contexts;
  return result(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = world().settings.driver_version;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device < 0 || device >= world().settings.devices) return result(cudaErrorInvalidDevice);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "host launcher");
  properties->totalGlobalMem = world().settings.memory;
  properties->major = world().settings.major, properties->multiProcessorCount = 4 + 2 * device;
  properties->memoryBusWidth = 64, properties->pciBusID = device;
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr /*attribute*/, int /*device*/) {
  *value = 1'000'000;  // kHz
  return result(cudaSuccess);
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* /*function*/) {
  ++world().counts.contexts;
  attributes->maxThreadsPerBlock = 1024, attributes->ptxVersion = world().settings.code_capability;
  return result(world().settings.code_result);
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  ++world().counts.contexts;
  *total = *free = world().settings.memory;
  for (const auto& [data, bytes] : world().device_memory) *free -= std::min(*free, bytes);
  return result(cudaSuccess);
}

cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  ++world().counts.contexts;
  if (being_captured()) return result(cudaErrorStreamCaptureUnsupported);
  if (world().sticky != cudaSuccess) return result(world().sticky);
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  if (bytes == 0 || bytes > free) return result(cudaErrorMemoryAllocation);
  // Exactly as many bytes, so that AddressSanitizer sees the first one past the end; filled with NaN.
  *data = std::malloc(bytes);
  std::memset(*data, 0xff, bytes);
  world().device_memory[*data] = bytes;
  ++world().counts.device_blocks;
  return cudaSuccess;
}
cudaError_t cudaFree(void* data) {
  if (data == nullptr) return cudaSuccess;
  drain();  // as CUDA does
  if (world().device_memory.erase(data) == 0) return result(cudaErrorInvalidValue);
  --world().counts.device_blocks;
  std::free(data);
  return result(cudaSuccess);
}
cudaError_t cudaMallocHost(void** data, std::size_t bytes) {
  ++world().counts.contexts;
  *data = std::malloc(bytes);
  world().pinned[static_cast<char*>(*data)] = bytes;
  return result(cudaSuccess);
}
cudaError_t cudaFreeHost(void* data) {
  if (data == nullptr) return cudaSuccess;
  drain();
  world().pinned.erase(static_cast<char*>(data));
  std::free(data);
  return result(cudaSuccess);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  ++world().counts.copies;
  if (kind == cudaMemcpyHostToDevice && !is_pinned(from) && !world().settings.late_reads) {
    // Ordinary memory may be copied aside before the call returns; page-locked memory is read when its turn comes.
    const auto* bytes_from = static_cast<const char*>(from);
    put(stream,
        {[to, copy = std::vector<char>(bytes_from, bytes_from + bytes)] { std::memcpy(to, copy.data(), copy.size()); },
         nullptr});
    return result(cudaSuccess);
  }
  put(stream, {[to, from, bytes] { std::memmove(to, from, bytes); }, nullptr});
  // A copy to ordinary memory has ended when the call returns.
  if (kind == cudaMemcpyDeviceToHost && !is_pinned(to)) return cudaStreamSynchronize(stream);
  return result(cudaSuccess);
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  put(stream, {[to, value, bytes] { std::memset(to, value, bytes); }, nullptr});
  return result(cudaSuccess);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned /*flags*/) {
  ++world().counts.contexts;
  *stream = new Stream{.device = world().device};
  ++world().counts.streams_on[world().device];
  world().streams.push_back(*stream);
  return result(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (stream == nullptr) return cudaSuccess;
  const cudaError_t error = cudaStreamSynchronize(stream);
  std::erase(world().streams, stream);
  delete stream;
  return error;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (stream->capturing != nullptr) return result(cudaErrorStreamCaptureUnsupported);
  return run_until([&] { return stream->items.empty(); });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned /*flags*/) {
  if (event->recorded != nullptr) put(stream, {nullptr, event->recorded});
  return result(cudaSuccess);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  ++world().counts.contexts;
  *event = new Event{nullptr, flags == cudaEventDefault};
  ++world().counts.events;
  return result(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return result(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (stream->capturing != nullptr) return result(cudaErrorStreamCaptureUnsupported);
  event->recorded = std::make_shared<Recorded>();
  put(stream, {[recorded = event->recorded] { recorded->reached = true, recorded->time_ms = now_ms(); }, nullptr});
  return result(cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  if (stream->capturing == nullptr || flags != cudaEventRecordExternal) return cudaEventRecord(event, stream);
  // A node of the graph: every start of it records the event anew. Until then it is as it was.
  put(stream, {[event] { event->recorded = std::make_shared<Recorded>(Recorded{true, now_ms()}); }, nullptr});
  return result(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (event->recorded == nullptr) return result(cudaSuccess);
  const cudaError_t error =
      run_until([recorded = event->recorded] { return recorded->reached || world().sticky != cudaSuccess; });
  const int late = world().settings.late_waits;
  if (late != 0 && ++world().waits % 2 == late - 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return error;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  if (!from->timed || !to->timed || from->recorded == nullptr || to->recorded == nullptr || !from->recorded->reached ||
      !to->recorded->reached)
    return result(cudaErrorInvalidValue);
  *milliseconds = static_cast<float>(to->recorded->time_ms - from->recorded->time_ms);
  return result(cudaSuccess);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  put(stream, {[function, data] { function(data); }, nullptr});
  return result(cudaSuccess);
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode /*mode*/) {
  stream->capturing = new Graph;
  return result(cudaSuccess);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = std::exchange(stream->capturing, nullptr);
  return result(cudaSuccess);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  *executable = new Graph(*graph);
  return result(cudaSuccess);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t /*executable*/, cudaStream_t stream) {
  put(stream, {[] {}, nullptr});
  return result(cudaSuccess);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  ++world().counts.graphs;
  for (const Item& item : executable->items) put(stream, item);
  return result(cudaSuccess);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  delete executable;
  return cudaSuccess;
}
