#include "core/launch/processes/pipe_communicator.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/compute/profile.h"

namespace mlplab {
namespace {

constexpr std::size_t lengths_bytes = 12;
constexpr std::uint32_t max_header_bytes = 1024;

template <class T>
void append_little_endian(std::string& text, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) text.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
}

template <class T>
T little_endian(const char* bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

std::string header_of(const std::string& type, std::size_t count) {
  return dump_json(nlohmann::json{{"dtype", type}, {"shape", {count}}});
}

[[noreturn]] void peer_gone(int peer) { throw BackendError(say("rank %1 has ended: its pipe is closed", peer)); }

}  // namespace

std::string packed(const std::string& type, const void* data, std::size_t count, std::size_t element_bytes) {
  const std::string header = header_of(type, count);
  std::string message;
  message.reserve(lengths_bytes + header.size() + count * element_bytes);
  append_little_endian(message, static_cast<std::uint32_t>(header.size()));
  append_little_endian(message, static_cast<std::uint64_t>(count * element_bytes));
  message += header;
  message.append(static_cast<const char*>(data), count * element_bytes);
  return message;
}

PipeCommunicator::PipeCommunicator(int rank, int size, std::vector<int> descriptors)
    : rank_(rank), size_(size), descriptors_(std::move(descriptors)) {
  for (const int fd : descriptors_) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  std::signal(SIGPIPE, SIG_IGN);  // a worker that is gone is an error with a sentence
}

PipeCommunicator::~PipeCommunicator() {
  for (const int fd : descriptors_) ::close(fd);
}

void PipeCommunicator::send(int peer, const char* type, const void* data, std::size_t count,
                            std::size_t element_bytes) {
  const int step = profiler_ != nullptr ? profiler_->step() : 0;
  {
    const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("serialise"), step);
    message_ = packed(type, data, count, element_bytes);
  }
  const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("transfer"), step,
                              static_cast<std::int64_t>(message_.size()));
  for (std::size_t at = 0; at < message_.size();) {
    const ssize_t written = ::write(to(peer), message_.data() + at, message_.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) peer_gone(peer);
    at += static_cast<std::size_t>(written);
  }
}

void PipeCommunicator::read_all(int peer, char* target, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t count = ::read(from(peer), target, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) peer_gone(peer);
    target += count, bytes -= static_cast<std::size_t>(count);
  }
}

void PipeCommunicator::receive(int peer, const char* type, void* data, std::size_t count, std::size_t element_bytes) {
  const int step = profiler_ != nullptr ? profiler_->step() : 0;
  {
    const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("wait"), step);
    pollfd wanted{from(peer), POLLIN, 0};
    while (::poll(&wanted, 1, -1) < 0 && errno == EINTR) {
    }
  }
  std::string header;
  {
    const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("transfer"), step,
                                static_cast<std::int64_t>(lengths_bytes + count * element_bytes));
    std::array<char, lengths_bytes> lengths{};
    read_all(peer, lengths.data(), lengths.size());
    const auto header_bytes = little_endian<std::uint32_t>(lengths.data());
    const auto content_bytes = little_endian<std::uint64_t>(lengths.data() + sizeof header_bytes);
    if (header_bytes > max_header_bytes || content_bytes != count * element_bytes)
      throw BackendError(say("rank %1 sent a message of another size than expected", peer));
    header.resize(header_bytes);
    read_all(peer, header.data(), header.size());
    message_.resize(content_bytes);
    read_all(peer, message_.data(), message_.size());
  }
  const ProfileScope recorded(profiler_, track_, ProfilePart::communication, to_say("serialise"), step);
  const nlohmann::json described = parse_json_or_null(header);
  if (!described.is_object() || described.value("dtype", "") != type)
    throw BackendError(say("rank %1 sent a message that is not understood: %2", peer, header));
  std::memcpy(data, message_.data(), message_.size());
}

void PipeCommunicator::begin_sum(std::span<float> values) { begun_.push_back(values); }

void PipeCommunicator::finish_sums() {
  for (const std::span<float> values : begun_) {
    if (rank_ != 0) {
      send(0, "<f4", values.data(), values.size(), sizeof(float));
      continue;
    }
    received_.resize(values.size());
    for (int peer = 1; peer < size_; ++peer) {
      receive(peer, "<f4", received_.data(), values.size(), sizeof(float));
      const int step = profiler_ != nullptr ? profiler_->step() : 0;
      const ProfileScope recorded(profiler_, track_, ProfilePart::kernel, to_say("add gradients"), step);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += received_[i];
    }
  }
  begun_.clear();
}

void PipeCommunicator::sum(std::span<double> values) {
  if (rank_ != 0) {
    send(0, "<f8", values.data(), values.size(), sizeof(double));
  } else {
    std::vector<double> more(values.size());
    for (int peer = 1; peer < size_; ++peer) {
      receive(peer, "<f8", more.data(), more.size(), sizeof(double));
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += more[i];
    }
  }
  broadcast(values.data(), values.size_bytes());
}

void PipeCommunicator::broadcast(void* data, std::size_t bytes) {
  if (rank_ != 0) {
    receive(0, "|u1", data, bytes, 1);
    return;
  }
  for (int peer = 1; peer < size_; ++peer) send(peer, "|u1", data, bytes, 1);
}

}  // namespace mlplab
