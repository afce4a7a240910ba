#include "report.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

namespace host_check {
namespace {

constexpr int most_findings = 200;

/// The open descriptor that MLPLAB_CUDA_REPORT names where it is a number; -1: it is a path.
int given_descriptor(const std::string& words) {
  int number = words.empty() || words.size() > 3 ? -1 : 0;
  for (const char c : words) {
    if (number < 0 || c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

/// The file, or stderr where nobody asked for one.
int descriptor() {
  static const int file = [] {
    const char* path = std::getenv("MLPLAB_CUDA_REPORT");
    if (const int given = given_descriptor(path == nullptr ? "" : path); given >= 0) return given;
    const int opened = path == nullptr ? -1 : ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return opened < 0 ? STDERR_FILENO : opened;
  }();
  return file;
}

void append_text(std::string& line, const std::string& text) {
  static const char* const digits = "0123456789abcdef";
  line += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (line += '\\') += c;
    else if (code < 32)
      ((line += "\\u00") += digits[code >> 4U]) += digits[code & 15U];
    else
      line += c;
  }
  line += '"';
}

struct Told {
  std::set<std::tuple<std::string, SiteId, SiteId, std::string>> pairs;
  int count = 0;
};
Told& told() {
  static auto* the_told = new Told;
  return *the_told;
}

}  // namespace

Line::Line(const char* record) {
  text_ = "{\"record\":";
  append_text(text_, record);
}

Line& Line::add(const char* name, long long value) {
  ((text_ += ",\"") += name) += "\":" + std::to_string(value);
  return *this;
}

Line& Line::add(const char* name, const std::string& text) {
  ((text_ += ",\"") += name) += "\":";
  append_text(text_, text);
  return *this;
}

Line& Line::add(const char* name, dim3 index) {
  ((text_ += ",\"") += name) +=
      "\":[" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + "]";
  return *this;
}

Line& Line::add_site(const std::string& prefix, SiteId id) {
  if (id == 0) return *this;
  const Site& where = site(id);
  if (where.pc != 0) {
    add((prefix + "pc").c_str(), static_cast<long long>(where.pc));
    return where.part == 0 ? *this : add((prefix + "part").c_str(), static_cast<long long>(where.part));
  }
  return add((prefix + "line").c_str(), static_cast<long long>(where.line))
      .add((prefix + "file").c_str(), std::string(where.file));
}

void Line::write() const {
  const std::string line = text_ + "}\n";
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t now = ::write(descriptor(), line.data() + written, line.size() - written);
    if (now <= 0) return;  // a full disk: the reader misses the record of the end
    written += static_cast<std::size_t>(now);
  }
}

void report(const Finding& finding) {
  const auto [low, high] = std::minmax(finding.at, finding.other);  // a race is found from both of its sides
  if (told().count >= most_findings || !told().pairs.insert({finding.code, low, high, finding.name}).second) return;
  ++told().count;
  Line line("finding");
  line.add("code", std::string(finding.code)).add_site("", finding.at).add_site("other_", finding.other);
  line.add("block", finding.spot.block).add("thread", finding.spot.thread);
  line.add("other_block", finding.other_spot.block).add("other_thread", finding.other_spot.thread);
  line.add("space", finding.space).add("name", finding.name).add("index", finding.index).add("bytes", finding.bytes);
  line.add("size", finding.size).add("count", finding.count).add("other_count", finding.other_count);
  line.add("writes", static_cast<long long>(finding.writes));
  line.add("other_writes", static_cast<long long>(finding.other_writes)).write();
}

int findings() { return told().count; }

}  // namespace host_check
