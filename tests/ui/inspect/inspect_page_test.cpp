// The page Inspect: what it shows is what the run counted, for every epoch that is kept; a click leads from a cell or a
// point to its images; and what cannot be shown says why.
#include "ui/inspect/inspect_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "core/run/epoch_states.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/inspect/class_table.h"
#include "ui/inspect/image_list.h"
#include "ui/inspect/inspect_files.h"
#include "ui/inspect/map_view.h"
#include "ui/network/confusion_view.h"
#include "ui/network/example_image.h"
#include "ui/network/tile_view.h"
#include "ui/runs/run_session.h"
#include "ui/theme/ink_colors.h"

using namespace mlplab;

namespace {

constexpr int tests = 300;

RunSpec inspected_spec() {
  return short_run({.train = 1000, .test = tests, .hidden = 16, .epochs = 3, .backend = default_backend().name});
}

}  // namespace

/// A page beside a session; the page's choice of room is the settings'.
struct ShownInspectPage {
  explicit ShownInspectPage(const QTemporaryDir& home)
      : session(home.filePath(QStringLiteral("runs")).toStdString(), find_resources()),
        page(session, nullptr, find_resources()) {
    page.resize(1100, 700);
    page.show();
  }
  bool train(const RunSpec& spec) {
    session.start(spec);
    return QTest::qWaitFor([this] { return !session.active(); }, 30000) && settle();
  }
  bool settle() {
    return QTest::qWaitFor([this] { return !page.busy() && page.shown() != nullptr; }, 30000);
  }
  /// The number of correct predictions by the run's own accuracy.
  std::int64_t counted(int epoch) {
    return std::llround(*session.current()->log.epochs[std::size_t(epoch - 1)].accuracy_test * tests);
  }

  RunSession session;
  InspectPage page;
};

class InspectPageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  QTemporaryDir trained_home_;
  std::unique_ptr<ShownInspectPage> trained_;  // one run for all that only look at it

  /// As after its end: the last epoch, the matrix, the mistakes.
  ShownInspectPage& trained() {
    if (!trained_) {
      trained_ = std::make_unique<ShownInspectPage>(trained_home_);
      if (!trained_->train(inspected_spec())) qFatal("the run did not end");
    }
    trained_->page.show_view(InspectPage::View::confusion);
    trained_->page.show_images(InspectPage::Images::mistakes);
    trained_->page.choose_epoch(2);
    if (!QTest::qWaitFor([this] { return !trained_->page.busy(); }, 30000)) qFatal("no answers");
    return *trained_;
  }

 private Q_SLOTS:
  void init() {
    QLocale::setDefault(QLocale::c());
    home_ = std::make_unique<WindowHome>();
  }

  void an_empty_page_says_what_to_do() {
    ShownInspectPage s(*home_);
    QVERIFY(s.page.sentence().contains(QStringLiteral("press Run")));
    QVERIFY(s.page.save_all(home_->path()).isEmpty());
  }

  void every_kept_epoch_is_counted_as_the_run_counted_it() {
    ShownInspectPage& s = trained();
    QCOMPARE(s.page.epochs(), (std::vector<int>{1, 2, 3}));
    for (int place = 2; place >= 0; --place) {
      s.page.choose_epoch(place);
      QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == place + 1);
      const Confusion& confusion = s.page.confusion_view().confusion();
      QCOMPARE(confusion.total(), std::int64_t{tests});
      QCOMPARE(confusion.right(), s.counted(place + 1));
      QCOMPARE(s.page.image_model().rowCount(), int(confusion.total() - confusion.right()));
      QVERIFY2(s.page.sentence().startsWith(QStringLiteral("%1 of 300 right").arg(confusion.right())),
               qPrintable(s.page.sentence()));
      QVERIFY(!s.page.sentence().contains(QStringLiteral("rounded")));
    }
  }

  void a_cell_lists_its_images_and_the_mistakes_are_the_worst_first() {
    ShownInspectPage& s = trained();
    const Predictions& a = s.page.shown()->predictions;
    const std::vector<std::uint32_t> mistakes = s.page.image_model().images();
    QVERIFY(mistakes.size() > 1);
    for (std::size_t i = 1; i < mistakes.size(); ++i)
      QVERIFY(a.probability(mistakes[i - 1], a.truth[mistakes[i - 1]]) <=
              a.probability(mistakes[i], a.truth[mistakes[i]]));
    ConfusionView& view = s.page.confusion_view();
    const int predicted = a.predicted[mistakes[0]];
    for (int truth = 0; truth < 10; ++truth) {
      QTest::mouseClick(&view, Qt::LeftButton, {}, view.cell(truth, predicted).center().toPoint());
      QCOMPARE(view.chosen_truth(), truth);
      QCOMPARE(view.chosen_prediction(), predicted);
      QCOMPARE(s.page.images(), InspectPage::Images::cell);
      QCOMPARE(std::int64_t(s.page.image_model().images().size()), view.confusion().at(truth, predicted));
      for (const std::uint32_t image : s.page.image_model().images()) {
        QCOMPARE(a.truth[image], truth);
        QCOMPARE(a.predicted[image], predicted);
      }
    }
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.chosen_truth(), 8);
    QCOMPARE(std::int64_t(s.page.image_model().images().size()), view.confusion().at(8, view.chosen_prediction()));
    s.page.show_images(InspectPage::Images::all);
    QCOMPARE(s.page.image_model().rowCount(), tests);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.chosen_truth(), -1);
    QCOMPARE(s.page.images(), InspectPage::Images::mistakes);
  }

  void the_other_images_of_the_data_are_predicted_too() {
    ShownInspectPage& s = trained();
    QComboBox* split = nullptr;
    for (QComboBox* box : s.page.findChildren<QComboBox*>())
      if (box->accessibleName() == QStringLiteral("Which images")) split = box;
    QVERIFY(split != nullptr);
    split->setCurrentIndex(split->findText(QStringLiteral("training images")));
    QTRY_COMPARE(s.page.confusion_view().confusion().total(), std::int64_t{1000});
    QVERIFY(s.page.shown()->split == Split::training);
    QVERIFY2(!(split->model()->flags(split->model()->index(1, 0)) & Qt::ItemIsEnabled), "no validation in this run");
    split->setCurrentIndex(0);
    QTRY_COMPARE(s.page.confusion_view().confusion().total(), std::int64_t{tests});
  }

  /// A chosen image stays when new predictions come; without a choice, the page shows the worst mistake of the moment.
  void a_chosen_image_stays_and_the_first_one_does_not() {
    ShownInspectPage& s = trained();
    const auto first = [&] { return s.page.image_model().images().front(); };
    const auto current = [&] {
      return s.page.image_model().images()[std::size_t(s.page.image_list().currentIndex().row())];
    };
    QCOMPARE(current(), first());
    const std::uint32_t before = first();
    s.page.choose_epoch(0);
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 1);
    QCOMPARE(current(), first());
    const int row = s.page.image_model().row_of(before);
    if (row <= 0) QSKIP("the same mistake is the worst in both epochs");
    s.page.image_list().setCurrentIndex(s.page.image_model().index(row));
    s.page.choose_epoch(2);
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 3);
    QCOMPARE(current(), before);
  }

  /// Every image is as it is in the data, by its number.
  void a_number_finds_its_image() {
    ShownInspectPage& s = trained();
    const std::uint32_t right =
        std::uint32_t(std::ranges::mismatch(s.page.shown()->predictions.truth, s.page.shown()->predictions.predicted,
                                            [](int truth, int predicted) { return truth != predicted; })
                          .in1 -
                      s.page.shown()->predictions.truth.begin());
    auto* number = s.page.findChild<QSpinBox*>();
    number->setValue(int(right) + 1);
    QCOMPARE(s.page.images(), InspectPage::Images::all);
    QCOMPARE(s.page.image_list().currentIndex().row(), int(right));
    const auto image = s.page.image_list().currentIndex().data(Qt::DecorationRole).value<QImage>();
    QCOMPARE(image.size(), QSize(28, 28));
    const Inspection& i = *s.page.shown();
    QCOMPARE(image, example_image(*i.data, i.examples(), right, light_theme()));
    QVERIFY(image != example_image(*i.data, i.examples(), right + 1, light_theme()));
  }

  void the_map_leads_to_the_nearest() {
    ShownInspectPage& s = trained();
    s.page.show_view(InspectPage::View::map);
    QTRY_COMPARE(s.page.map_view().points(), tests);
    const QPointF at = s.page.map_view().place(123);
    QTest::mouseClick(&s.page.map_view(), Qt::LeftButton, {}, at.toPoint());
    const int chosen = s.page.map_view().chosen();
    QVERIFY(QLineF(s.page.map_view().place(chosen), at).length() < 1.5);
    const Predictions& a = s.page.shown()->predictions;
    QCOMPARE(a.hidden, 16);
    const auto& listed = s.page.image_model().images();
    QCOMPARE(listed.size(), std::size_t{12});
    QCOMPARE(int(listed[0]), chosen);
    QCOMPARE(std::vector(listed.begin() + 1, listed.end()),
             nearest_points(a.hidden_values, 16, std::size_t(chosen), 11));
    // Another epoch: the same image among its neighbours of then.
    s.page.choose_epoch(0);
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 1);
    QCOMPARE(s.page.map_view().chosen(), chosen);
    QCOMPARE(s.page.image_model().images().size(), std::size_t{12});
  }

  void the_first_weights_are_those_of_the_chosen_epoch() {
    ShownInspectPage& s = trained();
    s.page.show_view(InspectPage::View::weights);
    for (const int place : {0, 2}) {
      s.page.choose_epoch(place);
      QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == place + 1);
      QVERIFY((s.page.weights().tiles() == Shape{16, 28, 28}));
      QVERIFY(
          std::ranges::equal(s.page.weights().values(), std::span(s.page.shown()->state->parameters).first(16 * 784)));
    }
  }

  void files_hold_what_is_shown() {
    ShownInspectPage& s = trained();
    const QStringList files = s.page.save_all(home_->path());
    QCOMPARE(files.size(), 6);
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 100, qPrintable(file));
    std::int64_t total = 0;
    const QStringList rows = confusion_csv(*s.page.shown()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), 11);
    for (const QString& row : rows.mid(1))
      for (const QString& count : row.split(QLatin1Char(',')).mid(1)) total += count.toInt();
    QCOMPARE(total, std::int64_t{tests});
    QCOMPARE(mistakes_csv(*s.page.shown()).count(QLatin1Char('\n')), 1 + int(s.page.shown()->worst.size()));
    Inspection three = *s.page.shown();
    three.classes = class_figures(confusion_of(std::vector{0, 0, 1}, std::vector{0, 2, 0}, 3));
    QVERIFY2(classes_csv(three).contains(QStringLiteral("1,1,0,0,,0,0")), "empty where it would be 0/0");
  }

  /// A new run begins while the page is hidden: what it has is of the one before, and says so.
  void files_name_the_run_that_was_predicted_for() {
    ShownInspectPage s(*home_);
    RunSpec spec = inspected_spec();
    spec.epochs = 1;
    QVERIFY(s.train(spec));
    s.page.hide();
    spec.seed = 2;
    s.session.start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(!s.session.active(), 30000);
    int named = 0;
    for (const QString& path : s.page.save_all(home_->path())) {
      if (!path.endsWith(QStringLiteral(".svg"))) continue;
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray svg = file.readAll();
      QVERIFY2(svg.contains("run 1 ") && !svg.contains("run 2 "), qPrintable(path));
      ++named;
    }
    QCOMPARE(named, 1);
  }

  /// While someone looks for a folder, another view or epoch may be shown.
  void a_file_is_of_what_was_shown_when_it_was_asked_for() {
    ShownInspectPage& s = trained();
    const QString matrix = confusion_csv(*s.page.shown());
    QAction* save = nullptr;
    for (QAction* action : s.page.findChildren<QAction*>())
      if (action->text() == QStringLiteral("Save as &CSV…") && action->parent()->parent() != nullptr) save = action;
    QVERIFY(save != nullptr);
    save->trigger();
    auto* dialog = s.page.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    s.page.show_view(InspectPage::View::classes);
    s.page.choose_epoch(0);
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 1);
    const QString path = home_->filePath(QStringLiteral("asked.csv"));
    Q_EMIT dialog->fileSelected(path);
    delete dialog;
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), matrix);
  }

  /// Weights of another epoch are refused, and the whole reason is shown.
  void weights_of_another_epoch_are_refused() {
    ShownInspectPage s(*home_);
    RunSpec spec = inspected_spec();
    spec.epochs = 2;
    QVERIFY(s.train(spec));
    const std::filesystem::path epochs = s.session.current()->folder / "epochs";
    std::filesystem::copy_file(epochs / "0002.safetensors", epochs / "0001.safetensors",
                               std::filesystem::copy_options::overwrite_existing);
    s.page.choose_epoch(0);
    QTRY_VERIFY(!s.page.busy());
    QVERIFY(s.page.shown() == nullptr);
    QVERIFY2(s.page.sentence().contains(QStringLiteral("after epoch 2, not those after epoch 1")),
             qPrintable(s.page.sentence()));
    bool whole = false;
    for (const QLabel* label : s.page.findChildren<QLabel*>())
      whole = whole || (label->isVisible() && label->wordWrap() && label->text() == s.page.sentence());
    QVERIFY(whole);
    s.page.choose_epoch(1);
    QTRY_VERIFY(!s.page.busy() && s.page.shown() != nullptr);
    QCOMPARE(s.page.confusion_view().confusion().right(), s.counted(2));
  }

  /// Live predictions come every few moments: a list stays where it was scrolled to, and one that is open stays open.
  void new_predictions_leave_the_lists_as_they_are() {
    ShownInspectPage& s = trained();
    s.page.show_images(InspectPage::Images::all);
    QScrollBar* bar = s.page.image_list().verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 300);
    bar->setValue(300);
    QComboBox* classes = nullptr;
    for (QComboBox* box : s.page.findChildren<QComboBox*>())
      if (box->accessibleName() == QStringLiteral("Only of this class")) classes = box;
    QVERIFY(classes != nullptr);
    QCOMPARE(classes->count(), 11);
    QSignalSpy refilled(classes->model(), &QAbstractItemModel::rowsInserted);
    s.page.choose_epoch(0);
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 1);
    QCoreApplication::processEvents();
    QCOMPARE(bar->value(), 300);
    QCOMPARE(refilled.count(), 0);
    s.page.show_images(InspectPage::Images::mistakes);
    s.page.show_images(InspectPage::Images::all);
    QCOMPARE(bar->value(), 0);
  }

  /// Without room only the best and the last epoch can be shown, and the page says how many are kept.
  void epochs_are_kept_only_where_they_are_wanted() {
    QSettings().setValue(QStringLiteral("inspect/epoch_states_mb"), 0);
    ShownInspectPage s(*home_);
    RunSpec spec = inspected_spec();
    spec.optimizer.learning_rate = 0.02;  // each epoch is better than the one before: the best is the last
    QVERIFY(s.train(spec));
    QVERIFY(!std::filesystem::exists(s.session.current()->folder / "epochs"));
    QCOMPARE(s.page.epochs().back(), 3);
    QVERIFY(s.page.epochs().size() <= 2);
    bool told = false;
    for (const QLabel* label : s.page.findChildren<QLabel*>())
      told = told || label->text().contains(QStringLiteral("of 3 epochs are kept"));
    QVERIFY(told);
  }

  void nothing_is_computed_while_another_page_measures() {
    ShownInspectPage s(*home_);
    QVERIFY(s.train(inspected_spec()));
    const auto before = s.page.shown();
    QString busy = QStringLiteral("The Scale page is measuring.");
    s.page.set_busy_check([&] { return busy; });
    s.page.choose_epoch(0);
    QVERIFY(!s.page.busy());
    QVERIFY(s.page.sentence().startsWith(busy));
    QCOMPARE(s.page.shown(), before);
    busy.clear();  // and comes by itself
    QTRY_VERIFY(!s.page.busy() && s.page.shown()->state->epochs_done == 1);
  }

  void the_predictions_of_one_run_never_stand_under_another() {
    ShownInspectPage s(*home_);
    QVERIFY(s.train(inspected_spec()));
    RunSpec other = inspected_spec();
    other.seed = 2;
    other.epochs = 1;
    QVERIFY(s.train(other));
    QCOMPARE(s.page.shown()->run, 2);
    QCOMPARE(s.page.epochs(), std::vector<int>{1});
    s.page.choose_run(1);
    QVERIFY(s.page.shown() == nullptr);
    QCOMPARE(s.page.confusion_view().confusion().total(), std::int64_t{0});
    QVERIFY(s.settle());
    QCOMPARE(s.page.shown()->run, 1);
    QCOMPARE(s.page.shown()->state->epochs_done, 3);
    QCOMPARE(s.page.confusion_view().confusion().right(),
             std::llround(*s.session.runs()[0]->log.epochs[2].accuracy_test * tests));
  }

  void what_the_network_learns_is_seen_while_it_learns() {
    ShownInspectPage s(*home_);
    RunSpec spec = inspected_spec();
    spec.epochs = 100000;
    s.session.start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(s.page.shown() != nullptr, 30000);
    const auto first = s.page.shown();
    QCOMPARE(s.page.epochs().back(), -1);
    QTRY_VERIFY_WITH_TIMEOUT(s.page.shown() != first, 30000);
    QCOMPARE(s.page.shown()->confusion.total(), std::int64_t{tests});
    s.session.stop();
    QTRY_VERIFY(!s.session.active());
  }

  void a_figure_that_does_not_exist_is_a_dash() {
    ClassTableModel table;
    table.set_figures(class_figures(confusion_of(std::vector{0, 0, 1}, std::vector{0, 2, 0}, 3)),
                      {QStringLiteral("cat"), QStringLiteral("dog"), QStringLiteral("cow")});
    const auto text = [&](int row, int column) { return table.index(row, column).data().toString(); };
    QCOMPARE(text(0, ClassTableModel::precision_column), QStringLiteral("50.0 %"));
    QCOMPARE(text(1, ClassTableModel::precision_column), QStringLiteral("–"));
    QCOMPARE(text(1, ClassTableModel::recall_column), QStringLiteral("0 %"));
    QCOMPARE(text(2, ClassTableModel::recall_column), QStringLiteral("–"));
    QCOMPARE(text(2, ClassTableModel::images_column), QStringLiteral("no images"));
  }

  void counts_can_be_read_on_every_colour_of_the_matrix() {
    for (const Theme& theme : {light_theme(), dark_theme()})
      for (const QColor& full : {theme.accent, theme.series_color(2)})
        for (int share = 0; share <= 100; ++share) {
          const QColor ground = mix(theme.card, full, share / 100.0);
          QVERIFY2(contrast_ratio(readable_on(ground, theme), ground) >= 4.5, qPrintable(ground.name()));
        }
  }

  void everything_has_a_name() {
    ShownInspectPage& s = trained();
    for (const auto view : {InspectPage::View::confusion, InspectPage::View::classes, InspectPage::View::map,
                            InspectPage::View::weights}) {
      s.page.show_view(view);
      for (const QWidget* widget : s.page.findChildren<QWidget*>())
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0 &&
            widget->objectName() != QLatin1String("qt_spinbox_lineedit"))
          QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
  }
};

QTEST_MAIN(InspectPageTest)
#include "inspect_page_test.moc"
