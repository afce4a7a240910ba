#include "gpu/cudnn.h"

#include "core/base/error.h"
#include "core/base/language.h"

#ifdef MLPLAB_HAS_CUDNN
#include <cudnn.h>

#include <array>
#include <map>
#include <optional>

#include "gpu/library.h"
#endif

namespace mlplab::gpu {

#ifdef MLPLAB_HAS_CUDNN
namespace {

/// The library's functions that are used here.
struct DnnFunctions {
  explicit DnnFunctions(const std::string& file) : library("cuDNN", file) {}

  Library library;
  decltype(&cudnnCreate) create = library.find("cudnnCreate");
  decltype(&cudnnDestroy) destroy = library.find("cudnnDestroy");
  decltype(&cudnnSetStream) set_stream = library.find("cudnnSetStream");
  decltype(&cudnnGetErrorString) status = library.find("cudnnGetErrorString");
  decltype(&cudnnCreateTensorDescriptor) tensor_create = library.find("cudnnCreateTensorDescriptor");
  decltype(&cudnnDestroyTensorDescriptor) tensor_destroy = library.find("cudnnDestroyTensorDescriptor");
  decltype(&cudnnSetTensor4dDescriptor) tensor_set = library.find("cudnnSetTensor4dDescriptor");
  decltype(&cudnnCreateFilterDescriptor) filter_create = library.find("cudnnCreateFilterDescriptor");
  decltype(&cudnnDestroyFilterDescriptor) filter_destroy = library.find("cudnnDestroyFilterDescriptor");
  decltype(&cudnnSetFilter4dDescriptor) filter_set = library.find("cudnnSetFilter4dDescriptor");
  decltype(&cudnnCreateConvolutionDescriptor) convolution_create = library.find("cudnnCreateConvolutionDescriptor");
  decltype(&cudnnDestroyConvolutionDescriptor) convolution_destroy = library.find("cudnnDestroyConvolutionDescriptor");
  decltype(&cudnnSetConvolution2dDescriptor) convolution_set = library.find("cudnnSetConvolution2dDescriptor");
  decltype(&cudnnSetConvolutionMathType) math_set = library.find("cudnnSetConvolutionMathType");
  decltype(&cudnnGetConvolutionForwardAlgorithm_v7) forward_algorithms =
      library.find("cudnnGetConvolutionForwardAlgorithm_v7");
  decltype(&cudnnGetConvolutionBackwardDataAlgorithm_v7) input_algorithms =
      library.find("cudnnGetConvolutionBackwardDataAlgorithm_v7");
  decltype(&cudnnGetConvolutionBackwardFilterAlgorithm_v7) weight_algorithms =
      library.find("cudnnGetConvolutionBackwardFilterAlgorithm_v7");
  decltype(&cudnnConvolutionForward) forward = library.find("cudnnConvolutionForward");
  decltype(&cudnnConvolutionBackwardData) input = library.find("cudnnConvolutionBackwardData");
  decltype(&cudnnConvolutionBackwardFilter) weight = library.find("cudnnConvolutionBackwardFilter");
};

/// The functions of the major version that this program was built with.
const DnnFunctions& dnn() {
  static const DnnFunctions the_functions("libcudnn.so." + std::to_string(CUDNN_MAJOR));
  return the_functions;
}

void check_dnn(cudnnStatus_t status, const char* operation) {
  if (status != CUDNN_STATUS_SUCCESS)
    throw BackendError(
        say("cuDNN failed in '%1' (%2); choose another convolution", say(operation), dnn().status(status)));
}

template <class T>
Owned<T, cudnnStatus_t> describe(cudnnStatus_t (*create)(T*), cudnnStatus_t (*destroy)(T)) {
  T made = nullptr;
  check_dnn(create(&made), to_say("describe"));
  return Owned<T, cudnnStatus_t>(made, destroy);
}

/// Whether it sums products as the formula does; Fourier's and Winograd's transforms give other last digits.
bool sums_products(cudnnConvolutionFwdAlgo_t algorithm) { return algorithm < CUDNN_CONVOLUTION_FWD_ALGO_FFT; }
bool sums_products(cudnnConvolutionBwdDataAlgo_t algorithm) { return algorithm < CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT; }
bool sums_products(cudnnConvolutionBwdFilterAlgo_t algorithm) {
  return algorithm < CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT || algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3;
}

}  // namespace

bool built_with_cudnn() { return true; }

std::string cudnn_why_not() { return dnn().library.why_not(); }
std::string cudnn_why_not(const std::string& library) { return DnnFunctions(library).library.why_not(); }

struct Cudnn::Parts {
  static constexpr std::size_t workspace_bytes = std::size_t{256} << 20;

  /// One convolution, and the algorithm for each of its operations, chosen when it first comes up.
  struct Shape {
    Owned<cudnnTensorDescriptor_t, cudnnStatus_t> x = describe(dnn().tensor_create, dnn().tensor_destroy);
    Owned<cudnnTensorDescriptor_t, cudnnStatus_t> y = describe(dnn().tensor_create, dnn().tensor_destroy);
    Owned<cudnnFilterDescriptor_t, cudnnStatus_t> w = describe(dnn().filter_create, dnn().filter_destroy);
    Owned<cudnnConvolutionDescriptor_t, cudnnStatus_t> window =
        describe(dnn().convolution_create, dnn().convolution_destroy);
    std::optional<cudnnConvolutionFwdAlgo_t> forward;
    std::optional<cudnnConvolutionBwdDataAlgo_t> input;
    std::optional<cudnnConvolutionBwdFilterAlgo_t> weight;
  };
  using Key = std::array<int, 13>;

  Shape& shape_of(const SlidingWindow& s);
  template <class Result, class Algorithm, class Ask>
  Algorithm chosen(std::optional<Algorithm>& known, const Ask& ask);

  bool tf32 = false;
  cudnnHandle_t handle = nullptr;
  // Once and for all: a captured graph keeps its address.
  DeviceArray<unsigned char> workspace;
  std::map<Key, Shape> shapes;
};

Cudnn::Parts::Shape& Cudnn::Parts::shape_of(const SlidingWindow& s) {
  const Key key = {s.batch,        s.in.channels,    s.in.height,     s.in.width,     s.out.channels,
                   s.out.height,   s.out.width,      s.kernel.height, s.kernel.width, s.stride.height,
                   s.stride.width, s.padding.height, s.padding.width};
  const auto [found, is_new] = shapes.try_emplace(key);
  Shape& shape = found->second;
  if (!is_new) return shape;
  const auto set = [&](cudnnTensorDescriptor_t tensor, const Planes& planes) {
    check_dnn(dnn().tensor_set(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, s.batch, planes.channels, planes.height,
                               planes.width),
              to_say("describe images"));
  };
  set(shape.x.get(), s.in);
  set(shape.y.get(), s.out);
  check_dnn(dnn().filter_set(shape.w.get(), CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, s.out.channels, s.in.channels,
                             s.kernel.height, s.kernel.width),
            to_say("describe weights"));
  check_dnn(dnn().convolution_set(shape.window.get(), s.padding.height, s.padding.width, s.stride.height,
                                  s.stride.width, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT),
            to_say("describe a convolution"));
  // The default may round to TF32.
  check_dnn(dnn().math_set(shape.window.get(), tf32 ? CUDNN_DEFAULT_MATH : CUDNN_FMA_MATH),
            to_say("choose the arithmetic"));
  return shape;
}

/// The fastest in cuDNN's opinion that fits the workspace and gives the same bits each time.
template <class Result, class Algorithm, class Ask>
Algorithm Cudnn::Parts::chosen(std::optional<Algorithm>& known, const Ask& ask) {
  if (known.has_value()) return *known;
  std::array<Result, 10> results{};
  int count = 0;
  check_dnn(ask(static_cast<int>(results.size()), &count, results.data()), to_say("choose an algorithm"));
  for (int i = 0; i < count; ++i) {
    const Result& result = results[static_cast<std::size_t>(i)];
    if (result.status != CUDNN_STATUS_SUCCESS || result.memory > workspace_bytes) continue;
    if (result.determinism != CUDNN_DETERMINISTIC || (!tf32 && !sums_products(result.algo))) continue;
    known = result.algo;
    return result.algo;
  }
  throw BackendError(say("cuDNN has no algorithm for a convolution of this shape; choose another convolution"));
}

Cudnn::Cudnn(const Stream& stream, bool tf32) {
  if (const std::string why = cudnn_why_not(); !why.empty()) throw BackendError(why);
  parts_ = std::make_unique<Parts>();
  parts_->tf32 = tf32;
  parts_->workspace = DeviceArray<unsigned char>(Parts::workspace_bytes);
  check_dnn(dnn().create(&parts_->handle), to_say("start"));
  check_dnn(dnn().set_stream(parts_->handle, stream.get()), to_say("take a stream"));
}

Cudnn::~Cudnn() {
  if (parts_->handle != nullptr) (void)dnn().destroy(parts_->handle);
}

void Cudnn::convolution(const SlidingWindow& s, const float* x, const float* w, float* y) {
  Parts& p = *parts_;
  Parts::Shape& shape = p.shape_of(s);
  const auto algorithm =
      p.chosen<cudnnConvolutionFwdAlgoPerf_t>(shape.forward, [&](int most, int* count, auto* results) {
        return dnn().forward_algorithms(p.handle, shape.x.get(), shape.w.get(), shape.window.get(), shape.y.get(), most,
                                        count, results);
      });
  const float one = 1.0F, zero = 0.0F;
  check_dnn(dnn().forward(p.handle, &one, shape.x.get(), x, shape.w.get(), w, shape.window.get(), algorithm,
                          p.workspace.data(), Parts::workspace_bytes, &zero, shape.y.get(), y),
            to_say("convolution"));
}

void Cudnn::input_gradient(const SlidingWindow& s, const float* dy, const float* w, float* dx) {
  Parts& p = *parts_;
  Parts::Shape& shape = p.shape_of(s);
  const auto algorithm =
      p.chosen<cudnnConvolutionBwdDataAlgoPerf_t>(shape.input, [&](int most, int* count, auto* results) {
        return dnn().input_algorithms(p.handle, shape.w.get(), shape.y.get(), shape.window.get(), shape.x.get(), most,
                                      count, results);
      });
  const float one = 1.0F, zero = 0.0F;
  check_dnn(dnn().input(p.handle, &one, shape.w.get(), w, shape.y.get(), dy, shape.window.get(), algorithm,
                        p.workspace.data(), Parts::workspace_bytes, &zero, shape.x.get(), dx),
            to_say("convolution input gradient"));
}

void Cudnn::weight_gradient(const SlidingWindow& s, const float* x, const float* dy, float* dw) {
  Parts& p = *parts_;
  Parts::Shape& shape = p.shape_of(s);
  const auto algorithm =
      p.chosen<cudnnConvolutionBwdFilterAlgoPerf_t>(shape.weight, [&](int most, int* count, auto* results) {
        return dnn().weight_algorithms(p.handle, shape.x.get(), shape.y.get(), shape.window.get(), shape.w.get(), most,
                                       count, results);
      });
  const float one = 1.0F, zero = 0.0F;
  check_dnn(dnn().weight(p.handle, &one, shape.x.get(), x, shape.y.get(), dy, shape.window.get(), algorithm,
                         p.workspace.data(), Parts::workspace_bytes, &zero, shape.w.get(), dw),
            to_say("convolution weight gradient"));
}

#else

bool built_with_cudnn() { return false; }
std::string cudnn_why_not() { return say("cuDNN's header was not found when this was built"); }
std::string cudnn_why_not(const std::string& /*library*/) { return {}; }
struct Cudnn::Parts {};
Cudnn::Cudnn(const Stream& /*stream*/, bool /*tf32*/) { throw BackendError(cudnn_why_not()); }
Cudnn::~Cudnn() = default;
void Cudnn::convolution(const SlidingWindow& /*s*/, const float* /*x*/, const float* /*w*/, float* /*y*/) {}
void Cudnn::input_gradient(const SlidingWindow& /*s*/, const float* /*dy*/, const float* /*w*/, float* /*dx*/) {}
void Cudnn::weight_gradient(const SlidingWindow& /*s*/, const float* /*x*/, const float* /*dy*/, float* /*dw*/) {}

#endif

}  // namespace mlplab::gpu
