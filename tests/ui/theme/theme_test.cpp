// Contrast of both themes. A new colour role gets a row here.
#include "ui/theme/theme.h"

#include <QToolButton>
#include <QtTest>

#include "ui/charts/chart_plot.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"

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

  /// Every rule of the style sheet: text 4.5:1 on what it lies on, focus rings and what is but a shape 3:1.
  void style_sheet_contrast_data() { contrast_data(); }
  void style_sheet_contrast() {
    QFETCH(bool, dark);
    const Theme theme = dark ? dark_theme() : light_theme();
    const QList<QColor> grounds = {theme.card, theme.ground};
    const auto color_of = [](const QString& body, const QString& property) {
      const QRegularExpression found(QStringLiteral("(?:^|[;{\\s])%1:[^;]*?(#[0-9a-f]{6})").arg(property),
                                     QRegularExpression::CaseInsensitiveOption);
      return QColor(found.match(body).captured(1));  // not valid where the rule has none
    };
    const auto expect = [](const QString& rule, const QColor& color, const QList<QColor>& on, double least) {
      for (const QColor& ground : on) {
        const double ratio = contrast_ratio(color, ground);
        QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1: %2 on %3 has %4, and should have %5")
                                                .arg(rule, color.name(), ground.name())
                                                .arg(ratio)
                                                .arg(least)));
      }
    };
    QString sheet = style_sheet(theme);
    QVERIFY2(!sheet.contains(QLatin1Char('@')), "a name without a value");
    int texts = 0, rings = 0, shapes = 0;
    QMap<QString, QColor> own_ground;  // of a widget, for its states that give a colour alone
    QMap<QString, QColor> own_text;
    QStringList framed;
    for (const QString& rule : sheet.split(QLatin1Char('}'), Qt::SkipEmptyParts)) {
      const QString selector = rule.section(QLatin1Char('{'), 0, 0).simplified(),
                    body = rule.section(QLatin1Char('{'), 1);
      if (selector.isEmpty() || selector.contains(QStringLiteral(":disabled"))) continue;  // WCAG leaves those out
      const QString widget = QString(selector).remove(QRegularExpression(QStringLiteral("(?<!:):(?!:)[a-z]+")));
      const QColor ground = color_of(body, QStringLiteral("background"));
      if (ground.isValid() && !own_ground.contains(widget)) own_ground[widget] = ground;
      const QList<QColor> under = ground.isValid()              ? QList<QColor>{ground}
                                  : own_ground.contains(widget) ? QList<QColor>{own_ground[widget]}
                                                                : grounds;
      const QColor text = color_of(body, QStringLiteral("color")),
                   frame = color_of(body, QStringLiteral("border(?:-color)?"));
      const bool focus = selector.contains(QStringLiteral(":focus"));
      const bool shape = selector.contains(QRegularExpression(QStringLiteral("::(indicator|handle|chunk|sub-page)")));
      if (shape) {
        if (frame.isValid()) framed << widget;
        const bool keeps_frame = !frame.isValid() && !focus && framed.contains(widget);
        if ((frame.isValid() || ground.isValid()) && !keeps_frame)
          expect(selector, frame.isValid() ? frame : ground, grounds, 3.0);
        ++shapes;
      } else if (text.isValid()) {
        expect(selector, text, under, 4.5);
        if (!own_text.contains(widget)) own_text[widget] = text;
        ++texts;
      } else if (ground.isValid()) {
        expect(selector, own_text.value(widget, theme.text), {ground}, 4.5);
      }
      if (focus && !shape) {
        QVERIFY2(frame.isValid(), qPrintable(selector));
        expect(selector, frame, under, 3.0);
        ++rings;
      }
    }
    QVERIFY2(texts > 10 && rings > 6 && shapes > 6, "the sheet is not read");
  }

  void palette_contrast_data() { contrast_data(); }
  void palette_contrast() {
    QFETCH(bool, dark);
    const Theme theme = dark ? dark_theme() : light_theme();
    const QPalette palette = palette_of(theme);
    using Role = QPalette::ColorRole;
    const std::vector<std::pair<Role, Role>> pairs = {{Role::WindowText, Role::Window},
                                                      {Role::Text, Role::Base},
                                                      {Role::Text, Role::AlternateBase},
                                                      {Role::ButtonText, Role::Button},
                                                      {Role::HighlightedText, Role::Highlight},
                                                      {Role::ToolTipText, Role::ToolTipBase},
                                                      {Role::PlaceholderText, Role::Base},
                                                      {Role::Link, Role::Base},
                                                      {Role::Link, Role::Window},
                                                      {Role::BrightText, Role::Window}};
    for (const auto& [text, ground] : pairs)
      QVERIFY2(contrast_ratio(palette.color(text), palette.color(ground)) >= 4.5, qPrintable(QString::number(text)));
    // The colours of tables, cards and lists, on every ground that their rows may have.
    for (const QColor& ground : {theme.card, theme.ground, theme.hover, theme.selected}) {
      for (const QColor& text : {theme.text, theme.quiet, theme.error, theme.warning, theme.success, theme.link})
        QVERIFY2(contrast_ratio(text, ground) >= 4.5, qPrintable(text.name() + QStringLiteral(" on ") + ground.name()));
      for (const QColor& shape : {theme.mark, theme.accent})
        QVERIFY2(contrast_ratio(shape, ground) >= 3.0,
                 qPrintable(shape.name() + QStringLiteral(" on ") + ground.name()));
    }
    for (const QColor& ground : {theme.error_ground, theme.warning_ground})
      QVERIFY(contrast_ratio(theme.text, ground) >= 4.5);
  }

  /// A toggle that is on looks it, also where no frame is around it.
  void toggles_show_their_state_data() { contrast_data(); }
  void toggles_show_their_state() {
    QFETCH(bool, dark);
    apply_theme(*qApp, dark ? dark_theme() : light_theme());
    for (const char* role : {"flat", "tab", ""}) {
      QToolButton toggle;
      set_role(&toggle, role);
      toggle.setText(QStringLiteral("Split"));
      toggle.setCheckable(true);
      const QImage off = toggle.grab().toImage();
      toggle.setChecked(true);
      const QImage on = toggle.grab().toImage();
      const QPoint corner(off.width() / 2, 3);  // beside its letters
      QVERIFY2(off.pixelColor(corner) != on.pixelColor(corner), role);
    }
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

  /// 24 pt on a screen of 1080 lines and 96 dots an inch, as many pixels on any other of that size.
  void projector_letters_are_a_share_of_the_window() {
    const auto pixels = [](const QSize& window, double dots) {
      return fitted_to(light_theme(true), window, dots).small_pt * dots / 72.0;
    };
    QCOMPARE(pixels({1920, 1080}, 96.0), 32.0);
    QCOMPARE(pixels({1920, 1080}, 120.0), 32.0);
    QCOMPARE(pixels({3840, 2160}, 96.0), 64.0);
    QCOMPARE(fitted_to(light_theme(true), {1024, 768}, 96.0).small_pt, light_theme(true).small_pt);
    QCOMPARE(fitted_to(light_theme(), {3840, 2160}, 96.0).small_pt, light_theme().small_pt);
    const Theme large = fitted_to(dark_theme(true), {1920, 1080}, 96.0);
    QVERIFY(large.font_pt >= large.small_pt && large.icon_size > dark_theme(true).icon_size);
    QVERIFY(large.px(100) > 150 && dark_theme(true).px(100) == 100);
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
