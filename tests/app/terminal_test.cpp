// The terminal program in a terminal: what it draws over itself stays within the width.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "app/cli/live_line.h"
#include "core/data/idx.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(LiveLine, APartThatDoesNotFitIsLeftOutWhole) {
  const std::string line = "epoch 1/4 ██░░  50 %  ETA 0:07  6.0 k images/s  loss 0.1955";
  EXPECT_EQ(fitted(line, columns_of(line)), line);
  EXPECT_EQ(fitted(line, columns_of(line) - 1), "epoch 1/4 ██░░  50 %  ETA 0:07  6.0 k images/s");
  EXPECT_EQ(fitted(line, 31), "epoch 1/4 ██░░  50 %  ETA 0:07");
  EXPECT_EQ(fitted(line, 15), "epoch 1/4 ██░░");
  EXPECT_EQ(fitted(line, 9), "epoch 1/…");
  EXPECT_EQ(fitted(line, 1), "…");
  EXPECT_EQ(fitted(line, 0), "");
  EXPECT_EQ(fitted("", 10), "");
}

TEST(LiveLine, CharactersTakeTheColumnsThatATerminalGivesThem) {
  EXPECT_EQ(columns_of("época ██"), 8U);
  EXPECT_EQ(columns_of("数字"), 4U);
  EXPECT_EQ(columns_of("🙂"), 2U);
  EXPECT_EQ(fitted("数字数字", 5), "数字…");
  EXPECT_EQ(columns_of("\xC3"), 1U) << "what is no UTF-8 is one";
}

/// The program's output on a terminal of `columns`.
std::string in_a_terminal(std::vector<std::string> words, unsigned short columns, const char* kind) {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0 || ::grantpt(ours) != 0 || ::unlockpt(ours) != 0) return {};
  const winsize size{24, columns, 0, 0};
  ::ioctl(ours, TIOCSWINSZ, &size);
  const int theirs = ::open(::ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  words.insert(words.begin(), std::string(MLPLAB_BIN) + "/mlplab-cli");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(theirs, 1), ::dup2(theirs, 2);
    ::setenv("TERM", kind, 1);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(theirs);
  std::string text;
  char block[4096];
  for (ssize_t count = 0;
       (count = ::read(ours, block, sizeof block)) > 0;)  // an error where the last one has closed it
    text.append(block, static_cast<std::size_t>(count));
  ::close(ours);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << text;
  return text;
}

class Terminal : public testing::Test {
 protected:
  Terminal() { write_idx_folder(folder_ / "data", test::small_dataset()); }
  void SetUp() override {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
      GTEST_SKIP() << "skipped: no pseudo-terminals here (/dev/pts is not mounted)";
    ::close(terminal);
  }
  /// The commands that draw a line over itself.
  std::vector<std::vector<std::string>> commands() {
    const std::vector<std::string> run = {"--backend", "sequential", "--data",   (folder_ / "data").string(),
                                          "--network", "36-4",       "--epochs", "20"};
    std::vector<std::vector<std::string>> all = {
        {"train", "--out", (folder_ / ("run" + std::to_string(++count_))).string()},
        {"sweep", "--values", "1", "--repeats", "2", "--out", (folder_ / ("sweep" + std::to_string(count_))).string()},
        {"find-lr"},
        {"profile", "--batch", "16,32"}};
    for (std::vector<std::string>& words : all)
      for (std::size_t i = 0; i < run.size() - (words[0] == "profile" || words[0] == "find-lr" ? 2 : 0); ++i)
        words.push_back(run[i]);
    return all;
  }
  test::TemporaryFolder folder_;
  int count_ = 0;
};

TEST_F(Terminal, WhatIsDrawnOverItselfIsNeverAsWideAsTheTerminal) {
  for (const unsigned short columns : std::initializer_list<unsigned short>{100, 60, 24})
    for (const std::vector<std::string>& words : commands()) {
      const std::string text = in_a_terminal(words, columns, "xterm");
      int drawn = 0;
      for (std::size_t at = 0; (at = text.find("\r\033[K", at)) != std::string::npos; ++drawn) {
        at += 4;
        const std::string line = text.substr(at, text.find_first_of("\r\n", at) - at);
        // A line that ends with a new line stays on the screen, and may be longer.
        if (text.compare(at + line.size(), 2, "\r\n") == 0) continue;
        EXPECT_LT(columns_of(line), columns) << words[0] << ": " << line;
      }
      EXPECT_GT(drawn, 1) << words[0] << ": " << text;
    }
}

TEST_F(Terminal, OneThatKnowsNoCodesGetsNone) {
  const std::string text = in_a_terminal(commands()[0], 60, "dumb");
  EXPECT_EQ(text.find('\033'), std::string::npos) << text;
  EXPECT_NE(text.find("ETA"), std::string::npos) << text;
}

}  // namespace
}  // namespace mlplab
