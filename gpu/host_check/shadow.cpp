#include "shadow.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "block.h"
#include "now.h"
#include "pages.h"

namespace host_check {
namespace {

/// By block: up to when its accesses are known.
using Seen = std::map<std::uint32_t, std::uint32_t>;

struct Orders {
  std::unordered_map<std::uint32_t, Seen> seen;            // by block
  std::unordered_map<std::uint32_t, std::uint32_t> fence;  // by block: when
  std::unordered_map<std::uintptr_t, Seen> told;           // by the place of an atomic function
};
Orders& orders() {
  static auto* the_orders = new Orders;
  return *the_orders;
}

void take_over(Seen& seen, const Seen& more) {
  for (const auto& [block, when] : more) seen[block] = std::max(seen[block], when);
}

/// An atomic function tells what was behind the block's fence, and learns what others have told.
void meet_by_atomic(std::uintptr_t address) {
  Seen& seen = orders().seen[now.block];
  Seen& told = orders().told[address];
  take_over(seen, told);
  if (const auto fence = orders().fence.find(now.block); fence != orders().fence.end()) {
    take_over(told, seen);
    told[now.block] = std::max(told[now.block], fence->second);
  }
}

bool is_ordered(const Mark& before, std::uint32_t thread) {
  if (before.thread == 0 || before.thread == thread + 1) return true;
  const std::uint32_t block = (before.thread - 1) / now.threads;
  if (block == now.block) {
    if (before.epoch < now.epoch) return true;
    const bool warp = (before.thread - 1) % now.threads / 32 == thread % now.threads / 32;
    return warp && before.order < host_cuda::running->current_thread().order;
  }
  const auto seen = orders().seen.find(now.block);
  if (seen == orders().seen.end()) return false;
  const auto when = seen->second.find(block);
  return when != seen->second.end() && when->second >= before.when;
}

struct Store {
  std::uintptr_t address;
  unsigned bytes;
  std::array<unsigned char, 16> before;
  Finding finding;
};
std::vector<Store>& stores() {
  static auto* the_stores = new std::vector<Store>;
  return *the_stores;
}

Finding race(const Place& place, std::uintptr_t address, unsigned bytes, const Mark& other, SiteId site) {
  Finding finding;
  finding.code = (other.thread - 1) / now.threads == now.block ? "race" : "race-blocks";
  finding.at = site, finding.other = other.site;
  finding.spot = spot_here(), finding.other_spot = spot_of(other.thread - 1);
  finding.space = name_of(place.space), finding.name = place.piece->name;
  finding.index = static_cast<long long>((address - place.piece->begin) / bytes);
  finding.bytes = bytes, finding.size = static_cast<long long>(place.piece->bytes);
  return finding;
}

/// A load of a place that another thread changes by an atomic function. It is right where threads go on from that line
/// with an atomic function of their own, as the usual loop around atomicCAS() does.
struct Load {
  SiteId site;
  Finding finding;
};
struct Loads {
  std::vector<Load> doubtful;
  std::set<SiteId> right;
};
Loads& loads() {
  static auto* the_loads = new Loads;
  return *the_loads;
}

void judge_load(const Place& place, std::uintptr_t address, unsigned bytes, const Record& record, SiteId site) {
  if (is_ordered(record.write, thread_of_grid())) return;
  Finding finding = race(place, address, bytes, record.write, site);
  finding.other_writes = true;
  if (record.write.atomic)
    loads().doubtful.push_back({site, finding});
  else
    report(finding);
}

/// The running thread goes on with an atomic function where it had loaded.
void accept_loads(Record& record) {
  for (Mark& reader : record.reads)
    if (reader.thread == thread_of_grid() + 1) loads().right.insert(reader.site), reader = {};
}

void judge_store(const Place& place, std::uintptr_t address, unsigned bytes, const Record& record, bool atomic,
                 SiteId site) {
  const auto note = [&](const Mark& other, bool other_writes) {
    if (is_ordered(other, thread_of_grid()) || (atomic && other.atomic)) return;
    Store store{address, bytes, {}, race(place, address, bytes, other, site)};
    store.finding.writes = true, store.finding.other_writes = other_writes;
    if (atomic && !other_writes) return loads().doubtful.push_back({other.site, store.finding});
    std::memcpy(store.before.data(), reinterpret_cast<const void*>(address), bytes);
    stores().push_back(store);
  };
  note(record.write, true);
  for (const Mark& reader : record.reads) note(reader, false);
}

/// The last one, the last one of another thread, and the last one of another block than that.
void note_reader(Record& record, const Mark& mark) {
  if (record.reads[0].thread != mark.thread) {
    if (record.reads[0].thread != 0 && (record.reads[0].thread - 1) / now.threads != (mark.thread - 1) / now.threads)
      record.reads[2] = record.reads[0];
    record.reads[1] = record.reads[0];
  }
  record.reads[0] = mark;
}

Record& fresh(Record& record, const Place& place) {
  const std::uint32_t stamp = place.space == Space::shared ? now.block_run : now.run;
  if (record.stamp != stamp) record = {}, record.stamp = stamp;
  return record;
}

void judge(const Place& place, std::uintptr_t address, unsigned bytes, Access access, const Record& record,
           SiteId site) {
  if (access == Access::load)
    judge_load(place, address, bytes, record, site);
  else
    judge_store(place, address, bytes, record, access == Access::atomic, site);
}

void note(Record& record, Access access, const Mark& mark) {
  if (access == Access::load)
    note_reader(record, mark);
  else
    record.write = mark;
}

/// One word of 4 bytes, or the part of it that is touched. A byte has a record of its own once one was touched alone.
void check_word(const Place& place, std::uintptr_t address, unsigned bytes, Access access, const Mark& mark,
                SiteId site) {
  const std::uintptr_t word = address / 4 * 4;
  Page& page = page_of(address);
  Record& whole = fresh(page.record_of(word), place);
  if (access == Access::atomic) accept_loads(whole);
  judge(place, address, bytes, access, whole, site);
  if (bytes == 4) note(whole, access, mark);
  if (bytes == 4 && !page.has_bytes) return;
  for (std::uintptr_t byte = address; byte < address + bytes; ++byte) {
    if (bytes == 4 && !page.bytes.contains(byte)) continue;
    Record& record = fresh(page.bytes[byte], place);
    judge(place, address, bytes, access, record, site);
    if (bytes < 4) note(record, access, mark), page.has_bytes = true;
  }
}

}  // namespace

void check_order(const Place& place, std::uintptr_t address, unsigned bytes, Access access, SiteId site) {
  ++now.accesses;
  const Mark mark{thread_of_grid() + 1,    now.epoch, host_cuda::running->current_thread().order, site, now.accesses,
                  access == Access::atomic};
  if (access == Access::atomic) meet_by_atomic(address);
  for (std::uintptr_t at = address; at < address + bytes;) {
    const unsigned part = std::min<unsigned>(static_cast<unsigned>(address + bytes - at), 4 - at % 4);
    check_word(place, at, part, access, mark, site);
    at += part;
  }
}

bool written(const Place& place, std::uintptr_t address, std::size_t bytes) {
  for (std::uintptr_t at = address; at < address + bytes; ++at)
    if (!page_of(at).written_bits(place.space == Space::shared ? now.block_run : 0).test(at % page_bytes) &&
        *reinterpret_cast<const unsigned char*>(at) == filling)
      return false;
  return true;
}

void note_written(Space space, std::uintptr_t address, std::size_t bytes) {
  for (std::uintptr_t at = address; at < address + bytes;) {
    auto& bits = page_of(at).written_bits(space == Space::shared ? now.block_run : 0);
    const std::uintptr_t end = std::min(address + bytes, at / page_bytes * page_bytes + page_bytes);
    for (; at < end; ++at) bits.set(at % page_bytes);
  }
}

void note_unwritten(std::uintptr_t address, std::size_t bytes) {
  for (std::uintptr_t at = address; at < address + bytes; at += page_bytes) page_of(at).written_bits(0).reset();
}

void judge_stores() {
  for (const Store& store : stores())
    if (std::memcmp(store.before.data(), reinterpret_cast<const void*>(store.address), store.bytes) != 0)
      report(store.finding);
  stores().clear();
}

void judge_loads() {
  for (const Load& load : loads().doubtful)
    if (!loads().right.contains(load.site)) report(load.finding);
  loads().doubtful.clear();
}

void note_fence(std::uint32_t block) { orders().fence[block] = now.accesses; }

void forget_run() { orders() = {}; }

SiteId writer_of(std::uintptr_t address) {
  Page& page = page_of(address);
  if (const Record& whole = page.record_of(address / 4 * 4); whole.stamp == now.run && whole.write.site != 0)
    return whole.write.site;
  for (std::uintptr_t byte = address / 4 * 4; byte < address / 4 * 4 + 4; ++byte)
    if (const auto found = page.bytes.find(byte); found != page.bytes.end() && found->second.stamp == now.run)
      return found->second.write.site;
  return 0;
}

}  // namespace host_check
