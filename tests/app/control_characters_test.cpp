// Files, folders and other programs may hold control characters: none of them reaches the terminal. To add a way in: a
// test that plants `hostile` there and calls expect_harmless().
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/idx.h"
#include "core/model/model_file.h"
#include "core/run/run_record.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Clears the screen, goes back in the line, rings, sets the title with C1 codes, turns the direction of writing.
const std::string hostile = "x\x1b[2J\r\x07\x7f\u009d0;title\u009c\u202egnp.\u2066";
/// How it is shown.
const std::string escaped = R"(x\u001b[2J\u000d\u0007\u007f\u009d0;title\u009c\u202egnp.\u2066)";

void expect_harmless(const std::string& text, const std::string& where) {
  for (const char* forbidden : {"\x1b", "\r", "\x07", "\x7f", "\u009d", "\u009c", "\u202e", "\u2066"})
    EXPECT_EQ(text.find(forbidden), std::string::npos) << where << ": " << dump_json(nlohmann::json(text));
}

void expect_harmless(const test::Ran& ran, const std::string& where) {
  expect_harmless(ran.out, where + ", stdout");
  expect_harmless(ran.err, where + ", stderr");
  EXPECT_NE((ran.out + ran.err).find(escaped), std::string::npos) << where << ": " << ran.out << ran.err;
}

class ControlCharacters : public testing::Test {
 protected:
  ControlCharacters() { write_idx_folder(folder_ / "data", test::small_dataset(48, 16)); }
  std::vector<std::string> train_words(const std::string& out) const {
    return {"train",     "--data",     (folder_ / "data").string(),
            "--backend", "sequential", "--network",
            "36-4",      "--batch",    "16",
            "--epochs",  "1",          "--out",
            out};
  }
  test::TemporaryFolder folder_;
};

TEST_F(ControlCharacters, OfNamesOfFolders) {
  expect_harmless(test::run_cli({"train", "--resume", (folder_ / hostile).string()}), "a folder that is not there");
  const std::string out = (folder_ / hostile).string();
  expect_harmless(test::run_cli(train_words(out)), "the folder of a run");
  std::vector<std::string> in_json = train_words(out + "-2");
  in_json.emplace_back("--json");
  const test::Ran ran = test::run_cli(in_json);
  expect_harmless(ran.out + ran.err, "the folder of a run in JSON");
  EXPECT_EQ(parse_json(ran.out)["run_dir"], out + "-2") << "JSON is the same JSON";
}

TEST_F(ControlCharacters, AnErrorIsOneLine) {
  const test::Ran ran = test::run_cli({"train", "--resume", (folder_ / "two\nlines").string()});
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
}

TEST_F(ControlCharacters, OfMembersOfFiles) {
  nlohmann::json spec = test::small_spec();
  spec["backend"] = hostile;
  spec["data"]["source"] = (folder_ / "data").string();
  make_folder(folder_ / "run");
  test::write_bytes(folder_ / "run/spec.json", dump_json(spec));
  test::write_bytes(folder_ / "run/events.jsonl", hello_line() + "\n");
  expect_harmless(test::run_cli({"train", "--resume", (folder_ / "run").string()}), "a backend's name in a spec");
  spec = test::small_spec();
  spec["batch"] = hostile;
  spec[hostile] = 3;
  test::write_bytes(folder_ / "run/spec.json", dump_json(spec));
  const test::Ran ran = test::run_cli({"train", "--resume", (folder_ / "run").string()});
  EXPECT_NE(ran.code, 0);
  expect_harmless(ran.err, "a member of a spec");
}

TEST_F(ControlCharacters, OfNamesOfClasses) {
  for (const std::string& name : {hostile, std::string("other")})
    for (int i = 0; i < 8; ++i) {
      make_folder(folder_ / "set/train" / name);
      test::write_bytes(folder_ / "set/train" / name / (std::to_string(i) + ".png"),
                        test::png_bytes(4, 4, 1, std::vector<std::uint8_t>(16, name == hostile ? 255 : 0)));
    }
  const std::string model = (folder_ / "model").string(), image = folder_ / "set/train" / hostile / "0.png";
  const test::Ran trained = test::run_cli({"train", "--data", (folder_ / "set").string(), "--network", "16-2",
                                           "--epochs", "30", "--batch", "8", "--lr", "0.1", "--backend", "sequential",
                                           "--out", (folder_ / "run").string(), "--save", model});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_harmless(trained.out, "training");
  expect_harmless(test::run_cli({"classify", model, image}), "the class of an image");
}

TEST_F(ControlCharacters, OfOtherPrograms) {
  make_folder(folder_ / "config/mlplab/trainers");
  const fs::path program = folder_ / "trainer";
  test::write_bytes(program, "#!/bin/sh\nprintf '%s\\n' '" + hostile + "' >&2\nexit 1\n");
  ::chmod(program.c_str(), 0755);
  const nlohmann::json trainer = {{"format", "mlplab-trainer-1"},
                                  {"name", "odd"},
                                  {"title", "Odd"},
                                  {"technology", "sh"},
                                  {"parallelism", "none"},
                                  {"workers", 1},
                                  {"program", {program.string()}},
                                  {"arguments", nlohmann::json::array({"{exchange}"})}};
  test::write_bytes(folder_ / "config/mlplab/trainers/odd.json", dump_json(trainer));
  std::vector<std::string> words = train_words((folder_ / "run").string());
  words[4] = "odd";
  const test::Environment own{{"XDG_CONFIG_HOME", folder_ / "config"}};
  const test::Ran ran = test::run_cli(words);
  EXPECT_EQ(ran.code, 4) << ran.err;
  EXPECT_NE(ran.err.find("title"), std::string::npos) << ran.err;
  expect_harmless(ran.err, "what a program said last");
}

}  // namespace
}  // namespace mlplab
