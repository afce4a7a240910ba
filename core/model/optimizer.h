// Optimisers and learning-rate schedules as values. The formulas are PyTorch's, so results compare.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/kinds.h"

namespace mlplab {

enum class ScheduleKind { constant, step, cosine, one_cycle };

/// g is the mean gradient of the batch, plus weight_decay·w (on biases too, as in torch.optim).
///   sgd       w -= lr·g
///   momentum  v = momentum·v + g;  w -= lr·v
///   adam      m = β1·m + (1-β1)·g;  v = β2·v + (1-β2)·g²;  w -= lr·m̂ / (sqrt(v̂) + ε), m̂ = m/(1-β1ᵗ), v̂ = v/(1-β2ᵗ)
struct OptimizerSpec {
  OptimizerKind kind = OptimizerKind::sgd;
  double learning_rate = 0.1;
  double weight_decay = 0.0;
  double momentum = 0.9;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  ScheduleKind schedule = ScheduleKind::constant;
  bool operator==(const OptimizerSpec&) const = default;
};

/// How many state vectors of the size of the parameters the optimiser keeps: 0, 1 (v) or 2 (m, v).
int state_slots(OptimizerKind kind);

/// The learning rate of step `step` (0-based) of `total_steps`:
///   constant   lr
///   step       lr·0.1^k, k = 0, 1, 2 in the first, second and last third of the run
///   cosine     lr·(1 + cos(π·step/total)) / 2                                          (Loshchilov and Hutter, 2017)
///   one_cycle  cosine from lr/25 up to lr over 30 % of the run, then cosine down to lr/250,000     (Smith, 2018)
double learning_rate_at(const OptimizerSpec& spec, std::int64_t step, std::int64_t total_steps);

std::string to_string(OptimizerKind value);
std::string to_string(ScheduleKind value);
std::string optimizer_names();  // 'a, b or c', for an option's help
OptimizerKind parse_optimizer(const std::string& text);
ScheduleKind parse_schedule(const std::string& text);

}  // namespace mlplab
