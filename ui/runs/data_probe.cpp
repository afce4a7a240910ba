// One std::async at a time, polled.
#include "ui/runs/data_probe.h"

#include "core/base/error.h"
#include "core/run/run_spec.h"

namespace mlplab {

DataProbe::DataProbe(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {
  timer_.setInterval(50);
  connect(&timer_, &QTimer::timeout, this, &DataProbe::poll);
}

void DataProbe::ask(const DataSpec& data) {
  asked_ = data;
  if (answer_.valid()) {
    again_ = true;
    return;
  }
  answer_ = std::async(std::launch::async, [data, resources = resources_] {
    DataShape shape;
    try {
      const Dataset set = load_dataset(data, resources, 1);
      shape = {set.features(), set.classes(), set.train_in_source, {}, set.notes, image_shape(set)};
    } catch (const std::exception& error) {
      shape.error = error.what();
    }
    return std::pair(data, shape);
  });
  timer_.start();
}

void DataProbe::poll() {
  if (answer_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const auto [data, shape] = answer_.get();
  timer_.stop();
  if (std::exchange(again_, false)) {
    ask(asked_);
    return;
  }
  Q_EMIT found(data, shape);
}

}  // namespace mlplab
