// Findings in CUDA programs in words: one sentence per code. To add a code: its function, its line in the table.
#include <map>

#include "core/base/language.h"
#include "core/cuda_check/report.h"

namespace mlplab {
namespace {

/// '5', or '5, 2' where there is a second dimension.
std::string index_text(const CudaIndex& index) {
  std::string text = std::to_string(index[0]);
  if (index[1] != 0 || index[2] != 0) text += ", " + std::to_string(index[1]);
  if (index[2] != 0) text += ", " + std::to_string(index[2]);
  return "(" + text + ")";
}

std::string memory_of(const CudaFinding& f) {
  if (f.space == "shared") return f.name.empty() ? say("the launch's shared memory") : say("the shared %1", f.name);
  if (f.name.starts_with("@")) return say("the memory of cudaMalloc in line %1", f.name.substr(1));
  return f.name;
}

/// The last element that there is.
long long last_of(const CudaFinding& f) { return f.bytes > 0 ? f.size / f.bytes - 1 : 0; }

std::string out_of_range(const CudaFinding& f) {
  if (f.size == 0)
    return say(
        "thread %1 of block %2 reaches element %3 of %4, but the launch gives no shared memory; name its bytes "
        "as the third value in <<<…>>>",
        index_text(f.thread), index_text(f.block), f.index, memory_of(f));
  if (f.writes)
    return say("thread %1 of block %2 writes element %3 of %4, whose last one is %5", index_text(f.thread),
               index_text(f.block), f.index, memory_of(f), last_of(f));
  return say("thread %1 of block %2 reads element %3 of %4, whose last one is %5", index_text(f.thread),
             index_text(f.block), f.index, memory_of(f), last_of(f));
}

std::string race(const CudaFinding& f) {
  if (f.writes && f.other_writes)
    return say(
        "threads %1 and %2 of a block both write element %3 of %4 (the other one in line %5), and no "
        "__syncthreads() says which one is last",
        index_text(f.thread), index_text(f.other_thread), f.index, memory_of(f), f.other.line);
  if (f.writes)
    return say(
        "thread %1 writes element %3 of %4, which thread %2 of its block reads in line %5, and no "
        "__syncthreads() lies between them",
        index_text(f.thread), index_text(f.other_thread), f.index, memory_of(f), f.other.line);
  return say(
      "thread %1 reads element %3 of %4, which thread %2 of its block writes in line %5, and no "
      "__syncthreads() lies between them",
      index_text(f.thread), index_text(f.other_thread), f.index, memory_of(f), f.other.line);
}

std::string race_of_blocks(const CudaFinding& f) {
  if (f.writes && f.other_writes)
    return say(
        "blocks %1 and %2 both write element %3 of %4 (the other one in line %5); blocks run in any order: use "
        "an atomic function or one place per block",
        index_text(f.block), index_text(f.other_block), f.index, memory_of(f), f.other.line);
  if (f.writes)
    return say(
        "block %1 writes element %3 of %4, which block %2 reads in line %5; blocks run in any order: use another "
        "kernel or another place",
        index_text(f.block), index_text(f.other_block), f.index, memory_of(f), f.other.line);
  return say(
      "block %1 reads element %3 of %4, which block %2 writes in line %5; blocks run in any order: use another "
      "kernel or another place",
      index_text(f.block), index_text(f.other_block), f.index, memory_of(f), f.other.line);
}

std::string order(const CudaFinding& f) {
  return say(
      "the results depend on the order in which threads run: words of 4 bytes that differ in another order: %1, "
      "the first is number %2 of %3, written in line %4",
      f.count, f.index, memory_of(f), f.other.line);
}

std::string order_of_sums(const CudaFinding& f) {
  return say(
      "floats are added up by atomic functions, in another order each time: words of 4 bytes that differ in "
      "another order: %1; within rounding that is no error",
      f.count);
}

std::string unwritten(const CudaFinding& f) {
  return say("thread %1 of block %2 reads element %3 of %4, which nobody has written yet", index_text(f.thread),
             index_text(f.block), f.index, memory_of(f));
}

std::string index(const CudaFinding& f) { return say("index %1 is past the end of the array %2", f.index, f.name); }

std::string misaligned(const CudaFinding& f) {
  return say(
      "thread %1 of block %2 touches %3 bytes at once at an address that is no multiple of %3; a GPU stops there",
      index_text(f.thread), index_text(f.block), f.bytes);
}

std::string host_memory(const CudaFinding& f) {
  return say(
      "thread %1 of block %2 touches memory of the host, which a GPU cannot reach: copy it with cudaMemcpy and "
      "pass the device's pointer",
      index_text(f.thread), index_text(f.block));
}
std::string null(const CudaFinding& f) {
  return say("thread %1 of block %2 uses a null pointer", index_text(f.thread), index_text(f.block));
}
std::string nowhere(const CudaFinding& f) {
  return say("thread %1 of block %2 uses an address far from any memory: the index or the pointer is wrong",
             index_text(f.thread), index_text(f.block));
}
std::string on_host(const CudaFinding& f) {
  return say("the host uses %1 by itself, which is on the device: copy it with cudaMemcpy", memory_of(f));
}

std::string barrier_missed(const CudaFinding& f) {
  return say(
      "threads that wait at this __syncthreads(): %1; that have ended and never come: %2. Every thread of a "
      "block must come to it",
      f.count, f.other_count);
}
std::string barriers_apart(const CudaFinding& f) {
  return say(
      "threads that wait at this __syncthreads(): %1; others wait in line %2. Every thread of a block must come "
      "to the same one",
      f.count, f.other.line);
}
std::string warp_missed(const CudaFinding& f) {
  return say("thread %1 of block %2 waits for lanes of its warp that its mask names and that never come here",
             index_text(f.thread), index_text(f.block));
}

std::string freed(const CudaFinding& f) { return say("%1 is used after cudaFree", memory_of(f)); }
std::string wrong_free(const CudaFinding& /*f*/) {
  return say("cudaFree gets a pointer that cudaMalloc did not give, or one that is freed already");
}
std::string copy_range(const CudaFinding& f) {
  return say("%1 bytes are to be copied or set, and %2 has %3", f.bytes, memory_of(f), f.size);
}
std::string copy_direction(const CudaFinding& /*f*/) {
  return say(
      "the direction of this copy does not go with its pointers: one that should be the device's is not, or the "
      "other way round");
}
std::string copy_unwritten(const CudaFinding& f) {
  return say("bytes that are copied back and that no thread has written: %1 of %2, from word %3 on", f.count,
             memory_of(f), f.index);
}
std::string configuration(const CudaFinding& f) {
  return say(
      "a launch with blocks of %1 threads, a grid of %2 and %3 bytes of shared memory is refused: a block has 1 "
      "to 1024 threads and at most 232448 bytes",
      index_text(f.thread), index_text(f.block), f.size);
}
std::string too_large(const CudaFinding& f) {
  return say("a grid of %1 blocks of %2 threads is more than the host can check: use a smaller size here",
             index_text(f.block), index_text(f.thread));
}
std::string no_time(const CudaFinding& /*f*/) {
  return say("there is no GPU here, so there is no time: cudaEventElapsedTime returns cudaErrorNotSupported");
}
std::string stack(const CudaFinding& f) {
  return say("thread %1 of block %2 needs more than 112 kB for its local variables", index_text(f.thread),
             index_text(f.block));
}
std::string endless(const CudaFinding& f) {
  return say(
      "thread %1 of block %2 does not come out of its loop here, or waits for a thread that cannot run meanwhile",
      index_text(f.thread), index_text(f.block));
}
std::string crash(const CudaFinding& f) { return say("the program ends here with signal %1", f.count); }
std::string told_to_end(const CudaFinding& /*f*/) {
  return say("the program was ended here, because it took too long or printed too much");
}

struct Code {
  std::string (*sentence)(const CudaFinding&);
  bool fault = true;
};

const std::map<std::string, Code>& codes() {
  static const std::map<std::string, Code> all{
      {"out-of-range", {out_of_range}},
      {"index", {index}},
      {"unwritten", {unwritten}},
      {"race", {race}},
      {"race-blocks", {race_of_blocks}},
      {"order", {order}},
      {"order-of-sums", {order_of_sums, false}},
      {"misaligned", {misaligned}},
      {"host-memory", {host_memory}},
      {"null", {null}},
      {"nowhere", {nowhere}},
      {"device-memory-on-host", {on_host}},
      {"barrier-missed", {barrier_missed}},
      {"barriers-apart", {barriers_apart}},
      {"warp-missed", {warp_missed}},
      {"freed", {freed}},
      {"free", {wrong_free}},
      {"copy-out-of-range", {copy_range}},
      {"copy-direction", {copy_direction}},
      {"copy-unwritten", {copy_unwritten}},
      {"configuration", {configuration}},
      {"too-large", {too_large, false}},
      {"no-time", {no_time, false}},
      {"stack", {stack}},
      {"endless", {endless}},
      {"crash", {crash}},
      {"told-to-end", {told_to_end}},
  };
  return all;
}

}  // namespace

bool is_fault(const CudaFinding& finding) {
  const auto code = codes().find(finding.code);
  return code == codes().end() || code->second.fault;
}

std::string sentence_of(const CudaFinding& finding) {
  const auto code = codes().find(finding.code);
  return code == codes().end() ? finding.code : code->second.sentence(finding);
}

}  // namespace mlplab
