// Lessons as files: good ones, refused ones and their errors, hostile files, and when a check is done.
#include "core/lessons/lesson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/launch/configurations.h"
#include "core/lessons/lesson_progress.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

nlohmann::json small_lesson() {
  return {{"format", "mlplab-lesson-1"}, {"title", "A lesson"}, {"steps", {{{"text", "Press Run."}}}}};
}

/// The sentence that refuses it; '' where it is read.
std::string refusal(const nlohmann::json& lesson) {
  try {
    (void)parse_lesson(dump_json(lesson));
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

std::string refused_with(const std::string& member, const nlohmann::json& value) {
  nlohmann::json lesson = small_lesson();
  lesson[member] = value;
  return refusal(lesson);
}

std::string refused_settings(const nlohmann::json& settings) { return refused_with("settings", settings); }

std::string refused_check(const nlohmann::json& check) {
  nlohmann::json lesson = small_lesson();
  lesson["steps"][0]["check"] = check;
  return refusal(lesson);
}

void expect_says(const std::string& sentence, const std::string& part) {
  EXPECT_NE(sentence.find(part), std::string::npos) << "said: '" << sentence << "'";
}

TEST(Lesson, WhatItDoesNotNameIsTheProgramsDefault) {
  nlohmann::json json = small_lesson();
  json["settings"] = {{"optimizer", {{"learning_rate", 0.5}}}, {"batch", 32}};
  const Lesson lesson = parse_lesson(dump_json(json));
  RunSpec expected;
  expected.backend = default_backend().name;
  expected.batch = 32;
  expected.optimizer.learning_rate = 0.5;
  EXPECT_EQ(lesson.settings, expected);
  EXPECT_FALSE(lesson.sweep || lesson.profile || lesson.comparison);
}

TEST(Lesson, TextAndBackIsTheSame) {
  Lesson lesson;
  lesson.title = "Threads";
  lesson.language = "es";
  lesson.intro = "Días de \"hilos\"\nde trabajo";
  lesson.settings.backend = default_backend().name;
  lesson.settings.optimizer.learning_rate = 0.1 + 1e-17;
  lesson.settings.seed = 0xFFFFFFFFFFFFFFFF;
  lesson.sweep = LessonSweep{SweepAxis::workers, {"1", "2"}, 3, 0, 2, Scaling::weak};
  lesson.profile = LessonProfile{{1, 9}, 7, 3, "Somebody 2025"};
  lesson.comparison = LessonComparison{4, 2, std::vector<std::string>{"sequential", "simd"}};
  lesson.operations = LessonOperations{LaboratoryKind::product, 64, 3, 1, 1, 2, 9};
  lesson.page = "scale";
  lesson.hidden = {"page.network", "train.seed"};
  lesson.locked = {"train.optimizer.learning_rate"};
  lesson.steps = {{"Read.", {}},
                  {"Reach it.", LessonCheck{LessonAct::accuracy, 1, 0.925, "", ""}},
                  {"Guess.", LessonCheck{LessonAct::guess_entered, 2, 0.0, "scale", ""}},
                  {"Vary.", LessonCheck{LessonAct::setting_varied, 3, 0.0, "", "optimizer.learning_rate"}},
                  {"Open.", LessonCheck{LessonAct::page_opened, 1, 0.0, "draw", ""}}};
  EXPECT_EQ(parse_lesson(to_text(lesson)), lesson);
  LessonOperations pool{.kind = LaboratoryKind::embeddings, .repeats = 4};
  pool.images = 70, pool.packet = 7, pool.pools = {1, 3}, pool.pool_of = PoolOf::processes;
  lesson.operations = pool;
  EXPECT_EQ(parse_lesson(to_text(lesson)), lesson);
  lesson.operations->pools = {1, 1};
  EXPECT_THROW((void)parse_lesson(to_text(lesson)), Error);
  lesson.operations = pool;
  lesson.comparison->backends->clear();  // none is ticked
  EXPECT_EQ(parse_lesson(to_text(lesson)), lesson);
  lesson.comparison->backends.reset();  // as they are
  EXPECT_EQ(parse_lesson(to_text(lesson)), lesson);
}

TEST(Lesson, RefusesDataThatFillTheMemory) {
  expect_says(refused_settings({{"data", {{"source", "shapes"}, {"image_size", {1000, 1000}}}}}), "1 GiB");
  expect_says(refused_settings({{"data", {{"source", "shapes"}, {"train_limit", 1'000'000'000}}}}), "1 GiB");
  expect_says(refused_settings({{"data", {{"source", "mnist"}, {"image_size", {200, 200}}}}}), "1 GiB");
  expect_says(refused_with("comparison", {{"backends", {"[node1]simd+simd"}}}), "it reaches another machine");
  expect_says(refused_with("comparison", {{"backends", {"simd(conv=direct)+simd"}}}), "its members have options");
  expect_says(refused_with("comparison", {{"backends", {"mpi=simd+simd"}}}), "it starts programs of the system");
  expect_says(refused_with("comparison", {{"backends", {"simd+python-numpy"}}}), "python-numpy");
  EXPECT_EQ(refused_with("comparison", {{"backends", {"simd+sequential@3:1"}}}), "");
  expect_says(refused_with("sweep", {{"axis", "resolution"}, {"values", {"16", "999"}}}), "999");
  expect_says(refused_with("sweep", {{"axis", "batch"}, {"values", {"16"}}, {"scaling", "weak"}}), "weak");
  EXPECT_EQ(refused_settings({{"data", {{"source", "shapes"}, {"image_size", {100, 100}}}},
                              {"model", nlohmann::json(make_mlp({10'000, 8, 10}, Activation::relu))}}),
            "");
}

TEST(Lesson, RefusesWhatStartsProgramsOrNamesFiles) {
  for (const ConfigurationEntry& entry : configurations()) {
    const std::string sentence = refused_settings({{"backend", entry.name}});
    const bool ours = !entry.is_program() && (entry.name != "mpi" || entry.options.empty());  // not built: no options
    EXPECT_EQ(sentence.empty(), ours) << entry.name << ": " << sentence;
    if (!ours) expect_says(sentence, entry.name);
  }
  expect_says(refused_settings({{"backend", "processes-shared"}, {"backend_options", {{"threads", "x; reboot"}}}}),
              "threads");
  EXPECT_EQ(refused_settings({{"backend", "processes-shared"}, {"backend_options", {{"threads", "2"}}}}), "");
  expect_says(refused_settings({{"backend_options", {{"hostfile", "/tmp/hosts"}}}}), "hostfile");
  expect_says(refused_settings({{"data", {{"source", "/etc"}}}}), "/etc");
  expect_says(refused_settings({{"data", {{"source", "../../secrets"}}}}), "../../secrets");
  expect_says(refused_settings({{"init_model", "/home/ann/model.safetensors"}}), "/home/ann/model.safetensors");
  expect_says(refused_with("sweep", {{"axis", "backend"}, {"values", {"simd", "python-numpy"}}}), "python-numpy");
  expect_says(refused_with("sweep", {{"axis", "backend"}}), "names them");
  expect_says(refused_with("comparison", {{"backends", {"pytorch"}}}), "pytorch");
  expect_says(refused_with("run", "rm -rf /"), "unknown member 'run'");
}

TEST(Lesson, RefusesWhatIsWrongAndSaysWhere) {
  expect_says(refused_with("format", "mlplab-lesson-2"), "mlplab-lesson-1");
  expect_says(refused_with("title", ""), "title");
  expect_says(refused_with("title", 7), "title");
  expect_says(refused_with("title", std::string(200, 'x')), "title");
  expect_says(refused_with("intro", "bell\a"), "control character");
  expect_says(refused_with("steps", nlohmann::json::array()), "steps");
  expect_says(refused_with("steps", nlohmann::json::object()), "steps");
  expect_says(refused_with("steps", nlohmann::json::array({nlohmann::json{{"text", ""}}})), "text");
  expect_says(refused_with("hidden", {"train.batch", "a b"}), "hidden");
  expect_says(refused_with("locked", {"../x"}), "locked");
  expect_says(refused_with("page", "<b>"), "page");
  expect_says(refused_settings({{"batch", -1}}), "batch");
  expect_says(refused_settings({{"batch", "64"}}), "batch");
  expect_says(refused_settings({{"colour", "red"}}), "colour");
  expect_says(refused_settings({{"backend", "fortran"}}), "fortran");
  expect_says(refused_check({{"what", "clapped"}}), "clapped");
  expect_says(refused_check({{"what", "accuracy"}}), "at_least");
  expect_says(refused_check({{"what", "accuracy"}, {"at_least", 93}}), "at_least");
  expect_says(refused_check({{"what", "run_ended"}, {"times", 0}}), "times");
  expect_says(refused_check({{"what", "run_ended"}, {"page", "train"}}), "page");
  expect_says(refused_check({{"what", "setting_varied"}, {"setting", "optimizer.speed"}}), "optimizer.speed");
  expect_says(refused_check({{"what", "page_opened"}}), "page");
  expect_says(refused_with("profile", {{"batches", {0}}}), "batch");
  expect_says(refused_with("sweep", {{"axis", "batch"}, {"values", {"none"}}}), "none");
}

TEST(Lesson, NamesTheFileThatItRefuses) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "evil.json";
  nlohmann::json evil = small_lesson();
  evil["settings"] = {{"backend", "python-numpy"}};
  write_file_atomically(file, dump_json(evil));
  const auto said = [](const std::filesystem::path& path) {
    try {
      (void)read_lesson(path);
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  expect_says(said(file), "evil.json");
  expect_says(said(file), "starts another program");
  expect_says(said(folder / "absent.json"), "absent.json");
  expect_says(said(folder.path()), folder.path().string());
  expect_says(said("/dev/zero"), "/dev/zero");
  write_file_atomically(folder / "huge.json", dump_json(small_lesson()) + std::string(2 << 20, ' '));
  expect_says(said(folder / "huge.json"), "huge.json");
  write_file_atomically(folder / "deep.json", std::string(100'000, '['));
  expect_says(said(folder / "deep.json"), "deep.json");
  nlohmann::json nested = small_lesson();
  write_file_atomically(folder / "nested.json", R"({"format": "mlplab-lesson-1", "title": "t", "settings": )" +
                                                    std::string(90, '[') + std::string(90, ']') + "}");
  expect_says(said(folder / "nested.json"), "nested.json");
  Lesson unfit;
  unfit.title = "t";
  unfit.settings.backend = "sequential";
  unfit.settings.data.source = "/home/ann/cats";
  unfit.steps = {{"Look.", {}}};
  EXPECT_THROW(write_lesson(folder / "unfit.json", unfit), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "unfit.json"));
}

TEST(Lesson, WhatIsUnfitIsLeftOutInWords) {
  RunSpec spec;
  spec.backend = "python-numpy";
  spec.data.source = "/home/ann/cats";
  spec.model = make_mlp({3072, 10}, Activation::relu);
  spec.init_model = "/home/ann/a.safetensors";
  const std::vector<std::string> left_out = leave_out_unfit(spec);
  ASSERT_EQ(left_out.size(), 4U);
  expect_says(left_out[0], "python-numpy");
  expect_says(left_out[1], "/home/ann/cats");
  expect_says(left_out[2], "3072");
  expect_says(left_out[3], "a.safetensors");
  RunSpec clean;
  clean.backend = default_backend().name;
  EXPECT_EQ(spec, clean);
  EXPECT_TRUE(leave_out_unfit(spec).empty());
}

/// Any change of any file is a lesson or one sentence, never a crash and never another kind of exception.
TEST(Lesson, SurvivesBrokenFiles) {
  Lesson lesson;
  lesson.title = "Whole";
  lesson.settings.backend = default_backend().name;
  lesson.sweep = LessonSweep{SweepAxis::workers, {"1", "2"}, 3, 1, 1};
  lesson.profile = LessonProfile{};
  lesson.comparison = LessonComparison{};
  lesson.hidden = {"train.seed"};
  lesson.kernels = {{"sum", "vector_sum", "openmp", {"int x;"}}};
  lesson.steps = {{"Do.", LessonCheck{LessonAct::run_ended, 2, 0.0, "", ""}},
                  {"Find.", LessonCheck{LessonAct::workshop_checked, 1, 0.0, "", "", "sum", "race"}}};
  const std::string whole = to_text(lesson);
  std::mt19937 random(15);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::vector<std::string> pieces{"null", "-1",     "1e999", "[]", "{}", "\"\"", "99999999999999999999",
                                        "true", "\\u0000"};
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = whole;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(40));
          break;
        case 2:
          text.insert(at, pieces[below(pieces.size())]);
          break;
        default: {  // another value for a member
          const std::size_t colon = text.find(": ", at);
          const std::size_t end = colon == std::string::npos ? colon : text.find_first_of(",\n", colon);
          if (end != std::string::npos) text.replace(colon + 2, end - colon - 2, pieces[below(pieces.size())]);
        }
      }
      if (text.empty()) text = "{}";
    }
    try {
      const Lesson other = parse_lesson(text);
      RunSpec fit = other.settings;
      EXPECT_TRUE(leave_out_unfit(fit).empty()) << text;
      ++read;
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 5U);
      ++refused;
    }
  }
  EXPECT_GT(read, 20);
  EXPECT_GT(refused, 2000);
}

// ---- what counts as done ----

LessonProgress progress_of(std::vector<LessonCheck> checks) {
  Lesson lesson;
  lesson.title = "t";
  lesson.kernels = {{"sum", "vector_sum", "cpp", {}}};
  for (const LessonCheck& check : checks) lesson.steps.push_back({"Do it.", check});
  return LessonProgress(lesson);
}

TEST(LessonProgress, OnlyItsActFulfilsACheck) {
  for (int wanted = 0; wanted <= static_cast<int>(LessonAct::workshop_timed); ++wanted) {
    const auto act = static_cast<LessonAct>(wanted);
    if (act == LessonAct::setting_varied) continue;
    LessonCheck check{act, 1, 0.0, "", ""};
    if (act == LessonAct::page_opened) check.page = "draw";
    if (act == LessonAct::accuracy) check.at_least = 0.9;
    if (act >= LessonAct::workshop_checked) check.kernel = "sum";
    const std::optional<KernelEvent> kernel = KernelEvent{.task = "vector_sum", .language = "cpp"};
    LessonProgress progress = progress_of({check});
    for (int other = 0; other <= static_cast<int>(LessonAct::workshop_timed); ++other) {
      if (other == wanted) continue;
      EXPECT_FALSE(progress.tell({static_cast<LessonAct>(other), 1.0, "draw", {}, kernel})) << other;
    }
    EXPECT_FALSE(progress.done(0)) << to_string(act);
    EXPECT_TRUE(progress.tell({act, 0.9, "draw", {}, kernel})) << to_string(act);
    EXPECT_TRUE(progress.done(0));
    EXPECT_FALSE(progress.tell({act, 0.9, "draw", {}, kernel})) << "said once";
  }
}

TEST(LessonProgress, ValuePageAndTimesCount) {
  LessonProgress progress = progress_of({{LessonAct::accuracy, 1, 0.9, "", ""},
                                         {LessonAct::guess_entered, 1, 0.0, "scale", ""},
                                         {LessonAct::run_ended, 2, 0.0, "", ""}});
  EXPECT_FALSE(progress.tell({LessonAct::accuracy, 0.8999, "", {}}));
  EXPECT_FALSE(progress.tell({LessonAct::accuracy, std::nan(""), "", {}}));
  EXPECT_TRUE(progress.tell({LessonAct::accuracy, 0.9, "", {}}));
  EXPECT_FALSE(progress.tell({LessonAct::guess_entered, 0.0, "scale", {}})) << "its step is not shown yet";
  progress.set_step(1);
  EXPECT_FALSE(progress.done(1)) << "what was done before a step was shown does not count";
  EXPECT_FALSE(progress.tell({LessonAct::guess_entered, 0.0, "train", {}}));
  EXPECT_TRUE(progress.tell({LessonAct::guess_entered, 0.0, "scale", {}}));
  progress.set_step(2);
  EXPECT_FALSE(progress.tell({LessonAct::run_ended, 0.0, "", {}}));
  EXPECT_EQ(progress.seen(2), 1);
  EXPECT_TRUE(progress.tell({LessonAct::run_ended, 0.0, "", {}}));
  progress.set_step(0);
  EXPECT_TRUE(progress.done(0)) << "what is done stays so";
  progress.set_step(3);
  progress.set_step(-1);
  EXPECT_EQ(progress.step(), 0);
}

TEST(LessonProgress, DifferentValuesOfASetting) {
  LessonProgress progress = progress_of(
      {{LessonAct::run_ended, 1, 0.0, "", ""}, {LessonAct::setting_varied, 3, 0.0, "", "optimizer.learning_rate"}});
  RunSpec spec;
  const auto end_with = [&](double rate) {
    spec.optimizer.learning_rate = rate;
    return progress.tell({LessonAct::run_ended, 0.0, "train", spec});
  };
  EXPECT_TRUE(end_with(0.1));
  progress.set_step(1);
  EXPECT_EQ(progress.seen(1), 1) << "the run of the step before counts as a value";
  EXPECT_FALSE(end_with(0.1));
  spec.batch = 7;
  EXPECT_FALSE(end_with(0.1)) << "another setting is not this one";
  EXPECT_FALSE(end_with(0.5));
  EXPECT_TRUE(end_with(1.0));
  EXPECT_EQ(setting_of(spec, "batch"), "7");
  EXPECT_EQ(setting_of(spec, "optimizer"), dump_json(nlohmann::json(spec)["optimizer"]));
  EXPECT_FALSE(setting_of(spec, "optimizer.").has_value());
  EXPECT_FALSE(setting_of(spec, "batch.size").has_value());
}

}  // namespace
}  // namespace mlplab
