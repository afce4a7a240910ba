#include "core/launch/remote/frames.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

constexpr std::size_t longest_head = 300;
constexpr std::uint64_t largest_frame = std::uint64_t{8} << 30;

bool write_all(int out, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(out, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

[[noreturn]] void refuse(const std::string& text) {
  throw InputError(say("it does not speak as MLP Lab does: %1", text.substr(0, 80)));
}

}  // namespace

bool FrameStream::send(const std::string& head, const std::string& bytes) {
  const std::lock_guard lock(sending_);
  return write_all(out_, (head + "\n").data(), head.size() + 1) && write_all(out_, bytes.data(), bytes.size());
}

bool FrameStream::fill(double silence_s) {
  std::array<char, 65'536> part{};
  while (true) {
    pollfd wanted{.fd = in_, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(silence_s * 1000.0));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) throw BackendError(say("silent for %1 s", significant(silence_s, 2)));
    const ssize_t count = ::read(in_, part.data(), part.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return false;
    got_.append(part.data(), static_cast<std::size_t>(count));
    return true;
  }
}

std::optional<Frame> FrameStream::receive(double silence_s) {
  while (true) {
    std::size_t end = got_.find('\n');
    while (end == std::string::npos) {
      if (got_.size() > longest_head) refuse(got_);
      if (!fill(silence_s)) return {};
      end = got_.find('\n');
    }
    const std::string head = got_.substr(0, end);
    const std::size_t name_at = head.find(' ', 2);
    const bool known = head[0] == 'F' ? name_at != std::string::npos : head[0] == 'L' || head[0] == 'B';
    if (!known || head.size() < 3 || head[1] != ' ') refuse(head);
    const std::uint64_t length = typed_whole<std::uint64_t>(head.substr(2, name_at - 2)).value_or(largest_frame + 1);
    if (length > largest_frame) refuse(head);
    got_.erase(0, end + 1);
    while (got_.size() < length)
      if (!fill(silence_s)) return {};
    Frame frame{.file = head[0] == 'F' ? head.substr(name_at + 1) : "", .bytes = got_.substr(0, length)};
    got_.erase(0, length);
    if (head[0] != 'B') return frame;
  }
}

}  // namespace mlplab
