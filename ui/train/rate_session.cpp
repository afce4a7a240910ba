// The search's thread leaves its rates one by one, and the whole search at its end.
#include "ui/train/rate_session.h"

#include "core/data/load.h"

namespace mlplab {

struct RateSession::Measurement : Job {
  struct Values {
    std::vector<RatePoint> points;
    std::optional<RateSearch> search;
  };

  Measurement(RateSearchSpec wanted, std::filesystem::path resources_folder)
      : spec(std::move(wanted)), resources(std::move(resources_folder)) {}

  std::string work() override {
    const Dataset dataset = load_dataset(spec.base.data, resources, spec.base.seed);
    RateSearch search = find_learning_rate(spec, dataset, control, [this](const RatePoint& point) {
      inbox.with([&](Values& values) { values.points.push_back(point); });
    });
    inbox.with([&](Values& values) { values.search = std::move(search); });
    return {};
  }

  RateSearchSpec spec;
  std::filesystem::path resources;
  Guarded<Values> inbox;
};

RateSession::RateSession(std::filesystem::path resources, QObject* parent)
    : MeasuringSession(parent), resources_(std::move(resources)) {}

void RateSession::start(const RateSearchSpec& spec) {
  if (active()) return;
  search_ = {};
  search_.spec = spec;
  launch(std::make_unique<Measurement>(spec, resources_));
  Q_EMIT searchChanged();
}

std::function<void()> RateSession::take_in(bool /*over*/) {
  Measurement::Values taken = static_cast<Measurement&>(*job()).inbox.take();
  const bool changed = !taken.points.empty() || taken.search;
  search_.points.insert(search_.points.end(), taken.points.begin(), taken.points.end());
  if (taken.search) search_ = std::move(*taken.search);
  return [this, changed] {
    if (changed) Q_EMIT searchChanged();
  };
}

}  // namespace mlplab
