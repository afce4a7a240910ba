#include "core/base/printable.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

TEST(Printable, WhatATerminalObeysIsWrittenAsJsonWritesIt) {
  EXPECT_EQ(printable("plain, época 数字 🙂\n\ttext"), "plain, época 数字 🙂\n\ttext");
  EXPECT_EQ(printable(std::string_view("\x1b[2J\r\0\x7f", 7)), R"(\u001b[2J\u000d\u0000\u007f)");
  EXPECT_EQ(printable("\u0080\u009f\u00a0"), "\\u0080\\u009f\u00a0");
  EXPECT_EQ(printable("\u202e\u2066\u200f\u061c\u2028"), R"(\u202e\u2066\u200f\u061c\u2028)");
  EXPECT_EQ(printable_line("one\ntwo\tthree\r"), R"(one two three\u000d)");
}

TEST(Printable, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(printable("a\x9b"), "a�") << "C1 as Latin-1";
  EXPECT_EQ(printable("\xc0\x9b"), "��") << "a longer form of a control character";
  EXPECT_EQ(printable("\xe0\x82\x9b"), "���");
  EXPECT_EQ(printable("\xed\xa0\x80"), "���") << "a half of a pair";
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "����");
}

TEST(Printable, ACharacterMayComeInParts) {
  EXPECT_EQ(unfinished_bytes("ab"), 0U);
  EXPECT_EQ(unfinished_bytes("a\xc2"), 1U);
  EXPECT_EQ(unfinished_bytes("a\xe2\x80"), 2U);
  EXPECT_EQ(unfinished_bytes("a\xf0\x9f\x99"), 3U);
  EXPECT_EQ(unfinished_bytes("a\xe2\x80\xae"), 0U);
  EXPECT_EQ(unfinished_bytes("a\x80\x80\x80"), 0U) << "begins nothing";
}

}  // namespace
}  // namespace mlplab
