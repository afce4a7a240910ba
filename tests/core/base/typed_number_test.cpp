// Numbers as people type them, and the values read: never a thousand times as much, never another base.
#include "core/base/typed_number.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

TEST(PartsOf, ATextAreWithoutTheirBlanksAndWithTheEmptyOnes) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(parts_of("1, 2 ,\t3", ','), (Parts{"1", "2", "3"}));
  EXPECT_EQ(parts_of("784-256-10", '-'), (Parts{"784", "256", "10"}));
  EXPECT_EQ(parts_of(",a,,", ','), (Parts{"", "a", "", ""}));
  EXPECT_EQ(parts_of("", ','), (Parts{""}));
  EXPECT_EQ(parts_of(" ", ','), (Parts{""}));
}

TEST(TypedNumber, IsReadInBaseTen) {
  for (const auto& [text, number] : {std::pair("0.001", 0.001),
                                     {"1e-3", 0.001},
                                     {".1", 0.1},
                                     {"1.", 1.0},
                                     {"064", 64.0},
                                     {"+0.5", 0.5},
                                     {"-2", -2.0},
                                     {"−2.5", -2.5},
                                     {"1e−3", 0.001},
                                     {" 0.1 ", 0.1},
                                     {"1E2", 100.0},
                                     {"000.25", 0.25}})
    EXPECT_EQ(typed_number(text), number) << text;
  for (const char* text :
       {"",  " ",     "fast",  "inf",   "-inf",  "nan", "0x1p-3", "0x10", "1/10", "0.1f", "1e",    "e3",    ".",
        "-", "1e999", "1_000", "1'000", "1 000", "20%", "--1",    "+-1",  "−",    "−−1",  "1.2.3", "1e3.5", "٣"})
    EXPECT_EQ(typed_number(text), std::nullopt) << text;
}

TEST(TypedNumber, ACommaIsADecimalSignOrRefused) {
  EXPECT_EQ(typed_number("0,001", DecimalComma::accepted), 0.001);
  EXPECT_EQ(typed_number("0.001", DecimalComma::accepted), 0.001);
  EXPECT_EQ(typed_number("1.000,5", DecimalComma::accepted), std::nullopt);
  EXPECT_EQ(typed_number("1,000,000", DecimalComma::accepted), std::nullopt);
  for (const char* text : {"0,001", "1,000", "1,5e3"}) EXPECT_EQ(typed_number(text), std::nullopt) << text;
  EXPECT_NE(why_no_number("0,001").find("point"), std::string::npos) << why_no_number("0,001");
  EXPECT_EQ(why_no_number("0,001", DecimalComma::accepted), "");
}

TEST(TypedWhole, IsReadInBaseTen) {
  EXPECT_EQ(typed_whole<int>("064"), 64);
  EXPECT_EQ(typed_whole<int>("010"), 10);
  EXPECT_EQ(typed_whole<int>("+32"), 32);
  EXPECT_EQ(typed_whole<int>(" 7 "), 7);
  EXPECT_EQ(typed_whole<int>("-3"), -3);
  EXPECT_EQ(typed_whole<int>("−3"), -3);
  EXPECT_EQ(typed_whole<unsigned>("−3"), std::nullopt);
  EXPECT_EQ(typed_whole<int>("1e3"), 1000);
  EXPECT_EQ(typed_whole<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"0x10", "64.0", "64,0", "1,000", "1.000", "1 000", "1e-3", "64k", "1_000", "1'000", "",
                           "inf", "18446744073709551616", "1e20"})
    EXPECT_EQ(typed_whole<std::uint64_t>(text), std::nullopt) << text;
  EXPECT_EQ(typed_whole<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(typed_whole<int>("3000000000"), std::nullopt);
  EXPECT_EQ(why_no_whole("1,000", "0", "9"), "'1,000' is not a whole number; write its digits alone, as in 60000");
  for (const char* text : {"-1", "18446744073709551616", "1e20"})
    EXPECT_EQ(why_no_whole(text, "0", "9"), "'" + std::string(text) + "' is not a whole number from 0 to 9");
}

}  // namespace
}  // namespace mlplab
