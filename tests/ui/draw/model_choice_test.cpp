// Which network predictions a drawing: the newest weights, a kept epoch of any run, or a file.
#include "ui/draw/model_choice.h"

#include <QtTest>
#include <QtWidgets>
#include <filesystem>
#include <fstream>

#include "core/data/load.h"
#include "core/model/model_file.h"
#include "tests/support/drawn_digits.h"
#include "tests/ui/short_run.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"

using namespace mlplab;

namespace {

RunSpec seeded_spec(std::uint64_t seed) {
  RunSpec spec = short_run({.train = 600, .hidden = 12, .epochs = 2, .backend = default_backend().name});
  spec.seed = seed;
  return spec;
}

}  // namespace

class ModelChoiceTest : public QObject {
  Q_OBJECT

  QTemporaryDir home_;
  std::unique_ptr<RunSession> session_;
  std::unique_ptr<DrawPage> page_;

  void train(std::uint64_t seed) {
    session_->start(seeded_spec(seed));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->active(), 30000);
  }
  QComboBox* box(const char* name) const {
    for (auto* found : page_->findChildren<QComboBox*>())
      if (found->accessibleName() == QLatin1String(name)) return found;
    return nullptr;
  }
  QComboBox* which() const { return box("Network used for predictions"); }
  QComboBox* epoch() const { return box("After which epoch"); }
  static void choose(QComboBox* list, int item) {
    list->setCurrentIndex(item);
    Q_EMIT list->activated(item);
  }
  std::vector<float> prediction_of(const TrainingState& state) const {
    const auto* canvas = page_->findChild<DrawingCanvas*>();
    return predict(state, test::input_of(state, canvas->pixels())).probabilities;
  }
  bool predictions(const TrainingState& state) const {
    return QTest::qWaitFor(
        [&] { return page_->prediction() && page_->prediction()->probabilities == prediction_of(state); }, 5000);
  }

 private Q_SLOTS:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    session_ = std::make_unique<RunSession>(home_.filePath(QStringLiteral("runs")).toStdString(), find_resources());
    session_->set_epoch_states_bytes(100'000'000);
    page_ = std::make_unique<DrawPage>(session_.get(), nullptr);
    page_->resize(1100, 700);
    page_->show();
    page_->show_example(ExampleSize::quick);
    train(1);
    train(2);
    page_->hide();
    page_->show();
    QTRY_VERIFY(which()->findData(1) > 0 && which()->findData(2) > 0);
  }

  void the_newest_weights_predict_until_others_are_chosen() {
    QVERIFY(predictions(*session_->weights()));
    QVERIFY(!epoch()->isVisible());
    const int first = which()->findData(1);
    QVERIFY(first > 0);
    choose(which(), first);
    QVERIFY(epoch()->isVisible());
    QCOMPARE(epoch()->count(), 2);
    for (int item = 0; item < 2; ++item) {
      choose(epoch(), item);
      const std::filesystem::path file =
          session_->runs()[0]->folder / "epochs" / ("000" + std::to_string(item + 1) + ".safetensors");
      QVERIFY(predictions(load_model(file)));
    }
  }

  /// They stay while another run learns, and the newest come back when they are wanted.
  void what_is_chosen_stays_while_a_run_learns() {
    choose(which(), which()->findData(1));
    const TrainingState chosen = load_model(session_->runs()[0]->folder / "epochs/0002.safetensors");
    choose(epoch(), 1);
    QVERIFY(predictions(chosen));
    train(3);
    QVERIFY(predictions(chosen));
    QCOMPARE(which()->currentData().toInt(), 1);
    choose(which(), 0);
    QVERIFY(predictions(*session_->weights()));
  }

  void a_run_that_leaves_the_list_gives_way_to_the_newest() {
    choose(which(), which()->findData(2));
    QVERIFY(predictions(load_model(session_->runs()[1]->folder / "epochs/0002.safetensors")));
    session_->remove(*session_->runs()[1]);
    QCOMPARE(which()->currentIndex(), 0);
    QVERIFY(predictions(*session_->weights()));
  }

  /// Every run's files are looked into: not while nobody sees the list, but for a choice that is gone.
  void a_hidden_list_is_made_when_it_is_seen() {
    choose(which(), which()->findData(1));
    page_->hide();
    train(4);
    QCOMPARE(which()->findData(4), -1);
    QTest::qWait(50);
    QCOMPARE(which()->findData(4), -1);
    page_->show();
    QTRY_VERIFY(which()->findData(4) > 0);
    QCOMPARE(which()->currentData().toInt(), 1);
    page_->hide();
    session_->remove(*session_->runs()[0]);
    QCOMPARE(which()->currentIndex(), 0);
    QVERIFY(page_->isHidden());
    page_->show();
  }

  void a_file_predictions_or_says_why_it_cannot() {
    TrainingState state = initial_state(seeded_spec(9).model, {}, 9);
    state.epochs_done = 1;
    const QString good = home_.filePath(QStringLiteral("mine.safetensors")),
                  bad = home_.filePath(QStringLiteral("broken.safetensors"));
    save_model(good.toStdString(), state);
    std::ofstream(bad.toStdString()) << "no model";
    auto* choice = page_->findChild<ModelChoice*>();
    choice->open(good);
    QVERIFY(predictions(state));
    QCOMPARE(which()->currentText(), QStringLiteral("mine.safetensors"));
    choice->open(bad);
    bool said = false;
    QTRY_VERIFY(!page_->prediction());
    for (const auto* label : page_->findChildren<QLabel*>())
      said = said || (label->isVisible() && label->wordWrap() && label->text().contains(bad));
    QVERIFY(said);
    choose(which(), 0);
    QVERIFY(predictions(*session_->weights()));
  }
};

QTEST_MAIN(ModelChoiceTest)
#include "model_choice_test.moc"
