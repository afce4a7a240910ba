// The questions for files: what is chosen arrives, with the ending, and nothing is modal. And the look of their parts
// and of lists, under the program's style sheet.
#include "ui/widgets/file_dialogs.h"

#include <QtTest>
#include <QtWidgets>

#include "ui/theme/theme.h"
#include "ui/widgets/backend_list.h"

using namespace mlplab;

class FileDialogsTest : public QObject {
  Q_OBJECT

  static void choose(QWidget& window, const QString& path) {
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY2(!dialog->isModal(), "a run must be able to go on behind it");
    dialog->selectFile(path);
    QMetaObject::invokeMethod(dialog, "accept");
    QTRY_VERIFY(window.findChild<QFileDialog*>() == nullptr);
  }

 private Q_SLOTS:
  void initTestCase() { QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

  void the_ending_of_the_suggestion_is_added() {
    QTemporaryDir folder;
    QWidget window;
    QString chosen;
    ask_where_to_save(&window, QStringLiteral("Save"), QStringLiteral("run.json"), QStringLiteral("Runs (*.json)"),
                      [&](const QString& path) { chosen = path; });
    choose(window, folder.filePath(QStringLiteral("mine")));
    QCOMPARE(chosen, folder.filePath(QStringLiteral("mine.json")));
  }

  void a_file_that_is_there_is_chosen() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("run.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QWidget window;
    QString chosen;
    ask_for_file(&window, QStringLiteral("Open"), QStringLiteral("Runs (*.json)"),
                 [&](const QString& path) { chosen = path; });
    choose(window, file.fileName());
    QCOMPARE(chosen, file.fileName());
  }

  /// The style sheet's room around buttons must leave some for their images.
  void the_buttons_of_the_dialog_show_their_images() {
    apply_theme(*qApp, light_theme());
    QWidget window;
    QTemporaryDir folder;
    QFileDialog* dialog = make_folder_dialog(&window, QStringLiteral("Folder"), folder.path(), [](const QString&) {});
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    int buttons = 0;
    for (QToolButton* button : dialog->findChildren<QToolButton*>()) {
      if (!button->isVisible() || button->icon().isNull()) continue;
      const QImage image = button->grab().toImage();
      const QRect inner = image.rect().adjusted(5, 5, -5, -5);
      bool drawn = false;
      for (int y = inner.top(); y <= inner.bottom(); ++y)
        for (int x = inner.left(); x <= inner.right(); ++x)
          drawn = drawn || image.pixel(x, y) != image.pixel(inner.left(), inner.top());
      QVERIFY2(drawn, qPrintable(button->objectName()));
      ++buttons;
    }
    QVERIFY(buttons >= 5);
    dialog->reject();
  }

  void what_is_chosen_in_a_list_stands_out() {
    const Theme theme = light_theme();
    apply_theme(*qApp, theme);
    QComboBox box;
    box.addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
    box.show();
    box.showPopup();
    QAbstractItemView* list = box.view();
    QTRY_VERIFY(list->isVisible());
    list->setCurrentIndex(list->model()->index(1, 0));
    const QImage image = list->viewport()->grab().toImage();
    const auto ground_of = [&](int row) {
      const QRect rect = list->visualRect(list->model()->index(row, 0));
      return image.pixelColor(rect.right() - 6, rect.center().y());
    };
    QCOMPARE(ground_of(1), theme.selected);
    QVERIFY(ground_of(2) != theme.selected);
    box.hidePopup();
  }

  void every_backend_is_in_the_open_list() {
    QComboBox box;
    fill_backend_list(&box);
    QVERIFY(box.count() > 0 && box.maxVisibleItems() >= box.count());
  }

  void nothing_happens_once_who_asked_is_gone() {
    QTemporaryDir folder;
    QWidget window;
    auto asking = std::make_unique<QWidget>(&window);
    bool called = false;
    QFileDialog* dialog = make_folder_dialog(asking.get(), QStringLiteral("Folder"), folder.path(),
                                             [&](const QString&) { called = true; });
    dialog->show();
    asking.reset();
    choose(window, folder.path());
    QVERIFY(!called);
  }
};

QTEST_MAIN(FileDialogsTest)
#include "file_dialogs_test.moc"
