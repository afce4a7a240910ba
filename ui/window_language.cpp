#include "ui/window_language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>

#include "core/base/language.h"

namespace mlplab {

WindowLanguage::WindowLanguage(const std::filesystem::path& resources) : translations_(resources / "translations") {}

void WindowLanguage::choose(const QString& wanted) {
  const std::vector<std::string> known = languages_in(translations_);
  std::string code = wanted.toStdString();
  if (code.empty()) {
    code = QSettings().value(QStringLiteral("window/language")).toString().toStdString();
    if (std::ranges::find(known, code) == known.end()) code = language_of_environment(known);
  }
  set_language(translations_, code);
  qputenv("MLPLAB_LANG", QByteArray::fromStdString(code));  // for the programs that are started
  QCoreApplication::removeTranslator(&own_);
  QCoreApplication::removeTranslator(&qt_);
  const QString name = QString::fromStdString(code);
  QLocale::setDefault(code == "en"   ? QLocale(QLocale::English)
                      : code == "es" ? QLocale(QStringLiteral("es_MX"))
                                     : QLocale(name));
  if (code == "en") return;
  if (qt_.load(QStringLiteral("qtbase_") + name, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(&qt_);  // where they are not installed a file dialog's words stay English
  if (own_.load(QStringLiteral(":/translations/mlplab_%1.qm").arg(name))) QCoreApplication::installTranslator(&own_);
}

QString language_name(const QString& code) {
  QString name = QLocale(code).nativeLanguageName();
  if (code == QLatin1String("en")) name = QStringLiteral("English");  // not 'American English'
  if (code == QLatin1String("es")) name = QStringLiteral("Español");  // not 'Español de España'
  return name.isEmpty() ? code : name;
}

}  // namespace mlplab
