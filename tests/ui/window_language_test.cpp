// Another language: the next window has all its words in it and nothing of the last one, keeps what the last one knew,
// and writes numbers as files do. tests/structure checks the library's sentences.
#include "ui/window_language.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

QString plain(QString text) { return text.remove(QLatin1Char('&')).trimmed(); }

/// The window's texts in one language that mean the same in no other place of the other one.
class Words {
 public:
  void add(const QString& text) {
    const QString words = plain(text);
    if (!words.contains(place_)) {
      whole_.insert(words);
      return;
    }
    QString pattern = QRegularExpression::escape(words);
    pattern.replace(QRegularExpression(QStringLiteral("\\\\%L?[1-9]|%L?[1-9]")), QStringLiteral("\\S+"));
    if (QString(words).remove(place_).contains(QRegularExpression(QStringLiteral("\\pL{3}"))))
      patterns_ << QRegularExpression(QRegularExpression::anchoredPattern(pattern));
  }
  void leave_out(const QString& text) { whole_.remove(plain(text)); }
  bool has(const QString& text) const {
    const QString words = plain(text);
    return whole_.contains(words) || std::ranges::any_of(patterns_, [&](const QRegularExpression& pattern) {
             return pattern.match(words).hasMatch();
           });
  }
  qsizetype count() const { return whole_.size() + patterns_.size(); }

 private:
  const QRegularExpression place_{QStringLiteral("%L?[1-9]")};
  QSet<QString> whole_;
  QList<QRegularExpression> patterns_;
};

struct BothLanguages {
  Words english, spanish;

  BothLanguages() {
    QFile file(QString::fromStdString((find_resources() / "translations/mlplab_es.ts").string()));
    if (!file.open(QIODevice::ReadOnly)) return;
    QXmlStreamReader xml(&file);
    QList<std::pair<QString, QString>> pairs;
    QString source;
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement) continue;
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
      if (xml.name() == QLatin1String("translation")) pairs.emplace_back(source, xml.readElementText());
    }
    for (const auto& [from, to] : pairs) {
      if (plain(from) == plain(to)) continue;
      english.add(from);
      spanish.add(to);
    }
    for (const BackendEntry& entry : backend_table()) {  // what options are called in every language
      for (const BackendOption& option : entry.options) {
        english.leave_out(
            QString::fromStdString(option.name).replace(0, 1, QChar::fromLatin1(option.name[0]).toUpper()));
        for (const std::string& value : option.values) english.leave_out(QString::fromStdString(value));
      }
    }
    for (const auto& [from, to] : pairs) {  // 'Manual', 'total': a word of both
      english.leave_out(to);
      spanish.leave_out(from);
    }
  }
};

const BothLanguages& both() {
  static const BothLanguages languages;
  return languages;
}

/// Everything that can be read in the window and in its dialogs, hidden or not.
QStringList window_texts(const MainWindow& window) {
  QStringList texts;
  for (const auto* action : window.findChildren<QAction*>()) texts << action->text() << action->toolTip();
  QList<const QWidget*> widgets{&window};
  for (const QWidget* widget : window.findChildren<QWidget*>()) widgets << widget;
  for (const QWidget* widget : widgets) {
    texts << widget->toolTip() << widget->accessibleName() << widget->windowTitle();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (const auto* menu = qobject_cast<const QMenu*>(widget)) texts << menu->title();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) texts << line->placeholderText() << line->text();
    if (const auto* number = qobject_cast<const QSpinBox*>(widget)) texts << number->prefix() << number->suffix();
    if (const auto* number = qobject_cast<const QDoubleSpinBox*>(widget)) texts << number->prefix() << number->suffix();
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
      for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
    if (const auto* list = qobject_cast<const QListWidget*>(widget))
      for (int i = 0; i < list->count(); ++i) texts << list->item(i)->text();
    if (const auto* table = qobject_cast<const QTableView*>(widget); table != nullptr && table->model() != nullptr)
      for (int column = 0; column < table->model()->columnCount(); ++column)
        texts << table->model()->headerData(column, Qt::Horizontal).toString()
              << table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    if (const auto* card = qobject_cast<const ChartCard*>(widget)) {
      const Chart& chart = card->data();
      for (const auto* text : {&chart.title, &chart.unit, &chart.x.title, &chart.x.unit, &chart.y.title, &chart.y.unit})
        texts << QString::fromStdString(*text);
      for (const auto& series : chart.lines) texts << QString::fromStdString(series.name);
    }
  }
  texts.removeDuplicates();
  texts.removeAll(QString());
  return texts;
}

/// One a line.
QString left_in(const Words& other, const MainWindow& window) {
  QString left;
  for (const QString& text : window_texts(window))
    if (other.has(text)) left += text + QLatin1Char('\n');
  return left;
}

void open_all(MainWindow& window) {
  for (std::size_t i = 0; i < window.pages().size(); ++i) {
    window.show_page(static_cast<int>(i));
    QCoreApplication::processEvents();
  }
  for (const char* dialog : {"manual", "shortcuts", "about", "lesson_save"})
    window.action(QLatin1String(dialog))->trigger();
}

RunSpec tiny_run(int epochs) { return short_run({.train = 200, .test = 50, .epochs = epochs}); }

/// The letters that Alt calls on a page more than once: 'N: Open, Next'.
QStringList twice_called(const MainWindow& window, const Page& page) {
  std::map<QString, QStringList> callers;
  const auto add = [&](const QString& text) {
    const QKeySequence keys = QKeySequence::mnemonic(text);
    if (!keys.isEmpty()) callers[keys.toString()] << plain(text);
  };
  for (const QAction* menu : window.findChild<QMenuBar*>()->actions()) add(menu->text());
  for (const QLabel* label : page.findChildren<QLabel*>())
    if (label->buddy() != nullptr && label->isVisible()) add(label->text());
  for (const QAbstractButton* button : page.findChildren<QAbstractButton*>())
    if (button->isVisible()) add(button->text());
  QStringList twice;
  for (const auto& [keys, texts] : callers)
    if (texts.size() > 1) twice << QStringLiteral("%1 %2: %3").arg(page.id(), keys, texts.join(QStringLiteral(", ")));
  return twice;
}

QStringList twice_called(MainWindow& window) {
  QStringList twice;
  for (const QMenu* menu : window.findChildren<QMenu*>()) {
    std::map<QString, QStringList> callers;
    for (const QAction* action : menu->actions())
      if (const QKeySequence keys = QKeySequence::mnemonic(action->text()); !keys.isEmpty())
        callers[keys.toString()] << plain(action->text());
    for (const auto& [keys, texts] : callers)
      if (texts.size() > 1) twice << keys + QStringLiteral(": ") + texts.join(QStringLiteral(", "));
  }
  for (std::size_t i = 0; i < window.pages().size(); ++i) {
    window.show_page(static_cast<int>(i));
    QCoreApplication::processEvents();
    twice += twice_called(window, *window.pages()[i]);
  }
  return twice;
}

}  // namespace

class WindowLanguageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<WindowLanguage> language_;

  std::unique_ptr<MainWindow> shown() const {
    WindowOptions options = home_->options();
    options.theme.reset();  // as chosen last time
    auto window = std::make_unique<MainWindow>(options);
    window->resize(1280, 800);
    window->show();
    return window;
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    language_ = std::make_unique<WindowLanguage>(find_resources());
    language_->choose(QStringLiteral("en"));
  }
  void cleanup() { language_->choose(QStringLiteral("en")); }

  void the_next_window_is_spanish_and_the_one_after_it_english() {
    QVERIFY(both().english.count() > 800 && both().spanish.count() > 800);
    auto window = shown();
    window->session().start(tiny_run(2));
    QTRY_VERIFY_WITH_TIMEOUT(!window->session().active(), 30000);
    open_all(*window);
    QCOMPARE(left_in(both().spanish, *window), QString());
    window->change_language(QStringLiteral("es"));
    QCOMPARE(window->wanted_language(), QStringLiteral("es"));
    QVERIFY(!window->isVisible());
    window.reset();

    language_->choose(QStringLiteral("es"));
    window = shown();
    QVERIFY(window->wanted_language().isEmpty());
    QVERIFY(window->action(QStringLiteral("language_es"))->isChecked());
    open_all(*window);
    QCOMPARE(left_in(both().english, *window), QString());
    QVERIFY(window->findChild<QMenuBar*>()->actions().first()->text().contains(QStringLiteral("rchivo")));
    window->change_language(QStringLiteral("en"));
    window.reset();

    language_->choose(QStringLiteral("en"));
    window = shown();
    open_all(*window);
    QCOMPARE(left_in(both().spanish, *window), QString());
  }

  void a_run_that_goes_on_keeps_the_language() {
    auto window = shown();
    RunSpec endless = tiny_run(100000);
    window->session().start(endless);
    QTRY_VERIFY_WITH_TIMEOUT(window->session().current() != nullptr, 30000);
    window->action(QStringLiteral("language_es"))->trigger();
    QVERIFY(window->wanted_language().isEmpty());
    QVERIFY(window->isVisible());
    QVERIFY2(window->banner().message().contains(QStringLiteral("A run is going on")),
             qPrintable(window->banner().message()));
    QVERIFY(window->action(QStringLiteral("language_en"))->isChecked());
    QVERIFY(!window->action(QStringLiteral("language_es"))->isChecked());
    window->session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window->session().active(), 30000);
    window->action(QStringLiteral("language_es"))->trigger();
    QCOMPARE(window->wanted_language(), QStringLiteral("es"));
    QVERIFY(!window->isVisible());
  }

  void the_session_is_there_again() {
    auto window = shown();
    window->session().start(tiny_run(1));
    QTRY_VERIFY_WITH_TIMEOUT(!window->session().active(), 30000);
    RunSpec form = tiny_run(7);
    form.optimizer.learning_rate = 0.25;
    window->setup().change_spec(form);
    window->set_theme_choice(ThemeChoice::dark);
    window->show_page(3);
    window->change_language(QStringLiteral("es"));
    window.reset();
    language_->choose(QString());  // as chosen last time
    QCOMPARE(language(), std::string("es"));
    window = shown();
    QCOMPARE(window->session().runs().size(), 1U);
    QVERIFY(window->setup().spec() == form);
    QVERIFY(window->theme().dark);
    QVERIFY(window->pages()[3]->isVisible());
  }

  void numbers_are_those_of_the_files() {
    for (const char* code : {"en", "es"}) {
      language_->choose(QLatin1String(code));
      QCOMPARE(QLocale().toString(1234.5, 'f', 1), QStringLiteral("1,234.5"));
      auto window = shown();
      RunSpec spec = tiny_run(1);
      spec.optimizer.learning_rate = 0.25;
      window->setup().set_spec(spec);
      QStringList lines;
      for (const auto* line : window->setup().findChildren<QLineEdit*>()) lines << line->text();
      QVERIFY2(lines.contains(QStringLiteral("0.25")), qPrintable(lines.join(QLatin1Char('|'))));
    }
  }

  /// Alt and a letter has one meaning, at least as often as in English.
  void letters_call_no_more_than_one() {
    auto window = shown();
    const QStringList english = twice_called(*window);
    window.reset();
    language_->choose(QStringLiteral("es"));
    window = shown();
    const QStringList spanish = twice_called(*window);
    QVERIFY2(spanish.size() <= english.size(),
             qPrintable(spanish.join(QLatin1Char('\n')) + QStringLiteral("\n– ") + english.join(QLatin1Char('\n'))));
  }
};

QTEST_MAIN(WindowLanguageTest)
#include "window_language_test.moc"
