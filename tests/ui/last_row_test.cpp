// Projector mode on a screen of 1920 × 1080: whatever a class reads, on every page and with every chart, is at least 24
// pt (32 pixels of 1080 lines), and nothing of it is cut off. Found by painting, so that no text is forgotten.
#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "core/lessons/lesson.h"
#include "tests/support/window_home.h"
#include "tests/ui/filled_window.h"
#include "tests/ui/painted_texts.h"
#include "ui/charts/chart_card.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

constexpr double least_pixels = 32.0;  // 24 pt at 96 dots an inch, on a screen of 1080 lines
constexpr QSize screen_size(1920, 1080);

}  // namespace

class LastRowTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<MainWindow> window_;
  QStringList wrong_;

  void look_at(const QString& where) {
    settle();
    int seen = 0;
    for (const PaintedText& text : painted_texts(*window_)) {
      const double on_a_screen_of_1080 = text.pixels * screen_size.height() / window_->height();
      ++seen;
      if (on_a_screen_of_1080 < least_pixels - 0.01)
        wrong_ << QStringLiteral("%1: '%2' has %3 px").arg(where, text.text).arg(on_a_screen_of_1080);
      if (text.text.endsWith(QStringLiteral("...")))  // as Qt Charts shortens the numbers of an axis
        wrong_ << QStringLiteral("%1: '%2' is cut off").arg(where, text.text);
    }
    if (seen < 10) wrong_ << where + QStringLiteral(": nothing was painted");
    if (const QString folder = qEnvironmentVariable("MLPLAB_LAST_ROW_PICTURES"); !folder.isEmpty())
      window_->grab().save(QDir(folder).filePath(where + QStringLiteral(".png")));
  }
  void expect_legible() {
    wrong_.removeDuplicates();
    for (const QString& fault : wrong_) qWarning("%s", qPrintable(fault));  // QVERIFY2 would cut them off
    QVERIFY2(wrong_.isEmpty(), "see above");
  }

 private Q_SLOTS:
  void initTestCase() {
    home_ = std::make_unique<WindowHome>();
    window_ = std::make_unique<MainWindow>(home_->options());
    fill_window(*window_);
    QVERIFY(!QTest::currentTestFailed());
    window_->set_projector(true);
    window_->showNormal();  // the screen of the tests is smaller
    window_->resize(screen_size);
    settle();
    QCOMPARE(window_->size(), screen_size);
  }
  void init() { wrong_.clear(); }

  /// As it is without projector mode: what is not found small could not be told either.
  void smaller_texts_are_told() {
    window_->set_projector(false);
    window_->resize(screen_size);
    window_->show_page(0);
    look_at(QStringLiteral("usual"));
    window_->set_projector(true);
    window_->showNormal();
    window_->resize(screen_size);
    settle();
    for (const char* text : {"'epoch 3 / 3'", "'train'", "'Loss'", "'RUN SETUP'", "'Same start'", "'Scale'"})
      QVERIFY2(!wrong_.filter(QLatin1String(text)).isEmpty(), text);
    QVERIFY2(!wrong_.filter(QRegularExpression(QStringLiteral("usual: '[0-9.]+' has"))).isEmpty(), "numbers of axes");
  }
  void cleanupTestCase() { window_.reset(); }

  void every_page_with_each_of_its_charts() {
    for (std::size_t i = 0; i < window_->pages().size(); ++i) {
      Page& page = *window_->pages()[i];
      window_->show_page(static_cast<int>(i));
      constexpr int most_charts = 8;
      for (int chart = 0; chart < most_charts; ++chart) {
        look_at(page.id() + QString::number(chart));
        page.show_next_chart();
      }
    }
    expect_legible();
  }

  void each_chart_as_a_table() {
    for (std::size_t i = 0; i < window_->pages().size(); ++i) {
      window_->show_page(static_cast<int>(i));
      for (auto* card : window_->pages()[i]->findChildren<ChartCard*>()) card->showTable(true);
      look_at(window_->pages()[i]->id() + QStringLiteral("-table"));
      for (auto* card : window_->pages()[i]->findChildren<ChartCard*>()) card->showTable(false);
    }
    expect_legible();
  }

  void a_lesson() {
    const auto lessons = lessons_in(find_resources() / "lessons", "en");
    for (const std::filesystem::path& lesson : lessons) {
      window_->open_lesson(lesson);
      look_at(QStringLiteral("lesson-") + QString::fromStdString(lesson.stem().string()));
    }
    expect_legible();
  }
};

QTEST_MAIN(LastRowTest)
#include "last_row_test.moc"
