// The questions for files: what is chosen arrives, with the ending, and nothing is modal.
#include "ui/widgets/file_dialogs.h"

#include <QtTest>
#include <QtWidgets>

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
