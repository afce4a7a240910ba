#include "ui/lessons/lesson_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "core/base/language.h"
#include "core/lessons/lesson_kernel.h"
#include "core/run/settings.h"

namespace mlplab {

namespace {

struct LessonText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Lesson)
};

/// A setting by its title in the table; the backend and what is no single value by its path.
QString setting_title(const std::string& path) {
  if (path == "backend") return LessonText::tr("backend");
  if (path == "workers") return LessonText::tr("workers");
  const auto setting = std::ranges::find_if(settings(), [&](const Setting& s) { return path == s.path; });
  return QString::fromStdString(setting == settings().end() ? path : say(setting->title));
}

QString workshop_words(const LessonCheck& check) {
  const QString kernel = QString::fromStdString(check.kernel), keeps = QString::fromStdString(check.keeps);
  if (check.finds != finds_nothing)
    return LessonText::tr("Check ‘%1’, and have it find %2")
        .arg(kernel, QString::fromStdString(finding_in_words(check.finds)));
  if (check.sectors_at_most > 0.0)
    return LessonText::tr("Check ‘%1’ until it is right and asks for at most %2 times the least sectors")
        .arg(kernel, QLocale().toString(check.sectors_at_most, 'g', 3));
  return keeps.isEmpty() ? LessonText::tr("Check ‘%1’ until it is right").arg(kernel)
                         : LessonText::tr("Check ‘%1’ until it is right, with ‘%2’ in it").arg(kernel, keeps);
}

}  // namespace

QString check_words(const LessonCheck& check, int seen, bool done,
                    const std::function<QString(const std::string&)>& page_title) {
  const auto page = [&] { return page_title(check.page); };
  QString text;
  switch (check.act) {
    case LessonAct::run_started:
      text = check.times > 1 ? LessonText::tr("Start %1 runs").arg(check.times) : LessonText::tr("Start a run");
      break;
    case LessonAct::run_ended:
      text = check.times > 1 ? LessonText::tr("Let %1 runs end").arg(check.times)
                             : LessonText::tr("Let a run come to its end");
      break;
    case LessonAct::accuracy:
      text =
          LessonText::tr("Let a run reach %1 % test accuracy").arg(QLocale().toString(100.0 * check.at_least, 'g', 4));
      break;
    case LessonAct::setting_varied:
      text = LessonText::tr("Run with %1 different values of ‘%2’").arg(check.times).arg(setting_title(check.setting));
      break;
    case LessonAct::digit_drawn:
      text = check.times > 1 ? LessonText::tr("Draw %1 digits").arg(check.times) : LessonText::tr("Draw a digit");
      break;
    case LessonAct::guess_entered:
      text = check.page.empty() ? LessonText::tr("Write down a guess")
                                : LessonText::tr("Write down a guess on the page %1").arg(page());
      break;
    case LessonAct::rate_searched:
      text = LessonText::tr("Search for a learning rate, to the end");
      break;
    case LessonAct::speedup_measured:
      text = LessonText::tr("Measure on the page Scale, to the end");
      break;
    case LessonAct::page_opened:
      text = LessonText::tr("Open the page %1").arg(page());
      break;
    case LessonAct::profile_opened:
      text = LessonText::tr("Show a profile, measured or published");
      break;
    case LessonAct::comparison_done:
      text = LessonText::tr("Let a comparison come to its end");
      break;
    case LessonAct::workshop_checked:
      text = workshop_words(check);
      break;
    case LessonAct::workshop_timed:
      text = LessonText::tr("Time ‘%1’").arg(QString::fromStdString(check.kernel));
      break;
  }
  return done || check.times <= 1 ? text : LessonText::tr("%1 (%2 so far)").arg(text).arg(seen);
}

}  // namespace mlplab
