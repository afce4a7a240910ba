// Files of JSON, one value per line: read, changed and written again by tests.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/json.h"
#include "core/study/store.h"
#include "tests/support/support.h"

namespace mlplab::test {

/// An array of them.
inline nlohmann::json read_json_lines(const std::filesystem::path& file) {
  nlohmann::json lines = nlohmann::json::array();
  const std::string text = read_bytes(file);
  for (const std::string_view line : whole_lines(text)) lines.push_back(parse_json(line));
  return lines;
}

inline void write_json_lines(const std::filesystem::path& file, const nlohmann::json& lines) {
  write_bytes(file, text_of_lines(lines));
}

}  // namespace mlplab::test
