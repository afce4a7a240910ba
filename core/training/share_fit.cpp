#include "core/training/share_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "core/base/clock.h"
#include "core/compute/step_engine.h"
#include "core/model/training_state.h"
#include "core/statistics/statistics.h"

namespace mlplab {
namespace {

constexpr double least_row_s = 1e-12;
constexpr double sample_s = 0.008, enough_s = 0.06;  // of one sample, of all samples of a size
constexpr int least_samples = 3, warm_up_steps = 2;
constexpr std::size_t most_steps = 64;  // of a sample: the order holds as many batches

double time_s(double fixed_s, double row_s, int rows) { return rows > 0 ? fixed_s + row_s * rows : 0.0; }

/// Least squares of T = a + b·n with weights 1/T², so that errors count relatively; a ≥ 0, b > 0.
struct Line {
  double fixed_s = 0.0, row_s = least_row_s;
};
Line fit_line(std::span<const double> rows, std::span<const double> times_s) {
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double weight = 1.0 / (times_s[i] * times_s[i]);
    w += weight, wx += weight * rows[i], wy += weight * times_s[i];
    wxx += weight * rows[i] * rows[i], wxy += weight * rows[i] * times_s[i];
  }
  const double spread = w * wxx - wx * wx;
  Line line;
  line.row_s = spread > 0.0 ? (w * wxy - wx * wy) / spread : wy / wx;
  line.fixed_s = (wy - line.row_s * wx) / w;
  if (line.fixed_s < 0.0) line = {0.0, wxy / wxx};
  if (line.row_s < least_row_s) line = {wy / w, least_row_s};
  return line;
}

class Measurement {
 public:
  Measurement(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset)
      : plan_(plan),
        spec_(spec),
        dataset_(dataset),
        communicator_(plan.communicator),
        backend_(make_backend(find_backend(plan.compute), plan.compute_options)),
        state_(initial_state(spec.model, spec.optimizer, spec.seed)) {
    order_.resize(std::min(dataset.train.size(), most_steps * static_cast<std::size_t>(spec.batch)));
    std::iota(order_.begin(), order_.end(), 0U);
  }

  ShareFit fit() {
    const auto ranks = static_cast<std::size_t>(communicator_.size());
    for (const int rows : {spec_.batch, (spec_.batch + 1) / 2}) measure(rows);
    ShareFit fit = gather();
    // Once more where it matters: at the shares themselves.
    measure(fit.rows[static_cast<std::size_t>(communicator_.rank())]);
    fit = gather();
    std::vector<double> alone_s(ranks, 0.0);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      meet();
      if (std::cmp_equal(rank, communicator_.rank())) alone_s[rank] = step_of_own(spec_.batch);
    }
    communicator_.sum(alone_s);
    fit.best = static_cast<int>(std::ranges::min_element(alone_s) - alone_s.begin());
    fit.alone_s = alone_s[static_cast<std::size_t>(fit.best)];
    fit.exchange_s = std::max(0.0, step_of_team(fit.rows) - slowest_s(fit));
    communicator_.broadcast(&fit.exchange_s, sizeof fit.exchange_s);
    return fit;
  }

 private:
  void meet() {
    double nothing[] = {0.0};
    communicator_.sum(nothing);
  }

  /// All ranks at the same time, each with so many rows; none for a rank without rows.
  void measure(int rows) {
    meet();
    if (rows < 1) return;
    rows_.push_back(rows);
    times_s_.push_back(step_of_own(rows));
  }

  StepPlan step_plan(int batch) const {
    return {.model = spec_.model,
            .optimizer = spec_.optimizer,
            .batch = batch,
            .train = &dataset_.train,
            .seed = spec_.seed};
  }

  /// Seconds of a step of this rank by itself.
  double step_of_own(int rows) {
    const std::unique_ptr<StepEngine> engine = make_step_engine(*backend_, step_plan(rows));
    return step_of(*engine, rows, [](double& /*own*/) {});
  }

  double step_of_team(const std::vector<int>& rows) {
    StepPlan plan = step_plan(spec_.batch);
    plan.communicator = &communicator_;
    plan.local_statistics = plan_.local_statistics;
    plan.weights = rows;
    plan.mixed = plan_.mixed;
    const std::unique_ptr<StepEngine> engine = make_step_engine(*backend_, plan);
    // How many steps are run is the same on all ranks: rank 0 decides.
    return step_of(*engine, spec_.batch, [this](double& number) { communicator_.broadcast(&number, sizeof number); });
  }

  /// The median time of a step at learning rate 0. `agree` makes a number that decides how long to go on that of rank
  /// 0, where the ranks step together.
  double step_of(StepEngine& engine, int batch, const std::function<void(double&)>& agree) {
    engine.set_state(state_);
    const std::size_t most = std::max<std::size_t>(1, order_.size() / static_cast<std::size_t>(batch));
    const auto run = [&](std::size_t steps) {
      engine.begin_epoch(order_);
      const std::vector<float> rates(steps, 0.0F);
      const double begin_s = now_s();
      engine.train(0, rates);
      engine.epoch_totals();
      return now_s() - begin_s;
    };
    const std::size_t warm_up = std::min<std::size_t>(most, warm_up_steps);
    double first_s = run(warm_up) / static_cast<double>(warm_up);
    agree(first_s);
    const auto steps = std::clamp<std::size_t>(static_cast<std::size_t>(sample_s / std::max(first_s, 1e-9)), 1, most);
    std::vector<double> samples_s;
    double spent_s = 0.0;
    while (samples_s.size() < least_samples || spent_s < enough_s) {
      const double took_s = run(steps);
      samples_s.push_back(took_s / static_cast<double>(steps));
      spent_s += took_s;
      agree(spent_s);
    }
    return median(samples_s);
  }

  /// Every rank's line, and the shares that follow.
  ShareFit gather() {
    const auto ranks = static_cast<std::size_t>(communicator_.size());
    const Line own = fit_line(rows_, times_s_);
    std::vector<double> lines(2 * ranks, 0.0);
    lines[static_cast<std::size_t>(communicator_.rank())] = own.fixed_s;
    lines[ranks + static_cast<std::size_t>(communicator_.rank())] = own.row_s;
    communicator_.sum(lines);
    ShareFit fit;
    fit.fixed_s.assign(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(ranks));
    fit.row_s.assign(lines.begin() + static_cast<std::ptrdiff_t>(ranks), lines.end());
    fit.rows = fit_rows(fit.fixed_s, fit.row_s, spec_.batch);
    communicator_.broadcast(fit.rows.data(), fit.rows.size() * sizeof(int));
    return fit;
  }

  const RankPlan& plan_;
  const RunSpec& spec_;
  const Dataset& dataset_;
  Communicator& communicator_;
  std::unique_ptr<Backend> backend_;
  TrainingState state_;
  std::vector<std::uint32_t> order_;
  std::vector<double> rows_, times_s_;  // of this rank
};

}  // namespace

std::vector<int> fit_rows(std::span<const double> fixed_s, std::span<const double> row_s, int batch) {
  const std::size_t ranks = fixed_s.size();
  std::vector<std::size_t> by_fixed(ranks);
  std::iota(by_fixed.begin(), by_fixed.end(), std::size_t{0});
  std::ranges::sort(by_fixed, {}, [&](std::size_t i) { return fixed_s[i]; });
  // The common time if only the first k take part: Σ (time - a_i) / b_i = batch; k grows while the next one's a is
  // below.
  double rate = 0.0, begun = 0.0, common_s = INFINITY;
  for (const std::size_t i : by_fixed) {
    if (fixed_s[i] >= common_s) break;
    rate += 1.0 / row_s[i], begun += fixed_s[i] / row_s[i];
    common_s = (batch + begun) / rate;
  }
  std::vector<int> rows(ranks);
  int left = batch;
  for (std::size_t i = 0; i < ranks; ++i) {
    rows[i] = std::clamp(static_cast<int>((common_s - fixed_s[i]) / row_s[i]), 0, left);
    left -= rows[i];
  }
  for (; left > 0; --left) {
    const auto next_s = [&](std::size_t i) { return time_s(fixed_s[i], row_s[i], rows[i] + 1); };
    std::size_t first = 0;
    for (std::size_t i = 1; i < ranks; ++i)
      if (next_s(i) < next_s(first)) first = i;
    ++rows[first];
  }
  return rows;
}

double slowest_s(const ShareFit& fit) {
  double slowest = 0.0;
  for (std::size_t i = 0; i < fit.rows.size(); ++i)
    slowest = std::max(slowest, time_s(fit.fixed_s[i], fit.row_s[i], fit.rows[i]));
  return slowest;
}

double ceiling_of(const ShareFit& fit) { return fit.alone_s / (slowest_s(fit) + fit.exchange_s); }

ShareFit measure_shares(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset) {
  return Measurement(plan, spec, dataset).fit();
}

}  // namespace mlplab
