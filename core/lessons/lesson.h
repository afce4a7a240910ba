// A lesson as a value and as a file (docs/file-formats.md, 'Lessons'): settings, controls that are hidden or locked,
// and steps of text with what is to be done. Reading starts nothing and writes nothing. To add an act: a member of
// LessonAct and its line in the tables of lesson_check.cpp; the compiler then names lesson_progress.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/operations/kept_study.h"
#include "core/run/run_spec.h"
#include "core/study/sweep/sweep_spec.h"

namespace mlplab {

/// The acts of a class that the program can see.
enum class LessonAct {
  run_started,
  run_ended,
  accuracy,        // a run reached it
  setting_varied,  // runs with so many different values of one setting ended
  digit_drawn,     // and a network answered
  guess_entered,
  rate_searched,  // to the end of the search
  speedup_measured,
  page_opened,
  profile_opened,
  comparison_done,
  workshop_checked,  // a kernel of the lesson, with what the check finds
  workshop_timed,
};

struct LessonCheck {
  LessonAct act = LessonAct::run_started;
  int times = 1;          // how often; of setting_varied: how many different values, from 2 on
  double at_least = 0.0;  // of accuracy alone: a fraction in (0, 1]
  std::string page;       // of page_opened; of guess_entered where it must be on this page; else ''
  std::string setting;    // of setting_varied alone: a member of a run's spec, 'optimizer.learning_rate'
  std::string kernel;     // of those of the workshop: a name of Lesson::kernels
  std::string finds;      // of workshop_checked: the code of a fault (lesson_findings()), 'nothing' where it is right
  std::string keeps;      // of those of the workshop: words that stand in the kernel's text; '' for any text
  double sectors_at_most = 0.0;  // of workshop_checked in CUDA: sectors of all of the least possible; 0 for any number
  bool operator==(const LessonCheck&) const = default;
};

struct LessonStep {
  std::string text;
  std::optional<LessonCheck> check;
  bool operator==(const LessonStep&) const = default;
};

/// The form of the page Scale beside the run.
struct LessonSweep {
  SweepAxis axis = SweepAxis::workers;
  std::vector<std::string> values;  // empty: what suits the machine
  int repeats = 5, warmup_epochs = 1, epochs = 1;
  Scaling scaling = Scaling::strong;  // weak: over workers alone
  std::string published;              // a published curve, laid beside: 'Caldas 2025, C + OpenMP'; '' for none
  std::optional<SecondAxis> across = {};
  bool by_epoch = false;
  bool operator==(const LessonSweep&) const = default;
};

/// The form of the page Profile beside the run.
struct LessonProfile {
  std::vector<int> batches = {16, 64, 512};
  int steps = 50, epochs = 2;
  std::string published;  // the label of a published study, laid beside; '' for none
  bool operator==(const LessonProfile&) const = default;
};

/// The form of the page Compare beside the run.
struct LessonComparison {
  int epochs = 10, repeats = 1;
  std::optional<std::vector<std::string>> backends;  // that are ticked; absent: as they are
  std::string published = {};                        // as a profile's
  bool operator==(const LessonComparison&) const = default;
};

/// The form of the page Operations: a pooling or a product of matrices at sizes from 4 on, each twice the one before.
struct LessonOperations {
  LaboratoryKind kind = LaboratoryKind::pooling;
  int largest = 1024;
  int kernel = 2, stride = 2, padding = 0;  // of a pooling
  int repeats = 5, limit_s = 5;             // TimingOptions
  int images = 2000, packet = 50;           // of embeddings, and what follows
  std::vector<int> pools = EmbeddingPlan().pools;
  PoolOf pool_of = PoolOf::threads;
  bool operator==(const LessonOperations&) const = default;
};

/// A kernel that the class begins on the page Workshop, in a folder of its own.
struct LessonKernel {
  std::string name;               // of the folder, and in checks
  std::string task, language;     // names of core/workshop
  std::vector<std::string> text;  // lines that stand in place of the plain version; empty: that one
  bool operator==(const LessonKernel&) const = default;
};

inline constexpr const char* lesson_format = "mlplab-lesson-1";

struct Lesson {
  std::string title;
  std::string language = "en";  // as in HTML: 'en', 'es'
  std::string intro;
  RunSpec settings;
  std::optional<LessonSweep> sweep;
  std::optional<LessonProfile> profile;
  std::optional<LessonComparison> comparison;
  std::optional<LessonOperations> operations;
  std::vector<LessonKernel> kernels;
  std::string page;  // that is opened first; '' leaves it
  /// Names of controls: 'page.network', or page and row, 'train.batch'. Only the window knows which there are.
  std::vector<std::string> hidden, locked;
  std::vector<LessonStep> steps;
  bool operator==(const Lesson&) const = default;
};

/// Throws InputError, one sentence that begins with the file's name: what is wrong, or which setting is refused,
/// because it would start another program, reach another machine or name a file.
Lesson read_lesson(const std::filesystem::path& file);
/// By whom a lesson was made: one of this program itself may start other programs, and make large data.
enum class LessonFrom { anybody, this_program };
/// Reads a lesson from a text; the sentence of an error has no file's name. Throws Error.
Lesson parse_lesson(const std::string& text, LessonFrom from = LessonFrom::anybody);
std::string to_text(const Lesson& lesson);
/// Throws InputError, also for a lesson that read_lesson() would refuse.
void write_lesson(const std::filesystem::path& file, const Lesson& lesson);

/// Whether a file of JSON means to be a lesson.
bool is_lesson(const nlohmann::json& json);

/// Takes the settings that a lesson must not have out of `settings`; returns each in words ('the data folder
/// /home/ann/cats').
std::vector<std::string> leave_out_unfit(RunSpec& settings);
/// The most memory, in bytes, that images of these settings take, for data that the program has itself.
double data_bytes(const DataSpec& data);
/// '' or why the kernels of a lesson cannot be checked on this machine, with what to do.
std::string why_not_here(const Lesson& lesson);
/// Why runs of this backend are not for lessons; '' where they are.
std::string why_unfit(const std::string& backend);

/// The files of `folder`/en in the order of their names, each in `language` (a folder beside it) where there is one of
/// that name.
std::vector<std::filesystem::path> lessons_in(const std::filesystem::path& folder, const std::string& language);

std::string to_string(LessonAct act);

}  // namespace mlplab
