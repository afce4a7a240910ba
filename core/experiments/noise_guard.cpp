// Linux's /proc/stat, /sys and control groups. The load average is not used for the judgement: the run itself raises
// it.
#include "core/experiments/noise_guard.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <fstream>
#include <optional>
#include <sstream>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/control_groups.h"
#include "core/machine/priority.h"

namespace mlplab {

namespace {

// In CPUs, not as shares of the machine: six busy cores disturb as much on 64 as on 8.
constexpr double busy_others_cpus = 0.2;
constexpr double stolen_cpus = 0.05;
constexpr const char* busy_words = to_say("other programs kept %1 of %2 busy: close them and repeat");
constexpr const char* stolen_words = to_say("the hypervisor took %1 of %2 away: a shared host");
constexpr const char* hot_words = to_say("the processor slowed down to stay cool (%1)");
constexpr const char* quota_words = to_say("the container's quota of processor time ran out (%1)");

constexpr const char* all_words[] = {busy_words, stolen_words, hot_words, quota_words};

constexpr double shortest_s = 0.25;  // the kernel counts in hundredths of a second: below, it would be mostly rounding

template <class T>
T first_number(const std::filesystem::path& file) {
  std::ifstream stream(file);
  T value{};
  stream >> value;
  return stream ? value : T{};
}

void read_cpu_times(NoiseReading& reading) {
#ifdef __linux__
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (!(stat >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal)) return;
  const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const double busy = user + nice + system + irq + softirq;
  reading.cpu_busy_s = busy / ticks_per_s;
  reading.cpu_stolen_s = steal / ticks_per_s;
  reading.cpu_total_s = (busy + idle + iowait + steal) / ticks_per_s;
  for (std::string line; std::getline(stat, line);) {
    if (line.starts_with("cpu")) ++reading.cpus;
  }
#else
  (void)reading;
#endif
}

void read_throttling(NoiseReading& reading) {
  std::error_code ignored;
  for (const std::filesystem::path& cpu : entries_in("/sys/devices/system/cpu")) {
    const std::filesystem::path file = cpu / "thermal_throttle" / "core_throttle_count";
    if (std::filesystem::exists(file, ignored)) reading.throttles_thermal += first_number<long long>(file);
  }
  reading.throttles_quota = ControlGroups().throttled_periods();
}

double elapsed_s(const NoiseReading& before, const NoiseReading& after) {
  return after.cpus > 0 ? (after.cpu_total_s - before.cpu_total_s) / after.cpus : 0.0;
}

/// Processor time of the processes that runs have started, once they have ended: they are no other programs.
double children_s() {
#ifdef __linux__
  rusage use{};
  if (::getrusage(RUSAGE_CHILDREN, &use) != 0) return 0.0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
#else
  return 0.0;
#endif
}

}  // namespace

NoiseReading read_noise() {
  NoiseReading reading;
  read_cpu_times(reading);
  read_throttling(reading);
  reading.own_s = static_cast<double>(std::clock()) / CLOCKS_PER_SEC + children_s();
  reading.niceness = niceness();
  reading.load_1min = first_number<double>("/proc/loadavg");
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") >> reading.governor;
  return reading;
}

bool is_oversubscribed(int threads, const Topology& topology) { return threads > topology.usable_cores(); }

bool is_too_short_to_judge(const NoiseReading& before, const NoiseReading& after) {
  return after.cpus > 0 && elapsed_s(before, after) < shortest_s;
}

bool is_disturbance(const std::string& sentence) {
  const auto begins_as = [&](const std::string& words) {
    const std::size_t number = words.find('%');
    return number > 0 && sentence.starts_with(words.substr(0, number));
  };
  return std::ranges::any_of(all_words,
                             [&](const char* words) { return begins_as(words) || begins_as(say(words, "%", "%")); });
}

std::vector<std::string> judge_noise(const NoiseReading& before, const NoiseReading& after, int threads,
                                     const Topology& topology) {
  std::vector<std::string> warnings;
  if (is_oversubscribed(threads, topology)) {
    warnings.push_back(say("%1 on %2: oversubscribed, they take turns", count_of(threads, "thread"),
                           count_of(topology.usable_cores(), "core")));
  }
  if (const double passed_s = elapsed_s(before, after); passed_s >= shortest_s) {
    const double others = (after.cpu_busy_s - before.cpu_busy_s - (after.own_s - before.own_s)) / passed_s;
    const double stolen = (after.cpu_stolen_s - before.cpu_stolen_s) / passed_s;
    const std::string all = count_of(after.cpus, "CPU");
    if (others > busy_others_cpus) {
      warnings.push_back(say(busy_words, significant(others, 2), all));
    }
    if (stolen > stolen_cpus) {
      warnings.push_back(say(stolen_words, significant(stolen, 2), all));
    }
  }
  if (const long long events = after.throttles_thermal - before.throttles_thermal; events > 0) {
    warnings.push_back(say(hot_words, count_of(events, "thermal event")));
  }
  if (const long long periods = after.throttles_quota - before.throttles_quota; periods > 0) {
    warnings.push_back(say(quota_words, count_of(periods, "period")));
  }
  if (after.niceness > 0) {
    warnings.push_back(
        say("this program was started with nice %1: all others go first; start it without", after.niceness));
  }
  if (after.governor == "powersave" || after.governor == "conservative" || after.governor == "ondemand") {
    warnings.push_back(
        say("the frequency governor is '%1': the clock follows the load; 'performance' gives steadier times",
            after.governor));
  }
  return warnings;
}

namespace {

/// The texts for %1, %2 of the English `words` in `text`; nothing where `text` does not match them.
std::optional<std::vector<std::string>> arguments_in(std::string_view text, std::string_view words) {
  std::vector<std::string> found;
  for (;;) {
    const std::size_t mark = words.find('%');
    const std::string_view before = words.substr(0, mark);
    if (mark == std::string_view::npos) return text == before ? std::optional(found) : std::nullopt;
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    words.remove_prefix(mark + 2);  // '%1'
    const std::string_view next = words.substr(0, words.find('%'));
    const std::size_t end = next.empty() ? text.size() : text.find(next);
    if (end == std::string_view::npos) return std::nullopt;
    found.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// '2 CPUs' as count_of() says it now.
std::string count_in_words(const std::string& text) {
  for (const char* noun : {"CPU", "thermal event", "period"}) {
    const std::size_t space = text.find(' ');
    const std::string rest = space == std::string::npos ? "" : text.substr(space + 1);
    if (rest != noun && rest != std::string(noun) + "s") continue;
    long long count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + space, count);
    if (error == std::errc{} && end == text.data() + space) return count_of(count, noun);
  }
  return text;
}

}  // namespace

std::string disturbance_in_words(const std::string& sentence) {
  for (const char* words : all_words) {
    const std::optional<std::vector<std::string>> found = arguments_in(sentence, words);
    if (!found) continue;
    std::vector<std::string> said;
    for (const std::string& argument : *found) said.push_back(count_in_words(argument));
    const std::vector<TextArgument> arguments(said.begin(), said.end());
    return say_with(words, arguments);
  }
  return sentence;
}

}  // namespace mlplab
