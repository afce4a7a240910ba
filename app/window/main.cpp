// The program mlplab: the window. Reads the command line; everything else is in ui/.
#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <clocale>
#include <iostream>
#include <memory>
#include <optional>

#include "app/window/display.h"
#include "cmake/all_backends.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/typed_number.h"
#include "core/data/load.h"
#include "core/machine/affinity.h"
#include "core/machine/host_info.h"
#include "core/machine/standard_streams.h"
#include "core/run/run_record.h"
#include "ui/film.h"
#include "ui/main_window.h"
#include "ui/tour.h"
#include "ui/train/setup_panel.h"
#include "ui/window_language.h"

namespace {

using namespace mlplab;

struct Arguments {
  QString tour, run, open, charts, lesson;
  std::optional<ThemeChoice> theme;
  QSize size;
  bool whole = false;  // the tour's examples
  bool film = false;   // in place of the tour's images
};

struct Words {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Program)
};

[[noreturn]] void refuse(const QString& why) { throw UsageError(why.toStdString()); }

Arguments parse_arguments(const QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(Words::tr("A laboratory of parallel neural-network training."));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  const QCommandLineOption tour(
      QStringLiteral("tour"), Words::tr("Train, save every page as an image in DIR, and exit."), QStringLiteral("DIR"));
  const QCommandLineOption whole(QStringLiteral("whole"),
                                 Words::tr("With --tour: train on all images, which takes minutes."));
  const QCommandLineOption film(
      QStringLiteral("film"),
      Words::tr("With --tour: save film.png, an animated image of the window at work, in place of the pages."));
  const QCommandLineOption run(QStringLiteral("run"), Words::tr("Start with the run that this file describes."),
                               QStringLiteral("SPEC.json"));
  const QCommandLineOption open(QStringLiteral("open"), Words::tr("Open the run kept in this folder."),
                                QStringLiteral("RUN_DIR"));
  const QCommandLineOption charts(QStringLiteral("export"),
                                  Words::tr("With --open: save its charts as files in DIR, and exit."),
                                  QStringLiteral("DIR"));
  const QCommandLineOption theme(QStringLiteral("theme"), Words::tr("system, light or dark."), QStringLiteral("THEME"));
  const QCommandLineOption lang(QStringLiteral("lang"), Words::tr("Language of the window, as 'es'."),
                                QStringLiteral("CODE"));
  const QCommandLineOption size(QStringLiteral("size"), Words::tr("Size of the window, as 1280x800."),
                                QStringLiteral("WxH"));
  const QCommandLineOption lesson(QStringLiteral("lesson"), Words::tr("Open the lesson in this file."),
                                  QStringLiteral("FILE"));
  parser.addOptions({tour, whole, film, run, open, charts, theme, lang, size, lesson});
  if (!parser.parse(application.arguments())) refuse(Words::tr("%1 See --help.").arg(parser.errorText()));
  if (parser.isSet(help)) parser.showHelp(0);
  if (parser.isSet(version)) parser.showVersion();
  if (!parser.positionalArguments().isEmpty()) {
    refuse(Words::tr("unexpected argument '%1'; see --help").arg(parser.positionalArguments().constFirst()));
  }
  for (const QCommandLineOption& option : {tour, run, open, charts, theme, lang, size, lesson}) {
    if (parser.isSet(option) && parser.value(option).isEmpty()) {
      refuse(Words::tr("--%1 is empty (is a variable not set?)").arg(option.names().constFirst()));
    }
  }
  if (parser.isSet(charts) && !parser.isSet(open)) {
    refuse(Words::tr("--export needs the run whose charts it saves: name it with --open RUN_DIR"));
  }
  Arguments result{parser.value(tour), parser.value(run), parser.value(open), parser.value(charts), {}, {}};
  result.whole = parser.isSet(whole);
  result.film = parser.isSet(film);
  if (result.film && result.tour.isEmpty())
    refuse(Words::tr("--film needs the folder for it: name it with --tour DIR"));
  result.lesson = parser.value(lesson);
  if (parser.isSet(theme)) {
    const QString name = parser.value(theme);
    result.theme = parse_theme_choice(name);
    if (to_string(*result.theme) != name) {
      refuse(Words::tr("unknown theme '%1'; the themes are system, light and dark").arg(name));
    }
  }
  if (parser.isSet(size)) {
    const QStringList parts = parser.value(size).split(QLatin1Char('x'));
    const auto length = [&](int i) { return typed_whole<int>(parts.value(i).toStdString()).value_or(0); };
    result.size = QSize(length(0), length(1));
    if (parts.size() != 2 || result.size.width() < 640 || result.size.height() < 480 || result.size.width() > 16384 ||
        result.size.height() > 16384) {
      refuse(Words::tr("--size wants a width and a height from 640x480 on, as in 1280x800, not '%1'")
                 .arg(parser.value(size)));
    }
  }
  return result;
}

RunSpec read_spec(const QString& path) {
  try {
    return parse_json(read_file(path.toStdString())).get<RunSpec>();
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(
        Words::tr("%1 does not describe a run: %2").arg(path, QString::fromUtf8(error.what())).toStdString());
  }
}

int start(QApplication& application) {
  const QStringList words = application.arguments();
  QTemporaryDir apart;
  const bool alone = std::ranges::any_of(words, works_alone);
  if (alone) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, apart.path());
  }
  WindowOptions options;
  try {
    options.resources = find_resources();
  } catch (const InputError&) {
    parse_arguments(application);  // --help needs none
    throw;
  }
  WindowLanguage language(options.resources);
  language.choose(language_asked_for(words));
  const Arguments arguments = parse_arguments(application);
  warn_of_no_font();
  const bool tour = !arguments.tour.isEmpty(), exports = !arguments.charts.isEmpty();
  options.theme = arguments.theme;
  options.system_dark = desktop_is_dark();
  options.runs_folder =
      alone ? std::filesystem::path(apart.filePath(QStringLiteral("runs")).toStdString()) : default_runs_folder();
  if (alone && !options.theme) options.theme = ThemeChoice::light;
  const std::optional<RunSpec> spec = arguments.run.isEmpty() ? std::nullopt : std::optional(read_spec(arguments.run));
  options.start_by_itself = !tour && !spec && arguments.open.isEmpty() && arguments.lesson.isEmpty();
  auto window = std::make_unique<MainWindow>(options);
  if (arguments.size.isValid()) window->resize(arguments.size);
  if (!arguments.size.isValid() && (tour || exports))  // on no screen; a film is small
    window->resize(arguments.film ? QSize(960, 640) : QSize(1280, 800));
  if (!arguments.open.isEmpty()) window->session().open(arguments.open.toStdString());
  if (!arguments.lesson.isEmpty()) window->open_lesson(arguments.lesson.toStdString());
  if (arguments.film) {
    make_film(*window, arguments.tour);
    return 0;
  }
  if (tour) {
    take_tour(*window, arguments.tour, arguments.whole ? ExampleSize::whole : ExampleSize::quick);
    return 0;
  }
  window->show();
  if (exports) {
    for (const QString& file : window->save_all(arguments.charts)) std::cout << file.toStdString() << '\n';
    return 0;
  }
  if (spec) {
    const RunSpec agreed = window->session().with_agreed_hosts(*spec);
    window->setup().set_spec(agreed);
    if (agreed == *spec) window->session().start(agreed);
  }
  for (;;) {
    const int code = QApplication::exec();
    const QString wanted = window->wanted_language();
    if (wanted.isEmpty()) return code;
    // A window has its words for good: the next one begins where this one was closed.
    window.reset();
    language.choose(wanted);
    window = std::make_unique<MainWindow>(options);
    window->show();
  }
}

}  // namespace

int main(int argc, char** argv) {
  mlplab::open_standard_streams();
  const mlplab::PrintableStreams printable;
  mlplab::use_allowed_cpus();
  mlplab::set_backends(mlplab::all_backends);
  QCoreApplication::setOrganizationName(QStringLiteral("mlplab"));
  QCoreApplication::setApplicationName(QStringLiteral("mlplab"));
  if (!mlplab::find_display(argc, argv)) return 1;
  auto display = std::make_optional<mlplab::DisplayWatch>(argc, argv);
  QApplication application(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // Qt has set the user's, in which libraries would write 1,5
  display.reset();
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.mlplab.mlplab"));
  QCoreApplication::setApplicationVersion(QString::fromStdString(mlplab::host_info().version));
  try {
    return mlplab::check_output(start(application));
  } catch (const std::exception& error) {
    const mlplab::Error known = mlplab::as_error(error);
    std::cerr << "mlplab: " << known.what() << '\n';
    return static_cast<int>(known.failure());
  }
}
