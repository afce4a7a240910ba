// Numbers typed into fields are what was typed, never a thousand times as much: with a comma in Spanish and in English,
// in fields of decimals and of whole numbers.
#include <QLineEdit>
#include <QLocale>
#include <QTest>

#include "core/data/load.h"
#include "tests/support/in_spanish.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/decimal_box.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

class TypedNumbersTest : public QObject {
  Q_OBJECT

  static void type(QAbstractSpinBox& box, const char* text) {
    box.selectAll();
    QTest::keyClicks(&box, QLatin1String(text));
  }

 private Q_SLOTS:
  /// A dropped key would make another network of '1,000' units.
  void units_that_are_no_number_are_said_and_keep_the_run_from_starting() {
    SetupPanel panel(find_resources());
    panel.show();
    QLineEdit* units = nullptr;
    for (auto* box : panel.findChildren<NumberBox*>())
      if (box->accessibleName().startsWith(QStringLiteral("Units of hidden layer")))
        units = box->findChild<QLineEdit*>();
    QVERIFY(units != nullptr);
    for (const char* text : {"1,000", "0,5", "1e2.5", "x"}) {
      units->selectAll();
      QTest::keyClicks(units, QLatin1String(text));
      QVERIFY2(units->text().contains(QLatin1String(text)), "no key is dropped");
      QVERIFY2(!panel.valid(), text);
      QVERIFY(panel.spec().model.name() != "784-1000-10" && panel.spec().model.name() != "784-5-10");
    }
    units->selectAll();
    QTest::keyClicks(units, QStringLiteral("64"));
    QVERIFY(panel.valid());
    QCOMPARE(panel.spec().model.name(), std::string("784-64-10"));
  }

  void a_field_in_no_form_shows_its_fault_itself() {
    const std::unique_ptr<NumberBox> box(number_field(1, 50, 7, QStringLiteral("Number")));
    box->setToolTip({});
    auto* line = box->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("1,5"));
    QVERIFY2(box->value() != 15, "no key is dropped");
    QVERIFY(box->property("invalid").toBool());
    QVERIFY2(box->toolTip().contains(QStringLiteral("1,5")), qPrintable(box->toolTip()));
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("12"));
    QVERIFY(!box->property("invalid").toBool());
    QCOMPARE(box->value(), 12);
  }

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
