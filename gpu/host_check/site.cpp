#include "site.h"

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

namespace host_check {
namespace {

struct Sites {
  std::deque<Site> all{Site{}};
  std::unordered_map<std::uintptr_t, SiteId> by_pc;
  std::map<std::pair<int, const char*>, SiteId> by_line;
};
Sites& sites() {
  static auto* the_sites = new Sites;  // read when the program has ended
  return *the_sites;
}

SiteId add(const Site& site) {
  sites().all.push_back(site);
  return static_cast<SiteId>(sites().all.size() - 1);
}

}  // namespace

SiteId site_of(std::uintptr_t pc, unsigned part) {
  SiteId& id = sites().by_pc[pc << 8U | (part & 255U)];
  if (id == 0) id = add({pc, part, 0, ""});
  return id;
}

SiteId site_of(int line, const char* file) {
  SiteId& id = sites().by_line[{line, file}];
  if (id == 0) id = add({0, 0, line, file});
  return id;
}

const Site& site(SiteId id) { return sites().all[id]; }

}  // namespace host_check
