#include "core/cuda_check/lines.h"

#include <charconv>
#include <sstream>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/cuda_check/run_command.h"

namespace mlplab {
namespace {

std::string hexadecimal(std::uint64_t address) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16);
  return {digits.data(), end.ptr};
}

/// '/tmp/a.cu:12 (discriminator 3)' → the file and 12.
SourceLine line_of(std::string text) {
  if (const std::size_t more = text.find(" (disc"); more != std::string::npos) text.resize(more);
  const std::size_t colon = text.rfind(':');
  SourceLine line;
  if (colon == std::string::npos || text.starts_with("??")) return line;
  if (const auto number = typed_whole<int>(text.substr(colon + 1))) line = {text.substr(0, colon), *number};
  return line;
}

}  // namespace

std::map<std::uint64_t, AddressLine> lines_of(const std::filesystem::path& program,
                                              const std::vector<std::uint64_t>& addresses) {
  constexpr double limit_s = 60;
  std::map<std::uint64_t, AddressLine> lines;
  if (addresses.empty()) return lines;
  std::vector<std::string> words{"addr2line", "-f", "-e", program.string()};
  for (const std::uint64_t address : addresses) words.push_back(hexadecimal(address));
  const CommandEnd end = run_command("addr2line", words, limit_s);
  if (end.failed) throw BackendError(say("lines of the source cannot be told: %1 (install binutils)", end.how));
  std::istringstream text(end.output);
  std::string function, place;
  for (const std::uint64_t address : addresses)
    if (std::getline(text, function) && std::getline(text, place)) lines[address] = {line_of(place), function};
  return lines;
}

}  // namespace mlplab
