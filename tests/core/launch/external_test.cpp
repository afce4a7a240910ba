// Trainers of other programs as backends: reading their files, listing them, and starting nothing by that.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/external/external_backends.h"
#include "core/launch/external/trainer_file.h"
#include "core/launch/launch.h"
#include "core/run/run_spec.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;

json valid(const std::string& name = "mine") {
  return {{"format", "mlplab-trainer-1"},
          {"name", name},
          {"title", "Mine"},
          {"technology", "Shell"},
          {"program", {"sh"}},
          {"arguments", {"{here}/train.sh", "{exchange}"}},
          {"check", {"{here}/check.sh"}},
          {"workers", "many"},
          {"options", {{{"name", "speed"}, {"values", {"slow", "fast"}}}}}};
}

void write(const std::filesystem::path& path, const json& object) { test::write_bytes(path, dump_json(object)); }

const BackendEntry& entry_of(const std::vector<BackendEntry>& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &BackendEntry::name);
  if (found == table.end()) throw std::runtime_error("there is no entry " + name);
  return *found;
}

TEST(TrainerFile, ReadsAndExpands) {
  const test::TemporaryFolder folder;
  write(folder / "mine.json", valid());
  const TrainerFile file = read_trainer_file(folder / "mine.json");
  EXPECT_EQ(file.name, "mine");
  EXPECT_TRUE(file.many_workers);
  EXPECT_EQ(file.parallelism, "processes");
  const TrainerValues values{.exchange = "/tmp/x", .workers = 3, .options = {{"speed", "fast"}}};
  EXPECT_EQ(expand("{here}:{exchange}:{workers}:{option:speed}!", file, values),
            folder.path().string() + ":/tmp/x:3:fast!");
  EXPECT_EQ(expand("no {end", file, values), "no {end");
  EXPECT_THROW(expand("{home}", file, values), UsageError);
}

TEST(TrainerFile, ABrokenOneIsOneSentenceNamingTheFile) {
  const test::TemporaryFolder folder;
  const auto changed = [](const char* member, const json& value) {
    json object = valid();
    object[member] = value;
    return dump_json(object);
  };
  const std::pair<std::string, std::string> broken[] = {{"{", "not JSON"},
                                                        {"\xff\xfe{", "it is UTF-16; save it as UTF-8"},
                                                        {"[]", "object"},
                                                        {changed("format", "other"), "format"},
                                                        {changed("name", "Big Name"), "small letters"},
                                                        {changed("workers", 4), "workers"},
                                                        {changed("program", json::array()), "program"},
                                                        {changed("arguments", {"{home}"}), "{home}"},
                                                        {changed("surprise", 1), "surprise"},
                                                        {changed("title", 1), "title"}};
  for (const auto& [text, phrase] : broken) {
    test::write_bytes(folder / "broken.json", text);
    std::vector<BackendEntry> table;
    add_external_backends(table, {}, folder.path());
    ASSERT_EQ(table.size(), 1U) << text;
    EXPECT_EQ(table[0].name, "broken.json");
    const std::string reason = table[0].why_not();
    EXPECT_NE(reason.find((folder / "broken.json").string()), std::string::npos) << reason;
    EXPECT_NE(reason.find(phrase), std::string::npos) << reason;
    EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
    EXPECT_THROW(check_backend(table[0], {}), BackendError);
  }
}

TEST(ExternalBackends, NamesThatAreTakenAreRefused) {
  const test::TemporaryFolder shipped, users;
  write(shipped / "a.json", valid("ours"));
  write(users / "a.json", valid("ours"));
  write(users / "b.json", valid("sequential"));
  write(users / "c.json", valid("theirs"));
  write(users / "d.json", valid("theirs"));
  std::vector<BackendEntry> table = {find_backend("sequential")};
  add_external_backends(table, shipped.path(), users.path());
  ASSERT_EQ(table.size(), 6U);
  for (const char* name : {"a.json", "b.json", "d.json"})
    EXPECT_NE(entry_of(table, name).why_not().find("another name"), std::string::npos) << name;
  EXPECT_EQ(entry_of(table, "theirs").why_not(), "");
  EXPECT_EQ(entry_of(table, "sequential").kind, BackendKind::cpu);
}

TEST(ExternalBackends, ListingStartsNothingOfTheUsers) {
  const test::TemporaryFolder folder;
  const auto marker = folder / "started";
  write(folder / "mine.json", valid());
  test::write_bytes(folder / "check.sh", "echo yes > '" + marker.string() + "'; echo 'Shell 1.0'");
  std::vector<BackendEntry> table;
  add_external_backends(table, {}, folder.path());
  const BackendEntry& entry = entry_of(table, "mine");
  EXPECT_EQ(entry.kind, BackendKind::external);
  EXPECT_EQ(entry.why_not(), "");
  EXPECT_NE(entry.device(), "");
  EXPECT_GE(entry.workers_max(), 1);
  EXPECT_FALSE(entry.make) << "it has no operations here";
  EXPECT_THROW(make_backend(entry, {}), BackendError);
  EXPECT_THROW(check_backend(entry, {.workers = 0, .values = {{"speed", "warp"}}}), UsageError);
  EXPECT_THROW(check_backend(entry, {.workers = 0, .values = {{"colour", "red"}}}), UsageError);
  EXPECT_FALSE(std::filesystem::exists(marker));

  RunSpec spec = test::small_spec("mine");
  spec.options = {.workers = 3, .values = {{"speed", "fast"}}};
  const Launch launch = program_of(entry)->launch(spec, "/tmp/exchange");
  EXPECT_TRUE(std::filesystem::exists(marker)) << "a run is the user's choice: now it is asked";
  ASSERT_EQ(launch.command.size(), 3U);
  EXPECT_TRUE(launch.command[0].ends_with("/sh")) << launch.command[0];
  EXPECT_EQ(launch.command[1], (folder / "train.sh").string());
  EXPECT_EQ(launch.command[2], "/tmp/exchange");
  EXPECT_TRUE(launch.needs_data);
  EXPECT_EQ(launch.transport, "");
}

TEST(ExternalBackends, ARelativePathOfAProgramBeginsAtTheFile) {
  const test::TemporaryFolder folder, elsewhere;
  std::filesystem::create_directory(folder / "tools");
  test::write_bytes(folder / "tools/prog", "#!/bin/sh\n");
  std::filesystem::permissions(folder / "tools/prog", std::filesystem::perms::owner_all);
  json object = valid();
  object["check"] = json::array();
  object["program"] = {"tools/prog"};
  write(folder / "mine.json", object);
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(elsewhere.path());
  const TrainerCheck check = check_trainer(read_trainer_file(folder / "mine.json"));
  std::filesystem::current_path(here);
  EXPECT_EQ(check.why_not, "");
  EXPECT_EQ(check.program, folder / "tools/prog");
}

TEST(ExternalBackends, WhatATrainerDoesNotKnowIsSaidBeforeARun) {
  const test::TemporaryFolder folder;
  json object = valid();
  object["knows"] = {{"losses", {"softmax-cross-entropy"}}, {"optimizers", {"sgd", "lion"}}};
  write(folder / "mine.json", object);
  std::vector<BackendEntry> table;
  add_external_backends(table, {}, folder.path());
  const BackendEntry& entry = entry_of(table, "mine");
  RunSpec spec = test::small_spec("mine");
  EXPECT_EQ(program_of(entry)->why_not(spec), "");
  spec.model.loss = Loss::mean_squared_error;
  EXPECT_EQ(program_of(entry)->why_not(spec), "it does not know the loss mean-squared-error");
  spec = test::small_spec("mine");
  spec.optimizer.kind = OptimizerKind::adam;
  EXPECT_EQ(program_of(entry)->why_not(spec), "it does not know the optimizer adam");
  spec = test::small_spec("mine");
  spec.data.augmentation.flip = 0.5;
  EXPECT_EQ(program_of(entry)->why_not(spec),
            "it takes the images as they are, and not those that are augmented for each epoch");
  object["knows"] = {{"augmentation", true}};
  write(folder / "mine.json", object);
  table.clear();
  add_external_backends(table, {}, folder.path());
  EXPECT_EQ(program_of(entry_of(table, "mine"))->why_not(spec), "");
  object["knows"] = {{"activations", {"identity", "sigmoid"}}};
  write(folder / "mine.json", object);
  table.clear();
  add_external_backends(table, {}, folder.path());
  EXPECT_EQ(program_of(entry_of(table, "mine"))->why_not(test::small_spec("mine")),
            "it does not know the activation relu");
  object["knows"] = {{"colours", {"red"}}};
  write(folder / "mine.json", object);
  EXPECT_THROW(read_trainer_file(folder / "mine.json"), InputError);
}

TEST(ExternalBackends, ShippedOnesAreAskedOnceAndSayWhatTheyAre) {
  const test::TemporaryFolder folder;
  write(folder / "mine.json", valid());
  write(folder / "other.json", valid("other"));
  test::write_bytes(folder / "check.sh", "echo x >> '" + (folder / "asked").string() + "'; echo 'Shell 1.0'");
  std::vector<BackendEntry> table;
  add_external_backends(table, folder.path(), {});
  EXPECT_FALSE(std::filesystem::exists(folder / "asked")) << "only when it is asked for";
  for (int i = 0; i < 3; ++i)
    for (const char* name : {"mine", "other"}) {
      EXPECT_EQ(entry_of(table, name).why_not(), "");
      EXPECT_EQ(entry_of(table, name).device(), "Shell 1.0");
    }
  EXPECT_EQ(test::read_bytes(folder / "asked"), "x\nx\n");
}

TEST(TrainerCheck, TheReasonIsTheProgramsOwn) {
  const test::TemporaryFolder folder;
  const auto reason = [&](const std::string& script, std::vector<std::string> programs = {"sh"}) {
    json object = valid();
    object["program"] = programs;
    write(folder / "mine.json", object);
    test::write_bytes(folder / "check.sh", script);
    return check_trainer(read_trainer_file(folder / "mine.json"), 1.0).why_not;
  };
  EXPECT_EQ(reason("exit 0"), "");
  EXPECT_EQ(reason("echo trouble >&2; echo 'Shell has no legs' >&2; exit 3"), "Shell has no legs");
  EXPECT_NE(reason("exit 3").find("code 3"), std::string::npos);
  EXPECT_NE(reason("sleep 1000 & sleep 1000").find("did not answer"), std::string::npos);
  EXPECT_NE(reason("", {"no-such-program"}).find("no-such-program was not found"), std::string::npos);
  EXPECT_EQ(reason("", {"no-such-program", "sh"}), "") << "the next one is taken";
  EXPECT_NE(reason("", {"$MLPLAB_NO_SUCH_VARIABLE", "no-such-program"}).find("no-such-program"), std::string::npos);
  const test::Environment absent{{"MLPLAB_A_PROGRAM", "no-such-program"}};
  EXPECT_NE(reason("exit 0", {"$MLPLAB_A_PROGRAM", "sh"}).find("no-such-program was not found"), std::string::npos)
      << "whoever names one wants that one";
  const test::Environment there{{"MLPLAB_A_PROGRAM", "sh"}};
  EXPECT_NE(reason("exit 3", {"$MLPLAB_A_PROGRAM", "true"}).find("code 3"), std::string::npos);
}

TEST(TrainerCheck, ReasonsOfTheShippedChecksAreSaidInTheReadersLanguage) {
  const test::TemporaryFolder folder;
  const auto reason = [&](const std::string& sentence) {
    json object = valid();
    object["program"] = json::array({"sh"});
    write(folder / "mine.json", object);
    test::write_bytes(folder / "check.sh", "echo '" + sentence + "' >&2; exit 1");
    return check_trainer(read_trainer_file(folder / "mine.json"), 10.0).why_not;
  };
  set_language(find_resources() / "translations", "es");
  const std::string numpy = reason("/usr/bin/python3 has no NumPy; install it (apt install python3-numpy)");
  const std::string cuda = reason("no CUDA device: the driver found none (error 100)");
  const std::string own = reason("Shell has no legs; install them");
  set_language(find_resources() / "translations", "en");
  EXPECT_EQ(numpy, "/usr/bin/python3 no tiene NumPy; instálelo (apt install python3-numpy)");
  EXPECT_EQ(cuda, "no hay dispositivo CUDA: el controlador no encontró ninguno (error 100)");
  EXPECT_EQ(own, "Shell has no legs; install them");
  const std::string script = test::read_bytes(find_resources() / "trainers" / "check.py");
  int reasons = 0;
  for (std::size_t at = 0; (at = script.find("sys.exit(", at)) != std::string::npos; ++at) ++reasons;
  EXPECT_EQ(reasons, 5) << "a sentence is to be added to reasons_of_checks";
}

TEST(TrainerCheck, ManyAtTheSameTime) {
  // fork() runs the handlers of libraries (OpenBLAS locks in its own): a child that is made while another thread is in
  // such a handler must not need that lock.
  const test::TemporaryFolder folder;
  write(folder / "mine.json", valid());
  test::write_bytes(folder / "check.sh", "exit 0");
  const TrainerFile file = read_trainer_file(folder / "mine.json");
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 15; ++i) EXPECT_EQ(check_trainer(file).why_not, "");
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace mlplab
