// Shares in words: what is nearly nothing or nearly all is never rounded to it.
#include "core/base/numbers.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <string>

#include "core/base/typed_number.h"

namespace mlplab {
namespace {

TEST(Percent, OnlyAllOfItIsAHundred) {
  EXPECT_EQ(percent(0.13), "13.0 %");
  EXPECT_EQ(percent(0.000091), "0.00910 %");
  EXPECT_EQ(percent(0.0), "0 %");
  EXPECT_EQ(percent(1.0), "100 %");
  EXPECT_EQ(percent(1.25), "125 %");
  EXPECT_EQ(percent(0.99996), "> 99.9 %");
  EXPECT_EQ(percent(0.99996, 4), "> 99.99 %");
  EXPECT_EQ(percent(0.9996, 4), "99.96 %");
  EXPECT_EQ(percent(0.996, 2), "> 99 %");
  for (int part = 1; part < 20000; ++part)
    for (int digits = 2; digits <= 4; ++digits)
      EXPECT_NE(std::stod(percent(part / 20000.0, digits).substr(part > 19800 ? 2 : 0)), 100.0) << part;
}

/// In texts for people a minus, in those for programs a hyphen; both are read where numbers are typed.
TEST(Numbers, HaveTheirSignWhereTheyAreRead) {
  EXPECT_EQ(significant(-1.5), "−1.50");
  EXPECT_EQ(significant(-1234567890.0), "−1.23e+09");
  EXPECT_EQ(significant(-1.25e-5), "−1.25e-05");
  EXPECT_EQ(significant(-INFINITY), "−∞");
  EXPECT_EQ(significant(-0.0), "0");
  EXPECT_EQ(percent(-0.021), "−2.10 %");
  EXPECT_EQ(share(-0.021), "−2.1 %");
  EXPECT_EQ(duration(-2.0), "−2000000 µs");
  EXPECT_EQ(with_decimals(-1.5, 2), "-1.50");
  EXPECT_EQ(up_to_digits(-1.5, 4), "-1.5");
  EXPECT_EQ(exact(-1.5), "-1.5");
  EXPECT_EQ(with_minus("simd"), "simd");
  for (const double number : {-1.5, -0.00625, -1.25e-5, -3.0, -1.5e12})
    EXPECT_EQ(typed_number(significant(number)), number) << significant(number);
}

/// A window sets the user's locale.
TEST(Numbers, AreWrittenAlikeInEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* name : {"es_ES.UTF-8", "es_ES.utf8", "es_CO.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_NUMERIC, name) != nullptr) break;
  const bool comma = std::string(std::localeconv()->decimal_point) == ",";
  EXPECT_EQ(significant(0.13), "0.130");
  EXPECT_EQ(significant(9.996), "10.0");
  EXPECT_EQ(significant(1.25e-5), "1.25e-05");
  EXPECT_EQ(with_decimals(1234.5, 2), "1234.50");
  EXPECT_EQ(with_decimals(-1e300, 0).size(), 302U);
  EXPECT_EQ(up_to_digits(0.30000000000000004, 4), "0.3");
  EXPECT_EQ(exact(0.5), "0.5");
  std::setlocale(LC_NUMERIC, before.c_str());
  if (!comma) GTEST_SKIP() << "compared in the C locale alone: none with a decimal comma is installed";
}

TEST(Share, HardlyAnyIsNotNone) {
  EXPECT_EQ(share(0.0), "0 %");
  EXPECT_EQ(share(1.0), "100 %");
  EXPECT_EQ(share(0.9824), "98.2 %");
  EXPECT_EQ(share(0.0004), "< 0.1 %");
  EXPECT_EQ(share(0.004, 0), "< 1 %");
  EXPECT_EQ(share(0.99951), "> 99.9 %");
  EXPECT_EQ(share(59999.0 / 60000.0, 2), "> 99.99 %");
  EXPECT_EQ(share(std::nan("")), "–");
  EXPECT_EQ(share_figure(0.9824), "98.2");
  EXPECT_EQ(share_figure(0.99951), "> 99.9");
  EXPECT_EQ(share_figure(0.0004), "< 0.1");
  EXPECT_EQ(share_figure(1.0, 2), "100");
  EXPECT_EQ(share_figure(std::nan("")), "–");
}

}  // namespace
}  // namespace mlplab
