// A finding of the noise guard about a measurement: a code with its numbers, kept in files and compared as such. Words
// are made where it is shown. To add one: a code and its line in the table of finding.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

struct Finding {
  enum Code {
    said,            // by a run or its backend: `text`, which an older file may have of another code, too
    oversubscribed,  // `value` threads on `of` cores
    others_busy,     // other programs kept `value` of `of` CPUs busy
    stolen,          // the hypervisor took `value` of `of` CPUs away
    hot,             // `value` thermal events
    quota,           // `value` periods in which a container's quota ran out
    nice,            // the program's niceness
    governor,        // of the frequency: `text`
    too_short,       // all runs together, to be judged
  };
  Code code = said;
  double value = 0.0;
  int of = 0;
  std::string text = {};
  bool operator==(const Finding&) const = default;
};

/// Something else took the processors' time while it was measured; what is so for every run of the machine, such as the
/// governor, is no disturbance.
bool is_disturbance(const Finding& finding);

std::string in_words(const Finding& finding);
std::vector<std::string> in_words(const std::vector<Finding>& findings);

/// Each kind of finding once, in the order of the first of it, from its lowest number to its highest: 'other programs
/// kept 0.6 to 0.9 of 2 CPUs busy: close them and repeat (3 runs)'; without the number of runs where all have it.
/// `runs`: the findings of each run.
std::vector<std::string> merged_in_words(const std::vector<std::vector<Finding>>& runs);

/// A run's own words, then what was found of it.
std::vector<Finding> with_said(const std::vector<std::string>& said, const std::vector<Finding>& found);

/// An object with the code and its numbers; a string for what a run said. Earlier versions wrote sentences in English,
/// which are understood. Throws nlohmann's exceptions.
void to_json(nlohmann::json& json, const Finding& finding);
void from_json(const nlohmann::json& json, Finding& finding);

/// Adds what is of no kind that was found before.
void add_findings(std::vector<Finding>& found, const std::vector<Finding>& now);

}  // namespace mlplab
