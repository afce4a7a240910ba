#include "core/compute/kernels/peak.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/base/clock.h"

namespace mlplab::kernels {
namespace {

/// The work of all workers per second, from the first one's start to the last one's end: the best of the attempts.
class BestRate {
 public:
  explicit BestRate(Team& team) : turns_(static_cast<std::size_t>(team.size())), barrier_(team.size()) {}

  /// Within the team: work() returns how much it did.
  template <class Work>
  void attempt(int worker, const Work& work) {
    Turn& own = turns_[static_cast<std::size_t>(worker)];
    barrier_.wait();
    own.start_s = now_s();
    own.amount = work();
    own.end_s = now_s();
    barrier_.wait();
    if (worker == 0) take();
  }
  double best() const { return best_; }

 private:
  struct alignas(64) Turn {  // no two workers write to one cache line
    double start_s = 0.0, end_s = 0.0, amount = 0.0;
  };
  void take() {
    double start_s = turns_.front().start_s, end_s = turns_.front().end_s, amount = 0.0;
    for (const Turn& turn : turns_) {
      start_s = std::min(start_s, turn.start_s), end_s = std::max(end_s, turn.end_s);
      amount += turn.amount;
    }
    best_ = std::max(best_, amount / (end_s - start_s));
  }

  std::vector<Turn> turns_;
  Barrier barrier_;
  double best_ = 0.0;
};

}  // namespace

double multiply_add_peak(const Kernels& kernels, Team& team) {
  constexpr int attempts = 20;
  constexpr std::int64_t rounds = 1'000'000;
  BestRate rate(team);
  team.run([&](int worker) {
    float sum = 0.0F;
    for (int attempt = 0; attempt < attempts; ++attempt)
      rate.attempt(worker, [&] { return kernels.multiply_adds(rounds, &sum); });
  });
  return rate.best();
}

double reading_rate(const Kernels& kernels, Team& team, std::size_t bytes) {
  constexpr std::size_t block = 256, alignment = 64, enough = std::size_t{32} << 20;  // floats, bytes, bytes
  const std::size_t count = std::max(block, bytes / sizeof(float) / block * block);
  const std::size_t rounds = std::max<std::size_t>(1, enough / (count * sizeof(float)));
  const int attempts = rounds > 1 ? 20 : 4;
  struct Free {
    void operator()(float* p) const { ::operator delete[](p, std::align_val_t(alignment)); }
  };
  BestRate rate(team);
  // Before the workers start: an exception must not leave the others waiting.
  std::vector<std::unique_ptr<float[], Free>> own;
  for (int worker = 0; worker < team.size(); ++worker)
    own.emplace_back(static_cast<float*>(::operator new[](count * sizeof(float), std::align_val_t(alignment))));
  team.run([&](int worker) {
    float* const x = own[static_cast<std::size_t>(worker)].get();
    std::fill_n(x, count, 1.0F);
    float sum = 0.0F;
    for (int attempt = 0; attempt < attempts; ++attempt)
      rate.attempt(worker, [&] {
        for (std::size_t round = 0; round < rounds; ++round) kernels.read(x, count, &sum);
        return static_cast<double>(rounds * count * sizeof(float));
      });
  });
  return rate.best();
}

}  // namespace mlplab::kernels
