// The text of a kernel and its file: saved, read again, both changed, closed; nothing that was typed is lost.
#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "tests/support/support.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/editor_card.h"
#include "ui/workshop/work_text.h"

using namespace mlplab;

class WorkshopTextTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<EditorCard> card_;

  std::filesystem::path file() const { return folder_->filePath(QStringLiteral("kernel.cpp")).toStdString(); }
  QString text() const { return card_->edit().toPlainText(); }
  void write(const std::string& content) { test::write_bytes(file(), content); }
  void type(const QString& letters) {
    card_->edit().moveCursor(QTextCursor::End);
    QTest::keyClicks(&card_->edit(), letters);
  }
  QToolButton* button(const QString& words) {
    for (auto* button : card_->findChildren<QToolButton*>())
      if (button->text() == words) return button;
    return nullptr;
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    write("one\n");
    card_ = std::make_unique<EditorCard>();
    card_->resize(500, 300);
    card_->show();
    QVERIFY(QTest::qWaitForWindowExposed(card_.get()));
    card_->open(file());
  }
  void cleanup() {
    card_.reset();
    folder_.reset();
  }

  void isSavedSoonAfterTyping() {
    type(QStringLiteral("two"));
    QVERIFY(card_->text().modified());
    QCOMPARE(test::read_bytes(file()), std::string("one\n"));
    QTRY_COMPARE(test::read_bytes(file()), std::string("one\ntwo"));
    QVERIFY(!card_->text().modified());
  }

  void isSavedWhenItIsClosed() {
    type(QStringLiteral("two"));
    card_.reset();
    QCOMPARE(test::read_bytes(file()), std::string("one\ntwo"));
  }

  void isSavedBeforeAnotherIsOpened() {
    type(QStringLiteral("two"));
    const std::filesystem::path other = file().parent_path() / "other.cpp";
    test::write_bytes(other, "other\n");
    card_->open(other);
    QCOMPARE(test::read_bytes(file()), std::string("one\ntwo"));
    QCOMPARE(text(), QStringLiteral("other\n"));
  }

  void isReadAgainWhenItIsChangedOutside() {
    QSignalSpy reloaded(&card_->text(), &WorkText::reloaded);
    write("changed\noutside\n");
    QTRY_COMPARE(text(), QStringLiteral("changed\noutside\n"));
    QCOMPARE(reloaded.count(), 1);
    QVERIFY(!card_->text().modified());
    // As many editors save: another file in its place. And again after that.
    for (const char* content : {"replaced\n", "and again\n"}) {
      const std::filesystem::path beside = file().parent_path() / "beside";
      test::write_bytes(beside, content);
      std::filesystem::rename(beside, file());
      QTRY_COMPARE(text(), QString::fromLatin1(content));
    }
    card_->edit().undo();
    QCOMPARE(text(), QStringLiteral("replaced\n"));
  }

  void whereBothHaveChangedTheUserIsAsked() {
    type(QStringLiteral("mine"));
    write("theirs\n");
    QTRY_VERIFY(card_->text().in_conflict());
    QTest::qWait(2000);  // nothing is saved over it meanwhile
    QCOMPARE(test::read_bytes(file()), std::string("theirs\n"));
    QCOMPARE(text(), QStringLiteral("one\nmine"));
    QVERIFY(button(QStringLiteral("This one"))->isVisible());
    QTest::mouseClick(button(QStringLiteral("This one")), Qt::LeftButton);
    QCOMPARE(test::read_bytes(file()), std::string("one\nmine"));
    QVERIFY(!card_->text().in_conflict() && !button(QStringLiteral("This one"))->isVisible());

    type(QStringLiteral("more"));
    write("theirs again\n");
    QTRY_VERIFY(card_->text().in_conflict());
    QTest::mouseClick(button(QStringLiteral("The file's")), Qt::LeftButton);
    QCOMPARE(text(), QStringLiteral("theirs again\n"));
    card_->edit().undo();
    QCOMPARE(text(), QStringLiteral("one\nminemore"));
  }

  /// Also where the change was not noticed yet.
  void aChangeOutsideIsNotOverwritten() {
    type(QStringLiteral("mine"));
    write("theirs\n");
    QVERIFY(!card_->text().save());
    QVERIFY(card_->text().in_conflict());
    QCOMPARE(test::read_bytes(file()), std::string("theirs\n"));
  }

  void bothTextsAreKeptWhereItIsClosedUnasked() {
    type(QStringLiteral("mine"));
    write("theirs\n");
    QTRY_VERIFY(card_->text().in_conflict());
    card_.reset();
    QCOMPARE(test::read_bytes(file()), std::string("theirs\n"));
    QCOMPARE(test::read_bytes(file().parent_path() / "kernel.cpp.mine"), std::string("one\nmine"));
  }

  void isMadeAgainWhereItWasRemoved() {
    std::filesystem::remove(file());
    type(QStringLiteral("two"));
    QVERIFY(card_->text().save());
    QCOMPARE(test::read_bytes(file()), std::string("one\ntwo"));
  }

  void aFolderThatCannotBeWrittenIsSaidOnce() {
    QSignalSpy failed(card_.get(), &EditorCard::failed);
    std::filesystem::remove(file());
    std::filesystem::remove_all(file().parent_path());
    type(QStringLiteral("two"));
    QVERIFY(!card_->text().save());
    QVERIFY(!card_->text().save());
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("kernel.cpp")));
    QVERIFY(card_->text().modified());
    make_folder(file().parent_path());
    QVERIFY(card_->text().save());
    QCOMPARE(test::read_bytes(file()), std::string("one\ntwo"));
  }

  void endsOfLinesStayAsTheyAre() {
    write("a\r\nb\r\n");
    QTRY_COMPARE(text(), QStringLiteral("a\nb\n"));
    type(QStringLiteral("c"));
    QVERIFY(card_->text().save());
    QCOMPARE(test::read_bytes(file()), std::string("a\r\nb\r\nc"));
  }

  void whatIsNoTextIsRefused() {
    const std::filesystem::path other = file().parent_path() / "other.cpp";
    for (const std::string& bytes : {std::string("a\xff\xfe"), std::string("a\0b", 3)}) {
      test::write_bytes(other, bytes);
      QVERIFY_THROWS_EXCEPTION(InputError, card_->open(other));
      QCOMPARE(text(), QStringLiteral("one\n"));  // and this one is still there
      QCOMPARE(card_->text().file().string(), file().string());
    }
  }

  void opensInTheUsersEditor() {
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "takeUrl");
    type(QStringLiteral("two"));
    QTest::mouseClick(button(QStringLiteral("Open in my editor")), Qt::LeftButton);
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    QCOMPARE(taken_.toLocalFile().toStdString(), file().string());
    QCOMPARE(test::read_bytes(file()), std::string("one\ntwo"));  // saved before
  }
  void tabsIndentAndLinesKeepTheirIndent() {
    card_->edit().selectAll();
    QTest::keyClick(&card_->edit(), Qt::Key_Delete);
    QTest::keyClick(&card_->edit(), Qt::Key_Tab);
    QTest::keyClicks(&card_->edit(), QStringLiteral("a"));
    QTest::keyClick(&card_->edit(), Qt::Key_Return);
    QTest::keyClicks(&card_->edit(), QStringLiteral("b"));
    QTest::keyClick(&card_->edit(), Qt::Key_Tab);
    QTest::keyClicks(&card_->edit(), QStringLiteral("c"));
    QCOMPARE(text(), QStringLiteral("  a\n  b c"));
    card_->edit().setFocus();
    QTest::keyClick(&card_->edit(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(text(), QStringLiteral("  a\n  b c"));
    QVERIFY(!card_->edit().hasFocus());
  }

 public Q_SLOTS:
  /// QDesktopServices brings the file here.
  void takeUrl(const QUrl& url) { taken_ = url; }

 private:
  QUrl taken_;
};

QTEST_MAIN(WorkshopTextTest)
#include "workshop_text_test.moc"
