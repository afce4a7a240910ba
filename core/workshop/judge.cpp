#include <algorithm>
#include <csignal>
#include <cstring>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/workshop/check.h"
#include "core/workshop/sanitizer_report.h"

namespace mlplab::workshop {
namespace {

/// Looks through one run, call by call.
class Judge {
 public:
  Judge(const Work& work, const Build& build, const std::filesystem::path& library, const std::vector<Call>& calls,
        const Limits& limits, const KernelRun& run, Check& check)
      : work_(work), build_(build), library_(library), calls_(calls), limits_(limits), run_(run), check_(check) {}

  void all() {
    for (std::size_t i = 0; i < run_.calls.size() && i < calls_.size(); ++i) {
      const mlplab_workshop::Case& seen = run_.calls[i].seen;
      if (seen.state != mlplab_workshop::done) {
        return unfinished(calls_[i]);  // also where it has left with 0
      }
      finished(calls_[i], run_.calls[i]);
    }
    if (!run_.ended) unfinished(calls_.back());
  }

 private:
  void add(const std::string& code, const std::string& sentence, int line = 0, int other_line = 0) {
    const auto same = [&](const Fault& fault) { return fault.code == code && (fault.line == line || line == 0); };
    if (std::ranges::any_of(check_.faults, same)) return;
    check_.faults.push_back({code, sentence, line, build_.id, other_line});
  }

  std::string where(const Call& call) const {
    std::string text = in_words(*work_.task, *call.one);
    if (call.threads > 0) text += ", " + count_of(call.threads, "thread");
    return text;
  }
  static std::string count_of(int count, const char* noun) { return mlplab::count_of(count, noun); }

  std::string element(const Call& call, std::int32_t array, std::int64_t place) const {
    const Parameter& parameter = work_.task->parameters[static_cast<std::size_t>(array)];
    const auto count =
        static_cast<std::int64_t>(mlplab::workshop::count_of(shape_of(*work_.task, parameter, call.one->sizes)));
    if (place < 0) return say("%1 numbers before the beginning of %2", -place, parameter.name);
    if (place >= count) return say("%1 numbers behind the last one of %2", place - count + 1, parameter.name);
    return element_in_words(*work_.task, call.one->sizes, static_cast<std::size_t>(array),
                            static_cast<std::size_t>(place));
  }
  bool is_array(std::int32_t array) const {
    return array >= 0 && static_cast<std::size_t>(array) < work_.task->parameters.size();
  }

  void finished(const Call& call, const CallResult& result) {
    const mlplab_workshop::Case& seen = result.seen;
    if (is_array(seen.input.array))
      add("input_written", say("the kernel has changed its input: %1 (%2)",
                               element(call, seen.input.array, seen.input.place), where(call)));
    if (is_array(seen.guard.array))
      add("outside", say("the kernel writes outside of an array: %1 (%2)",
                         element(call, seen.guard.array, seen.guard.place), where(call)));
    if (seen.leaks > 0)
      add("leak",
          say("the kernel leaves memory behind with each call: %1 (%2)",
              bytes_in_words(static_cast<double>(seen.leaked_bytes)), where(call)),
          leak_line(seen.leak_place));
    std::optional<Difference> found = difference(*work_.task, *call.one, result.found);
    if (!found) return;
    const std::string name = element_in_words(*work_.task, call.one->sizes, found->parameter, found->first);
    const std::string expected = value_in_words(found->expected);
    const WrongElement wrong{name, where(call), *found};
    if (!check_.largest || check_.largest->difference.wrong.size() < found->wrong.size()) check_.largest = wrong;
    if (check_.wrong) return;
    check_.wrong = wrong;
    if (found->never_written)
      add("unwritten", say("%1 was never written and should be %2 (%3)", name, expected, where(call)));
    else
      add("wrong", say("%1 is %2 and should be %3 (%4)", name, value_in_words(found->found), expected, where(call)));
  }

  int leak_line(const char* place) const {
    const std::string named = work_.source().string() + ":", text = place;
    if (!text.starts_with(named)) return 0;
    const std::string rest = text.substr(named.size());
    return typed_whole<int>(rest.substr(0, rest.find(':'))).value_or(0);
  }

  std::string too_much_memory(const Call& call) const {
    return say("the kernel asks for more memory than the %1 that it may have (%2)",
               bytes_in_words(static_cast<double>(limits_.memory_bytes)), where(call));
  }

  /// The process ended in this call, or before it.
  void unfinished(const Call& call) {
    if (run_.head.confined == 0) return not_begun();
    const int line = line_of(library_, run_.head.code_offset, work_.source());
    if (run_.head.fault == mlplab_workshop::not_loaded) return not_loaded();
    if (run_.head.fault == mlplab_workshop::device_failed)
      return add("gpu", say("CUDA reports '%1' (%2)", run_.head.text, where(call)));
    if (run_.head.fault == mlplab_workshop::out_of_time || (run_.head.fault == 0 && is_time(run_.signal)))
      return add("time",
                 say("the kernel has not come to its end within %1 (%2)", duration(limits_.time_s), where(call)), line);
    if (const auto report = report_in(run_.output, work_.source()); report && run_.head.fault == 0)
      return reported(call, *report);
    if (run_.head.fault == mlplab_workshop::too_much_memory) return add("memory", too_much_memory(call), line);
    if (run_.signal == SIGXFSZ)
      return add("output", say("the kernel prints more than the %1 that it may (%2)",
                               bytes_in_words(static_cast<double>(limits_.output_bytes)), where(call)));
    if (run_.output.find("std::bad_alloc") != std::string::npos ||
        run_.output.find("std::bad_array_new_length") != std::string::npos)
      return add("memory", too_much_memory(call), line);
    if (run_.head.fault == mlplab_workshop::signalled) return crashed(call, line);
    if (run_.signal != 0)
      return add("crash", say("the kernel's process was ended by signal %1 (%2) (%3)", run_.signal,
                              ::strsignal(run_.signal), where(call)));
    add("crash", say("the kernel has ended its process (exit) (%1)", where(call)));
  }

  static bool is_time(int signal) { return signal == SIGKILL || signal == SIGXCPU; }

  /// The process itself does not run here: nothing of the kernel's has.
  void not_begun() {
    const std::string why = run_.output.substr(0, run_.output.find('\n'));
    if (!build_.sanitized)
      throw BackendError(say("the process that runs kernels does not run on this system: %1",
                             why.empty() ? say("signal %1", run_.signal) : why));
    check_.notes.push_back(say("not looked for, since the process %1 does not run on this system: its faults (%2)",
                               say(build_.title), why));
  }

  void not_loaded() {
    const std::string why = run_.head.text;
    const std::string construct = "undefined symbol: ";
    if (const std::size_t at = why.find(construct + "GOMP_"); at != std::string::npos) {
      check_.notes.push_back(
          say("the race check does not know a construct of OpenMP that the kernel uses (%1): races "
              "were not looked for",
              why.substr(at + construct.size())));
      return;
    }
    add("not_loaded", say("the kernel's library cannot be loaded: %1", why));
  }

  void reported(const Call& call, const SanitizerReport& report) {
    if (report.code == "memory") return add("memory", too_much_memory(call), report.line);
    std::string sentence = report.sentence;
    if (report.other_line > 0 && report.other_line != report.line)
      sentence = say("%1; the other access is in line %2", sentence, report.other_line);
    add(report.code, sentence + " (" + where(call) + ")", report.line, report.other_line);
  }

  void crashed(const Call& call, int line) {
    const bool of_array = is_array(run_.head.touched_array);
    if (of_array) {
      const Parameter& parameter = work_.task->parameters[static_cast<std::size_t>(run_.head.touched_array)];
      const std::string named = element(call, run_.head.touched_array, run_.head.touched_place);
      const auto count =
          static_cast<std::int64_t>(mlplab::workshop::count_of(shape_of(*work_.task, parameter, call.one->sizes)));
      const bool inside = run_.head.touched_place >= 0 && run_.head.touched_place < count;
      if (inside && !parameter.is_output)
        return add("input_written", say("the kernel writes to its input: %1 (%2)", named, where(call)), line);
      const char* text = run_.head.touched_is_write > 0 ? to_say("the kernel writes outside of an array: %1 (%2)")
                                                        : to_say("the kernel reads outside of an array: %1 (%2)");
      return add("outside", say(text, named, where(call)), line);
    }
    const char* text = to_say("the kernel has crashed: %1 (%2)");
    switch (run_.head.signal) {
      case SIGFPE:
        text = to_say("the kernel divides a whole number by zero: %1 (%2)");
        break;
      case SIGSEGV:
      case SIGBUS:
        text = to_say("the kernel reads or writes memory that is not there: %1 (%2)");
        break;
      case SIGABRT:
        text = to_say("the kernel has ended its process (abort): %1 (%2)");
        break;
      case SIGILL:
        text = to_say("the kernel has instructions that this processor does not know: %1 (%2)");
        break;
      default:
        break;
    }
    add("crash", say(text, ::strsignal(run_.head.signal), where(call)), line);
  }

  const Work& work_;
  const Build& build_;
  const std::filesystem::path& library_;
  const std::vector<Call>& calls_;
  const Limits& limits_;
  const KernelRun& run_;
  Check& check_;
};

}  // namespace

void judge(const Work& work, const Build& build, const std::filesystem::path& library, const std::vector<Call>& calls,
           const Limits& limits, const KernelRun& run, Check& check) {
  Judge(work, build, library, calls, limits, run, check).all();
}

}  // namespace mlplab::workshop
