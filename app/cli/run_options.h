// The options that describe a run, shared by every command that trains.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/run/configuration.h"

namespace mlplab {

struct Setting;

/// Add it to a command, then ask for the spec once the command line is parsed. Lives as long as the command.
class RunOptions {
 public:
  /// `except`: names of options that the command gives a meaning of its own.
  void add_to(CLI::App& command, const std::vector<std::string>& except = {});
  /// Whether the user gave an option of the command.
  bool given(const std::string& name) const { return command_->count(name) > 0; }
  /// The first option that the user gave, of a run or `own` of the command, or '': --resume takes none beside it but
  /// `except`.
  std::string first_given(const std::vector<std::string>& except = {}, std::vector<std::string> own = {}) const;
  const std::string& hostfile() const { return hostfile_; }
  const std::string& host() const { return base_.host; }
  /// Whether options of one backend or team are given.
  bool chooses_options() const {
    return !backend_options_.empty() || processes_ > 0 || !hostfile_.empty() || !team_.empty();
  }
  /// The run that the options describe, with the default backend where none is named. Throws UsageError, or InputError
  /// for an unreadable --init model.
  RunSpec spec() const;
  /// Gives the network the data's own images and classes, but not where its widths or --init say what it takes; and
  /// the normalisation that is asked for.
  void fit_network(RunSpec& spec, const Dataset& dataset) const;

 private:
  void add_setting(const Setting& setting);
  bool given_for_run(const std::string& name) const;
  ModelSpec network() const;

  CLI::App* command_ = nullptr;
  std::vector<std::string> names_;
  std::string backend_, network_ = "784-256-10", activation_ = "relu", init_;
  std::vector<std::string> backend_options_;
  void name_members(Configuration& configuration) const;

  int workers_ = 0, processes_ = 0;
  std::string team_, shares_, transport_;
  std::string hostfile_, normalize_;
  RunSpec base_;
};

/// Adds --idle-power to a study: `seconds` is its default, too.
void add_idle_power_option(CLI::App& command, double& seconds);
/// While it is measured.
inline constexpr const char* measuring_idle_words = to_say("measuring the power of the idle machine");

}  // namespace mlplab
