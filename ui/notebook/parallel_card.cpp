#include "ui/notebook/parallel_card.h"

#include <QActionGroup>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSettings>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "ui/charts/chart_export.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/tables.h"

namespace mlplab {
namespace {

constexpr const char* parallel_order = "runs/parallel_order";
constexpr const char* parallel_hidden = "runs/parallel_hidden";
constexpr const char* parallel_color = "runs/parallel_color";
constexpr const char* parallel_file = "parallel-coordinates.";
constexpr int parallel_dpi = 200;

}  // namespace

ParallelCard::ParallelCard(QWidget* parent) : EnlargingCard(tr("Parallel coordinates"), parent) {
  clear_ = flat_button(tr("Clear brushes"), tr("All runs again (Esc)"));
  header()->addWidget(clear_);
  header()->addWidget(back_button());
  connect(add_menu(tr("Menu of the parallel coordinates")), &QMenu::aboutToShow, this, &ParallelCard::fill_menu);
  close_ = flat_button({}, tr("Close the parallel coordinates"));
  connect(close_, &QToolButton::clicked, this, &ParallelCard::closeWanted);
  header()->addWidget(close_);
  view_ = new ParallelView;
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(view_);
  scroll->setMinimumHeight(view_->minimumSizeHint().height());
  column()->addWidget(scroll, 1);
  words_ = in_role(new ElidedLabel, "small");  // one line: axes that move under the mouse are not brushed
  column()->addWidget(words_);
  set_body(view_);
  connect(clear_, &QToolButton::clicked, this, [this] { change([](ParallelLook& look) { look.brushes.clear(); }); });
  connect(view_, &ParallelView::brushed, this, &ParallelCard::show_words);
  connect(view_, &ParallelView::lookChanged, this, &ParallelCard::keep_look);
  connect(view_, &ParallelView::menuWanted, this, &ParallelCard::show_axis_menu);
  connect(view_, &ParallelView::currentChanged, scroll,
          [scroll](const QRect& axis) { scroll->ensureVisible(axis.center().x(), 0, axis.width() / 2, 0); });
  const QSettings settings;
  ParallelLook look;
  for (const QString& id : settings.value(QLatin1String(parallel_order)).toStringList())
    look.order.push_back(id.toStdString());
  for (const QString& id : settings.value(QLatin1String(parallel_hidden)).toStringList())
    look.hidden.insert(id.toStdString());
  look.color = settings.value(QLatin1String(parallel_color)).toString().toStdString();
  view_->set_look(look);
}

void ParallelCard::set_runs(std::shared_ptr<const ParallelRuns> runs) { view_->set_runs(std::move(runs)); }

void ParallelCard::set_theme(const Theme& theme) {
  view_->set_theme(theme);
  Card::set_theme(theme);
  show_quiet_icon(close_, QStringLiteral("close"), theme);
}

void ParallelCard::keep_look() {
  QStringList order, hidden;
  for (const std::string& id : view_->look().order) order << QString::fromStdString(id);
  for (const std::string& id : view_->look().hidden) hidden << QString::fromStdString(id);
  QSettings settings;
  settings.setValue(QLatin1String(parallel_order), order);
  settings.setValue(QLatin1String(parallel_hidden), hidden);
  settings.setValue(QLatin1String(parallel_color), QString::fromStdString(view_->look().color));
}

void ParallelCard::change(const std::function<void(ParallelLook& look)>& act) {
  ParallelLook look = view_->look();
  act(look);
  view_->set_look(look);
  keep_look();
}

void ParallelCard::fill_menu() {
  menu()->clear();
  qDeleteAll(menu()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // which clear() takes out, and leaves alive
  const ParallelRuns& runs = view_->runs();
  const ParallelLook& look = view_->look();
  QMenu* axes = menu()->addMenu(tr("&Axes"));
  QMenu* colors = menu()->addMenu(tr("&Colours by"));
  auto* group = new QActionGroup(colors);
  const auto add_color = [&](const QString& words, const std::string& id) {
    QAction* action = colors->addAction(words, this, [this, id] { change([&](ParallelLook& l) { l.color = id; }); });
    action->setCheckable(true);
    action->setChecked(look.color == id);
    group->addAction(action);
  };
  add_color(tr("the last axis"), {});
  for (const std::size_t at : ordered_axes(runs.axes, look.order)) {
    const std::string id = runs.axes[at].id;
    const QString title = QString::fromStdString(runs.axes[at].title);
    QAction* action = axes->addAction(title, this, [this, id](bool on) {
      change([&](ParallelLook& l) {
        on ? static_cast<void>(l.hidden.erase(id)) : static_cast<void>(l.hidden.insert(id));
      });
    });
    action->setCheckable(true);
    action->setChecked(!look.hidden.contains(id));
    if (!look.hidden.contains(id)) add_color(title, id);
  }
  axes->setEnabled(!runs.axes.empty());
  colors->setEnabled(!runs.axes.empty());
  menu()->addAction(tr("As &usual"), this, [this] {
    change([](ParallelLook& l) { l = ParallelLook{.order = {}, .hidden = {}, .color = {}, .brushes = l.brushes}; });
  });
  menu()->addAction(enlarge_action());
  menu()->addSeparator();
  const bool drawn = view_->plot().axes() > 0;
  const auto save_as = [&](const QString& words, const char* format) {
    menu()->addAction(words, this, [this, format] { ask_to_save(QLatin1String(format)); })->setEnabled(drawn);
  };
  save_as(tr("Save as &PNG…"), "png");
  save_as(tr("Save as &SVG…"), "svg");
  save_as(tr("Save as P&DF…"), "pdf");
  save_as(tr("Save as CS&V…"), "csv");
  menu()->addAction(tr("Copy &numbers"), this, [this] {
    QGuiApplication::clipboard()->setText(QString::fromStdString(to_csv(view_->runs(), view_->brushes())));
  });
}

void ParallelCard::show_axis_menu(const QString& axis, const QPoint& at) {
  const std::string id = axis.toStdString();
  QMenu* menu = passing_menu(this);
  menu->addAction(tr("&Clear its brush"), this, [this, id] { change([&](ParallelLook& l) { l.brushes.erase(id); }); })
      ->setEnabled(view_->look().brushes.contains(id));
  menu->addAction(tr("C&olours by it"), this, [this, id] { change([&](ParallelLook& l) { l.color = id; }); });
  menu->addAction(tr("&Hide it"), this, [this, id] { change([&](ParallelLook& l) { l.hidden.insert(id); }); });
  menu->popup(at);
}

QString ParallelCard::words() const {
  const ParallelRuns& runs = view_->runs();
  QStringList parts;
  for (int at = 0; at < view_->plot().axes(); ++at) {
    const ParallelAxis& axis = view_->plot().axis(at);
    if (const auto brush = view_->brushes().find(axis.id); brush != view_->brushes().end())
      parts << QString::fromStdString(brush_words(axis, brush->second));
  }
  if (const auto count = std::ranges::count(runs.complete, false); count > 0 && view_->plot().axes() > 0)
    parts << tr("lines with gaps: %L1 that did not run to their end").arg(count);
  if (runs.unreadable > 0) parts << tr("%L1 that cannot be read are left out").arg(runs.unreadable);
  return parts.join(QStringLiteral(" · "));
}

void ParallelCard::show_words() {
  const auto all = static_cast<int>(view_->runs().size());
  note()->setText(view_->plot().axes() == 0 ? QString() : tr("%L1 of %L2 runs").arg(view_->count_within()).arg(all));
  const QString text = words();
  words_->setText(text.isEmpty() ? tr("Drag along an axis to choose runs, or move a brush with the arrow keys.")
                                 : text);
  words_->setVisible(view_->plot().axes() > 0);
  clear_->setVisible(!view_->brushes().empty());
}

std::function<void(const QString& path)> ParallelCard::save_as_seen() const {
  const QString said = words();
  const Painting painting =
      view_->painting(said.isEmpty() ? note()->text() : note()->text() + QStringLiteral(" · ") + said);
  return [painting, runs = view_->shared_runs(), brushes = view_->brushes()](const QString& path) {
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
      write_file_atomically(path.toStdString(), to_csv(*runs, brushes));
    else
      save_painting(painting, path, parallel_dpi);
  };
}

QStringList ParallelCard::save_all(const QString& folder) const {
  QStringList written;
  if (view_->plot().axes() == 0) return written;
  for (const QString& format : chart_formats()) {
    written << QDir(folder).filePath(QLatin1String(parallel_file) + format);
    save(written.back());
  }
  return written;
}

/// Thousands of lines take a while.
void ParallelCard::ask_to_save(const QString& format) {
  ask_where_to_save(this, tr("Save the parallel coordinates"), QLatin1String(parallel_file) + format,
                    QStringLiteral("*.") + format, [this](const QString& path) {
                      const auto work = [path, save = save_as_seen()](const std::atomic<bool>&) {
                        save(path);
                        return path;
                      };
                      saver_.ask(
                          work, [this](const QString& written) { Q_EMIT saved(written); },
                          [this](const QString& why) { Q_EMIT failed(why); });
                    });
}

}  // namespace mlplab
