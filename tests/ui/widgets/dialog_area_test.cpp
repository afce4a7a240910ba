// A dialog opens as large as its contents need, and where that is more than it gets they are scrolled.
#include "ui/widgets/dialog_area.h"

#include <QDialog>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

namespace mlplab {

class DialogAreaTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_small_dialog_scrolls() {
    QDialog dialog;
    auto* area = new DialogArea(&dialog);
    auto* column = new QVBoxLayout(area->contents());
    auto* tall = new QWidget;
    tall->setMinimumSize(500, 700);
    auto* error = new QLabel(QStringLiteral("what is wrong"));
    error->setMinimumHeight(60);
    error->hide();
    column->addWidget(tall);
    column->addWidget(error);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QVERIFY2(dialog.height() >= 700 && dialog.width() >= 500, "all of it");
    QCOMPARE(area->verticalScrollBar()->maximum(), 0);
    const int before = dialog.height();
    error->show();
    QTRY_VERIFY2(dialog.height() >= before + 60, "it grows with its contents");
    dialog.resize(400, 300);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    QVERIFY(area->horizontalScrollBar()->maximum() > 0);
    QCOMPARE(dialog.size(), QSize(400, 300));
  }

  void a_dialog_opens_as_wanted_and_stays_as_it_was_made() {
    QDialog dialog;
    auto* area = new DialogArea(&dialog, {560, 420});
    new QVBoxLayout(area->contents());
    dialog.show();
    QCOMPARE(dialog.size(), QSize(560, 420));
    dialog.resize(300, 200);
    dialog.hide();
    dialog.show();
    QCOMPARE(dialog.size(), QSize(300, 200));
  }
};

}  // namespace mlplab

using mlplab::DialogAreaTest;
QTEST_MAIN(DialogAreaTest)
#include "dialog_area_test.moc"
