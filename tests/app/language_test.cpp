// The terminal program in Spanish: what people read is, what programs read is not.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::Ran;
using test::run_cli;

using Words = std::vector<std::string>;

Ran in_spanish(Words words) {
  words.insert(words.begin(), {"--lang", "es"});
  return run_cli(words);
}

Words tiny(const std::filesystem::path& out, const Words& more = {}) {
  Words words{"train",    "--backend", "sequential", "--train-limit", "640",       "--test-limit", "200", "--network",
              "784-8-10", "--epochs",  "1",          "--out",         out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The descriptions of a help: what stands behind the first column, of lines that have words there.
std::set<std::string> descriptions(const std::string& help) {
  constexpr std::size_t column = 30;
  std::set<std::string> found;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() <= column || line[column - 1] != ' ' || line[0] != ' ') continue;
    const std::string text = line.substr(column);
    // 'sgd, momentum or adam' are names.
    if (text.find(' ') != std::string::npos && text.find(" or ") == std::string::npos) found.insert(text);
  }
  return found;
}

Words commands() {
  Words names;
  std::istringstream lines(run_cli({"--help"}).out);
  bool listed = false;
  for (std::string line; std::getline(lines, line);) {
    if (listed && line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Subcommands:") listed = true;
  }
  return names;
}

TEST(Spanish, HelpHasNoEnglishDescriptionLeft) {
  const Words all = commands();
  ASSERT_GE(all.size(), 8U);
  std::vector<Words> helps = {{"--help"}};
  for (const std::string& command : all) helps.push_back({command, "--help"});
  for (const Words& words : helps) {
    const std::string english = run_cli(words).out;
    const Ran ran = in_spanish(words);
    EXPECT_EQ(ran.code, 0) << words[0];
    const std::set<std::string> left = descriptions(ran.out);
    EXPECT_FALSE(descriptions(english).empty()) << words[0];
    for (const std::string& text : descriptions(english)) EXPECT_FALSE(left.contains(text)) << words[0] << ": " << text;
    EXPECT_TRUE(ran.out.find("Uso: mlplab-cli") != std::string::npos) << ran.out;
    for (const char* word : {"Usage", "Options:", "OPTIONS", "SUBCOMMAND", "Subcommands", "Positionals", "REQUIRED",
                             " TEXT ", " TEXT=", " INT ", " INT=", " FLOAT", "The "})
      EXPECT_EQ(ran.out.find(word), std::string::npos) << words[0] << ": " << word;
  }
  const std::string train = in_spanish({"train", "--help"}).out;
  for (const char* said : {"La ejecución:", "tasa de aprendizaje", "DECIMAL en [0.1 - 600]"})
    EXPECT_NE(train.find(said), std::string::npos) << said;
  // A newer CLI11 writes the default in brackets.
  EXPECT_TRUE(train.find("--lr DECIMAL=0.1 ") != std::string::npos ||
              train.find("--lr DECIMAL [0.1] ") != std::string::npos);
}

TEST(Spanish, ErrorsAreSaidInItWithTheSameExitCodes) {
  const test::TemporaryFolder folder;
  const std::string none = (folder / "none").string();
  const struct {
    Words words;
    int code;
    std::string said;
  } cases[] = {
      {{}, 2, "Se necesita una orden; las órdenes válidas son backends"},
      {{"frobnicate"}, 2, "Se necesita una orden; las órdenes válidas son backends"},
      {{"train", "--frobnicate"},
       2,
       "No se esperaba el siguiente argumento: --frobnicate; las opciones válidas de train"},
      {{"train", "--batch", "many"}, 2, "--batch: «many» no es un número entero"},
      {{"train", "--epochs"}, 2, "--epochs: falta el valor (1 de tipo ENTERO)"},
      {{"train", "--idle-power", "1000"}, 2, "--idle-power: el valor 1000 no está en el intervalo"},
      {{"train", "--seed", "-1"}, 2, "--seed: «-1» no es un número entero"},
      {{"classify", "model"}, 2, "Se necesita IMAGE"},
      {{"train", "--out", ""}, 2, "el valor de --out está vacío"},
      {{"train", "--batch", "0"}, 2, "lote: debe estar entre 1 y 65536"},
      {{"train", "--network", "100-10"}, 2, "la red 100-10 tiene 100 entradas"},
      {{"train", "--json", "--events", "-"}, 2, "quieren ambas la salida estándar"},
      {{"train", "--resume", none}, 3, "no existe la carpeta de ejecución " + none},
      {{"train", "--backend", "mpi", "--workers", "1", "--hostfile", (folder / "hosts").string()}, 3, "hosts, línea 1"},
      {{"profile", "--backend", "trainer.json"}, 4, "no está disponible: "},
  };
  test::write_bytes(folder / "hosts", "-x\n");
  std::filesystem::create_directories(folder / "mlplab/trainers");
  test::write_bytes(folder / "mlplab/trainers/trainer.json", "no JSON");
  const test::Environment trainers{{"XDG_CONFIG_HOME", folder.path()}};
  for (const auto& [words, code, said] : cases) {
    if (words.size() > 2 && words[2] == "mpi" && !find_configuration("mpi").why_not().empty()) continue;
    expect_refused(in_spanish(words), code, said);
  }
}

/// These sentences come from other rooms than the terminal's own.
TEST(Spanish, AnUnknownBackendAndAMissingFolderAreNoEnglishSentences) {
  for (const Words& words : {Words{"train", "--backend", "abacus"}, Words{"train", "--data", "/nowhere"}}) {
    const Ran english = run_cli(words), spanish = in_spanish(words);
    expect_refused(spanish, english.code, words[2]);
    EXPECT_NE(spanish.err, english.err);
  }
}

TEST(Spanish, TheSummaryIsInItAndWhatProgramsReadIsNot) {
  const test::TemporaryFolder folder;
  const Ran summary = in_spanish(tiny(folder / "a", {"--profile-steps", "2"}));
  ASSERT_EQ(summary.code, 0) << summary.err;
  for (const char* said : {"terminó: 784-8-10 en sequential", "épocas 1 de 1, entrenamiento ", "exactitud de prueba ",
                           "del host al dispositivo ", "ejecución guardada en "})
    EXPECT_NE(summary.out.find(said), std::string::npos) << said << "\n" << summary.out;
  for (const char* said : {"done", "epochs", "accuracy", "host-to-device", "kept"})
    EXPECT_EQ(summary.out.find(said), std::string::npos) << said << "\n" << summary.out;

  const Words json_words = {"--json", "--profile-steps", "2"};
  const json english = parse_json(run_cli(tiny(folder / "b", json_words)).out);
  const json spanish = parse_json(in_spanish(tiny(folder / "c", json_words)).out);
  const auto keys = [](const json& object) {
    std::set<std::string> names;
    const json flat = object.flatten();
    for (const auto& [name, value] : flat.items()) names.insert(name);
    return names;
  };
  EXPECT_EQ(keys(spanish), keys(english));
  for (const char* name : {"status", "backend", "optimizer", "schedule", "network_name", "loss_train", "dataset"})
    EXPECT_EQ(spanish[name], english[name]) << name;
  EXPECT_EQ(spanish["status"], "done");
}

TEST(Spanish, TheEventStreamHasTheSameWords) {
  const test::TemporaryFolder folder;
  const auto words_of = [](const std::string& lines) {
    std::vector<std::string> words;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
      const json event = parse_json(line);
      std::string word = event.at("event");
      if (word == "step_done") continue;  // as many as time has it
      if (word == "run_ended") word += " " + event.at("status").get<std::string>();
      for (const auto& [name, value] : event.items()) word += " " + name;
      words.push_back(word);
    }
    return words;
  };
  const Ran spanish = in_spanish(tiny(folder / "a", {"--events", "-"}));
  EXPECT_EQ(spanish.out.substr(0, spanish.out.find('\n')), hello_line());
  EXPECT_EQ(words_of(spanish.out), words_of(run_cli(tiny(folder / "b", {"--events", "-"})).out));
}

TEST(Spanish, ARunBegunInEnglishGoesOnInIt) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run_cli(tiny(folder / "run")).code, 0);
  const Ran resumed = in_spanish({"train", "--resume", (folder / "run").string()});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.out.find("terminó: 784-8-10"), std::string::npos) << resumed.out;
}

/// The kept name of the device is the same in every language; errors are in the language set.
TEST(Spanish, ProcessesOfARunSpeakItToo) {
  const test::TemporaryFolder folder;
  const struct {
    const char *backend, *device;
  } cases[] = {{"processes-shared", "shared memory"}, {"processes-pickled", "pipes"}, {"mpi", "one machine"}};
  for (const auto& [backend, device] : cases) {
    if (!find_configuration(backend).why_not().empty()) continue;
    const auto train = [&](const char* rate) {
      return in_spanish({"train", "--backend", backend, "--workers", "2", "--train-limit", "640", "--network",
                         "784-8-10", "--loss", "mean-squared-error", "--activation", "identity", "--epochs", "1",
                         "--lr", rate, "--out", (folder / (backend + std::string(rate))).string()});
    };
    const Ran ran = train("0.001");
    ASSERT_EQ(ran.code, 0) << backend << ": " << ran.err;
    EXPECT_NE(ran.out.find(device), std::string::npos) << ran.out;
    const Ran diverged = train("1000");
    EXPECT_EQ(diverged.code, 5) << backend << ": " << diverged.err;
    EXPECT_NE(diverged.err.find("el entrenamiento divergió en la época 1"), std::string::npos) << diverged.err;
  }
}

TEST(Spanish, IsChosenByTheEnvironmentAsByTheOption) {
  const std::string said = "No se esperaba el siguiente argumento", english = "The following argument was not expected";
  const auto speaks = [](const std::string& sentence, const Words& more = {}) {
    Words words = {"train", "--frobnicate"};
    words.insert(words.begin(), more.begin(), more.end());
    expect_refused(run_cli(words), 2, sentence);
  };
  const test::Environment none{
      {"MLPLAB_LANG", std::nullopt}, {"LC_ALL", "es_ES.UTF-8"}, {"LC_MESSAGES", std::nullopt}, {"LANG", "en_US.UTF-8"}};
  speaks(said);
  speaks(english, {"--lang", "en"});
  {
    const test::Environment c{{"LC_ALL", "C"}, {"LANG", "es_ES.UTF-8"}};
    speaks(english);
    speaks(said, {"--lang=es"});
  }
  {
    const test::Environment own{{"MLPLAB_LANG", "en"}};
    speaks(english);
  }
  expect_refused(run_cli({"train", "--frobnicate", "--lang", "es"}), 2, said);
  expect_refused(run_cli({"train", "--lang", "xx"}), 2, "no existe el idioma «xx»");
}

TEST(Spanish, IsThatOfTheManPage) {
  const Ran page = in_spanish({"manual"});
  EXPECT_EQ(page.code, 0);
  for (const char* said : {".SH NOMBRE", ".SH ESTADO DE SALIDA", ".SS mlplab\\-cli train\nentrenar una red",
                           "\n.B \\-\\-out\nno indica otra carpeta", "\\fB\\-\\-lr\\fR \\fIDECIMAL=0.1\\fR"})
    EXPECT_NE(page.out.find(said), std::string::npos) << said;
  EXPECT_EQ(page.out.find("EXIT STATUS"), std::string::npos);
  EXPECT_EQ(page.out.find("learning rate"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
