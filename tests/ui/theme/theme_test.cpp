// Contrast of both themes. A new colour role gets a row here.
#include "ui/theme/theme.h"

#include <QtTest>

#include "ui/charts/chart_plot.h"
#include "ui/theme/icons.h"

using namespace mlplab;

class ThemeTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void contrast_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }

  void contrast() {
    QFETCH(bool, dark);
    const Theme theme = dark ? dark_theme() : light_theme();
    for (const QColor& series : theme.series) {
      QVERIFY2(contrast_ratio(series, theme.card) >= 3.0, qPrintable(series.name()));
    }
    for (int index = 0; index < static_cast<int>(theme.series.size()); ++index) {
      for (int shade = 0; shade < 4; ++shade) {
        const QColor shaded = series_color(theme, {index, shade});
        QVERIFY2(contrast_ratio(shaded, theme.card) >= 3.0, qPrintable(shaded.name()));
      }
    }
    QVERIFY(contrast_ratio(theme.text, theme.card) >= 7.0);
    QVERIFY(contrast_ratio(theme.text, theme.ground) >= 7.0);
    for (const QColor& color : {theme.quiet, theme.error, theme.success}) {
      QVERIFY2(contrast_ratio(color, theme.card) >= 4.5, qPrintable(color.name()));
    }
    QVERIFY(contrast_ratio(theme.on_accent, theme.accent) >= 4.5);
    QVERIFY(contrast_ratio(theme.text, theme.error_ground) >= 4.5);
    QVERIFY(contrast_ratio(theme.text, theme.warning_ground) >= 4.5);
  }

  void ratio_is_wcags() {
    QCOMPARE(contrast_ratio(Qt::black, Qt::white), 21.0);
    QVERIFY(std::abs(contrast_ratio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
  }

  void choice_decides() {
    QVERIFY(make_theme(ThemeChoice::system, true).dark);
    QVERIFY(!make_theme(ThemeChoice::system, false).dark);
    QVERIFY(make_theme(ThemeChoice::dark, false).dark);
    QVERIFY(!make_theme(ThemeChoice::light, true).dark);
    QCOMPARE(parse_theme_choice(QStringLiteral("purple"), ThemeChoice::dark), ThemeChoice::dark);
    QVERIFY(light_theme(true).font_pt > light_theme().font_pt);
  }

  void icons_follow_the_color() {
    const QIcon play = icon(QStringLiteral("play"), QColor(200, 10, 10));
    QVERIFY(!play.isNull());
    const QImage image = play.pixmap(32, 32).toImage();
    int red = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        if (pixel.alpha() > 200 && pixel.red() > 150 && pixel.green() < 60) ++red;
      }
    }
    QVERIFY(red > 100);
    QVERIFY(icon(QStringLiteral("no-such-icon"), Qt::black).isNull());
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
