#include "core/compute/kernels/vector_backend.h"

#include <algorithm>

#include "core/compute/kernels/fused_engine.h"
#include "core/data/dataset.h"
#include "core/machine/host_info.h"

namespace mlplab::kernels {
namespace {

constexpr double worth_sharing = 16.0 * 4000.0;  // waking a team takes some microseconds
constexpr int gemm_depth = 4 * depth_block;      // of a product's panels in the second-level cache
constexpr int chunk = 16;  // floats: shares end on cache lines, so that no two workers write to one

}  // namespace

VectorBackend::VectorBackend(const Kernels& kernels, std::unique_ptr<Team> team, FirstLayer first_layer,
                             Convolutions convolutions)
    : kernels_(kernels),
      team_(std::make_unique<StandbyTeam>(std::move(team))),
      first_layer_(first_layer),
      convolutions_(convolutions),
      packed_(static_cast<std::size_t>(team_->size())),
      direct_(kernels_, *team_),
      winograd_(kernels_, *team_) {}

std::string VectorBackend::device() const {
  return host_info().cpu + ", " + std::to_string(workers()) + (workers() == 1 ? " thread, " : " threads, ") +
         kernels_.name;
}

void VectorBackend::share_out(int count, double cost, const std::function<void(int, int, int)>& work) {
  if (team_->size() == 1 || cost < worth_sharing) {
    work(0, 0, count);
    return;
  }
  team_->run([&](int worker) {
    const Share share = share_of(count, worker, team_->size());
    if (share.count() > 0) work(worker, share.first, share.end);
  });
}

void VectorBackend::share_numbers(std::size_t count, double cost,
                                  const std::function<void(std::size_t, std::size_t)>& work) {
  const int chunks = static_cast<int>((count + chunk - 1) / chunk);
  share_out(chunks, cost, [&](int, int first, int end) {
    work(std::size_t(first) * chunk, std::min(count, std::size_t(end) * chunk));
  });
}

void VectorBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                           const std::uint32_t* order, float* x, std::int32_t* y) {
  share_out(batch, double(batch) * d, [&](int, int first, int end) {
    for (int i = first; i < end; ++i) {
      const std::size_t row = order == nullptr ? static_cast<std::size_t>(i) : order[i];
      kernels_.to_floats(static_cast<std::size_t>(d), features + row * d, x + std::size_t(i) * d);
      y[i] = labels[row];
    }
  });
}

// Shares are panels of columns where there are enough of them, else rows.
void VectorBackend::gemm(const Gemm& g) {
  if (g.m == 0 || g.n == 0) return;
  const int width = kernels_.max_vectors * kernels_.lanes;
  const int panels = (g.n + width - 1) / width;
  const bool by_panel = panels >= 2 * team_->size();
  const auto compute = [&](int worker, int first_panel, int end_panel, int first_row, int end_row) {
    auto& packed = packed_[static_cast<std::size_t>(worker)];
    for (int panel = first_panel; panel < end_panel; ++panel) {
      const int column = panel * width;
      const int n = std::min(width, g.n - column);
      PanelProduct part;
      part.m = end_row - first_row, part.n = n, part.k = g.k;
      part.vectors = (n + kernels_.lanes - 1) / kernels_.lanes;
      part.alpha = g.alpha;
      part.row_a = g.transpose_a ? 1 : g.lda, part.col_a = g.transpose_a ? g.lda : 1;
      part.a = g.a + first_row * part.row_a;
      const int padded = part.vectors * kernels_.lanes;
      if (!g.transpose_b && n == padded) {  // B's rows are read where they are
        part.b = g.b + column, part.ldb = g.ldb;
      } else {
        packed.assign(static_cast<std::size_t>(g.k) * padded, 0.0F);
        if (g.transpose_b)
          kernels_.transpose(n, g.k, g.b + std::ptrdiff_t(column) * g.ldb, g.ldb, packed.data(), padded);
        else
          for (int p = 0; p < g.k; ++p)
            std::copy_n(g.b + std::ptrdiff_t(p) * g.ldb + column, n, &packed[std::size_t(p) * padded]);
        part.b = packed.data(), part.ldb = padded;
      }
      part.beta = g.beta;
      part.c = g.c + std::ptrdiff_t(first_row) * g.ldc + column, part.ldc = g.ldc;
      part.bias = g.bias == nullptr ? nullptr : g.bias + column;
      part.activation = g.activation;
      kernels_.panel_product(part);
    }
  };
  const double cost = double(g.m) * g.n * g.k;
  if (by_panel)
    share_out(panels, cost, [&](int worker, int first, int end) { compute(worker, first, end, 0, g.m); });
  else
    share_out(g.m, cost, [&](int worker, int first, int end) { compute(worker, 0, panels, first, end); });
}

void VectorBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  const int chunks = static_cast<int>((count + chunk - 1) / chunk);
  share_out(chunks, double(count), [&](int, int first, int end) {
    const std::size_t begin = std::size_t(first) * chunk, stop = std::min(count, std::size_t(end) * chunk);
    kernels_.activation_gradient(activation, stop - begin, a + begin, d + begin);
  });
}

void VectorBackend::loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y,
                         float* gradient, StepTotals* totals) {
  const LossRows rows{batch, classes, outputs, classes, y, batch, gradient, classes};
  std::vector<StepTotals> parts(static_cast<std::size_t>(team_->size()));
  share_out(batch, 16.0 * batch * classes, [&](int worker, int first, int end) {
    LossRows part = rows;
    part.batch = end - first;
    part.outputs += first * rows.ld, part.y += first, part.gradient += first * rows.ld_gradient;
    kernels_.loss(kind, part, parts[static_cast<std::size_t>(worker)]);
  });
  for (const StepTotals& part : parts) {  // in the workers' order: the same sum every time
    totals->loss_sum += part.loss_sum;
    totals->correct += part.correct;
    totals->examples += part.examples;
  }
}

void VectorBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  const int chunks = (columns + chunk - 1) / chunk;
  share_out(chunks, double(rows) * columns, [&](int, int first, int end) {
    const int begin = first * chunk, stop = std::min(columns, end * chunk);
    kernels_.column_sums(rows, stop - begin, d + begin, columns, sums + begin);
  });
}

void VectorBackend::update(const Update& u) {
  const int chunks = static_cast<int>((u.count + chunk - 1) / chunk);
  share_out(chunks, double(u.count), [&](int, int first, int end) {
    const std::size_t begin = std::size_t(first) * chunk, stop = std::min(u.count, std::size_t(end) * chunk);
    Update part = u;
    part.count = stop - begin;
    part.gradient += begin, part.parameters += begin;
    if (part.slot0 != nullptr) part.slot0 += begin;
    if (part.slot1 != nullptr) part.slot1 += begin;
    kernels_.update(part);
  });
}

std::unique_ptr<StepEngine> VectorBackend::make_engine(const StepPlan& plan) {
  return make_fused_engine(kernels_, *team_, first_layer_, plan);
}

std::vector<BackendOption> vector_options() {
  return {{"first-layer",
           {"sparse", "dense"},
           "sparse: skip the input pixels that are 0 (exact); dense: compute with all of them"},
          {"convolutions",
           {"winograd", "direct"},
           "winograd: a quarter of the multiplications for 3x3 kernels of stride 1, at the price of about one decimal "
           "digit; direct: every product by itself"}};
}

Convolutions convolutions_of(const BackendOptions& options) {
  const auto found = options.values.find("convolutions");
  return found != options.values.end() && found->second == "direct" ? Convolutions::direct : Convolutions::winograd;
}

FirstLayer first_layer_of(const BackendOptions& options) {
  const auto found = options.values.find("first-layer");
  return found != options.values.end() && found->second == "dense" ? FirstLayer::dense : FirstLayer::sparse;
}

}  // namespace mlplab::kernels
