// Several fingers and pens on the sheet at the same time: each draws a stroke of its own, and undo takes back one.
#include <QPointingDevice>
#include <QSignalSpy>
#include <QTabletEvent>
#include <QtTest>

#include "ui/draw/drawing_canvas.h"

using namespace mlplab;

namespace {

QPoint on_widget(const DrawingCanvas& canvas, float x, float y) {
  const QRectF rect = canvas.sheetRect();
  return (rect.topLeft() + QPointF(x, y) * rect.width() / qreal{sheet_side}).toPoint();
}

/// Whether the stroke goes from the one place to the other, within a pixel or two.
bool goes(const Stroke& stroke, PenPoint from, PenPoint to) {
  const auto near = [](const PenPoint& a, const PenPoint& b) {
    return std::abs(a.x - b.x) < 3 && std::abs(a.y - b.y) < 3;
  };
  return near(stroke.points.front(), from) && near(stroke.points.back(), to);
}

}  // namespace

class PensTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DrawingCanvas> canvas_;
  QPointingDevice* screen_ = QTest::createTouchDevice();

  QPoint at(float x, float y) const { return on_widget(*canvas_, x, y); }
  QTest::QTouchEventWidgetSequence touch() { return QTest::touchEvent(canvas_.get(), screen_); }
  void pen(const QPointingDevice& device, QEvent::Type type, float x, float y) {
    const QPointF place = at(x, y);
    QTabletEvent event(type, &device, place, canvas_->mapToGlobal(place), 0.6, 0, 0, 0, 0, 0, Qt::NoModifier,
                       type == QEvent::TabletMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton);
    QCoreApplication::sendEvent(canvas_.get(), &event);
  }

 private Q_SLOTS:
  void init() {
    canvas_ = std::make_unique<DrawingCanvas>();
    canvas_->resize(560, 560);
    canvas_->show();
    QVERIFY(QTest::qWaitForWindowExposed(canvas_.get()));
  }

  void two_fingers_draw_two_strokes() {
    const QSignalSpy ended(canvas_.get(), &DrawingCanvas::strokeEnded);
    touch().press(0, at(40, 40));
    touch().stationary(0).press(1, at(240, 40));
    for (int i = 1; i <= 10; ++i) {
      const float y = 40.0F + 20.0F * static_cast<float>(i);
      touch().move(0, at(40, y)).move(1, at(240, y));
    }
    QCOMPARE(canvas_->strokes().size(), std::size_t{2});
    QVERIFY2(goes(canvas_->strokes()[0], {40, 40}, {40, 240}), "the first finger's stroke is its own");
    QVERIFY2(goes(canvas_->strokes()[1], {240, 40}, {240, 240}), "so is the second's");
    touch().release(0, at(40, 240)).stationary(1);
    QCOMPARE(ended.count(), 1);
    touch().move(1, at(200, 240));  // the other goes on
    touch().release(1, at(200, 240));
    QCOMPARE(ended.count(), 2);
    QVERIFY(goes(canvas_->strokes()[0], {40, 40}, {40, 240}));
    QVERIFY(goes(canvas_->strokes()[1], {240, 40}, {200, 240}));
    QVERIFY(canvas_->pixels() == rasterize(canvas_->strokes()));
  }

  /// The stroke that was begun last, whole, though the other grew after it was begun.
  void undo_takes_back_one_stroke() {
    touch().press(0, at(40, 40));
    touch().move(0, at(40, 80));
    touch().stationary(0).press(1, at(240, 40));
    touch().move(0, at(40, 240)).move(1, at(240, 240));
    touch().release(0, at(40, 240)).release(1, at(240, 240));
    const std::vector<Stroke> both = canvas_->strokes();
    QCOMPARE(both.size(), std::size_t{2});
    canvas_->clear();
    canvas_->undo();
    QCOMPARE(canvas_->strokes(), both);
    canvas_->undo();
    QCOMPARE(canvas_->strokes().size(), std::size_t{1});
    QVERIFY2(goes(canvas_->strokes()[0], {40, 40}, {40, 240}), "what the other drew meanwhile stays");
    QVERIFY(canvas_->pixels() == rasterize(canvas_->strokes()));
    canvas_->undo();
    QVERIFY(canvas_->isEmpty() && !canvas_->canUndo());
  }

  void undo_while_two_draw_lets_the_other_go_on() {
    touch().press(0, at(40, 40));
    touch().stationary(0).press(1, at(240, 40));
    touch().move(0, at(40, 100)).move(1, at(240, 100));
    canvas_->undo();
    touch().move(0, at(40, 200)).move(1, at(240, 200));
    QCOMPARE(canvas_->strokes().size(), std::size_t{1});
    QVERIFY(goes(canvas_->strokes()[0], {40, 40}, {40, 200}));
    canvas_->clear();
    touch().move(0, at(40, 240)).move(1, at(240, 240));
    QVERIFY2(canvas_->isEmpty(), "a cleared sheet stays clear until a finger is put down anew");
    touch().release(0, at(40, 240)).release(1, at(240, 240));
    canvas_->undo();
    QVERIFY(goes(canvas_->strokes()[0], {40, 40}, {40, 200}));
  }

  void two_pens_and_the_mouse_draw_three_strokes() {
    const auto make = [](const char* name, qint64 id) {
      return std::make_unique<QPointingDevice>(QLatin1String(name), id, QInputDevice::DeviceType::Stylus,
                                               QPointingDevice::PointerType::Pen, QInputDevice::Capability::Pressure, 1,
                                               1, QString(), QPointingDeviceUniqueId::fromNumericId(id));
    };
    const auto red = make("red", 7), blue = make("blue", 8);
    pen(*red, QEvent::TabletPress, 40, 40);
    pen(*blue, QEvent::TabletPress, 140, 40);
    QTest::mousePress(canvas_.get(), Qt::LeftButton, {}, at(240, 40));
    pen(*red, QEvent::TabletMove, 40, 240);
    QTest::mouseMove(canvas_.get(), at(240, 240));
    pen(*blue, QEvent::TabletMove, 140, 240);
    pen(*blue, QEvent::TabletRelease, 140, 240);
    pen(*red, QEvent::TabletRelease, 40, 240);
    QTest::mouseRelease(canvas_.get(), Qt::LeftButton, {}, at(240, 240));
    QCOMPARE(canvas_->strokes().size(), std::size_t{3});
    for (const float x : {40.0F, 140.0F, 240.0F}) {
      const auto& stroke = canvas_->strokes()[static_cast<std::size_t>((x - 40) / 100)];
      QVERIFY2(goes(stroke, {x, 40}, {x, 240}), qPrintable(QString::number(x)));
    }
  }

  /// The system may take a touch away, without a place where it ended.
  void a_touch_that_is_taken_away_ends_its_strokes() {
    touch().press(0, at(40, 40));
    touch().stationary(0).press(1, at(240, 40));
    const QSignalSpy ended(canvas_.get(), &DrawingCanvas::strokeEnded);
    QTouchEvent taken(QEvent::TouchCancel, screen_);
    QCoreApplication::sendEvent(canvas_.get(), &taken);
    QCOMPARE(ended.count(), 2);
    QCOMPARE(canvas_->strokes().size(), std::size_t{2});
  }
};

QTEST_MAIN(PensTest)
#include "pens_test.moc"
