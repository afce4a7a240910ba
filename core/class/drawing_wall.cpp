#include "core/class/drawing_wall.h"

#include <algorithm>
#include <iterator>

#include "core/class/class_limits.h"

namespace mlplab {

bool DrawingWall::full() const { return drawings_.size() >= class_limits::drawings; }

int DrawingWall::add(const std::string& name, int asked, DrawingPrediction prediction) {
  if (full()) return 0;
  ClassDrawing drawing{.id = next_id_++, .name = name, .asked = asked, .label = prediction.label, .digit = {}};
  if (prediction.label >= 0) drawing.probability = prediction.probabilities[static_cast<std::size_t>(prediction.label)];
  drawing.digit = std::make_shared<const GrayImage>(std::move(prediction.digit));
  drawings_.push_back(std::move(drawing));
  return drawings_.back().id;
}

bool DrawingWall::set_hidden(int id, bool hidden) {
  const auto found = std::ranges::find(drawings_, id, &ClassDrawing::id);
  if (found == drawings_.end()) return false;
  found->hidden = hidden;
  return true;
}

void DrawingWall::put_back(std::vector<ClassDrawing> cleared) {
  drawings_.insert(drawings_.begin(), std::make_move_iterator(cleared.begin()), std::make_move_iterator(cleared.end()));
}

std::size_t DrawingWall::shown() const {
  return static_cast<std::size_t>(std::ranges::count(drawings_, false, &ClassDrawing::hidden));
}

Confusion DrawingWall::confusion(int classes) const {
  std::vector<std::int32_t> truth, predictions;
  for (const ClassDrawing& drawing : drawings_) {
    if (drawing.hidden || !drawing.judged() || drawing.asked >= classes || drawing.label >= classes) continue;
    truth.push_back(drawing.asked);
    predictions.push_back(drawing.label);
  }
  return confusion_of(truth, predictions, classes);
}

namespace {

bool is_labelled(const ClassDrawing& drawing) {
  constexpr int digits = 10;
  return !drawing.hidden && drawing.asked >= 0 && drawing.asked < digits;
}

}  // namespace

bool DrawingWall::any_labelled() const { return std::ranges::any_of(drawings_, is_labelled); }

DrawnSet DrawingWall::labelled() const {
  DrawnSet set;
  for (const ClassDrawing& drawing : drawings_) {
    if (!is_labelled(drawing)) continue;
    set.images.push_back(*drawing.digit);
    set.labels.push_back(static_cast<std::uint8_t>(drawing.asked));
  }
  return set;
}

}  // namespace mlplab
