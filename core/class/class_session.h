// A class while it goes on: its code, people, round of guesses, drawings, and what phones may see of the run. The
// server's threads and the window call it at once; each member locks. A further thing that phones see is a member of
// ClassWatch or of the state's JSON (phone_state()), and its place in resources/class/class.js.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/class/drawing_predictor.h"
#include "core/class/drawing_wall.h"
#include "core/class/guess_round.h"
#include "core/class/people.h"
#include "core/class/phone_drawing.h"

namespace mlplab {

/// The run as phones follow it. loss, accuracy [epoch.size()]; accuracy is a fraction.
struct ClassWatch {
  std::string network;  // '' before the first run
  bool running = false;
  int epochs = 0;
  std::vector<double> epoch, loss, accuracy;
  bool operator==(const ClassWatch&) const = default;
};

/// The class that a drawing is asked for: a number from 0 on, or one of these.
inline constexpr int asks_nothing = -1, asks_in_turn = -2;

enum class ClassRefusal { none, unknown_person, too_fast, locked, full, closed, out_of_range };

class ClassSession {
 public:
  explicit ClassSession(std::string code);

  const std::string& code() const { return code_; }
  DrawingPredictor& predictor() { return predictor_; }
  const DrawingPredictor& predictor() const { return predictor_; }
  /// Called after each change, by the thread that made it and without a lock. `phones_too`: phone_state() is another.
  void set_changed(std::function<void(bool phones_too)> changed);

  // The window's side.
  struct Counts {
    std::size_t joined = 0, present = 0, guesses = 0, drawings = 0;
  };
  Counts counts(double now_s) const;
  /// Begins a round; its number. The one before is closed.
  int open_round(const GuessQuestion& question);
  void close_round();
  /// Whether there is a round before this one; swap_rounds() brings it back, and called once more this one.
  bool has_round_before() const;
  void swap_rounds();
  std::optional<GuessRound> round() const;
  void set_asked(int asked);
  int asked() const;
  void set_locked(bool locked);
  bool locked() const;
  bool set_hidden(int drawing, bool hidden);
  void clear_wall();
  /// Whether cleared drawings can be put back; the last ones that were cleared first.
  bool can_undo_clear() const;
  void undo_clear();
  DrawingWall wall() const;
  void set_watch(ClassWatch watch);

  // The phones' side.
  struct Joined {
    std::string token;
    int seat = 0, drawn = 0;
  };
  std::optional<Joined> join(std::string_view name, double now_s);
  ClassRefusal guess(std::string_view token, int round, double value, double now_s);
  /// Whether this person may draw now; `person` is then who it is.
  ClassRefusal may_draw(std::string_view token, double now_s, std::uint64_t& person);
  /// Hangs up the drawing; how many this person has drawn by then, or nothing where the wall is full or locked.
  std::optional<int> take_drawing(std::uint64_t person, int asked, DrawingPrediction prediction);
  /// The person whose stream of events begins; nothing: unknown, or one stream too many.
  std::optional<std::uint64_t> open_stream(std::string_view token, double now_s);
  void close_stream(std::uint64_t person, double now_s);
  /// JSON on one line, and the number that changes with it.
  std::string phone_state() const;
  std::uint64_t revision() const;

 private:
  void tell(bool phones_too);
  nlohmann::json round_json() const;

  const std::string code_;
  DrawingPredictor predictor_;
  std::function<void(bool phones_too)> changed_;
  mutable std::mutex mutex_;
  People people_;
  std::optional<GuessRound> round_, round_before_;
  int rounds_ = 0;
  DrawingWall wall_;
  std::vector<std::vector<ClassDrawing>> cleared_;  // the newest last; as many drawings as a wall holds
  int asked_ = asks_in_turn;
  bool locked_ = false;
  ClassWatch watch_;
  std::uint64_t revision_ = 1;
};

}  // namespace mlplab
