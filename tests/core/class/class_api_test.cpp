// Requests of phones, without sockets: a class from joining to the last drawing, and the list of hostile requests, each
// with its status, after which nothing of the class has changed.
#include "core/class/class_api.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/json.h"
#include "core/model/known_preparation.h"

namespace mlplab {
namespace {

const std::string class_code = "K7PX2MQ4", host = "192.168.1.5:8123", phone = "192.168.1.77";
const GuessQuestion factor{.kind = GuessKind::factor, .low = 1, .high = 100, .about = "<script>"};

class ClassApiTest : public ::testing::Test {
 protected:
  ClassResult ask(HttpRequest request) {
    if (request.host.empty()) request.host = host;
    return api_.reply_to(request, phone, now_s_);
  }
  ClassResult get(const std::string& path) {
    const std::size_t query = path.find('?');
    return ask({.method = "GET",
                .path = path.substr(0, query),
                .query = query == std::string::npos ? "" : path.substr(query + 1)});
  }
  HttpReply post(const std::string& what, const nlohmann::json& json) { return post_text(what, dump_json(json)); }
  HttpReply post_text(const std::string& what, const std::string& body) {
    const ClassResult result = ask(
        {.method = "POST", .path = "/" + class_code + "/" + what, .content_type = "application/json", .body = body});
    return result.later ? result.later() : result.reply;
  }
  std::string join(const std::string& name = {}) {
    return parse_json(post("join", {{"name", name}}).body).at("token").get<std::string>();
  }
  nlohmann::json drawing(const std::string& token, int asked = 7) {
    return {{"token", token}, {"strokes", {{100, 50, 180, 50, 120, 220}}}, {"asked", asked}};
  }

  ClassSession session_{class_code};
  ClassApi api_{session_, {"<page>", "css", "script"}, host};
  double now_s_ = 100;
};

TEST_F(ClassApiTest, ThePageIsForAll) {
  EXPECT_EQ(get("/").reply.body, "<page>");
  EXPECT_FALSE(get("/").proven);
  EXPECT_EQ(get("/class.css").reply.type, "text/css; charset=utf-8");
  EXPECT_EQ(get("/class.js").reply.body, "script");
  EXPECT_EQ(get("/" + class_code).reply.status, 200);
  EXPECT_TRUE(get("/" + class_code).proven);
  EXPECT_EQ(get("/k7px-2mq4").reply.status, 200);
}

TEST_F(ClassApiTest, AGuessIsTakenOnceTheRoundIsOpen) {
  const std::string token = join(" Ada ");
  EXPECT_EQ(post("guess", {{"token", token}, {"round", 1}, {"value", 5}}).status, 409);
  const int round = session_.open_round(factor);
  const auto state = parse_json(get("/" + class_code + "/state").reply.body);
  EXPECT_EQ(state.at("round").at("kind"), "factor");
  EXPECT_EQ(state.at("round").at("about"), "<script>");
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", 5.56}}).status, 200);
  EXPECT_EQ(session_.counts(now_s_).guesses, 1U);
  EXPECT_TRUE(session_.round()->guesses().empty());
  session_.close_round();
  EXPECT_EQ(session_.round()->guesses(), (std::vector<ClassGuess>{{"Ada", 5.6}}));
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", 6}}).status, 409);
  const int second = session_.open_round(factor);
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", 6}}).status, 409);  // of the round before
  EXPECT_EQ(post("guess", {{"token", token}, {"round", second}, {"value", 101}}).status, 422);
}

TEST_F(ClassApiTest, ADrawingGetsItsPredictionAndHangsOnTheWall) {
  const std::string token = join("Ada");
  auto json = parse_json(post("draw", drawing(token)).body);
  EXPECT_TRUE(json.at("label").is_null());
  auto state = std::make_shared<const TrainingState>(initial_state(make_mlp({784, 16, 10}, Activation::relu), {}, 3));
  session_.predictor().set(state, known_preparation(*state));
  json = parse_json(post("draw", drawing(token)).body);
  EXPECT_EQ(json.at("probabilities").size(), 10U);
  EXPECT_EQ(json.at("drawn"), 2);
  ASSERT_EQ(session_.wall().drawings().size(), 2U);
  const ClassDrawing hung = session_.wall().drawings()[1];
  EXPECT_EQ(hung.label, json.at("label"));
  EXPECT_EQ(hung.asked, 7);
  EXPECT_EQ(hung.name, "Ada");
}

TEST_F(ClassApiTest, ALockedWallTakesNothingNotEvenWhatWaited) {
  const auto slow =
      std::make_shared<const TrainingState>(initial_state(make_mlp({784, 2000, 10}, Activation::relu), {}, 3));
  session_.predictor().set(slow, known_preparation(*slow));
  EXPECT_FALSE(session_.predictor().quick());
  const std::string token = join();
  const ClassResult waiting = ask({.method = "POST",
                                   .path = "/" + class_code + "/draw",
                                   .content_type = "application/json",
                                   .body = dump_json(drawing(token))});
  ASSERT_TRUE(waiting.later);  // on a thread of its own, which the other phones do not wait for
  session_.set_locked(true);
  EXPECT_EQ(waiting.later().status, 409);
  EXPECT_EQ(post("draw", drawing(token)).status, 409);
  EXPECT_TRUE(session_.wall().drawings().empty());
}

TEST_F(ClassApiTest, AQuickNetworkRepliesAtOnce) {
  const auto small =
      std::make_shared<const TrainingState>(initial_state(make_mlp({784, 256, 10}, Activation::relu), {}, 3));
  session_.predictor().set(small, known_preparation(*small));
  const ClassResult result = ask({.method = "POST",
                                  .path = "/" + class_code + "/draw",
                                  .content_type = "application/json",
                                  .body = dump_json(drawing(join()))});
  EXPECT_FALSE(result.later);
  EXPECT_EQ(result.reply.status, 200);
  EXPECT_EQ(session_.wall().drawings().size(), 1U);
}

TEST_F(ClassApiTest, AClearedWallIsPutBackBeforeWhatCameSince) {
  const std::string token = join();
  EXPECT_FALSE(session_.can_undo_clear());
  session_.clear_wall();
  EXPECT_FALSE(session_.can_undo_clear());  // there was nothing on it
  for (int i = 0; i < 2; ++i) post("draw", drawing(token));
  session_.clear_wall();
  post("draw", drawing(token));
  session_.clear_wall();
  post("draw", drawing(token));
  session_.set_hidden(4, true);
  const auto ids = [&] {
    std::vector<int> all;
    const DrawingWall wall = session_.wall();
    for (const ClassDrawing& one : wall.drawings()) all.push_back(one.id);
    return all;
  };
  EXPECT_EQ(ids(), (std::vector<int>{4}));
  session_.undo_clear();
  EXPECT_EQ(ids(), (std::vector<int>{3, 4}));
  EXPECT_TRUE(session_.wall().drawings()[1].hidden);
  session_.undo_clear();
  EXPECT_EQ(ids(), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_FALSE(session_.can_undo_clear());
  session_.undo_clear();
  EXPECT_EQ(ids().size(), 4U);
}

TEST_F(ClassApiTest, TheRoundBeforeComesBack) {
  const std::string token = join();
  const GuessQuestion question{.kind = GuessKind::factor, .low = 1, .high = 100, .about = {}};
  const auto guess = [&](int round, double value) {
    return post("guess", {{"token", token}, {"round", round}, {"value", value}}).status;
  };
  const int first = session_.open_round(question);
  EXPECT_FALSE(session_.has_round_before());
  EXPECT_EQ(guess(first, 5), 200);
  const int second = session_.open_round(question);
  EXPECT_EQ(guess(first, 6), 409);
  EXPECT_EQ(guess(second, 7), 200);
  session_.swap_rounds();
  EXPECT_EQ(session_.round()->id(), first);
  EXPECT_EQ(session_.round()->guesses(), (std::vector<ClassGuess>{{"", 5}}));
  EXPECT_EQ(guess(second, 8), 409);  // it is not asked for now
  session_.swap_rounds();
  EXPECT_EQ(session_.round()->id(), second);
  EXPECT_EQ(guess(second, 8), 200);
}

TEST_F(ClassApiTest, PhonesSeeTheRunTheQuestionAndNothingElse) {
  session_.set_watch(
      {.network = "784-16-10", .running = true, .epochs = 3, .epoch = {1}, .loss = {0.5}, .accuracy = {0.9}});
  join("Ada");
  const auto state = parse_json(get("/" + class_code + "/state").reply.body);
  EXPECT_EQ(state.at("run").at("accuracy"), nlohmann::json({0.9}));
  session_.set_watch(
      {.network = "784-16-10", .epoch = {1e6 / 3, 0}, .loss = {1e-320, std::nan("")}, .accuracy = {2.0 / 3}});
  const auto run = parse_json(get("/" + class_code + "/state").reply.body).at("run");
  EXPECT_EQ(run.at("epoch"), nlohmann::json({333333.0, 0.0}));
  EXPECT_EQ(run.at("loss"), nlohmann::json({0.0, nullptr}));
  EXPECT_EQ(run.at("accuracy"), nlohmann::json({0.666667})) << "as many digits as a phone can show";
  std::vector<std::string> members;
  for (const auto& [name, value] : state.items()) members.push_back(name);
  EXPECT_EQ(members, (std::vector<std::string>{"asked", "classes", "locked", "round", "run"}));
  EXPECT_EQ(get("/" + class_code + "/state").reply.body.find("Ada"), std::string::npos);
}

TEST_F(ClassApiTest, StreamsBelongToPeopleAndAreCounted) {
  const std::string token = join();
  EXPECT_EQ(get("/" + class_code + "/events").reply.status, 400);
  EXPECT_EQ(get("/" + class_code + "/events?token=x").reply.status, 403);
  const ClassResult first = get("/" + class_code + "/events?token=" + token);
  ASSERT_TRUE(first.stream_of);
  EXPECT_TRUE(get("/" + class_code + "/events?token=" + token).stream_of);
  EXPECT_FALSE(get("/" + class_code + "/events?token=" + token).stream_of);
  session_.close_stream(*first.stream_of, now_s_);
  EXPECT_TRUE(get("/" + class_code + "/events?token=" + token).stream_of);
}

TEST_F(ClassApiTest, OnePhoneIsHeldToItsRate) {
  const std::string fast = join(), other = join();
  int taken = 0;
  for (int i = 0; i < 40; ++i) taken += post("draw", drawing(fast)).status == 200 ? 1 : 0;
  EXPECT_EQ(taken, static_cast<int>(class_limits::drawings_rate.burst));
  EXPECT_EQ(post("draw", drawing(fast)).status, 429);
  EXPECT_EQ(post("draw", drawing(other)).status, 200);
  now_s_ += 2;
  EXPECT_EQ(post("draw", drawing(fast)).status, 200);
}

TEST_F(ClassApiTest, OneAddressIsHeldToItsRate) {
  int wrong = 0, joined = 0;
  for (int i = 0; i < 100; ++i) wrong += get("/AAAAAAAA/state").reply.status == 403 ? 1 : 0;
  EXPECT_EQ(wrong, static_cast<int>(class_limits::wrong_codes_rate.burst));
  EXPECT_EQ(get("/" + class_code).reply.status, 200);  // the class itself is not shut out by it
  for (int i = 0; i < 200; ++i) joined += post("join", {{"name", ""}}).status == 200 ? 1 : 0;
  EXPECT_EQ(joined, static_cast<int>(class_limits::joins_rate.burst));
  int all = 0;
  for (int i = 0; i < 2000; ++i) all += get("/").reply.status == 200 ? 1 : 0;
  EXPECT_LT(all, static_cast<int>(class_limits::requests_rate.burst));
  EXPECT_EQ(api_.reply_to({.method = "GET", .path = "/", .host = host}, "192.168.1.78", now_s_).reply.status, 200);
}

TEST_F(ClassApiTest, HostileRequestsGetTheirStatusAndChangeNothing) {
  const std::string token = join("Ada"), within = "/" + class_code + "/";
  const int round = session_.open_round(factor);
  ASSERT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", 5}}).status, 200);
  ASSERT_EQ(post("draw", drawing(token)).status, 200);
  const std::string before = session_.phone_state();
  const std::uint64_t revision = session_.revision();

  EXPECT_EQ(ask({.method = "GET", .path = "/", .host = "evil.example"}).reply.status, 421);
  EXPECT_EQ(ask({.method = "GET", .path = "/", .host = "192.168.1.5"}).reply.status, 421);
  EXPECT_EQ(ask({.method = "POST", .path = within + "join", .origin = "http://evil.example"}).reply.status, 403);
  EXPECT_EQ(ask({.method = "POST", .path = within + "join", .content_type = "text/plain", .body = "{}"}).reply.status,
            415);
  EXPECT_EQ(ask({.method = "POST", .path = "/"}).reply.status, 405);
  EXPECT_EQ(ask({.method = "POST", .path = within + "state"}).reply.status, 405);
  EXPECT_EQ(get(within + "join").reply.status, 405);
  EXPECT_EQ(get(within + "draw").reply.status, 405);
  for (const char* path : {"nothing", "state/more", "/", "runs.json", "class.js/x"})
    EXPECT_EQ(get(within + path).reply.status, 404) << path;
  for (const char* path : {"/etc/passwd", "/class.html", "/K7PX2MQ5", "/class.css/x", "//"})
    EXPECT_EQ(get(path).reply.status, 403) << path;

  for (const char* body : {"", "{", "[]", "7", "null", "\xff", "{\"token\":"}) {
    EXPECT_EQ(post_text("guess", body).status, 400) << body;
    EXPECT_EQ(post_text("join", body).status, 400) << body;
  }
  EXPECT_EQ(post_text("draw", std::string(60000, '[')).status, 400);
  EXPECT_EQ(post("guess", {{"token", "x"}, {"round", round}, {"value", 5}}).status, 403);
  EXPECT_EQ(post("guess", {{"token", 7}, {"round", round}, {"value", 5}}).status, 403);
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", "5"}}).status, 400);
  EXPECT_EQ(post("guess", {{"token", token}, {"round", 1e30}, {"value", 5}}).status, 400);
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round + 1}, {"value", 5}}).status, 409);
  EXPECT_EQ(post("guess", {{"token", token}, {"round", round}, {"value", 1e300}}).status, 422);
  EXPECT_EQ(post_text("guess", "{\"token\":\"" + token + "\",\"round\":1,\"value\":1e999}").status, 400);
  EXPECT_EQ(post("draw", {{"token", "x"}, {"strokes", {{1, 2}}}}).status, 403);
  EXPECT_EQ(post("draw", {{"token", token}}).status, 422);
  EXPECT_EQ(post("draw", drawing(token, 10)).status, 422);

  EXPECT_EQ(session_.phone_state(), before);
  EXPECT_EQ(session_.revision(), revision);
  EXPECT_EQ(session_.counts(now_s_).joined, 1U);
  EXPECT_EQ(session_.wall().drawings().size(), 1U);
  session_.close_round();
  EXPECT_EQ(session_.round()->guesses(), (std::vector<ClassGuess>{{"Ada", 5}}));
}

}  // namespace
}  // namespace mlplab
