// The memory of shadow.cpp: for each page of 1024 bytes which of them were written, and records of its words and bytes.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "site.h"

namespace host_check {

constexpr std::uintptr_t page_bytes = 1024;

/// One access.
struct Mark {
  std::uint32_t thread = 0;  // of the grid, from 1; 0: none
  std::uint32_t epoch = 0, order = 0;
  SiteId site = 0;
  std::uint32_t when = 0;
  bool atomic = false;
};

struct Record {
  std::uint32_t stamp = 0;  // of the run, or the block's, that it is of
  Mark write;
  std::array<Mark, 3> reads;
};

struct Page {
  std::uint32_t written_stamp = 0;
  std::bitset<page_bytes> written;
  std::unique_ptr<std::array<Record, page_bytes / 4>> words;
  bool has_bytes = false;
  std::unordered_map<std::uintptr_t, Record> bytes;  // by address

  std::bitset<page_bytes>& written_bits(std::uint32_t stamp) {
    if (written_stamp != stamp) written.reset(), written_stamp = stamp;
    return written;
  }
  Record& record_of(std::uintptr_t word) {
    if (words == nullptr) words = std::make_unique<std::array<Record, page_bytes / 4>>();
    return (*words)[word % page_bytes / 4];
  }
};

/// The page of an address; made where there is none.
Page& page_of(std::uintptr_t address);

}  // namespace host_check
