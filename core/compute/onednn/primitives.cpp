#include "core/compute/onednn/primitives.h"

#include <string_view>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab::onednn {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;

constexpr auto f32 = memory::data_type::f32;

memory::dims dims_of(const Extent& extent) { return {extent.height, extent.width}; }

memory::dims dims_of(int batch, const Shape& shape) { return {batch, shape.channels, shape.height, shape.width}; }

memory::desc weights_desc(const Sliding& s, Tag tag) {
  return {{s.out.channels, s.in.channels, s.window.kernel.height, s.window.kernel.width}, f32, tag};
}

/// The library takes memory that it may write, and does not write what a primitive reads.
memory of(const memory::desc& desc, const dnnl::engine& engine, const float* data) {
  return {desc, engine, const_cast<float*>(data)};
}

/// The description that `make` gives for our layout of images, or, where the library has only its reference loops for
/// that (a hundredth as fast), for the layout of its choice.
template <class Layout, class Make>
auto fastest(const Make& make) {
  auto own = make(Layout::own);
  return std::string_view(own.impl_info_str()).starts_with("ref") ? make(Layout::any) : own;
}

}  // namespace

Primitives::Key Primitives::key_of(Kind kind, const Sliding& s, bool biased) {
  const Window& w = s.window;
  return {static_cast<int>(kind), s.batch,        s.in.channels,    s.in.height,     s.in.width,
          s.out.channels,         s.out.height,   s.out.width,      w.kernel.height, w.kernel.width,
          w.stride.height,        w.stride.width, w.padding.height, w.padding.width, biased ? 1 : 0};
}

memory::desc Primitives::images(int batch, const Shape& shape, Layout layout) const {
  if (layout == Layout::any) return {dims_of(batch, shape), f32, Tag::any};
  const int block = blocking_.block(shape.channels);
  return {dims_of(batch, shape), f32, block == 1 ? Tag::nchw : block == 8 ? Tag::nChw8c : Tag::nChw16c};
}

memory::desc Primitives::plain(int batch, const Shape& shape) { return {dims_of(batch, shape), f32, Tag::nchw}; }

template <class Make>
Primitives::Prepared& Primitives::prepared(const Key& key, const Make& make) {
  const auto found = prepared_.find(key);
  if (found != prepared_.end()) return found->second;
  try {
    return prepared_.emplace(key, make()).first->second;
  } catch (const dnnl::error& error) {
    throw BackendError(say("oneDNN cannot compute a layer of this network: %1; choose another backend", error.what()));
  }
}

/// Room for the weights as the primitive wants them, and the way there (or, of their gradient, back).
void Primitives::use_weights(Prepared& p, const memory::desc& wanted, const Sliding& s, bool into) {
  p.weights = wanted;
  p.weights_plain = weights_desc(s, Tag::oihw);
  p.packed.resize(wanted.get_size() / sizeof(float));
  const memory::desc& from = into ? p.weights_plain : p.weights;
  const memory::desc& to = into ? p.weights : p.weights_plain;
  p.reorder = dnnl::reorder(dnnl::reorder::primitive_desc(engine_, from, engine_, to));
}

Primitives::Images Primitives::images_as(const memory::desc& wanted, int batch, const Shape& shape, Use use) const {
  Images p{images(batch, shape), wanted, {}, {}};
  if (p.own == p.wanted) return p;
  p.copy.resize(wanted.get_size() / sizeof(float));
  const memory::desc &from = use == Use::read ? p.own : p.wanted, &to = use == Use::read ? p.wanted : p.own;
  p.reorder = dnnl::reorder(dnnl::reorder::primitive_desc(engine_, from, engine_, to));
  return p;
}

/// The memory that a primitive reads: `data` itself, or a copy in the primitive's layout.
memory Primitives::taken(Images& p, const float* data) {
  if (p.own == p.wanted) return of(p.own, engine_, data);
  const memory copy = of(p.wanted, engine_, p.copy.data());
  p.reorder.execute(stream_, {{DNNL_ARG_FROM, of(p.own, engine_, data)}, {DNNL_ARG_TO, copy}});
  return copy;
}

/// Where a primitive writes; given() brings it to `data` afterwards.
memory Primitives::room_for(Images& p, float* data) const {
  return of(p.wanted, engine_, p.own == p.wanted ? data : p.copy.data());
}

void Primitives::given(Images& p, float* data) {
  if (p.own == p.wanted) return;
  p.reorder.execute(stream_,
                    {{DNNL_ARG_FROM, of(p.wanted, engine_, p.copy.data())}, {DNNL_ARG_TO, of(p.own, engine_, data)}});
}

Described Primitives::described(const Sliding& s, bool biased, Layout layout) const {
  const Window& w = s.window;
  return {.engine = engine_,
          .from = images(s.batch, s.in, layout),
          .weights = weights_desc(s, Tag::any),
          .bias = biased ? memory::desc({s.out.channels}, f32, Tag::x) : memory::desc(),
          .to = images(s.batch, s.out, layout),
          .stride = dims_of(w.stride),
          .padding = dims_of(w.padding),
          .kernel = dims_of(w.kernel)};
}

void Primitives::convolution(const Sliding& s, const float* x, const float* w, const float* bias, float* y) {
  Prepared& p = prepared(key_of(Kind::forward, s, bias != nullptr), [&] {
    const auto desc =
        fastest<Layout>([&](Layout layout) { return forward_convolution(described(s, bias != nullptr, layout)); });
    Prepared made{.primitive = dnnl::convolution_forward(desc),
                  .from = images_as(desc.src_desc(), s.batch, s.in, Use::read),
                  .to = images_as(desc.dst_desc(), s.batch, s.out, Use::written)};
    use_weights(made, desc.weights_desc(), s, /*into=*/true);
    return made;
  });
  const memory weights = of(p.weights, engine_, p.packed.data());
  p.reorder.execute(stream_, {{DNNL_ARG_FROM, of(p.weights_plain, engine_, w)}, {DNNL_ARG_TO, weights}});
  std::unordered_map<int, memory> arguments = {
      {DNNL_ARG_SRC, taken(p.from, x)}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, room_for(p.to, y)}};
  if (bias != nullptr) arguments.emplace(DNNL_ARG_BIAS, of({{s.out.channels}, f32, Tag::x}, engine_, bias));
  p.primitive.execute(stream_, arguments);
  given(p.to, y);
  stream_.wait();
}

void Primitives::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  Prepared& p = prepared(key_of(Kind::input_gradient, s), [&] {
    const auto desc = fastest<Layout>([&](Layout layout) {
      const Described parts = described(s, /*biased=*/false, layout);
      return gradient_of_convolution<dnnl::convolution_backward_data>(parts, forward_convolution(parts));
    });
    Prepared made{.primitive = dnnl::convolution_backward_data(desc),
                  .from = images_as(desc.diff_dst_desc(), s.batch, s.out, Use::read),
                  .to = images_as(desc.diff_src_desc(), s.batch, s.in, Use::written)};
    use_weights(made, desc.weights_desc(), s, /*into=*/true);
    return made;
  });
  const memory weights = of(p.weights, engine_, p.packed.data());
  p.reorder.execute(stream_, {{DNNL_ARG_FROM, of(p.weights_plain, engine_, w)}, {DNNL_ARG_TO, weights}});
  p.primitive.execute(
      stream_,
      {{DNNL_ARG_DIFF_DST, taken(p.from, dy)}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DIFF_SRC, room_for(p.to, dx)}});
  given(p.to, dx);
  stream_.wait();
}

void Primitives::convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  Prepared& p = prepared(key_of(Kind::weight_gradient, s), [&] {
    const auto desc = fastest<Layout>([&](Layout layout) {
      const Described parts = described(s, /*biased=*/false, layout);
      return gradient_of_convolution<dnnl::convolution_backward_weights>(parts, forward_convolution(parts));
    });
    Prepared made{.primitive = dnnl::convolution_backward_weights(desc),
                  .from = images_as(desc.src_desc(), s.batch, s.in, Use::read),
                  .to = images_as(desc.diff_dst_desc(), s.batch, s.out, Use::read)};
    use_weights(made, desc.diff_weights_desc(), s, /*into=*/false);
    return made;
  });
  const memory gradient = of(p.weights, engine_, p.packed.data());
  p.primitive.execute(
      stream_,
      {{DNNL_ARG_SRC, taken(p.from, x)}, {DNNL_ARG_DIFF_DST, taken(p.to, dy)}, {DNNL_ARG_DIFF_WEIGHTS, gradient}});
  p.reorder.execute(stream_, {{DNNL_ARG_FROM, gradient}, {DNNL_ARG_TO, of(p.weights_plain, engine_, dw)}});
  stream_.wait();
}

void Primitives::average_pool(const Sliding& s, const float* x, float* y) {
  Prepared& p = prepared(key_of(Kind::average, s), [&] {
    const auto forward =
        average_pooling(described(s, /*biased=*/false, Layout::own), dnnl::prop_kind::forward_inference);
    return Prepared{.primitive = dnnl::pooling_forward(forward),
                    .from = images_as(forward.src_desc(), s.batch, s.in, Use::read),
                    .to = images_as(forward.dst_desc(), s.batch, s.out, Use::written)};
  });
  p.primitive.execute(stream_, {{DNNL_ARG_SRC, taken(p.from, x)}, {DNNL_ARG_DST, room_for(p.to, y)}});
  stream_.wait();
}

void Primitives::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  Prepared& p = prepared(key_of(Kind::average_gradient, s), [&] {
    const Described parts = described(s, /*biased=*/false, Layout::own);
    const auto backward = gradient_of_average_pooling(parts, average_pooling(parts, dnnl::prop_kind::forward_training));
    return Prepared{.primitive = dnnl::pooling_backward(backward),
                    .from = images_as(backward.diff_dst_desc(), s.batch, s.out, Use::read),
                    .to = images_as(backward.diff_src_desc(), s.batch, s.in, Use::written)};
  });
  p.primitive.execute(stream_, {{DNNL_ARG_DIFF_DST, taken(p.from, dy)}, {DNNL_ARG_DIFF_SRC, room_for(p.to, dx)}});
  stream_.wait();
}

void Primitives::change_layout(int batch, const Shape& shape, bool to_blocks, const float* from, float* to) {
  Sliding s;
  s.batch = batch, s.in = shape;
  Prepared& p = prepared(key_of(to_blocks ? Kind::to_blocks : Kind::to_plain, s), [&] {
    Prepared made;
    made.from.own = to_blocks ? plain(batch, shape) : images(batch, shape);
    made.to.own = to_blocks ? images(batch, shape) : plain(batch, shape);
    made.primitive = dnnl::reorder(dnnl::reorder::primitive_desc(engine_, made.from.own, engine_, made.to.own));
    return made;
  });
  p.primitive.execute(stream_,
                      {{DNNL_ARG_FROM, of(p.from.own, engine_, from)}, {DNNL_ARG_TO, of(p.to.own, engine_, to)}});
  stream_.wait();
}

}  // namespace mlplab::onednn
