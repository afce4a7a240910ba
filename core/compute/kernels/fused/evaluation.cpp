// Loss and accuracy with the weights of now: here workers share out the examples, each with the whole network.
#include <algorithm>

#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {
namespace {

constexpr int evaluation_batch = 120;  // examples a worker takes at a time: a multiple of the 6 rows of a tile

}  // namespace

void FusedEngine::make_evaluation_memory(Worker& own) {
  if (!own.evaluation_a.empty()) return;
  const auto rows = static_cast<std::size_t>(evaluation_batch);
  own.evaluation_x = Aligned<float>(rows * static_cast<std::size_t>(std::max(ld_x_, output().ld)));
  for (const PanelLayer& layer : layers_) own.evaluation_a.emplace_back(rows * static_cast<std::size_t>(layer.ld));
}

/// Examples [first, first + count) through the whole network on one worker.
void FusedEngine::evaluate_rows(int worker, const Examples& examples, std::size_t first, int count) {
  Worker& own = workers_[worker];
  const auto d = static_cast<std::size_t>(plan_.model.inputs());
  for (int i = 0; i < count; ++i)
    kernels_.to_floats(d, examples.features.data() + (first + i) * d, own.evaluation_x.data() + i * ld_x_);
  const float* input = own.evaluation_x.data();
  std::ptrdiff_t ld_input = ld_x_;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    float* outputs = own.evaluation_a[l].data();
    for (const Panel& panel : layers_[l].panels)
      panel_forward(l, panel, whole_block(count), input, ld_input, bias_of(worker, l).values.data(), outputs);
    input = outputs, ld_input = layers_[l].ld;
  }
  LossRows rows;
  rows.batch = count, rows.classes = output().out, rows.mean_over = count;
  rows.outputs = input, rows.ld = ld_input;
  rows.y = examples.labels.data() + first;
  rows.gradient = own.evaluation_x.data(), rows.ld_gradient = std::max(ld_x_, output().ld);  // not wanted
  kernels_.loss(plan_.model.loss, rows, own.totals);
}

StepTotals FusedEngine::evaluate(const Examples& examples, std::size_t first, std::size_t count) {
  const RankShare rank_share = share_of_examples(plan_, count);
  first += rank_share.first, count = rank_share.count;
  std::vector<StepTotals> kept;  // the training totals, which stay
  for (Worker& own : workers_) {
    kept.push_back(own.totals);
    own.totals = {};
  }
  run_team([&](int worker) {
    make_evaluation_memory(workers_[static_cast<std::size_t>(worker)]);
    const Share share = share_of(static_cast<int>(count), worker, team_.size());
    for (int i = share.first; i < share.end; i += evaluation_batch)
      evaluate_rows(worker, examples, first + static_cast<std::size_t>(i), std::min(evaluation_batch, share.end - i));
  });
  StepTotals sum;
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    sum.loss_sum += workers_[w].totals.loss_sum;
    sum.correct += workers_[w].totals.correct;
    sum.examples += workers_[w].totals.examples;
    workers_[w].totals = kept[w];
  }
  return sum_of_ranks(plan_, sum);
}

}  // namespace mlplab::kernels
