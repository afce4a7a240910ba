#include "ui/inspect/inspector.h"

#include "core/base/error.h"
#include "core/base/unreachable.h"
#include "core/machine/threads.h"
#include "core/model/model_file.h"

namespace mlplab {

const Examples& examples_of(const Dataset& data, Split split) {
  switch (split) {
    case Split::test:
      return data.test;
    case Split::validation:
      return data.validation;
    case Split::training:
      return data.train;
  }
  unreachable();
}

QString split_title(Split split) {
  switch (split) {
    case Split::test:
      return Inspector::tr("test images");
    case Split::validation:
      return Inspector::tr("validation images");
    case Split::training:
      return Inspector::tr("training images");
  }
  unreachable();
}

Inspector::Inspector(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {}

std::pair<std::size_t, std::size_t> Inspector::progress() const {
  return {counter_->done.load(), counter_->total.load()};
}

void Inspector::stop() {
  background_.forget();
  beside_run_.forget();
}

std::shared_ptr<const Dataset> Inspector::Shelf::take(const InspectionSubject& subject,
                                                      const std::filesystem::path& resources) {
  {
    const std::lock_guard lock(mutex);
    if (data && spec == subject.data_spec && seed == subject.seed) return data;
  }
  auto read = std::make_shared<const Dataset>(load_dataset(subject.data_spec, resources, subject.seed));
  const std::lock_guard lock(mutex);
  spec = subject.data_spec, seed = subject.seed;
  return data = read;
}

void Inspector::ask(const InspectionSubject& subject, bool finish_first) {
  Background& background = subject.beside_run ? beside_run_ : background_;
  if (!finish_first) stop();
  counter_->done = 0, counter_->total = 0;
  background.ask([this, subject, resources = resources_, shelf = shelf_,
                  counter = counter_](const std::atomic<bool>& stop) -> Background::Finish {
    if (subject.beside_run && !std::exchange(yields_, true)) let_others_go_first();
    auto found = std::make_shared<Inspection>();
    std::string refused;
    double start_s = thread_time_s();
    try {
      found->data = subject.data ? subject.data : shelf->take(subject, resources);
      if (!subject.dataset_hash.empty() && found->data->content_hash != subject.dataset_hash)
        throw InputError(tr("the images in %1 have changed since the run was trained; restore the original ones")
                             .arg(QString::fromStdString(subject.data_spec.source))
                             .toStdString());
      found->state =
          subject.state ? subject.state : std::make_shared<const TrainingState>(load_model(subject.state_file));
      if (!subject.state && found->state->epochs_done != subject.epoch)
        throw InputError(tr("%1 holds the weights after epoch %2, not those after epoch %3")
                             .arg(QString::fromStdString(subject.state_file.string()),
                                  QString::number(found->state->epochs_done), QString::number(subject.epoch))
                             .toStdString());
      start_s = thread_time_s();
      found->run = subject.run;
      found->split = subject.split;
      const PredictionRequest request{
          .workers = subject.beside_run ? 1 : 0,
          .most_mapped = subject.with_map ? most_mapped : 0,
          .progress = [&](std::size_t done, std::size_t total) { counter->total = total, counter->done = done; }};
      std::optional<Predictions> predictions = predict_all(*found->state, found->examples(), request, stop);
      if (!predictions) return {};
      found->predictions = std::move(*predictions);
      const Predictions& a = found->predictions;
      found->confusion = confusion_of(a.truth, a.predicted, a.classes);
      found->classes = class_figures(found->confusion);
      found->worst = worst_first(a);
      if (a.mapped() > 0) found->map = principal_plane(a.hidden_values, a.hidden, stop);
    } catch (const std::exception& error) {
      refused = error.what();
    }
    return [this, found, refused, took_s = thread_time_s() - start_s] {
      took_s_ = took_s;
      since_found_.start();
      refused_ = QString::fromStdString(refused);
      found_ = refused.empty() ? found : nullptr;
      Q_EMIT changed();
    };
  });
}

}  // namespace mlplab
