// A table of settings with their words; what it does not know of is called 'other settings', never left out.
#include "ui/runs/run_difference.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <map>

#include "core/base/numbers.h"
#include "core/run/configuration.h"

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct RunDifferenceText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::RunDifference)
};

QString short_number(double value) { return QLocale().toString(value, 'g', 4); }

/// How many images a run that has begun trains on: a limit that leaves all of them is no other setting than none. The
/// limit alone before that, 0 for none.
std::size_t train_images(const Run& run) {
  const std::size_t limit = run.spec.data.train_limit;
  const auto known = static_cast<std::size_t>(std::max<std::int64_t>(run.log.started.train_examples, 0));
  return known == 0 ? limit : limit == 0 ? known : std::min(limit, known);
}

QString examples_words(std::size_t limit, const QString& all, const QString& some) {
  return limit == 0 ? all : some.arg(QLocale().toString(static_cast<qulonglong>(limit)));
}

QString workers_of(const Run& run) {
  const bool known = run.log.started.steps_per_epoch > 0;
  const int workers = known ? run.log.started.workers : workers_asked(run.spec);
  if (workers == 0) return RunDifferenceText::tr("all workers");
  return workers == 1 ? RunDifferenceText::tr("1 worker") : RunDifferenceText::tr("%1 workers").arg(workers);
}

QString options_words(const RunSpec& spec) {
  QStringList parts;
  for (const auto& [name, value] : configuration_of(spec).options)
    parts << QStringLiteral("%1=%2").arg(QString::fromStdString(name), QString::fromStdString(value));
  return parts.join(QLatin1Char(' '));
}

QString size_words(const ImageSize& size) {
  return size == ImageSize{} ? RunDifferenceText::tr("pictures as they are")
                             : RunDifferenceText::tr("pictures of %1").arg(QString::fromStdString(to_string(size)));
}

constexpr const char* batch_id = QT_TRANSLATE_NOOP("mlplab::RunDifference", "batch");
constexpr const char* workers_id = QT_TRANSLATE_NOOP("mlplab::RunDifference", "workers");

/// Leaves out the folders that all paths begin with: a narrow column shows the beginning, which is to differ. Names of
/// data that are no paths ('mnist') stay, and take no part.
void leave_out_shared_folders(std::vector<QString>& values) {
  const QChar slash(u'/');
  const auto path = std::ranges::find_if(values, [&](const QString& value) { return value.contains(slash); });
  if (path == values.end()) return;
  QString shared = path->left(path->lastIndexOf(slash) + 1);
  for (const QString& value : values)
    while (value.contains(slash) && !value.startsWith(shared)) shared = shared.left(shared.lastIndexOf(slash, -2) + 1);
  if (shared.size() < 2) return;  // '' or the root
  for (QString& value : values)
    if (value.startsWith(shared)) value = QStringLiteral("…/") + value.mid(shared.size());
}

/// Leaves out the options that all values have ('a=1 b=2' and 'a=1 b=3' are 'b=2' and 'b=3').
void leave_out_shared_options(std::vector<QString>& values) {
  const QStringList first = values.front().split(QLatin1Char(' '));
  for (const QString& option : first) {
    const auto has = [&](const QString& value) { return value.split(QLatin1Char(' ')).contains(option); };
    if (!std::ranges::all_of(values, has)) continue;
    for (QString& value : values) {
      QStringList parts = value.split(QLatin1Char(' '));
      parts.removeOne(option);
      value = parts.join(QLatin1Char(' '));
    }
  }
}

struct Setting {
  const char* id;  // its English name; translated where it is shown
  QString (*words)(const Run& run);
  /// (optional) Leaves out of values that differ what all of them have.
  void (*shorten)(std::vector<QString>& values) = nullptr;
};

/// Settings whose words are alike are alike.
const std::vector<Setting>& settings() {
  static const std::vector<Setting> table{
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "network"),
       [](const Run& r) { return QString::fromStdString(r.spec.model.name()); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "optimizer"),
       [](const Run& r) { return QString::fromStdString(to_string(r.spec.optimizer.kind)); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "learning rate"),
       [](const Run& r) { return RunDifferenceText::tr("lr %1").arg(short_number(r.spec.optimizer.learning_rate)); }},
      {batch_id, [](const Run& r) { return RunDifferenceText::tr("batch %1").arg(r.spec.batch); }},
      {workers_id, workers_of},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "seed"),
       [](const Run& r) { return RunDifferenceText::tr("seed %1").arg(r.spec.seed); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "epochs"),
       [](const Run& r) { return QString::fromStdString(count_of(r.spec.epochs, "epoch")); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "schedule"),
       [](const Run& r) {
         return RunDifferenceText::tr("schedule %1").arg(schedule_title(r.spec.optimizer.schedule).toLower());
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "momentum"),
       [](const Run& r) { return RunDifferenceText::tr("momentum %1").arg(short_number(r.spec.optimizer.momentum)); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "weight decay"),
       [](const Run& r) { return RunDifferenceText::tr("decay %1").arg(short_number(r.spec.optimizer.weight_decay)); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "Adam's constants"),
       [](const Run& r) {
         const OptimizerSpec& o = r.spec.optimizer;
         return RunDifferenceText::tr("β %1, %2, ε %3")
             .arg(short_number(o.beta1), short_number(o.beta2), short_number(o.epsilon));
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "loss"),
       [](const Run& r) { return QString::fromStdString(to_string(r.spec.model.loss)); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "initial weights"),
       [](const Run& r) {
         return r.spec.init_model.empty() ? QString::fromStdString(to_string(r.spec.model.initializer))
                                          : RunDifferenceText::tr("from %1").arg(
                                                QFileInfo(QString::fromStdString(r.spec.init_model)).fileName());
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "data"),
       [](const Run& r) { return QString::fromStdString(title_of(r.spec.data)); }, leave_out_shared_folders},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "images"),
       [](const Run& r) {
         return examples_words(train_images(r), RunDifferenceText::tr("all images"),
                               RunDifferenceText::tr("%1 images"));
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "test images"),
       [](const Run& r) {
         return examples_words(r.spec.data.test_limit, RunDifferenceText::tr("all test images"),
                               RunDifferenceText::tr("%1 test images"));
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "validation"),
       [](const Run& r) {
         return RunDifferenceText::tr("validation %1 %").arg(short_number(100 * r.spec.data.validation_fraction));
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "size of the pictures"),
       [](const Run& r) { return size_words(r.spec.data.image_size); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "image rows"),
       [](const Run& r) {
         return r.spec.data.transposed ? RunDifferenceText::tr("rows are columns")
                                       : RunDifferenceText::tr("rows as stored");
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "augmentation"),
       [](const Run& r) {
         return r.spec.data.augmentation.any() ? RunDifferenceText::tr("augmented (%1)")
                                                     .arg(QString::fromStdString(to_string(r.spec.data.augmentation)))
                                               : RunDifferenceText::tr("not augmented");
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "target"),
       [](const Run& r) {
         return r.spec.target_accuracy
                    ? RunDifferenceText::tr("until %1 %").arg(short_number(100 * *r.spec.target_accuracy))
                    : QString();
       }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "profile"),
       [](const Run& r) { return r.spec.profile_steps > 0 ? RunDifferenceText::tr("profiled") : QString(); }},
      {QT_TRANSLATE_NOOP("mlplab::RunDifference", "options"), [](const Run& r) { return options_words(r.spec); },
       leave_out_shared_options},
  };
  return table;
}

/// The spec without what the table has words for.
RunSpec unnamed_part(const Run& run) {
  RunSpec spec = run.spec;
  const RunSpec usual;
  set_configuration(spec, {});
  spec.optimizer = usual.optimizer;
  spec.batch = usual.batch;
  spec.epochs = usual.epochs;
  spec.seed = usual.seed;
  spec.target_accuracy.reset();
  spec.profile_steps = 0;
  spec.init_model.clear();
  spec.model.loss = usual.model.loss;
  spec.model.initializer = usual.model.initializer;
  const int channels = spec.data.channels;
  spec.data = usual.data;
  spec.data.channels = channels;
  return spec;
}

bool differ(const std::vector<QString>& values) {
  return std::ranges::any_of(values, [&](const QString& value) { return value != values.front(); });
}

}  // namespace

std::vector<DifferingSetting> differing_settings(const std::vector<const Run*>& runs) {
  std::vector<DifferingSetting> result;
  if (runs.size() < 2) return result;
  const bool same_workers = std::ranges::all_of(
      runs, [&](const Run* run) { return workers_asked(run->spec) == workers_asked(runs.front()->spec); });
  bool network = false;
  for (const Setting& setting : settings()) {
    // All workers that a backend has are more of one than of the other: no setting of anybody's.
    if (setting.words == workers_of && same_workers) continue;
    DifferingSetting differing{QLatin1String(setting.id), RunDifferenceText::tr(setting.id), {}};
    for (const Run* run : runs) differing.values.push_back(setting.words(*run));
    if (!differ(differing.values)) continue;
    if (setting.shorten != nullptr) setting.shorten(differing.values);
    if (&setting == &settings().front()) network = true;
    result.push_back(std::move(differing));
  }
  // Networks of one name may have other layers: those are numbered.
  std::vector<RunSpec> rest;
  DifferingSetting other{QStringLiteral("other settings"), RunDifferenceText::tr("other settings"), {}};
  for (const Run* run : runs) {
    RunSpec part = unnamed_part(*run);
    if (network) part.model = {};
    const auto known = std::ranges::find(rest, part);
    const auto index = known - rest.begin();
    if (known == rest.end()) rest.push_back(std::move(part));
    other.values.push_back(RunDifferenceText::tr("variant %1").arg(index + 1));
  }
  if (rest.size() > 1) result.push_back(std::move(other));
  return result;
}

namespace {

/// Each run's values of the settings that differ, without those that are shown elsewhere.
std::vector<QStringList> parts_of(const std::vector<const Run*>& runs, const std::set<Said>& said) {
  std::vector<DifferingSetting> settings = differing_settings(runs);
  std::erase_if(settings, [&](const DifferingSetting& setting) {
    return (said.contains(Said::batch) && setting.id == QLatin1String(batch_id)) ||
           (said.contains(Said::workers) && setting.id == QLatin1String(workers_id));
  });
  std::vector<QStringList> result(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const DifferingSetting& setting : settings) {
      if (!setting.values[i].isEmpty()) result[i] << setting.values[i];
    }
  }
  return result;
}

constexpr qsizetype named_in_a_title = 2;  // settings: titles stand in legends

}  // namespace

std::vector<QString> differences_of(const std::vector<const Run*>& runs, const std::set<Said>& said) {
  std::vector<QString> result;
  for (const QStringList& parts : parts_of(runs, said)) result.push_back(parts.join(QStringLiteral(", ")));
  return result;
}

std::vector<QString> titles_among(const std::vector<const Run*>& runs) {
  const std::vector<QStringList> differences = parts_of(runs, {});
  const bool backends = std::ranges::any_of(
      runs, [&](const Run* run) { return configuration_name(run->spec) != configuration_name(runs.front()->spec); });
  const bool nothing = std::ranges::all_of(differences, &QStringList::isEmpty);
  std::vector<QString> titles;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    QStringList parts = differences[i].mid(0, named_in_a_title);
    if (backends || nothing) parts.prepend(backend_title(runs[i]->spec));
    if (const qsizetype more = differences[i].size() - named_in_a_title; more > 0) {
      parts << RunDifferenceText::tr("%1 more").arg(more);
    }
    titles.push_back(QStringLiteral("%1 · %2").arg(runs[i]->number).arg(parts.join(QStringLiteral(", "))));
  }
  return titles;
}

void color_runs(const RunList& list, const RunColoring& coloring) {
  std::vector<const Run*> runs;
  for (const auto& run : list) runs.push_back(run.get());
  std::vector<DifferingSetting> settings;
  if (coloring.by == RunColoring::By::setting) settings = differing_settings(runs);
  const auto setting = std::ranges::find(settings, coloring.setting, &DifferingSetting::id);
  std::map<QString, int> shades, places;
  if (setting != settings.end()) {
    std::vector<QString> values(setting->values);
    std::ranges::sort(values, [](const QString& a, const QString& b) {
      const auto value = [](const QString& text) { return QLocale().toDouble(text.section(QLatin1Char(' '), -1)); };
      return value(a) != value(b) ? value(a) < value(b) : a < b;
    });
    for (const QString& value : values) places.try_emplace(value, static_cast<int>(places.size()));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    Run& run = *list[i];
    run.color = run.own_color;
    run.marker = run.own_marker;
    if (coloring.by == RunColoring::By::backend) {
      run.color = {std::max(0, backend_index(run.spec)),
                   shades[QString::fromStdString(configuration_name(run.spec))]++};
    } else if (setting != settings.end()) {
      run.color = {places.at(setting->values[i]), shades[setting->values[i]]++};
    }
  }
}

}  // namespace mlplab
