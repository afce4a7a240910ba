// Another machine's name, and what goes over the connection to it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "core/base/error.h"
#include "core/launch/remote/frames.h"
#include "core/run/remote_host.h"
#include "core/run/run_spec.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(RemoteHosts, AreNamedAsSshDoes) {
  EXPECT_EQ(parse_host("server").address, "server");
  EXPECT_EQ(parse_host("server").program, "mlplab-cli");
  EXPECT_EQ(parse_host("ada@gpu-1.example.org").address, "ada@gpu-1.example.org");
  const RemoteHost host = parse_host("ada@10.0.0.7:~/opt/mlplab/bin/mlplab-cli");
  EXPECT_EQ(host.address, "ada@10.0.0.7");
  EXPECT_EQ(host.program, "~/opt/mlplab/bin/mlplab-cli");
}

TEST(RemoteHosts, AreNoOptionsAndNoShellWords) {
  for (const char* wrong :
       {"", "-oProxyCommand=id", "ada@-oProxyCommand=id", "@server", "ada@", "a b", "server;id", "server:", "server:-x",
        "server:a b", "server:$(id)", "`id`", "server\nid", "a@b@c", "serv\xc3\xa9r"}) {
    try {
      parse_host(wrong);
      ADD_FAILURE() << wrong;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), "host") << wrong;
    }
    if (*wrong == '\0') continue;  // this machine
    RunSpec spec = test::small_spec();
    spec.host = wrong;
    EXPECT_THROW(validate(spec), UsageError) << wrong;
  }
}

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
  ~Pipe() {
    ::close(ends[0]);
    close_end();
  }
  void close_end() {
    if (ends[1] >= 0) ::close(std::exchange(ends[1], -1));
  }
  void write(const std::string& text) { EXPECT_EQ(::write(ends[1], text.data(), text.size()), std::ssize(text)); }
  std::array<int, 2> ends{};
};

TEST(Frames, BringLinesAndFilesOfAnyBytes) {
  Pipe pipe;
  FrameStream from(pipe.ends[0], -1);
  std::string bytes(300'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  std::thread other([&] {
    FrameStream to(-1, pipe.ends[1]);
    to.send_line("first");
    to.send_beat();
    to.send_file("state.safetensors", bytes);
    to.send_line("");
    to.send_file("empty", "");
    pipe.close_end();
  });
  const auto first = from.receive(5.0), file = from.receive(5.0), blank = from.receive(5.0), empty = from.receive(5.0);
  other.join();
  ASSERT_TRUE(first && file && blank && empty);
  EXPECT_EQ(first->bytes, "first");
  EXPECT_EQ(first->file, "");
  EXPECT_EQ(file->file, "state.safetensors");
  EXPECT_EQ(file->bytes, bytes);
  EXPECT_EQ(blank->bytes + blank->file, "");
  EXPECT_EQ(empty->file, "empty");
  EXPECT_FALSE(from.receive(5.0)) << "the other side has ended";
}

TEST(Frames, AreSilentWhereNotEvenASignOfLifeComes) {
  Pipe pipe;
  FrameStream from(pipe.ends[0], -1), to(-1, pipe.ends[1]);
  std::thread beats([&] {
    for (int i = 0; i < 6; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      to.send_beat();
    }
    to.send_line("here");
  });
  EXPECT_EQ(from.receive(0.4)->bytes, "here") << "slow, and alive";
  beats.join();
  EXPECT_THROW(from.receive(0.1), BackendError);
}

TEST(Frames, AreRefusedWhereTheyAreNone) {
  for (const std::string text : {"hello\n", "L x\n", "L 99999999999999\n", "F 3\nabc", "L -1\n", "L\n", "\n"}) {
    Pipe pipe;
    pipe.write(text);
    pipe.close_end();
    EXPECT_THROW(FrameStream(pipe.ends[0], -1).receive(1.0), InputError) << text;
  }
  Pipe pipe;
  pipe.write("L 10\nhalf");
  pipe.close_end();
  EXPECT_FALSE(FrameStream(pipe.ends[0], -1).receive(1.0)) << "cut off";
}

}  // namespace
}  // namespace mlplab
