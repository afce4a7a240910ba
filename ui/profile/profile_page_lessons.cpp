// The page's guess, and what lessons have of it.
#include "core/lessons/lesson.h"
#include "core/reporting/measured_guess.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

/// '' where nothing was guessed for what is shown.
QString ProfilePage::guess_sentence() const {
  if (!guess_) return {};
  const ProfilePoint& point = session_.study().points.at(static_cast<std::size_t>(choice_.point));
  QString sentence = tr("The guess: %1 % of a step in kernels.").arg(share_figure_text(*guess_));
  const double wall_s = point.profile.wall_s;
  if (point.failure.empty() && wall_s > 0.0)
    sentence +=
        QLatin1Char(' ') +
        tr("Measured at batch %1: %2 %.").arg(point.batch).arg(share_figure_text(point.profile.kernel_s / wall_s));
  return sentence;
}

std::optional<GuessQuestion> ProfilePage::guess_question() const {
  return setup_->guess_field()->question(GuessKind::kernel_share);
}

/// At the batch size that is shown, as in guess_sentence().
std::optional<MeasuredGuess> ProfilePage::measured_guess(const GuessQuestion& question) const {
  const auto& points = session_.study().points;
  const auto shown = static_cast<std::size_t>(choice_.point);
  return shown < points.size() ? mlplab::measured_guess(points[shown], question) : std::nullopt;
}

void ProfilePage::fill_lesson(Lesson& lesson) const { lesson.profile = setup_->lesson_part(); }

QString ProfilePage::take_lesson(const Lesson& lesson) {
  return lesson.profile ? setup_->take_lesson(*lesson.profile) : QString();
}

}  // namespace mlplab
