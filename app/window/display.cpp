#include "app/window/display.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QGuiApplication>
#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/data/load.h"
#include "ui/window_language.h"

namespace mlplab {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Program)
};

constexpr const char* displays[] = {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"};

/// In the language of the window, as far as there is one.
void choose_language(std::optional<WindowLanguage>& language, const QStringList& arguments) {
  try {
    language.emplace(find_resources()).choose(language_asked_for(arguments));
  } catch (const Error&) {  // English then
  }
}

// A message handler can reach nothing but a global.
QStringList watched_arguments;
std::vector<std::pair<QtMsgType, QString>> held_messages;
QtMessageHandler handler_before = nullptr;

/// The settings that say which display it is, as 'DISPLAY=:0'.
QString display_settings() {
  QStringList all;
  for (const char* name : displays)
    if (!qEnvironmentVariableIsEmpty(name))
      all += QStringLiteral("%1=%2").arg(QLatin1String(name), qEnvironmentVariable(name));
  return all.join(QStringLiteral(", "));
}

void hold(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (type != QtFatalMsg) {
    held_messages.emplace_back(type, qFormatLogMessage(type, context, text));
    return;
  }
  // The first thing that went wrong; what follows, and Qt's last words, are about plugins.
  const auto first = std::ranges::find_if(held_messages, [](const auto& message) {
    return message.first != QtDebugMsg && message.second.startsWith(QLatin1String("qt.qpa"));
  });
  QString why = first == held_messages.end() ? text : first->second.section(QStringLiteral(": "), 1);  // no category
  why = why.section(QLatin1Char('\n'), 0, 0).trimmed();
  if (why.endsWith(QLatin1Char('.'))) why.chop(1);
  std::optional<WindowLanguage> language;
  choose_language(language, watched_arguments);
  const QString sentence =
      Words::tr(
          "no display can be used (%1; Qt says '%2'); train in the terminal with mlplab-cli, or correct the "
          "setting")
          .arg(display_settings(), why);
  std::cerr << "mlplab: " + sentence.toStdString() + "\n" << std::flush;
  std::_Exit(1);
}

}  // namespace

QString language_asked_for(const QStringList& arguments) {
  for (qsizetype i = 1; i < arguments.size(); ++i) {
    if (arguments[i].startsWith(QStringLiteral("--lang="))) return arguments[i].mid(7);
    if (arguments[i] == QStringLiteral("--lang") && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return {};
}

bool works_alone(const QString& argument) {
  return argument.startsWith(QStringLiteral("--tour")) || argument.startsWith(QStringLiteral("--export"));
}

bool find_display(int argc, char** argv) {
#ifdef Q_OS_LINUX
  const auto needs_none = [](const QString& argument) {
    return works_alone(argument) || argument == QLatin1String("--help") || argument == QLatin1String("-h") ||
           argument == QLatin1String("--help-all") || argument == QLatin1String("--version") ||
           argument == QLatin1String("-v");
  };
  for (int i = 1; i < argc; ++i)
    if (needs_none(QString::fromLocal8Bit(argv[i]))) {
      qputenv("QT_QPA_PLATFORM", "offscreen");
      return true;
    }
  for (const char* name : displays)
    if (!qEnvironmentVariableIsEmpty(name)) return true;
  const QCoreApplication application(argc, argv);
  std::optional<WindowLanguage> language;
  choose_language(language, QCoreApplication::arguments());
  const QString sentence = Words::tr("there is no display; train in the terminal with mlplab-cli, or set DISPLAY");
  std::cerr << "mlplab: " + sentence.toStdString() + "\n";
  return false;
#else
  (void)argc, (void)argv;
  return true;
#endif
}

DisplayWatch::DisplayWatch(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) watched_arguments += QString::fromLocal8Bit(argv[i]);
  handler_before = qInstallMessageHandler(hold);
}

DisplayWatch::~DisplayWatch() {
  qInstallMessageHandler(handler_before);
  for (const auto& [type, text] : held_messages) std::cerr << text.toStdString() + "\n";
  held_messages.clear();
}

void warn_of_no_font() {
  // Qt has families even then, and draws a box for each letter.
  if (QFontMetrics(QGuiApplication::font()).inFont(QLatin1Char('A'))) return;
  const QString sentence = Words::tr(
      "no font is installed, so that no text can be drawn; install one, as the package fonts-dejavu-core, and start "
      "again");
  std::cerr << "mlplab: " + sentence.toStdString() + "\n";
}

}  // namespace mlplab
