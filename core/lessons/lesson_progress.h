// How far a class is in a lesson: which step is shown and which checks are fulfilled, by what it was seen to do. A step
// asks for what is done once it was shown; only setting_varied also counts the runs before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"

namespace mlplab {

/// A kernel of the workshop that was checked or timed.
struct KernelEvent {
  std::string task, language;
  std::string text;                 // its source without comments, with what else decides how it computes
  std::vector<std::string> faults;  // their codes; of a right kernel finds_nothing
  double sectors_ratio = 0.0;       // of memory on a device: asked for, of the least; 0 where it is not known
};

/// Something that was done.
struct LessonEvent {
  LessonAct act = LessonAct::run_started;
  double value = 0.0;                      // of accuracy: the fraction reached
  std::string page;                        // where
  std::optional<RunSpec> spec;             // of run_ended
  std::optional<KernelEvent> kernel = {};  // of those of the workshop
};

class LessonProgress {
 public:
  explicit LessonProgress(Lesson lesson);

  const Lesson& lesson() const { return lesson_; }
  int step() const { return step_; }  // 0-based
  const LessonStep& current() const { return lesson_.steps[static_cast<std::size_t>(step_)]; }
  /// False for a step without a check.
  bool done(int step) const { return states_[static_cast<std::size_t>(step)].done; }
  /// How often its act was seen, of check.times; for setting_varied how many values.
  int seen(int step) const { return states_[static_cast<std::size_t>(step)].seen; }
  /// Whether the shown step, or one before it, asks for a guess on this page.
  bool asks_for_guess(const std::string& page) const;
  /// That the shown step's check is about; null where it is about none.
  const LessonKernel* kernel() const;
  bool can_go(int step) const { return step >= 0 && step < static_cast<int>(lesson_.steps.size()); }
  /// Nothing where there is no such step.
  void set_step(int step);
  /// Returns whether the shown step's check is fulfilled by this, having not been so before.
  bool tell(const LessonEvent& event);

 private:
  struct State {
    bool done = false;
    int seen = 0;
  };
  void count_values();

  Lesson lesson_;
  std::vector<State> states_;   // [steps]
  std::vector<RunSpec> ended_;  // runs, since the lesson was opened
  int step_ = 0;
};

/// The value of a member of the spec by its name with dots, as JSON text; nothing where there is no such member.
std::optional<std::string> setting_of(const RunSpec& spec, const std::string& name);

}  // namespace mlplab
