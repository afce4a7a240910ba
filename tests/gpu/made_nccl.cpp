// Stands in for NCCL between processes of one machine: a sum is work of the stream, which the host's CUDA carries out
// late, and every rank then waits for the others. Its name as a library is NCCL's own.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "gpu/host_cuda/cuda_runtime_api.h"

namespace {

constexpr std::size_t most = 1 << 20;  // floats of a rank
constexpr int most_ranks = 8, invalid = 4, float_type = 7, sum_operation = 0;

struct Id {
  char name[128];
};

int fails_on_rank = -1, sums = 0;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "made NCCL: %s\n", why);
  std::abort();
}

}  // namespace

struct NcclBoard {
  std::atomic<int> arrived, round;
  std::size_t counts[most_ranks];
  float values[most_ranks][most];
};

struct NcclCommunicator {
  NcclBoard* board;
  int ranks, rank;

  void meet() const {
    const int round = board->round;
    if (board->arrived.fetch_add(1) + 1 == ranks) {
      board->arrived = 0;
      board->round.fetch_add(1);
      return;
    }
    for (int tries = 0; board->round == round; ++tries) {
      if (tries > 60'000) give_up("a rank does not come to a sum");
      const timespec millisecond{0, 1'000'000};
      nanosleep(&millisecond, nullptr);
    }
  }
};

namespace {

struct Sum {
  const NcclCommunicator* communicator;
  const float* from;
  float* to;
  std::size_t count;
};

void add_up(void* data) {
  const Sum& sum = *static_cast<Sum*>(data);
  const NcclCommunicator& c = *sum.communicator;
  c.board->counts[c.rank] = sum.count;
  std::memcpy(c.board->values[c.rank], sum.from, sum.count * sizeof(float));
  c.meet();
  for (int rank = 0; rank < c.ranks; ++rank)
    if (c.board->counts[rank] != sum.count) give_up("ranks ask for sums of different sizes");
  for (std::size_t i = 0; i < sum.count; ++i) {
    float total = 0.0F;
    for (int rank = 0; rank < c.ranks; ++rank) total += c.board->values[rank][i];
    sum.to[i] = total;
  }
  c.meet();  // all have read before anyone writes again
  ++sums;
}

}  // namespace

extern "C" {
/// Connecting fails on this rank; -1: on none.
void set_made_nccl(int rank) { fails_on_rank = rank; }
/// Sums that were carried out in this process.
int made_nccl_sums() { return sums; }

int ncclGetUniqueId(Id* id) {
  static int groups = 0;
  std::snprintf(id->name, sizeof id->name, "/mlplab-made-nccl-%d-%d", static_cast<int>(getpid()), ++groups);
  return 0;
}
int ncclCommInitRank(NcclCommunicator** communicator, int ranks, Id id, int rank) {
  if (rank == fails_on_rank) return invalid;
  const int file = shm_open(id.name, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ranks > most_ranks || ftruncate(file, sizeof(NcclBoard)) != 0) return invalid;
  void* const memory = mmap(nullptr, sizeof(NcclBoard), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return invalid;
  *communicator = new NcclCommunicator{static_cast<NcclBoard*>(memory), ranks, rank};
  const bool all_come = fails_on_rank < 0;  // else they would be waited for
  if (all_come) (*communicator)->meet();
  if (rank == 0 || !all_come) shm_unlink(id.name);
  return 0;
}
int ncclAllReduce(const void* from, void* to, std::size_t count, int type, int operation,
                  NcclCommunicator* communicator, cudaStream_t stream) {
  if (type != float_type || operation != sum_operation || count > most) return invalid;
  // A captured graph starts it again and again: it is never freed.
  return cudaLaunchHostFunc(stream, add_up,
                            new Sum{communicator, static_cast<const float*>(from), static_cast<float*>(to), count}) ==
                 cudaSuccess
             ? 0
             : 1;
}
int ncclCommDestroy(NcclCommunicator* communicator) {
  munmap(communicator->board, sizeof(NcclBoard));
  delete communicator;
  return 0;
}
const char* ncclGetErrorString(int result) { return result == invalid ? "invalid usage" : "made up"; }
}
