#include "core/compute/kernels/vector_backend.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/compute/kernels/blocks.h"
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
  const auto depth = static_cast<std::size_t>(std::min(g.k, gemm_depth));
  const int together = std::min(panels_together(kernels_, static_cast<int>(depth), width), panels);
  for (PackedOperands& packed : packed_) {  // here, because a worker cannot say that there is no memory
    reserve(packed.b, std::size_t(together) * depth * std::size_t(width));
    if (g.transpose_a) reserve(packed.a, std::size_t(row_block) * depth);
  }
  const double cost = double(g.m) * g.n * g.k;
  if (panels >= 2 * team_->size())
    share_out(panels, cost, [&](int worker, int first, int end) {
      gemm_part(worker, g, {first, end}, {0, g.m}, together);
    });
  else
    share_out(g.m, cost, [&](int worker, int first, int end) {
      gemm_part(worker, g, {0, panels}, {first, end}, together);
    });
}

/// Group after group of panels; of each, block after block of the depth, which is packed once and then meets all rows
/// of A, as blocks.h has it.
void VectorBackend::gemm_part(int worker, const Gemm& g, Share panels, Share rows, int together) {
  PackedOperands& packed = packed_[static_cast<std::size_t>(worker)];
  const int width = kernels_.max_vectors * kernels_.lanes;
  const int groups = (panels.count() + together - 1) / together;
  for (int turn = 0; turn < groups; ++turn) {
    const Share place = share_of(panels.count(), turn, groups);
    for (int depth = 0; depth == 0 || depth < g.k; depth += gemm_depth) {
      const int k = std::min(gemm_depth, g.k - depth);
      const bool last = depth + k == g.k;
      for (int i = 0; i < place.count(); ++i)
        pack_panel(g, (panels.first + place.first + i) * width, depth, k,
                   packed.b.data() + std::size_t(i) * std::size_t(k) * std::size_t(width));
      for (int row = rows.first; row < rows.end; row += row_block) {
        PanelProduct part;
        part.m = std::min(row_block, rows.end - row), part.k = k;
        part.alpha = g.alpha, part.beta = depth == 0 ? g.beta : 1.0F;
        part.row_a = g.lda, part.col_a = 1;
        part.a = g.a + std::ptrdiff_t(row) * g.lda + depth;
        if (g.transpose_a) {
          kernels_.transpose(k, part.m, g.a + std::ptrdiff_t(depth) * g.lda + row, g.lda, packed.a.data(), k);
          part.a = packed.a.data(), part.row_a = k;
        }
        part.activation = last ? g.activation : Activation::identity;
        part.ldc = g.ldc;
        Ahead next;  // A's rows, while these are computed with
        if (!g.transpose_a && row + row_block < rows.end)
          next =
              ahead_of(part.a + row_block * part.row_a, std::min(row_block, rows.end - row - row_block), k, part.row_a);
        for (int i = 0; i < place.count(); ++i) {
          const int column = (panels.first + place.first + i) * width;
          part.n = std::min(width, g.n - column);
          part.vectors = (part.n + kernels_.lanes - 1) / kernels_.lanes;
          part.b = packed.b.data() + std::size_t(i) * std::size_t(k) * std::size_t(width);
          part.ldb = part.vectors * kernels_.lanes;
          part.c = g.c + std::ptrdiff_t(row) * g.ldc + column;
          part.bias = last && g.bias != nullptr ? g.bias + column : nullptr;
          part.ahead = part_of(next, i, place.count());
          kernels_.panel_product(part);
        }
      }
    }
  }
}

/// to [k, whole vectors] = the columns from `column` of op(B)'s rows from `depth`, zeros past the last column.
void VectorBackend::pack_panel(const Gemm& g, int column, int depth, int k, float* to) const {
  const int n = std::min(kernels_.max_vectors * kernels_.lanes, g.n - column);
  const int padded = (n + kernels_.lanes - 1) / kernels_.lanes * kernels_.lanes;
  if (g.transpose_b) {
    if (n < padded) std::fill_n(to, std::size_t(k) * std::size_t(padded), 0.0F);
    kernels_.transpose(n, k, g.b + std::ptrdiff_t(column) * g.ldb + depth, g.ldb, to, padded);
    return;
  }
  for (int p = 0; p < k; ++p, to += padded) {
    std::copy_n(g.b + std::ptrdiff_t(depth + p) * g.ldb + column, n, to);
    std::fill(to + n, to + padded, 0.0F);
  }
}

void VectorBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  const int chunks = static_cast<int>((count + chunk - 1) / chunk);
  share_out(chunks, double(count), [&](int, int first, int end) {
    const std::size_t begin = std::size_t(first) * chunk, stop = std::min(count, std::size_t(end) * chunk);
    kernels_.activation_gradient(activation, stop - begin, a + begin, d + begin);
  });
}

void VectorBackend::loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
                         float* gradient, StepTotals* totals) {
  const LossRows rows{batch, classes, outputs, classes, y, mean_over, gradient, classes};
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
    kernels_.column_sums(rows, stop - begin, d + begin, columns, false, sums + begin);
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
  return {{.name = "first-layer",
           .values = {"sparse", "dense"},
           .help = to_say("sparse: skip the input pixels that are 0 (exact); dense: compute with all of them"),
           .matters = begins_with_dense_layer},
          {.name = "conv",
           .values = {"winograd", "direct"},
           .help = to_say("winograd: a quarter of the multiplications for 3x3 kernels of stride 1, at the price of "
                          "about one decimal digit; direct: every product by itself"),
           .matters = has_convolution}};
}

Convolutions convolutions_of(const BackendOptions& options) {
  const auto found = options.values.find("conv");
  return found != options.values.end() && found->second == "direct" ? Convolutions::direct : Convolutions::winograd;
}

FirstLayer first_layer_of(const BackendOptions& options) {
  const auto found = options.values.find("first-layer");
  return found != options.values.end() && found->second == "dense" ? FirstLayer::dense : FirstLayer::sparse;
}

}  // namespace mlplab::kernels
