// MPI: mpirun starts the ranks, on this machine or on those of a hostfile. No MPI is linked here; the ranks are
// mlplab-cli, which is (mpi_communicator.cpp).
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"
#include "core/machine/child_processes.h"
#include "core/machine/scratch_folder.h"
#include "core/machine/topology.h"
#include "core/model/network.h"
#include "core/run/run_spec.h"

namespace mlplab {
namespace {

constexpr const char* silence_option = "silence";

std::string value_or(const Team& team, const std::string& name, const std::string& fallback) {
  const auto found = team.options.find(name);
  return found == team.options.end() || found->second.empty() ? fallback : found->second;
}

/// The text between `before` and the first of `ends` after it; '' where `before` is not there.
std::string word_after(const std::string& text, const std::string& before, const char* ends) {
  const std::size_t found = text.find(before);
  if (found == std::string::npos) return {};
  const std::size_t first = text.find_first_not_of(" \n", found + before.size());
  return first == std::string::npos ? "" : text.substr(first, text.find_first_of(ends, first) - first);
}

/// The machine that mpirun has lost the connection to; '' where it has lost none.
std::string lost_host(const std::string& errors) {
  const std::size_t daemon = errors.find("Remote daemon:");  // untranslated: mpirun's words
  return daemon == std::string::npos ? "" : word_after(errors.substr(daemon), "on node ", " \n");
}

/// After how many seconds without a sign of another machine the run ends.
int silence_of(const Team& team) {
  const std::string text = value_or(team, silence_option, "30");
  constexpr int least = 6, most = 3600;
  const std::optional<int> seconds = typed_whole<int>(text);
  if (!seconds || *seconds < least || *seconds > most)
    throw UsageError(say("the option silence is a number of seconds, %1 to %2, not '%3'", least, most, text),
                     std::string("options.") + silence_option);
  return *seconds;
}

/// mpirun and its daemons ask each other for signs of life, half of the time after the last one. A connection that is
/// lost ends the job on both sides; without this the kernel finds out after hours.
std::vector<std::string> keep_alive(int silence_s) {
  std::vector<std::string> words;
  for (const auto& [parameter, value] : {std::pair("oob_tcp_keepalive_time", silence_s / 2),
                                         {"oob_tcp_keepalive_intvl", silence_s / 6},
                                         {"oob_tcp_keepalive_probes", 3}})
    if (std::getenv((std::string("OMPI_MCA_") + parameter).c_str()) == nullptr)  // the user's own stays
      words.insert(words.end(), {"--mca", parameter, std::to_string(value)});
  return words;
}

/// The message that mpirun prints in a box of dashes ('mpirun noticed that process rank 1 with PID 7 on node x exited
/// on signal 9'), in one sentence.
std::string explain(const std::string& errors) {
  const std::string rank = word_after(errors, "noticed that process rank ", " \n");  // untranslated: mpirun's words
  const std::string signal = word_after(errors, "exited on signal ", " .\n");        // untranslated: mpirun's words
  if (!rank.empty() && !signal.empty())
    return say("rank %1 on %2 was killed by signal %3, mpirun has ended the others", rank,
               word_after(errors, "on node ", " \n"), signal);
  if (const std::string silent = lost_host(errors); !silent.empty())
    return say("%1 is silent: the network or that machine is down; the run has ended here, and there by itself",
               silent);
  if (errors.find("not enough slots") != std::string::npos)  // untranslated: mpirun's words
    return say(
        "mpirun has too few slots for so many processes; give the machines of the hostfile more (slots=N) or use fewer "
        "workers");
  return word_after(errors, "mlplab-cli: ", "\n");
}

/// The bytes that the ranks of one machine write to shared memory, as measured with Open MPI 4.1, and as much again for
/// each.
std::uintmax_t shared_bytes(const RunSpec& spec, int ranks) {
  constexpr std::uintmax_t messages = 160 << 10, board = 2 << 20;
  const auto count = static_cast<std::uintmax_t>(ranks);
  if (value_or(*spec.team, "sum", "auto") == "allreduce") return count * messages;
  const std::uintmax_t gradient = network_of(spec.model).parameters_size * sizeof(float);
  const std::uintmax_t sums = spec.team->shares == Shares::fitted ? 2 : 1;  // those of the measurement before it, too
  return count * messages + board + sums * (count + 1) * (gradient + gradient / 8);  // panels are rounded up
}

Launch launch(const RunSpec& spec, const std::filesystem::path& exchange) {
  const int ranks = ranks_of(spec);
  const std::string hostfile = value_or(*spec.team, hostfile_option, "");
  const int threads = std::max(1, spec.options.workers);
  Launch launch;
  launch.command = {"mpirun", "-n", std::to_string(ranks)};
  const auto add = [&](std::initializer_list<std::string> words) {
    launch.command.insert(launch.command.end(), words);
  };
  if (::geteuid() == 0) add({"--allow-run-as-root"});
  const std::vector<std::string> of_ranks = hosts_of_members(spec);
  if (!hostfile.empty() || !of_ranks.empty()) {
    const std::filesystem::path checked = exchange / "hosts";
    std::string text = hostfile.empty() ? std::string() : read_hostfile(hostfile).text;
    for (const std::string& host : of_ranks) text += host + "\n";
    write_file_atomically(checked, text, /*to_disk=*/false);
    add({"--hostfile", checked.string()});
    if (!of_ranks.empty()) add({"--map-by", "seq"});  // rank i runs on the machine of line i
    const std::vector<std::string> alive = keep_alive(silence_of(*spec.team));
    launch.command.insert(launch.command.end(), alive.begin(), alive.end());
    // Without a hostfile mpirun hands its environment on by itself, to other machines only what is named.
    for (const char* name : {"MLPLAB_RESOURCES", "MLPLAB_LANG", "MLPLAB_MPI_SUM", "MLPLAB_MPI_OVERLAP"})
      if (std::getenv(name) != nullptr || std::string_view(name).starts_with("MLPLAB_MPI_")) add({"-x", name});
  } else {
    if (ranks > machine_topology().usable_cores()) add({"--oversubscribe"});
    // Ranks that look each other up in files of PMIx wait for ever where the temporary folder is full.
    launch.environment["PMIX_MCA_gds"] = "hash";
    // Killed processes leave their files and segments: here they are removed with the run.
    add({"--mca", "orte_tmpdir_base", exchange.string()});
    const std::filesystem::path memory = shared_memory_folder;
    if (::access(memory.c_str(), W_OK) == 0) {
      launch.scratch.push_back(memory / exchange.filename());
      launch.scratch_bytes = shared_bytes(spec, ranks);
      add({"--mca", "btl_vader_backing_directory", launch.scratch.back().string()});
      add({"--mca", "osc_sm_backing_directory", launch.scratch.back().string()});
    }
  }
  if (!of_ranks.empty())
    add({"--bind-to", value_or(*spec.team, "bind", "none")});
  else if (value_or(*spec.team, "bind", "none") == "core")
    add({"--map-by", "slot:PE=" + std::to_string(threads), "--bind-to", "core"});
  else
    add({"--bind-to", "none"});
  const std::vector<std::string> rank = rank_command(spec, exchange);
  launch.command.insert(launch.command.end(), rank.begin(), rank.end());
  // Open MPI has hwloc look for graphics boards, which asks for X servers on 'localhost', at every start: five seconds
  // where that name is in no file and no name server answers.
  if (std::getenv("HWLOC_COMPONENTS") == nullptr) launch.environment["HWLOC_COMPONENTS"] = "-gl";
  // In a job that an mpirun has started, the variables that it set would make ours refuse, or join that job. The user's
  // own settings, as OMPI_MCA_btl, stay.
  launch.without = {"OMPI_COMM_WORLD_",
                    "OMPI_UNIVERSE_SIZE",
                    "OMPI_APP_CTX_",
                    "OMPI_FIRST_RANKS",
                    "OMPI_FILE_LOCATION",
                    "OMPI_COMMAND",
                    "OMPI_ARGV",
                    "OMPI_NUM_APP_",
                    "OMPI_MCA_ess",
                    "OMPI_MCA_orte_",
                    "OMPI_MCA_pmix",
                    "OMPI_MCA_initial_",
                    "PMIX_RANK",
                    "PMIX_NAMESPACE",
                    "PMIX_SERVER",
                    "PMIX_HOSTNAME",
                    "PMIX_VERSION",
                    "PMIX_SYSTEM",
                    "PMIX_SECURITY",
                    "PMIX_PTL",
                    "PMIX_BFROP",
                    "PMIX_GDS",
                    "PMIX_DSTORE",
                    "PMIX_ID",
                    "PMI_",
                    "ORTE_"};
  launch.environment["MLPLAB_MPI_SUM"] = value_or(*spec.team, "sum", "auto");
  launch.environment["MLPLAB_MPI_OVERLAP"] = value_or(*spec.team, "overlap", "yes");
  launch.obeys = true;
  launch.silent_s = (hostfile.empty() && of_ranks.empty() ? 60.0 : 300.0) + 2.0 * ranks;
  launch.explain = explain;
  return launch;
}

}  // namespace

Transport mpi_team() {
  Transport mpi;
  mpi.name = mpi_transport;
  mpi.title = "MPI";
  mpi.description =
      to_say("data-parallel ranks under mpirun, on one machine or many; gradients are added with Allreduce");
  mpi.technology = "C++, Open MPI";
#ifdef MLPLAB_NO_MPI
  mpi.in_build = false;
  mpi.why_not = [] { return say("not in this build: %1", say(MLPLAB_NO_MPI)); };
#else
  mpi.options = {
      {"sum",
       {"auto", "window", "allreduce"},
       to_say(
           "window: add gradients in shared memory of one machine; allreduce: MPI_Iallreduce; auto: the window where "
           "it can")},
      {"overlap", {"yes", "no"}, to_say("with allreduce: send each layer's gradient while the backward pass goes on")},
      {"bind", {"none", "core"}, to_say("core: keep each process on cores of its own")},
      {hostfile_option, {}, to_say("a file with the machines, a line each: NAME slots=N")},
      {silence_option,
       {},
       to_say("seconds without a sign of another machine, after which the run ends (default: 30)")}};
  mpi.why_not = [] {
    if (find_program("mpirun").empty()) return say("mpirun was not found in PATH (install openmpi-bin)");
    return cli_missing();
  };
#endif
  mpi.check = [](const RunSpec& spec) {
    const Team& team = *spec.team;
    const std::string hostfile = value_or(team, hostfile_option, "");
    if (!hostfile.empty()) read_hostfile(hostfile);
    silence_of(team);
  };
  mpi.launch = launch;
  return mpi;
}

}  // namespace mlplab
