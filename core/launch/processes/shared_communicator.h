// Ranks on one machine that read each other's gradients in place. A sum is one pass: each rank adds up its share of
// everybody's values into common memory, a barrier, and all read the sums there; nothing is sent.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/compute/communicator.h"

namespace mlplab {

class SharedCommunicator : public Communicator {
 public:
  /// More memory that all ranks see, zeroed, for as long as the communicator lives; called by every rank in the same
  /// order with the same size.
  using Grow = std::function<std::byte*(std::size_t bytes)>;
  /// `watches`: look, while waiting, whether the other ranks' processes still exist. Throws BackendError.
  SharedCommunicator(int rank, int size, std::string transport, bool watches, Grow grow);

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string transport() const override { return transport_; }
  void begin_sum(std::span<float> values) override { begun_.push_back(values); }
  void finish_sums() override;
  void sum(std::span<double> values) override;
  void broadcast(void* data, std::size_t bytes) override;
  SumMemory sum_memory(std::size_t count) override;
  void set_threads(int threads) override;
  void set_profiler(Profiler* profiler, int track) override { profiler_ = profiler, track_ = track; }

 private:
  struct Board;                  // at the start of the memory
  struct Region {                // of one sum_memory()
    std::vector<float*> values;  // [ranks]
    float* sums = nullptr;
    std::size_t count = 0;
  };
  void barrier();
  Region& region_of(std::span<float> values);
  Region make_region(std::size_t count);

  int rank_, size_;
  std::string transport_;
  Grow grow_;
  bool watches_;
  int spins_;
  Board* board_;
  std::byte* bytes_;  // for broadcast
  double* doubles_;   // [ranks][max_doubles]
  std::vector<Region> regions_, staging_;
  std::vector<std::span<float>> begun_;
  Profiler* profiler_ = nullptr;
  int track_ = 0;
};

/// On a memory file that all ranks inherited. Throws BackendError.
std::unique_ptr<Communicator> make_shared_communicator(int rank, int size, int descriptor);
/// For ranks whose devices add up the gradients themselves: only numbers of the host go this way.
std::unique_ptr<Communicator> make_device_communicator(int rank, int size, int descriptor);

}  // namespace mlplab
