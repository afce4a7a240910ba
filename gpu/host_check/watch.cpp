#include "watch.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "block.h"
#include "memory.h"
#include "now.h"

namespace host_check {
namespace {

constexpr std::size_t most_events = std::size_t{1} << 18U;  // of a thread between barriers: what is more is not counted
constexpr std::uint32_t steps_of_a_turn = 1U << 20U;        // a thread that waits for another in a loop lets it go on

Finding fault(const char* code, const Place& place, std::uintptr_t address, unsigned bytes, Access access, SiteId at) {
  Finding finding;
  finding.code = code, finding.at = at, finding.spot = spot_here();
  finding.space = name_of(place.space), finding.bytes = bytes, finding.writes = access != Access::load;
  if (place.piece == nullptr) return finding;
  finding.name = place.piece->name, finding.size = static_cast<long long>(place.piece->bytes);
  const auto offset = static_cast<long long>(address - place.piece->begin);
  finding.index = offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
  return finding;
}

void note_event(const Event& event) {
  Trace& trace = traces()[static_cast<std::size_t>(host_cuda::running->current)];
  if (trace.size() < most_events)
    trace.push_back(event);
  else
    note_uncounted();
}

/// Memory that is not the device's: what a GPU cannot reach, or nothing at all.
void report_foreign(const Place& place, std::uintptr_t address, unsigned bytes, Access access, SiteId site) {
  constexpr std::uintptr_t system_page = 4096;
  const bool there = ::msync(reinterpret_cast<void*>(address / system_page * system_page), system_page, MS_ASYNC) == 0;
  report(fault(there                   ? "host-memory"
               : address < system_page ? "null"
                                       : "nowhere",
               place, address, bytes, access, site));
  stop_kernel(cudaErrorIllegalAddress);
}

/// Whether the access may go on to be counted.
bool check_place(const Place& place, std::uintptr_t address, unsigned bytes, Access access, SiteId site) {
  if (place.space == Space::host) {
    report_foreign(place, address, bytes, access, site);
    return false;
  }
  const auto wrong = [&](const char* code) { report(fault(code, place, address, bytes, access, site)); };
  if (!place.inside) {
    wrong("out-of-range");
    return false;
  }
  if (place.piece->freed) wrong("freed");
  if (address % bytes != 0) wrong("misaligned");
  if (access != Access::store && place.space != Space::variable && !written(place, address, bytes)) wrong("unwritten");
  return true;
}

void touch_on_host(std::uintptr_t address, std::size_t bytes, Access access, std::uintptr_t pc) {
  const Piece* piece = allocation_at(address);
  if (piece == nullptr) return;
  if (piece->managed) {
    if (access != Access::load) note_written(Space::global, address, bytes);
    return;
  }
  Finding finding;
  finding.code = "device-memory-on-host", finding.at = site_of(pc), finding.name = piece->name;
  finding.writes = access != Access::load;
  report(finding);
}

}  // namespace

std::vector<Trace>& traces() {
  static auto* the_traces = new std::vector<Trace>;
  return *the_traces;
}

std::vector<bool>& touched() {
  static auto* the_threads = new std::vector<bool>;
  return *the_threads;
}

void stop_kernel(cudaError_t error) {
  now.stopped = error;
  host_cuda::Thread& thread = host_cuda::running->current_thread();
  thread.state = host_cuda::State::at_kernel;  // for good: kernel.cpp gives the block up
  thread.fiber->pause();
}

void touch_at(std::uintptr_t address, unsigned bytes, Access access, SiteId site) {
  judge_stores();
  now.last_access = site;
  const Place place = place_of(address, bytes);
  if (place.space == Space::local) return;
  const auto thread = static_cast<std::size_t>(host_cuda::running->current);
  touched()[thread] = true;
  if (!check_place(place, address, bytes, access, site)) return;
  check_order(place, address, bytes, access, site);
  if (access != Access::load) note_written(place.space, address, bytes);
  if (now.counting) note_event({site, false, access, place.space, static_cast<std::uint8_t>(bytes), address});
}

void touch(std::uintptr_t address, unsigned bytes, Access access, std::uintptr_t pc) {
  if (now.in_kernel)
    touch_at(address, bytes, access, site_of(pc));
  else
    touch_on_host(address, bytes, access, pc);
}

void touch_pieces(std::uintptr_t address, std::size_t bytes, std::size_t piece, Access access, std::uintptr_t pc) {
  if (!now.in_kernel) return touch_on_host(address, bytes, access, pc);
  unsigned part = 0;
  for (std::size_t done = 0; done < bytes; ++part) {
    while (piece > bytes - done) piece /= 2;
    touch_at(address + done, static_cast<unsigned>(piece), access, site_of(pc, part));
    done += piece;
  }
}

void report_bounds(int line, const char* file, const char* array, long long index) {
  Finding finding;
  finding.code = "index", finding.at = site_of(line, file), finding.name = array, finding.index = index;
  if (now.in_kernel) finding.spot = spot_here(), finding.space = "kernel";
  report(finding);
}

void check_stack(std::uintptr_t frame) {
  if (!now.in_kernel) return;
  const host_cuda::Fiber* fiber = host_cuda::running->current_thread().fiber;
  constexpr std::uintptr_t reserve = 16 << 10U;  // for what watches, which runs on the same stack
  if (fiber == nullptr || fiber->holds(frame - reserve)) return;
  Finding finding;
  finding.code = "stack", finding.at = site_of(now.step), finding.spot = spot_here();
  report(finding);
  std::_Exit(1);  // what lies below the stack is not ours, and may be lost
}

void compare(std::uintptr_t pc) {
  if (now.in_kernel) now.branch = pc;
}

void step(std::uintptr_t pc) {
  now.step = pc;
  if (!now.in_kernel) return;
  if (now.branch != 0 && now.counting) note_event({site_of(now.branch), true, Access::load, Space::local, 0, pc});
  now.branch = 0;
  if (++now.steps < steps_of_a_turn) return;
  host_cuda::Thread& thread = host_cuda::running->current_thread();
  thread.state = host_cuda::State::ready;
  thread.fiber->pause();
}

}  // namespace host_check

namespace host_cuda {

void atomic_access(const void* target, unsigned bytes, bool is_float, int line, const char* file) {
  using namespace host_check;
  now.adds_floats = now.adds_floats || is_float;
  if (now.in_kernel) touch_at(reinterpret_cast<std::uintptr_t>(target), bytes, Access::atomic, site_of(line, file));
}

void note_assignment(void* to, const void* from, std::size_t bytes, std::size_t alignment, void* pc) {
  using namespace host_check;
  const auto line = reinterpret_cast<std::uintptr_t>(pc);
  touch_pieces(reinterpret_cast<std::uintptr_t>(from), bytes, alignment, Access::load, line);
  touch_pieces(reinterpret_cast<std::uintptr_t>(to), bytes, alignment, Access::store, line);
}

void fence() {
  if (host_check::now.in_kernel) host_check::note_fence(host_check::now.block);
}

}  // namespace host_cuda
