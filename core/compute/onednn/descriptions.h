// How a primitive is described to oneDNN, whose second version (Debian 12) takes an operation's description and an
// engine where the third (Ubuntu 24.04) takes the engine and the parts. These functions are the same for both versions;
// a primitive of another kind is one more function.
#pragma once

#include <dnnl.hpp>

namespace mlplab::onednn {

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

}  // namespace mlplab::onednn
