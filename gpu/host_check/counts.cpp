#include "counts.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "report.h"
#include "warp.h"

namespace host_check {
namespace {

struct OfLine {
  long long requests = 0, lanes = 0, asked = 0, least = 0, worst = 0;
};
struct OfBranch {
  long long times = 0, divergent = 0;
};
struct OfLaunch {
  long long launches = 0, blocks = 0, threads = 0, idle = 0;
};
using Kind = std::tuple<SiteId, Access, Space, unsigned>;  // bytes of a lane

struct Counts {
  std::map<Kind, OfLine> lines;
  std::map<SiteId, OfBranch> branches;
  std::map<SiteId, OfLaunch> launches;
  long long uncounted = 0;
};
Counts& counts() {
  static auto* the_counts = new Counts;
  return *the_counts;
}

/// The accesses or branches of one warp at one site, time by time.
struct Times {
  Event first;
  std::vector<Request> requests;
  std::array<std::uint32_t, 32> times{};  // by lane: how often it was here
};

/// The cost and the least possible: sectors of global memory, passes of shared memory, lanes that wait for one another.
std::pair<int, int> cost(const Request& request, const Event& event) {
  if (event.access == Access::atomic) return {most_at_one_place(request), 1};
  if (event.space == Space::shared) return {passes(request), least_passes(request)};
  return {sectors(request), least_sectors(request)};
}

void add_accesses(const Times& times) {
  const Event& event = times.first;
  OfLine& line = counts().lines[{event.site, event.access, event.space, event.bytes}];
  for (const Request& request : times.requests) {
    const auto [asked, least] = cost(request, event);
    ++line.requests;
    line.lanes += lanes_of(request), line.asked += asked, line.least += least;
    line.worst = std::max<long long>(line.worst, asked);
  }
}

/// Lanes that go on at different places.
void add_branches(const Times& times) {
  OfBranch& branch = counts().branches[times.first.site];
  for (const Request& request : times.requests) {
    std::uintptr_t one = 0;
    bool differ = false;
    for (unsigned l = 0; l < 32; ++l) {
      if ((request.lanes >> l & 1U) == 0) continue;
      differ = differ || (one != 0 && one != request.address[l]);
      one = request.address[l];
    }
    ++branch.times;
    if (differ) ++branch.divergent;
  }
}

void put_beside(std::map<std::tuple<SiteId, bool, Access, Space, unsigned>, Times>& sites, const Event& event,
                unsigned lane) {
  Times& times = sites[{event.site, event.branch, event.access, event.space, event.bytes}];
  if (times.requests.empty()) times.first = event;
  const std::uint32_t time = times.times[lane]++;
  if (times.requests.size() <= time) times.requests.resize(time + 1);
  Request& request = times.requests[time];
  request.lanes |= 1U << lane, request.bytes = event.bytes, request.address[lane] = event.at;
}

void write_access(const Kind& kind, const OfLine& line) {
  const auto [site, access, space, bytes] = kind;
  Line text("access");
  text.add_site("", site).add("kind", std::string(access == Access::load    ? "load"
                                                  : access == Access::store ? "store"
                                                                            : "atomic"));
  text.add("space", std::string(name_of(space))).add("bytes", static_cast<long long>(bytes));
  text.add("requests", line.requests).add("lanes", line.lanes).add("asked", line.asked).add("least", line.least);
  text.add("worst", line.worst).write();
}

}  // namespace

void count_traces(std::vector<Trace>& traces) {
  for (std::size_t first = 0; first < traces.size(); first += 32) {
    std::map<std::tuple<SiteId, bool, Access, Space, unsigned>, Times> sites;
    for (std::size_t t = first; t < std::min(first + 32, traces.size()); ++t) {
      for (const Event& event : traces[t]) put_beside(sites, event, static_cast<unsigned>(t - first));
      traces[t].clear();
    }
    for (const auto& [key, times] : sites) times.first.branch ? add_branches(times) : add_accesses(times);
  }
}

void count_launch(SiteId launch, long long blocks, long long threads, long long idle) {
  OfLaunch& all = counts().launches[launch];
  ++all.launches;
  all.blocks += blocks, all.threads += threads, all.idle += idle;
}

void note_uncounted() { ++counts().uncounted; }

void write_counts() {
  if (counts().uncounted > 0) Line("uncounted").add("events", counts().uncounted).write();
  for (const auto& [kind, line] : counts().lines) write_access(kind, line);
  for (const auto& [site, branch] : counts().branches)
    Line("branch").add_site("", site).add("times", branch.times).add("divergent", branch.divergent).write();
  for (const auto& [site, launch] : counts().launches)
    Line("launch")
        .add_site("", site)
        .add("launches", launch.launches)
        .add("blocks", launch.blocks)
        .add("threads", launch.threads)
        .add("idle", launch.idle)
        .write();
}

}  // namespace host_check
