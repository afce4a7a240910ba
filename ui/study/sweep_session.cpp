// The sweep's thread leaves its progress and an analysis after every run.
#include "ui/study/sweep_session.h"

#include <QLocale>

#include "core/data/load.h"
#include "core/reporting/sweep_report.h"
#include "ui/widgets/attempt.h"

namespace mlplab {

QString sweep_words(const SweepAnalysis& analysis) {
  const auto [least, most] = images_of(analysis);
  const auto in_digits = [](std::int64_t images) { return QLocale().toString(static_cast<qlonglong>(images)); };
  const QString count = least == 0      ? QString()
                        : least == most ? in_digits(least)
                                        : in_digits(least) + QStringLiteral("–") + in_digits(most);
  return QString::fromStdString(sweep_work(analysis, count.toStdString()));
}

struct SweepSession::Measurement : Job, SweepSink {
  Measurement(SweepSession& owner, std::unique_ptr<SweepStore> kept)
      : session(owner), store(std::move(kept)), resources(owner.resources_) {
    baseline.with([&](std::string& value) { value = owner.baseline_; });
  }

  void on_progress(const StudyProgress& progress) override {
    leave([this, progress] { session.progress_ = progress; }, &SweepSession::progressed);
  }
  void on_run(const SweepRun& /*run*/) override { analyse_now(); }

  void analyse_now() {
    std::string value;
    baseline.with([&](const std::string& now) { value = now; });
    auto analysis = std::make_shared<const SweepAnalysis>(analyse(*store, value));
    leave([this, analysis] { session.analysis_ = analysis; }, &SweepSession::analysed);
  }

  std::string work() override {
    const SweepSpec& spec = store->spec();
    const RunSpec first = run_of(slices_of(spec).front(), 0);
    const Dataset dataset = load_dataset(first.data, resources, first.seed);
    check_against(spec, dataset);
    const SweepOutcome outcome = run_sweep(*store, dataset, *this, control, {}, read_noise, study_idle_power_s);
    analyse_now();
    return outcome.reason;
  }

  void finish() override {
    leave([this, complete = store->complete()] { session.incomplete_ = !complete; });
  }

  SweepSession& session;
  std::unique_ptr<SweepStore> store;  // the thread's alone once it runs
  std::filesystem::path resources;
  Guarded<std::string> baseline;
};

void SweepSession::start(const SweepSpec& spec) {
  if (active()) return;
  attempt(this, [&] {
    auto store = std::make_unique<SweepStore>(SweepStore::create(new_sweep_folder(sweeps_folder_, spec), spec));
    baseline_.clear();
    measure(std::move(store));
  });
}

void SweepSession::open(const std::filesystem::path& folder) {
  if (active()) return;
  attempt(this, [&] {
    const SweepStore store = SweepStore::open(folder);
    baseline_.clear();
    analysis_ = std::make_shared<const SweepAnalysis>(analyse(store));
    folder_ = store.folder();
    incomplete_ = !store.complete();
    Q_EMIT analysed();
    Q_EMIT stateChanged();
  });
}

void SweepSession::resume(const std::string& hostfile) {
  if (active() || folder_.empty()) return;
  attempt(this, [&] {
    auto store = std::make_unique<SweepStore>(SweepStore::open(folder_));
    confirm_hosts(*store, hostfile);
    measure(std::move(store));
  });
}

void SweepSession::measure(std::unique_ptr<SweepStore> store) {
  folder_ = store->folder();
  incomplete_ = true;
  progress_ = {};
  progress_.runs_total = runs_of(store->spec());
  analysis_ = std::make_shared<const SweepAnalysis>(analyse(*store, baseline_));
  launch(std::make_unique<Measurement>(*this, std::move(store)));
  Q_EMIT analysed();
}

void SweepSession::setBaseline(const QString& value) {
  baseline_ = value.toStdString();
  if (job()) {
    static_cast<Measurement&>(*job()).baseline.with([this](std::string& now) { now = baseline_; });
    return;
  }
  if (folder_.empty()) return;
  attempt(this, [&] {
    analysis_ = std::make_shared<const SweepAnalysis>(analyse(SweepStore::open(folder_), baseline_));
    Q_EMIT analysed();
  });
}

}  // namespace mlplab
