// The only file with an MPI header. Waiting is done by asking, with growing pauses: MPI_Wait spins, and ranks that wait
// for a paused run would keep their cores busy for nothing.
#include <mpi.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/profile.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/shared_communicator.h"

namespace mlplab {
namespace {

void check(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw BackendError(say("%1 failed: %2", say(what), std::string(text, static_cast<std::size_t>(length))));
}

/// Spins for as long as peers usually need, then sleeps longer and longer, a millisecond at the most.
void wait_for(std::vector<MPI_Request>& requests) {
  constexpr int eager = 20'000;
  constexpr long longest_ns = 1'000'000;
  long pause_ns = 1'000;
  for (int round = 0;; ++round) {
    int done = 0;
    check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (done != 0) return;
    if (round < eager) continue;
    const timespec pause{0, pause_ns};
    ::nanosleep(&pause, nullptr);
    pause_ns = std::min(2 * pause_ns, longest_ns);
  }
}

std::string library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find(','));  // 'Open MPI v4.1.4, package: …'
}

/// MPI_Init to MPI_Finalize.
class Job {
 public:
  Job() {
    int given = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given), "MPI_Init_thread");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (given < MPI_THREAD_FUNNELED) throw BackendError(say("this MPI cannot be used beside threads"));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  ~Job() { MPI_Finalize(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// All ranks are on one machine. Also finds out local_rank and local_size.
  bool one_machine() {
    MPI_Comm here = MPI_COMM_NULL;
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
    int fewest = 0;
    MPI_Comm_size(here, &local_size), MPI_Comm_rank(here, &local_rank);
    MPI_Comm_free(&here);
    check(MPI_Allreduce(&local_size, &fewest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD), "MPI_Allreduce");
    return fewest == size;
  }

  int rank = 0, size = 1, local_rank = 0, local_size = 1;
};

/// On the network: MPI_Iallreduce for gradients, begun as soon as a layer's are there.
class NetworkCommunicator : public Communicator {
 public:
  explicit NetworkCommunicator(std::shared_ptr<Job> job) : job_(std::move(job)) {}
  int rank() const override { return job_->rank; }
  int size() const override { return job_->size; }
  int local_rank() const override { return job_->local_rank; }
  int local_size() const override { return job_->local_size; }
  std::string transport() const override { return library(); }
  bool overlaps() const override { return overlaps_; }

  void begin_sum(std::span<float> values) override {
    const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("begin transfer"), step(),
                                static_cast<std::int64_t>(values.size_bytes()));
    check(MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_FLOAT, MPI_SUM,
                         MPI_COMM_WORLD, &requests_.emplace_back()),
          "MPI_Iallreduce");
  }
  /// Transfer and waiting cannot be told apart here: MPI moves data while it waits.
  void finish_sums() override {
    const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("transfer and wait"), step());
    wait_for(requests_);
    requests_.clear();
  }
  void sum(std::span<double> values) override {
    begin_and_wait([&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                            MPI_COMM_WORLD, request);
    });
  }
  void broadcast(void* data, std::size_t bytes) override {
    constexpr std::size_t most = std::size_t{1} << 28;
    for (std::size_t at = 0; at < bytes; at += most)
      begin_and_wait([&](MPI_Request* request) {
        return MPI_Ibcast(static_cast<char*>(data) + at, static_cast<int>(std::min(most, bytes - at)), MPI_BYTE, 0,
                          MPI_COMM_WORLD, request);
      });
  }
  void set_profiler(Profiler* profiler, int track) override { profiler_ = profiler, track_ = track; }
  void set_overlaps(bool overlaps) { overlaps_ = overlaps; }

 private:
  int step() const { return profiler_ != nullptr ? profiler_->step() : 0; }
  template <class Begin>
  void begin_and_wait(const Begin& begin) {
    std::vector<MPI_Request> request(1);
    check(begin(&request[0]), to_say("a collective operation of MPI"));
    wait_for(request);
  }

  std::shared_ptr<Job> job_;
  std::vector<MPI_Request> requests_;
  bool overlaps_ = false;
  Profiler* profiler_ = nullptr;
  int track_ = 0;
};

/// Memory that all ranks see: windows of rank 0, which live as long as the job.
class Windows {
 public:
  explicit Windows(std::shared_ptr<Job> job) : job_(std::move(job)) {}
  ~Windows() {
    for (MPI_Win& window : windows_) MPI_Win_free(&window);
  }
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;
  std::byte* more(std::size_t bytes) {
    void* memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    constexpr std::uintptr_t line = 64;
    check(MPI_Win_allocate_shared(job_->rank == 0 ? static_cast<MPI_Aint>(bytes + line) : 0, 1, MPI_INFO_NULL,
                                  MPI_COMM_WORLD, &memory, &window),
          to_say("MPI_Win_allocate_shared (is /dev/shm full?)"));
    windows_.push_back(window);
    MPI_Aint size = 0;
    int unit = 0;
    check(MPI_Win_shared_query(window, 0, &size, &unit, &memory), "MPI_Win_shared_query");
    // Windows begin anywhere in a page, at the same place of it in every process.
    const std::uintptr_t skip = (line - reinterpret_cast<std::uintptr_t>(memory) % line) % line;
    std::byte* aligned = static_cast<std::byte*>(memory) + skip;
    if (job_->rank == 0) std::memset(aligned, 0, bytes);
    std::uintptr_t skipped_by_first = skip;
    check(MPI_Bcast(&skipped_by_first, sizeof skip, MPI_BYTE, 0, MPI_COMM_WORLD), "MPI_Bcast");  // after the zeros
    if (skip != skipped_by_first)
      throw BackendError(say("windows of shared memory lie differently here; use sum=allreduce"));
    return aligned;
  }

 private:
  std::shared_ptr<Job> job_;
  std::vector<MPI_Win> windows_;
};

/// 'allreduce' or 'window' as asked for, else what is faster.
bool wants_window(Job& job) {
  const char* choice = std::getenv("MLPLAB_MPI_SUM");
  const std::string wanted = choice != nullptr ? choice : "";
  const bool can = job.one_machine();
  if (wanted == "allreduce") return false;
  if (wanted == "window" && !can)
    throw BackendError(say("a window of shared memory needs all ranks on one machine; leave sum at auto"));
  return can;
}

}  // namespace

std::unique_ptr<Communicator> join_mpi() {
  auto job = std::make_shared<Job>();
  if (wants_window(*job)) {
    auto windows = std::make_shared<Windows>(job);
    return std::make_unique<SharedCommunicator>(job->rank, job->size, library() + ", one machine",
                                                /*watches=*/false,
                                                [windows](std::size_t bytes) { return windows->more(bytes); });
  }
  auto network = std::make_unique<NetworkCommunicator>(job);
  const char* overlap = std::getenv("MLPLAB_MPI_OVERLAP");
  network->set_overlaps(overlap == nullptr || std::strcmp(overlap, "no") != 0);
  return network;
}

}  // namespace mlplab
