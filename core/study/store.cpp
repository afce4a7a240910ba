// POSIX calls rather than streams: fdatasync() is needed, and a write that failed is taken back.
#include "core/study/store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

/// How many bytes the whole lines of the file have, of its `size`; -1 where it cannot be read.
off_t end_of_lines(int file, off_t size) {
  std::array<char, 4096> part;
  while (size > 0) {
    const off_t start = std::max<off_t>(0, size - static_cast<off_t>(part.size()));
    const ssize_t count = ::pread(file, part.data(), static_cast<std::size_t>(size - start), start);
    if (count != size - start) return -1;
    const std::string_view text(part.data(), static_cast<std::size_t>(count));
    if (const std::size_t end = text.rfind('\n'); end != std::string_view::npos)
      return start + static_cast<off_t>(end) + 1;
    size = start;
  }
  return 0;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool append(int file, std::string_view text) {
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) return false;
  const off_t good = end_of_lines(file, status.st_size);
  if (good < 0 || (good != status.st_size && ::ftruncate(file, good) != 0)) return false;
  if (write_all(file, text) && ::fdatasync(file) == 0) return true;
  [[maybe_unused]] const int half_a_line_is_cut_off_later = ::ftruncate(file, good);
  return false;
}

}  // namespace

std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

void read_lines(const std::filesystem::path& file, const std::vector<std::string_view>& lines, std::size_t first,
                const char* refusal, const std::function<void(const nlohmann::json& line)>& take) {
  const auto refuse = [&](std::size_t number, const std::string& why) {
    throw InputError(say(refusal, file.string(), number, why));
  };
  for (std::size_t number = first; number <= lines.size(); ++number) {
    const std::string_view line = lines[number - 1];
    try {
      take(parse_json(line));
    } catch (const nlohmann::json::exception& error) {
      refuse(number, parse_json_or_null(line).is_null() ? why_not_json(line) : error.what());
    } catch (const Error& error) {
      refuse(number, error.what());
    }
  }
}

std::string text_of_lines(const std::vector<nlohmann::json>& lines) {
  std::string text;
  for (const nlohmann::json& line : lines) text += dump_json(line) + "\n";
  return text;
}

void append_lines(const std::filesystem::path& file, const std::vector<nlohmann::json>& lines) {
  if (lines.empty()) return;
  const int opened = ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  const bool written = append(opened, text_of_lines(lines));
  if (opened >= 0) ::close(opened);
  if (!written) throw InputError(say("cannot write %1; make room or choose another folder", file.string()));
}

nlohmann::json head_of(std::string_view text) {
  nlohmann::json whole = parse_json_or_null(text);
  if (!whole.is_object()) whole = parse_json_or_null(text.substr(0, text.find('\n')));
  return whole.is_object() ? whole : nlohmann::json();
}

}  // namespace mlplab
