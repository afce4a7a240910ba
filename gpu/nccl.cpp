// The functions are declared here as NCCL's manual has them (NCCL User Guide, 'NCCL API'): its header is in a package
// of its own, which a machine that builds this program need not have.
#include "gpu/nccl.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"
#include "gpu/error.h"
#include "gpu/library.h"

namespace mlplab::gpu {
namespace {

struct UniqueId {
  char bytes[128];
};
constexpr int nccl_success = 0, nccl_float = 7, nccl_sum = 0;

struct NcclFunctions {
  Library library{"NCCL", "libnccl.so.2", to_say(" of NVIDIA's package libnccl2")};
  int (*unique_id)(UniqueId* id) = library.find("ncclGetUniqueId");
  int (*init)(NcclCommunicator** communicator, int ranks, UniqueId id, int rank) = library.find("ncclCommInitRank");
  int (*all_reduce)(const void* from, void* to, std::size_t count, int type, int operation,
                    NcclCommunicator* communicator, cudaStream_t stream) = library.find("ncclAllReduce");
  int (*destroy)(NcclCommunicator* communicator) = library.find("ncclCommDestroy");
  const char* (*words)(int result) = library.find("ncclGetErrorString");
};

const NcclFunctions& nccl() {
  static const NcclFunctions the_functions;
  return the_functions;
}

/// '' or the sentence about a call that failed.
std::string failed(int result, const char* operation) {
  return result == nccl_success ? "" : say("NCCL failed in '%1': %2", say(operation), nccl().words(result));
}

void agree(Communicator& communicator, const std::string& why_not) {
  std::optional<Error> own;
  if (!why_not.empty()) own = BackendError(why_not);
  if (const std::optional<Error> first = first_failure(communicator, own)) throw BackendError(first->what());
}

/// The library would wait for ever, or fail in words of its own. The ranks are on one machine (transport nccl).
std::string shared_device(Communicator& communicator) {
  int own = 0;
  check(cudaGetDevice(&own), to_say("ask for the device"));
  std::vector<double> devices(static_cast<std::size_t>(communicator.size()), 0.0);
  devices[static_cast<std::size_t>(communicator.rank())] = own;
  communicator.sum(devices);
  for (std::size_t rank = 1; rank < devices.size(); ++rank)
    if (const auto first = std::ranges::find(devices, devices[rank]); first < devices.begin() + static_cast<int>(rank))
      return say("the ranks %1 and %2 compute on the same GPU, %3; each member of such a team needs one of its own",
                 first - devices.begin(), rank, static_cast<int>(devices[rank]));
  return {};
}

}  // namespace

std::string nccl_why_not() { return nccl().library.why_not(); }

Nccl::Nccl(Communicator& communicator) {
  agree(communicator, nccl_why_not());
  if (const std::string why = shared_device(communicator); !why.empty()) throw BackendError(why);
  UniqueId id{};
  agree(communicator,
        communicator.rank() == 0 ? failed(nccl().unique_id(&id), to_say("name the group of GPUs")) : std::string());
  communicator.broadcast(&id, sizeof id);
  const std::string why =
      failed(nccl().init(&handle_, communicator.size(), id, communicator.rank()), to_say("connect the GPUs"));
  if (!why.empty()) handle_ = nullptr;
  try {
    agree(communicator, why);
  } catch (const BackendError&) {
    if (handle_ != nullptr) (void)nccl().destroy(handle_);
    throw;
  }
}

Nccl::~Nccl() { (void)nccl().destroy(handle_); }

void Nccl::sum(cudaStream_t stream, float* values, std::size_t count) {
  const int result = nccl().all_reduce(values, values, count, nccl_float, nccl_sum, handle_, stream);
  if (result != nccl_success) throw BackendError(failed(result, to_say("sum of gradients")));
}

}  // namespace mlplab::gpu
