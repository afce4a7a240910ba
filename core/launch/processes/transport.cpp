#include "core/launch/processes/transport.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/listed.h"
#include "core/compute/backends.h"
#include "core/machine/child_processes.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// As many ranks as the run asks for, side by side on this machine; group.h connects them.
Launch launch_beside(const RunSpec& spec, const fs::path& exchange) {
  Launch launch;
  launch.command = rank_command(spec, exchange);
  launch.transport = spec.team->transport;
  launch.ranks = ranks_of(spec);
  launch.obeys = true;
  return launch;
}

/// Processes on this machine that group.h connects.
Transport beside(const char* name, const char* title, const char* description, const char* technology) {
  return {.name = name,
          .title = title,
          .description = description,
          .technology = technology,
          .options = {},
          .why_not = cli_missing,
          .check = {},
          .launch = launch_beside};
}

/// '' where some backend computes on a device here.
std::string no_device() {
  std::string reason = say("no backend of this build computes on a GPU");
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.on_device()) continue;
    reason = entry.why_not();
    if (reason.empty()) break;
  }
  return reason;
}

void check_devices(const RunSpec& spec) {
  for (const Compute& compute : computes_of(spec))
    if (const BackendEntry& entry = find_backend(compute.backend); !entry.on_device())
      throw UsageError(say("the transport nccl adds up gradients on GPUs: %1 computes on none; choose a GPU backend, "
                           "or the transport shared",
                           entry.name),
                       "team.transport");
  for (const DeviceSums& sums : device_sums())
    if (const std::string why_not = sums.why_not(); !why_not.empty()) throw BackendError(why_not);
}

/// Processes that the host connects, whose devices exchange the gradients themselves (Communicator::sums_on_devices).
Transport nccl_team() {
  Transport nccl = beside(nccl_transport, to_say("GPUs, NCCL"),
                          to_say("a process for each GPU; gradients are added on the devices, which send them to each "
                                 "other without the host"),
                          to_say("C++, POSIX processes, NCCL"));
  nccl.why_not = [] {
    std::string reason = cli_missing();
    return reason.empty() ? no_device() : reason;
  };
  nccl.check = check_devices;
  return nccl;
}

}  // namespace

const std::vector<Transport>& transports() {
  static const std::vector<Transport> table = {
      // The published design; the messages are in pipe_communicator.cpp.
      beside(pipes_transport, to_say("Processes, pickled"),
             to_say("each process serialises its gradient into a pipe and gets the weights back, in every step"),
             to_say("C++, POSIX processes, pipes")),
      // All that processes can do when nothing is sent; the sum is in shared_communicator.cpp.
      beside(shared_transport, to_say("Processes, shared memory"),
             to_say("each process computes its share of every batch; gradients are added in memory that all see"),
             to_say("C++, POSIX processes, shared memory")),
      mpi_team(), nccl_team()};
  return table;
}

const Transport& find_transport(const std::string& name) {
  const auto found = std::ranges::find(transports(), name, &Transport::name);
  if (found != transports().end()) return *found;
  throw UsageError(say("there is no transport '%1'; valid are %2", name, joined(transports(), ", ", &Transport::name)),
                   "team.transport");
}

fs::path cli_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "mlplab-cli";
}

namespace {

Compute with_threads(Compute compute) {
  const BackendEntry& entry = find_backend(compute.backend);
  const bool many = entry.on_host() && entry.workers_max() != 1;
  int& threads = compute.options.workers;
  // One thread is what a backend of one worker has; a GPU's workers are its own affair.
  if (threads == 0 && many) threads = 1;
  if (threads == 1 && !many) threads = 0;
  return compute;
}

}  // namespace

std::vector<Compute> computes_of(const RunSpec& spec) {
  if (!spec.team) return {{spec.backend, spec.options}};
  const auto count = [](int processes) { return static_cast<std::size_t>(processes); };
  if (spec.team->members.empty())
    return std::vector<Compute>(count(ranks_of(spec)), with_threads({spec.backend, spec.options}));
  std::vector<Compute> computes;
  for (const TeamMember& member : spec.team->members)
    computes.insert(computes.end(), count(member.count), with_threads(member.compute));
  return computes;
}

std::vector<Compute> with_devices(std::vector<Compute> computes, std::size_t first) {
  int next = 0;
  for (std::size_t rank = first; rank < computes.size(); ++rank)
    if (find_backend(computes[rank].backend).on_device()) computes[rank].options.local_rank = next++;
  return computes;
}

/// Which device computes does not matter: the engine is of one kind.
bool is_mixed(const Team& team) {
  const auto kind = [](TeamMember member) {
    member.compute.options.values.erase(device_option);
    return member.compute;
  };
  return std::ranges::any_of(team.members, [&](const TeamMember& m) { return kind(m) != kind(team.members.front()); });
}

bool has_local_statistics(const RunSpec& spec, int processes) {
  const bool norms = std::ranges::any_of(
      spec.model.layers, [](const Node& node) { return std::holds_alternative<BatchNorm>(node.layer); });
  return norms && processes != 1 && spec.team && spec.team->local_statistics;
}

int ranks_of(const RunSpec& spec) {
  if (!spec.team->members.empty()) return ranks_of(spec.team->members);
  if (spec.team->ranks > 0) return spec.team->ranks;
  if (spec.team->transport == nccl_transport) {
    int devices = 0;
    for (const DeviceSums& sums : device_sums()) devices += sums.devices();
    return std::max(1, devices);
  }
  return std::max(1, machine_topology().usable_cores() / std::max(1, spec.options.workers));
}

std::vector<std::string> rank_command(const RunSpec& spec, const fs::path& exchange) {
  return {cli_path().string(), "rank", "--spec", dump_json(nlohmann::json(spec)), "--exchange", exchange.string()};
}

std::string cli_missing() {
  const fs::path cli = cli_path();
  return find_program(cli.string()).empty()
             ? say("the program mlplab-cli, which runs in each process, is not at %1", cli.string())
             : "";
}

}  // namespace mlplab
