// Parts of the page Workshop alone: the map of wrong outputs, cell by cell, in both themes and in words; the table of
// findings; marks in the text.
#include <QtTest>
#include <QtWidgets>
#include <set>

#include "core/base/language.h"
#include "core/workshop/words.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/finding_table.h"
#include "ui/workshop/wrong_map.h"

using namespace mlplab;

namespace {

/// An output [rows, columns] that is wrong at those places.
workshop::WrongElement wrong_output(int rows, int columns, const std::vector<std::pair<int, int>>& places) {
  workshop::WrongElement wrong{.element = "c", .where = "m = 3", .difference = {}};
  wrong.difference.parameter = 2;
  wrong.difference.shape = {rows, columns};
  wrong.difference.wrong.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (const auto& [row, column] : places)
    wrong.difference.wrong[static_cast<std::size_t>(row * columns + column)] = true;
  const auto [row, column] = places.front();
  wrong.difference.first = static_cast<std::size_t>(row * columns + column);
  return wrong;
}

workshop::Work some_work() {
  return {"/tmp", &workshop::find_task("matrix_product"), &workshop::find_language("cpp"), {}};
}

}  // namespace

class WorkshopViewsTest : public QObject {
  Q_OBJECT

  /// The cells that are drawn in the colour of wrong ones, as [row, column] of the output.
  static std::set<std::pair<int, int>> drawn_wrong(const WrongMap& map, int rows, int columns, const Theme& theme) {
    const QImage image = const_cast<WrongMap&>(map).grab().toImage();
    std::set<std::pair<int, int>> wrong;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const QPoint at = map.place_of(row, column) + QPoint(-4, -1);  // beside the stroke
        if (QColor(image.pixel(at)) == theme.error) wrong.insert({row, column});
      }
    return wrong;
  }

 private Q_SLOTS:
  void theMapShowsEachWrongNumber() {
    const std::vector<std::pair<int, int>> places = {{0, 2}, {1, 4}, {2, 0}, {2, 4}};
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      WrongMap map;
      map.resize(300, 200);
      map.set_theme(theme);
      map.show_wrong(wrong_output(3, 5, places), QStringLiteral("words"));
      QCOMPARE(drawn_wrong(map, 3, 5, theme), std::set(places.begin(), places.end()));
      QVERIFY(contrast_ratio(theme.error, theme.line) > 2.0);
      map.show_wrong({}, {});
      const QImage empty = map.grab().toImage();
      QVERIFY(QColor(empty.pixel(20, 60)) != theme.error);
    }
  }

  void aPlaceOfTheMapIsItsNumber() {
    WrongMap map;
    map.resize(300, 200);
    map.show_wrong(wrong_output(3, 5, {{1, 4}}), {});
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 5; ++column)
        QCOMPARE(map.cell_at(map.place_of(row, column)), std::optional(QPoint(column, row)));
    QVERIFY(!map.cell_at({299, 199}));
  }

  void largeOutputsAreDrawnSmallerAndLoseNothing() {
    WrongMap map;
    map.resize(200, 150);
    const Theme theme = light_theme();
    map.set_theme(theme);
    map.show_wrong(wrong_output(1000, 1000, {{999, 999}}), {});
    const QImage image = map.grab().toImage();
    int found = 0;
    for (int y = 40; y < 150; ++y)
      for (int x = 0; x < 200; ++x) found += QColor(image.pixel(x, y)) == theme.error ? 1 : 0;
    QVERIFY2(found > 0 && found < 60, qPrintable(QString::number(found)));
  }

  void theMapIsSaidInWords() {
    WrongMap map;
    const workshop::WrongElement wrong = wrong_output(17, 13, {{16, 0}, {16, 11}});
    const std::string words = workshop::map_in_words(some_work(), wrong);
    QCOMPARE(words, std::string("wrong numbers of c: 2 of 221 (m = 3), in rows 16 to 16 and columns 0 to 11"));
    map.show_wrong(wrong, QString::fromStdString(words));
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&map);
    QVERIFY(spoken != nullptr);
    QCOMPARE(spoken->role(), QAccessible::Graphic);
    QVERIFY(spoken->text(QAccessible::Description).contains(QStringLiteral("rows 16 to 16")));
  }

  void findingsHaveTheLinesOfTheKernelAlone() {
    workshop::Check check;
    check.messages = {{"error", "matrix_product.cpp", 3, 1, "expected ';'"}, {"warning", "other.h", 7, 1, "unused"}};
    check.faults = {{"compile", "the compiler refuses it", 3, "plain"}, {"race", "both write", 9, "races", 11}};
    check.notes = {"races were not looked for"};
    FindingTable table;
    table.show_check(some_work(), check);
    QCOMPARE(table.rowCount(), 4);  // the compiler's refusal is said by its message
    const auto cell = [&](int row, int column) { return table.index(row, column).data().toString(); };
    QCOMPARE(cell(0, 0), QStringLiteral("3"));
    QCOMPARE(cell(1, 0), QString());
    QVERIFY(cell(1, 1).contains(QStringLiteral("other.h:7")));
    QCOMPARE(cell(2, 0), QStringLiteral("9"));
    QVERIFY(cell(2, 1).contains(QStringLiteral("line 11")));
    QCOMPARE(table.marks().size(), std::size_t{2});
  }

  void marksAreSeenInTheMargin() {
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      CodeEdit edit;
      edit.resize(400, 200);
      edit.set_theme(theme);
      edit.setPlainText(QStringLiteral("a\nb\nc\n"));
      const auto count = [&](const QColor& color) {
        const QImage image = edit.grab().toImage();
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
          for (int x = 0; x < 40; ++x) pixels += QColor(image.pixel(x, y)) == color ? 1 : 0;
        return pixels;
      };
      QCOMPARE(count(theme.error), 0);
      edit.set_marks({{2, LineMark::Kind::error, QStringLiteral("wrong")}, {3, LineMark::Kind::warning, {}}});
      QVERIFY(count(theme.error) > 20);
      QVERIFY(count(theme.warning) > 10);
      QCOMPARE(edit.said_of(2), QStringLiteral("wrong"));
      QCOMPARE(edit.line_of_mark(0), 2);
      QCOMPARE(edit.line_of_mark(7), 0);
      edit.replace_text(QStringLiteral("other"));
      QCOMPARE(count(theme.error), 0);
    }
  }

  void wordsAndCommentsHaveTheirColours() {
    CodeEdit edit;
    edit.setPlainText(QStringLiteral("int x; // note\n/* long\nint y; */ int z;\nconst char* s = \"int\";"));
    const auto formats = [&](int block) {
      QStringList parts;
      const QTextBlock at = edit.document()->findBlockByNumber(block);
      for (const QTextLayout::FormatRange& range : at.layout()->formats())
        parts << at.text().mid(range.start, range.length);
      return parts.join(QLatin1Char('|'));
    };
    QCOMPARE(formats(0), QStringLiteral("int|// note"));
    QCOMPARE(formats(1), QStringLiteral("/* long"));
    QCOMPARE(formats(2), QStringLiteral("int y; */|int"));
    QCOMPARE(formats(3), QStringLiteral("const|char|\"int\""));
  }
};

QTEST_MAIN(WorkshopViewsTest)
#include "workshop_views_test.moc"
