// Kept data is the same in every language: the tests run each command in English and in Spanish and compare every file
// written. Only sentences differ (why a run failed), and numbers of the clock. To test another file: add a command that
// writes it.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/json.h"
#include "core/data/drawn_set.h"
#include "core/data/idx.h"
#include "core/data/preparation.h"
#include "core/model/model_file.h"
#include "core/model/network_file.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"
#ifdef MLPLAB_HAS_ONNX
#include "core/model/onnx/onnx_file.h"
#endif

namespace mlplab {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> sentences{"message",    "reason",       "why_not",       "missing",
                                      "distrust",   "warnings",     "session_noise", "noise",
                                      "incomplete", "noise_before", "noise_during",  "absent"};

/// With # for each number.
std::string without_numbers(const std::string& text) {
  static const std::regex number(R"(-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?)");
  return std::regex_replace(text, number, "#");
}

/// Its members and words: one 0 for every number, one of each kind of a list's elements.
nlohmann::json shape_of(const nlohmann::json& value, const std::string& name = {}) {
  if (value.is_string() && value.get<std::string>().starts_with('{'))  // a network in a model file
    return shape_of(parse_json_or_null(value.get<std::string>()));
  if (value.is_string()) return sentences.contains(name) ? "a sentence" : without_numbers(value.get<std::string>());
  if (value.is_array()) {
    std::set<nlohmann::json> kinds;
    for (const nlohmann::json& element : value) kinds.insert(shape_of(element, name));
    return sentences.contains(name) ? nlohmann::json("sentences") : nlohmann::json(kinds);
  }
  if (!value.is_object()) return 0;
  nlohmann::json shape = nlohmann::json::object();
  for (const auto& [member, content] : value.items()) shape[without_numbers(member)] = shape_of(content, member);
  return shape;
}

/// A comparison's lines: which of them says that the machine was busy is the clock's.
nlohmann::json shape_of_lines(const std::string& content) {
  std::map<std::string, std::set<nlohmann::json>> members;
  std::istringstream text(content);
  for (std::string line; std::getline(text, line);)
    for (const nlohmann::json object = parse_json(line); const auto& [member, value] : object.items())
      members[member].insert(shape_of(value, member));
  return members;
}

std::string lines_of(const std::set<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The part of a file's content that does not depend on the clock.
std::string kept_words(const fs::path& name, const std::string& content) {
  const std::string ending = name.extension();
  if (ending == ".json") {
    const nlohmann::json whole = parse_json_or_null(content);
    return dump_json(whole.is_null() ? shape_of_lines(content) : shape_of(whole), 1);
  }
  if (ending == ".safetensors") {
    std::uint64_t length = 0;
    std::memcpy(&length, content.data(), sizeof length);
    return dump_json(shape_of(parse_json(std::string_view(content).substr(sizeof length, length))), 1) +
           content.substr(sizeof length + length);
  }
  std::set<std::string> lines;
  std::istringstream text(content);
  for (std::string line; std::getline(text, line);)
    lines.insert(ending == ".jsonl" ? dump_json(shape_of(parse_json(line))) : without_numbers(line));
  return lines_of(lines);
}

/// Every file below a folder that programs read, by its name.
std::map<std::string, std::string> files_below(const fs::path& folder) {
  static const std::set<std::string> for_programs{".csv", ".json", ".jsonl", ".onnx", ".safetensors", ".txt", ""};
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && for_programs.contains(entry.path().extension()))
      files[fs::relative(entry.path(), folder)] = test::read_bytes(entry.path());
  return files;
}

class KeptFiles : public testing::Test {
 protected:
  KeptFiles() { write_idx_folder(folder_ / "data", test::small_dataset(64, 16)); }
  /// FOLDER in a word is the language's own.
  void run_in(const std::string& language, std::vector<std::string> words) {
    for (std::string& word : words)
      if (const auto at = word.find("FOLDER"); at != std::string::npos)
        word.replace(at, 6, (folder_ / language / "kept").string());
    words.insert(words.end(), {"--lang", language});
    fs::create_directories(folder_ / language / "kept");
    const test::Ran ran = test::run_cli(words);
    EXPECT_TRUE(ran.code == 0 || ran.code == 5) << words.front() << ": " << ran.err;
  }
  void in_both(const std::vector<std::string>& words) {
    run_in("en", words);
    run_in("es", words);
  }
  void expect_same() {
    const auto english = files_of("en"), spanish = files_of("es");
    EXPECT_EQ(english.size(), spanish.size());
    EXPECT_FALSE(english.empty());
    for (const auto& [name, content] : english) {
      ASSERT_TRUE(spanish.contains(name)) << name;
      EXPECT_EQ(kept_words(name, content), kept_words(name, spanish.at(name))) << name;
    }
  }
  /// By their names without numbers, as if the folder of both languages had one name, of as many letters.
  std::map<std::string, std::string> files_of(const std::string& language) {
    std::map<std::string, std::string> files;
    const std::string own = (folder_ / language).string(), common = (folder_ / "xx").string();
    for (auto [name, content] : files_below(folder_ / language)) {
      for (auto at = content.find(own); at != std::string::npos; at = content.find(own, at))
        content.replace(at, own.size(), common);
      files[without_numbers(name)] = content;
    }
    return files;
  }
  std::vector<std::string> with_run(std::vector<std::string> words) {
    const std::vector<std::string> run{
        "--data", (folder_ / "data").string(), "--network", "36-8-4", "--batch", "16", "--epochs", "2"};
    words.insert(words.end(), run.begin(), run.end());
    return words;
  }

  test::TemporaryFolder folder_;
};

TEST_F(KeptFiles, OfARunAreTheSameInEveryLanguage) {
  in_both(with_run({"train", "--backend", "sequential", "--profile-steps", "2", "--out", "FOLDER/run", "--save",
                    "FOLDER/model.safetensors"}));
  expect_same();
}

/// Its sentence is in the language of the run, and nothing else of it.
TEST_F(KeptFiles, OfARunThatFailsDifferInTheReason) {
  in_both(with_run({"train", "--backend", "sequential", "--lr", "1000", "--loss", "mean-squared-error", "--activation",
                    "identity", "--out", "FOLDER/run"}));
  expect_same();
}

TEST_F(KeptFiles, OfExperimentsAreTheSameInEveryLanguage) {
  in_both(with_run({"sweep", "--axis", "batch", "--values", "8,16", "--repeats", "1", "--warmup", "0", "--backend",
                    "sequential", "--out", "FOLDER/sweep"}));
  in_both(with_run({"profile", "--backend", "sequential", "--out", "FOLDER/profile.json"}));
  in_both(with_run({"find-lr", "--backend", "sequential", "--out", "FOLDER/rates"}));
  in_both(with_run({"compare", "--backends", "sequential,simd", "--repeats", "1", "--out", "FOLDER/comparison"}));
  expect_same();
}

TEST_F(KeptFiles, OfDataAndNetworksAreTheSameInEveryLanguage) {
  const auto write = [](const fs::path& folder) {
    fs::create_directories(folder);
    const Dataset dataset = test::small_dataset();
    write_idx_folder(folder / "data", dataset);
    DrawnSet drawings;
    drawings.images.emplace_back(28, 28);
    drawings.labels.push_back(3);
    save_drawn_set(folder / "drawings", drawings, folder / "data");
    const RunSpec spec = test::small_spec();
    write_network_file(folder / "network.json", {.description = "of the test", .model = spec.model});
    TrainingState state = initial_state(spec.model, spec.optimizer, 1);
    state.preparation = std::make_shared<const Preparation>(preparation_of(dataset));
    save_model(folder / "model.safetensors", state);
#ifdef MLPLAB_HAS_ONNX
    save_onnx(folder / "model.onnx", state);
#endif
  };
  write(folder_ / "en");
  {
    const test::InSpanish spanish;
    write(folder_ / "es");
  }
  EXPECT_EQ(files_below(folder_ / "en"), files_below(folder_ / "es"));
  EXPECT_GE(files_below(folder_ / "en").size(), 8U);
}

}  // namespace
}  // namespace mlplab
