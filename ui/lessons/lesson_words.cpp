#include "ui/lessons/lesson_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace mlplab {

namespace {

QString words(const char* text, int n = -1) { return QCoreApplication::translate("Lesson", text, nullptr, n); }

QString setting_title(const std::string& setting) {
  if (setting == "optimizer.learning_rate") return words("the learning rate");
  if (setting == "batch") return words("the batch");
  if (setting == "backend") return words("the backend");
  if (setting == "workers") return words("the number of workers");
  if (setting == "epochs") return words("the epochs");
  return QString::fromStdString(setting);
}

}  // namespace

QString check_words(const LessonCheck& check, int seen, bool done,
                    const std::function<QString(const std::string&)>& page_title) {
  const auto page = [&] { return page_title(check.page); };
  QString text;
  switch (check.act) {
    case LessonAct::run_started:
      text = check.times > 1 ? words("Start %1 runs").arg(check.times) : words("Start a run");
      break;
    case LessonAct::run_ended:
      text = check.times > 1 ? words("Let %1 runs end").arg(check.times) : words("Let a run come to its end");
      break;
    case LessonAct::accuracy:
      text = words("Let a run reach %1 % test accuracy").arg(QLocale().toString(100.0 * check.at_least, 'g', 4));
      break;
    case LessonAct::setting_varied:
      text = words("Run with %1 different values of %2").arg(check.times).arg(setting_title(check.setting));
      break;
    case LessonAct::digit_drawn:
      text = check.times > 1 ? words("Draw %1 digits").arg(check.times) : words("Draw a digit");
      break;
    case LessonAct::guess_entered:
      text = check.page.empty() ? words("Write down a guess") : words("Write down a guess on the page %1").arg(page());
      break;
    case LessonAct::rate_searched:
      text = words("Search for a learning rate, to the end");
      break;
    case LessonAct::speedup_measured:
      text = words("Measure on the page Scale, to the end");
      break;
    case LessonAct::page_opened:
      text = words("Open the page %1").arg(page());
      break;
    case LessonAct::profile_opened:
      text = words("Show a profile, measured or published");
      break;
    case LessonAct::comparison_done:
      text = words("Let a comparison come to its end");
      break;
  }
  if (!done && check.times > 1) text += QLatin1Char(' ') + words("(%1 so far)").arg(seen);
  return text;
}

}  // namespace mlplab
