#include "core/cuda_check/report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <sstream>
#include <tuple>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/cuda_check/run_command.h"

namespace mlplab {
namespace {

struct AddressLine {
  SourceLine at;
  std::string function;
};

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

/// By address, asked from binutils' addr2line, which comes with g++. Throws BackendError where it is missing or fails.
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

/// One record and where its addresses are.
class Record {
 public:
  Record(const nlohmann::json& json, const std::map<std::uint64_t, AddressLine>& lines)
      : json_(json), reader_(json, to_say("a record of the program")), lines_(lines) {}

  std::string text(const std::string& name) { return reader_.required<std::string>(name); }
  long long number(const std::string& name) { return reader_.required<long long>(name); }
  bool flag(const std::string& name) { return number(name) != 0; }
  CudaIndex index(const std::string& name) { return reader_.required<CudaIndex>(name); }
  long long number_or_0(const std::string& name) { return reader_.optional<long long>(name, 0); }
  SourceLine line(const std::string& prefix = {}) const {
    if (const AddressLine* found = address(prefix)) return found->at;
    JsonReader reader(json_, to_say("a record of the program"));
    return {reader.optional<std::string>(prefix + "file", ""), reader.optional<int>(prefix + "line", 0)};
  }
  std::string function() const {
    const AddressLine* found = address({});
    return found == nullptr ? "" : found->function;
  }

 private:
  const AddressLine* address(const std::string& prefix) const {
    JsonReader reader(json_, to_say("a record of the program"));
    const auto pc = reader.optional<std::uint64_t>(prefix + "pc", 0);
    const auto found = lines_.find(pc - 1);
    return pc == 0 || found == lines_.end() ? nullptr : &found->second;
  }

  const nlohmann::json& json_;
  JsonReader reader_;
  const std::map<std::uint64_t, AddressLine>& lines_;
};

/// The call that told an address stands before it.
std::vector<std::uint64_t> addresses_in(const std::vector<nlohmann::json>& records) {
  std::vector<std::uint64_t> addresses;
  for (const nlohmann::json& record : records)
    for (const char* name : {"pc", "other_pc"})
      if (const auto found = record.find(name); found != record.end())
        if (const auto pc = whole_number<std::uint64_t>(*found); pc && *pc > 0) addresses.push_back(*pc - 1);
  std::ranges::sort(addresses);
  const auto twice = std::ranges::unique(addresses);
  addresses.erase(twice.begin(), twice.end());
  return addresses;
}

CudaFinding finding_of(Record& record) {
  CudaFinding finding;
  finding.code = record.text("code");
  finding.at = record.line(), finding.other = record.line("other_");
  finding.block = record.index("block"), finding.thread = record.index("thread");
  finding.other_block = record.index("other_block"), finding.other_thread = record.index("other_thread");
  finding.space = record.text("space"), finding.name = record.text("name");
  finding.index = record.number("index"), finding.bytes = record.number("bytes"), finding.size = record.number("size");
  finding.count = record.number("count"), finding.other_count = record.number("other_count");
  finding.writes = record.flag("writes"), finding.other_writes = record.flag("other_writes");
  return finding;
}

/// Accesses of one line, told apart by their place in it; those of a template's instances are one.
class Accesses {
 public:
  void add(Record& record) {
    CudaAccess access;
    access.at = record.line(), access.kind = record.text("kind"), access.space = record.text("space");
    access.bytes = static_cast<int>(record.number("bytes"));
    const std::pair place(record.number_or_0("pc"), record.number_or_0("part"));
    auto& places = places_[{access.at.file, access.at.line, access.kind, access.space, record.function()}];
    access.nth = static_cast<int>(std::ranges::find(places, place) - places.begin()) + 1;
    if (access.nth > static_cast<int>(places.size())) places.push_back(place);
    CudaAccess& all =
        found_.try_emplace({access.at.file, access.at.line, access.space, access.kind, access.nth}, access)
            .first->second;
    all.requests += record.number("requests"), all.lanes += record.number("lanes");
    all.asked += record.number("asked"), all.least += record.number("least");
    all.worst = std::max(all.worst, record.number("worst"));
  }
  std::vector<CudaAccess> by_line() const {
    std::vector<CudaAccess> accesses;
    for (const auto& entry : found_) accesses.push_back(entry.second);
    return accesses;
  }

 private:
  std::map<std::tuple<std::string, int, std::string, std::string, std::string>,
           std::vector<std::pair<long long, long long>>>
      places_;  // by line, kind and function
  std::map<std::tuple<std::string, int, std::string, std::string, int>, CudaAccess> found_;
};

template <class Count>
Count& of_line(std::vector<Count>& counts, const SourceLine& at) {
  for (Count& count : counts)
    if (count.at.file == at.file && count.at.line == at.line) return count;
  counts.emplace_back().at = at;
  return counts.back();
}

void add_record(const std::string& kind, Record& record, Accesses& accesses, CudaReport& report) {
  if (kind == "finding") {
    report.findings.push_back(finding_of(record));
  } else if (kind == "access") {
    accesses.add(record);
  } else if (kind == "branch") {
    CudaBranch& branch = of_line(report.branches, record.line());
    branch.times += record.number("times"), branch.divergent += record.number("divergent");
  } else if (kind == "launch") {
    CudaLaunch& launch = of_line(report.launches, record.line());
    launch.launches += record.number("launches"), launch.blocks += record.number("blocks");
    launch.threads += record.number("threads"), launch.idle += record.number("idle");
  } else if (kind == "uncounted") {
    report.uncounted += record.number("events");
  } else if (kind == "end") {
    report.complete = true, report.signal = static_cast<int>(record.number("signal"));
  } else {
    throw UsageError(say("a record of the program is of an unknown kind '%1'", kind));
  }
}

/// A race is told at the line that reads, where one does: there the wrong value shows. Else at the later line.
void tell_at_the_reader(CudaFinding& finding) {
  if (!finding.code.starts_with("race") || !finding.writes) return;
  if (finding.other_writes && (finding.at.file != finding.other.file || finding.at.line >= finding.other.line)) return;
  std::swap(finding.at, finding.other), std::swap(finding.writes, finding.other_writes);
  std::swap(finding.block, finding.other_block), std::swap(finding.thread, finding.other_thread);
}

/// One thing that is wrong is told once: what led to a crash says more than that it crashed.
void drop_repeated(CudaReport& report) {
  const auto tells_more = [&](const CudaFinding& crash) {
    return std::ranges::any_of(report.findings, [&](const CudaFinding& other) {
      return other.code != "crash" && other.at.file == crash.at.file && other.at.line == crash.at.line;
    });
  };
  std::erase_if(report.findings, [&](const CudaFinding& each) { return each.code == "crash" && tells_more(each); });
  // Instances of a template, and accesses of one line, are one for the reader.
  std::vector<CudaFinding> kept;
  std::ranges::for_each(report.findings, tell_at_the_reader);
  for (CudaFinding& finding : report.findings)
    if (std::ranges::none_of(kept, [&](const CudaFinding& each) {
          return each.code == finding.code && each.at.line == finding.at.line && each.at.file == finding.at.file &&
                 each.other.line == finding.other.line && each.name == finding.name;
        }))
      kept.push_back(std::move(finding));
  report.findings = std::move(kept);
}

}  // namespace

CudaReport read_cuda_report(const std::filesystem::path& program, const std::filesystem::path& file) {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20U;
  std::istringstream text(read_file(file, most_bytes));
  std::vector<nlohmann::json> records;
  for (std::string line; std::getline(text, line);) {
    records.push_back(parse_json_or_null(line));
    if (!records.back().is_object())
      throw InputError(
          say("%1, line %2, is no report of a checked program: run the check again", file.string(), records.size()));
  }
  CudaReport report;
  Accesses accesses;
  const auto lines = lines_of(program, addresses_in(records));
  for (const nlohmann::json& json : records) try {
      Record record(json, lines);
      add_record(record.text("record"), record, accesses, report);
    } catch (const UsageError& error) {
      throw InputError(say("%1 is no report of a checked program: %2", file.string(), error.what()));
    }
  report.accesses = accesses.by_line();
  const auto by_line = [](const auto& each) { return std::tie(each.at.file, each.at.line); };
  std::ranges::sort(report.branches, {}, by_line);
  std::ranges::sort(report.launches, {}, by_line);
  drop_repeated(report);
  return report;
}

}  // namespace mlplab
