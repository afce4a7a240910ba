// A window that is closed and opened again shows each page, with what was measured, as it is drawn when it is come to
// from another page: what is restored before the window has a size or a look is no other image.
#include "tests/ui/filled_window.h"
#include "ui/inspect/inspect_page.h"
#include "ui/notebook/notebook_page.h"
#include "ui/operations/operations_page.h"
#include "ui/operations/operations_setup.h"
#include "ui/runs/run_data.h"

using namespace mlplab;

class ReopenTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

  /// Once what is read in the background is shown: nothing changes any more.
  static QImage image_of(MainWindow& window) {
    window.resize(1280, 800);
    const auto* data = window.findChild<RunData*>();
    const auto* inspect = window.findChild<InspectPage*>();
    const auto* runs = window.findChild<NotebookPage*>();
    QImage last;
    for (int tries = 0; tries < 100; ++tries) {
      // In an event loop as the program has it: what was deleted 'later' before it began is deleted otherwise there.
      QEventLoop loop;
      QTimer::singleShot(300, &loop, &QEventLoop::quit);
      loop.exec();
      if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
      const QImage now = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
      if (now == last && !data->reading() && !inspect->busy() && !runs->reading() && !runs->placing()) return now;
      last = now;
    }
    return last;
  }
  /// How many pixels are of another colour.
  static int differing(const QImage& a, const QImage& b) {
    if (a == b) return 0;
    if (a.size() != b.size()) return a.width() * a.height();
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
      for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
  }

 private Q_SLOTS:
  void each_page_is_as_if_it_had_just_been_come_to() {
    home_ = std::make_unique<WindowHome>();
    QStringList ids;
    {
      MainWindow window(home_->options());
      for (const Page* page : window.pages()) ids << page->id();
      fill_window(window);
      auto* operations = window.findChild<OperationsPage*>();
      operations->setup().set_plan(
          {.kind = LaboratoryKind::pooling, .sizes = {64}, .timing = {.repeats = 2, .limit_s = 1.0}});
      operations->setup().start_button()->click();
      QVERIFY(operations->measuring());
      QTRY_VERIFY_WITH_TIMEOUT(!operations->measuring(), long_ms);
      window.close();
    }
    std::map<int, QImage> restored, fresh;
    for (int opened = 0; opened < ids.size(); ++opened) {
      QSettings().setValue(QStringLiteral("window/page"), opened);
      const auto window = home_->open_window({1280, 800});
      restored[opened] = image_of(*window);
      // All are come to in the second window, but the page that it opened at. Backwards, as the page Network, once
      // Profile was open, shows the times of its study.
      for (int i = static_cast<int>(ids.size()); i-- > 0;) {
        if (opened > 1 || (opened == 0) != (i == 1)) continue;
        QTimer::singleShot(0, window.get(), [&] { window->show_page(i); });  // as a click does, in the loop
        fresh[i] = image_of(*window);
      }
      window->close();
    }
    for (int i = 0; i < ids.size(); ++i) {
      const int wrong = differing(restored[i], fresh[i]);
      if (wrong > 0) {
        restored[i].save(QDir::temp().filePath(QStringLiteral("reopen-%1-restored.png").arg(ids[i])));
        fresh[i].save(QDir::temp().filePath(QStringLiteral("reopen-%1-fresh.png").arg(ids[i])));
      }
      QVERIFY2(wrong == 0, qPrintable(QStringLiteral("%1: %2 pixels").arg(ids[i]).arg(wrong)));
    }
  }
};

QTEST_MAIN(ReopenTest)
#include "reopen_test.moc"
