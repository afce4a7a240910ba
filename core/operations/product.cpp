#include "core/operations/product.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/machine/topology.h"
#include "core/operations/loops.h"

namespace mlplab {
namespace {

constexpr int compared_whole = 192;
constexpr float no_product = std::numeric_limits<float>::quiet_NaN();

std::size_t cells_of(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

void check_size(int n) {
  if (n < 1 || n > most_product_n)
    throw UsageError(say("the side n of the matrices must be a number from 1 to %1, not %2", most_product_n, n), "n");
}

std::string element_difference(std::size_t row, std::size_t column, double is, double should) {
  return say("row %1, column %2 is %3 and should be %4", row, column, significant(is, 8), significant(should, 8));
}

/// matrix [n, n] times v [n], in whole numbers.
std::vector<std::int64_t> matrix_times(int n, const std::vector<float>& matrix, const std::vector<std::int64_t>& v) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(n), 0);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (std::size_t j = 0; j < result.size(); ++j)
      result[i] += static_cast<std::int64_t>(matrix[i * result.size() + j]) * v[j];
  return result;
}

struct HostOperands {
  explicit HostOperands(int side) : n(side), a(product_operand(n, 0)), b(product_operand(n, 1)), c(cells_of(n)) {}
  int n;
  std::vector<float> a, b, c;
};

class HostProduct : public Operation {
 public:
  using Multiply = std::function<void(HostOperands&)>;
  HostProduct(int n, Multiply multiply) : operands_(n), multiply_(std::move(multiply)) {}
  void run() override { multiply_(operands_); }
  std::string difference() override {
    std::ranges::fill(operands_.c, no_product);
    run();
    return product_difference(operands_.n, operands_.a, operands_.b, operands_.c);
  }

 private:
  HostOperands operands_;
  Multiply multiply_;
};

/// The operands stay in the backend's memory: what it costs to bring them there is not in the time.
class BackendProduct : public Operation {
 public:
  BackendProduct(const BackendEntry& entry, int workers, int n)
      : backend_(make_backend(entry, {.workers = workers, .values = {}})),
        a_(product_operand(n, 0)),
        b_(product_operand(n, 1)),
        device_a_(uploaded(*backend_, a_)),
        device_b_(uploaded(*backend_, b_)),
        device_c_(uploaded(*backend_, std::vector<float>(cells_of(n), no_product))) {
    gemm_.m = gemm_.n = gemm_.k = gemm_.lda = gemm_.ldb = gemm_.ldc = n;
    gemm_.a = device_a_.as<float>(), gemm_.b = device_b_.as<float>(), gemm_.c = device_c_.as<float>();
  }
  void run() override {
    backend_->gemm(gemm_);
    backend_->wait();
  }
  std::string difference() override {
    run();
    std::vector<float> c(cells_of(gemm_.n));
    backend_->download(device_c_.data(), device_c_.bytes(), c.data());
    return product_difference(gemm_.n, a_, b_, c);
  }

 private:
  std::unique_ptr<Backend> backend_;
  std::vector<float> a_, b_;
  Buffer device_a_, device_b_, device_c_;
  Gemm gemm_;
};

Variant host_product(const std::string& id, const std::string& title, int order, HostProduct::Multiply multiply,
                     int workers = 1) {
  return {
      .id = id, .title = title, .workers = workers, .order = order, .make = [multiply = std::move(multiply)](int n) {
        check_size(n);
        return std::make_unique<HostProduct>(n, multiply);
      }};
}

void add_backend_products(const BackendEntry& entry, int threads, std::vector<Variant>& variants) {
  Variant variant = variant_of(entry);
  variant.order = 3;
  const bool is_cpu = entry.on_host();
  std::vector<int> counts = {is_cpu ? 1 : 0};
  if (is_cpu && variant.why_not.empty() && threads > 1 && entry.workers_max() > 1)
    counts.push_back(std::min(threads, entry.workers_max()));
  for (const int count : counts) {
    Variant one = variant;
    if (count > 1) {
      one.id += "-" + std::to_string(count);
      one.title = say("%1, %2", say(entry.title), count_of(count, "thread"));
      one.workers = count;
    }
    one.make = [&entry, count](int n) {
      check_size(n);
      return std::make_unique<BackendProduct>(entry, count, n);
    };
    variants.push_back(std::move(one));
  }
}

}  // namespace

/// All rungs are climbed at once; each variant takes its own from what the first has found at this n.
std::vector<Variant> ladder_variants(const BackendEntry& entry, const ProductLadder& ladder) {
  std::vector<Variant> variants;
  const auto found = std::make_shared<std::map<int, std::vector<ProductRung>>>();
  for (const std::string& name : ladder.rungs()) {
    Variant variant = variant_of(entry);
    variant.id = "ladder: " + name;
    variant.title = say("the GPU's ladder: %1", name);
    variant.order = 3;
    variant.measure = [found, name, id = variant.id, ladder](int n, const TimingOptions& options) {
      check_size(n);
      MeasuredOperation point{.variant = id, .n = n};
      if (found->find(n) == found->end()) (*found)[n] = ladder.climb(n, options.repeats, options.time_s);
      for (const ProductRung& rung : found->at(n)) {
        if (rung.name != name) continue;
        point.why_not = rung.why_not, point.wrong = rung.wrong;
        if (!rung.why_not.empty()) continue;
        point.repeats = options.repeats, point.time_s = rung.time_s;
        if (options.repeats > 1) point.spread = rung.spread;
      }
      return point;
    };
    variants.push_back(std::move(variant));
  }
  return variants;
}

std::vector<float> product_operand(int n, int which) {
  Random random(2, RandomStream::operations, static_cast<std::uint32_t>(2 * n + which));
  std::vector<float> values(cells_of(n));
  for (float& value : values) value = static_cast<float>(random.below(10));
  return values;
}

std::string product_difference(int n, const std::vector<float>& a, const std::vector<float>& b,
                               const std::vector<float>& c) {
  const auto side = static_cast<std::size_t>(n);
  if (n <= compared_whole) {
    std::vector<float> right(cells_of(n));
    loops::product_row_order(n, a.data(), b.data(), right.data());
    for (std::size_t i = 0; i < right.size(); ++i)
      if (!(c[i] == right[i])) return element_difference(i / side, i % side, c[i], right[i]);
    return {};
  }
  constexpr float exact = 16777216.0F;  // 2^24
  for (std::size_t i = 0; i < c.size(); ++i)
    if (!(std::fabs(c[i]) <= exact && c[i] == std::trunc(c[i])))
      return say("row %1, column %2 is %3 and no whole number", i / side, i % side, significant(c[i], 8));
  Random random(3, RandomStream::operations, static_cast<std::uint32_t>(n));
  std::vector<std::int64_t> v(side);
  for (std::int64_t& number : v) number = std::int64_t{random.below(1U << 20)} + 1;
  const std::vector<std::int64_t> is = matrix_times(n, c, v), should = matrix_times(n, a, matrix_times(n, b, v));
  for (std::size_t i = 0; i < side; ++i)
    if (is[i] != should[i]) return say("row %1 is not that of the product", i);
  return {};
}

std::vector<Variant> product_variants(int workers) {
  const int threads = workers > 0 ? workers : machine_topology().usable_cores();
  std::vector<Variant> variants;
  variants.push_back(host_product("naive", say("naive: down the columns"), 3, [](HostOperands& o) {
    loops::product_naive(o.n, o.a.data(), o.b.data(), o.c.data());
  }));
  variants.push_back(host_product("rows-again", say("as printed: rows again and again"), 4, [](HostOperands& o) {
    std::vector<float> row(static_cast<std::size_t>(o.n));
    loops::product_rows_again(o.n, o.a.data(), o.b.data(), row.data(), o.c.data());
  }));
  variants.push_back(host_product("row-order", say("along the rows"), 3, [](HostOperands& o) {
    loops::product_row_order(o.n, o.a.data(), o.b.data(), o.c.data());
  }));
  variants.push_back(host_product("blocked", say("in blocks for the cache"), 3, [](HostOperands& o) {
    loops::product_blocked(o.n, 0, o.n, o.a.data(), o.b.data(), o.c.data());
  }));
  if (threads > 1)
    variants.push_back(host_product(
        "threads", say("in blocks, on %1", count_of(threads, "thread")), 3,
        [threads](HostOperands& o) {
          const int used = std::min(threads, o.n);
          in_threads(used, [&](int worker) {
            loops::product_blocked(o.n, o.n * worker / used, o.n * (worker + 1) / used, o.a.data(), o.b.data(),
                                   o.c.data());
          });
        },
        threads));
  for (const BackendEntry& entry : backend_table()) {
    if (entry.make) add_backend_products(entry, threads, variants);
    for (const ProductLadder& ladder : product_ladders())
      if (ladder.backend == entry.name) std::ranges::move(ladder_variants(entry, ladder), std::back_inserter(variants));
  }
  return variants;
}

std::vector<int> doubled_sizes(int largest) {
  std::vector<int> sizes;
  for (int n = 4; n <= largest; n *= 2) sizes.push_back(n);
  return sizes;
}

double product_operations(int n) { return 2.0 * std::pow(n, 3.0); }

}  // namespace mlplab
