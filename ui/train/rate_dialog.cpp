// Shows what its session has; asks for a start instead of starting, for the page knows what else is going on.
#include "ui/train/rate_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/reporting/find_lr_report.h"
#include "ui/charts/chart_card.h"
#include "ui/runs/run.h"
#include "ui/train/rate_session.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

namespace {

QString settings_words(const RunSpec& spec) {
  return RateDialog::tr("%1 · %2 · batch %3 · %4")
      .arg(QString::fromStdString(spec.model.name()), QString::fromStdString(to_string(spec.optimizer.kind)),
           QLocale().toString(spec.batch), backend_title(spec));
}

/// All that decides the curve of a search.
RunSpec searched(RunSpec spec) {
  const RunSpec defaults;
  spec.optimizer.learning_rate = defaults.optimizer.learning_rate;
  spec.optimizer.schedule = defaults.optimizer.schedule;
  spec.epochs = defaults.epochs;
  spec.eval_every = defaults.eval_every;
  spec.target_accuracy = defaults.target_accuracy;
  spec.profile_steps = defaults.profile_steps;
  return spec;
}

}  // namespace

Chart rate_chart(const RateSession& session) {
  const RateSearch& search = session.search();
  Chart chart = rate_search_chart(search);
  chart.title = RateDialog::tr("Loss over the learning rate").toStdString();
  chart.caption = RateDialog::tr("MLP Lab · %1 · %2, one batch per rate, seed %3")
                      .arg(settings_words(search.spec.base), QString::fromStdString(title_of(search.spec.base.data)),
                           QString::number(search.spec.base.seed))
                      .toStdString();
  chart.x.min = search.spec.from;
  chart.x.max = search.spec.to;
  chart.y.min = 0.0;
  return chart;
}

RateDialog::RateDialog(RateSession& session, QWidget* parent) : QDialog(parent), session_(session) {
  setWindowTitle(tr("Find a learning rate"));
  QVBoxLayout* column = column_in((new DialogArea(this, {640, 540}))->contents(), 10, {16, 14, 16, 14});
  column->addWidget(wrapped_label(
      "small",
      tr("One step at each of 100 rates, from very low to too high, on the settings as they are. Nothing of it "
         "is kept; the weights of your runs stay as they are.")));
  settings_ = new QLabel;
  column->addWidget(settings_);
  chart_ = new ChartCard;
  chart_->setMinimumHeight(240);
  connect(chart_, &ChartCard::failed, this, &RateDialog::failed);
  connect(chart_, &ChartCard::saved, this, &RateDialog::saved);
  column->addWidget(chart_, 1);
  reading_ = reading_label(tr("What the search says"));
  reading_->setMinimumHeight(2 * reading_->fontMetrics().lineSpacing());
  column->addWidget(reading_);
  start_ = new StartBar(tr("&Search"), tr("&Stop"), tr("Progress of the search"));
  connect(start_, &StartBar::startWanted, this, &RateDialog::startWanted);
  connect(start_, &StartBar::stopWanted, &session_, &RateSession::stop);
  column->addWidget(start_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  use_ = buttons->addButton(tr("&Use this rate"), QDialogButtonBox::ActionRole);
  connect(use_, &QPushButton::clicked, this, [this] {
    if (const auto rate = session_.search().suggestion.rate) Q_EMIT rateChosen(*rate);
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &RateDialog::reject);
  column->addWidget(buttons);
  connect(&session_, &RateSession::searchChanged, this, &RateDialog::show_search);
  connect(&session_, &RateSession::stateChanged, this, &RateDialog::show_state);
  connect(&session_, &RateSession::failed, this, [this](const QString& why) {
    failure_ = why;
    show_search();
  });
  show_search();
  show_state();
}

void RateDialog::set_theme(const Theme& theme) { chart_->set_theme(theme); }

void RateDialog::set_base(const RunSpec& base, bool valid) {
  settings_->setText(settings_words(base));
  start_->set_ready(valid);
  base_ = base;
  show_reading();
}

QString RateDialog::reading() const { return reading_->text(); }

void RateDialog::reject() {
  session_.stop();
  QDialog::reject();
}

void RateDialog::show_search() {
  chart_->set_data(rate_chart(session_));
  show_reading();
  show_state();
}

void RateDialog::show_reading() {
  const RateSearch& search = session_.search();
  QString text = failure_;
  if (text.isEmpty() && !search.ended.empty()) {
    text = QString::fromStdString(rate_sentence(search));
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    text += QStringLiteral(".");
    if (!(searched(search.spec.base) == searched(base_)))
      text += QLatin1Char(' ') + tr("The settings have changed since: search again.");
  }
  reading_->setText(text);
}

void RateDialog::show_state() {
  const RateSearch& search = session_.search();
  switch (session_.state()) {
    case RateSession::State::idle:
      start_->show_state(StartBar::State::idle, 0.0, {});
      break;
    case RateSession::State::running:
      failure_.clear();
      start_->show_state(StartBar::State::running,
                         static_cast<double>(search.points.size()) / std::max(1, search.spec.steps),
                         search.points.empty() ? tr("loading the data")
                                               : tr("rate %1 of %2: %3")
                                                     .arg(search.points.size())
                                                     .arg(search.spec.steps)
                                                     .arg(display_number(search.points.back().rate, 2)));
      break;
    case RateSession::State::stopping:
      start_->show_state(StartBar::State::stopping, 1.0, tr("stopping…"));
      break;
  }
  const std::optional<double> rate = search.suggestion.rate;
  use_->setEnabled(session_.state() == RateSession::State::idle && rate.has_value());
  use_->setText(rate ? tr("&Use this rate: %1").arg(QString::fromStdString(significant(*rate, 2)))
                     : tr("&Use this rate"));
}

}  // namespace mlplab
