// Every variant as an Operation: the study's, the ones in its place, and each backend's own.
#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/compute/layer_operations.h"
#include "core/machine/topology.h"
#include "core/operations/loops.h"
#include "core/operations/pooling.h"

namespace mlplab {
namespace {

constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();

std::string pooling_difference(const PoolingCase& c, const std::vector<float>& y, const std::vector<float>& right) {
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!(y[i] == right[i])) {
      const auto outputs = static_cast<std::size_t>(pooling_outputs(c));
      return say("row %1, column %2 is %3 and should be %4", i / outputs, i % outputs, significant(y[i]),
                 significant(right[i]));
    }
  return {};
}

/// Throws UsageError.
PoolingCase with_side(PoolingCase pooling, int n) {
  pooling.n = n;
  check_pooling(pooling);
  return pooling;
}

/// Whole numbers have no rounding: every variant gives the same bits as the reference.
class HostPooling : public Operation {
 public:
  using Pool = std::function<void(HostPooling&)>;
  HostPooling(const PoolingCase& c, Pool pool) : shape(c), x(pooling_image(c.n)), pool_(std::move(pool)) {
    const auto outputs = static_cast<std::size_t>(pooling_outputs(c)), kernel = static_cast<std::size_t>(c.kernel);
    y.resize(outputs * outputs);
    filter.assign(kernel * kernel, 0.0F);
    for (std::size_t i = 0; i < kernel; ++i) filter[i * kernel + i] = 1.0F;
  }
  void run() override { pool_(*this); }
  std::string difference() override {
    std::ranges::fill(y, unwritten);
    run();
    return pooling_difference(shape, y, pooled(shape, x));
  }
  /// x with its border of zeros, made anew: it is a part of the work.
  const float* pad() {
    const auto n = static_cast<std::size_t>(shape.n), p = static_cast<std::size_t>(shape.padding), width = n + 2 * p;
    if (p == 0) return x.data();
    padded_.assign(width * width, 0.0F);
    for (std::size_t row = 0; row < n; ++row)
      std::copy_n(x.data() + row * n, n, padded_.data() + (row + p) * width + p);
    return padded_.data();
  }

  PoolingCase shape;
  std::vector<float> x, y, filter;

 private:
  Pool pool_;
  std::vector<float> padded_;
};

/// The rows of the output that are worker `worker`'s of `workers`.
std::pair<int, int> rows_of(int rows, int worker, int workers) {
  return {static_cast<int>(std::int64_t{rows} * worker / workers),
          static_cast<int>(std::int64_t{rows} * (worker + 1) / workers)};
}

class BackendPooling : public Operation {
 public:
  BackendPooling(const BackendEntry& entry, int workers, const PoolingCase& c)
      : shape_(c),
        backend_(make_backend(entry, {.workers = workers, .values = {}})),
        layers_(layer_operations_of(*backend_)),
        image_(pooling_image(c.n)) {
    const Shape in{1, c.n, c.n};
    const Window window{{c.kernel, c.kernel}, {c.stride, c.stride}, {c.padding, c.padding}};
    window.check(in);
    sliding_ = {1, in, window.output(1, in), window};
    x_ = uploaded(*backend_, image_);
    if (layers_.arranges_images()) {
      Buffer own = backend_->allocate(layers_.image_size(in) * sizeof(float));
      layers_.arrange(1, in, x_.as<float>(), own.as<float>());
      backend_->wait();
      x_ = std::move(own);
    }
    y_ = uploaded(*backend_, std::vector<float>(layers_.image_size(sliding_.out), unwritten));
  }
  void run() override {
    layers_.max_pool(sliding_, x_.as<float>(), y_.as<float>());
    backend_->wait();
  }
  std::string difference() override {
    run();
    std::vector<float> y(sliding_.out.size(), unwritten);
    const Buffer restored = uploaded(*backend_, y);
    const float* from = y_.as<float>();
    if (layers_.arranges_images()) {
      layers_.restore(1, sliding_.out, y_.as<float>(), restored.as<float>());
      from = restored.as<float>();
    }
    backend_->wait();
    backend_->download(from, y.size() * sizeof(float), y.data());
    return pooling_difference(shape_, y, pooled(shape_, image_));
  }

 private:
  PoolingCase shape_;
  std::unique_ptr<Backend> backend_;
  LayerOperations& layers_;
  std::vector<float> image_;
  Sliding sliding_;
  Buffer x_, y_;
};

/// The study's poolings on a device; the border of zeros is there before the time begins.
class DevicePooling : public Operation {
 public:
  DevicePooling(const WindowPoolings& poolings, const std::string& way, const PoolingCase& c)
      : host_(c, [](HostPooling&) {}) {
    const float* const padded = host_.pad();
    const auto side = static_cast<std::size_t>(c.n + 2 * c.padding);
    pool_ = poolings.make(way, {c.n + 2 * c.padding, c.kernel, c.stride, pooling_outputs(c)},
                          std::vector<float>(padded, padded + side * side));
  }
  void run() override { pool_(host_.y.data()); }
  std::string difference() override {
    std::ranges::fill(host_.y, unwritten);
    run();
    return pooling_difference(host_.shape, host_.y, pooled(host_.shape, host_.x));
  }

 private:
  HostPooling host_;
  std::function<void(float*)> pool_;
};

void add_device_windows(const PoolingCase& c, const BackendEntry& entry, const WindowPoolings& poolings,
                        std::vector<Variant>& variants) {
  for (const WindowPoolings::Way& way : poolings.ways()) {
    Variant variant = variant_of(entry);
    variant.id = "windows: " + way.id;
    variant.title = say(way.title);
    variant.make = [c, &poolings, id = way.id](int n) {
      return std::make_unique<DevicePooling>(poolings, id, with_side(c, n));
    };
    variants.push_back(std::move(variant));
  }
}

Variant host_variant(const PoolingCase& c, const std::string& id, const std::string& title, HostPooling::Pool pool,
                     int workers = 1) {
  return {.id = id, .title = title, .workers = workers, .make = [c, pool = std::move(pool)](int n) {
            return std::make_unique<HostPooling>(with_side(c, n), pool);
          }};
}

void add_identity_variants(const PoolingCase& c, std::vector<Variant>& variants) {
  struct Way {
    loops::IdentityProduct product;
    const char *id, *constant, *transferred;
  };
  static constexpr Way ways[] = {
      {loops::IdentityProduct::elements, "elements", to_say("identity, number by number"),
       to_say("identity, number by number, copied")},
      {loops::IdentityProduct::loops, "three-loops", to_say("identity, three loops"),
       to_say("identity, three loops, copied")},
      {loops::IdentityProduct::tile, "tile", to_say("identity, from a tile"), to_say("identity, from a tile, copied")}};
  for (const Way& way : ways)
    for (const bool copy : {false, true})
      variants.push_back(host_variant(c, std::string(way.id) + (copy ? "-copied" : ""),
                                      say(copy ? way.transferred : way.constant),
                                      [product = way.product, copy](HostPooling& pooling) {
                                        loops::pool_by_identity(product, copy, pooling.shape, pooling.pad(),
                                                                pooling.filter.data(), pooling.y.data());
                                      }));
}

}  // namespace

std::vector<Variant> pooling_variants(const PoolingCase& c, int workers) {
  const int threads = workers > 0 ? workers : machine_topology().usable_cores();
  std::vector<Variant> variants;
  add_identity_variants(c, variants);
  variants.push_back(host_variant(c, "direct", say("the largest at once"), [](HostPooling& p) {
    loops::pool_directly(p.shape, p.x.data(), 0, pooling_outputs(p.shape), p.y.data());
  }));
  const auto rows_first = [](HostPooling& p, int first, int end) {
    std::vector<float> row(static_cast<std::size_t>(p.shape.n + 2 * p.shape.padding));
    loops::pool_rows_first(p.shape, p.x.data(), first, end, row.data(), p.y.data());
  };
  variants.push_back(host_variant(c, "rows-first", say("rows first, in vectors"),
                                  [rows_first](HostPooling& p) { rows_first(p, 0, pooling_outputs(p.shape)); }));
  variants.push_back(host_variant(
      c, "threads", say("rows first, on %1", count_of(threads, "thread")),
      [rows_first, threads](HostPooling& p) {
        const int rows = pooling_outputs(p.shape), used = std::min(threads, rows);
        in_threads(used, [&](int worker) {
          const auto [first, end] = rows_of(rows, worker, used);
          rows_first(p, first, end);
        });
      },
      threads));
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.make) continue;
    Variant variant = variant_of(entry);
    if (variant.why_not.empty() && entry.on_host()) {
      variant.workers = std::min(threads, entry.workers_max());
      if (variant.workers > 1) variant.title = say("%1, %2", say(entry.title), count_of(variant.workers, "thread"));
    }
    const int used = entry.on_host() ? variant.workers : 0;
    variant.make = [c, &entry, used](int n) { return std::make_unique<BackendPooling>(entry, used, with_side(c, n)); };
    variants.push_back(std::move(variant));
    for (const WindowPoolings& poolings : all_window_poolings())
      if (poolings.backend == entry.name) add_device_windows(c, entry, poolings, variants);
  }
  return variants;
}

}  // namespace mlplab
