// Kernels in lessons: as a file, refused ones, and when a check of the workshop is done. That the shipped kernels have
// the findings that their steps ask for: tests/core/workshop/lesson_kernels_test.cpp.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/lessons/lesson_kernel.h"
#include "tests/support/in_spanish.h"

namespace mlplab {
namespace {

nlohmann::json with_kernel() {
  return {{"format", "mlplab-lesson-1"},
          {"title", "Kernels"},
          {"kernels",
           {{{"name", "sum"}, {"task", "vector_sum"}, {"language", "openmp"}, {"text", {"int x;", "", "  y"}}},
            {{"name", "turn"}, {"task", "transpose"}, {"language", "cuda"}}}},
          {"steps", {{{"text", "Check."}}}}};
}

/// The sentence that refuses the lesson with `value` at this place; '' where it is read.
std::string refusal_with(const char* place, const nlohmann::json& value) {
  nlohmann::json lesson = with_kernel();
  lesson[nlohmann::json::json_pointer(place)] = value;
  try {
    (void)parse_lesson(dump_json(lesson));
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

std::string check_refusal(const nlohmann::json& check) { return refusal_with("/steps/0/check", check); }

void expect_in(const std::string& sentence, const std::string& part) {
  EXPECT_NE(sentence.find(part), std::string::npos) << "said: '" << sentence << "'";
}

TEST(LessonKernel, TextAndBackIsTheSame) {
  Lesson lesson = parse_lesson(dump_json(with_kernel()));
  ASSERT_EQ(lesson.kernels.size(), 2U);
  EXPECT_EQ(lesson.kernels[0].text, (std::vector<std::string>{"int x;", "", "  y"}));
  EXPECT_TRUE(lesson.kernels[1].text.empty());
  LessonCheck found{.act = LessonAct::workshop_checked, .kernel = "sum", .finds = "race", .keeps = "omp parallel"};
  LessonCheck few{.act = LessonAct::workshop_checked, .kernel = "turn", .finds = finds_nothing};
  few.sectors_at_most = 1.5;
  lesson.steps = {
      {"Find it.", found}, {"Few.", few}, {"Time.", LessonCheck{.act = LessonAct::workshop_timed, .kernel = "sum"}}};
  EXPECT_EQ(parse_lesson(to_text(lesson)), lesson);
}

TEST(LessonKernel, WhatIsWrongIsRefusedAndSaid) {
  expect_in(refusal_with("/kernels", "sum"), "'kernels' is a list");
  expect_in(refusal_with("/kernels", nlohmann::json::array_t(11, with_kernel()["kernels"][0])), "at most 10");
  expect_in(refusal_with("/kernels/1/name", "sum"), "two kernels are called 'sum'");
  for (const char* name : {"", "../sum", "a/b", ".", "..", ".hidden", "a b"})
    EXPECT_NE(refusal_with("/kernels/0/name", name), "") << name;
  expect_in(refusal_with("/kernels/0/name", std::string(41, 'x')), "40 bytes");
  expect_in(refusal_with("/kernels/0/task", "sum"), "vector_sum");
  expect_in(refusal_with("/kernels/0/language", "fortran"), "cpp, openmp");
  expect_in(refusal_with("/kernels/0/flags", nlohmann::json::array({"-O3"})), "unknown member 'flags'");
  expect_in(refusal_with("/kernels/0/text", "int x;"), "text");
  expect_in(refusal_with("/kernels/0/text/1", std::string(201, 'x')), "200 bytes");
  expect_in(refusal_with("/kernels/0/text/1", "a\nb"), "end of a line");
  expect_in(refusal_with("/kernels/0/text/1", "bell\a"), "control character");
  expect_in(refusal_with("/kernels/0/text", nlohmann::json::array_t(201, "x")), "200 lines");
}

TEST(LessonKernel, ChecksNameAKernelAndAFindingThatThereAre) {
  const nlohmann::json good = {{"what", "workshop_checked"}, {"kernel", "sum"}, {"finds", "race"}};
  EXPECT_EQ(check_refusal(good), "");
  const auto but = [&](nlohmann::json changed) {
    nlohmann::json check = good;
    check.update(changed);
    return check_refusal(check);
  };
  expect_in(but({{"kernel", "product"}}), "no kernel 'product'");
  expect_in(but({{"finds", "bugs"}}), "valid are nothing");
  expect_in(but({{"keeps", std::string(81, 'x')}}), "keeps");
  expect_in(but({{"setting", "batch"}}), "unknown member 'setting'");
  expect_in(but({{"sectors_at_most", 2}}), "in CUDA");
  expect_in(but({{"kernel", "turn"}, {"sectors_at_most", 2}}), "right kernel");
  expect_in(but({{"kernel", "turn"}, {"finds", "nothing"}, {"sectors_at_most", 0.5}}), "from 1 to 32");
  EXPECT_EQ(but({{"kernel", "turn"}, {"finds", "nothing"}, {"sectors_at_most", 2}}), "");
  expect_in(check_refusal({{"what", "workshop_checked"}, {"kernel", "sum"}}), "finds");
  expect_in(check_refusal({{"what", "workshop_timed"}, {"kernel", "sum"}, {"finds", "race"}}),
            "unknown member 'finds'");
  expect_in(check_refusal({{"what", "workshop_timed"}, {"kernel", "turn"}}), "where there is a GPU");
  EXPECT_EQ(check_refusal({{"what", "workshop_timed"}, {"kernel", "sum"}}), "");
}

LessonEvent event_of(LessonAct act, const char* task, const char* language, std::vector<std::string> faults) {
  LessonEvent event{.act = act};
  event.kernel = KernelEvent{task, language, "#pragma omp parallel for\n", std::move(faults), 0.0};
  return event;
}

TEST(LessonKernel, ACheckIsOfItsTaskItsLanguageAndItsFinding) {
  Lesson lesson = parse_lesson(dump_json(with_kernel()));
  lesson.steps = {
      {"Find it.", LessonCheck{.act = LessonAct::workshop_checked, .kernel = "sum", .finds = "race"}},
      {"Mend it.",
       LessonCheck{
           .act = LessonAct::workshop_checked, .kernel = "sum", .finds = finds_nothing, .keeps = "omp parallel"}},
      {"Time it.", LessonCheck{.act = LessonAct::workshop_timed, .kernel = "sum"}},
      {"Read.", {}}};
  LessonProgress progress(lesson);
  constexpr LessonAct checked = LessonAct::workshop_checked;
  ASSERT_NE(progress.kernel(), nullptr);
  EXPECT_EQ(progress.kernel()->task, "vector_sum");
  EXPECT_FALSE(progress.tell(event_of(checked, "vector_sum", "openmp", {"wrong"})));
  EXPECT_FALSE(progress.tell(event_of(checked, "vector_sum", "openmp", {finds_nothing})));
  EXPECT_FALSE(progress.tell(event_of(checked, "vector_sum", "cpp", {"race"}))) << "another language";
  EXPECT_FALSE(progress.tell(event_of(checked, "transpose", "openmp", {"race"}))) << "another task";
  EXPECT_FALSE(progress.tell({.act = checked})) << "of no kernel";
  EXPECT_FALSE(progress.tell(event_of(LessonAct::workshop_timed, "vector_sum", "openmp", {"race"})));
  EXPECT_TRUE(progress.tell(event_of(checked, "vector_sum", "openmp", {"wrong", "race"})));
  progress.set_step(1);
  LessonEvent without = event_of(checked, "vector_sum", "openmp", {finds_nothing});
  without.kernel->text = "for (;;)";
  EXPECT_FALSE(progress.tell(without)) << "right, but no longer in parallel";
  EXPECT_TRUE(progress.tell(event_of(checked, "vector_sum", "openmp", {finds_nothing})));
  progress.set_step(2);
  EXPECT_TRUE(progress.tell(event_of(LessonAct::workshop_timed, "vector_sum", "openmp", {})));
  progress.set_step(3);
  EXPECT_EQ(progress.kernel(), nullptr);
}

TEST(LessonKernel, FindingsHaveWordsInEachLanguage) {
  EXPECT_EQ(finding_in_words("race"), "a race");
  const test::InSpanish spanish;
  EXPECT_EQ(finding_in_words("race"), "una carrera");
}

}  // namespace
}  // namespace mlplab
