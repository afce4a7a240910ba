#include "core/study/store.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(StudyLines, EndWithTheLastNewline) {
  EXPECT_TRUE(whole_lines("").empty());
  EXPECT_TRUE(whole_lines("cut of").empty());
  EXPECT_EQ(whole_lines("1\n\n22\ncut"), (std::vector<std::string_view>{"1", "", "22"}));
}

TEST(StudyLines, AreAppendedAfterTheLastWholeOne) {
  const test::TemporaryFolder folder;
  const auto file = folder / "runs.jsonl";
  append_lines(file, {nlohmann::json{{"a", 1}}, nlohmann::json{{"a", 2}}});
  EXPECT_EQ(test::read_bytes(file), "{\"a\":1}\n{\"a\":2}\n");
  for (const std::size_t cut : {1U, 10U, 4095U, 4096U, 4097U, 10000U}) {
    test::write_bytes(file, "{\"a\":1}\n{\"a\":2}\n" + std::string(cut, 'x'));
    append_lines(file, {nlohmann::json{{"a", 3}}});
    EXPECT_EQ(test::read_bytes(file), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n") << cut;
  }
  test::write_bytes(file, std::string(5000, 'x'));
  append_lines(file, {nlohmann::json{{"a", 4}}});
  EXPECT_EQ(test::read_bytes(file), "{\"a\":4}\n") << "no line of it is whole";
  append_lines(file, {});
  EXPECT_EQ(test::read_bytes(file), "{\"a\":4}\n");
}

TEST(StudyLines, AreAllThereOrNone) {
  EXPECT_THROW(append_lines("/dev/full", {nlohmann::json{{"a", 1}}}), InputError);
  const test::TemporaryFolder folder;
  const auto file = folder / "runs.jsonl";
  append_lines(file, {nlohmann::json{{"a", 1}}});
  const std::string before = test::read_bytes(file);
  struct rlimit limit {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const struct rlimit narrow { before.size() + 20, limit.rlim_max };
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &narrow), 0);
  std::string refusal;
  try {
    append_lines(file, {nlohmann::json{{"text", std::string(100, 'x')}}});
  } catch (const InputError& error) {
    refusal = error.what();
  }
  EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  ::signal(SIGXFSZ, handler);
  EXPECT_NE(refusal.find(file.string()), std::string::npos) << refusal;
  EXPECT_EQ(test::read_bytes(file), before) << "20 bytes fitted, and are taken back";
}

TEST(StudyLines, ARefusalNamesTheLine) {
  const auto refusal = [](const std::vector<std::string_view>& lines, std::size_t first) {
    std::vector<int> taken;
    try {
      read_lines("FILE", lines, first, "%1, line %2: %3", [&](const nlohmann::json& line) {
        if (line.at("a") == 7) throw InputError("it is 7");
        taken.push_back(line.at("a"));
      });
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::to_string(taken.size());
  };
  EXPECT_EQ(refusal({"x", "{\"a\":1}", "{\"a\":2}"}, 2), "2") << "the first is somebody else's";
  EXPECT_EQ(refusal({"x", "{\"a\":1}"}, 1).find("FILE, line 1: "), 0U);
  EXPECT_EQ(refusal({"{\"a\":1}", "{\"a\":7}"}, 1), "FILE, line 2: it is 7");
  EXPECT_EQ(refusal({"{\"a\":1}", "{\"b\":7}"}, 1).find("FILE, line 2: "), 0U);
}

TEST(StudyLines, TheHeadIsTheWholeOrTheFirstLine) {
  EXPECT_EQ(head_of("{\n \"format\": \"a\"\n}"), (nlohmann::json{{"format", "a"}}));
  EXPECT_EQ(head_of("{\"format\":\"b\"}\n{\"run\":1}\n"), (nlohmann::json{{"format", "b"}}));
  EXPECT_EQ(head_of("{\"format\":\"b\"}\n{\"ru"), (nlohmann::json{{"format", "b"}})) << "cut off";
  EXPECT_TRUE(head_of("[1]").is_null());
  EXPECT_TRUE(head_of("").is_null());
  EXPECT_TRUE(head_of("{\"form").is_null());
}

}  // namespace
}  // namespace mlplab
