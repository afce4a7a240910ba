// The names, places and sizes of the checked program's own variables, from its table of symbols: those of shared memory
// (which are thread-local ones) and those of the device.
#pragma once

#include <vector>

#include "memory.h"

namespace host_check {

struct Symbols {
  std::vector<Piece> shared, variables;  // in the order of their addresses
  std::uintptr_t shared_begin = 0, shared_end = 0;
  std::uintptr_t data_begin = 0, data_end = 0;                  // of all variables that can be written
  std::uintptr_t program_begin = UINTPTR_MAX, program_end = 0;  // with what cannot, as texts in the source
};

/// Those of this program and this thread, read once.
const Symbols& symbols();

/// The last of `pieces` that begins at or before `address`; null: none.
const Piece* piece_before(const std::vector<Piece>& pieces, std::uintptr_t address);

}  // namespace host_check
