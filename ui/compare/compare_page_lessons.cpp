// The page's guess, and what lessons have of it.
#include <algorithm>

#include "core/launch/configurations.h"
#include "core/reporting/chart.h"
#include "core/reporting/measured_guess.h"
#include "core/study/comparison/comparison_reading.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_setup.h"
#include "ui/runs/run.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

std::optional<GuessQuestion> ComparePage::guess_question() const {
  return setup_->guess_field()->question(GuessKind::factor);
}

std::optional<MeasuredGuess> ComparePage::measured_guess(const GuessQuestion& question) const {
  return mlplab::measured_guess(session_.comparison(), question);
}

/// '' where nothing was guessed for what is shown. The times are those of the table: medians of training.
QString ComparePage::guess_sentence() const {
  if (!guess_) return {};
  QString sentence = tr("The guess: the fastest is %1 times as fast as the baseline.").arg(display_number(*guess_));
  const std::vector<const ComparisonRow*> ranked = ranked_rows(session_.comparison());
  if (ranked.empty() || !ranked.front()->speed.known() || session_.active()) return sentence;
  const ComparisonRow* best = ranked.front();
  return sentence + QLatin1Char(' ') +
         tr("Measured: %1 times, by %2; the baseline is %3.")
             .arg(display_number(best->speed.value))
             .arg(backend_title(best->backend), backend_title(session_.baseline()));
}

/// A lesson's 'comparison done': two that were trained to their end at least.
void ComparePage::tell_done() {
  if (session_.was_stopped()) return;
  const auto done = std::ranges::count_if(session_.comparison().rows, &ComparisonRow::done);
  if (done >= 2) tell(LessonAct::comparison_done);
}

std::vector<std::pair<QString, Form*>> ComparePage::lesson_forms() {
  return {{QStringLiteral("compare."), &setup_->form()}, {QStringLiteral("compare.workers."), &setup_->sweep_form()}};
}

void ComparePage::fill_lesson(Lesson& lesson) const {
  lesson.comparison = LessonComparison{setup_->epochs(), setup_->repeats(), std::vector<std::string>()};
  if (const auto published = setup_->published()) lesson.comparison->published = published->label;
  for (const ConfigurationEntry& entry : configurations())
    if (model_.is_chosen(entry.name)) lesson.comparison->backends->push_back(entry.name);
  for (const QString& team : teams_)
    if (model_.is_chosen(team.toStdString())) lesson.comparison->backends->push_back(team.toStdString());
}

std::function<void()> ComparePage::way_back() {
  return [this, back = setup_->way_back(), teams = teams_] {
    back();
    set_teams(teams);
  };
}

QString ComparePage::take_lesson(const Lesson& lesson) {
  if (!lesson.comparison) return {};
  setup_->set_epochs(lesson.comparison->epochs);
  setup_->set_repeats(lesson.comparison->repeats);
  if (!lesson.comparison->published.empty()) setup_->lay_beside(lesson.comparison->published);
  if (!lesson.comparison->backends) return {};
  const std::vector<std::string>& ticked = *lesson.comparison->backends;
  QStringList teams = teams_;
  for (const std::string& name : ticked)
    if (names_members(name) && !teams.contains(QString::fromStdString(name))) teams << QString::fromStdString(name);
  const auto is_ticked = [&](const std::string& name) { return std::ranges::find(ticked, name) != ticked.end(); };
  for (const ConfigurationEntry& entry : configurations()) model_.set_chosen(entry.name, is_ticked(entry.name));
  for (const QString& team : teams) model_.set_chosen(team.toStdString(), is_ticked(team.toStdString()));
  if (teams != teams_) set_teams(teams);
  return {};
}

}  // namespace mlplab
