// The search's thread leaves its rates one by one, and the whole search at its end.
#include "ui/train/rate_session.h"

#include "core/data/load.h"

namespace mlplab {

struct RateSession::Measurement : Job {
  Measurement(RateSession& owner, RateSearchSpec wanted)
      : session(owner), spec(std::move(wanted)), resources(owner.resources_) {}

  std::string work() override {
    const Dataset dataset = load_dataset(spec.base.data, resources, spec.base.seed);
    const RateSearch search = find_learning_rate(spec, dataset, control, [this](const RatePoint& point) {
      leave([this, point] { session.search_.points.push_back(point); }, &RateSession::searchChanged);
    });
    leave([this, search] { session.search_ = search; }, &RateSession::searchChanged);
    return {};
  }

  RateSession& session;
  RateSearchSpec spec;
  std::filesystem::path resources;
};

RateSession::RateSession(std::filesystem::path resources, QObject* parent)
    : MeasuringSession(parent), resources_(std::move(resources)) {}

void RateSession::start(const RateSearchSpec& spec) {
  if (active()) return;
  search_ = {};
  search_.spec = spec;
  launch(std::make_unique<Measurement>(*this, spec));
  Q_EMIT searchChanged();
}

}  // namespace mlplab
