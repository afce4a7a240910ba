// Texts of files are shown literally: a label or a tool tip takes nothing for markup unless it is set to.
#include "ui/widgets/plain_texts.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QTableWidget>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

namespace mlplab {

const QString hostile = QStringLiteral("<b>bold</b><img src='/dev/zero'>");

class PlainTextsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { show_texts_plain(); }

  void labelsGuessNoFormat() {
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* before = new QLabel(hostile);
    auto* rich = new QLabel;
    rich->setTextFormat(Qt::RichText);
    column->addWidget(before);
    column->addWidget(rich);
    window.show();
    before->setText(hostile);
    QCOMPARE(before->textFormat(), Qt::PlainText);
    QCOMPARE(before->text(), hostile);
    QCOMPARE(rich->textFormat(), Qt::RichText);
  }

  void messageBoxesGuessNoFormat() {
    QMessageBox box(QMessageBox::Question, QStringLiteral("title"), hostile);
    box.show();
    for (const QLabel* label : box.findChildren<QLabel*>())
      if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
  }

  void toolTipsOfWidgetsArePlain() {
    QLabel label(QStringLiteral("x"));
    label.setToolTip(QStringLiteral("1 < 2"));
    QCOMPARE(label.toolTip(), QStringLiteral("1 < 2"));
    QCOMPARE(plain_tip(QStringLiteral("a\n<b>")), QStringLiteral("<qt>a<br>&lt;b&gt;</qt>"));
    for (const QString& text :
         {hostile, hostile + QStringLiteral("\nb"), QStringLiteral("<qt>") + hostile + QStringLiteral("</qt>")}) {
      label.setToolTip(text);
      QCOMPARE(label.toolTip(), plain_tip(text));
    }
  }

  void toolTipsOfItemsArePlain() {
    QTableWidget table(1, 1);
    auto* item = new QTableWidgetItem(QStringLiteral("cell"));
    item->setToolTip(hostile);
    table.setItem(0, 0, item);
    table.show();
    const QPoint place = table.visualItemRect(item).center();
    QHelpEvent help(QEvent::ToolTip, place, table.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(table.viewport(), &help);
    QCOMPARE(QToolTip::text(), plain_tip(hostile));
  }
};

}  // namespace mlplab

using mlplab::PlainTextsTest;
QTEST_MAIN(PlainTextsTest)
#include "plain_texts_test.moc"
