// The sheet of a step follows the steps that a user takes, and says nothing of others.
#include "ui/train/step_sheet.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/image_file.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/main_window.h"
#include "ui/runs/run_data.h"
#include "ui/runs/step_watch.h"
#include "ui/status_strip.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

namespace {

constexpr int step_limit_ms = 60000;

}  // namespace

class StepSheetTest : public TestWithWindow {
  Q_OBJECT

  void opened() override { window_->setup().set_spec(short_run({.train = 320, .hidden = 32, .epochs = 4})); }

  StepSheet& sheet() { return *window_->findChild<StepSheet*>(); }
  void trigger(const char* action) { window_->action(QLatin1String(action))->trigger(); }
  bool says(const QString& beginning) {
    return QTest::qWaitFor([&] { return sheet().heading().startsWith(beginning); }, step_limit_ms);
  }
  bool paused() {
    return QTest::qWaitFor([this] { return window_->session().state() == RunSession::State::paused; }, step_limit_ms);
  }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void follows_batches_and_epochs() {
    trigger("step_changes");
    QVERIFY(sheet().isVisible() && !sheet().isModal());
    QVERIFY(sheet().heading().contains(QStringLiteral("Step a batch")));
    trigger("step_batch");
    QVERIFY2(says(QStringLiteral("Batch 1 of 5, epoch 1.")), qPrintable(sheet().heading()));
    QCOMPARE(sheet().images().rowCount(), 64);
    QCOMPARE(sheet().layers().rowCount(), 2);
    QVERIFY(sheet().heading().contains(QStringLiteral("64 right")));
    const QString first_gain = sheet().images().index(0, StepImages::gain_column).data().toString();
    QVERIFY2(first_gain.startsWith(QLatin1Char('+')) || first_gain.startsWith(QStringLiteral("−")),
             qPrintable(first_gain));
    QVERIFY(!sheet().images().index(0, StepImages::image_column).data(Qt::DecorationRole).value<QPixmap>().isNull());
    for (int batch = 2; batch <= 5; ++batch) {
      for (QPushButton* button : sheet().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("&Step a batch")) QTest::mouseClick(button, Qt::LeftButton);
      QVERIFY2(says(QStringLiteral("Batch %1 of 5, epoch 1.").arg(batch)), qPrintable(sheet().heading()));
    }
    trigger("step_epoch");
    QVERIFY2(says(QStringLiteral("Epoch 2. Test images:")), qPrintable(sheet().heading()));
    // Only those that became right or wrong are listed.
    for (int row = 0; row < sheet().images().rowCount(); ++row) {
      const auto color = [&](StepImages::Column column) {
        return sheet().images().index(row, column).data(Qt::ForegroundRole).value<QColor>();
      };
      QVERIFY(color(StepImages::before_column) != color(StepImages::after_column));
    }
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
  }

  /// The first press of Step shows what it did; closed, it stays closed.
  void opens_with_the_first_step_until_it_is_closed() {
    QVERIFY(window_->findChild<StepSheet*>() == nullptr);
    trigger("step_batch");
    QVERIFY(sheet().isVisible());
    QVERIFY2(says(QStringLiteral("Batch 1 of 5, epoch 1.")), qPrintable(sheet().heading()));
    const auto strip_says = [this](const char* words) {
      return std::ranges::any_of(window_->findChild<StatusStrip*>()->findChildren<QLabel*>(),
                                 [&](const QLabel* label) { return label->text() == QLatin1String(words); });
    };
    QTRY_VERIFY(strip_says("paused after batch 1 of 5"));
    sheet().reject();
    trigger("step_batch");
    QTRY_VERIFY(strip_says("paused after batch 2 of 5"));
    QVERIFY(!sheet().isVisible());
    trigger("step_changes");
    trigger("step_batch");
    QVERIFY2(says(QStringLiteral("Batch 3 of 5, epoch 1.")), qPrintable(sheet().heading()));
    trigger("step_epoch");
    QTRY_VERIFY(strip_says("paused"));
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
  }

  /// Its points are the stepped batches, at their steps, and what was rewound is none any more.
  void the_batches_stand_on_the_curve() {
    window_->open_step_sheet();
    QVERIFY(!sheet().curve().isVisible());
    for (int batch = 1; batch <= 3; ++batch) {
      window_->stepBatch();
      QVERIFY2(says(QStringLiteral("Batch %1 of 5").arg(batch)), qPrintable(sheet().heading()));
      QVERIFY(sheet().curve().isVisible());
      const Chart& chart = sheet().curve().data();
      const ChartSeries &before = chart.lines[chart.lines.size() - 2], &after = chart.lines.back();
      QCOMPARE(before.x.size(), static_cast<std::size_t>(batch));
      QCOMPARE(before.x.back(), double(batch));
      QCOMPARE(after.x, before.x);
      QCOMPARE(after.highlight, batch - 1);
      QVERIFY2(before.y.back() > after.y.back(), "a step on a batch takes its loss down");
      const QString words =
          QStringLiteral("loss %1, before %2").arg(display_number(after.y.back()), display_number(before.y.back()));
      QVERIFY2(sheet().heading().contains(words), qPrintable(sheet().heading() + words));
      QVERIFY(*chart.x.min <= before.x.back() && *chart.x.max >= before.x.back());
      QVERIFY(*chart.y.min <= after.y.back() && *chart.y.max >= before.y.back());
    }
    window_->session().rewind();
    window_->stepBatch();
    QVERIFY(says(QStringLiteral("Batch 1 of 5")));
    QCOMPARE(sheet().curve().data().lines.back().x, std::vector<double>{1.0});
    window_->stepEpoch();
    QVERIFY(says(QStringLiteral("Epoch 1.")));
    QVERIFY2(!sheet().curve().isVisible(), "an epoch is no batch");
  }

  /// A step into weights that are no numbers does not leave the step before it on the sheet.
  void a_step_that_cannot_be_told_says_why() {
    RunSpec spec = window_->setup().spec();
    spec.optimizer.learning_rate = 1000.0;
    spec.model = make_mlp({784, 32, 10}, Activation::identity);  // whose weights nothing bounds
    window_->setup().set_spec(spec);
    window_->open_step_sheet();
    for (int batch = 1; batch <= 10 && !sheet().note().contains(QStringLiteral("cannot be told")); ++batch) {
      window_->stepBatch();
      QVERIFY(QTest::qWaitFor(
          [&] {
            return sheet().note().contains(QStringLiteral("cannot be told")) ||
                   sheet().heading().startsWith(QStringLiteral("Batch %1 of").arg((batch - 1) % 5 + 1)) ||
                   !window_->session().active();
          },
          step_limit_ms));
    }
    QVERIFY2(sheet().note().contains(QStringLiteral("diverged")), qPrintable(sheet().heading() + sheet().note()));
    QCOMPARE(sheet().images().rowCount(), 0);
    QCOMPARE(sheet().layers().rowCount(), 0);
  }

  void an_open_sheet_costs_a_run_nothing() {
    RunSpec spec = window_->setup().spec();
    spec.data.train_limit = 20000;
    spec.model = make_mlp({784, 512, 10}, Activation::relu);  // an epoch takes many seconds
    window_->setup().set_spec(spec);
    window_->open_step_sheet();
    window_->run();
    QVERIFY(
        QTest::qWaitFor([this] { return window_->session().state() == RunSession::State::running; }, step_limit_ms));
    QTest::qWait(100);
    QSignalSpy weights(&window_->session(), &RunSession::weightsChanged);
    QTest::qWait(900);
    QCOMPARE(weights.count(), 0);
    window_->session().pause();
    QVERIFY(QTest::qWaitFor([&] { return weights.count() == 1; }, step_limit_ms));
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
  }

  /// Weights of a kept run, one epoch further than those of another one, are no epoch of either.
  void two_runs_are_no_step() {
    RunSpec spec = window_->setup().spec();
    std::vector<std::filesystem::path> kept;
    for (const int epochs : {1, 2}) {
      spec.epochs = epochs;
      window_->setup().set_spec(spec);
      QSignalSpy ended(&window_->session(), &RunSession::ended);
      window_->run();
      QVERIFY(ended.wait(step_limit_ms));
      kept.push_back(window_->session().current()->folder);
    }
    while (!window_->session().runs().empty()) window_->session().remove(*window_->session().runs().front());
    window_->open_step_sheet();
    for (const std::filesystem::path& folder : kept) window_->open_path(QString::fromStdString(folder.string()));
    QCOMPARE(window_->session().weights()->steps_done, 10);
    QTest::qWait(500);
    QVERIFY2(sheet().heading().contains(QStringLiteral("Step a batch")), qPrintable(sheet().heading()));
  }

  void another_run_does_not_keep_the_step_of_the_last() {
    window_->open_step_sheet();
    window_->stepBatch();
    QVERIFY(says(QStringLiteral("Batch 1 of 5")));
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
    QVERIFY(sheet().heading().startsWith(QStringLiteral("Batch 1 of 5")));  // it is still the run that is seen
    window_->run();
    QVERIFY2(says(QStringLiteral("Step a batch")), qPrintable(sheet().heading()));
    QCOMPARE(sheet().images().rowCount(), 0);
    QCOMPARE(sheet().layers().rowCount(), 0);
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
  }

  void images_that_have_changed_since_are_not_those_of_the_batch() {
    const std::filesystem::path folder = std::filesystem::path(home_->path().toStdString()) / "images";
    const auto write = [&](int brightness) {
      for (const char* name : {"a", "b"})
        for (int i = 0; i < 10; ++i) {
          GrayImage image(8, 8);
          image.pixels[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(brightness);
          make_folder(folder / name);
          write_pgm(folder / name / (std::to_string(i) + ".pgm"), image);
        }
    };
    write(100);
    RunSpec spec;
    spec.backend = "sequential";
    spec.data.source = folder.string();
    spec.model = make_mlp({64, 8, 2}, Activation::relu);
    spec.batch = 4;
    window_->setup().set_spec(spec);
    QVERIFY(QTest::qWaitFor([this] { return window_->action(QStringLiteral("run"))->isEnabled(); }, step_limit_ms));
    window_->stepBatch();
    QVERIFY(paused());
    write(200);
    RunData read_anew(window_->session(), window_->session().resources());
    StepWatch watch(window_->session(), read_anew);
    StepSheet own(window_->session(), watch, nullptr);
    own.show();
    window_->stepBatch();
    QVERIFY2(QTest::qWaitFor([&] { return own.note().contains(QStringLiteral("have changed")); }, step_limit_ms),
             qPrintable(own.heading() + own.note()));
    QCOMPARE(own.images().rowCount(), 0);
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, step_limit_ms));
  }

  void an_epoch_that_was_begun_by_batches_is_one_too() {
    window_->open_step_sheet();
    window_->stepBatch();
    QVERIFY(says(QStringLiteral("Batch 1 of 5")));
    window_->stepEpoch();  // the other four
    QVERIFY2(says(QStringLiteral("Epoch 1. Test images:")), qPrintable(sheet().heading()));
    sheet().close();
    trigger("step_batch");  // nobody looks
    QVERIFY(paused());
    trigger("step_changes");
    trigger("step_batch");
    QVERIFY2(says(QStringLiteral("Batch 2 of 5, epoch 2.")), qPrintable(sheet().heading()));
    window_->session().rewind();
    trigger("step_batch");
    QVERIFY2(says(QStringLiteral("Batch 1 of 5, epoch 1.")), qPrintable(sheet().heading()));
    window_.reset();  // in the middle of it
  }
};

QTEST_MAIN(StepSheetTest)
#include "step_sheet_test.moc"
