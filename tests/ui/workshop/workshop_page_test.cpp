// The page Workshop in a window: a kernel of each language is written, broken and mended with mouse and keys, timed and
// trained with; nothing runs before a button is pressed, and what runs can be stopped.
#include "ui/workshop/workshop_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/workshop/backend.h"
#include "core/workshop/kept_check.h"
#include "tests/support/support.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/team_dialog.h"
#include "ui/window_language.h"
#include "ui/workshop/check_view.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/editor_card.h"
#include "ui/workshop/result_card.h"
#include "ui/workshop/times_view.h"
#include "ui/workshop/versions_view.h"
#include "ui/workshop/work_text.h"
#include "ui/workshop/workshop_setup.h"
#include "ui/workshop/wrong_map.h"

using namespace mlplab;

namespace {

constexpr int check_ms = 120000;

RunSpec workshop_run() { return short_run({.train = 300, .hidden = 16, .backend = default_backend().name}); }

}  // namespace

class WorkshopPageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<MainWindow> window_;
  WorkshopPage* page_ = nullptr;

  void open_window() {
    window_ = home_->open_window();
    window_->setup().set_spec(workshop_run());
    page_ = window_->findChild<WorkshopPage*>();
    QVERIFY(page_ != nullptr);
    window_->action(QStringLiteral("page_workshop"))->trigger();
  }
  void press(const char* id) {
    QPushButton* button = page_->setup().button(QLatin1String(id));
    QVERIFY2(button != nullptr && button->isEnabled(), id);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  void make_new(const std::string& task, const std::string& language) {
    page_->setup().choose(task, language);
    press("new");
    QVERIFY(page_->work().has_value());
    QCOMPARE(page_->work()->task->name, task);
    QCOMPARE(page_->work()->language->name, language);
  }
  /// Puts `now` in place of the last `before` in the text, as typed; comments stand above it.
  void change(const QString& before, const QString& now) {
    CodeEdit& edit = page_->editor().edit();
    edit.moveCursor(QTextCursor::End);
    QVERIFY2(edit.find(before, QTextDocument::FindBackward), qPrintable(before));
    const QStringList lines = now.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
      if (i > 0) QTest::keyClick(&edit, Qt::Key_Return);
      QTest::keyClicks(&edit, lines[i]);
    }
  }
  void check() {
    QSignalSpy done(page_, &WorkshopPage::checked);
    press("check");
    QVERIFY(done.wait(check_ms));
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), check_ms);
  }
  bool right() const { return page_->session().checked()->check.right(); }
  /// To be looked at: MLPLAB_WORKSHOP_IMAGES=DIR.
  void save_images(const QString& name) {
    const QString folder = qEnvironmentVariable("MLPLAB_WORKSHOP_IMAGES");
    if (folder.isEmpty()) return;
    for (const QSize size : {QSize(1280, 800), QSize(1024, 768)}) {
      window_->resize(size);
      for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        window_->set_theme_choice(theme);
        settle();
        QTest::qWait(50);  // lists are laid out a little later
        window_->grab().save(QStringLiteral("%1/%2-%3-%4.png").arg(folder, name, to_string(theme)).arg(size.width()));
      }
    }
    window_->set_theme_choice(ThemeChoice::light);
  }
  QString finding(int row) const {
    return page_->results().check().findings()->model()->index(row, 1).data().toString();
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    qputenv("XDG_CACHE_HOME", MLPLAB_BIN "/../workshop-page-test");
    open_window();
  }
  void cleanup() {
    page_ = nullptr;
    window_.reset();
    home_.reset();
  }

  void nothingRunsBeforeAButtonIsPressed() {
    make_new("matrix_product", "cpp");
    const std::filesystem::path folder = page_->work()->folder;
    QVERIFY(!page_->session().active() && !page_->session().checked());
    window_.reset();
    open_window();  // the session as it was: the text is there, and nothing was run
    QTRY_VERIFY(page_->work().has_value());
    QCOMPARE(page_->work()->folder.string(), folder.string());
    QVERIFY(page_->editor().edit().toPlainText().contains(QStringLiteral("matrix_product")));
    QTest::qWait(300);
    QVERIFY(!page_->session().active() && !page_->session().checked());
    QVERIFY(!workshop::why_not_checked(*page_->work()).empty());
  }

  void writeBreakAndMendInCpp() {
    make_new("matrix_product", "cpp");
    check();
    QVERIFY(right());
    QCOMPARE(page_->results().check().stages()->count(), 3);
    save_images(QStringLiteral("right"));

    change(QStringLiteral("p < k"), QStringLiteral("p < k - 1"));
    QVERIFY(page_->stale());
    check();
    QVERIFY(!right() && !page_->stale());
    // The map of where it is wrong, and the first wrong number in words.
    ResultCard& results = page_->results();
    QVERIFY(results.has(ResultCard::Tab::wrong));
    QTest::mouseClick(results.tab(ResultCard::Tab::wrong), Qt::LeftButton);
    QVERIFY(results.map().isVisible());
    save_images(QStringLiteral("wrong"));

    change(QStringLiteral("p < k - 1"), QStringLiteral("p < k"));
    check();
    QVERIFY(right());
    QVERIFY(!results.has(ResultCard::Tab::wrong));
  }

  /// A message of the compiler is at its line: in the list, in the margin, and a click goes there.
  void messagesAreAtTheirLines() {
    make_new("vector_sum", "cpp");
    CodeEdit& edit = page_->editor().edit();
    edit.moveCursor(QTextCursor::End);
    QTest::keyClicks(&edit, QStringLiteral("int broken = ;"));
    const int line = edit.blockCount();
    check();
    QVERIFY(!right() && !page_->session().checked()->check.compiled);
    QTableView* findings = page_->results().check().findings();
    QCOMPARE(findings->model()->index(0, 0).data().toString(), QString::number(line));
    QVERIFY2(finding(0).contains(QStringLiteral("expected primary-expression")), qPrintable(finding(0)));
    QVERIFY(edit.said_of(line).contains(QStringLiteral("expected primary-expression")));
    QVERIFY(edit.said_of(line - 1).isEmpty());
    save_images(QStringLiteral("message"));

    // Two lines more above: the mark and the click follow.
    edit.moveCursor(QTextCursor::Start);
    QTest::keyClick(&edit, Qt::Key_Return);
    QTest::keyClick(&edit, Qt::Key_Return);
    QVERIFY(!edit.said_of(line + 2).isEmpty() && edit.said_of(line).isEmpty());
    const QRect row = findings->visualRect(findings->model()->index(0, 1));
    QTest::mouseClick(findings->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(edit.textCursor().blockNumber() + 1, line + 2);
  }

  void writeBreakAndMendInOpenMp() {
    make_new("vector_sum", "openmp");
    check();
    QVERIFY(right());
    change(QStringLiteral("for (int i = 0"), QStringLiteral("\n#pragma omp parallel for\nfor (int i = 0"));
    check();
    QVERIFY(!right());
    const auto& faults = page_->session().checked()->check.faults;
    QVERIFY(std::ranges::any_of(faults, [](const workshop::Fault& fault) { return fault.code == "race"; }));
    save_images(QStringLiteral("race"));
    change(QStringLiteral("parallel for"), QStringLiteral("parallel for reduction(+ : total)"));
    check();
    QVERIFY2(right(), qPrintable(finding(0)));
  }

  /// Which takes the buttons out of the form.
  void worksInProjectorMode() {
    window_->set_projector(true);
    settle();
    make_new("transpose", "cuda");
    page_->setup().choose("vector_sum", "cpp");
    for (const char* id : {"new", "open", "check", "time", "train", "class"})
      QVERIFY2(page_->setup().button(QLatin1String(id)) != nullptr, id);
    QVERIFY(!page_->setup().button(QStringLiteral("time"))->isEnabled());  // the kernel that is shown is in CUDA
    window_->set_projector(false);
  }

  void writeBreakAndMendInCuda() {
    make_new("transpose", "cuda");
    check();
    QVERIFY2(right(), qPrintable(finding(0)));
    ResultCard& results = page_->results();
    QVERIFY(results.has(ResultCard::Tab::counts));
    QVERIFY(results.counts()->isVisible());  // right: the counts are next
    QVERIFY(results.counts()->model()->rowCount() >= 2);
    save_images(QStringLiteral("counts"));
    // Never a time.
    QVERIFY(!page_->setup().button(QStringLiteral("time"))->isEnabled());
    QVERIFY(!page_->setup().button(QStringLiteral("train"))->isEnabled());
    QVERIFY(!results.has(ResultCard::Tab::times));

    change(QStringLiteral("i < rows && j < columns"), QStringLiteral("i <= rows && j < columns"));
    check();
    QVERIFY(!right());
    const workshop::Fault& fault = page_->session().checked()->check.faults.front();
    CodeEdit& edit = page_->editor().edit();
    QVERIFY(edit.document()->findBlockByNumber(fault.line - 1).text().contains(QStringLiteral("i <= rows")));
    QVERIFY(!edit.said_of(fault.line).isEmpty());
    save_images(QStringLiteral("cuda-fault"));
  }

  void trainsWithTheKernel() {
    make_new("dense_forward", "cpp");
    QSignalSpy pages(page_, &Page::pageWanted);
    press("train");  // checks it first
    QTRY_VERIFY_WITH_TIMEOUT(pages.count() == 1, check_ms);
    QCOMPARE(window_->setup().spec().backend, workshop::backend_name(page_->work()->folder));
    QVERIFY(window_->pages().front()->isVisible());
    QVERIFY(window_->setup().valid());
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active() && window_->session().runs().size() == 1, 60000);
    QVERIFY(window_->session().current()->log.last_accuracy_test().has_value());
    QCOMPARE(window_->session().current()->spec.backend, workshop::backend_name(page_->work()->folder));
    // A kernel that has changed since is refused before anything runs.
    test::write_bytes(page_->work()->source(), test::read_bytes(page_->work()->source()) + "\n");
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
    QVERIFY(window_->banner().message().contains(QStringLiteral("has changed since it was checked")));
  }

  /// In the table of members: of the form, which has it already, and of Compare, which lists what was opened here.
  void aTeamTakesTheKernel() {
    make_new("dense_forward", "cpp");
    const QString name = QString::fromStdString(workshop::backend_name(page_->work()->folder));
    check();
    QVERIFY(right());
    const auto list_of = [](const TeamDialog& dialog, int row) {
      return qobject_cast<QComboBox*>(dialog.table()->cellWidget(row, 0));
    };
    QSignalSpy pages(page_, &Page::pageWanted);
    press("train");
    QTRY_COMPARE(pages.count(), 1);
    SetupPanel& setup = window_->setup();
    setup.form().editor_of(QStringLiteral("backend"))->findChild<QToolButton*>()->click();
    auto* dialog = setup.findChild<TeamDialog*>();
    QVERIFY(dialog != nullptr);
    for (int row = 0; row < 2; ++row) QCOMPARE(list_of(*dialog, row)->currentData().toString(), name);
    QCOMPARE(list_of(*dialog, 1)->currentText(), QStringLiteral("workshop:") + name.section(QLatin1Char('/'), -1));
    list_of(*dialog, 1)->setCurrentIndex(list_of(*dialog, 1)->findData(QStringLiteral("loops")));
    QCOMPARE(dialog->fault(), QString());
    if (const QString folder = qEnvironmentVariable("MLPLAB_WORKSHOP_IMAGES"); !folder.isEmpty())
      dialog->grab().save(folder + QStringLiteral("/team.png"));
    Q_EMIT dialog->chosen(dialog->team());
    dialog->close();
    QCOMPARE(QString::fromStdString(to_string(setup.spec().team->members)), name + QStringLiteral(",loops"));
    QVERIFY(setup.valid());
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active() && window_->session().runs().size() == 1, 60000);
    QCOMPARE(window_->session().current()->log.ended->status, RunStatus::done);
    TeamDialog other(std::nullopt, {default_backend().name, {}}, nullptr);
    const int at = list_of(other, 0)->findData(name);
    QVERIFY(at >= 0);
    list_of(other, 0)->setCurrentIndex(at);
    QCOMPARE(other.fault(), QString());
    QVERIFY(configuration_title(name_of_members(other.team())).starts_with("workshop:"));
    test::write_bytes(page_->work()->source(), test::read_bytes(page_->work()->source()) + "\n");
    QVERIFY2(other.fault().contains(QStringLiteral("has changed since it was checked")), qPrintable(other.fault()));
  }

  void aWrongKernelDoesNotTrain() {
    make_new("dense_forward", "cpp");
    change(QStringLiteral("sum = bias[j]"), QStringLiteral("sum = 1.0f"));
    const std::string before = window_->setup().spec().backend;
    QSignalSpy pages(page_, &Page::pageWanted);
    QSignalSpy done(page_, &WorkshopPage::checked);
    press("train");
    QVERIFY(done.wait(check_ms));
    QTRY_VERIFY(!page_->session().active());
    QVERIFY(!right());
    QCOMPARE(pages.count(), 0);
    QCOMPARE(window_->setup().spec().backend, before);
  }

  void timesBesideTheRungsAndKeepsVersions() {
    make_new("vector_sum", "cpp");
    QSignalSpy timed(page_, &WorkshopPage::timed);
    press("time");
    QVERIFY(timed.wait(200000));
    QTRY_VERIFY(!page_->session().active());
    ResultCard& results = page_->results();
    QVERIFY(results.times().isVisible() && results.times().table()->model()->rowCount() >= 3);
    const Chart& chart = results.times().chart()->data();
    QVERIFY(std::ranges::any_of(chart.lines, [](const ChartSeries& line) { return line.name == "this kernel"; }));
    QVERIFY(!chart.lines.front().error_low.empty());
    save_images(QStringLiteral("times"));
    QVERIFY(results.has(ResultCard::Tab::versions));

    change(QStringLiteral("for (int i = 0"), QStringLiteral("// another version\nfor (int i = 0"));
    QVERIFY(page_->reading().contains(QStringLiteral("Timed before the last change")));
    press("time");
    QVERIFY(timed.wait(200000));
    QTRY_VERIFY(!page_->session().active());
    QVERIFY(!page_->reading().contains(QStringLiteral("Timed before the last change")));
    results.show_tab(ResultCard::Tab::versions);
    QCOMPARE(results.versions().table()->model()->rowCount(), 2);
    QVERIFY(results.versions().changes()->toPlainText().contains(QStringLiteral("+ ")));
    save_images(QStringLiteral("versions"));
    QTest::mouseClick(
        results.versions().table()->viewport(), Qt::LeftButton, {},
        results.versions().table()->visualRect(results.versions().table()->model()->index(0, 0)).center());
    QVERIFY(!results.versions().changes()->toPlainText().contains(QStringLiteral("+ ")));
  }

  void aCheckIsStopped() {
    make_new("vector_sum", "cpp");
    change(QStringLiteral("for (int i = 0"),
           QStringLiteral("for (volatile int again = 0; again < 1;) {}\nfor (int i = 0"));
    press("check");
    QTRY_VERIFY_WITH_TIMEOUT(page_->session().step().contains(QStringLiteral("running")), check_ms);
    QElapsedTimer clock;
    clock.start();
    press("check");  // the same button stops
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), 10000);
    QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!page_->session().checked());
    QVERIFY(page_->reading().contains(QStringLiteral("stopped before its end")));
  }

  /// Neither what was found before, nor that Train does nothing any more.
  void aStopLeavesNothingBehind() {
    make_new("matrix_product", "cpp");
    check();
    QVERIFY(page_->results().check().stages()->count() > 1);
    press("time");
    QTRY_VERIFY_WITH_TIMEOUT(page_->session().step().contains(QStringLiteral("n = ")), check_ms);
    press("check");  // the same button stops
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), 30000);
    QVERIFY(!page_->session().timed() && !page_->results().has(ResultCard::Tab::times));
    QVERIFY(workshop::read_versions(*page_->work()).empty());
    QSignalSpy wanted(page_, &WorkshopPage::trainWanted);
    press("train");
    QCOMPARE(wanted.count(), 1);
    window_->action(QStringLiteral("page_workshop"))->trigger();
    change(QStringLiteral("p < k"), QStringLiteral("p < k - 1"));
    press("check");
    press("check");
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), 30000);
    QVERIFY(!page_->session().checked());
    QCOMPARE(page_->results().check().stages()->count(), 1);  // not checked yet
    page_->checkClass(QStringLiteral("/nowhere/at/all"));
    QVERIFY(window_->banner().message().contains(QStringLiteral("/nowhere/at/all")));
  }

  void aClassIsATable() {
    const std::filesystem::path folder = page_->setup().base() / "class";
    for (const char* name : {"ada", "bob"})
      workshop::new_work(workshop::find_task("vector_sum"), workshop::find_language("cpp"), folder / name);
    const std::filesystem::path wrong = folder / "bob" / "vector_sum.cpp";
    std::string text = test::read_bytes(wrong);
    const std::size_t at = text.find("int i = 0");
    QVERIFY(at != std::string::npos);
    test::write_bytes(wrong, text.replace(at, 9, "int i = 1"));
    make_folder(folder / "no work");
    page_->checkClass(QString::fromStdString(folder.string()));
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), check_ms);
    QTableView* table = page_->results().class_table();
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("ada"));
    QCOMPARE(table->model()->index(0, 3).data().toString(), QStringLiteral("right"));
    QCOMPARE(table->model()->index(1, 3).data().toString(), QStringLiteral("wrong"));
    QVERIFY(table->model()->index(0, 4).data().toString().contains(QStringLiteral("n = ")));
    save_images(QStringLiteral("class"));
    Q_EMIT table->activated(table->model()->index(1, 0));
    QCOMPARE(page_->work()->folder.filename().string(), std::string("bob"));
    page_->checkClass(QString::fromStdString((folder / "no work").string()));
    QVERIFY(window_->banner().message().contains(QStringLiteral("no folders of the workshop")));
  }

  void nothingIsCheckedWhileARunGoesOn() {
    make_new("vector_sum", "cpp");
    RunSpec spec = workshop_run();
    spec.epochs = 100;
    window_->setup().set_spec(spec);
    window_->run();
    press("check");
    QVERIFY(!page_->session().active());
    QVERIFY(!window_->banner().message().isEmpty());
    window_->session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
  }

  /// The page's texts, and those of the check.
  void isInTheWindowsLanguage() {
    WindowLanguage language(find_resources());
    language.choose(QStringLiteral("es"));
    window_.reset();
    open_window();
    make_new("matrix_product", "cpp");
    QVERIFY(page_->editor().edit().toPlainText().contains(QStringLiteral("Esta versión es correcta y lenta")));
    change(QStringLiteral("p < k"), QStringLiteral("p < k - 1"));
    check();
    const QListWidget* stages = page_->results().check().stages();
    QCOMPARE(stages->item(0)->text(), QStringLiteral("Compilado: sin advertencias"));
    QVERIFY(finding(0).contains(QStringLiteral("debería ser")));
    QCOMPARE(page_->results().tab(ResultCard::Tab::wrong)->text(), QStringLiteral("Números incorrectos"));
    QVERIFY(page_->reading().contains(QStringLiteral("Aún no es correcto")));
    save_images(QStringLiteral("spanish"));
    window_.reset();
    language.choose(QStringLiteral("en"));
  }

  void fitsASmallWindow() {
    make_new("matrix_product", "openmp");
    window_->resize(1024, 768);
    settle();
    QCOMPARE(window_->size(), QSize(1024, 768));
    QVERIFY(page_->minimumSizeHint().width() <= 1024);
  }
};

QTEST_MAIN(WorkshopPageTest)
#include "workshop_page_test.moc"
