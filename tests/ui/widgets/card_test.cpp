// A card: its header, its menu, and the two acts that save and copy its image.
#include "ui/widgets/card.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace mlplab;

namespace {

QImage red_image() {
  QImage image(3, 2, QImage::Format_RGB32);
  image.fill(Qt::red);
  return image;
}

/// Saves the image of a card as this file, by its menu and the dialog that it opens.
void save_as(const Card& card, const QString& path) {
  card.menu()->actions().constFirst()->trigger();
  auto* dialog = card.window()->findChild<QFileDialog*>();
  QVERIFY(dialog != nullptr);
  QCOMPARE(dialog->windowTitle(), QStringLiteral("Save the square"));
  Q_EMIT dialog->fileSelected(path);
  delete dialog;
}

}  // namespace

class CardTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_header_has_the_title_and_the_menu_at_its_end() {
    Card card(QStringLiteral("Square"));
    QCOMPARE(card.title()->text(), QStringLiteral("Square"));
    QVERIFY(card.menu() == nullptr);
    card.set_theme(light_theme());  // without a menu, too
    card.header()->addWidget(new QLabel);
    card.add_menu(QStringLiteral("Menu of the square"));
    QCOMPARE(card.more()->accessibleName(), QStringLiteral("Menu of the square"));
    QCOMPARE(card.more()->menu(), card.menu());
    QCOMPARE(card.header()->indexOf(card.more()), card.header()->count() - 1);
    QAction* act = card.add_act(QStringLiteral("Turn"), QStringLiteral("copy"), [] {});
    QVERIFY(card.more()->icon().isNull() && act->icon().isNull());
    card.set_theme(dark_theme());
    QVERIFY(!card.more()->icon().isNull() && !act->icon().isNull());
  }

  void its_image_is_saved_and_copied() {
    const QTemporaryDir folder;
    Card card;
    card.add_menu({});
    card.add_image_acts(QStringLiteral("Save the square"), QStringLiteral("square.png"), red_image);
    const QSignalSpy saved(&card, &Card::saved), failed(&card, &Card::failed);
    save_as(card, folder.filePath(QStringLiteral("square.png")));
    QCOMPARE(saved.size(), 1);
    QCOMPARE(QImage(saved[0][0].toString()).pixelColor(2, 1), QColor(Qt::red));
    QGuiApplication::clipboard()->clear();
    card.menu()->actions().constLast()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(3, 2));
    QVERIFY(failed.isEmpty());
  }

  void a_file_that_cannot_be_written_is_told() {
    const QTemporaryDir folder;
    Card card;
    card.add_menu({});
    card.add_image_acts(QStringLiteral("Save the square"), QStringLiteral("square.png"), red_image);
    const QSignalSpy saved(&card, &Card::saved), failed(&card, &Card::failed);
    save_as(card, folder.filePath(QStringLiteral("missing/square.png")));
    QCOMPARE(failed.size(), 1);
    QVERIFY2(failed[0][0].toString().contains(QStringLiteral("square.png")), qPrintable(failed[0][0].toString()));
    QVERIFY(saved.isEmpty());
  }
};

QTEST_MAIN(CardTest)
#include "card_test.moc"
