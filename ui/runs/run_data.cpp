#include "ui/runs/run_data.h"

#include "core/base/error.h"
#include "ui/runs/run_session.h"

namespace mlplab {

RunData::RunData(RunSession& session, std::filesystem::path resources, QObject* parent)
    : QObject(parent), session_(session), resources_(std::move(resources)) {}

void RunData::want() {
  const Run* run = session_.current();
  if (run == nullptr || (asking_ && run->spec.data == asked_)) return;
  asked_ = run->spec.data;
  asking_ = true;
  dataset_ = session_.dataset_of(asked_);
  Q_EMIT changed();
  if (dataset_) return;
  background_.ask([this, data = asked_, seed = run->spec.seed, resources = resources_](const std::atomic<bool>&) {
    std::shared_ptr<const Dataset> found;
    try {
      found = std::make_shared<const Dataset>(load_dataset(data, resources, seed));
    } catch (const std::exception&) {  // the run said it, or will
    }
    return [this, data, found] {
      if (!(data == asked_)) return;
      dataset_ = found;
      Q_EMIT changed();
    };
  });
}

}  // namespace mlplab
