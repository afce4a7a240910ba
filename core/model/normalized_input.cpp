// Nodes are numbered from the first: those that others name move up by one, and the example's place (-1) is taken by
// the normalisation, number 0.
#include "core/model/normalized_input.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

constexpr std::string_view mlp_mark = " normalized", mean_word = "mean=", deviation_word = ",std=";

std::string usual_name(std::size_t node) { return "layers." + std::to_string(node); }

UsageError not_a_normalization(const std::string& text) {
  return UsageError(say("'%1' is no normalisation; write mean and std as mean=0.5,std=0.5, of each channel as "
                        "mean=0.5:0.4:0.4,std=0.2:0.2:0.3",
                        text),
                    "normalize");
}

/// '0.5' or '0.5:0.4:0.4'.
std::vector<double> read_numbers(const std::string& text, const std::string& whole) {
  std::vector<double> numbers;
  for (const std::string& part : parts_of(text, ':')) {
    const std::optional<double> number = typed_number(part);
    if (!number) throw not_a_normalization(whole);
    numbers.push_back(*number);
  }
  return numbers;
}

std::string in_one_word(const std::vector<double>& numbers) {
  return joined(numbers, ":", [](double number) { return dump_json(nlohmann::json(number)); });
}

}  // namespace

void normalize_input(ModelSpec& spec, const Shape& image, const Normalize& first) {
  if (!spec.layers.empty() && std::holds_alternative<Normalize>(spec.layers.front().layer))
    throw UsageError(say("the network %1 normalises its images itself; leave out --normalize", spec.name()),
                     "model.layers");
  ModelSpec result = spec;
  if (is_mlp(spec)) result.title = spec.name() + std::string(mlp_mark);
  for (std::size_t node = 0; node < spec.layers.size(); ++node) {
    Node& moved = result.layers[node];
    if (moved.name.empty()) moved.name = usual_name(node);
    for (int& input : moved.inputs) ++input;
  }
  result.input = image;
  result.layers.insert(result.layers.begin(), Node{first, {}, "normalize"});
  validate(result);
  spec = std::move(result);
}

std::optional<Normalize> normalization_of(const ModelSpec& spec) {
  if (spec.layers.empty()) return std::nullopt;
  const auto* first = std::get_if<Normalize>(&spec.layers.front().layer);
  return first == nullptr ? std::nullopt : std::optional(*first);
}

void remove_normalization(ModelSpec& spec) {
  if (!normalization_of(spec)) return;
  spec.layers.erase(spec.layers.begin());
  for (std::size_t node = 0; node < spec.layers.size(); ++node) {
    Node& moved = spec.layers[node];
    if (moved.name == usual_name(node)) moved.name.clear();
    for (int& input : moved.inputs) --input;
  }
  if (!is_mlp(spec)) return;
  spec.input = {static_cast<int>(spec.input.size()), 1, 1};
  if (spec.title.ends_with(mlp_mark)) spec.title.clear();
}

Normalize parse_normalization(const std::string& text) {
  const std::size_t comma = text.find(deviation_word);
  if (!text.starts_with(mean_word) || comma == std::string::npos) throw not_a_normalization(text);
  return {read_numbers(text.substr(mean_word.size(), comma - mean_word.size()), text),
          read_numbers(text.substr(comma + deviation_word.size()), text)};
}

std::string to_string(const Normalize& normalize) {
  return std::string(mean_word) + in_one_word(normalize.mean) + std::string(deviation_word) +
         in_one_word(normalize.deviation);
}

}  // namespace mlplab
