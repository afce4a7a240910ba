// Predict first: on each page that measures a guess is typed before, kept with what was measured, and stands beside it.
#include <QtTest>
#include <QtWidgets>
#include <algorithm>

#include "core/base/files.h"
#include "core/reporting/chart.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_setup.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"
#include "ui/runs/guess_file.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/guess_field.h"

using namespace mlplab;

namespace {

constexpr int guess_limit_ms = 60000;

RunSpec guessed_run() { return short_run({.epochs = 2, .backend = default_backend().name}); }

/// Ticks 'Guess first' among the fields of `place` and types the number.
void type_guess(QWidget* place, const QString& number) {
  for (auto* box : place->findChildren<QCheckBox*>()) {
    if (!box->text().contains(QStringLiteral("uess first"))) continue;
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(6, box->height() / 2));
    QVERIFY(box->isChecked());
    for (auto* field : place->findChildren<QDoubleSpinBox*>()) {
      if (!field->accessibleName().startsWith(QStringLiteral("Expected"))) continue;
      QVERIFY(field->isEnabled());
      field->setFocus();
      field->selectAll();
      QTest::keyClicks(field, number);
      QTest::keyClick(field, Qt::Key_Tab);
    }
  }
}

/// The sentence below the guess field in the setup of runs.
QString sentence_of(const SetupPanel& setup) {
  for (auto* label : setup.findChildren<QLabel*>())
    if (label->isVisible() && label->text().startsWith(QStringLiteral("The guess"))) return label->text();
  return {};
}

}  // namespace

class GuessTest : public TestWithWindow {
  Q_OBJECT

  void opened() override { window_->setup().set_spec(guessed_run()); }

  void run() {
    const std::size_t before = window_->session().runs().size();
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(window_->session().runs().size() > before && !window_->session().active(), guess_limit_ms);
  }

 private Q_SLOTS:
  void of_a_run() {
    run();
    QCOMPARE(sentence_of(window_->setup()), QString());
    type_guess(&window_->setup(), QStringLiteral("12.5"));
    QCOMPARE(sentence_of(window_->setup()), QString());  // nothing is measured yet
    run();
    const Run& first = *window_->session().current();
    const double accuracy = *first.log.epochs.back().accuracy_test;
    const QString expected = QStringLiteral("The guess for run 2: 12.5 %. Measured: %1 %.")
                                 .arg(QLocale().toString(100.0 * accuracy, 'f', 1));
    QTRY_COMPARE(sentence_of(window_->setup()), expected);
    QCOMPARE(read_guesses(first.folder / "guess.json"), (Guesses{{"accuracy_test", 0.125}}));
    QVERIFY2(!window_->setup().guess()->value(), "the guess would be stored with every later run");
    run();
    QVERIFY(!std::filesystem::exists(window_->session().current()->folder / "guess.json"));
    QCOMPARE(sentence_of(window_->setup()), QString());
    window_->session().remove(*window_->session().current());
    type_guess(&window_->setup(), QStringLiteral("12.5"));
    run();
    const Run& again = *window_->session().current();
    const QString of_it = sentence_of(window_->setup());
    QVERIFY2(of_it.contains(QStringLiteral("12.5 %. Measured: ")), qPrintable(of_it));
    QVERIFY(std::filesystem::exists(again.folder / "guess.json"));
    // A guess that is changed afterwards is for the next run.
    window_->setup().guess()->set(77.0);
    QCOMPARE(sentence_of(window_->setup()), of_it);
    window_->setup().guess()->set({});
    run();
    QCOMPARE(sentence_of(window_->setup()), QString());
    QVERIFY(!std::filesystem::exists(window_->session().current()->folder / "guess.json"));
  }

  void a_run_that_was_stopped_measured_no_end() {
    RunSpec spec = guessed_run();
    spec.epochs = 50;
    window_->setup().set_spec(spec);
    type_guess(&window_->setup(), QStringLiteral("12.5"));
    window_->stepEpoch();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().runs().empty() && window_->session().current()->log.epochs.size() == 1,
                             guess_limit_ms);
    window_->session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), guess_limit_ms);
    QTRY_VERIFY2(sentence_of(window_->setup()).contains(QStringLiteral("After epoch 1 of 50: ")),
                 qPrintable(sentence_of(window_->setup())));
  }

  void of_a_profile() {
    window_->action(QStringLiteral("page_profile"))->trigger();
    auto* page = window_->findChild<ProfilePage*>();
    ProfileStudySpec spec;
    spec.base = guessed_run();
    spec.base.epochs = 1;
    spec.batches = {20};
    spec.steps = 4;
    page->setup().set_spec(spec);
    type_guess(page, QStringLiteral("30"));
    QSignalSpy ended(&page->session(), &ProfileSession::ended);
    page->setup().start_button()->click();
    QVERIFY(ended.wait(guess_limit_ms));
    const ProfilePoint& point = page->session().study().points.at(0);
    const QString expected = QStringLiteral("The guess: 30.0 % of a step in kernels. Measured at batch 20: %1 %.")
                                 .arg(share_figure_text(point.profile.kernel_s / point.profile.wall_s));
    QVERIFY2(page->reading().contains(expected), qPrintable(page->reading()));
    ProfilePage next(window_->session(), home_->filePath(QStringLiteral("profiles")).toStdString(), find_resources());
    next.show();
    QVERIFY2(next.reading().contains(expected), qPrintable(next.reading()));
  }

  void of_what_was_stopped_before_anything_was_measured_it_is_for_the_next() {
    window_->action(QStringLiteral("page_profile"))->trigger();
    auto* page = window_->findChild<ProfilePage*>();
    ProfileStudySpec spec;
    spec.base = guessed_run();
    spec.base.data.train_limit = 0;  // to have time to stop it
    spec.batches = {20};
    spec.steps = 4;
    page->setup().set_spec(spec);
    type_guess(page, QStringLiteral("30"));
    QSignalSpy ended(&page->session(), &ProfileSession::ended);
    page->setup().start_button()->click();
    QVERIFY(!page->setup().guess_field()->value());
    page->session().stop();
    QVERIFY(!ended.isEmpty() || ended.wait(guess_limit_ms));
    QVERIFY(page->session().study().points.empty());
    QCOMPARE(page->setup().guess_field()->value(), std::optional(30.0));
    QVERIFY2(QDir(home_->filePath(QStringLiteral("profiles"))).entryList({QStringLiteral("*.guess")}).isEmpty(),
             "a guess of nothing");
  }

  void of_a_comparison_of_which_nothing_was_done_it_is_for_the_next() {
    window_->action(QStringLiteral("page_compare"))->trigger();
    auto* page = window_->findChild<ComparePage*>();
    QTRY_VERIFY_WITH_TIMEOUT(page->setup().start_button()->isEnabled(), guess_limit_ms);
    for (const BackendEntry& entry : backend_table())
      page->table_model().set_chosen(entry.name, entry.name == "sequential");
    RunSpec spec = guessed_run();
    spec.data.train_limit = 0;
    spec.epochs = 20;
    window_->setup().set_spec(spec);
    type_guess(page, QStringLiteral("3.5"));
    QSignalSpy ended(&page->session(), &ComparisonSession::ended);
    page->setup().start_button()->click();
    QVERIFY(!page->setup().guess_field()->value());
    page->session().stop();
    QVERIFY(!ended.isEmpty() || ended.wait(guess_limit_ms));
    QCOMPARE(page->setup().guess_field()->value(), std::optional(3.5));
    QVERIFY(!page->reading().contains(QStringLiteral("The guess")));
  }

  void of_a_comparison() {
    window_->action(QStringLiteral("page_compare"))->trigger();
    auto* page = window_->findChild<ComparePage*>();
    QTRY_VERIFY_WITH_TIMEOUT(page->setup().start_button()->isEnabled(), guess_limit_ms);
    for (const BackendEntry& entry : backend_table())
      page->table_model().set_chosen(entry.name, entry.name == "sequential" || entry.name == "simd");
    page->setup().set_epochs(1);
    page->setup().set_repeats(1);
    type_guess(page, QStringLiteral("3.5"));
    QSignalSpy ended(&page->session(), &ComparisonSession::ended);
    page->setup().start_button()->click();
    QVERIFY(ended.wait(guess_limit_ms));
    double best = 0.0;
    for (const ComparisonRow& row : page->session().comparison().rows) best = std::fmax(best, row.speed.value);
    const QString expected = QStringLiteral(
                                 "The guess: the fastest is 3.50 times as fast as the baseline. Measured: "
                                 "%1 times, by ")
                                 .arg(display_number(best));
    QVERIFY2(page->reading().contains(expected), qPrintable(page->reading()));
    ComparePage next(home_->filePath(QStringLiteral("sweeps")).toStdString(), find_resources());
    next.show();
    QTRY_VERIFY(next.reading().contains(expected));
  }

  void a_broken_file_is_said_with_its_name() {
    run();
    const std::filesystem::path file = window_->session().current()->folder / "guess.json";
    for (const char* text : {"[1]", "{\"accuracy_test\": \"much\"}", "{", ""}) {
      write_file_atomically(file, text);
      QVERIFY_EXCEPTION_THROWN((void)read_guesses(file), InputError);
    }
    window_->session().set_pinned(*window_->session().current(), true);  // the list is shown anew
    QVERIFY2(window_->banner().message().contains(QStringLiteral("guess.json")),
             qPrintable(window_->banner().message()));
  }
};

QTEST_MAIN(GuessTest)
#include "guess_test.moc"
