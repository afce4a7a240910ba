// The header is checked before a byte of data is used: a damaged or hostile file ends as one sentence.
#include "core/model/model_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
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
      const std::string prefix = slot < 0 ? "" : "optimizer." + std::to_string(slot) + ".";
      tensors.push_back({prefix + tensor.name, tensor, slot});
    }
  return tensors;
}

std::int64_t whole_number(const nlohmann::json& metadata, const char* name) {
  const auto text = metadata.at(name).get<std::string>();
  std::size_t used = 0;
  const long long value = std::stoll(text, &used);
  if (used != text.size() || value < 0) throw std::invalid_argument(name);
  return value;
}

}  // namespace

void save_model(const std::filesystem::path& path, const TrainingState& state,
                const std::map<std::string, std::string>& notes, bool to_disk) {
  nlohmann::ordered_json header;
  nlohmann::ordered_json& metadata = header["__metadata__"];  // safetensors allows only text values here
  for (const auto& [name, value] : notes) metadata[name] = value;
  metadata["format"] = format_name;
  metadata["model"] = dump_json(nlohmann::json(state.model));
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
  const std::uint64_t length = text.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes.reserve(bytes.size() + text.size() + end);
  bytes += text;
  for (const FileTensor& tensor : tensors)
    bytes.append(reinterpret_cast<const char*>(tensor.place(state)), tensor.bytes());
  write_file_atomically(path, bytes, to_disk);
}

TrainingState load_model(const std::filesystem::path& path, std::map<std::string, std::string>* notes) {
  const std::string bytes = read_file(path);
  const auto fail = [&](const std::string& what) -> InputError {
    return InputError(path.string() + " is not a usable model file: " + what);
  };
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) throw fail("it has only " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length < 2 || length > max_header_bytes || length > bytes.size() - sizeof length)
    throw fail("the length of its header is wrong, it may be truncated or of another format");
  const nlohmann::json header = parse_json_or_null(std::string_view(bytes).substr(sizeof length, length));
  if (!header.is_object()) throw fail("its header is not JSON");
  TrainingState state;
  std::size_t slots = 0;
  try {
    const nlohmann::json& metadata = header.at("__metadata__");
    if (metadata.at("format").get<std::string>() != format_name)
      throw fail("its format is not " + std::string(format_name));
    from_json(parse_json(metadata.at("model").get<std::string>()), state.model);
    slots = static_cast<std::size_t>(whole_number(metadata, "slots"));
    state.steps_done = whole_number(metadata, "steps_done");
    const std::int64_t epochs = whole_number(metadata, "epochs_done");
    if (!std::in_range<int>(epochs)) throw fail("it counts " + std::to_string(epochs) + " epochs");
    state.epochs_done = static_cast<int>(epochs);
    if (notes != nullptr)
      for (const auto& [name, value] : metadata.items())
        if (value.is_string()) (*notes)[name] = value.get<std::string>();
  } catch (const InputError&) {
    throw;
  } catch (const UsageError& error) {
    throw fail(error.what());
  } catch (const std::exception&) {
    throw fail("its metadata lacks the network's description (was it written by another program?)");
  }
  if (slots > 2) throw fail("it says to hold " + std::to_string(slots) + " optimiser states; at most 2 are possible");

  const Network network = network_of(state.model);
  const std::vector<FileTensor> tensors = tensors_of(network, slots);
  if (header.size() != tensors.size() + 1)
    throw fail("it holds " + std::to_string(header.size() - 1) + " tensors where its network has " +
               std::to_string(tensors.size()));
  const std::size_t data_bytes = bytes.size() - sizeof length - length;
  std::size_t expected_bytes = 0;
  for (const FileTensor& tensor : tensors) expected_bytes += tensor.bytes();
  if (expected_bytes != data_bytes)
    throw fail("it holds " + std::to_string(data_bytes) + " bytes of weights where its network has " +
               std::to_string(expected_bytes));
  state.parameters.assign(network.parameters_size, 0.0F);
  state.statistics.assign(network.statistics_size, 0.0F);
  state.slots.assign(slots, std::vector<float>(network.parameters_size, 0.0F));
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  for (const FileTensor& tensor : tensors) {
    const auto entry = header.find(tensor.name);
    if (entry == header.end()) throw fail("the tensor " + tensor.name + " is missing");
    std::size_t begin = 0, end = 0;
    try {
      if (entry->at("dtype").get<std::string>() != "F32")
        throw fail("the tensor " + tensor.name + " is not of type F32");
      if (entry->at("shape").get<std::vector<std::size_t>>() != tensor.shape())
        throw fail("the tensor " + tensor.name + " has the wrong shape");
      begin = entry->at("data_offsets").at(0).get<std::size_t>();
      end = entry->at("data_offsets").at(1).get<std::size_t>();
    } catch (const nlohmann::json::exception&) {
      throw fail("the entry of the tensor " + tensor.name + " is malformed");
    }
    if (begin > end || end > data_bytes || end - begin != tensor.bytes())
      throw fail("the tensor " + tensor.name + " lies outside the file or has the wrong size");
    ranges.emplace_back(begin, end);
    float* target = tensor.place(state);
    std::memcpy(target, bytes.data() + sizeof length + length + begin, end - begin);
    if (!std::all_of(target, target + tensor.tensor.count(), [](float w) { return std::isfinite(w); }))
      throw fail("the tensor " + tensor.name + " holds NaN or infinity");
  }
  std::ranges::sort(ranges);
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first != ranges[i - 1].second) throw fail("its tensors overlap");
  return state;
}

}  // namespace mlplab
