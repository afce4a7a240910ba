#include "core/workshop/sanitizer_report.h"

#include <vector>

#include "core/base/language.h"
#include "core/base/typed_number.h"

namespace mlplab::workshop {
namespace {

/// A kind of AddressSanitizer's reports, and what it is in words.
struct Kind {
  const char *name, *words;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"heap-buffer-overflow", to_say("the kernel %1 outside of an array")},
      {"stack-buffer-overflow", to_say("the kernel %1 outside of a local array")},
      {"dynamic-stack-buffer-overflow", to_say("the kernel %1 outside of a local array")},
      {"stack-buffer-underflow", to_say("the kernel %1 before the beginning of a local array")},
      {"global-buffer-overflow", to_say("the kernel %1 outside of a global array")},
      {"heap-use-after-free", to_say("the kernel %1 memory that it has given back")},
      {"stack-use-after-scope", to_say("the kernel %1 a local variable that is no more")},
      {"stack-use-after-return", to_say("the kernel %1 a local variable that is no more")},
      {"stack-overflow", to_say("the kernel has used up its stack: too large local arrays, or calls without end")},
      {"double-free", to_say("the kernel gives memory back twice")},
      {"bad-free", to_say("the kernel gives back memory that it did not allocate")},
      {"alloc-dealloc-mismatch", to_say("the kernel gives memory back in another way than it was allocated")},
      {"memcpy-param-overlap", to_say("the kernel copies between places that overlap")},
      {"negative-size-param", to_say("the kernel copies or fills a negative number of bytes")},
      {"SEGV", to_say("the kernel %1 memory that is not there")},
      {"FPE", to_say("the kernel divides a whole number by zero")},
      {"BUS", to_say("the kernel %1 memory that is not there")},
      {"ABRT", to_say("the kernel has ended its process (abort)")}};
  return all;
}

/// The number behind the `at`-th character, as in FILE:12.
int number_at(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_first_not_of("0123456789", at);
  return typed_whole<int>(text.substr(at, end - at)).value_or(0);
}

/// The first line of the source that a stack trace behind `from` names, before `end`.
int first_line(const std::string& output, std::size_t from, std::size_t end, const std::string& source) {
  const std::string named = source + ":";
  const std::size_t at = output.find(named, from);
  return at == std::string::npos || at >= end ? 0 : number_at(output, at + named.size());
}

std::optional<SanitizerReport> race_in(const std::string& output, const std::string& source) {
  const std::size_t at = output.find("WARNING: ThreadSanitizer: ");
  if (at == std::string::npos) return std::nullopt;
  const std::size_t previous = output.find("  Previous ", at);
  SanitizerReport report{.code = "race"};
  const std::size_t end = previous == std::string::npos ? output.size() : previous;
  report.line = first_line(output, at, end, source);
  if (previous != std::string::npos)
    report.other_line = first_line(output, previous, output.find("\n\n", previous), source);
  const std::size_t writes = output.find("rite of size", at);  // untranslated: a sanitizer's
  const bool first_writes = writes != std::string::npos && writes < end;
  report.sentence =
      first_writes
          ? say("a race: two threads write one number, or one reads what the other writes, and nothing orders them")
          : say("a race: one thread reads what another writes, and nothing orders them");
  if (output.compare(at + 26, 9, "data race") != 0)
    report.sentence = output.substr(at + 26, output.find('\n', at) - at - 26);
  return report;
}

std::optional<SanitizerReport> undefined_in(const std::string& output, const std::string& source) {
  const std::size_t at = output.find("runtime error: ");
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = output.rfind('\n', at) + 1;  // npos + 1 = 0
  const std::size_t begin_of_words = at + 15, end = output.find('\n', at);
  return SanitizerReport{
      .code = "undefined",
      .sentence = say("C++ does not define what happens here: %1", output.substr(begin_of_words, end - begin_of_words)),
      .line = first_line(output, begin, end, source)};
}

std::optional<SanitizerReport> address_in(const std::string& output, const std::string& source) {
  const std::size_t at = output.find("ERROR: AddressSanitizer: ");
  if (at == std::string::npos) return std::nullopt;
  const std::size_t name = at + 25;
  SanitizerReport report{.code = "address", .line = first_line(output, at, output.find("\n\n", at), source)};
  const std::size_t write = output.find("WRITE ", at), read = output.find("READ ", at);
  const bool by_write = output.find("caused by a WRITE", at) != std::string::npos;  // untranslated: a sanitizer's
  const bool writes = write < read || by_write;
  for (const Kind& kind : kinds())
    if (output.compare(name, std::string(kind.name).size(), kind.name) == 0) {
      report.sentence = say(kind.words, writes ? say("writes") : say("reads"));
      return report;
    }
  if (output.find("allocation-size-too-big", at) == name || output.find("out-of-memory", at) == name ||
      output.find("requested allocation size", at) == name) {  // untranslated: a sanitizer's
    report.code = "memory";
    return report;
  }
  report.sentence = output.substr(name, output.find('\n', name) - name);
  return report;
}

}  // namespace

std::optional<SanitizerReport> report_in(const std::string& output, const std::filesystem::path& source) {
  if (const auto undefined = undefined_in(output, source.string())) return undefined;
  if (const auto address = address_in(output, source.string())) return address;
  if (const auto race = race_in(output, source.string())) return race;
  const bool too_much = output.find("hard rss limit exhausted") != std::string::npos;  // untranslated: a sanitizer's
  return too_much ? std::optional(SanitizerReport{.code = "memory"}) : std::nullopt;
}

}  // namespace mlplab::workshop
