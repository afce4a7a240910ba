// A table of columns: what a cell and a header say, where they stand, and their tips.
#include "ui/widgets/column_table.h"

#include <QtTest>

#include "ui/widgets/attempt.h"

using namespace mlplab;

namespace {

/// A row per number: its name with a mark and a colour, itself, and a tip on the even ones.
class Numbers : public ColumnTable {
 public:
  Numbers() {
    set_columns({{.title = QStringLiteral("name"),
                  .cell = [](int row) { return QStringLiteral("n%1").arg(row); },
                  .words = true,
                  .mark = [](int row) { return QVariant(QStringLiteral("mark %1").arg(row)); },
                  .color = [](int row) { return row == 0 ? QVariant() : QVariant(QColor(Qt::red)); }},
                 {.title = QStringLiteral("number"),
                  .cell = [](int row) { return row; },
                  .tip = QStringLiteral("as it is"),
                  .cell_tip = [](int row) { return row % 2 == 0 ? QVariant(QStringLiteral("even")) : QVariant(); }}});
    set_rows(3);
  }
  using ColumnTable::refresh_cells;
  using ColumnTable::set_header;
  using ColumnTable::set_rows;
};

struct Teller {
  void failed(const QString& message) { told = message; }
  QString told;
};

}  // namespace

class ColumnTableTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void cells_say_what_their_column_does() {
    const Numbers table;
    QCOMPARE(table.columnCount(), 2);
    QCOMPARE(table.columnCount(table.index(0, 0)), 0);
    QCOMPARE(table.data(table.index(2, 0)), QVariant(QStringLiteral("n2")));
    QCOMPARE(table.data(table.index(2, 1)), QVariant(2));
    QVERIFY(!table.data(table.index(3, 0)).isValid());
    QVERIFY(!table.data({}).isValid());
    QCOMPARE(table.data(table.index(2, 1), Qt::ToolTipRole), QVariant(QStringLiteral("even")));
    QVERIFY(!table.data(table.index(1, 1), Qt::ToolTipRole).isValid());
    QVERIFY(!table.data(table.index(1, 0), Qt::ToolTipRole).isValid());
    QCOMPARE(table.data(table.index(1, 0), Qt::DecorationRole), QVariant(QStringLiteral("mark 1")));
    QVERIFY(!table.data(table.index(1, 1), Qt::DecorationRole).isValid());
    QCOMPARE(table.data(table.index(1, 0), Qt::ForegroundRole), QVariant(QColor(Qt::red)));
    QVERIFY(!table.data(table.index(0, 0), Qt::ForegroundRole).isValid());
    QVERIFY(!table.data(table.index(1, 1), Qt::ForegroundRole).isValid());
  }

  void views_are_told_of_other_rows_and_of_other_cells() {
    Numbers table;
    const QSignalSpy reset(&table, &QAbstractItemModel::modelReset), changed(&table, &QAbstractItemModel::dataChanged);
    table.refresh_cells();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), table.index(0, 0));
    QCOMPARE(changed[0][1].toModelIndex(), table.index(2, 1));
    QVERIFY(reset.isEmpty());
    table.set_rows(0);
    QCOMPARE(reset.size(), 1);
    QCOMPARE(table.rowCount(), 0);
    table.refresh_cells();
    QCOMPARE(changed.size(), 1);  // there is nothing to change
    table.set_rows(5);
    QCOMPARE(table.rowCount(), 5);
    QCOMPARE(table.rowCount(table.index(0, 0)), 0);
  }

  void headers_have_titles_and_tips() {
    const Numbers table;
    QCOMPARE(table.headerData(1, Qt::Horizontal), QVariant(QStringLiteral("number")));
    QCOMPARE(table.headerData(1, Qt::Horizontal, Qt::ToolTipRole), QVariant(QStringLiteral("as it is")));
    QVERIFY(!table.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
    QVERIFY(!table.headerData(1, Qt::Vertical).isValid());
    QVERIFY(!table.headerData(2, Qt::Horizontal).isValid());
  }

  void a_header_that_follows_is_told_once() {
    Numbers table;
    const QSignalSpy changed(&table, &QAbstractItemModel::headerDataChanged);
    table.set_header(1, QStringLiteral("count"));
    table.set_header(1, QStringLiteral("count"));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][1].toInt(), 1);
    QCOMPARE(table.headerData(1, Qt::Horizontal), QVariant(QStringLiteral("count")));
    QVERIFY(!table.headerData(1, Qt::Horizontal, Qt::ToolTipRole).isValid());
  }

  void words_stand_on_the_left_and_numbers_on_the_right() {
    const Numbers table;
    for (const int column : {0, 1}) {
      const int side = column == 0 ? Qt::AlignLeft : Qt::AlignRight;
      QCOMPARE(table.data(table.index(0, column), Qt::TextAlignmentRole).toInt(), side | Qt::AlignVCenter);
      QCOMPARE(table.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), side | Qt::AlignVCenter);
    }
  }

  void a_failed_attempt_is_told() {
    Teller teller;
    QVERIFY(attempt(&teller, [] {}));
    QVERIFY(teller.told.isEmpty());
    QVERIFY(!attempt(&teller, [] { throw std::runtime_error("no room"); }));
    QCOMPARE(teller.told, QStringLiteral("no room"));
  }
};

QTEST_MAIN(ColumnTableTest)
#include "column_table_test.moc"
