// The drawings of a class with what was asked and what the network predicted; the teacher hides, clears and locks.
// Labelled drawings that are not hidden make a confusion matrix and a data set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/class/drawing_predictor.h"
#include "core/data/drawn_set.h"
#include "core/inspection/confusion.h"

namespace mlplab {

struct ClassDrawing {
  int id = 0;
  std::string name;                        // of the person; '' where none was given
  int asked = -1;                          // the class that the phone asked for; -1: none
  int label = -1;                          // the predicted class; -1: no network
  float probability = 0;                   // of the prediction
  std::shared_ptr<const GrayImage> digit;  // 28×28; copies of a wall share it
  bool hidden = false;

  bool judged() const { return asked >= 0 && label >= 0; }
  bool right() const { return judged() && asked == label; }
};

class DrawingWall {
 public:
  /// The drawing's id; 0 where the wall is full.
  int add(const std::string& name, int asked, DrawingPrediction prediction);
  const std::vector<ClassDrawing>& drawings() const { return drawings_; }
  /// False where there is no such drawing.
  bool set_hidden(int id, bool hidden);
  /// Takes all drawings off the wall; put_back() hangs them up again, before those that came since.
  std::vector<ClassDrawing> clear() { return std::exchange(drawings_, {}); }
  void put_back(std::vector<ClassDrawing> cleared);
  bool full() const;
  std::size_t shown() const;
  /// Predictions of what was asked for, hidden drawings left out.
  Confusion confusion(int classes) const;
  /// The digits that were asked for, hidden drawings left out: what is kept as IDX files.
  DrawnSet labelled() const;
  bool any_labelled() const;

 private:
  std::vector<ClassDrawing> drawings_;
  int next_id_ = 1;
};

}  // namespace mlplab
