#include "memory.h"

#include <sys/mman.h>

#include <cstring>
#include <deque>
#include <map>

#include "block.h"
#include "cuda_launch.h"
#include "symbols.h"

namespace host_cuda {

constexpr std::size_t most_dynamic_bytes = std::size_t{227} << 10U;  // of a block, compute capability 9.0
alignas(128) unsigned char dynamic_shared[most_dynamic_bytes];

}  // namespace host_cuda

namespace host_check {
namespace {

constexpr std::size_t guard_bytes = std::size_t{1} << 20U, page_bytes = 4096, device_bytes = std::size_t{1} << 30U;

struct Device {
  std::map<std::uintptr_t, Piece> pieces;  // by the beginning of their guards
  std::deque<std::uintptr_t> freed;        // keys of `pieces`, the oldest first
  std::size_t allocated = 0;
  int number = 0;
  Piece dynamic{Space::shared, reinterpret_cast<std::uintptr_t>(host_cuda::dynamic_shared), 0, "", false, false};
  Piece* last = nullptr;
};
Device& device() {
  static auto* the_device = new Device;
  return *the_device;
}

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_bytes - 1) / page_bytes * page_bytes; }

bool near(const Piece& piece, std::uintptr_t address) {
  return address + guard_bytes >= piece.begin && address < piece.begin + whole_pages(piece.bytes) + guard_bytes;
}

bool holds(const Piece& piece, std::uintptr_t address, std::size_t bytes) {
  return address >= piece.begin && address + bytes <= piece.begin + piece.bytes;
}

Place in_pieces(Space space, const Piece* piece, std::uintptr_t address, std::size_t bytes) {
  return {space, piece, piece != nullptr && holds(*piece, address, bytes)};
}

bool in_dynamic(std::uintptr_t address) {
  return address >= device().dynamic.begin && address < device().dynamic.begin + host_cuda::most_dynamic_bytes;
}

}  // namespace

const char* name_of(Space space) {
  switch (space) {
    case Space::local:
      return "local";
    case Space::host:
      return "host";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::variable:
      return "variable";
  }
  return "";
}

Piece* allocation_at(std::uintptr_t address) {
  Device& now = device();
  if (now.last != nullptr && near(*now.last, address)) return now.last;
  const auto next = now.pieces.upper_bound(address);
  if (next == now.pieces.begin()) return nullptr;
  Piece& piece = std::prev(next)->second;
  if (!near(piece, address)) return nullptr;
  return now.last = &piece;
}

Place place_of(std::uintptr_t address, std::size_t bytes) {
  const Symbols& known = symbols();
  if (address >= known.shared_begin && address < known.shared_end) {
    const Piece* piece = piece_before(known.shared, address);
    return in_pieces(piece == nullptr ? Space::shared : piece->space, piece, address, bytes);
  }
  if (const auto* fiber = host_cuda::running->current_thread().fiber; fiber != nullptr && fiber->holds(address))
    return {Space::local, nullptr, true};
  if (const Piece* piece = allocation_at(address); piece != nullptr)
    return in_pieces(Space::global, piece, address, bytes);
  if (in_dynamic(address)) return in_pieces(Space::shared, &device().dynamic, address, bytes);
  if (address >= known.data_begin && address < known.data_end) {
    const auto here = reinterpret_cast<std::uintptr_t>(&host_cuda::here);
    if (address >= here && address < here + sizeof host_cuda::here) return {Space::local, nullptr, true};
    return in_pieces(Space::variable, piece_before(known.variables, address), address, bytes);
  }
  if (address >= known.program_begin && address < known.program_end) return {Space::local, nullptr, true};
  return {};
}

void* allocate(std::size_t bytes, bool managed, int line) {
  Device& now = device();
  if (bytes == 0 || bytes > device_bytes || now.allocated + bytes > device_bytes) return nullptr;
  void* mapped = ::mmap(nullptr, whole_pages(bytes) + 2 * guard_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped) + guard_bytes;
  auto* data = reinterpret_cast<void*>(begin);
  std::memset(data, filling, whole_pages(bytes));
  now.allocated += bytes;
  ++now.number;
  now.pieces[begin - guard_bytes] = {Space::global, begin, bytes, "", managed, false};
  now.pieces[begin - guard_bytes].name = "@" + std::to_string(line);
  return data;
}

void release(Piece& piece) {
  constexpr std::size_t most_freed = 256;
  Device& now = device();
  piece.freed = true;
  now.allocated -= piece.bytes;
  ::madvise(reinterpret_cast<void*>(piece.begin), whole_pages(piece.bytes), MADV_DONTNEED);
  now.freed.push_back(piece.begin - guard_bytes);
  if (now.freed.size() <= most_freed) return;
  const auto oldest = now.pieces.find(now.freed.front());
  ::munmap(reinterpret_cast<void*>(oldest->first), whole_pages(oldest->second.bytes) + 2 * guard_bytes);
  if (now.last == &oldest->second) now.last = nullptr;
  now.pieces.erase(oldest);
  now.freed.pop_front();
}

void for_allocations(const std::function<void(const Piece&)>& each) {
  for (const auto& entry : device().pieces) each(entry.second);
}

void name_piece(std::uintptr_t address, const std::string& name) {
  if (Piece* piece = allocation_at(address); piece != nullptr) piece->name = name;
}

std::size_t allocated_bytes() { return device().allocated; }

void clear_shared(std::size_t dynamic) {
  for (const Piece& piece : symbols().shared)
    if ((piece.begin - symbols().shared_begin) % 128 == 0)  // as __shared__ places them; others are not of kernels
      std::memset(reinterpret_cast<void*>(piece.begin), filling, piece.bytes);
  device().dynamic.bytes = dynamic;
  std::memset(host_cuda::dynamic_shared, filling, dynamic);
}

}  // namespace host_check
