// Numbers typed into fields are what was typed, never a thousand times as much: with a comma in Spanish and in English,
// in fields of decimals and of whole numbers.
#include <QLineEdit>
#include <QLocale>
#include <QTest>

#include "core/data/load.h"
#include "tests/support/in_spanish.h"
#include "ui/widgets/decimal_box.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

class TypedNumbersTest : public QObject {
  Q_OBJECT

  static void type(QAbstractSpinBox& box, const char* text) {
    box.selectAll();
    QTest::keyClicks(&box, QLatin1String(text));
  }

 private Q_SLOTS:
  void aCommaIsADecimalSignInSpanishAlone() {
    QCOMPARE(typed_decimal(QStringLiteral("0.001")).value_or(-1), 0.001);
    QVERIFY(!typed_decimal(QStringLiteral("0,001")));
    const test::InSpanish spanish;
    for (const char* text : {"0,001", "0.001", "1e-3", " ,001 "})
      QCOMPARE(typed_decimal(QString::fromLatin1(text)).value_or(-1), 0.001);
    for (const char* text : {"1,000,000", "1.000,5", "0x1", "inf", "nan", ""})
      QVERIFY2(!typed_decimal(QString::fromLatin1(text)), text);
  }

  void percentagesKeepTheirComma() {
    DecimalBox box;
    box.setSuffix(QStringLiteral(" %"));
    box.setSpecialValueText(QStringLiteral("none"));
    box.setRange(0.0, 90.0);
    box.setDecimals(1);
    box.show();
    type(box, "0,5");
    QVERIFY2(box.value() != 5.0 && box.value() != 50.0, "a comma was dropped");
    const test::InSpanish spanish;
    type(box, "0,5");
    QCOMPARE(box.value(), 0.5);
    type(box, "12.5");
    QCOMPARE(box.value(), 12.5);
    type(box, "none");
    QCOMPARE(box.value(), 0.0);
  }

  void wholeNumbersAreInTheGroupsOfTheFieldOrInNone() {
    NumberBox box;
    box.setLocale(QLocale(QLocale::English));
    box.setRange(0, 1'000'000);
    box.setGroupSeparatorShown(true);
    box.show();
    for (const auto& [text, value] : {std::pair("60000", 60000), {"60,000", 60000}, {"064", 64}, {"1e3", 1000}}) {
      type(box, text);
      QCOMPARE(box.typed().value_or(-1), double(value));
    }
    for (const char* text : {"1,5", "60,00", "0x10", "1.5", "inf"}) {
      type(box, text);
      QVERIFY2(!box.typed(), text);
      QVERIFY(!box.fault().isEmpty());
    }
  }
};

}  // namespace mlplab

QTEST_MAIN(mlplab::TypedNumbersTest)
#include "typed_numbers_test.moc"
