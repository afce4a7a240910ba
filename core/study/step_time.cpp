#include "core/study/step_time.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/data/dataset.h"
#include "core/launch/execute.h"

namespace mlplab {
namespace {

/// `count` examples of the images in turn, of the classes in turn.
Examples repeated(const std::vector<Image>& images, std::size_t count, int classes) {
  Examples examples;
  examples.features.reserve(count * images.front().pixels.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::uint8_t>& pixels = images[i % images.size()].pixels;
    examples.features.insert(examples.features.end(), pixels.begin(), pixels.end());
    examples.labels.push_back(static_cast<std::int32_t>(i % static_cast<std::size_t>(classes)));
  }
  return examples;
}

class EpochTimes : public EventSink {
 public:
  void on_event(const Event& event) override {
    if (const auto* epoch = std::get_if<EpochDone>(&event)) times_s.push_back(epoch->epoch_time_s);
  }
  std::vector<double> times_s;
};

}  // namespace

StepTime time_a_step(const RunSpec& wanted, const std::vector<Image>& images, const ImageShape& shape,
                     RunControl& control) {
  RunSpec spec = wanted;
  spec.epochs = 2;
  spec.profile_steps = 0;
  spec.target_accuracy.reset();
  spec.data.train_limit = spec.data.test_limit = 0;
  spec.data.validation_fraction = 0.0;
  StepTime time;
  try {
    const auto batch = static_cast<std::size_t>(std::max(1, spec.batch));
    check_room(spec.data.source, timed_steps * batch, shape);
    std::vector<Image> fitted;
    for (std::size_t i = 0; i < std::min(images.size(), timed_steps * batch); ++i)
      fitted.push_back(brought_to(images[i], shape, spec.data.fit));
    Dataset data;
    data.name = spec.data.source;
    data.image = shape;
    const int classes = spec.model.outputs();
    for (int label = 0; label < classes; ++label) data.class_names.push_back(std::to_string(label));
    data.train = repeated(fitted, timed_steps * batch, classes);
    data.test = repeated(fitted, 1, classes);
    data.train_in_source = data.train.size();
    data.content_hash = content_hash_of(data);
    EpochTimes epochs;
    const RunEnded ended = execute_run({.spec = spec, .dataset = borrowed(data)}, epochs, control).ended;
    if (ended.status == RunStatus::done && epochs.times_s.size() == 2)
      time.step_s = epochs.times_s.back() / timed_steps;
    else
      time.why_unknown = ended.status == RunStatus::stopped || ended.reason.empty() ? say("stopped") : ended.reason;
  } catch (const Error& error) {
    time.why_unknown = error.what();
  }
  return time;
}

}  // namespace mlplab
