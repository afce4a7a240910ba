// The header is checked before a byte of data is used: a damaged or hostile file ends as one sentence.
#include "core/model/model_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/mixed_hash.h"
#include "core/base/typed_number.h"
#include "core/data/preparation.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors is little-endian");

constexpr std::size_t max_header_bytes = 1 << 20;
constexpr const char* format_name = "mlplab-model-1";

/// A tensor of the file, and of which of the state's vectors it is a part.
struct FileTensor {
  std::string name;
  Tensor tensor;
  int slot;  // -1: the parameters or the statistics, else the optimiser's slot

  template <class State>
  auto* place(State& state) const {
    auto& vector = slot >= 0 ? state.slots[static_cast<std::size_t>(slot)]
                             : (tensor.trained ? state.parameters : state.statistics);
    return vector.data() + tensor.offset;
  }
  std::vector<std::size_t> shape() const { return {tensor.shape.begin(), tensor.shape.end()}; }
  std::size_t bytes() const { return tensor.count() * sizeof(float); }
};

/// In the order of the file: the model's, then each slot's of those that are trained.
std::vector<FileTensor> tensors_of(const Network& network, std::size_t slots) {
  std::vector<FileTensor> tensors;
  for (int slot = -1; slot < static_cast<int>(slots); ++slot)
    for (const Tensor& tensor : network.tensors) {
      if (slot >= 0 && !tensor.trained) continue;
      const std::string prefix = slot < 0 ? "" : std::string(optimizer_prefix) + std::to_string(slot) + ".";
      tensors.push_back({prefix + tensor.name, tensor, slot});
    }
  return tensors;
}

/// A count in the metadata, whose values are all texts.
std::int64_t count_in(const nlohmann::json& metadata, const char* name) {
  const nlohmann::json& text = member_of(metadata, name);
  const auto count = text.is_string() ? typed_whole<std::int64_t>(text.get<std::string>()) : std::nullopt;
  if (!count || *count < 0) refuse_figure(name, text, to_say("it must be a whole number, and of a size that can be"));
  return *count;
}

/// How many batches PyTorch's batch normalisations say to have seen, one number each, where `header` has them. They are
/// of no use here: a momentum decides how fast the running statistics follow.
std::vector<std::string> counters_of(const ModelSpec& model, const Network& network, const nlohmann::json& header) {
  std::vector<std::string> names;
  for (std::size_t node = 0; node < network.names.size(); ++node) {
    const std::string name = network.names[node] + ".num_batches_tracked";
    if (std::holds_alternative<BatchNorm>(model.layers[node].layer) && header.contains(name)) names.push_back(name);
  }
  return names;
}

/// The types of weights that are read, and what each becomes: a float32. Other programs save half precision to halve a
/// file, and double precision where they compute in it.
struct WeightType {
  const char* name;
  std::size_t bytes;
  float (*read)(const char* data);
};

template <class T>
T copied(const char* data) {
  T value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 mantissa bits.
float read_half(const char* data) {
  const auto bits = copied<std::uint16_t>(data);
  const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  float value = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                              : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  if (exponent == 31)
    value = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  return (bits & 0x8000) != 0 ? -value : value;
}

/// The upper half of a float32.
float read_bfloat(const char* data) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(copied<std::uint16_t>(data)) << 16);
}

constexpr WeightType weight_types[] = {
    {"F32", 4, copied<float>},
    {"F16", 2, read_half},
    {"BF16", 2, read_bfloat},
    {"F64", 8, [](const char* data) { return static_cast<float>(copied<double>(data)); }},
};

/// How the images of `model` were prepared. Throws UsageError where they cannot be its input.
std::shared_ptr<const Preparation> preparation_in(const std::string& text, const ModelSpec& model) {
  auto preparation = std::make_shared<Preparation>();
  try {
    from_json(parse_json(text), *preparation);
  } catch (const nlohmann::json::exception&) {
    throw UsageError(say("the preparation of its images is malformed"));
  }
  const auto [height, width, channels] = preparation->image;
  if (std::int64_t{height} * width * channels != model.inputs() ||
      (!model.input.is_vector() && !(model.input == Shape{channels, height, width})) ||
      std::ssize(preparation->class_names) > model.outputs())
    throw UsageError(say("the preparation of its images does not fit its network"));
  return preparation;
}

/// A file that is in memory, its header read.
class OpenedFile {
 public:
  explicit OpenedFile(const std::filesystem::path& path) : path_(path), bytes_(read_file(path)) {
    std::uint64_t length = 0;
    if (bytes_.size() < sizeof length) throw fail(say("it has only %1 bytes", bytes_.size()));
    std::memcpy(&length, bytes_.data(), sizeof length);
    if (length < 2 || length > max_header_bytes || length > bytes_.size() - sizeof length)
      throw fail(say("the length of its header is wrong, it may be truncated or of another format"));
    header_ = parse_json_or_null(std::string_view(bytes_).substr(sizeof length, length));
    if (!header_.is_object()) throw fail(say("its header is not JSON"));
    data_ = std::string_view(bytes_).substr(sizeof length + length);
    if (!describes_its_network()) drop_prefix();
  }

  InputError fail(const std::string& what) const {
    return InputError(say("%1 is not a usable model file: %2", path_.string(), what));
  }
  /// Whether it says which network it is of; files of other programs do not.
  bool describes_its_network() const {
    const auto metadata = header_.find("__metadata__");
    return metadata != header_.end() && metadata->is_object() &&
           metadata->value("format", nlohmann::json()) == format_name;
  }
  /// Throws InputError where the weights of dense layers are stored [in, out], as Keras does, and not [out, in].
  void check_not_transposed(const ModelSpec& model) const;
  /// `model` for as many channels and classes as the tensors have, which is all that they say of a network.
  ModelSpec fitted(const ModelSpec& model) const;
  /// Network, counts and the number of slots, no weights.
  TrainingState described(std::map<std::string, std::string>* notes) const;
  /// Every tensor of state.model and of its slots into its place.
  void read_tensors(TrainingState& state) const;

 private:
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  /// Takes away what torch.compile and DataParallel put before every name.
  void drop_prefix();
  /// The first few names of tensors, for a message.
  std::string names() const;
  /// The size of a tensor in the header; 0 where the header gives no possible one.
  int size_of(const std::string& name, std::size_t dimension) const;
  /// The type of a tensor of weights. Throws InputError where the tensor is missing or its type is not supported.
  const WeightType& type_of(const std::string& name) const;
  Range range_of(const std::string& name, const char* type, const std::vector<std::size_t>& shape,
                 std::size_t bytes) const;

  const std::filesystem::path& path_;
  std::string bytes_;
  nlohmann::json header_;
  std::string_view data_;
};

void OpenedFile::drop_prefix() {
  for (const std::string prefix : {"_orig_mod.", "module.", "_orig_mod."}) {  // in either order
    nlohmann::json renamed = nlohmann::json::object();
    for (const auto& [name, entry] : header_.items())
      if (name == "__metadata__")
        renamed[name] = entry;
      else if (name.starts_with(prefix))
        renamed[name.substr(prefix.size())] = entry;
    if (renamed.size() == header_.size()) header_ = std::move(renamed);
  }
}

std::string OpenedFile::names() const {
  constexpr std::size_t most = 4;
  std::vector<std::string> names;
  for (const auto& [name, entry] : header_.items())
    if (name != "__metadata__") names.push_back(name);
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > most ? text + ", …" : text;
}

const WeightType& OpenedFile::type_of(const std::string& name) const {
  const auto entry = header_.find(name);
  if (entry == header_.end()) throw fail(say("the tensor %1 is missing; it holds %2", name, names()));
  const nlohmann::json type = entry->is_object() ? entry->value("dtype", nlohmann::json()) : nlohmann::json();
  for (const WeightType& known : weight_types)
    if (type == known.name) return known;
  throw fail(say("the tensor %1 is of type %2; F32, F16, BF16 and F64 are read", name, dump_json(type)));
}

void OpenedFile::check_not_transposed(const ModelSpec& model) const {
  for (const Tensor& tensor : network_of(model).tensors) {
    if (tensor.shape.size() != 2 || tensor.shape[0] == tensor.shape[1]) continue;
    if (size_of(tensor.name, 0) != tensor.shape[1] || size_of(tensor.name, 1) != tensor.shape[0]) continue;
    throw fail(
        say("the tensor %1 is transposed, %2 × %3 where its network has %4 × %5 (outputs × inputs): "
            "transpose the weights when you save them",
            tensor.name, tensor.shape[1], tensor.shape[0], tensor.shape[0], tensor.shape[1]));
  }
}

int OpenedFile::size_of(const std::string& name, std::size_t dimension) const {
  try {
    const auto size = header_.at(name).at("shape").at(dimension).get<std::int64_t>();
    return std::in_range<int>(size) ? static_cast<int>(size) : 0;
  } catch (const nlohmann::json::exception&) {
    return 0;
  }
}

ModelSpec OpenedFile::fitted(const ModelSpec& model) const {
  const Network network = network_of(model);
  const int classes = size_of(network.names.back() + ".weight", 0),
            channels = size_of(network.names.front() + ".weight", 1);
  ModelSpec result = model;
  Shape input = model.input;
  if (std::holds_alternative<Conv2d>(model.layers.front().layer) && channels > 0) input.channels = channels;
  try {
    fit_to(result, input, classes > 0 ? classes : model.outputs());
  } catch (const UsageError&) {  // an impossible number: the tensors are compared with the wanted network
    return model;
  }
  return result;
}

TrainingState OpenedFile::described(std::map<std::string, std::string>* notes) const {
  TrainingState state;
  try {
    const nlohmann::json& metadata = header_.at("__metadata__");
    from_json(parse_json(metadata.at("model").get<std::string>()), state.model);
    const std::int64_t slots = count_in(metadata, "slots");
    if (slots > 2) throw InputError(say("it says to hold %1 optimiser states; at most 2 are possible", slots));
    state.slots.resize(static_cast<std::size_t>(slots));
    state.steps_done = count_in(metadata, "steps_done");
    const std::int64_t epochs = count_in(metadata, "epochs_done");
    if (!std::in_range<int>(epochs)) throw InputError(say("it counts %1 epochs", epochs));
    state.epochs_done = static_cast<int>(epochs);
    if (metadata.contains("preparation"))
      state.preparation = preparation_in(metadata.at("preparation").get<std::string>(), state.model);
    if (notes != nullptr)
      for (const auto& [name, value] : metadata.items())
        if (value.is_string()) (*notes)[name] = value.get<std::string>();
  } catch (const Error& error) {
    throw fail(error.what());
  } catch (const std::exception&) {
    throw fail(say("its metadata lacks the network's description"));
  }
  return state;
}

OpenedFile::Range OpenedFile::range_of(const std::string& name, const char* type, const std::vector<std::size_t>& shape,
                                       std::size_t bytes) const {
  const auto entry = header_.find(name);
  if (entry == header_.end()) throw fail(say("the tensor %1 is missing; it holds %2", name, names()));
  Range range;
  try {
    if (entry->at("dtype").get<std::string>() != type) throw fail(say("the tensor %1 is not of type %2", name, type));
    if (const auto found = entry->at("shape").get<std::vector<std::size_t>>(); found != shape)
      throw fail(say("the tensor %1 has the wrong shape: %2 where its network has %3", name,
                     dump_json(nlohmann::json(found)), dump_json(nlohmann::json(shape))));
    range = {entry->at("data_offsets").at(0).get<std::size_t>(), entry->at("data_offsets").at(1).get<std::size_t>()};
  } catch (const nlohmann::json::exception&) {
    throw fail(say("the entry of the tensor %1 is malformed", name));
  }
  if (range.begin > range.end || range.end > data_.size() || range.end - range.begin != bytes)
    throw fail(say("the tensor %1 lies outside the file or has the wrong size", name));
  return range;
}

void OpenedFile::read_tensors(TrainingState& state) const {
  const Network network = network_of(state.model);
  const std::vector<FileTensor> tensors = tensors_of(network, state.slots.size());
  const std::vector<std::string> counters = counters_of(state.model, network, header_);
  const std::size_t held = header_.size() - header_.count("__metadata__"), wanted = tensors.size() + counters.size();
  if (held != wanted) throw fail(say("it holds %1 tensors where its network has %2", held, wanted));
  std::size_t expected_bytes = counters.size() * sizeof(std::int64_t);
  for (const FileTensor& tensor : tensors) expected_bytes += tensor.tensor.count() * type_of(tensor.name).bytes;
  if (expected_bytes != data_.size())
    throw fail(say("it holds %1 bytes of weights where its network has %2", data_.size(), expected_bytes));
  state.parameters.assign(network.parameters_size, 0.0F);
  state.statistics.assign(network.statistics_size, 0.0F);
  for (std::vector<float>& slot : state.slots) slot.assign(network.parameters_size, 0.0F);
  std::vector<Range> ranges;
  for (const FileTensor& tensor : tensors) {
    const WeightType& type = type_of(tensor.name);
    const std::size_t count = tensor.tensor.count();
    const Range range = range_of(tensor.name, type.name, tensor.shape(), count * type.bytes);
    ranges.push_back(range);
    float* target = tensor.place(state);
    for (std::size_t i = 0; i < count; ++i) target[i] = type.read(data_.data() + range.begin + i * type.bytes);
    if (!std::all_of(target, target + count, [](float w) { return std::isfinite(w); }))
      throw fail(say("the tensor %1 holds NaN or infinity", tensor.name));
  }
  for (const std::string& name : counters) ranges.push_back(range_of(name, "I64", {}, sizeof(std::int64_t)));
  std::ranges::sort(ranges, {}, &Range::begin);
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin != ranges[i - 1].end) throw fail(say("its tensors overlap"));
}

TrainingState read_described(const OpenedFile& file, std::map<std::string, std::string>* notes) {
  std::map<std::string, std::string> own;
  std::map<std::string, std::string>& found = notes != nullptr ? *notes : own;
  TrainingState state = file.described(&found);
  file.read_tensors(state);
  const auto written = found.find(state_hash_note);
  if (written != found.end() && written->second != state_hash(state))
    throw file.fail(say("it is damaged, its numbers are not those that were written; begin the run again"));
  return state;
}

}  // namespace

std::string state_hash(const TrainingState& state) {
  std::uint64_t hash = mixed(mixed(empty_hash, static_cast<std::uint64_t>(state.steps_done)),
                             static_cast<std::uint64_t>(state.epochs_done));
  const auto add = [&hash](const std::vector<float>& numbers) {
    for (const float number : numbers) hash = mixed(hash, std::bit_cast<std::uint32_t>(number));
  };
  add(state.parameters);
  add(state.statistics);
  for (const std::vector<float>& slot : state.slots) add(slot);
  return std::to_string(hash);
}

void save_model(const std::filesystem::path& path, const TrainingState& state,
                const std::map<std::string, std::string>& notes, bool to_disk) {
  nlohmann::ordered_json header;
  nlohmann::ordered_json& metadata = header["__metadata__"];  // safetensors allows only text values here
  for (const auto& [name, value] : notes) metadata[name] = value;
  metadata["format"] = format_name;
  metadata["model"] = dump_json(nlohmann::json(state.model));
  if (state.preparation) metadata["preparation"] = dump_json(nlohmann::json(*state.preparation));
  metadata["slots"] = std::to_string(state.slots.size());
  metadata["steps_done"] = std::to_string(state.steps_done);
  metadata["epochs_done"] = std::to_string(state.epochs_done);
  const std::vector<FileTensor> tensors = tensors_of(network_of(state.model), state.slots.size());
  std::size_t end = 0;
  for (const FileTensor& tensor : tensors) {
    const std::size_t begin = end;
    end += tensor.bytes();
    header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape()}, {"data_offsets", {begin, end}}};
  }
  std::string text = dump_json(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the data are aligned
  if (text.size() > max_header_bytes)           // it could not be read again
    throw InputError(
        say("%1 cannot be written: the description of its network takes %2 bytes, at most %3 are possible; "
            "shorten the names of the layers and classes",
            path.string(), text.size(), max_header_bytes));
  const std::uint64_t length = text.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes.reserve(bytes.size() + text.size() + end);
  bytes += text;
  for (const FileTensor& tensor : tensors)
    bytes.append(reinterpret_cast<const char*>(tensor.place(state)), tensor.bytes());
  write_file_atomically(path, bytes, to_disk);
}

TrainingState load_model(const std::filesystem::path& path, std::map<std::string, std::string>* notes) {
  const OpenedFile file(path);
  if (!file.describes_its_network())
    throw file.fail(
        say("its format is not %1, so it does not say which network it is of; where another program wrote "
            "it, name the network with --network",
            format_name));
  return read_described(file, notes);
}

std::optional<int> epochs_done_in(const std::filesystem::path& path) {
  try {
    std::uint64_t length = 0;
    const std::string begin = read_beginning(path, sizeof length);
    if (begin.size() < sizeof length) return std::nullopt;
    std::memcpy(&length, begin.data(), sizeof length);
    if (length > max_header_bytes) return std::nullopt;
    const std::string text = read_beginning(path, sizeof length + length);
    const nlohmann::json header = parse_json_or_null(std::string_view(text).substr(sizeof length));
    const std::int64_t epochs = count_in(header.at("__metadata__"), "epochs_done");
    return std::in_range<int>(epochs) ? std::optional(static_cast<int>(epochs)) : std::nullopt;
  } catch (const std::exception&) {  // of another program, or damaged
    return std::nullopt;
  }
}

TrainingState load_model_of(const std::filesystem::path& path, const ModelSpec& model) {
  const OpenedFile file(path);
  if (file.describes_its_network()) return read_described(file, nullptr);
  file.check_not_transposed(model);
  TrainingState state{.model = file.fitted(model)};
  file.read_tensors(state);
  return state;
}

}  // namespace mlplab
