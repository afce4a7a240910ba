// The page's guess, and what lessons have of it.
#include <QLocale>

#include "core/lessons/lesson.h"
#include "ui/charts/chart_data.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"

namespace mlplab {

/// '' where nothing was guessed for what is shown.
QString ProfilePage::guess_sentence() const {
  if (!guess_) return {};
  const ProfilePoint& point = session_.study().points.at(static_cast<std::size_t>(choice_.point));
  QString sentence = tr("The guess: %1 % of a step in kernels.").arg(display_number(100.0 * *guess_));
  const double wall_s = point.profile.wall_s;
  if (point.failure.empty() && wall_s > 0.0)
    sentence +=
        QLatin1Char(' ') +
        tr("Measured at batch %1: %2 %.").arg(point.batch).arg(display_number(100.0 * point.profile.kernel_s / wall_s));
  return sentence;
}

std::vector<std::pair<QString, Form*>> ProfilePage::lesson_forms() {
  return {{QStringLiteral("profile."), &setup_->form()}};
}

void ProfilePage::fill_lesson(Lesson& lesson) const { lesson.profile = setup_->lesson_part(); }

std::function<void()> ProfilePage::way_back() { return setup_->way_back(); }

QString ProfilePage::take_lesson(const Lesson& lesson) {
  return lesson.profile ? setup_->take_lesson(*lesson.profile) : QString();
}

}  // namespace mlplab
