// The strip of what is busy: what it says of a run that goes on and of one that has ended, and its window by keys.
#include "ui/runs/load_strip.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTextEdit>
#include <QVBoxLayout>
#include <QtTest>
#include <algorithm>

#include "tests/support/support.h"
#include "ui/charts/chart_card.h"
#include "ui/status_strip.h"

namespace mlplab {

namespace {

LoadReading reading(int cpus, double busy, double run_cpus, std::uint64_t memory_bytes) {
  LoadReading load;
  load.window_s = 0.5;
  for (int i = 0; i < cpus; ++i) load.cpus.push_back(i), load.busy.push_back(busy);
  load.run_cpus = run_cpus;
  load.processes = 2;
  load.threads = 5;
  load.busiest = {{10, 11, "rank", 0.97}, {10, 12, "mlplab", 0.4}};
  load.memory_bytes = memory_bytes;
  load.cost_cpus = 0.0012;
  return load;
}

}  // namespace

class LoadStripTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void says_what_is_busy_now_and_the_mean_afterwards();
  void is_not_there_where_nothing_was_read();
  void is_shown_where_there_is_room();
  void says_why_a_device_is_not_known();
  void draws_the_power_of_each_meter();
  void has_room_for_many_cpus();
  void opens_its_window_by_a_key();
};

void LoadStripTest::says_what_is_busy_now_and_the_mean_afterwards() {
  RunLog log;
  log.loads = {{.at_s = 0.5, .load = reading(2, 1.0, 2.0, 300'000'000)},
               {.at_s = 1.0, .load = reading(2, 0.5, 1.0, 212'000'000)}};
  QWidget parent;
  LoadStrip strip(&parent);
  strip.show_run(log, true);
  QCOMPARE(strip.text(), QStringLiteral("run 1.00 of 2 CPUs · 212 MB"));
  QCOMPARE(strip.accessibleDescription(), strip.text());
  const int with_bars = strip.sizeHint().width() - strip.fontMetrics().horizontalAdvance(strip.text());
  strip.show_run(log, false);
  QCOMPARE(strip.text(), QStringLiteral("mean 1.50 of 2 CPUs · up to 300 MB"));
  QVERIFY(strip.sizeHint().width() - strip.fontMetrics().horizontalAdvance(strip.text()) < with_bars);
}

void LoadStripTest::is_not_there_where_nothing_was_read() {
  QWidget parent;
  LoadStrip strip(&parent);
  RunLog log;
  strip.show_run(log, true);
  QVERIFY(strip.isHidden() && !strip.has_load());
  log.loads = {{.at_s = 0.5, .load = reading(2, 1.0, 2.0, 1)}};
  strip.show_run(log, true);
  QVERIFY(strip.has_load());
  strip.show_run({}, false);
  QVERIFY(!strip.has_load());
}

/// At every width the strip comes to rest: where it showed the load to see whether there is room, it became higher,
/// which made it ask again, without end.
void LoadStripTest::is_shown_where_there_is_room() {
  const test::TemporaryFolder folder;
  RunSession session(folder.path(), find_resources());
  QSignalSpy ended(&session, &RunSession::ended);
  RunSpec spec = test::small_spec();
  spec.backend = "sequential";
  session.start(spec);
  QTRY_VERIFY_WITH_TIMEOUT(!session.active(), 30'000);
  session.current()->log.loads = {{.at_s = 0.5, .load = reading(2, 1.0, 2.0, 300'000'000)}};
  QWidget window;
  auto* column = new QVBoxLayout(&window);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(new QTextEdit, 1);
  auto* status = new StatusStrip(session);
  column->addWidget(status);
  auto* load = status->findChild<LoadStrip*>();
  load->setFont(QFont(load->font().family(), 30));  // higher than the strip without it
  class Resizes : public QObject {
   public:
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override {
      if (event->type() == QEvent::Resize && ++count > 1000) qFatal("the strip does not come to rest");
      return false;
    }
  } resizes;
  status->installEventFilter(&resizes);
  window.show();
  int shown = 0, widest_without = 0;
  for (int width = 300; width <= 1800; width += 10) {
    window.resize(width, 200);
    QCoreApplication::processEvents();
    resizes.count = 0;
    if (load->isVisible())
      ++shown;
    else
      widest_without = width;
  }
  QVERIFY2(shown > 0 && widest_without > 300, "both were seen");
  QVERIFY2(shown <= (1800 - widest_without) / 10, "shown at every width from one on");
}

void LoadStripTest::says_why_a_device_is_not_known() {
  LoadReading load = reading(1, 1.0, 1.0, 1000);
  load.devices = {{.device = "GPU 0", .busy = 0.93, .memory_bytes = 1, .memory_all_bytes = 2, .why_not = ""},
                  {.device = "GPU 1", .why_not = "its driver does not tell"}};
  QCOMPARE(load_words(load), QStringLiteral("run 1.00 of 1 CPU · 1.00 kB · GPU 0 93 %"));
  LoadWindow window(nullptr);
  window.show_load({.at_s = 12.0, .load = load}, true);
  const auto says_last = [&] {
    const auto labels = window.findChildren<QLabel*>();
    return std::ranges::any_of(labels, [](const QLabel* label) {
      return label->text().startsWith(QStringLiteral("The last reading of the run, 12.0 s after"));
    });
  };
  QVERIFY(!says_last());
  window.show_load({.at_s = 12.0, .load = load}, false);
  QVERIFY(says_last());
  bool told = false;
  for (const auto* table : window.findChildren<QTableWidget*>())
    told = told || (table->rowCount() == 2 && table->item(1, 2) != nullptr &&
                    table->item(1, 2)->text() == QStringLiteral("its driver does not tell"));
  QVERIFY(told);
}

void LoadStripTest::draws_the_power_of_each_meter() {
  RunLog log;
  log.loads = {{.at_s = 0.5, .load = reading(2, 1.0, 2.0, 1000)}, {.at_s = 1.0, .load = reading(2, 1.0, 2.0, 1000)}};
  QVERIFY(power_chart(log).lines.empty());
  log.loads[0].load.power = {{"package 0", 40.0}};
  log.loads[1].load.power = {{"package 0", 38.5}, {"GPU board 0", 200.0}};
  const Chart chart = power_chart(log);
  QCOMPARE(chart.lines.size(), std::size_t{2});
  QCOMPARE(chart.lines[0].name, std::string("package 0"));
  QCOMPARE(chart.lines[0].x, (std::vector<double>{0.5, 1.0}));
  QCOMPARE(chart.lines[0].y, (std::vector<double>{40.0, 38.5}));
  QCOMPARE(chart.lines[1].x, std::vector<double>{1.0});
  QVERIFY(load_words(log.loads[1].load).endsWith(QStringLiteral(" · 238 W")) ||
          load_words(log.loads[1].load).endsWith(QStringLiteral(" · 239 W")));
  QWidget parent;
  LoadStrip strip(&parent);
  strip.show_run(log, true);
  QTest::keyClick(&strip, Qt::Key_Space);
  auto* card = parent.findChild<ChartCard*>();
  QVERIFY(card != nullptr && card->isVisible());
  QCOMPARE(card->data().lines.size(), std::size_t{2});
  QSignalSpy failed(&strip, &LoadStrip::failed), saved(&strip, &LoadStrip::saved);
  Q_EMIT card->failed(QStringLiteral("no room"));
  Q_EMIT card->saved(QStringLiteral("power.png"));
  QVERIFY(failed.size() == 1 && saved.size() == 1);
}

void LoadStripTest::has_room_for_many_cpus() {
  QWidget parent;
  LoadStrip strip(&parent);
  RunLog log;
  log.loads = {{.at_s = 0.5, .load = reading(192, 0.5, 96.0, 1000)}};
  strip.show_run(log, true);
  QVERIFY(strip.sizeHint().width() < strip.fontMetrics().horizontalAdvance(strip.text()) + 120);
}

void LoadStripTest::opens_its_window_by_a_key() {
  QWidget parent;
  LoadStrip strip(&parent);
  RunLog log;
  log.loads = {{.at_s = 0.5, .load = reading(2, 0.25, 0.5, 1000)}};
  strip.show_run(log, true);
  parent.show();
  strip.setFocus();
  QTest::keyClick(&strip, Qt::Key_Space);
  auto* window = parent.findChild<LoadWindow*>();
  QVERIFY(window != nullptr && window->isVisible());
  const auto tables = window->findChildren<QTableWidget*>();
  QCOMPARE(tables.size(), 3);
  QCOMPARE(tables[0]->rowCount(), 2);
  QCOMPARE(tables[0]->item(0, 1)->text(), QStringLiteral("25 %"));
  QCOMPARE(tables[1]->item(0, 2)->text(), QStringLiteral("rank"));
  log.loads.push_back({.at_s = 1.0, .load = reading(2, 0.75, 0.5, 1000)});
  strip.show_run(log, true);
  QCOMPARE(tables[0]->item(0, 1)->text(), QStringLiteral("75 %"));
}

}  // namespace mlplab

QTEST_MAIN(mlplab::LoadStripTest)
#include "load_strip_test.moc"
