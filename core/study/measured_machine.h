// The machine that something was measured on, as files keep it: times of two machines, builds or quotas do not mix.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace mlplab {

/// Files keep it, so that what was measured can be read elsewhere.
struct MeasuredMachine {
  std::string cpu;
  std::string cores;  // in English, '8 P-cores + 12 E-cores, 28 threads': machines are told apart by it
  int usable_cores = 1;
  int first_slow_worker = 0;  // 0: none
  int first_smt_worker = 0;
  std::string os, compiler, build_flags, version, commit, governor;
  std::optional<int> logical_cpus;   // this and the next: not in the files of older versions
  std::optional<double> cpu_quota;   // CPUs' worth of time that a container grants; 0: no limit
  std::optional<CoreCounts> counts;  // of `cores`; not in files of before 2026-11-26
  bool operator==(const MeasuredMachine&) const = default;
  /// The names of the figures that its file lacks: 'the processor quota'…
  std::vector<std::string> unknown() const;
  /// In the language that is set; `cores` where the counts are not known.
  std::string cores_in_words() const { return counts ? counts->in_words() : cores; }
};
MeasuredMachine this_machine();
/// The first thing that makes times of two machines, builds or quotas different, as 'the processor X, and here it is
/// Y';
/// '' where the facts that both know are equal. Facts that may change between two runs (system, governor) are not
/// compared.
std::string difference_of(const MeasuredMachine& then, const MeasuredMachine& now);
void to_json(nlohmann::json& json, const MeasuredMachine& machine);
void from_json(const nlohmann::json& json, MeasuredMachine& machine);  // Throws nlohmann's exceptions, UsageError

/// '%1 %2, and here it is %3': a fact that differs, `name` in English.
std::string other_here(const char* name, const std::string& was, const std::string& is);

}  // namespace mlplab
