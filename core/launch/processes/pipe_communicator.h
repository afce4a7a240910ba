// The design that the published report measured: each worker packs its gradient into a message with a header that
// describes it, writes it into a pipe, rank 0 unpacks and adds them all, updates, packs the weights and writes them
// into every worker's pipe. The cost shows in the profile as serialise, transfer and wait.
#pragma once

#include <string>
#include <vector>

#include "core/compute/communicator.h"

namespace mlplab {

class PipeCommunicator : public Communicator {
 public:
  /// `descriptors`: for rank 0, one pipe from each worker and one to it; for a worker, one pipe from rank 0 and one to
  /// it.
  PipeCommunicator(int rank, int size, std::vector<int> descriptors);
  ~PipeCommunicator() override;
  PipeCommunicator(const PipeCommunicator&) = delete;
  PipeCommunicator& operator=(const PipeCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string transport() const override { return "pipes, serialised"; }  // untranslated: runs keep it
  bool central() const override { return true; }
  void begin_sum(std::span<float> values) override;
  void finish_sums() override;
  void sum(std::span<double> values) override;
  void broadcast(void* data, std::size_t bytes) override;
  void set_profiler(Profiler* profiler, int track) override { profiler_ = profiler, track_ = track; }

 private:
  int from(int peer) const { return descriptors_[2 * static_cast<std::size_t>(rank_ == 0 ? peer - 1 : 0)]; }
  int to(int peer) const { return descriptors_[2 * static_cast<std::size_t>(rank_ == 0 ? peer - 1 : 0) + 1]; }
  void send(int peer, const char* type, const void* data, std::size_t count, std::size_t element_bytes);
  /// Throws BackendError where something else than `count` elements of `type` comes.
  void receive(int peer, const char* type, void* data, std::size_t count, std::size_t element_bytes);
  void read_all(int peer, char* target, std::size_t bytes);

  int rank_, size_;
  std::vector<int> descriptors_;
  std::vector<std::span<float>> begun_;
  std::string message_;
  std::vector<float> received_;
  Profiler* profiler_ = nullptr;
  int track_ = 0;
};

/// A message: a header of text, '{"dtype":"<f4","shape":[n]}', its length before it in 4 bytes and the content's in 8,
/// both little-endian; then the content.
std::string packed(const std::string& type, const void* data, std::size_t count, std::size_t element_bytes);

}  // namespace mlplab
