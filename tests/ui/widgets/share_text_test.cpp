// Shares in words: what is nearly nothing or nearly all is never rounded to it.

#include <QtTest>
#include <cmath>

#include "ui/widgets/decimal_box.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

class ShareTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// As core/base/numbers.h has them, in every language; what stands in a field is read back all the same.
  void negative_numbers_have_a_minus() {
    for (const QLocale& locale : {QLocale::c(), QLocale(QLocale::Spanish), QLocale(QLocale::Swedish)}) {
      QLocale::setDefault(locale);
      for (const double number : {-1.5, -0.00625, -1234.0, -2e-9, -3.0}) {
        for (const QString& text : {display_number(number), number_text(number, 'g', 4), display_time(number)})
          QVERIFY2(text.startsWith(QStringLiteral("−")) && !text.startsWith(QStringLiteral("−−")), qPrintable(text));
        QCOMPARE(display_number(number).mid(1), display_number(-number));
      }
      QVERIFY(!display_number(1.5).contains(QStringLiteral("−")));
    }
    QLocale::setDefault(QLocale::c());
    QCOMPARE(display_number(-0.00625), QStringLiteral("−0.00625"));
    QCOMPARE(typed_decimal(display_number(-0.00625)), std::optional(-0.00625));
  }

  void nearly_all_is_not_all_and_hardly_any_is_not_none() {
    QCOMPARE(share_text(0.0), QStringLiteral("0 %"));
    QCOMPARE(share_text(1.0), QStringLiteral("100 %"));
    QCOMPARE(share_text(0.9824), QStringLiteral("98.2 %"));
    QCOMPARE(share_text(0.001), QStringLiteral("0.1 %"));
    QCOMPARE(share_text(0.0004), QStringLiteral("< 0.1 %"));
    QCOMPARE(share_text(0.99951), QStringLiteral("> 99.9 %"));
    QCOMPARE(share_text(59999.0 / 60000.0, 2), QStringLiteral("> 99.99 %"));
    QCOMPARE(share_text(0.97932, 2), QStringLiteral("97.93 %"));
    QCOMPARE(share_text(std::nan("")), QStringLiteral("–"));
    QCOMPARE(share_figure_text(0.99951), QStringLiteral("> 99.9"));
    QCOMPARE(share_figure_text(0.97932, 2), QStringLiteral("97.93"));
    for (int part = 1; part < 20000; ++part)
      for (const QString& text : {share_text(part / 20000.0), share_text(part / 20000.0, 2)})
        QVERIFY2(text != QLatin1String("100 %") && text != QLatin1String("0 %") &&
                     !text.startsWith(QLatin1String("100.")) &&
                     !(text.startsWith(QLatin1String("0.0")) && !text.contains(QRegularExpression("[1-9]"))),
                 qPrintable(text));
  }
};

QTEST_MAIN(ShareTextTest)
#include "share_text_test.moc"
#include "ui/widgets/display_numbers.h"
