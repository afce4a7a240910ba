// Texts of files, other programs and users are shown literally: no page, chart, tip or table renders their markup. The
// test replaces every text that the terminal keeps by markup, and looks through every page.
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QtTest>
#include <QtWidgets>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/files.h"
#include "core/base/json.h"
#include "tests/support/support.h"
#include "tests/support/window_home.h"
#include "ui/main_window.h"
#include "ui/notebook/notebook_page.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/page.h"

using namespace mlplab;
using Json = nlohmann::json;

namespace {

// A place for an argument stands in it too: a chained arg() would fill it with the next text.
constexpr const char* hostile = "<img src='/nowhere.png'>%1%2 <b>bold</b>";

/// Members whose texts are free: the program reads no meaning out of them.
bool is_free(const std::string& member) {
  static const std::set<std::string> free{"cpu",           "machine", "cores",       "os",      "compiler",
                                          "governor",      "device",  "reason",      "title",   "noise",
                                          "warnings",      "missing", "name",        "why_not", "absent",
                                          "session_noise", "message", "build_flags", "text",    "incomplete"};
  return free.contains(member);
}

void make_hostile(Json& value, const std::string& member) {
  if (value.is_string() && is_free(member)) value = hostile;
  if (value.is_array())
    for (Json& element : value) make_hostile(element, member);
  if (value.is_object()) {
    // Layers, options and meters are found by their names.
    for (auto& [name, inner] : value.items())
      if (name != "layers" && name != "operations" && name != "nodes") make_hostile(inner, name);
  }
}

/// How many texts were replaced. A file of lines has a value in each.
int make_hostile(const std::filesystem::path& file) {
  const QString text = QString::fromStdString(test::read_bytes(file));
  const bool lines = parse_json_or_null(text.toStdString()).is_null();
  std::string changed;
  for (const QString& part : lines ? text.split(QLatin1Char('\n'), Qt::SkipEmptyParts) : QStringList{text}) {
    Json value = parse_json(part.toStdString());
    make_hostile(value, {});
    changed += dump_json(value) + "\n";
  }
  test::write_bytes(file, changed);
  return static_cast<int>(QString::fromStdString(changed).count(QLatin1String("<img src")));
}

bool is_markup(const QString& html) { return html.contains(QLatin1String("<img src"), Qt::CaseInsensitive); }

/// Where a text of the window would be read as markup: 'QLabel reading: …'.
QStringList markup_in(QWidget& window, int& seen) {
  QStringList faults;
  const auto note = [&](const QString& text) { seen += text.contains(QLatin1String("img src")) ? 1 : 0; };
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    const QString name = QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->accessibleName();
    if (const auto* label = qobject_cast<QLabel*>(widget)) {
      note(label->text());
      if (label->textFormat() != Qt::PlainText && is_markup(label->text())) faults << name + label->text();
    }
    if (const auto* text = qobject_cast<QTextEdit*>(widget); text != nullptr && is_markup(text->toHtml()))
      faults << name + text->toHtml();
    if (is_markup(widget->toolTip())) faults << name + QStringLiteral(", its tip: ") + widget->toolTip();
    if (const auto* view = qobject_cast<QGraphicsView*>(widget); view != nullptr && view->scene() != nullptr)
      for (const QGraphicsItem* item : view->scene()->items())
        if (const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item)) {
          note(text->toPlainText());
          if (is_markup(text->toHtml())) faults << name + QStringLiteral(", in the chart: ") + text->toHtml();
        }
  }
  return faults;
}

}  // namespace

class HostileTextsTest : public QObject {
  Q_OBJECT

  WindowHome home_;

  std::filesystem::path kept(const char* folder) const {
    return std::filesystem::path(home_.path().toStdString()) / "mlplab" / folder;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    const auto run = [&](std::vector<std::string> arguments) {
      for (const char* more : {"--data", "shapes", "--train-limit", "300", "--test-limit", "50", "--epochs", "2",
                               "--network", "1024-8-10"})
        arguments.emplace_back(more);
      const test::Ran ran = test::run_cli(arguments);
      QVERIFY2(ran.code == 0, ran.err.c_str());
    };
    run({"train", "--backend", "simd"});
    run({"train", "--backend", "sequential"});
    run({"compare", "--backends", "sequential,simd", "--repeats", "1", "--out", kept("compared").string()});
    std::filesystem::create_directories(kept("comparisons"));
    std::filesystem::rename(kept("compared/measured.json"), kept("comparisons/one.json"));
    run({"sweep", "--backend", "openmp", "--workers", "1,2", "--repeats", "1"});
    std::filesystem::create_directories(kept("profiles"));
    run({"profile", "--batch", "16,32", "--steps", "2", "--out", kept("profiles/one.json").string()});
    int replaced = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kept("")))
      if (entry.path().extension() == ".json" || entry.path().extension() == ".jsonl")
        replaced += make_hostile(entry.path());
    QVERIFY2(replaced > 40, "machines, devices, warnings");
  }

  void no_text_of_a_file_is_markup() {
    WindowOptions options = home_.options();
    options.runs_folder = kept("runs");
    MainWindow window(options);
    window.resize(1280, 800);
    window.show();
    for (const std::filesystem::path& folder : entries_in(kept("runs"))) window.session().open(folder);
    int seen = 0;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      Page* page = window.pages()[i];
      window.show_page(static_cast<int>(i));
      QTest::qWait(300);  // what is read in the background is shown
      if (auto* runs = qobject_cast<NotebookPage*>(page)) {
        std::vector<std::filesystem::path> all;
        for (const char* folder : {"runs", "sweeps", "comparisons", "profiles"})
          for (const std::filesystem::path& entry : entries_in(kept(folder))) all.push_back(entry);
        QTRY_VERIFY(runs->model().rowCount() >= static_cast<int>(all.size()));
        for (const std::filesystem::path& one : all) {
          runs->choose({one});
          QTest::qWait(100);
          for (const QString& fault : markup_in(window, seen)) QFAIL(qPrintable(page->id() + QLatin1Char(' ') + fault));
        }
      }
      for (const QString& fault : markup_in(window, seen)) QFAIL(qPrintable(page->id() + QLatin1Char(' ') + fault));
    }
    QVERIFY2(seen > 5, qPrintable(QString::number(seen)));
  }
};

QTEST_MAIN(HostileTextsTest)
#include "hostile_texts_test.moc"
