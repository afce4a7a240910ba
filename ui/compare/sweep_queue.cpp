// A sweep that fails is reported; the next one goes on.
#include "ui/compare/sweep_queue.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/run/configuration.h"
#include "ui/runs/run.h"
#include "ui/runs/run_table.h"

namespace mlplab {

namespace {

constexpr std::size_t looked_at = 12;  // kept sweeps

bool same_work(const RunSpec& a, const RunSpec& b) {
  return a.model == b.model && a.batch == b.batch && a.data == b.data && a.optimizer == b.optimizer;
}

}  // namespace

SweepQueue::SweepQueue(std::filesystem::path sweeps_folder, std::filesystem::path resources)
    : session_(std::move(sweeps_folder), std::move(resources)) {
  connect(&session_, &SweepSession::analysed, this, [this] { keep(session_.analysis()); });
  connect(&session_, &SweepSession::progressed, this, &SweepQueue::progressed);
  connect(&session_, &SweepSession::stateChanged, this, &SweepQueue::progressed);
  connect(&session_, &SweepSession::failed, this, &SweepQueue::failed);
  connect(&session_, &SweepSession::ended, this, &SweepQueue::next);
}

void SweepQueue::start(const std::vector<SweepSpec>& sweeps) {
  if (active()) return;
  waiting_ = sweeps;
  total_ = sweeps.size();
  next();
}

void SweepQueue::next() {
  while (!waiting_.empty()) {
    const SweepSpec spec = waiting_.front();
    waiting_.erase(waiting_.begin());
    session_.start(spec);
    if (session_.active()) return;  // else it has failed, and said why
  }
  Q_EMIT progressed();
  Q_EMIT ended();
}

void SweepQueue::stop() {
  waiting_.clear();
  session_.stop();
}

double SweepQueue::fraction() const {
  if (!active() || total_ == 0) return 0.0;
  const auto done = static_cast<double>(total_ - waiting_.size() - (session_.active() ? 1 : 0));
  return (done + (session_.active() ? session_.progress().fraction : 0.0)) / static_cast<double>(total_);
}

QString SweepQueue::text() const {
  if (!active()) return {};
  if (stopping()) return tr("stopping…");
  QString text = tr("sweep %1 of %2").arg(total_ - waiting_.size()).arg(total_);
  if (session_.analysis()) text += QStringLiteral(" · ") + backend_title(session_.analysis()->spec.base);
  if (!session_.progress().name.empty()) {
    text += tr(" · %1 workers").arg(QString::fromStdString(session_.progress().name));
  }
  if (waiting_.empty() && std::isfinite(session_.progress().eta_s)) {
    text += tr(" · ETA %1").arg(display_duration(std::ceil(session_.progress().eta_s)));
  }
  return text;
}

void SweepQueue::keep(const std::shared_ptr<const SweepAnalysis>& analysis) {
  if (!analysis || analysis->spec.axis != SweepAxis::workers) return;
  const auto same = std::ranges::find_if(analyses_, [&](const auto& a) {
    return configuration_name(a->spec.base) == configuration_name(analysis->spec.base);
  });
  if (same != analyses_.end()) {
    *same = analysis;
  } else {
    analyses_.push_back(analysis);
  }
  Q_EMIT changed();
}

void SweepQueue::find_kept(const RunSpec& base) {
  if (active()) return;
  for (const std::filesystem::path& folder : recent_sweeps(session_.sweeps_folder(), looked_at)) {
    try {
      const SweepStore store = SweepStore::open(folder);
      const SweepSpec& spec = store.spec();
      const bool known = std::ranges::any_of(
          analyses_, [&](const auto& a) { return configuration_name(a->spec.base) == configuration_name(spec.base); });
      if (known || spec.axis != SweepAxis::workers || spec.across || spec.scaling != Scaling::strong ||
          !same_work(spec.base, base)) {
        continue;
      }
      keep(std::make_shared<const SweepAnalysis>(analyse(store)));
    } catch (const Error&) {
      continue;  // the Scale page says so when it is opened there
    }
  }
}

}  // namespace mlplab
