// The arrays of a call as a kernel gets them: in memory of their own, between pages that nobody may touch, and looked
// around when the call has ended. Part of harness.cpp and cuda_harness.cpp, each of which is one process.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "exchange.h"

namespace mlplab_workshop {
namespace {

constexpr unsigned char guard = 0xff;  // who reads floats of it gets NaN

Head* head = nullptr;
Case* cases = nullptr;
char* memory = nullptr;  // the shared one

/// One array as the kernel gets it, in pages of its own between two that nobody may touch.
struct Block {
  char *begin = nullptr, *pages = nullptr;
  std::size_t bytes = 0, page_bytes = 0;
};
Block blocks[most_arrays];
int block_count = 0;

std::size_t rounded(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

void make_block(const Array& array, Block& block) {
  block.bytes = array.count * 4;
  if (head->sanitized != 0) {
    void* begin = nullptr;
    if (::posix_memalign(&begin, array_alignment, block.bytes) != 0) std::abort();
    block.begin = static_cast<char*>(begin);
    return;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t inner = rounded(block.bytes, page);
  block.page_bytes = inner + 2 * page;
  void* pages = ::mmap(nullptr, block.page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) std::abort();
  block.pages = static_cast<char*>(pages);
  std::memset(block.pages + page, guard, inner);
  // As near to the page behind it as its alignment lets it.
  block.begin = block.pages + page + (inner - rounded(block.bytes, array_alignment));
  ::mprotect(block.pages, page, PROT_NONE);
  ::mprotect(block.pages + page + inner, page, PROT_NONE);
}

void fill_output(const Block& block) {
  for (std::size_t i = 0; i < block.bytes; i += 4) std::memcpy(block.begin + i, &unwritten, 4);
}

void fill_block(const Array& array, const Block& block) {
  if (array.is_output != 0) {
    fill_output(block);
  } else if (block.bytes > 0) {
    std::memcpy(block.begin, memory + array.offset, block.bytes);
  }
  if (array.is_output == 0 && head->sanitized == 0) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    ::mprotect(block.pages + page, block.page_bytes - 2 * page, PROT_READ);
  }
}

void look_around(const Array& array, const Block& block, int index, Case& c) {
  if (array.is_output == 0 && c.input.array < 0)
    for (std::size_t i = 0; i < array.count; ++i)
      if (std::memcmp(block.begin + 4 * i, memory + array.offset + 4 * i, 4) != 0) {
        c.input.array = index, c.input.place = static_cast<std::int64_t>(i);
        break;
      }
  if (head->sanitized != 0 || c.guard.array >= 0) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const char* const end = block.pages + block.page_bytes - page;
  for (const char* p = block.pages + page; p < end; ++p) {
    if (p == block.begin) p += block.bytes;
    if (p >= end) break;
    if (static_cast<unsigned char>(*p) == guard) continue;
    c.guard.array = index, c.guard.place = (p - block.begin) / 4 - (p < block.begin && (p - block.begin) % 4 != 0);
    return;
  }
}

void make_blocks(const Case& c, void** arrays) {
  block_count = 0;
  for (int i = 0; i < c.array_count; ++i) {
    make_block(c.arrays[i], blocks[i]);
    block_count = i + 1;
    fill_block(c.arrays[i], blocks[i]);
    arrays[i] = blocks[i].begin;
  }
}

void fill_outputs(const Case& c) {
  for (int i = 0; i < c.array_count; ++i)
    if (c.arrays[i].is_output != 0) fill_output(blocks[i]);
}

/// Looks at them, hands the outputs over and gives the memory back.
void give_back_blocks(Case& c) {
  for (int i = 0; i < c.array_count; ++i) {
    look_around(c.arrays[i], blocks[i], i, c);
    if (c.arrays[i].is_output != 0 && blocks[i].bytes > 0)
      std::memcpy(memory + c.arrays[i].offset, blocks[i].begin, blocks[i].bytes);
    if (head->sanitized != 0)
      std::free(blocks[i].begin);
    else
      ::munmap(blocks[i].pages, blocks[i].page_bytes);
  }
  block_count = 0;
}

}  // namespace
}  // namespace mlplab_workshop
