// The library's primitives that a network's steps use, each made once for its sizes: convolutions, average poolings,
// changes of layout. Weights are [out, in, kernel] outside, and brought into the layout that the library prefers for
// each primitive when it runs: they are few beside the images. Images are, too, where the library has only its
// reference loops for a convolution in our layout, as for 2 to 15 channels that fill up a block.
#pragma once

#include <array>
#include <dnnl.hpp>
#include <map>
#include <vector>

#include "core/compute/onednn/blocked_images.h"

namespace mlplab::onednn {

// How a primitive is described to oneDNN, whose second version (Debian 12) takes an operation's description and an
// engine where the third (Ubuntu 24.04) takes the engine and the parts. These functions are the same for both versions;
// a primitive of another kind is one more function.

/// A convolution or pooling as the library sees it; `bias` may be empty, `weights` are of convolutions and `kernel` of
/// poolings.
struct Described {
  dnnl::engine engine;
  dnnl::memory::desc from, weights, bias, to;
  dnnl::memory::dims stride, padding, kernel;
};

inline dnnl::convolution_forward::primitive_desc forward_convolution(const Described& d) {
  constexpr auto kind = dnnl::prop_kind::forward_training;
  constexpr auto how = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
  return {d.engine, kind, how, d.from, d.weights, d.bias, d.to, d.stride, d.padding, d.padding};
#else
  return {{kind, how, d.from, d.weights, d.bias, d.to, d.stride, d.padding, d.padding}, d.engine};
#endif
}

/// `Gradient`: dnnl::convolution_backward_data (of the inputs) or dnnl::convolution_backward_weights.
template <class Gradient>
typename Gradient::primitive_desc gradient_of_convolution(const Described& d,
                                                          const dnnl::convolution_forward::primitive_desc& forward) {
  constexpr auto how = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
  return {d.engine, how, d.from, d.weights, d.to, d.stride, d.padding, d.padding, forward};
#else
  return {{how, d.from, d.weights, d.to, d.stride, d.padding, d.padding}, d.engine, forward};
#endif
}

/// The average over the whole window, its padding counted. `kind`: forward_training where a gradient follows, else
/// forward_inference.
inline dnnl::pooling_forward::primitive_desc average_pooling(const Described& d, dnnl::prop_kind kind) {
  constexpr auto how = dnnl::algorithm::pooling_avg_include_padding;
#if DNNL_VERSION_MAJOR >= 3
  return {d.engine, kind, how, d.from, d.to, d.stride, d.kernel, {0, 0}, d.padding, d.padding};
#else
  return {{kind, how, d.from, d.to, d.stride, d.kernel, d.padding, d.padding}, d.engine};
#endif
}

inline dnnl::pooling_backward::primitive_desc gradient_of_average_pooling(
    const Described& d, const dnnl::pooling_forward::primitive_desc& forward) {
  constexpr auto how = dnnl::algorithm::pooling_avg_include_padding;
#if DNNL_VERSION_MAJOR >= 3
  return {d.engine, how, d.from, d.to, d.stride, d.kernel, {0, 0}, d.padding, d.padding, forward};
#else
  return {{how, d.from, d.to, d.stride, d.kernel, d.padding, d.padding}, d.engine, forward};
#endif
}

class Primitives {
 public:
  explicit Primitives(const Blocking& blocking) : blocking_(blocking) {}

  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, float* y);
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);
  void average_pool(const Sliding& s, const float* x, float* y);
  void average_pool_gradient(const Sliding& s, const float* dy, float* dx);
  /// own [batch, blocked] from plain [batch, shape], or back.
  void change_layout(int batch, const Shape& shape, bool to_blocks, const float* from, float* to);

 private:
  /// Images in our layout, and in the one that a primitive takes or gives.
  struct Images {
    dnnl::memory::desc own, wanted;
    dnnl::reorder reorder;    // from the one to the other, where they are not the same
    std::vector<float> copy;  // in the wanted layout
  };
  /// One primitive with what it needs between its calls.
  struct Prepared {
    dnnl::primitive primitive;
    Images from, to;                  // what it reads and writes; of a weight gradient `to` is read, too
    dnnl::memory::desc weights = {};  // as it wants them
    dnnl::memory::desc weights_plain = {};
    std::vector<float> packed = {};  // weights in that layout
    dnnl::reorder reorder = {};      // to them, or from them
  };
  enum class Layout { own, any };    // any: the library chooses
  enum class Use { read, written };  // by a primitive
  enum class Kind { forward, input_gradient, weight_gradient, average, average_gradient, to_blocks, to_plain };
  using Key = std::array<int, 15>;

  static Key key_of(Kind kind, const Sliding& s, bool biased = false);
  dnnl::memory::desc images(int batch, const Shape& shape, Layout layout = Layout::own) const;
  static dnnl::memory::desc plain(int batch, const Shape& shape);
  Described described(const Sliding& s, bool biased, Layout layout) const;
  Images images_as(const dnnl::memory::desc& wanted, int batch, const Shape& shape, Use use) const;
  dnnl::memory taken(Images& images, const float* data);
  dnnl::memory room_for(Images& images, float* data) const;
  void given(Images& images, float* data);
  /// The primitive of that key, made by `make` the first time.
  template <class Make>
  Prepared& prepared(const Key& key, const Make& make);
  void use_weights(Prepared& p, const dnnl::memory::desc& wanted, const Sliding& s, bool into);

  const Blocking& blocking_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::map<Key, Prepared> prepared_;
};

}  // namespace mlplab::onednn
