// mlplab-cli classify: which class an image shows, by a trained model. Images are prepared as the training images were
// (core/data/preparation.h).
#include <charconv>
#include <cmath>
#include <iostream>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/trained_model.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/image_file.h"
#include "core/data/preparation.h"
#include "core/model/inference.h"
#include "core/model/known_preparation.h"

namespace mlplab {
namespace {

struct Options {
  TrainedModel model;
  std::vector<std::string> images;
  std::string as;
  bool json = false;
};

struct Classified {
  std::string image;
  Prediction prediction;
  bool as_is = false;
  std::string doubt;
  std::vector<std::string> notes;  // what the file carries and is not used
};

constexpr const char* as_digits = "digits";
constexpr const char* as_images = "pictures";

/// As the model says, as --as says, or as is assumed.
KnownPreparation preparation_of(const TrainingState& state, const Options& options) {
  std::optional<KnownPreparation> known = known_preparation(state);
  if (!known)
    throw InputError(
        say("%1 takes %2 inputs and does not say which image they are; train it anew, or choose a model of square "
            "images",
            options.model.path, state.model.inputs()));
  Preparation& preparation = known->preparation;
  if (options.as == as_images) preparation.digits = {0, 0, 1};
  if (options.as == as_digits) preparation.digits = {preparation.image.height, preparation.image.width, 1};
  known->assumed = known->assumed && options.as.empty();
  return std::move(*known);
}

Classified classify(const TrainingState& state, const Preparation& preparation, const std::string& path) {
  std::vector<std::string> notes;
  const PreparedImage prepared = prepare(preparation, read_image(path, &notes));
  if (prepared.blank)
    throw InputError(say("%1 is blank: no ink stands out from its background; draw darker or crop the image", path));
  return {path, predict(state, floats_of(prepared.image)), prepared.as_is, prepared.doubt, notes};
}

/// The class as a number, for programs that want one: its name where all names are whole numbers, else its place.
int number_of(const Preparation& preparation, int label) {
  std::vector<int> numbers;
  for (const std::string& name : preparation.class_names) {
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc{} || end != name.data() + name.size()) return label;
    numbers.push_back(number);
  }
  const auto index = static_cast<std::size_t>(label);
  return index < numbers.size() ? numbers[index] : label;
}

nlohmann::ordered_json to_json(const Classified& one, const Preparation& preparation) {
  nlohmann::ordered_json probabilities = nlohmann::ordered_json::array(), names = nlohmann::ordered_json::array();
  for (const float p : one.prediction.probabilities) {
    names.push_back(class_name(preparation.class_names, static_cast<int>(probabilities.size())));
    probabilities.push_back(std::round(double{p} * 1e6) / 1e6);
  }
  const int label = one.prediction.label;
  nlohmann::ordered_json json = {{"image", one.image},
                                 {"class", class_name(preparation.class_names, label)},
                                 {"label", label},
                                 {"digit", number_of(preparation, label)},
                                 {"probability", probabilities.at(static_cast<std::size_t>(label))},
                                 {"probabilities", probabilities},
                                 {"classes", names},
                                 {"prepared_as", preparation.fits_digits() ? as_digits : as_images},
                                 {"used_as_is", one.as_is}};
  if (!one.doubt.empty()) json["doubt"] = one.doubt;
  if (!one.notes.empty()) json["notes"] = one.notes;
  return json;
}

void print_text(const Classified& one, const Preparation& preparation) {
  std::cout << one.image << ": " << class_name(preparation.class_names, one.prediction.label) << "  (";
  const auto& probabilities = one.prediction.probabilities;
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    std::cout << (i == 0 ? "" : ", ") << class_name(preparation.class_names, static_cast<int>(i)) << ": "
              << share(double{probabilities[i]});
  std::cout << ")\n";
}

void say_on_stderr(const std::string& sentence) { std::cerr << "mlplab-cli: " + sentence + "\n"; }

/// One of several images that cannot be read costs its own prediction alone, and the command its success.
int run(const Options& options) {
  const TrainingState state = options.model.load();
  const auto [preparation, assumed] = preparation_of(state, options);
  const bool alone = options.images.size() == 1;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<Classified> all;
  int code = 0;
  for (const std::string& path : options.images) {
    try {
      const Classified& one = all.emplace_back(classify(state, preparation, path));
      for (const std::string& note : one.notes) say_on_stderr(path + ": " + note);
      if (!one.doubt.empty()) say_on_stderr(say("%1: the prediction is doubtful: %2", path, one.doubt));
      list.push_back(to_json(one, preparation));
    } catch (const InputError& error) {
      if (alone) throw;
      say_on_stderr(error.what());
      list.push_back({{"image", path}, {"error", error.what()}});
      code = static_cast<int>(error.failure());
    }
  }
  if (assumed)
    say_on_stderr(say("%1; where that is wrong, write --as digits or --as pictures",
                      words_of_assumption(preparation, options.model.path)));
  if (options.json) {
    std::cout << dump_json(alone ? list.front() : list) << '\n';
  } else {
    for (const Classified& one : all) print_text(one, preparation);
    std::cout.flush();
  }
  return code;
}

}  // namespace

void add_classify_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "classify", say("which class an image shows, with the probability of each"), run);
  command->add_option("MODEL", options->model.path, say("model file, as train --save writes it"))->required();
  command
      ->add_option("IMAGE", options->images,
                   say("image files, prepared as the training images were; for a model of digits of any size, dark on "
                       "light or light on dark"))
      ->required();
  options->model.add_to(*command);
  command
      ->add_option("--as", options->as,
                   say("digits (cut out and centred as MNIST's) or pictures (used as they are), where the model does "
                       "not say it or is to be asked otherwise"))
      ->check(CLI::IsMember({as_digits, as_images}));
  command->add_flag("--json", options->json, say("one JSON object on stdout, a list for several images"));
}

}  // namespace mlplab
