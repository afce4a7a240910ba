// Assembly of the page, and what it shows of a study; the numbers and sentences are those of core/study.
#include "ui/profile/profile_page.h"

#include <QComboBox>
#include <QDateTime>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/machine/host_info.h"
#include "core/reporting/profile_report.h"
#include "core/study/profile/roofline.h"
#include "ui/profile/profile_setup.h"
#include "ui/profile/timeline_card.h"
#include "ui/study/reading.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr const char* stamp_format = "yyyy-MM-dd-HHmmss";

}  // namespace

ProfilePage::ProfilePage(RunSession& training, std::filesystem::path profiles_folder, std::filesystem::path resources)
    : StudyPage(QStringLiteral("profile"), tr("Profile"), session_),
      training_(training),
      profiles_folder_(std::move(profiles_folder)),
      resources_(resources),
      session_(resources) {
  guess_name_ = "kernel_share", guess_unit_ = 0.01;  // per cent
  setup_ = new ProfileSetup(session_, profile_overlays(published_studies(resources_)));
  QVBoxLayout* left = make_column();
  recorded_ = in_role(new QFrame, "banner-info");
  QHBoxLayout* recorded_row = row_in(recorded_, 8, {12, 6, 12, 6});
  recorded_icon_ = new QLabel;
  recorded_text_ = new QLabel;
  recorded_text_->setWordWrap(true);
  recorded_row->addWidget(recorded_icon_);
  recorded_row->addWidget(recorded_text_, 1);
  recorded_->hide();
  left->addWidget(recorded_);

  grid_ = take(new ChartGrid);
  grid_->add_chart({0, 0, 1, 3});
  grid_->add_chart({0, 3, 1, 3});
  for (int i = 0; i < 3; ++i) grid_->add_chart({1, 2 * i, 1, 2});
  timeline_ = take(new TimelineCard);
  grid_->add(timeline_, {2, 0, 1, 6});
  grid_->set_row_stretch(0, 10);
  grid_->set_row_stretch(1, 8);
  grid_->set_row_stretch(2, 7);
  add_header_tools();
  left->addWidget(grid_, 1);
  lay_out(left, setup_, tr("ADVICE"), tr("What the profile says"));

  connect(setup_, &StudySetup::publishedChanged, this, &ProfilePage::show_study);
  connect(setup_, &StudySetup::publishedChanged, this, [this] {
    if (setup_->overlay() && isVisible()) tell(LessonAct::profile_opened);
  });
  connect(setup_, &ProfileSetup::sourceChosen, this, &ProfilePage::choose_source);
  connect(setup_, &ProfileSetup::sourceChosen, this, [this] { tell(LessonAct::profile_opened); });
  connect(&session_, &ProfileSession::studyChanged, this, &ProfilePage::study_changed);
  connect(&session_, &ProfileSession::studyChanged, this, [this] {
    if (session_.active()) keep_study();  // point by point: a crash costs one
  });
  connect(&session_, &ProfileSession::saved, this, &ProfilePage::saved);
  connect(&session_, &ProfileSession::ended, this, [this] {
    if (!session_.study().points.empty()) {
      keep_study();
      kept_sources_.insert(kept_sources_.begin(), {kept_title_, session_.study(), kept_file_});
      shown_source_ = 0;
      if (!measured_points(session_.study()).empty()) tell(LessonAct::profile_opened);
    } else {
      give_guess_back(kept_file_);
    }
    list_sources();
    show_study();
    Q_EMIT guessMeasured(kept_file_);
  });
  connect(&session_, &ProfileSession::stateChanged, this, &ProfilePage::list_sources);
  connect(&training_, &RunSession::runsChanged, this, &ProfilePage::list_sources);
  show_study();
}

/// Small controls in the headers of the bars and of the ring.
void ProfilePage::add_header_tools() {
  const auto toggle = [this](const QString& text, const QString& tip, bool ProfileChoice::*chooses) {
    QToolButton* tool = flat_button(text, tip);
    tool->setCheckable(true);
    connect(tool, &QToolButton::toggled, this, [this, chooses](bool on) {
      choice_.*chooses = on;
      show_study();
    });
    return tool;
  };
  percent_ = toggle(tr("%"), tr("Shares of a step instead of times"), &ProfileChoice::percent);
  over_ = toggle(tr("Placements"), tr("Compare the data placements at the chosen batch size"),
                 &ProfileChoice::over_placements);
  roofline_ = toggle(tr("Roofline"), {}, &ProfileChoice::roofline);
  for (QToolButton* tool : {roofline_, over_, percent_}) charts()[0]->add_tool(tool);
  point_box_ = header_combo(tr("The point that the ring and the timeline show"));
  charts()[1]->hide_unit();
  operations_ = toggle(tr("Split"), tr("Split the parts by operation"), &ProfileChoice::operations);
  charts()[1]->add_tool(point_box_);
  charts()[1]->add_tool(operations_);
  connect(point_box_, &QComboBox::activated, this, [this] {
    chosen_by_user_ = true;
    choose_point(point_box_->currentData().toInt());
  });
  file_menu_ = setup_->file_menu_button();
  auto* menu = new QMenu(file_menu_);
  menu->addAction(tr("&Open a study…"), this, [this] {
    ask_for_file(this, tr("Open a profile study"), tr("Profile studies (*.json)"),
                 [this](const QString& path) { open(path.toStdString()); });
  });
  QAction* save = menu->addAction(tr("&Save this study as…"), this, [this] {
    ask_where_to_save(this, tr("Save the profile study"), QStringLiteral("profile.json"),
                      tr("Profile studies (*.json)"),
                      [this](const QString& path) { session_.save(path.toStdString()); });
  });
  connect(menu, &QMenu::aboutToShow, this, [this, save] { save->setEnabled(!session_.study().points.empty()); });
  file_menu_->setMenu(menu);
}

void ProfilePage::theme_changed() {
  const QSize side(theme_.icon_size, theme_.icon_size);
  recorded_icon_->setPixmap(icon(QStringLiteral("info"), theme_.accent).pixmap(side));
  show_icon(file_menu_, QStringLiteral("folder"), theme_);
  point_box_->setMinimumWidth(theme_.px(124));
  show_reading();
}

void ProfilePage::set_base(const RunSpec& base) { setup_->set_base(base); }

QString ProfilePage::recorded_label() const { return recorded_->isHidden() ? QString() : recorded_text_->text(); }

void ProfilePage::open_kept() {
  read_kept();
  std::vector<std::string> left_out;
  for (ProfileStudy& study : recorded_profile_studies(resources_, &left_out)) {
    recorded_sources_.push_back({QString::fromStdString(study.recorded), std::move(study)});
  }
  for (const std::string& why : left_out) Q_EMIT failed(QString::fromStdString(why));
  list_sources();
  // The last one that was measured; before the first, a recorded study fills the page, labelled as what it is.
  if (session_.study().points.empty() && !session_.active() && !sources_.empty()) choose_source(0);
}

void ProfilePage::start() {
  const ProfileStudySpec spec = setup_->spec();
  if (!may_measure(spec.base)) return;
  chosen_by_user_ = false;
  shown_source_ = -1;
  opened_file_.clear();
  const QDateTime now = QDateTime::currentDateTime();
  kept_title_ = title_of(now);
  kept_file_ = profiles_folder_ / (now.toString(QLatin1String(stamp_format)).toStdString() + ".json");
  session_.start(spec);
  take_guess(kept_file_);
}

void ProfilePage::keep_study() {
  if (session_.study().points.empty() || kept_file_.empty()) return;
  const auto keep = [this] {
    make_folder(profiles_folder_);
    save_profile_study(kept_file_, session_.study());
  };
  if (!attempt(this, keep)) kept_file_.clear();  // said once
}

/// To the second: two of a minute are two.
QString ProfilePage::title_of(const QDateTime& then) {
  return QStringLiteral("%1 %2").arg(QLocale().toString(then.date(), QLocale::ShortFormat),
                                     then.time().toString(QStringLiteral("HH:mm:ss")));
}

void ProfilePage::read_kept() {
  constexpr std::size_t most = 8;
  std::vector<std::filesystem::path> files = files_in(profiles_folder_, ".json");
  std::ranges::reverse(files);  // the names begin with the date
  if (files.size() > most) files.resize(most);
  for (const std::filesystem::path& file : files) {
    attempt(this, [&] {
      ProfileStudy study = read_profile_study(file);
      // Here, and not by somebody else; a home folder may be that of several machines.
      if (study.machine.starts_with(host_info().cpu)) study.recorded.clear();
      const QDateTime then =
          QDateTime::fromString(QString::fromStdString(file.stem().string()), QLatin1String(stamp_format));
      kept_sources_.push_back({title_of(then), std::move(study), file});
    });
  }
}

void ProfilePage::list_sources() {
  std::vector<Source> sources = kept_sources_;
  sources.insert(sources.end(), recorded_sources_.begin(), recorded_sources_.end());
  for (const auto& run : training_.runs()) {
    if (run->log.profiles.empty()) continue;
    sources.push_back({tr("run %1").arg(run_title(*run)), study_of_run(run->log, host_info().cpu)});
  }
  const QString shown = shown_source() == nullptr ? QString() : shown_source()->title;
  sources_ = std::move(sources);
  if (!shown.isEmpty()) shown_source_ = index_of(shown);
  QStringList titles;
  for (const Source& source : sources_) titles << source.title;
  setup_->set_sources(titles, session_.active() ? -1 : shown_source_);
}

void ProfilePage::choose_source(int index) {
  if (index < 0 || index >= static_cast<int>(sources_.size())) return;
  shown_source_ = index;
  chosen_by_user_ = false;
  read_guess(shown_source()->file);
  session_.show(shown_source()->study);
  list_sources();
}

void ProfilePage::open(const std::filesystem::path& file) {
  if (session_.active()) return;
  attempt(this, [&] {
    const ProfileStudy study = read_profile_study(file);
    chosen_by_user_ = false;
    shown_source_ = -1;
    opened_file_ = file;
    read_guess(file);
    session_.show(study);
    list_sources();
  });
}

void ProfilePage::show_run(const Run& run) {
  if (run.log.profiles.empty()) return;
  list_sources();
  choose_source(index_of(tr("run %1").arg(run_title(run))));
}

/// -1 where there is none.
int ProfilePage::index_of(const QString& title) const {
  const auto found = std::ranges::find(sources_, title, &Source::title);
  return found == sources_.end() ? -1 : static_cast<int>(found - sources_.begin());
}

const ProfilePage::Source* ProfilePage::shown_source() const {
  const bool there = shown_source_ >= 0 && shown_source_ < static_cast<int>(sources_.size());
  return there ? &sources_[static_cast<std::size_t>(shown_source_)] : nullptr;
}

/// Until the user chooses, the last measured point, and of a finished study the one of batch 64 or nearest to it.
void ProfilePage::study_changed() {
  const ProfileStudy& study = session_.study();
  const std::vector<int> measured = measured_points(study);
  const bool there = std::ranges::find(measured, choice_.point) != measured.end();
  if (!there || !chosen_by_user_) {
    choice_.point = measured.empty() ? 0 : measured.back();
    if (!session_.active()) {
      constexpr int usual_batch = 64;
      const auto distance = [&](int i) {
        return std::abs(std::log(static_cast<double>(study.points[static_cast<std::size_t>(i)].batch) / usual_batch));
      };
      for (const int i : measured) {
        if (distance(i) < distance(choice_.point)) choice_.point = i;
      }
    }
  }
  show_study();
}

void ProfilePage::choose_point(int index) {
  choice_.point = index;
  show_study();
}

void ProfilePage::show_study() {
  const ProfileStudy& study = session_.study();
  choice_.overlay = setup_->overlay();
  const bool placements = placements_of(study).size() > 1;
  if (!placements) choice_.over_placements = false;
  const std::string why_not = why_no_roofline(study, point_or_none());
  roofline_->setEnabled(why_not.empty());
  roofline_->setToolTip(why_not.empty()
                            ? tr("The operations of the chosen point under what this machine can do at most")
                            : tr("No roofline: %1").arg(QString::fromStdString(why_not)));
  roofline_->setAccessibleName(roofline_->toolTip());
  choice_.roofline = roofline_->isChecked() && why_not.empty();
  over_->setVisible(placements && !choice_.roofline);
  percent_->setVisible(!choice_.roofline);
  std::vector<std::pair<QString, QVariant>> points;
  for (const int i : measured_points(study)) {
    const ProfilePoint& point = study.points[static_cast<std::size_t>(i)];
    const QString batch = tr("batch %1").arg(point.batch);
    points.emplace_back(placements ? tr("%1 · %2").arg(batch, QString::fromStdString(point.placement)) : batch, i);
  }
  offer(point_box_, points, choice_.point);
  point_box_->setEnabled(points.size() > 1);
  recorded_text_->setText(tr("%1. Not measured on this machine.").arg(QString::fromStdString(study.recorded)));
  recorded_->setVisible(!study.recorded.empty());
  show_charts();
  show_reading();
}

const ProfilePoint& ProfilePage::point_or_none() const {
  static const ProfilePoint none;
  const ProfileStudy& study = session_.study();
  const bool there = choice_.point < static_cast<int>(study.points.size());
  return there ? study.points[static_cast<std::size_t>(choice_.point)] : none;
}

void ProfilePage::show_charts() {
  const ProfileStudy& study = session_.study();
  grid_->set_data(profile_charts(study, choice_));
  const bool there = choice_.point < static_cast<int>(study.points.size());
  const ProfilePoint point = point_or_none();  // who hears of it may show another study
  timeline_->set_point(point, there ? QString::fromStdString(point_title(study, point)) : QString());
  if (!there) return;
  const QString date = QString::fromStdString(study.date);
  Q_EMIT pointShown(point, !study.recorded.empty() ? QString::fromStdString(study.recorded)
                           : date.isEmpty()        ? tr("measured in a run")
                                                   : tr("measured on %1").arg(date));
}

void ProfilePage::show_reading() {
  const ProfileStudy& study = session_.study();
  Reading reading(theme_);
  if (study.points.empty()) {
    reading.add(session_.active()
                    ? tr("The first run is going on.")
                    : tr("Nothing is measured yet. Press Profile: each batch size is trained for a short time, "
                         "and some of its steps are taken apart."));
  } else if (choice_.point < static_cast<int>(study.points.size())) {
    const ProfilePoint& point = point_or_none();
    reading.add(guess_sentence());
    if (point.failure.empty()) {
      if (choice_.roofline) reading.quiet(roofline_notes(*study.ceilings, point));
      // Cautions about the figures stand first.
      std::size_t doubts = cautions_of(point).size() + (distrust(point.profile).empty() ? 0 : 1);
      for (const std::string& sentence : advise(study, point)) {
        if (doubts > 0)
          reading.warn(sentence), --doubts;
        else
          reading.add(sentence);
      }
    }
  }
  for (const ProfilePoint& point : study.points)
    if (!point.failure.empty())
      reading.fail(tr("%1 could not be measured: %2")
                       .arg(QString::fromStdString(point_title(study, point)), QString::fromStdString(point.failure)));
  if (choice_.overlay) {
    reading.quiet(
        tr("Published: %1. Measured on: %2; compare shares, not times.")
            .arg(QString::fromStdString(choice_.overlay->label), QString::fromStdString(choice_.overlay->machine)));
    reading.published(choice_.overlay->beside);
  }
  read(reading);
}

QStringList ProfilePage::save_all(const QString& folder) {
  open_once();
  if (session_.study().points.empty()) return {};
  QStringList written = save_cards(charts(), folder, QStringLiteral("profile-"));
  // The one that the first card does not show now.
  ProfileChoice other = choice_;
  other.roofline = !choice_.roofline;
  if (why_no_roofline(session_.study(), point_or_none()).empty())
    written << save_chart_as(profile_charts(session_.study(), other).front(), folder, QStringLiteral("profile-"));
  written << QDir(folder).filePath(QStringLiteral("profile-timeline.png"));
  timeline_->save_image(written.back());
  written << QDir(folder).filePath(QStringLiteral("profile-timeline.json"));
  timeline_->save_trace(written.back());
  return written;
}

void ProfilePage::show_example(ExampleSize size) {
  ProfileStudySpec spec;
  spec.base.backend = default_backend().name;
  if (size == ExampleSize::quick) {
    spec.base.data.train_limit = 8192;
    spec.base.data.test_limit = 1000;
  }
  spec.base.epochs = 2;
  spec.batches = {16, 64, 256, 1024};
  spec.steps = 8;
  setup_->set_spec(spec);
  start();
  if (!session_.active()) return;
  wait_for_end();
  operations_->setChecked(true);
}

std::filesystem::path ProfilePage::shown_study() const {
  return shown_source() == nullptr ? opened_file_ : shown_source()->file;
}

}  // namespace mlplab
