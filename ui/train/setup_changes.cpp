#include "ui/train/setup_changes.h"

#include <algorithm>

#include "core/launch/configurations.h"
#include "core/run/settings.h"
#include "ui/runs/run_difference.h"
#include "ui/theme/style_sheet.h"

namespace mlplab {

namespace {

constexpr const char *from_usual = "usual:", *from_run = "run:";
constexpr const char* every_change = "*";

Run run_with(const RunSpec& spec) {
  Run run;
  run.spec = spec;
  return run;
}

constexpr const char* backend_id = "backend";

/// The settings in which `spec` is not as `other`, the backend among them. Other data bring another network with them.
std::vector<DifferingSetting> changes_of(const RunSpec& spec, const RunSpec& other) {
  const Run now = run_with(spec), then = run_with(other);
  std::vector<DifferingSetting> changes = differing_settings({&now, &then});
  if (!(spec.data.source == other.data.source))
    std::erase_if(changes, [](const DifferingSetting& change) { return change.id == QLatin1String("network"); });
  if (configuration_name(spec) != configuration_name(other))
    changes.insert(changes.begin(), {QLatin1String(backend_id), {}, {backend_title(spec), backend_title(other)}});
  return changes;
}

QString link(const QString& target, const QString& text, const Theme& theme) {
  return QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
      .arg(target.toHtmlEscaped(), theme.accent.name(), text.toHtmlEscaped());
}

}  // namespace

SetupChanges::SetupChanges(RunSpec usual, QWidget* parent) : QLabel(parent), usual_(std::move(usual)) {
  setWordWrap(true);
  setTextFormat(Qt::RichText);
  setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  setFocusPolicy(Qt::TabFocus);
  set_role(this, "small");
  setToolTip(tr("A click on a change takes it back"));
  connect(this, &QLabel::linkActivated, this, &SetupChanges::take_back);
  hide();
}

void SetupChanges::show_changes(const RunSpec& spec) {
  spec_ = spec;
  refresh();
}

void SetupChanges::set_run(const Run* run) {
  run_ = run == nullptr ? 0 : run->number;
  of_run_ = run == nullptr ? RunSpec() : run->spec;
  refresh();
}

void SetupChanges::set_theme(const Theme& theme) {
  theme_ = theme;
  refresh();
}

void SetupChanges::refresh() {
  QStringList lines, spoken;
  const auto add = [&](const char* prefix, const RunSpec& other, const QString& head, const QString& all) {
    QStringList links, words;
    for (const DifferingSetting& change : changes_of(spec_, other)) {
      words << (change.values[0].isEmpty() ? change.name : change.values[0]);
      links << link(QLatin1String(prefix) + change.id, words.back(), theme_);
    }
    if (links.isEmpty()) return;
    lines << head.toHtmlEscaped() + QLatin1Char(' ') + links.join(QStringLiteral(", ")) + QStringLiteral(" · ") +
                 link(QLatin1String(prefix) + QLatin1String(every_change), all, theme_);
    spoken << head + QLatin1Char(' ') + words.join(QStringLiteral(", "));
  };
  add(from_usual, usual_, tr("Not as usual:"), tr("reset"));
  if (run_ > 0) add(from_run, of_run_, tr("Not as run %1:").arg(run_), tr("as run %1").arg(run_));
  setText(lines.join(QStringLiteral("<br>")));
  setAccessibleName(spoken.join(QStringLiteral(". ")));
  setVisible(!lines.isEmpty());
}

void SetupChanges::take_back(const QString& link) {
  const bool usual = link.startsWith(QLatin1String(from_usual));
  const RunSpec& other = usual ? usual_ : of_run_;
  const QString id = link.mid(static_cast<qsizetype>(std::string_view(usual ? from_usual : from_run).size()));
  Q_EMIT wanted(id == QLatin1String(every_change) ? other : with_setting_of(spec_, other, id));
}

RunSpec with_setting_of(RunSpec spec, const RunSpec& other, const QString& id) {
  const auto setting = std::ranges::find(settings(), id, [](const Setting& one) { return QLatin1String(one.title); });
  if (setting != settings().end()) {
    set_text(*setting, spec, text_of(*setting, other));
    return spec;
  }
  if (id == QLatin1String("network")) {
    const auto [loss, initializer] = std::pair(spec.model.loss, spec.model.initializer);  // settings of their own
    spec.model = other.model;
    spec.model.loss = loss;
    spec.model.initializer = initializer;
    return spec;
  }
  Configuration configuration = configuration_of(spec);
  const Configuration wanted = configuration_of(other);
  if (id == QLatin1String(backend_id))
    configuration = wanted;
  else if (id == QLatin1String("workers"))
    configuration.workers = wanted.workers;
  else if (id == QLatin1String("options"))
    configuration.options = configuration.name == wanted.name ? wanted.options : decltype(wanted.options)();
  else {  // the part that no words are for: all that has some stays
    const RunSpec named = spec;
    spec = other;
    for (const Setting& one : settings()) set_text(one, spec, text_of(one, named));
  }
  set_configuration(spec, configuration);
  return spec;
}

}  // namespace mlplab
