// Reads a run's events backwards, block by block: the last ones count, and those that a rewind or a resumption made
// void do not.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/notebook/entry.h"

namespace mlplab {
namespace {

constexpr std::uint64_t block_bytes = 1 << 15;

/// The events after the place that is read now.
struct Seen {
  RunTail tail;
  bool anything = false, epoch = false;
  int void_after = std::numeric_limits<int>::max();  // epochs later than this were made again
  bool complete = false;                             // nothing before can change it

  void take(const std::string& line) {
    // There may be thirty per second, and none of them tells how the run ended.
    if (line.find("\"event\":\"step_done\"") != std::string::npos) {
      anything = true;
      return;
    }
    std::optional<Event> event;
    try {
      event = parse_line(line);
    } catch (const InputError&) {
      return;
    }
    if (!event) return;
    if (const auto* end = std::get_if<RunEnded>(&*event); end != nullptr && !anything) {
      tail.ended = *end;
      tail.epochs_done = end->epochs_done;
      tail.train_time_s = end->train_time_s;
    }
    if (!std::holds_alternative<Warned>(*event)) anything = true;
    if (const auto* done = std::get_if<EpochDone>(&*event); done != nullptr && done->epoch <= void_after) {
      if (!epoch && !tail.ended) {
        tail.epochs_done = done->epoch;
        tail.train_time_s = done->train_time_s;
      }
      if (!epoch) {
        tail.loss_train = done->loss_train;
        if (done->energy) tail.train_j = epoch_joules(*done, EnergyScope{.scopes = done->energy->scopes});
      }
      epoch = true;
      tail.accuracy_test = done->accuracy_test;
      tail.loss_test = done->loss_test;
      complete = tail.accuracy_test.has_value();
    }
    if (const auto* started = std::get_if<RunStarted>(&*event)) {
      void_after = std::min(void_after, started->first_epoch);
      if (started->first_epoch == 0) complete = true;
    }
    if (std::holds_alternative<Rewound>(*event)) complete = true;
  }
};

}  // namespace

RunTail read_run_tail(const std::filesystem::path& events, std::uint64_t most_bytes) {
  const int file = ::open(events.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  const bool fine = file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  if (!fine) {
    if (file >= 0) ::close(file);
    throw InputError(say("cannot read %1", events.string()));
  }
  Seen seen;
  std::string rest;  // the end of a line whose begin is yet to be read; first what has no end
  bool whole = false;
  auto from = static_cast<std::uint64_t>(status.st_size);
  const std::uint64_t least = from - std::min(from, most_bytes);
  while (from > least && !seen.complete) {
    const std::uint64_t size = std::min(block_bytes, from - least);
    from -= size;
    std::string text(size, '\0');
    const ssize_t count = ::pread(file, text.data(), size, static_cast<off_t>(from));
    if (count < 0 || static_cast<std::uint64_t>(count) != size) break;  // it was cut off meanwhile
    text += rest;
    std::size_t end = text.size();
    while (!seen.complete) {
      const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
      if (newline == std::string::npos) break;
      if (whole) seen.take(text.substr(newline + 1, end - newline - 1));
      whole = true;
      end = newline;
    }
    rest = text.substr(0, end);
  }
  if (from == 0 && whole && !seen.complete) seen.take(rest);
  ::close(file);
  return seen.tail;
}

}  // namespace mlplab
