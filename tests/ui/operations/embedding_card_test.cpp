// The map of embeddings driven as a user would: turned by mouse and keys, images chosen, pairs and neighbours with
// their distances; points that were placed by hand are where they belong.
#include "ui/operations/embedding_card.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/load.h"
#include "ui/window_language.h"

namespace mlplab {
namespace {

/// Images of one number, of two classes.
class MadeImages : public ImageSource {
 public:
  explicit MadeImages(std::size_t count, bool broken = false) : count_(count), broken_(broken) {}
  std::size_t size() const override { return count_; }
  std::vector<float> image(std::size_t index) const override {
    if (broken_) throw InputError("image " + std::to_string(index) + " is gone");
    return std::vector<float>(9, static_cast<float>(index % 2));
  }
  ImageRecipe recipe() const override { return {}; }
  ImageShape shape() const override { return {3, 3, 1}; }
  int class_of(std::size_t index) const override { return static_cast<int>(index % 2); }
  std::vector<std::string> class_names() const override { return {"round", "square"}; }

 private:
  std::size_t count_;
  bool broken_;
};

std::shared_ptr<const EmbeddedImages> embedded(std::vector<float> values, int dimensions, bool broken = false) {
  Embeddings all{dimensions, std::move(values), {}};
  const auto d = static_cast<std::size_t>(dimensions);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < d; ++k) sum += std::pow(double{all.values[i * d + k]} - all.values[j * d + k], 2.0);
      all.distances.push_back(static_cast<float>(std::sqrt(sum)));
    }
  PairExtremes pairs = extreme_pairs(all, 5);
  return std::make_shared<const EmbeddedImages>(EmbeddedImages{std::make_shared<const MadeImages>(all.size(), broken),
                                                               dimensions, std::move(all.values), std::move(pairs)});
}

/// On the three axes, the farther the earlier the axis: the components are the axes themselves.
std::vector<float> six_points() { return {8, 0, 0, -8, 0, 0, 0, 4, 0, 0, -4, 0, 0, 0, 2, 0, 0, -2}; }

class EmbeddingCardTest : public QObject {
  Q_OBJECT

  void show(std::shared_ptr<const EmbeddedImages> images) {
    card_->set_images(std::move(images), {});
    QTRY_VERIFY(!card_->computing());
  }
  QStringList rows() const {
    QStringList texts;
    for (int i = 0; i < card_->list().count(); ++i) texts << card_->list().item(i)->text();
    return texts;
  }

 private Q_SLOTS:
  void init() {
    card_ = std::make_unique<EmbeddingCard>();
    card_->resize(560, 360);
    card_->show();
  }
  void cleanup() { card_.reset(); }

  void pointsAreWhereTheComponentsPutThem() {
    show(embedded(six_points(), 3));
    const EmbeddingView& view = card_->view();
    QCOMPARE(view.points().size(), std::size_t{6});
    const QPointF middle = (view.place(0) + view.place(1)) / 2;
    const double reach = std::abs(view.place(0).x() - middle.x());
    QVERIFY(reach > 40);
    QVERIFY(std::abs(view.place(0).y() - middle.y()) < 0.01);
    QVERIFY(std::abs(std::abs(view.place(2).y() - middle.y()) - reach / 2) < 0.1);
    QVERIFY(std::abs(view.place(4).x() - middle.x()) < 0.1 && std::abs(view.place(4).y() - middle.y()) < 0.1);
    QVERIFY(std::abs(std::abs(view.nearness(4)) - 2) < 1e-3);
    // 128, 32 and 8 of 168.
    QCOMPARE(card_->shares(),
             QStringLiteral("Principal components: PC 1 has 76.2 % of the variance, PC 2 19.0 %, PC 3 4.8 %; together "
                            "100 %."));
  }

  void itIsTurnedByKeysAndMouse() {
    show(embedded(six_points(), 3));
    EmbeddingView& view = card_->view();
    const QPointF middle = (view.place(0) + view.place(1)) / 2;
    const double reach = std::abs(view.place(0).x() - middle.x()), sign = view.place(0).x() > middle.x() ? 1 : -1;
    const double front = view.nearness(4) > 0 ? 1 : -1;
    for (int i = 0; i < 18; ++i) QTest::keyClick(&view, Qt::Key_Right);  // 18 times 5°: a quarter
    QVERIFY(std::abs(view.place(0).x() - middle.x()) < 0.1);
    QVERIFY(std::abs(view.nearness(0) + 8 * sign) < 1e-3);                        // what was at the right is behind
    QVERIFY(std::abs(view.place(4).x() - middle.x() - front * reach / 4) < 0.1);  // what was in front is at the right
    // Down goes around the screen's own axis, whatever was turned before: what is at the right stays there.
    for (int i = 0; i < 18; ++i) QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(std::abs(view.place(4).x() - middle.x() - front * reach / 4) < 0.1);
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(std::abs(view.place(0).x() - middle.x() - sign * reach) < 0.1);
    for (int i = 0; i < 18; ++i) QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(std::abs(view.place(4).y() - middle.y() - front * reach / 4) < 0.1);  // and now it is below
    view.turn_back();
    QSignalSpy chosen(&view, &EmbeddingView::imageChosen);
    const QPoint start = middle.toPoint() + QPoint(20, 20);
    QTest::mousePress(&view, Qt::LeftButton, {}, start);
    for (int i = 1; i <= 157; ++i) {
      QMouseEvent move(QEvent::MouseMove, start + QPoint(i, 0), view.mapToGlobal(start + QPoint(i, 0)), Qt::NoButton,
                       Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(&view, &move);
    }
    QTest::mouseRelease(&view, Qt::LeftButton, {}, start + QPoint(157, 0));
    QVERIFY(std::abs(view.place(0).x() - middle.x()) < 2);  // a hundredth of a turn per pixel: a quarter again
    QCOMPARE(chosen.size(), 0);                             // dragging chooses nothing
    // Turning keeps all distances from the middle.
    QVERIFY(
        std::abs(std::hypot((view.place(2) - middle).x(), (view.place(2) - middle).y(), view.nearness(2) * reach / 8) -
                 reach / 2) < 0.2);
  }

  void aClickChoosesAnImageAndShowsItsNeighbours() {
    show(embedded(six_points(), 3));
    EmbeddingView& view = card_->view();
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.place(2).toPoint());
    QCOMPARE(view.chosen(), 2);
    const QStringList texts = rows();
    QCOMPARE(texts[0], QStringLiteral("Chosen image"));
    QCOMPARE(texts[1], QStringLiteral("image 3, round"));
    QCOMPARE(texts[2], QStringLiteral("Its nearest neighbours"));
    // √(16 + 4) to both on the third axis, 8 to the one opposite, √(64 + 16) to the two on the first.
    QCOMPARE(texts[3], QStringLiteral("distance 4.47\nimage 5, round"));
    QCOMPARE(texts[4], QStringLiteral("distance 4.47\nimage 6, square"));
    QCOMPARE(texts[5], QStringLiteral("distance 8.00\nimage 4, square"));
    QCOMPARE(texts[6], QStringLiteral("distance 8.94\nimage 1, round"));
    QTest::keyClick(&view, Qt::Key_PageDown);
    QCOMPARE(view.chosen(), 3);
    QTest::mouseClick(&view, Qt::LeftButton, {}, {2, 2});  // nothing is there
    QCOMPARE(view.chosen(), -1);
    QCOMPARE(rows().first(), QStringLiteral("Nearest pairs"));
  }

  void pairsHaveTheirDistancesAndImages() {
    show(embedded(six_points(), 3));
    const QStringList texts = rows();
    QCOMPARE(texts[0], QStringLiteral("Nearest pairs"));
    QCOMPARE(texts[1], QStringLiteral("distance 4.00\nimage 5, round; image 6, square"));
    QVERIFY(texts.contains(QStringLiteral("Farthest pairs")));
    QCOMPARE(texts[7], QStringLiteral("distance 16.0\nimage 1, round; image 2, square"));
    // The images of a pair: 5 is of zeros, 6 of ones.
    const QImage icon = card_->list().item(1)->icon().pixmap(card_->list().iconSize()).toImage();
    const double at = icon.devicePixelRatioF();
    QVERIFY(icon.pixelColor(int(17 * at), int(17 * at)).lightness() > 200);
    QVERIFY(icon.pixelColor(int(55 * at), int(17 * at)).lightness() < 80);
    card_->list().setCurrentRow(7);
    QCOMPARE(card_->view().chosen(), 0);
    Q_EMIT card_->list().itemActivated(card_->list().item(1));
    QCOMPARE(card_->view().chosen(), 4);
    QCOMPARE(rows().at(1), QStringLiteral("image 5, round"));
  }

  void whatThereIsNotIsSaid() {
    card_->set_images(nullptr, QStringLiteral("measure first"));
    QCOMPARE(card_->list().count(), 0);
    QCOMPARE(card_->view().accessibleDescription(), QStringLiteral("measure first"));
    show(embedded(std::vector<float>(12, 1.0F), 3));
    QCOMPARE(card_->view().points().size(), std::size_t{0});
    QVERIFY(card_->view().accessibleDescription().contains(QStringLiteral("same embedding")));
    QCOMPARE(card_->shares(), QString());
    QTest::mouseClick(&card_->view(), Qt::LeftButton, {}, {30, 30});
    QTest::keyClick(&card_->view(), Qt::Key_PageDown);
    QCOMPARE(card_->view().chosen(), -1);
    QSignalSpy failed(card_.get(), &EmbeddingCard::failed);
    show(embedded(six_points(), 3, true));
    QVERIFY(failed.size() >= 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("is gone")));
    QCOMPARE(card_->view().points().size(), std::size_t{6});  // the map does not need them
  }

  /// No bound on the time: it is said, as a hint.
  void twoThousandPointsAreTurned() {
    Random random(1, RandomStream::operations, 7);
    std::vector<float> values(2000 * 16);
    for (float& value : values) value = static_cast<float>(random.below(1000));
    Embeddings all{16, values, std::vector<float>(pair_count(2000), 1.0F)};
    show(std::make_shared<const EmbeddedImages>(
        EmbeddedImages{std::make_shared<const MadeImages>(2000), 16, values, extreme_pairs(all, 5)}));
    QElapsedTimer clock;
    clock.start();
    constexpr int frames = 50;
    for (int i = 0; i < frames; ++i) {
      card_->view().turn(0.05, 0.02);
      card_->view().repaint();
    }
    qInfo("a frame of 2,000 points takes %.1f ms", 1.0 * double(clock.elapsed()) / frames);
    QCOMPARE(card_->view().points().size(), std::size_t{2000});
    card_.reset();  // also while images are read
  }

  void theMapIsSaved() {
    show(embedded(six_points(), 3));
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("map.png"));
    card_->save_image(file);
    const QImage image(file);
    QCOMPARE(image.width(), 1800);
    int colored = 0;
    for (int x = 0; x < image.width(); x += 3)
      for (int y = 0; y < image.height(); y += 3) colored += image.pixelColor(x, y).saturation() > 100;
    QVERIFY(colored > 20);
  }

  void itSpeaksSpanish() {
    WindowLanguage language(find_resources());
    language.choose(QStringLiteral("es"));
    card_ = std::make_unique<EmbeddingCard>();
    show(embedded(six_points(), 3));
    card_->choose(2);
    const QString all = (rows() << card_->shares()).join(QLatin1Char('\n'));
    for (const char* english : {"image ", "Nearest", "Farthest", "distance", "Principal components", "Chosen"})
      QVERIFY2(!all.contains(QLatin1String(english)), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("imagen 3, round")), qPrintable(all));
    language.choose(QStringLiteral("en"));
  }

 private:
  std::unique_ptr<EmbeddingCard> card_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::EmbeddingCardTest)
#include "embedding_card_test.moc"
