// The lab report from the window: from the page Runs and from the menu, as HTML, PDF and Markdown, with the numbers of
// the CSV files; and what cannot be written.
#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/statistics/statistics.h"
#include "core/study/comparison/comparison_file.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/report_numbers.h"
#include "tests/support/support.h"
#include "tests/support/window_home.h"
#include "ui/notebook/notebook_page.h"
#include "ui/report/paged_text.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_writer.h"
#include "ui/widgets/banner.h"

using namespace mlplab;

namespace {

/// Curves of every kind, with error bars.
ReportChart every_curve() {
  ReportChart chart{.name = "curves", .caption = "A caption."};
  chart.chart = {.title = "Curves", .x = {.title = "workers", .integers = true}, .y = {.title = "time", .unit = "ms"}};
  for (const LineStyle line : {LineStyle::solid, LineStyle::dashed, LineStyle::dotted, LineStyle::none})
    for (const Marker marker : all_markers)
      chart.chart.lines.push_back({.name = "curve",
                                   .color = {static_cast<int>(chart.chart.lines.size()), 0},
                                   .line = line,
                                   .marker = marker,
                                   .x = {1.0, 2.0, 4.0},
                                   .y = {1.0, 2.5, 3.0},
                                   .error_low = {not_known, 2.0, 2.5},
                                   .error_high = {not_known, 3.0, 3.5}});
  return chart;
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::filesystem::path run_, comparison_;

  std::filesystem::path path(const char* name) const { return home_->filePath(QLatin1String(name)).toStdString(); }
  QString shown(const char* name) const { return home_->filePath(QLatin1String(name)); }

  /// Trained for real, where the window keeps its runs.
  void train(const char* name) {
    const Dataset dataset = test::small_dataset();
    RunRequest request;
    request.spec = test::small_spec();
    request.spec.epochs = 3;
    request.dataset = borrowed(dataset);
    request.keep = RunRequest::Keep::always;
    request.folder = run_ = path("runs") / name;
    test::Remember events;
    RunControl control;
    const RunOutcome outcome = execute_run(request, events, control);
    QVERIFY2(outcome.ended.status == RunStatus::done, outcome.ended.reason.c_str());
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    train("2026-11-21-100000-sequential");
    comparison_ = path("comparisons") / "2026-11-21-110000.json";
    save_comparison(comparison_, made_comparison());
  }

  void all_three_pages_have_the_numbers_of_the_files() {
    ReportWriter writer(find_resources());
    QSignalSpy written(&writer, &ReportWriter::written), failed(&writer, &ReportWriter::failed);
    writer.write({run_, comparison_}, path("report"));
    QVERIFY(writer.busy());
    QVERIFY(written.wait(60000));
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.first().first().toString()));
    int tables = 0;
    const std::vector<std::string> faults = test::report_differences(path("report"), &tables);
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(tables, 2 * 4);
    QVERIFY(test::read_bytes(path("report/report.pdf")).starts_with("%PDF-"));
    const std::string page = test::read_bytes(path("report/report.html"));
    QVERIFY(page.find("<img src=\"data:image/svg+xml;base64,") != std::string::npos);
    QVERIFY2(page.find("src=\"runs-") == std::string::npos, "it needs no other file");
    QVERIFY(!writer.busy());
  }

  void pages_are_broken_between_what_belongs_together() {
    QTextDocument document;
    document.setDefaultFont(QFont(QStringLiteral("Sans Serif"), 9));
    QImage image(520, 300, QImage::Format_RGB32);
    image.fill(Qt::gray);
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:a")), image);
    QString html;
    for (int i = 0; i < 12; ++i)
      html +=
          QStringLiteral(
              "<h2>Section</h2><p>%1</p><p><img src='chart:a' width='520' height='300'></p><p>Figure</p><p>Table</p>"
              "<table border='1'><thead><tr><th>a</th></tr></thead>%2</table><p>a.csv</p>")
              .arg(QStringLiteral("words ").repeated(30 * i), QStringLiteral("<tr><td>1</td></tr>").repeated(i));
    document.setHtml(html + QStringLiteral("<p>Table</p><table border='1'>%1</table>")
                                .arg(QStringLiteral("<tr><td>more than a page</td></tr>").repeated(200)));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    document.documentLayout()->setPaintDevice(&paper);
    document.setPageSize(QSizeF(paper.width(), paper.height()));
    // Parts that belong on one page: a heading with what follows, an image with its caption, a table with caption and
    // file.
    const auto parted = [&] {
      QStringList faults;
      const double page = document.pageSize().height();
      struct Place {
        QString what;
        int first, last;  // pages
      };
      std::vector<Place> places;
      const auto page_of = [&](double y) { return static_cast<int>(y / page); };
      for (auto at = document.rootFrame()->begin(); !at.atEnd(); ++at) {
        const QTextBlock block = at.currentBlock();
        const bool table = at.currentFrame() != nullptr;
        if (!table && block.text().trimmed().isEmpty()) continue;
        const QRectF rect = table ? document.documentLayout()->frameBoundingRect(at.currentFrame())
                                  : document.documentLayout()->blockBoundingRect(block);
        const bool is_image = !table && block.text().contains(QChar::ObjectReplacementCharacter);
        places.push_back({table      ? QStringLiteral("rows")
                          : is_image ? QStringLiteral("picture")
                                     : block.text().left(7),
                          page_of(rect.top()), page_of(rect.bottom())});
      }
      for (std::size_t i = 0; i + 2 < places.size(); ++i) {  // but for the table that no page has room for
        const Place &here = places[i], &next = places[i + 1];
        const bool together = here.what == QStringLiteral("Section") || here.what == QStringLiteral("picture") ||
                              here.what == QStringLiteral("Table") || here.what == QStringLiteral("rows");
        if (!together) continue;
        if (here.first != next.last && !next.what.startsWith(QStringLiteral("words"))) faults << here.what + next.what;
        if (here.first != next.first) faults << here.what + QStringLiteral(" alone");
      }
      return faults;
    };
    QVERIFY2(parted().size() > 3, "nothing is left to do");
    lay_out_on_pages(document, paper);
    QVERIFY2(parted().isEmpty(), qPrintable(parted().join(QStringLiteral("; "))));
    QVERIFY(document.pageCount() < 30);
    print_pages(document, paper);
    QVERIFY(buffer.data().contains("/Count " + QByteArray::number(document.pageCount())));
  }

  void another_report_takes_a_folder_of_its_own() {
    ReportWriter writer(find_resources());
    QSignalSpy written(&writer, &ReportWriter::written);
    writer.write({run_}, path("report"));
    QVERIFY(written.wait(60000));
    test::write_bytes(path("report/report.md"), "what the student wrote");
    writer.write({run_}, path("report"));
    QVERIFY(written.wait(60000));
    QCOMPARE(written.last().first().toString(), shown("report/report"));
    QCOMPARE(test::read_bytes(path("report/report.md")), std::string("what the student wrote"));
    QVERIFY(std::filesystem::exists(path("report/report/report.pdf")));
  }

  void files_of_the_user_stay_as_they_are() {
    std::filesystem::create_directory(path("mine"));
    test::write_bytes(path("mine/runs.csv"), "mine");
    ReportWriter writer(find_resources());
    QSignalSpy written(&writer, &ReportWriter::written);
    writer.write({run_}, path("mine"));
    QVERIFY(written.wait(60000));
    QCOMPARE(written.last().first().toString(), shown("mine/report"));
    QCOMPARE(test::read_bytes(path("mine/runs.csv")), std::string("mine"));
  }

  void the_pages_ask_for_it_and_the_banner_tells() {
    MainWindow window(home_->options());
    window.show();
    auto* runs = window.findChild<NotebookPage*>();
    QSignalSpy read(runs, &NotebookPage::wasRead);
    window.action(QStringLiteral("page_runs"))->trigger();
    QVERIFY(read.wait(20000) || !read.isEmpty());
    QVERIFY(!runs->button(QStringLiteral("report"))->isEnabled());
    runs->choose({comparison_});
    QVERIFY(runs->button(QStringLiteral("report"))->isEnabled());
    runs->button(QStringLiteral("report"))->click();
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(!dialog->isModal());
    QSignalSpy written(&window.report_writer(), &ReportWriter::written);
    std::filesystem::create_directory(path("chosen"));
    Q_EMIT dialog->fileSelected(shown("chosen"));
    dialog->close();
    QVERIFY(written.wait(60000));
    QVERIFY(window.banner().message().contains(shown("chosen")));
    QVERIFY(std::filesystem::exists(path("chosen/comparison-1.csv")));
    QVERIFY2(!std::filesystem::exists(path("chosen/runs.csv")), "it was not chosen");

    // A page that shows nothing kept: what all of them show.
    window.session().remove(*window.session().open(run_));
    const Run& again = *window.session().open(run_);
    QVERIFY(again.number > 1);
    window.action(QStringLiteral("page_draw"))->trigger();
    window.write_report_to(shown("all"));
    QVERIFY(written.wait(60000));
    QVERIFY(std::filesystem::exists(path("all/runs.csv")));
    QVERIFY2(std::filesystem::exists(path(("all/run-" + std::to_string(again.number) + "-epochs.csv").c_str())),
             "its number on the screen");
  }

  void what_cannot_be_is_said_and_leaves_nothing() {
    std::filesystem::remove_all(path("runs"));
    MainWindow window(home_->options());
    window.write_report_to(shown("none"));
    QTRY_VERIFY_WITH_TIMEOUT(!window.report_writer().busy(), 20000);
    QVERIFY2(!std::filesystem::exists(path("none")), "there is nothing to report on");
    train("2026-11-21-100000-sequential");
    ReportWriter writer(find_resources());
    QSignalSpy failed(&writer, &ReportWriter::failed);
    test::write_bytes(path("file"), "x");
    writer.write({run_}, path("file"));
    QVERIFY(failed.wait(20000));
    QVERIFY(failed.last().first().toString().contains(shown("file")));
    test::write_bytes(comparison_, "{}");
    writer.write({run_, comparison_}, path("report"));
    QVERIFY(failed.wait(20000));
    QVERIFY2(failed.last().first().toString().contains(QStringLiteral("2026-11-21-110000.json")),
             qPrintable(failed.last().first().toString()));
    QVERIFY(!std::filesystem::exists(path("report")));
  }

  void charts_are_drawn_for_paper() {
    ReportChart chart = every_curve();
    for (const bool bars : {false, true}) {
      if (bars) chart.chart.categories = {"a", "b"}, chart.chart.bars = {{.name = "bars", .values = {1.0, 2.0}}};
      const DrawnChart drawn = draw_report_chart(chart);
      QVERIFY(drawn.svg.contains("<svg"));
      QVERIFY(drawn.image.width() > drawn.image.height());
      QVERIFY2(!drawn.svg.contains("A caption.") || bars,
               "it stands under the chart; in an SVG, for those who hear it");
    }
  }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"
