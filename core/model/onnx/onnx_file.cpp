// Each kind of layer as operations of ONNX. To add a kind: its line in Writer; the compiler names it.
#include "core/model/onnx/onnx_file.h"

#include <onnx/checker.h>
#include <onnx/common/version.h>
#include <onnx/onnx_pb.h>

#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/preparation.h"
#include "core/machine/host_info.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

// Old enough for every program that is in use, and it has all that is needed.
constexpr int opset = 13, ir_version = 7;

/// Makes the graph node after node. A value is an image, [batch, channels, height, width], or a vector, [batch, n].
class Writer {
 public:
  Writer(const TrainingState& state, onnx::GraphProto& graph)
      : state_(state), network_(network_of(state.model)), graph_(graph), values_(network_.shapes.size()) {
    for (const Tensor& tensor : network_.tensors) add_weights(tensor);
    const ModelSpec& model = state.model;
    declare(*graph_.add_input(), onnx_input, model.input);
    example_ = {onnx_input, !model.input.is_vector()};
    for (node_ = 0; node_ < values_.size(); ++node_) {
      const Layer& layer = model.layers[node_].layer;
      usual_suffix_ = activation_of(layer) == Activation::identity ? "" : ".sum";
      values_[node_] = std::visit(*this, layer);
      activate(activation_of(layer));
    }
    --node_;
    append("Identity", {as_vector(values_.back()).name}, ".last").set_output(0, onnx_output);
    declare(*graph_.add_output(), onnx_output, network_.shapes.back());
  }

  struct Value {
    std::string name;
    bool image = false;
  };

  Value operator()(const Dense& /*dense*/) {
    onnx::NodeProto& gemm = append("Gemm", {as_vector(input()).name, weights("weight"), weights("bias")});
    set(gemm, "transB", 1);
    return {gemm.output(0), false};
  }
  Value operator()(const Conv2d& conv) {
    std::vector<std::string> inputs = {as_image(input()).name, weights("weight")};
    if (conv.bias) inputs.push_back(weights("bias"));
    return slide(append("Conv", inputs), conv.window);
  }
  Value operator()(const MaxPool& pool) { return slide(append("MaxPool", {as_image(input()).name}), pool.window); }
  Value operator()(const AveragePool& pool) {
    onnx::NodeProto& node = append("AveragePool", {as_image(input()).name});
    set(node, "count_include_pad", 1);
    return slide(node, pool.window);
  }
  Value operator()(const GlobalAveragePool& /*pool*/) {
    const std::string pooled = append("GlobalAveragePool", {as_image(input()).name}, ".picture").output(0);
    return {append("Flatten", {pooled}).output(0), false};
  }
  Value operator()(const BatchNorm& norm) {
    const Value x = input();
    onnx::NodeProto& node = append("BatchNormalization", {x.name, weights("weight"), weights("bias"),
                                                          weights("running_mean"), weights("running_var")});
    set(node, "epsilon", static_cast<float>(norm.epsilon));
    set(node, "momentum", static_cast<float>(1.0 - norm.momentum));  // ONNX's is of what is kept
    return {node.output(0), x.image};
  }
  /// In use it changes nothing; it stays in the graph to be seen.
  Value operator()(const Dropout& dropout) {
    onnx::TensorProto& ratio = *graph_.add_initializer();
    ratio.set_name(free_name(network_.names[node_] + ".ratio"));
    ratio.set_data_type(onnx::TensorProto::FLOAT);
    ratio.add_float_data(static_cast<float>(dropout.rate));
    const Value x = input();
    return {append("Dropout", {x.name, ratio.name()}).output(0), x.image};
  }
  Value operator()(const Add& /*add*/) {
    Value a = input(0), b = input(1);
    if (a.image != b.image) a = as_vector(a), b = as_vector(b);  // n×1×1 and n
    return {append("Add", {a.name, b.name}).output(0), a.image};
  }
  Value operator()(const Flatten& /*flatten*/) { return as_vector(input()); }
  Value operator()(const ActivationLayer& /*layer*/) { return input(); }
  Value operator()(const Normalize& normalize) {
    const Value x = input();
    const int channels = (network_.inputs[node_].front() < 0 ? state_.model.input : network_.shapes[node_]).channels;
    std::vector<float> deviations = normalize.variances(channels);
    for (float& value : deviations) value = std::sqrt(value);
    const std::string centred =
        append("Sub", {x.name, of_channels(".mean", normalize.means(channels), x.image)}, ".centred").output(0);
    return {append("Div", {centred, of_channels(".std", deviations, x.image)}).output(0), x.image};
  }

 private:
  Value input(std::size_t which = 0) const {
    const int from = network_.inputs[node_].at(which);
    return from < 0 ? example_ : values_[static_cast<std::size_t>(from)];
  }
  /// A number a channel, for every pixel of an image.
  std::string of_channels(const char* suffix, const std::vector<float>& values, bool image) {
    onnx::TensorProto& made = *graph_.add_initializer();
    made.set_name(free_name(network_.names[node_] + suffix));
    made.set_data_type(onnx::TensorProto::FLOAT);
    made.add_dims(static_cast<std::int64_t>(values.size()));
    for (int i = 0; image && i < 2; ++i) made.add_dims(1);
    for (const float value : values) made.add_float_data(value);
    return made.name();
  }
  std::string weights(const char* name) const { return network_.tensor(node_, name).name; }

  /// `name`, or with a number where something has it already.
  std::string free_name(const std::string& name) {
    std::string free = name;
    for (int i = 2; !names_.insert(free).second; ++i) free = name + "#" + std::to_string(i);
    return free;
  }

  onnx::NodeProto& append(const char* operation, const std::vector<std::string>& inputs) {
    return append(operation, inputs, usual_suffix_);
  }
  /// Gives what the layer gives, or with a suffix something on the way there.
  onnx::NodeProto& append(const char* operation, const std::vector<std::string>& inputs, const char* suffix) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(operation);
    for (const std::string& name : inputs) node.add_input(name);
    node.add_output(free_name(network_.names[node_] + suffix));
    node.set_name(node.output(0));
    return node;
  }

  void activate(Activation activation) {
    switch (activation) {
      case Activation::identity:
        return;
      case Activation::relu:
        return apply("Relu");
      case Activation::sigmoid:
        return apply("Sigmoid");
      case Activation::tanh:
        return apply("Tanh");
    }
  }
  void apply(const char* function) {
    Value& value = values_[node_];
    value.name = append(function, {value.name}, "").output(0);
  }

  Value as_vector(const Value& value) {
    return value.image ? Value{append("Flatten", {value.name}, ".flat").output(0), false} : value;
  }
  /// A vector as an image of one pixel.
  Value as_image(const Value& value) {
    if (value.image) return value;
    onnx::TensorProto& axes = *graph_.add_initializer();
    axes.set_name(free_name(network_.names[node_] + ".axes"));
    axes.set_data_type(onnx::TensorProto::INT64);
    axes.add_dims(2);
    axes.add_int64_data(2);
    axes.add_int64_data(3);
    return {append("Unsqueeze", {value.name, axes.name()}, ".pixel").output(0), true};
  }

  static onnx::AttributeProto& attribute(onnx::NodeProto& node, const char* name,
                                         onnx::AttributeProto::AttributeType type) {
    onnx::AttributeProto& made = *node.add_attribute();
    made.set_name(name);
    made.set_type(type);
    return made;
  }
  static void set(onnx::NodeProto& node, const char* name, int value) {
    attribute(node, name, onnx::AttributeProto::INT).set_i(value);
  }
  static void set(onnx::NodeProto& node, const char* name, float value) {
    attribute(node, name, onnx::AttributeProto::FLOAT).set_f(value);
  }
  static void set(onnx::NodeProto& node, const char* name, std::initializer_list<int> values) {
    onnx::AttributeProto& list = attribute(node, name, onnx::AttributeProto::INTS);
    for (const int value : values) list.add_ints(value);
  }
  static Value slide(onnx::NodeProto& node, const Window& window) {
    const auto& [kernel, stride, padding] = window;
    set(node, "kernel_shape", {kernel.height, kernel.width});
    set(node, "strides", {stride.height, stride.width});
    set(node, "pads", {padding.height, padding.width, padding.height, padding.width});
    return {node.output(0), true};
  }

  void add_weights(const Tensor& tensor) {
    onnx::TensorProto& made = *graph_.add_initializer();
    made.set_name(tensor.name);
    names_.insert(tensor.name);
    made.set_data_type(onnx::TensorProto::FLOAT);
    for (const int size : tensor.shape) made.add_dims(size);
    const std::vector<float>& values = tensor.trained ? state_.parameters : state_.statistics;
    made.set_raw_data(values.data() + tensor.offset, tensor.count() * sizeof(float));
  }

  static void declare(onnx::ValueInfoProto& value, const char* name, const Shape& shape) {
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_param("batch");
    type.mutable_shape()->add_dim()->set_dim_value(shape.channels);
    if (shape.is_vector()) return;
    type.mutable_shape()->add_dim()->set_dim_value(shape.height);
    type.mutable_shape()->add_dim()->set_dim_value(shape.width);
  }

  const TrainingState& state_;
  Network network_;
  onnx::GraphProto& graph_;
  std::set<std::string> names_ = {onnx_input, onnx_output};
  Value example_;
  std::vector<Value> values_;  // [nodes]
  std::size_t node_ = 0;       // that is written now
  const char* usual_suffix_ = "";
};

void note(onnx::ModelProto& model, const char* key, const std::string& value) {
  onnx::StringStringEntryProto& entry = *model.add_metadata_props();
  entry.set_key(key);
  entry.set_value(value);
}

}  // namespace

void save_onnx(const std::filesystem::path& path, const TrainingState& state) {
  onnx::ModelProto model;
  model.set_ir_version(ir_version);
  model.set_producer_name("MLP Lab");
  model.set_producer_version(host_info().version);
  onnx::OperatorSetIdProto& version = *model.add_opset_import();
  version.set_domain("");
  version.set_version(opset);
  model.mutable_graph()->set_name(state.model.name());
  Writer(state, *model.mutable_graph());
  note(model, "input",
       "numbers from 0 to 1: pixels of 8 bits / 255, channels × height × width");  // untranslated: a file's content
  note(model, "output", "a score for each class, the largest is the answer");      // untranslated: a file's content
  if (state.preparation != nullptr) {
    note(model, "preparation", dump_json(nlohmann::json(*state.preparation)));
    if (const auto& names = state.preparation->class_names; !names.empty())
      note(model, "classes", dump_json(nlohmann::json(names)));
  }
  std::string bytes;
  try {
    onnx::checker::check_model(model);
    if (!model.SerializeToString(&bytes)) throw std::length_error(say("it is larger than 2 GiB"));
  } catch (const std::exception& error) {
    std::string reason = error.what();
    reason.resize(std::min(reason.size(), reason.find('\n')));
    throw InputError(say("the network %1 cannot be written as ONNX: %2", state.model.name(), reason));
  }
  write_file_atomically(path, bytes);
}

std::string onnx_version() {
  return std::string("ONNX ") + onnx::LAST_RELEASE_VERSION + ", opset " + std::to_string(opset);
}

}  // namespace mlplab
