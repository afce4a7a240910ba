// What the window does around its pages: news that move nothing, and projector mode.
#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "ui/draw/label_bar.h"
#include "ui/main_window.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"

using namespace mlplab;

class WindowLookTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> home_;

  WindowOptions options() const {
    WindowOptions result;
    result.resources = find_resources();
    result.runs_folder = home_->filePath(QStringLiteral("runs")).toStdString();
    result.theme = ThemeChoice::light;
    result.start_by_itself = false;
    return result;
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<QTemporaryDir>();
    QCoreApplication::setOrganizationName(QStringLiteral("mlplab"));
    QCoreApplication::setApplicationName(QStringLiteral("mlplab-test"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home_->path());
  }

  void news_moves_nothing_and_is_whole() {
    MainWindow window(options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCoreApplication::processEvents();
    QMap<QWidget*, QRect> before;
    for (QWidget* widget : window.pages()[0]->findChildren<QWidget*>())
      if (widget->isVisible()) before[widget] = QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size());
    QVERIFY(before.size() > 50);
    QString news;
    for (int i = 0; i < 40; ++i) news += QStringLiteral("one more word ");
    window.banner().tell(Banner::Kind::error, news, QStringLiteral("Resume"));
    QCoreApplication::processEvents();
    for (auto [widget, place] : before.asKeyValueRange())
      QVERIFY2(QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size()) == place, widget->metaObject()->className());
    QVERIFY(window.banner().isVisible());
    for (const int width : {1024, 1300}) {
      window.resize(width, 768);
      QCoreApplication::processEvents();
      const Banner& banner = window.banner();
      QVERIFY(window.rect().contains(QRect(banner.mapTo(&window, QPoint(0, 0)), banner.size())));
      const auto labels = banner.findChildren<QLabel*>();
      const auto text = std::ranges::find_if(labels, [&](const QLabel* label) { return label->text() == news; });
      QVERIFY(text != labels.end());
      QVERIFY2((*text)->height() >= (*text)->heightForWidth((*text)->width()), "all of its lines");
    }
    QVERIFY(window.banner().action()->isVisible());
    window.banner().dismiss();
    QVERIFY(!window.banner().isVisible());
  }

  void projector_mode_has_the_screen_and_a_button_for_the_next_chart() {
    MainWindow window(options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto next = [&]() -> QToolButton* {
      for (auto* tool : window.findChildren<QToolButton*>())
        if (tool->isVisible() && tool->defaultAction() == window.action(QStringLiteral("next_chart"))) return tool;
      return nullptr;
    };
    QVERIFY(next() == nullptr);
    window.set_projector(true);
    QVERIFY(window.isFullScreen());
    QVERIFY(next() != nullptr);
    const auto shown = [&] {
      QList<QWidget*> cards;
      for (auto* card : window.pages()[0]->findChildren<QFrame*>())
        if (card->isVisible() && card->property("role") == QStringLiteral("card")) cards << card;
      return cards;
    };
    const QList<QWidget*> first = shown();
    QVERIFY(!first.isEmpty());
    next()->click();
    QVERIFY(shown() != first);
    window.set_projector(false);
    QVERIFY(!window.isFullScreen());
    QVERIFY(next() == nullptr);
  }

  /// A path without a space has to be broken somewhere.
  void errors_under_the_labels_of_drawings_are_whole() {
    LabelBar bar;
    bar.resize(400, 60);
    bar.show();
    const QString error = QStringLiteral("cannot write ") + QStringLiteral("/folder-of-drawings").repeated(9);
    bar.showMessage(error, true);
    bar.adjustSize();
    bar.resize(400, bar.heightForWidth(400));
    QCoreApplication::processEvents();
    QLabel* message = nullptr;
    for (auto* label : bar.findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Message")) message = label;
    QVERIFY(message != nullptr);
    QCOMPARE(message->accessibleDescription(), error);
    const QRect needed = message->fontMetrics().boundingRect(QRect(0, 0, message->width(), 1000),
                                                             Qt::TextWordWrap | Qt::AlignLeft, message->text());
    QVERIFY2(needed.width() <= message->width() && needed.height() <= message->height(),
             qPrintable(QStringLiteral("%1 × %2 in %3 × %4")
                            .arg(needed.width())
                            .arg(needed.height())
                            .arg(message->width())
                            .arg(message->height())));
  }
};

QTEST_MAIN(WindowLookTest)
#include "window_look_test.moc"
