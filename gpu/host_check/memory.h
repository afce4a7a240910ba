// Tells the kind of memory of an address: device memory (between guards, so that what lies past its end is told), an
// array in shared memory, a variable of the device, or the host's. To add a kind: a member of Space and its place in
// place_of().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "site.h"

namespace host_check {

enum class Space : std::uint8_t { local, host, global, shared, variable };
const char* name_of(Space space);

/// A piece of memory that has a name and an end.
struct Piece {
  Space space = Space::global;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::string name;
  bool managed = false, freed = false;
};

struct Place {
  Space space = Space::host;
  const Piece* piece = nullptr;  // the nearest one before where `inside` is false; null: none is near
  bool inside = false;           // all bytes of the access
};

/// `bytes` from `address` on, as a kernel sees them.
Place place_of(std::uintptr_t address, std::size_t bytes);
/// The allocation that `address` is in or near (by its guards); null: none.
Piece* allocation_at(std::uintptr_t address);

/// Each byte of memory that nobody has written: NaN in floats.
constexpr unsigned char filling = 0xff;

/// Null where the device has no room.
void* allocate(std::size_t bytes, bool managed, int line);
/// Gives the room back. The addresses stay taken for a while, so that late uses are told.
void release(Piece& piece);
void for_allocations(const std::function<void(const Piece&)>& each);
void name_piece(std::uintptr_t address, const std::string& name);
std::size_t allocated_bytes();

/// For the next block: shared memory as it is before anything was written, NaN; `dynamic`: bytes that the launch gives.
void clear_shared(std::size_t dynamic);

}  // namespace host_check
