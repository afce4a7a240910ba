#include "ui/runs/data_probe.h"

#include "core/base/error.h"
#include "core/run/run_spec.h"

namespace mlplab {

DataProbe::DataProbe(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {}

void DataProbe::ask(const DataSpec& data) {
  background_.forget();
  background_.ask([this, data, resources = resources_](const std::atomic<bool>&) -> Background::Finish {
    DataShape shape;
    try {
      const Dataset set = look_at_dataset(data, resources);
      shape = {set.features(), set.classes(), set.train_in_source, {}, set.notes, image_shape(set)};
    } catch (const std::exception& error) {
      shape.error = error.what();
    }
    return [this, data, shape] { Q_EMIT found(data, shape); };
  });
}

}  // namespace mlplab
