// The table of settings and a few lists beside it; what they do not know of is called 'other settings', never left out.
#include "ui/runs/run_difference.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <functional>
#include <map>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/run/configuration.h"
#include "core/run/settings.h"

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

constexpr const char* batch_id = "batch";
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

/// A value as it stands among others: four digits, titles of choices, shares in percent.
QString value_words(const Setting& setting, const RunSpec& spec) {
  if (const std::string choice = title_of_choice(setting, spec); !choice.empty())
    return QString::fromStdString(choice).toLower();
  return visit_setting(setting, spec, [&](const auto* value) {
    using T = std::remove_cvref_t<decltype(*value)>;
    const auto number = [&](double v) {
      return setting.is_share ? QStringLiteral("%1 %").arg(short_number(100 * v)) : short_number(v);
    };
    if constexpr (std::is_same_v<T, double>) return number(*value);
    if constexpr (std::is_same_v<T, std::optional<double>>) return *value ? number(**value) : QString();
    return QString::fromStdString(text_of(setting, spec));
  });
}

QString brief_words(const Setting& setting, const RunSpec& spec) {
  if (!matters(setting, spec)) return {};
  if (setting.brief_off != nullptr && is_usual(setting, spec)) return QString::fromStdString(say(setting.brief_off));
  return QString::fromStdString(say(setting.brief, value_words(setting, spec).toStdString()));
}

/// In what runs can differ: a setting of the table, or what the run's log or its lists say.
struct Difference {
  QString id, name;
  std::function<QString(const Run& run)> words;
  const Setting* setting = nullptr;
  /// (optional) Leaves out of values that differ what all of them have.
  void (*shorten)(std::vector<QString>& values) = nullptr;
};

Difference difference_of(const Setting& setting) {
  const std::string path = setting.path;
  Difference result{QLatin1String(setting.title), QString::fromStdString(say(setting.title)),
                    [&setting](const Run& run) { return brief_words(setting, run.spec); }, &setting};
  if (path == "data.source") {
    result.words = [](const Run& run) { return QString::fromStdString(title_of(run.spec.data)); };
    result.shorten = leave_out_shared_folders;
  } else if (path == "init_model") {
    result.words = [&setting](const Run& run) {
      const QString file = QFileInfo(QString::fromStdString(run.spec.init_model)).fileName();
      return file.isEmpty() ? file : QString::fromStdString(say(setting.brief, file.toStdString()));
    };
  } else if (path == "data.train_limit") {
    result.setting = nullptr;  // a limit that leaves all images is none
    result.words = [&setting](const Run& run) {
      RunSpec spec;
      spec.data.train_limit = train_images(run);
      return brief_words(setting, spec);
    };
  }
  return result;
}

/// The network and the workers, which are no settings of the table, come where one looks for them.
std::vector<Difference> all_differences(bool same_workers) {
  std::vector<Difference> all = {{QStringLiteral("network"), RunDifferenceText::tr("network"),
                                  [](const Run& r) { return QString::fromStdString(r.spec.model.name()); }}};
  for (const Setting& setting : settings()) {
    all.push_back(difference_of(setting));
    // All workers that a backend has are more of one than of the other: no setting of anybody's.
    if (std::string(setting.path) == "batch" && !same_workers)
      all.push_back({QLatin1String(workers_id), RunDifferenceText::tr(workers_id), workers_of});
  }
  all.push_back({QStringLiteral("options"), RunDifferenceText::tr("options"),
                 [](const Run& r) { return options_words(r.spec); }, nullptr, leave_out_shared_options});
  return all;
}

/// The spec without what all_differences() has words for.
RunSpec unnamed_part(const Run& run) {
  RunSpec spec = run.spec;
  set_configuration(spec, {});
  for (const Setting& setting : settings()) make_usual(setting, spec);
  return spec;
}

bool differ(const std::vector<QString>& values) {
  return std::ranges::any_of(values, [&](const QString& value) { return value != values.front(); });
}

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

std::vector<DifferingSetting> differing_settings(const std::vector<const Run*>& runs) {
  std::vector<DifferingSetting> result;
  if (runs.size() < 2) return result;
  const bool same_workers = std::ranges::all_of(
      runs, [&](const Run* run) { return workers_asked(run->spec) == workers_asked(runs.front()->spec); });
  const RunSpec usual;
  bool network = false;
  for (const Difference& difference : all_differences(same_workers)) {
    std::vector<QString> exact;  // words are of four digits, and take longer to make
    for (const Run* run : runs) {
      const Setting* setting = difference.setting;
      if (setting == nullptr)
        exact.push_back(difference.words(*run));
      else  // that it does not matter in a run is no other value than the usual one
        exact.push_back(QString::fromStdString(text_of(*setting, matters(*setting, run->spec) ? run->spec : usual)));
    }
    if (exact.empty() || !differ(exact)) continue;
    DifferingSetting differing{difference.id, difference.name, {}};
    for (const Run* run : runs) differing.values.push_back(difference.words(*run));
    if (!differ(differing.values)) differing.values = exact;
    if (difference.shorten != nullptr) difference.shorten(differing.values);
    network = network || difference.id == QLatin1String("network");
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
    if (backends || nothing || parts.isEmpty()) parts.prepend(backend_title(runs[i]->spec));
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
