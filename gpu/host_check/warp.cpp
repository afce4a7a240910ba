#include "warp.h"

#include <algorithm>
#include <bit>

namespace host_check {
namespace {

constexpr unsigned sector_bytes = 32, banks = 32;

/// Calls `each` with the address of every lane from `first` on, `count` of them, that takes part.
template <class Each>
void for_lanes(const Request& request, unsigned first, unsigned count, const Each& each) {
  for (unsigned l = first; l < first + count; ++l)
    if ((request.lanes >> l & 1U) != 0) each(request.address[l]);
}

/// Sorted, each once. `size`: of the pieces of memory that are counted; room for 32 lanes of 16 bytes.
struct Pieces {
  std::array<std::uintptr_t, 32 * 17> numbers;
  std::size_t count = 0;
  void add(std::uintptr_t address, unsigned bytes, unsigned size) {
    for (std::uintptr_t piece = address / size; piece <= (address + bytes - 1) / size; ++piece)
      numbers[count++] = piece;
  }
  void sort() {
    std::sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count));
    count = static_cast<std::size_t>(
        std::unique(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count)) - numbers.begin());
  }
};

unsigned lanes_at_once(const Request& request) { return request.bytes <= 4 ? 32 : request.bytes <= 8 ? 16 : 8; }

}  // namespace

int lanes_of(const Request& request) { return std::popcount(request.lanes); }

int sectors(const Request& request) {
  Pieces pieces;
  for_lanes(request, 0, 32, [&](std::uintptr_t at) { pieces.add(at, request.bytes, sector_bytes); });
  pieces.sort();
  return static_cast<int>(pieces.count);
}

int least_sectors(const Request& request) {
  Pieces bytes;
  for_lanes(request, 0, 32, [&](std::uintptr_t at) { bytes.add(at, request.bytes, 1); });
  bytes.sort();
  return static_cast<int>((bytes.count + sector_bytes - 1) / sector_bytes);
}

int passes(const Request& request) {
  const unsigned at_once = lanes_at_once(request);
  int sum = 0;
  for (unsigned first = 0; first < 32; first += at_once) {
    Pieces words;
    for_lanes(request, first, at_once, [&](std::uintptr_t at) { words.add(at, request.bytes, 4); });
    words.sort();
    std::array<int, banks> words_of_bank{};
    for (std::size_t w = 0; w < words.count; ++w) ++words_of_bank[words.numbers[w] % banks];
    sum += *std::max_element(words_of_bank.begin(), words_of_bank.end());
  }
  return sum;
}

int least_passes(const Request& request) {
  const unsigned at_once = lanes_at_once(request);
  int sum = 0;
  for (unsigned first = 0; first < 32; first += at_once) {
    int lanes = 0;
    for_lanes(request, first, at_once, [&](std::uintptr_t) { ++lanes; });
    sum += lanes > 0 ? 1 : 0;
  }
  return sum;
}

int most_at_one_place(const Request& request) {
  std::array<std::uintptr_t, 32> places{};
  std::size_t count = 0;
  for_lanes(request, 0, 32, [&](std::uintptr_t at) { places[count++] = at; });
  std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count));
  int most = 0, same = 0;
  for (std::size_t i = 0; i < count; ++i) {
    same = i > 0 && places[i] == places[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  return most;
}

}  // namespace host_check
