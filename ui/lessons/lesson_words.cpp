#include "ui/lessons/lesson_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace mlplab {

namespace {

struct LessonText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Lesson)
};

QString setting_title(const std::string& setting) {
  if (setting == "optimizer.learning_rate") return LessonText::tr("the learning rate");
  if (setting == "optimizer.schedule") return LessonText::tr("the schedule");
  if (setting == "optimizer.kind") return LessonText::tr("the optimizer");
  if (setting == "optimizer.weight_decay") return LessonText::tr("the weight decay");
  if (setting == "seed") return LessonText::tr("the seed");
  if (setting == "batch") return LessonText::tr("the batch");
  if (setting == "backend") return LessonText::tr("the backend");
  if (setting == "workers") return LessonText::tr("the number of workers");
  if (setting == "epochs") return LessonText::tr("the epochs");
  return QString::fromStdString(setting);
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
      text = LessonText::tr("Run with %1 different values of %2").arg(check.times).arg(setting_title(check.setting));
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
  }
  return done || check.times <= 1 ? text : LessonText::tr("%1 (%2 so far)").arg(text).arg(seen);
}

}  // namespace mlplab
