// A pool of processes that embed: each is 'mlplab-cli embedder', started before the work begins, with the network and
// its own source of images; packets and rows are taken one after the other from a counter in memory that all share,
// where embeddings and distances are written, too. To add a kind of work: an order in pool_memory.h.
#pragma once

#include <filesystem>
#include <memory>

#include "core/operations/embeddings.h"

namespace mlplab {

class ProcessPool {
 public:
  /// Starts them and returns once each waits for work, or `control` is stopped. Throws BackendError where one cannot be
  /// started or ends, and what went wrong in it; InputError as embed() does.
  ProcessPool(const TrainingState& state, const ImageSource& images, int packet, int workers,
              const RunControl& control);
  /// Ends them at once.
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  /// Nothing that was written before may pass for what comes next.
  void clear();
  /// As embed(), bit by bit. Stopped, or where a process ends: none of them is left when it returns.
  Embeddings embed(const RunControl& control);

 private:
  struct Processes;
  std::unique_ptr<Processes> processes_;  // null where there is nothing to embed, and once the pool is over
};

/// The work of each process of a pool until it is ended. `exchange` is the pool's folder, `memory` the descriptor of
/// the shared memory. Returns the exit code of a failure; throws where the arguments belong to no pool.
int serve_pool(const std::filesystem::path& exchange, int memory);

}  // namespace mlplab
