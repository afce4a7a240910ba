#include "core/launch/processes/group.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/launch/processes/pipe_communicator.h"
#include "core/launch/processes/shared_communicator.h"
#include "core/run/team.h"

namespace mlplab {
namespace {

constexpr const char* variable = "MLPLAB_GROUP";  // 'shared 0 4 7': transport, rank, ranks, descriptors

[[noreturn]] void no_resources(const std::string& what) {
  throw BackendError(say("the processes could not be connected: %1: %2", what, std::generic_category().message(errno)));
}

int above_standard(int fd) {
  const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  ::close(fd);
  if (high < 0) no_resources(say("a descriptor"));
  return high;
}

}  // namespace

ProcessGroup::ProcessGroup(std::string transport, int ranks)
    : transport_(std::move(transport)), ranks_(ranks), descriptors_(static_cast<std::size_t>(ranks)) {
  if (transport_.empty()) return;
  if (transport_ == shared_transport || transport_ == nccl_transport) {
    const int memory = ::memfd_create("mlplab", MFD_CLOEXEC);
    if (memory < 0) no_resources(say("shared memory"));
    const int fd = above_standard(memory);
    for (auto& list : descriptors_) list.push_back(fd);
  } else if (transport_ == pipes_transport) {
    for (int rank = 1; rank < ranks; ++rank) {
      int up[2], down[2];  // to rank 0, and back
      if (::pipe2(up, O_CLOEXEC) != 0) no_resources(say("a pipe"));
      if (::pipe2(down, O_CLOEXEC) != 0) no_resources(say("a pipe"));
      auto& of_root = descriptors_[0];
      auto& of_worker = descriptors_[static_cast<std::size_t>(rank)];
      of_root.push_back(above_standard(up[0]));
      of_worker.push_back(above_standard(down[0]));
      of_root.push_back(above_standard(down[1]));
      of_worker.push_back(above_standard(up[1]));
    }
  } else {
    throw BackendError(say("there is no transport '%1'; valid are shared, nccl, pipes", transport_));
  }
}

ProcessGroup::~ProcessGroup() {
  std::vector<int> all;
  for (const auto& list : descriptors_) all.insert(all.end(), list.begin(), list.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  for (const int fd : all) ::close(fd);
}

void ProcessGroup::add_to(int rank, std::map<std::string, std::string>& environment,
                          std::vector<int>& descriptors) const {
  if (transport_.empty()) return;
  std::string text = transport_ + " " + std::to_string(rank) + " " + std::to_string(ranks_);
  for (const int fd : descriptors_[static_cast<std::size_t>(rank)]) {
    text += " " + std::to_string(fd);
    descriptors.push_back(fd);
  }
  environment[variable] = text;
}

std::unique_ptr<Communicator> join_group() {
  const char* text = std::getenv(variable);
  if (text == nullptr) return nullptr;
  std::istringstream words(text);
  std::string transport;
  int rank = -1, ranks = 0;
  words >> transport >> rank >> ranks;
  std::vector<int> fds;
  for (int fd = 0; words >> fd;) fds.push_back(fd);
  const auto open = [](int fd) { return ::fcntl(fd, F_GETFD) >= 0; };
  const bool whole = ranks >= 1 && rank >= 0 && rank < ranks && std::ranges::all_of(fds, open);
  if (whole && transport == shared_transport && fds.size() == 1) return make_shared_communicator(rank, ranks, fds[0]);
  if (whole && transport == nccl_transport && fds.size() == 1) return make_device_communicator(rank, ranks, fds[0]);
  if (whole && transport == pipes_transport && fds.size() == (rank == 0 ? 2U * static_cast<unsigned>(ranks - 1) : 2U))
    return std::make_unique<PipeCommunicator>(rank, ranks, fds);
  throw BackendError(say("%1 ('%2') names no group of processes that could be joined", variable, text));
}

}  // namespace mlplab
