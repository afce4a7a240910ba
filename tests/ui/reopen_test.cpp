// A window that is closed and opened again shows each page, with what was measured, as it is drawn when it is come to
// from another page: what is restored before the window has a size or a look is no other image.
#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "tests/support/window_home.h"
#include "ui/inspect/inspect_page.h"
#include "ui/main_window.h"
#include "ui/runs/run_session.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/page.h"

using namespace mlplab;

class ReopenTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

  /// Once what is read in the background is shown: nothing changes any more.
  static QImage image_of(MainWindow& window) {
    window.resize(1280, 800);
    const auto* inspect = window.findChild<InspectPage*>();
    QImage last;
    for (int tries = 0; tries < 100; ++tries) {
      // In an event loop as the program has it: what was deleted 'later' before it began is deleted otherwise there.
      QEventLoop loop;
      QTimer::singleShot(300, &loop, &QEventLoop::quit);
      loop.exec();
      if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
      const QImage now = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
      if (now == last && (inspect == nullptr || !inspect->busy())) return now;
      last = now;
    }
    return last;
  }
  /// How many pixels are of another colour.
  static int differing(const QImage& a, const QImage& b) {
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
      window.resize(1280, 800);
      window.show();
      RunSpec spec = SetupPanel::default_spec();
      spec.data.train_limit = 3000, spec.data.test_limit = 500;
      spec.epochs = 3;
      window.session().start(spec);
      QTRY_VERIFY_WITH_TIMEOUT(window.session().current() && !window.session().active(), 120000);
      for (std::size_t i = 0; i < window.pages().size(); ++i) {
        Page* page = window.pages()[i];
        ids << page->id();
        window.show_page(static_cast<int>(i));
        settle();
        if (QStringList{QStringLiteral("scale"), QStringLiteral("profile"), QStringLiteral("compare"),
                        QStringLiteral("operations")}
                .contains(page->id()))
          page->show_example(ExampleSize::quick);
        QTRY_VERIFY_WITH_TIMEOUT(!page->measuring(), 180000);
      }
      window.close();
    }
    for (int i = 0; i < ids.size(); ++i) {
      const auto opened_at = [&](int first) {
        QSettings().setValue(QStringLiteral("window/page"), first);
        auto window = std::make_unique<MainWindow>(home_->options());
        window->resize(1280, 800);
        window->show();
        return window;
      };
      QImage restored, fresh;
      {
        const auto window = opened_at(i);
        restored = image_of(*window);
        window->close();
      }
      {
        const auto window = opened_at(i == 0 ? 1 : 0);
        image_of(*window);
        QTimer::singleShot(0, window.get(), [&] { window->show_page(i); });  // as a click does, in the loop
        fresh = image_of(*window);
        window->close();
      }
      const int wrong = differing(restored, fresh);
      if (wrong > 0) {
        restored.save(QDir::temp().filePath(QStringLiteral("reopen-%1-restored.png").arg(ids[i])));
        fresh.save(QDir::temp().filePath(QStringLiteral("reopen-%1-fresh.png").arg(ids[i])));
      }
      QVERIFY2(wrong == 0, qPrintable(QStringLiteral("%1: %2 pixels").arg(ids[i]).arg(wrong)));
    }
  }
};

QTEST_MAIN(ReopenTest)
#include "reopen_test.moc"
