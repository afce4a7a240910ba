// The timeline: zoom at a point, panning, keys, hits, its table and its image.
#include <QTest>
#include <QWheelEvent>

#include "made_study.h"
#include "ui/profile/span_table.h"
#include "ui/profile/timeline_view.h"

namespace mlplab {
namespace {

class TimelineTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    view_ = std::make_unique<TimelineView>();
    view_->resize(800, 160);
    view_->set_profile(made_profile());
    view_->show();
  }
  void cleanup() { view_.reset(); }

  void showsAllAtFirst() {
    QCOMPARE(view_->range().from_s, 0.0);
    QVERIFY(std::abs(view_->range().to_s - 300e-6) < 1e-12);
  }

  void zoomKeepsTheInstantUnderThePointer() {
    const double x = 500.0, before = view_->time_at(x);
    const double width = view_->range().to_s - view_->range().from_s;
    QWheelEvent wheel(QPointF(x, 60), view_->mapToGlobal(QPointF(x, 60)), {}, QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view_.get(), &wheel);
    QVERIFY(view_->range().to_s - view_->range().from_s < 0.7 * width);
    QVERIFY(std::abs(view_->time_at(x) - before) < 1e-9);
  }

  void stopsAtTheEndsAndAtAMicrosecond() {
    view_->zoom(1e9, 150e-6);
    QVERIFY(view_->range().to_s - view_->range().from_s >= 0.99e-6);
    view_->set_range({-1.0, 1.0});
    QCOMPARE(view_->range().from_s, 0.0);
    view_->zoom(4.0, 0.0);
    view_->pan(-5.0);
    QCOMPARE(view_->range().from_s, 0.0);
    view_->pan(100.0);
    QVERIFY(std::abs(view_->range().to_s - 300e-6) < 1e-12);
  }

  void keysZoomPanAndFit() {
    QTest::keyClick(view_.get(), Qt::Key_Plus);
    const TimeRange zoomed = view_->range();
    QVERIFY(zoomed.to_s - zoomed.from_s < 250e-6);
    QTest::keyClick(view_.get(), Qt::Key_Right);
    QVERIFY(view_->range().from_s > zoomed.from_s);
    QTest::keyClick(view_.get(), Qt::Key_Left);
    QVERIFY(std::abs(view_->range().from_s - zoomed.from_s) < 1e-12);
    QTest::keyClick(view_.get(), Qt::Key_Minus);
    QTest::keyClick(view_.get(), Qt::Key_Home);
    QVERIFY(std::abs(view_->range().to_s - 300e-6) < 1e-12);
  }

  void draggingPans() {
    view_->zoom(3.0, 150e-6);
    const double from = view_->range().from_s;
    QTest::mousePress(view_.get(), Qt::LeftButton, {}, QPoint(500, 60));
    QMouseEvent move(QEvent::MouseMove, QPointF(400, 60), view_->mapToGlobal(QPointF(400, 60)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view_.get(), &move);
    QTest::mouseRelease(view_.get(), Qt::LeftButton, {}, QPoint(400, 60));
    QVERIFY(view_->range().from_s > from);
  }

  void hitsWhatIsUnderThePointer() {
    const double x = view_->x_of(170e-6);
    const ProfileSpan* found = nullptr;
    for (int y = 25; y < 155 && (!found || found->operation != "copy results"); ++y)
      found = view_->span_at(QPointF(x, y));
    QVERIFY(found != nullptr);
    QCOMPARE(found->operation, std::string("copy results"));
    QCOMPARE(found->step, 1);
    const QString text = view_->describe(*found);
    QVERIFY(text.contains(QStringLiteral("device-to-host")));
    QVERIFY2(text.contains(QStringLiteral("57.0 µs")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("40.0 kB")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("0.702 GB/s")), qPrintable(text));
    QVERIFY(view_->span_at(QPointF(x, 2)) == nullptr);
  }

  void theImageHasColouredBars() {
    const QImage image = view_->image({800, 120});
    QVERIFY(!image.isNull());
    int coloured = 0;
    for (int x = 0; x < image.width(); x += 3) {
      for (int y = 0; y < image.height(); y += 3) coloured += image.pixelColor(x, y).saturation() > 120;
    }
    QVERIFY(coloured > 500);
  }

  void theTableHasEveryPiece() {
    SpanTableModel model;
    model.set_profile(made_profile());
    QCOMPARE(model.rowCount(), 12);
    QCOMPARE(model.index(1, SpanTableModel::operation_column).data().toString(), QStringLiteral("copy batch"));
    QCOMPARE(model.index(1, SpanTableModel::bytes_column).data().toString(), QStringLiteral("200 kB"));
  }

  void nothingRecordedIsSaid() {
    view_->set_profile({});
    QVERIFY(view_->empty());
    QCOMPARE(view_->accessibleDescription(), QStringLiteral("nothing recorded"));
    (void)view_->grab();
    QTest::keyClick(view_.get(), Qt::Key_Plus);
    QVERIFY(view_->span_at(QPointF(300, 60)) == nullptr);
  }

 private:
  std::unique_ptr<TimelineView> view_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::TimelineTest)
#include "timeline_test.moc"
