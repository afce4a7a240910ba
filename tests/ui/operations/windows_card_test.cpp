// The card of windows driven as a user would: numbers, images, filters; mouse, keys and film; numbers typed and pasted;
// what cannot be is said, and what the view shows is what core computes.
#include "ui/operations/windows_card.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "tests/support/image_writer.h"
#include "tests/ui/painted_texts.h"
#include "ui/operations/number_sheet.h"
#include "ui/window_language.h"

namespace mlplab {
namespace {

/// Dark on the left, light on the right, and one bright pixel.
GrayImage edge(int height, int width) {
  GrayImage image(height, width);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image.at(y, x) = x < width / 2 ? 20 : 200;
  image.at(1, 2) = 255;
  return image;
}

class WindowsCardTest : public QObject {
  Q_OBJECT

  template <class Widget>
  Widget* named(const char* name) const {
    for (auto* widget : card_->findChildren<Widget*>())
      if (widget->accessibleName() == QLatin1String(name)) return widget;
    return nullptr;
  }
  QString text_of(const char* name) const { return named<QLabel>(name)->text(); }
  void choose(const char* box, const QString& entry) {
    auto* list = named<QComboBox>(box);
    const int found = list->findText(entry);
    QVERIFY2(found >= 0, qPrintable(entry));
    list->setCurrentIndex(found);
    Q_EMIT list->activated(found);
  }
  void choose_operation(const QString& entry) { choose("The operation of each window", entry); }
  void choose_source(const QString& entry) { choose("The numbers that the window slides over", entry); }
  std::filesystem::path written(const char* name, const std::string& bytes) const {
    const std::filesystem::path file = folder_->filePath(QLatin1String(name)).toStdString();
    write_file_atomically(file, bytes);
    return file;
  }
  void open(const std::filesystem::path& file) {
    card_->open_image(file);
    QTRY_VERIFY(!card_->reading());
  }
  WindowView& view() const { return card_->view(); }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    card_ = std::make_unique<WindowsCard>(find_resources());
    card_->resize(420, 380);
    card_->show();
  }
  void cleanup() { card_.reset(); }

  void aFilterOfAnImageIsWhatCoreComputes() {
    const GrayImage image = edge(30, 41);
    open(written("edge.png", test::png_bytes(image)));
    QCOMPARE(card_->source(), WindowsCard::Source::file);
    const NumberGrid before{30, 41, {image.pixels.begin(), image.pixels.end()}};
    QCOMPARE(view().before(), before);
    for (const FilterKind kind : filter_kinds) {
      choose_operation(QString::fromStdString(title_of(kind)));
      const WindowWork work = work_of(filter_of(kind));
      const NumberGrid after = windows_over(work, before);
      QCOMPARE(view().after(), after);
      view().setWindow(41 + 2);
      QCOMPARE(view().seen().value, after.numbers[41 + 2]);
      const QString equation = QString::fromStdString(window_equation(work, seen_window(work, before, 41 + 2)));
      QVERIFY(equation.contains(QString::fromStdString(grid_number(after.numbers[41 + 2]))));
      QVERIFY2(text_of("The window that is shown").contains(equation), qPrintable(equation));
    }
    choose_operation(QStringLiteral("average pooling"));
    QCOMPARE(view().after().width, 20);
    QCOMPARE(view().after().height, 15);
  }

  void theRangeThatIsShownIsSaid() {
    open(written("edge.png", test::png_bytes(edge(20, 20))));
    choose_operation(QStringLiteral("Blur, box"));
    QCOMPARE(view().range_words(), QStringLiteral("black 0, white 255"));
    choose_operation(QStringLiteral("Sobel, horizontal"));
    const auto [least, most] = std::ranges::minmax(view().after().numbers);
    QVERIFY(least < 0 && most > 255);
    QCOMPARE(view().range_words(),
             QStringLiteral("black %1, white %2")
                 .arg(QString::fromStdString(grid_number(least)), QString::fromStdString(grid_number(most))));
    choose_source(QStringLiteral("numbers 0 to 9"));
    QCOMPARE(view().range_words(), QString());
  }

  /// A pixel of the image before, and one after, have the window around them.
  /// A filter's results have more digits, and may have no room in cells where the numbers before it have.
  void longResultsDoNotHideTheNumbers() {
    choose_operation(QStringLiteral("Sobel, magnitude"));
    const auto painted = painted_texts(view());
    const auto digits = std::ranges::count_if(painted, [](const PaintedText& one) { return one.text.size() == 1; });
    QVERIFY2(digits >= 8 * 8, qPrintable(QString::number(digits)));
  }

  void mouseAndKeysMoveTheWindow() {
    open(written("edge.png", test::png_bytes(edge(12, 12))));
    choose_operation(QStringLiteral("Sharpen"));
    const auto click = [this](const QRectF& at) {
      QTest::mouseClick(&view(), Qt::LeftButton, {}, at.center().toPoint());
    };
    click(view().place_after(12 * 5 + 7));
    QCOMPARE(view().window(), 12 * 5 + 7);
    click(view().place_before(12 * 3 + 4));
    QCOMPARE(view().window(), 12 * 3 + 4);
    QTest::mousePress(&view(), Qt::LeftButton, {}, view().place_after(0).center().toPoint());
    QTest::mouseMove(&view(), view().place_after(12 * 11 + 11).center().toPoint());
    QTest::mouseRelease(&view(), Qt::LeftButton);
    QTest::keyClick(&view(), Qt::Key_End);
    QCOMPARE(view().window(), 143);
    QTest::keyClick(&view(), Qt::Key_Up);
    QCOMPARE(view().window(), 131);
    QTest::keyClick(&view(), Qt::Key_Left);
    QCOMPARE(view().window(), 130);
    auto* number = named<QSpinBox>("Number of the window that is shown");
    QCOMPARE(number->value(), 131);
    number->setValue(3);
    QCOMPARE(view().window(), 2);
  }

  void theFilmGoesToTheEndAndBeginsAnew() {
    QTest::mouseClick(named<QToolButton>("Let the window slide"), Qt::LeftButton);
    QVERIFY(card_->playing());
    QTRY_COMPARE_WITH_TIMEOUT(view().window(), 15, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!card_->playing(), 60000);
    card_->play(true);
    QCOMPARE(view().window(), 0);
    QTest::mouseClick(named<QToolButton>("Pause the window"), Qt::LeftButton);
    QVERIFY(!card_->playing());
    // A film of an image has not as many pictures as it has pixels, and goes down to its last rows.
    open(written("large.png", test::png_bytes(edge(150, 190))));
    choose_operation(QStringLiteral("Sharpen"));
    int steps = 0;
    while (view().step()) ++steps;
    QVERIFY(steps > 200 && steps < 1000);
    QVERIFY(view().window() / 190 > 140);
  }

  void aPhotographIsReducedAndSaysSo() {
    open(written("wide.png", test::png_bytes(edge(100, 400))));
    QCOMPARE(view().before().width, WindowsCard::largest_side);
    QCOMPARE(view().before().height, 48);
    bool said = false;
    for (const QLabel* label : card_->findChildren<QLabel*>())
      said |= label->text() == QStringLiteral("wide.png, in grey, reduced from 400 × 100");
    QVERIFY(said);
  }

  void aDigitOfMnistIsRead() {
    QSignalSpy changed(card_.get(), &WindowsCard::sourceChanged);
    choose_source(QStringLiteral("MNIST image"));
    QTRY_COMPARE(changed.size(), 1);
    const DataSpec spec{.train_limit = 1, .test_limit = 2};
    const Dataset data = load_dataset(spec, find_resources(), 1);
    const auto digit = [&](std::ptrdiff_t i) {
      return std::vector<float>(data.test.features.begin() + 784 * i, data.test.features.begin() + 784 * (i + 1));
    };
    QCOMPARE(view().before().numbers, digit(0));
    named<QSpinBox>("Number of the test image of MNIST")->setValue(2);
    QTRY_COMPARE(view().before().numbers, digit(1));
  }

  void aFileThatCannotBeReadIsSaid() {
    QSignalSpy failed(card_.get(), &WindowsCard::failed);
    open(written("broken.png", "no image"));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("broken.png")));
    QCOMPARE(card_->source(), WindowsCard::Source::numbers);
    QCOMPARE(named<QComboBox>("The numbers that the window slides over")->currentText(),
             QStringLiteral("numbers 0 to 9"));
    QCOMPARE(view().before().width, 8);
    card_ = std::make_unique<WindowsCard>(folder_->path().toStdString());  // where no images of MNIST are
    QSignalSpy missing(card_.get(), &WindowsCard::failed);
    choose_source(QStringLiteral("MNIST image"));
    QTRY_COMPARE(missing.size(), 1);
    QVERIFY(missing[0][0].toString().contains(QStringLiteral("t10k-images")));
    QCOMPARE(card_->source(), WindowsCard::Source::numbers);
    QCOMPARE(named<QComboBox>("The numbers that the window slides over")->currentText(),
             QStringLiteral("numbers 0 to 9"));
  }

  void ownNumbersAreTypedAndPasted() {
    choose_source(QStringLiteral("own numbers"));
    QTest::mouseClick(named<QToolButton>("Type or paste the numbers"), Qt::LeftButton);
    auto* sheet = card_->findChild<NumberSheet*>();
    QVERIFY(sheet != nullptr && sheet->isVisible());
    sheet->paste(QStringLiteral("1\t2\t3\n4\t5,5\t6\n"));
    QVERIFY2(sheet->fault().startsWith(QStringLiteral("row 2, column 2: '5,5' is not a number")),
             qPrintable(sheet->fault()));
    QCOMPARE(view().before().width, 4);  // as it was
    sheet->paste(QStringLiteral("1\t2\t3\n4\t5.5\t-6\n"));
    QCOMPARE(sheet->fault(), QString());
    QCOMPARE(view().before(), (NumberGrid{2, 3, {1, 2, 3, 4, 5.5F, -6}}));
    QCOMPARE(view().seen().value, 5.5F);
    sheet->table().item(1, 0)->setText(QStringLiteral("7e1"));
    QCOMPARE(view().seen().value, 70.0F);
    sheet->table().item(1, 0)->setText(QStringLiteral("seven"));
    QVERIFY(sheet->fault().contains(QStringLiteral("row 2, column 1: 'seven'")));
    QCOMPARE(view().seen().value, 70.0F);
    sheet->table().item(1, 0)->setText({});
    QVERIFY(sheet->fault().contains(QStringLiteral("row 2, column 1 is empty")));
    sheet->paste(QStringLiteral("3"));
    QVERIFY(view().empty());  // no window of 2 fits
    QVERIFY(view().sentence().contains(QStringLiteral("no window fits")));
    QVERIFY(!named<QSpinBox>("Number of the window that is shown")->isEnabled());
    choose_operation(QStringLiteral("Blur, box"));
    QVERIFY(!view().empty());
  }

  void ownWeightsAreTyped() {
    choose_operation(QStringLiteral("own filter"));
    QTest::mouseClick(named<QToolButton>("Type or paste the weights of the filter"), Qt::LeftButton);
    auto* sheet = card_->findChild<NumberSheet*>();
    QVERIFY(sheet != nullptr);
    QCOMPARE(view().after(), view().before());  // the filter that it begins with changes nothing
    sheet->table().item(1, 1)->setText(QStringLiteral("0.5"));
    sheet->table().item(1, 2)->setText(QStringLiteral("-1"));
    const std::vector<float> three = {0, 0, 0, 0, 0.5F, -1, 0, 0, 0};
    QCOMPARE(view().after(), windows_over(work_of(Filter{3, three, {}, 1}), view().before()));
    sheet->table().item(0, 0)->setText({});
    QVERIFY(sheet->fault().contains(QStringLiteral("row 1, column 1 is empty")));
    QCOMPARE(view().work().filter.weights, three);
    sheet->table().item(0, 0)->setText(QStringLiteral("0"));
    for (const int row : {0, 1, 2}) sheet->table().item(row, 2)->setText({});  // a square of 3 × 2 it must not be
    QVERIFY(sheet->fault().contains(QStringLiteral("row 1, column 3 is empty: a filter needs all its weights")));
    QCOMPARE(view().work().kernel, 3);
    for (const int row : {0, 1, 2}) sheet->table().item(row, 2)->setText(QString::number(row == 1 ? -1 : 0));
    QCOMPARE(sheet->fault(), QString());
    auto* sides = sheet->findChild<QComboBox*>();
    sides->setCurrentIndex(1);  // the same in the middle of zeros
    QCOMPARE(view().work().kernel, 5);
    QCOMPARE(view().after(), windows_over(work_of(Filter{3, three, {}, 1}), view().before()));
    sheet->paste(QStringLiteral("1 2 3 4\n1 2 3 4"));
    QVERIFY(sheet->fault().contains(QStringLiteral("3 × 3 or 5 × 5")));
    sheet->paste(QStringLiteral("0;0;0\n0;2;0\n0;0;0"));
    QCOMPARE(view().work().kernel, 3);
    QCOMPARE(view().after().numbers[0], 2 * view().before().numbers[0]);
  }

  void theImageIsSaved() {
    open(written("edge.png", test::png_bytes(edge(20, 20))));
    const QString file = folder_->filePath(QStringLiteral("windows.png"));
    card_->save_image(file);
    const QImage image(file);
    QVERIFY(image.width() >= 1800);
    int black = 0, white = 0;
    for (int x = 0; x < image.width(); x += 5)
      for (int y = 0; y < image.height(); y += 5) {
        black += qGray(image.pixel(x, y)) < 30;
        white += qGray(image.pixel(x, y)) > 240;
      }
    QVERIFY(black > 1000 && white > 1000);
    QVERIFY_EXCEPTION_THROWN(card_->save_image(QStringLiteral("/nowhere/windows.png")), Error);
  }

  void itSpeaksSpanish() {
    WindowLanguage language(find_resources());
    language.choose(QStringLiteral("es"));
    card_ = std::make_unique<WindowsCard>(find_resources());
    card_->resize(420, 380);
    card_->show();
    QStringList texts;
    for (const auto* box : card_->findChildren<QComboBox*>())
      for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
    for (const auto* label : card_->findChildren<QLabel*>()) texts << label->text();
    const QString all = texts.join(QLatin1Char('\n'));
    for (const char* english : {"numbers", "average", "Blur", "Sharpen", "Window", "largest", "file"})
      QVERIFY2(!all.contains(QLatin1String(english)), qPrintable(all));
    QVERIFY(all.contains(QStringLiteral("Ventana 1 de 16")));
    language.choose(QStringLiteral("en"));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<WindowsCard> card_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::WindowsCardTest)
#include "windows_card_test.moc"
