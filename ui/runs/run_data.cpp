#include "ui/runs/run_data.h"

#include "core/base/error.h"
#include "core/data/load.h"
#include "ui/runs/run_session.h"

namespace mlplab {

RunData::RunData(RunSession& session, std::filesystem::path resources, QObject* parent)
    : QObject(parent), session_(session), resources_(std::move(resources)) {}

void RunData::want() {
  const Run* run = session_.current();
  if (run == nullptr || (asking_ && RunSession::same_data(run->spec, asked_))) return;
  asked_ = run->spec;
  asking_ = true;
  dataset_ = session_.dataset_of(asked_);
  Q_EMIT changed();
  if (dataset_) return;
  background_.ask([this, spec = asked_, resources = resources_](const std::atomic<bool>&) {
    std::shared_ptr<const Dataset> found;
    try {
      found = std::make_shared<const Dataset>(load_dataset(spec.data, resources, spec.seed));
    } catch (const std::exception&) {  // the run said it, or will
    }
    return [this, spec, found] {
      if (!RunSession::same_data(spec, asked_)) return;
      dataset_ = found;
      Q_EMIT changed();
    };
  });
}

}  // namespace mlplab
