#include "core/workshop/cuda_counts.h"

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab::workshop {
namespace {

std::string what_of(const CudaAccess& access) {
  std::string what;
  if (access.kind == "atomic")
    what = say("atomic function: lanes one after the other");
  else if (access.space == "shared")
    what = access.kind == "load" ? say("load, shared memory: passes through its banks")
                                 : say("store, shared memory: passes through its banks");
  else
    what = access.kind == "load" ? say("load, device memory: sectors of 32 bytes")
                                 : say("store, device memory: sectors of 32 bytes");
  return access.nth > 1 ? what + " (" + std::to_string(access.nth) + ")" : what;
}

std::string times_of(long long asked, long long least) {
  return least > 0 ? significant(static_cast<double>(asked) / static_cast<double>(least)) + " ×" : "–";
}

std::string share_of(long long part, long long all) {
  return all > 0 ? share(static_cast<double>(part) / static_cast<double>(all)) : "–";
}

}  // namespace

int line_in(const Work& work, const SourceLine& at) { return at.file == work.source().string() ? at.line : 0; }

std::vector<CountRow> count_rows(const Work& work, const CudaReport& report) {
  std::vector<CountRow> rows;
  for (const CudaAccess& access : report.accesses)
    rows.push_back(
        {line_in(work, access.at), what_of(access), access.asked, access.least, times_of(access.asked, access.least)});
  for (const CudaBranch& branch : report.branches)
    rows.push_back({line_in(work, branch.at), say("branch: a warp goes both ways"), branch.divergent, branch.times,
                    share_of(branch.divergent, branch.times)});
  for (const CudaLaunch& launch : report.launches)
    rows.push_back({line_in(work, launch.at), say("launch: threads that touch no memory"), launch.idle, launch.threads,
                    share_of(launch.idle, launch.threads)});
  return rows;
}

double sectors_ratio(const CudaReport& report) {
  double asked = 0.0, least = 0.0;
  for (const CudaAccess& access : report.accesses) {
    if (access.space != "global" || access.kind == "atomic") continue;
    asked += static_cast<double>(access.asked), least += static_cast<double>(access.least);
  }
  return least > 0.0 ? asked / least : 0.0;
}

nlohmann::ordered_json counts_json(const Work& work, const CudaReport& report) {
  nlohmann::ordered_json json = {{"accesses", nlohmann::ordered_json::array()},
                                 {"branches", nlohmann::ordered_json::array()},
                                 {"launches", nlohmann::ordered_json::array()},
                                 {"uncounted", report.uncounted}};
  for (const CudaAccess& access : report.accesses)
    json["accesses"].push_back({{"line", line_in(work, access.at)},
                                {"kind", access.kind},
                                {"space", access.space},
                                {"nth", access.nth},
                                {"bytes", access.bytes},
                                {"requests", access.requests},
                                {"lanes", access.lanes},
                                {"asked", access.asked},
                                {"least", access.least},
                                {"worst", access.worst}});
  for (const CudaBranch& branch : report.branches)
    json["branches"].push_back(
        {{"line", line_in(work, branch.at)}, {"times", branch.times}, {"divergent", branch.divergent}});
  for (const CudaLaunch& launch : report.launches)
    json["launches"].push_back({{"line", line_in(work, launch.at)},
                                {"launches", launch.launches},
                                {"blocks", launch.blocks},
                                {"threads", launch.threads},
                                {"idle", launch.idle}});
  return json;
}

}  // namespace mlplab::workshop
