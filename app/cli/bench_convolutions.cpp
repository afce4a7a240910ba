// Convolutions by themselves: forward, the gradient of the input, that of the weights, each compared with `sequential`
// before it is timed. The operations counted are those of the formula; Winograd's form computes fewer of them.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/bench_parts.h"
#include "core/base/language.h"
#include "core/compute/backends.h"
#include "core/compute/layer_operations.h"

namespace mlplab {
namespace {

struct ConvolutionShape {
  const char* name;
  int batch;
  Shape in;
  int out;  // channels
  int stride;

  Sliding sliding(int images) const {
    const Window window{{3, 3}, {stride, stride}, {1, 1}};
    return {images, in, window.output(out, in), window};
  }
};
constexpr ConvolutionShape convolution_shapes[] = {{"32-64-at-14x14", 64, {32, 14, 14}, 64, 1},
                                                   {"64-64-at-50x50", 8, {64, 50, 50}, 64, 1},
                                                   {"256-256-at-13x13", 32, {256, 13, 13}, 256, 1},
                                                   {"64-128-at-50x50-stride-2", 8, {64, 50, 50}, 128, 2}};
enum class ConvolutionPart { forward, input_gradient, weight_gradient };
constexpr std::pair<ConvolutionPart, const char*> convolution_parts[] = {
    {ConvolutionPart::forward, "forward"},
    {ConvolutionPart::input_gradient, "input-gradient"},
    {ConvolutionPart::weight_gradient, "weight-gradient"}};
constexpr float convolution_bound = 1e-3F;  // of the largest number: Winograd's transforms lose a digit
constexpr int compared_batch = 2;           // images: the loops of `sequential` take seconds for more

/// Operands in a backend's memory, images in its layout.
class Convolution {
 public:
  Convolution(Backend& backend, const Sliding& s) : backend_(backend), layers_(layer_operations_of(backend)), s_(s) {
    x_ = images(s.in, 1), dy_ = images(s.out, 2), y_ = images(s.out, 3), dx_ = images(s.in, 4);
    w_ = random_operand(backend, static_cast<std::size_t>(s.out.channels) * s.taps(), 5);
    dw_ = random_operand(backend, w_.bytes() / sizeof(float), 6);
  }

  void run(ConvolutionPart part) {
    switch (part) {
      case ConvolutionPart::forward:
        layers_.convolution(s_, x_.as<float>(), w_.as<float>(), nullptr, Activation::identity, y_.as<float>());
        break;
      case ConvolutionPart::input_gradient:
        layers_.convolution_input_gradient(s_, dy_.as<float>(), w_.as<float>(), dx_.as<float>());
        break;
      case ConvolutionPart::weight_gradient:
        layers_.convolution_weight_gradient(s_, x_.as<float>(), dy_.as<float>(), dw_.as<float>());
        break;
    }
    backend_.wait();
  }

  /// In the layout that every backend knows.
  std::vector<float> result(ConvolutionPart part) {
    run(part);
    if (part == ConvolutionPart::weight_gradient) return host_copy(dw_.as<float>(), dw_.bytes() / sizeof(float));
    const Shape& shape = part == ConvolutionPart::forward ? s_.out : s_.in;
    const float* made = part == ConvolutionPart::forward ? y_.as<float>() : dx_.as<float>();
    const std::size_t count = static_cast<std::size_t>(s_.batch) * shape.size();
    if (!layers_.arranges_images()) return host_copy(made, count);
    const Buffer plain = backend_.allocate(count * sizeof(float));
    layers_.restore(s_.batch, shape, made, plain.as<float>());
    backend_.wait();
    return host_copy(plain.as<float>(), count);
  }

 private:
  Buffer images(const Shape& shape, std::uint32_t salt) {
    Buffer plain = random_operand(backend_, static_cast<std::size_t>(s_.batch) * shape.size(), salt);
    if (!layers_.arranges_images()) return plain;
    Buffer own = backend_.allocate(static_cast<std::size_t>(s_.batch) * layers_.image_size(shape) * sizeof(float));
    layers_.arrange(s_.batch, shape, plain.as<float>(), own.as<float>());
    backend_.wait();
    return own;
  }
  std::vector<float> host_copy(const float* from, std::size_t count) {
    std::vector<float> values(count);
    backend_.download(from, count * sizeof(float), values.data());
    return values;
  }

  Backend& backend_;
  LayerOperations& layers_;
  Sliding s_;
  Buffer x_, dy_, y_, dx_, w_, dw_;
};

/// The results of `sequential`, computed on the first request and kept for all backends.
class RightConvolutions {
 public:
  const std::vector<float>& of(const ConvolutionShape& shape, ConvolutionPart part) {
    const auto [found, is_new] = known_.try_emplace({shape.name, part});
    if (is_new) {
      const auto reference = make_backend(find_backend("sequential"), {});
      found->second = Convolution(*reference, shape.sliding(compared_batch)).result(part);
    }
    return found->second;
  }

 private:
  std::map<std::pair<std::string, ConvolutionPart>, std::vector<float>> known_;
};

/// '' or how the result differs from sequential's.
std::string convolution_difference(Backend& backend, RightConvolutions& known, const ConvolutionShape& shape,
                                   ConvolutionPart part) {
  const std::vector<float>& right = known.of(shape, part);
  const std::vector<float> values = Convolution(backend, shape.sliding(compared_batch)).result(part);
  float largest = 0.0F;
  for (const float value : right) largest = std::max(largest, std::fabs(value));
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!(std::fabs(values[i] - right[i]) <= convolution_bound * largest))
      return say("element %1 is %2, should be %3", i, std::to_string(values[i]), std::to_string(right[i]));
  return "";
}

/// The backend as it is by default, and with each other way of its own to compute convolutions as precisely.
std::vector<std::map<std::string, std::string>> ways_of(const BackendEntry& entry) {
  std::vector<std::map<std::string, std::string>> ways = {{}};
  for (const BackendOption& option : entry.options)
    if (option.name.starts_with("conv"))
      for (std::size_t v = 1; v < option.values.size(); ++v)
        if (std::ranges::find(option.approximate, option.values[v]) == option.approximate.end())
          ways.push_back({{option.name, option.values[v]}});
  return ways;
}

void register_ways(const std::shared_ptr<const Subject>& subject, const std::shared_ptr<RightConvolutions>& known) {
  for (const auto& way : ways_of(subject->entry))
    for (const ConvolutionShape& shape : convolution_shapes)
      for (const auto& [part, part_name] : convolution_parts) {
        std::string name = "convolution/" + subject->name;
        for (const auto& [option, value] : way) name += "/" + option + "=" + value;
        name += std::string("/") + shape.name + "/" + part_name;
        const auto run = [subject, known, way, &shape, part = part](benchmark::State& state) {
          std::unique_ptr<Backend> backend;
          try {
            backend = make_backend(subject->entry, {.workers = subject->workers, .values = way});
          } catch (const std::exception& error) {  // a library that this choice needs is not here
            state.SkipWithError(error.what());
            return;
          }
          if (const std::string why = convolution_difference(*backend, *known, shape, part); !why.empty()) {
            state.SkipWithError(say("wrong result: %1", why).c_str());
            return;
          }
          const Sliding s = shape.sliding(shape.batch);
          Convolution convolution(*backend, s);
          const double operations = 2.0 * s.batch * static_cast<double>(s.out.size()) * static_cast<double>(s.taps());
          // In turn with it, for clocks and neighbours change while all this is measured.
          const double peak = subject->peak > 0.0 ? multiply_add_peak(subject->workers) : 0.0;
          measure(state, operations, peak, 0.0, [&] { convolution.run(part); });
        };
        benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
      }
}

}  // namespace

void register_convolutions(const std::vector<std::shared_ptr<const Subject>>& subjects) {
  const auto known = std::make_shared<RightConvolutions>();
  for (const auto& subject : subjects) register_ways(subject, known);
}

}  // namespace mlplab
