#include "core/machine/caches.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "core/base/files.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

std::string word_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

/// '48K', '2M'; 0 for what is no size.
std::size_t size_of(const std::string& text) {
  std::size_t number = 0, at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < (std::size_t{1} << 40); ++at)
    number = 10 * number + static_cast<std::size_t>(text[at] - '0');
  const std::string unit = text.substr(at);
  if (unit == "K") return number << 10;
  if (unit == "M") return number << 20;
  return unit.empty() ? number : 0;
}

}  // namespace

std::vector<DataCache> data_caches(const std::filesystem::path& devices) {
  std::vector<DataCache> caches;
  for (const std::filesystem::path& index : entries_in(devices / "system/cpu/cpu0/cache")) {
    const std::string type = word_in(index / "type");
    if (type != "Data" && type != "Unified") continue;
    const std::string level = word_in(index / "level");
    DataCache cache{.bytes = size_of(word_in(index / "size"))};
    if (level.size() == 1 && level[0] >= '1' && level[0] <= '9') cache.level = level[0] - '0';
    cache.cpus = std::max(1, static_cast<int>(parse_cpu_list(word_in(index / "shared_cpu_list")).size()));
    if (cache.level > 0 && cache.bytes > 0) caches.push_back(cache);
  }
  std::ranges::sort(caches, {}, &DataCache::level);
  return caches;
}

}  // namespace mlplab
