#include "app/cli/run_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/data/dataset.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/processes/transport.h"
#include "core/model/layers/activation.h"
#include "core/model/model_file.h"
#include "core/model/network_file.h"
#include "core/model/normalized_input.h"
#include "core/run/settings.h"

namespace mlplab {

namespace {

/// The default where it is 'auto'.
Normalize read_normalization(const std::string& text) {
  if (text == "auto") return {};
  try {
    return parse_normalization(text);
  } catch (const UsageError& error) {
    throw UsageError(say("%1, or auto", error.what()), error.field());
  }
}

/// A channel that is the same everywhere is left as it is but for its mean.
Normalize measured_normalization(const Dataset& dataset) {
  const ChannelStatistics measured = channel_statistics(dataset);
  Normalize normalize{measured.mean, measured.deviation};
  for (double& deviation : normalize.deviation)
    if (deviation < 1e-3) deviation = 1.0;
  return normalize;
}

}  // namespace

void RunOptions::add_to(CLI::App& command, const std::vector<std::string>& except) {
  command_ = &command;
  const auto option = [&](const std::string& name, auto& value, const std::string& help) {
    names_.push_back(name);
    return command.add_option(name, value, help)
        ->group(to_say("The run"))
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  option("--backend", backend_, say("where to train, see 'mlplab-cli backends' (default: the best CPU backend)"));
  option("--workers", workers_, say("threads or processes of the backend (default: all)"));
  option("--backend-option", backend_options_, say("NAME=VALUE, an option of the backend, see 'mlplab-cli backends'"))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  option("--processes", processes_,
         say("N processes that share every batch, under MPI; each has --workers threads of the backend"));
  option("--team", team_,
         say("processes that share every batch and need not be alike: BACKEND[:DEVICE][/THREADS][*PROCESSES],… as "
             "simd,sequential or cuda:0,openmp/2*3, or a JSON file"));
  option("--transport", transport_,
         say("what connects the processes of --team or --processes: shared (the default of --team), pipes, mpi (the "
             "default of --processes and with a hostfile), or nccl (GPUs, which add up the gradients themselves)"));
  option("--shares", shares_,
         say("with --team: of every batch, equal (the default), fitted (measured before the first step), or a number "
             "for each member, as 3:1"));
  option("--hostfile", hostfile_, say("with --processes or --backend mpi: the machines, a line each: NAME slots=N"));
  option("--normalize", normalize_,
         say("auto (measured on the training images) or mean=0.5,std=0.5: images become (x - mean) / std, x from 0 to "
             "1; a number for each channel as mean=0.5:0.4:0.4"));
  option("--network", network_,
         say("widths of the layers, as 784-256-10, or a network's name or file, see 'mlplab-cli network'"))
      ->capture_default_str();
  option("--activation", activation_, activation_names())->capture_default_str();
  option("--init", init_,
         say("a model file to start from instead of the seed's weights; one of another program with --network"));
  for (const Setting& setting : settings())
    if (setting.option != nullptr) add_setting(setting);
  for (const std::string& name : except) {
    command.remove_option(command.get_option(name));
    std::erase(names_, name);
  }
}

void RunOptions::add_setting(const Setting& setting) {
  const std::string name = setting.option;
  names_.push_back(name);
  std::string help = setting.help == nullptr ? std::string() : say(setting.help);
  CLI::Option* option = nullptr;
  visit_setting(setting, base_, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_same_v<T, bool>) {
      option = command_->add_flag(name, *value, help);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      option = command_->add_option(name, *value, help);
      if (!setting.only_where_set && setting.off == nullptr) option->capture_default_str();
    } else {
      if (!setting.choices.empty()) help += (help.empty() ? "" : ": ") + names_of_choices(setting);
      option = command_->add_option_function<std::string>(
          name, [this, &setting](const std::string& text) { set_text(setting, base_, text); }, help);
      if constexpr (std::is_same_v<T, std::optional<double>>) option->type_name("FLOAT");
      if (!setting.choices.empty()) option->default_str(text_of(setting, base_));
    }
  });
  option->group(to_say("The run"))->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

bool RunOptions::given_for_run(const std::string& name) const {
  return std::ranges::find(names_, name) != names_.end() && given(name);
}

std::string RunOptions::first_given(const std::vector<std::string>& except, std::vector<std::string> own) const {
  own.insert(own.end(), names_.begin(), names_.end());
  for (const std::string& name : own)
    if (given(name) && std::ranges::find(except, name) == except.end()) return name;
  return {};
}

/// Adds --team and --shares to what is named on the command line.
void RunOptions::name_members(Configuration& configuration) const {
  if (given_for_run("--workers") || processes_ > 0)
    throw UsageError(
        say("--team says how many processes there are, and the threads of each: leave out --workers and "
            "--processes"));
  if (!transport_.empty() || transport_of(configuration.name).empty()) {
    if (!backend_.empty())
      throw UsageError(say("the members of --team say what computes: leave out --backend %1", backend_));
    configuration.name = name_of_transport(!transport_.empty()  ? find_transport(transport_).name
                                           : !hostfile_.empty() ? mpi_transport
                                                                : shared_transport);
  }
  if (team_.ends_with(".json")) return;  // read later, into the team
  configuration.options[members_option] = team_;
  if (!shares_.empty()) configuration.options[shares_option] = shares_;
}

RunSpec RunOptions::spec() const {
  RunSpec spec = base_;
  Configuration configuration{.name = backend_.empty() ? default_backend().name : find_configuration(backend_).name,
                              .workers = workers_,
                              .options = {}};
  if (given_for_run("--workers") && workers_ < 1) throw UsageError(say("%1 must be at least 1", "--workers"));
  for (const std::string& text : backend_options_) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw UsageError(say("--backend-option takes NAME=VALUE, not '%1'", text));
    configuration.options[text.substr(0, equals)] = text.substr(equals + 1);
  }
  if (given_for_run("--processes") && processes_ < 1) throw UsageError(say("%1 must be at least 1", "--processes"));
  if (processes_ > 0) {
    if (known_backend(configuration.name) == nullptr || find_backend(configuration.name).program)
      throw UsageError(
          say("--processes shares out the work of a backend that runs in one process; with --backend %1 say --workers "
              "%2",
              configuration.name, processes_));
  }
  if (names_members(configuration.name) && given_for_run("--workers"))
    throw UsageError(say("%1 says how many processes there are: leave out --workers", configuration.name));
  if (!transport_.empty() && team_.empty() && processes_ == 0)
    throw UsageError(say("--transport connects processes: say --team or --processes"));
  if (!team_.empty())
    name_members(configuration);
  else if (!shares_.empty())
    throw UsageError(say("--shares are those of a team: name its members with --team"));
  set_configuration(spec, configuration);
  if (team_.ends_with(".json")) {
    read_team_file(team_, *spec.team);
    if (!shares_.empty()) set_shares(*spec.team, shares_);
    follow_members(spec);
  }
  if (processes_ > 0) make_team(spec, transport_.empty() ? mpi_transport : find_transport(transport_).name, processes_);
  if (!normalize_.empty()) read_normalization(normalize_);
  if (!hostfile_.empty()) (spec.team ? spec.team->options : spec.options.values)[hostfile_option] = hostfile_;
  spec.model = network();
  spec.init_model = init_;
  if (!init_.empty() && !given("--network")) spec.model = load_model(init_).model;
  if (given_for_run("--batch-per-rank")) {
    if (given_for_run("--batch"))
      throw UsageError(say("--batch is of all workers together, --batch-per-rank of each: say one of them"));
    if (spec.batch_per_rank < 1) throw UsageError(say("--batch-per-rank must be at least 1"));
    if (shares_batch(spec)) fit_batch(spec);  // ranks of a job are counted when it runs
  }
  validate(spec);
  return spec;
}

ModelSpec RunOptions::network() const {
  if (!given("--network") || is_widths(network_))
    return make_mlp(parse_widths(network_), parse_activation(activation_), base_.model.loss, base_.model.initializer);
  if (given_for_run("--activation"))
    throw UsageError(
        say("--activation is of the hidden layers of a network given by its widths; %1 names its own", network_));
  ModelSpec model = find_network(network_, find_resources()).model;
  if (given_for_run("--loss")) model.loss = base_.model.loss;
  if (given_for_run("--initializer")) model.initializer = base_.model.initializer;
  return model;
}

void RunOptions::fit_network(RunSpec& spec, const Dataset& dataset) const {
  const bool named = given("--network");
  const bool fixed = named ? is_widths(network_) : !init_.empty();
  if (!fixed) fit_to(spec.model, image_shape(dataset), dataset.classes());
  if (!normalize_.empty()) {
    if (!init_.empty())
      throw UsageError(say("the model of --init says itself how images are normalised; leave out --normalize"));
    validate_against(spec, dataset);  // the sentence is about the network that was asked for
    normalize_input(spec.model, image_shape(dataset),
                    normalize_ == "auto" ? measured_normalization(dataset) : read_normalization(normalize_));
  }
  validate(spec);
}

void add_idle_power_option(CLI::App& command, double& seconds) {
  command
      .add_option(
          "--idle-power", seconds,
          say("where there is an energy meter: seconds in which the idle machine's power is measured before the "
              "first run, for the energy without it; 0: not"))
      ->capture_default_str()
      ->check(CLI::Range(0.0, 600.0));
}

}  // namespace mlplab
