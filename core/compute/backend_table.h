// The only list of backends in the program, which passes it in (backends.h). CMake generates it from the
// add_backend(...) lines, so that a static library cannot lose an entry; what was left out of the build stays in the
// list, with the reason.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend.h"
#include "core/model/model_spec.h"

namespace mlplab {

enum class BackendKind { cpu, gpu, external };

struct BackendOptions {
  int workers = 0;                            // 0: all there are
  std::map<std::string, std::string> values;  // the backend's own, as listed in BackendEntry::options
  int local_rank = 0;                         // which of a run's processes on this machine: they share out its devices
  bool operator==(const BackendOptions&) const = default;
};

/// A choice that a backend offers beyond the number of workers, e.g. {"first-layer", {"sparse", "dense"}, …}.
struct BackendOption {
  std::string name;
  std::vector<std::string> values;                    // the first is the default; empty: any text, '' by default
  std::string help;                                   // in English: it is said where it is shown
  std::vector<std::string> approximate = {};          // those of the values that round more coarsely, as TF32 does
  bool (*matters)(const ModelSpec& model) = nullptr;  // the networks for which it changes anything; null: all
  bool matters_for(const ModelSpec& model) const { return matters == nullptr || matters(model); }
};

/// A program of its own that trains, for entries of the kind external. core/launch/external derives from it and knows
/// how such a program is started and what it can compute.
struct OtherProgram {
  virtual ~OtherProgram() = default;
};

struct BackendEntry {
  std::string name;         // as in --backend
  std::string title;        // as on screen: 'OpenMP'; in English, to_say(), where it has words
  std::string description;  // one line: what makes it fast; in English, as help and parallelism
  BackendKind kind = BackendKind::cpu;
  std::string technology;   // (optional) what it is made with: 'C++, OpenMP'; see technology_of()
  std::string parallelism;  // (optional) 'none', 'vector instructions', 'threads', 'processes', 'GPU'; parallelism_of()
  int rank = 0;             // the default backend is the usable CPU one with the highest rank
  std::vector<BackendOption> options;
  /// (optional) Empty when it can run here, else the exact reason. Default: it can wherever it was built.
  std::function<std::string()> why_not = [] { return std::string(); };
  std::function<std::string()> device;  // in words, with the instruction sets; callable only when usable
  std::function<int()> workers_max = [] { return 1; };  // (optional) Default: it is not parallel
  std::function<std::unique_ptr<Backend>(const BackendOptions&)> make;
  /// (optional) For the kind external, which has no `make`. Default: none, it computes in this process.
  std::shared_ptr<const OtherProgram> program;
  /// (optional) Why it cannot train such a network with these options, though it can run here; '' where it can.
  /// Default: it trains every network, as all do that have Backend's operations.
  std::function<std::string(const ModelSpec&, const OptimizerSpec&, const BackendOptions&)> why_not_train;
  /// (optional) Throws UsageError or BackendError for options that the lists of values do not rule out.
  std::function<void(const BackendOptions&)> check;

  /// Its workers are threads on this machine's processors; a device's are its own affair.
  bool on_host() const { return kind == BackendKind::cpu; }
  bool on_device() const { return kind == BackendKind::gpu; }
};

/// Every backend, in the order of the add_backend lines.
const std::vector<BackendEntry>& backend_table();

/// Null where there is none of that name: a kept run may be of a trainer that is not here any more.
const BackendEntry* known_backend(const std::string& name);
/// Throws UsageError listing the valid names.
const BackendEntry& find_backend(const std::string& name);
/// The plain loops that every other backend is held against: the backend `sequential`, which every build has.
const BackendEntry& reference_entry();
/// The usable CPU backend with the highest rank.
const BackendEntry& default_backend();
/// Throws BackendError with the reason where it cannot run here, UsageError for an unknown option or too many workers.
void check_backend(const BackendEntry& entry, const BackendOptions& options);
/// Throws UsageError for `values` that are none of the options `known` of what is called `name`.
void check_options(const std::string& name, const std::vector<BackendOption>& known,
                   const std::map<std::string, std::string>& values);
/// Throws UsageError for a number of workers that is out of range, or too large for `most`.
void check_workers(const std::string& name, int workers, int most);
/// Throws as check_backend(), and BackendError for a program of its own.
std::unique_ptr<Backend> make_backend(const BackendEntry& entry, const BackendOptions& options);

std::string to_string(BackendKind kind);
/// Cells of the comparison's table: the entry's own text; without one, its title and the parallelism of its kind.
std::string technology_of(const BackendEntry& entry);
std::string parallelism_of(const BackendEntry& entry);
/// An entry for a backend that was left out of the build. `reason` in English.
BackendEntry absent_backend(std::string name, std::string title, BackendKind kind, std::string reason);

/// Backends whose names are made by the user, as workshop:FOLDER: no list has them, but they are found by name. To add
/// a family: its function in cmake/all_backends.cpp.in.
struct BackendFamily {
  std::string prefix;  // of the names: 'workshop:'
  /// Never throws and runs nothing; an entry that cannot run says why. Its name may be another way to write `name`.
  std::function<BackendEntry(const std::string& name)> entry;
  /// Whether something of that name is on this machine. Runs nothing.
  std::function<bool(const std::string& name)> is_there;
  /// Tells the code apart that `backend`, one of the family, computes with: another text for another kernel.
  std::function<std::string(const Backend& backend)> code;
};

const std::vector<BackendFamily>& backend_families();
/// Whether `name` is of a family, and so no team and no backend with options, whatever characters it has.
bool names_family(const std::string& name);
/// Whether `name` is of a family that has something of that name here.
bool is_in_family(const std::string& name);
/// 'workshop:/home/ana/mine' for 'workshop:mine': as the entry of a family is called; another name as it is.
std::string full_name(const std::string& name);
/// BackendFamily::code of a backend called `name`; '' where it is of no family, for its code is the program's own.
std::string code_of(const std::string& name, const Backend& backend);

}  // namespace mlplab
