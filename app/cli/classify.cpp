// mlplab-cli classify: which digit (or other class) a picture shows, by a trained model. Pictures are fitted as the
// training images were (core/data/digit_fit.h); those that already are 28×28 in MNIST's style are used as they are.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/trained_model.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/dataset.h"
#include "core/data/digit_fit.h"
#include "core/data/image_file.h"
#include "core/model/inference.h"

namespace mlplab {
namespace {

struct Options {
  TrainedModel model;
  std::vector<std::string> images;
  bool json = false;
};

struct Answer {
  std::string image;
  Prediction prediction;
  bool as_is = false;
};

/// The side of the square picture that the network takes.
int input_side(const TrainingState& state, const std::string& path) {
  const int side = static_cast<int>(std::lround(std::sqrt(state.model.inputs())));
  if (side * side != state.model.inputs())
    throw InputError(
        say("%1 takes %2 inputs, which is no square picture; classify needs a model trained on square pictures", path,
            state.model.inputs()));
  return side;
}

Answer classify(const TrainingState& state, int side, const std::string& path) {
  const FittedDigit fitted = fit_digit(read_gray_image(path), side, side);
  if (fitted.blank)
    throw InputError(say("%1 is blank: no ink stands out from its background; draw darker or crop the picture", path));
  std::vector<float> x(fitted.image.pixels.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(fitted.image.pixels[i]) * feature_scale;
  return {path, predict(state, x), fitted.as_is};
}

nlohmann::ordered_json to_json(const Answer& answer) {
  nlohmann::ordered_json probabilities = nlohmann::ordered_json::array();
  for (const float p : answer.prediction.probabilities) probabilities.push_back(std::round(double{p} * 1e6) / 1e6);
  return {{"image", answer.image},
          {"digit", answer.prediction.label},
          {"probability", probabilities.at(static_cast<std::size_t>(answer.prediction.label))},
          {"probabilities", probabilities},
          {"used_as_is", answer.as_is}};
}

void print_text(const Answer& answer) {
  std::printf("%s: %d  (", answer.image.c_str(), answer.prediction.label);
  const auto& probabilities = answer.prediction.probabilities;
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    std::printf("%s%zu: %s", i == 0 ? "" : ", ", i, share(double{probabilities[i]}).c_str());
  std::puts(")");
}

int run(const Options& options) {
  const TrainingState state = options.model.load();
  const int side = input_side(state, options.model.path);
  std::vector<Answer> answers;
  for (const std::string& path : options.images) answers.push_back(classify(state, side, path));
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Answer& answer : answers) list.push_back(to_json(answer));
    std::cout << dump_json(list.size() == 1 ? list.front() : list) << '\n';
  } else {
    for (const Answer& answer : answers) print_text(answer);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

void add_classify_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("classify", say("which digit a picture shows, with the probability of each"));
  auto options = std::make_shared<Options>();
  command->add_option("MODEL", options->model.path, say("model file, as train --save writes it"))->required();
  command
      ->add_option("IMAGE", options->images,
                   say("PNG, JPEG or PGM pictures of any size, dark on light or light on dark; 28x28 pictures in "
                       "MNIST's style are used as they are"))
      ->required();
  options->model.add_to(*command);
  command->add_flag("--json", options->json, say("one JSON object on stdout, a list for several pictures"));
  command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

}  // namespace mlplab
