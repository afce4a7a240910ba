// The clock runs on the screen's time times a factor; 'in 10 s' chooses the factor so that the slowest takes that long.
#include "ui/compare/race_card.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/compare/race_view.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {
constexpr int slider_steps = 1000;
constexpr int frame_ms = 33;
constexpr int image_width = 900;  // px, at twice the resolution
}  // namespace

RaceCard::RaceCard(QWidget* parent) : Card(tr("Race"), parent) {
  column()->setSpacing(4);
  add_menu(tr("Menu of the race"));
  add_image_acts(tr("Save the race"), QStringLiteral("race.png"), [this] { return view_->image(image_width); });
  view_ = new RaceView;
  column()->addWidget(view_, 1);

  QHBoxLayout* controls = spaced_row(8);
  play_ = flat_button({}, {});
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setRange(0, slider_steps);
  slider_->setAccessibleName(tr("Moment of the race"));
  clock_ = new QLabel;
  clock_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("8,888 ms")));
  clock_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  speed_ = combo_box(tr("How fast the race is replayed"));
  speed_->addItem(tr("in 10 s"), 10.0);
  speed_->addItem(tr("in 30 s"), 30.0);
  speed_->addItem(tr("in real time"), 0.0);
  controls->addWidget(play_);
  controls->addWidget(slider_, 1);
  controls->addWidget(clock_);
  controls->addWidget(speed_);
  column()->addLayout(controls);

  timer_.setInterval(frame_ms);
  connect(&timer_, &QTimer::timeout, this, &RaceCard::tick);
  connect(play_, &QToolButton::clicked, this, [this] { playing() ? pause() : play(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    const double end_s = view_->race().end_s();
    view_->set_clock(end_s * value / slider_steps);
    show_clock();
  });
  show_clock();
}

void RaceCard::set_race(const Race& race, std::optional<double> live_clock_s) {
  const bool was_at_end = slider_->value() == slider_steps || view_->race().lanes.empty();
  const double clock_before_s = view_->clock_s();
  view_->set_race(race);
  live_ = live_clock_s.has_value();
  if (live_) {
    timer_.stop();
    seek(*live_clock_s);
  } else if (!playing()) {
    seek(was_at_end ? race.end_s() : clock_before_s);
  }
  show_clock();
}

void RaceCard::set_theme(const Theme& theme) {
  Card::set_theme(theme);
  view_->set_theme(theme);
  show_clock();
}

QString RaceCard::label() const {
  if (view_->race().lanes.empty()) return {};
  return live_ ? tr("live") : tr("replayed");
}

void RaceCard::play() {
  if (live_ || view_->race().end_s() <= 0.0) return;
  if (slider_->value() == slider_steps) seek(0.0);
  since_.start();
  timer_.start();
  show_clock();
}

void RaceCard::pause() {
  timer_.stop();
  show_clock();
}

void RaceCard::seek(double clock_s) {
  const double end_s = view_->race().end_s();
  const QSignalBlocker blocker(slider_);
  slider_->setValue(end_s > 0.0 ? static_cast<int>(std::lround(slider_steps * std::clamp(clock_s / end_s, 0.0, 1.0)))
                                : slider_steps);
  view_->set_clock(std::clamp(clock_s, 0.0, end_s));
  show_clock();
}

void RaceCard::tick() {
  const double end_s = view_->race().end_s();
  const double wanted_s = speed_->currentData().toDouble();
  const double factor = wanted_s > 0.0 ? end_s / wanted_s : 1.0;
  const double passed_s = 1e-3 * static_cast<double>(since_.restart());
  const double clock_s = view_->clock_s() + factor * passed_s;
  if (clock_s >= end_s) timer_.stop();
  seek(clock_s);
}

void RaceCard::show_clock() {
  const bool any = view_->race().end_s() > 0.0;
  const QString which = label();
  note()->setText(which.isEmpty() ? tr("all on one clock of training time")
                                  : tr("%1 · all on one clock of training time").arg(which));
  clock_->setText(any ? display_time(view_->clock_s()) : QStringLiteral("–"));
  show_icon(play_, playing() ? QStringLiteral("pause") : QStringLiteral("play"), theme_);
  play_->setToolTip(live_       ? tr("A run is going on: the race follows it")
                    : playing() ? tr("Pause")
                                : tr("Replay the race"));
  play_->setAccessibleName(play_->toolTip());
  play_->setEnabled(any && !live_);
  slider_->setEnabled(any && !live_);
  speed_->setEnabled(any && !live_);
}

}  // namespace mlplab
