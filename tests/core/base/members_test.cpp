// Members of JSON files that are named once: what is written is read back, and what cannot be is refused by name.
#include "core/base/members.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mlplab {
namespace {

enum class Colour { red, blue };
constexpr Name<Colour> colours[] = {{Colour::red, "red"}, {Colour::blue, "blue"}};

struct Part {
  int n = 0;
  double time_s = 0.0;
};
constexpr auto part_members = [](auto& file, auto& part) {
  file.count("n", part.n, 1);
  file.amount("time_s", part.time_s);
};

struct Thing {
  std::string name;
  Colour colour = Colour::red;
  std::optional<double> share;
  std::optional<int> threads;
  std::vector<double> losses;
  std::vector<Part> parts;
  std::optional<Part> last;
  std::string later = "unset";
};
constexpr auto thing_members = [](auto& file, auto& thing) {
  file.plain("name", thing.name);
  file.choice("colour", thing.colour, colours, "colour");
  file.share("share", thing.share);
  file.count("threads", thing.threads);
  file.figures("losses", thing.losses);
  file.list("parts", thing.parts, part_members);
  if (file.has("last", thing.last.has_value())) file.object("last", thing.last, part_members);
  if (file.has("later")) file.plain("later", thing.later);
};

Thing read_thing(const std::string& text) {
  Thing thing;
  read_from(parse_json(text), thing, thing_members);
  return thing;
}

std::string refusal_of(const std::string& text) {
  try {
    read_thing(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(Members, AreReadBackAsTheyWereWritten) {
  const double unknown = std::nan("");
  const Thing thing{"a", Colour::blue, 0.5, {}, {1.5, unknown}, {{1, 2.5}, {3, unknown}}, Part{4, 0.25}, "now"};
  const std::string text = dump_json(json_of<nlohmann::ordered_json>(thing, thing_members));
  EXPECT_EQ(text,
            R"({"name":"a","colour":"blue","share":0.5,"threads":null,"losses":[1.5,null],)"
            R"("parts":[{"n":1,"time_s":2.5},{"n":3,"time_s":null}],"last":{"n":4,"time_s":0.25},"later":"now"})");
  const Thing back = read_thing(text);
  EXPECT_EQ(dump_json(json_of<nlohmann::ordered_json>(back, thing_members)), text);
  EXPECT_TRUE(std::isnan(back.losses[1]) && std::isnan(back.parts[1].time_s));
}

TEST(Members, ThatAreNotThereStayAsTheyAre) {
  const Thing thing = read_thing(R"({"name":"a","colour":"red","threads":2,"losses":[],"parts":[],"later":null})");
  EXPECT_EQ(thing.later, "unset");
  EXPECT_FALSE(thing.share || thing.last);
  EXPECT_EQ(thing.threads, 2);
  EXPECT_FALSE(json_of(thing, thing_members).contains("last"));
}

TEST(Members, ThatCannotBeAreRefusedByName) {
  const std::string begin = R"({"name":"a","colour":"red","losses":[],)";
  EXPECT_NE(refusal_of(begin + R"("threads":null,"parts":[],"share":1.5})").find("\"share\" is 1.5"),
            std::string::npos);
  EXPECT_NE(refusal_of(begin + R"("threads":-1,"parts":[]})").find("\"threads\" is -1"), std::string::npos);
  EXPECT_NE(refusal_of(begin + R"("threads":null,"parts":[{"n":0,"time_s":1}]})").find("\"n\" is 0"),
            std::string::npos);
  EXPECT_NE(refusal_of(R"({"name":"a","colour":"green"})").find("green"), std::string::npos);
  EXPECT_NE(refusal_of(R"({"colour":"red"})").find("name"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
