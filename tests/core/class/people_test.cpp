// The code, the rates, and who is in the class.
#include "core/class/people.h"

#include <gtest/gtest.h>

#include <set>

#include "core/class/class_code.h"

namespace mlplab {
namespace {

TEST(ClassCode, IsRandomAndReadAloud) {
  std::set<std::string> codes, tokens;
  for (int i = 0; i < 200; ++i) {
    codes.insert(make_class_code());
    tokens.insert(make_class_token());
  }
  EXPECT_EQ(codes.size(), 200U);
  EXPECT_EQ(tokens.size(), 200U);
  for (const std::string& code : codes) {
    EXPECT_EQ(code.size(), 8U);
    EXPECT_EQ(code.find_first_of("01OIL"), std::string::npos) << code;
  }
  EXPECT_EQ(code_in_groups("K7PX2MQ4"), "K7PX-2MQ4");
}

TEST(ClassCode, IsTakenAsPeopleTypeItAndNotOtherwise) {
  for (const char* typed : {"K7PX2MQ4", "k7px2mq4", "K7PX-2MQ4", "k7px-2mq4"})
    EXPECT_TRUE(is_class_code(typed, "K7PX2MQ4")) << typed;
  for (const char* typed : {"", "K7PX2MQ", "K7PX2MQ44", "K7PX2MQ5", "X7PX2MQ4", "--------"})
    EXPECT_FALSE(is_class_code(typed, "K7PX2MQ4")) << typed;
  EXPECT_FALSE(is_class_code("", ""));
  EXPECT_FALSE(is_class_code(std::string(100000, 'K'), "K7PX2MQ4"));
}

TEST(RateLimit, ABurstThenSoManyPerSecond) {
  TokenBucket bucket({3, 2});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(10));
  EXPECT_FALSE(bucket.take(10.4));
  EXPECT_TRUE(bucket.take(10.6));
  EXPECT_FALSE(bucket.take(10.6));
  EXPECT_FALSE(bucket.full(11.9));
  EXPECT_TRUE(bucket.full(12.2));
  EXPECT_TRUE(bucket.take(1000));  // no more than the burst is saved up
  EXPECT_TRUE(bucket.take(1000));
  EXPECT_TRUE(bucket.take(1000));
  EXPECT_FALSE(bucket.take(1000));
}

TEST(RateLimit, RemembersABoundedNumberOfAddresses) {
  RateTable table({1, 1}, 3);
  EXPECT_TRUE(table.take("a", 5));
  EXPECT_FALSE(table.take("a", 5));
  EXPECT_TRUE(table.take("b", 5));
  EXPECT_TRUE(table.take("c", 5));
  EXPECT_FALSE(table.take("d", 5.5));
  EXPECT_EQ(table.size(), 3U);
  EXPECT_TRUE(table.take("d", 6.5));  // the others' buckets are full again
  EXPECT_EQ(table.size(), 1U);
}

TEST(People, NamesAreOneShortPlainLine) {
  EXPECT_EQ(plain_name("  Ada  "), "Ada");
  EXPECT_EQ(plain_name(""), "");
  EXPECT_EQ(plain_name(" \t\n "), "");
  EXPECT_EQ(plain_name("<b>Ada</b>"), "<b>Ada</b>");  // text, which nobody reads as markup
  EXPECT_EQ(plain_name("Áéíóú Ñandú 你好 🙂"), "Áéíóú Ñandú 你好 🙂");
  EXPECT_EQ(plain_name(std::string(500, 'x')), std::string(24, 'x'));
  std::string letters;
  for (int i = 0; i < 40; ++i) letters += "ñ";
  EXPECT_EQ(plain_name(letters).size(), 48U);
  EXPECT_EQ(plain_name("a\x1b[31mb\nc").find('\x1b'), std::string::npos);
  EXPECT_EQ(plain_name("a\nb").find('\n'), std::string::npos);
  EXPECT_EQ(plain_name("\xff\xfe"), "��");
  EXPECT_EQ(plain_name("a\xe2\x80\xae"
                       "b")
                .find("\xe2\x80\xae"),
            std::string::npos);  // turns the writing round
}

TEST(People, AreFoundByTheirToken) {
  People people;
  const std::string ada = people.join("Ada", 1)->token, bob = people.join("", 1)->token;
  EXPECT_NE(ada, bob);
  EXPECT_EQ(people.find(ada, 2)->name, "Ada");
  EXPECT_EQ(people.find(bob, 2)->seat, 1);
  EXPECT_EQ(people.find("", 2), nullptr);
  EXPECT_EQ(people.find("x", 2), nullptr);
}

TEST(People, AFullClassKeepsThoseWhoTookPart) {
  People people;
  const std::string first = people.join("Ada", 1)->token;
  people.find(first, 1)->active = true;
  for (std::size_t i = 1; i < class_limits::people; ++i) ASSERT_NE(people.join("", 1), nullptr);
  EXPECT_EQ(people.joined(), class_limits::people);
  EXPECT_EQ(people.join("late", 2), nullptr);
  const double later = 3 + class_limits::absent_after_s;
  EXPECT_EQ(people.present(later), 0U);
  EXPECT_NE(people.join("late", later), nullptr);  // in the place of one who is gone and did nothing
  EXPECT_EQ(people.joined(), class_limits::people);
  EXPECT_NE(people.find(first, later), nullptr);
}

}  // namespace
}  // namespace mlplab
