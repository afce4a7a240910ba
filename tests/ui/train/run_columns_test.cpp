// The choice of columns in the table of runs: it goes before that of the room, is kept, and can be taken back.
#include "ui/train/run_columns.h"

#include <QtTest>
#include <QtWidgets>

#include "tests/support/window_home.h"
#include "tests/ui/notebook/written_runs.h"
#include "ui/runs/run_session.h"
#include "ui/train/train_page.h"
#include "ui/widgets/tables.h"

using namespace mlplab;

namespace {

using Column = RunTableModel::Column;

class RunColumnsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<RunSession> session_;
  std::unique_ptr<RunTableModel> model_;
  std::unique_ptr<QTableView> table_;
  std::unique_ptr<RunColumns> columns_;

  void write(const char* name, int batch) {
    write_run(home_->filePath(QStringLiteral("runs/2026-11-20-1%1-a").arg(QLatin1String(name))).toStdString(),
              written_spec(batch, 0.1, 1), 0.9, 1.0);
  }
  void open(int width) {
    columns_ = std::make_unique<RunColumns>(*table_, *model_);
    table_->resize(width, 200);
    settle();
    columns_->fit(light_theme());
  }
  bool shown(int column) { return !table_->isColumnHidden(column); }
  QAction* action(QMenu& menu, const QString& begin) {
    columns_->fill(&menu);
    for (QAction* each : menu.actions())
      if (each->text().remove(QLatin1Char('&')).startsWith(begin)) return each;
    return nullptr;
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    write("00000", 32);
    write("10000", 64);
    session_ = std::make_unique<RunSession>(home_->filePath(QStringLiteral("runs")).toStdString(), find_resources());
    session_->restore(6);
    model_ = std::make_unique<RunTableModel>(session_->runs());
    model_->reset();
    table_.reset(make_page_table(model_.get(), QStringLiteral("runs"), 28));
    table_->show();
  }
  void cleanup() {
    columns_.reset();
    table_.reset();
    model_.reset();
    session_.reset();
    home_.reset();
  }

  void aChosenColumnStaysWhereThereIsNoRoom() {
    open(330);
    QVERIFY(!shown(Column::total_time_column));
    QCOMPARE(table_->horizontalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
    QMenu menu;
    QAction* total = action(menu, QStringLiteral("Total / s"));
    QVERIFY(total != nullptr && !total->isChecked() && total->isEnabled());
    total->trigger();
    QVERIFY(shown(Column::total_time_column));
    QVERIFY(table_->columnWidth(Column::total_time_column) > 20);
    QCOMPARE(table_->horizontalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
    QVERIFY(table_->horizontalHeader()->length() > table_->viewport()->width());  // it can be scrolled to
    // Kept; and the others come and go as they did.
    open(330);
    QVERIFY(shown(Column::total_time_column));
    QVERIFY(!shown(Column::rate_column));
    open(1400);
    QVERIFY(shown(Column::rate_column) && shown(Column::batch_column));
    action(menu, QStringLiteral("As usual"))->trigger();
    open(330);
    QVERIFY(!shown(Column::total_time_column));
  }

  void namesOfBackendsAreCutBeforeIconsAreBeyondTheEdge() {
    RunSpec other = written_spec(32, 0.1, 1);
    other.backend = "simd";
    other.epochs = 2;
    const std::filesystem::path folder = home_->filePath(QStringLiteral("runs/2026-11-20-130000-a")).toStdString();
    write_run(folder, other, 0.9, 0.00787654);
    session_->open(folder);
    model_->reset();
    bool cut = false;
    for (int width = 480; width < 700; width += 5) {
      open(width);
      QVERIFY(shown(Column::pin_column) && shown(Column::visible_column) && shown(Column::backend_column));
      QVERIFY2(table_->horizontalHeader()->length() <= table_->viewport()->width(), qPrintable(QString::number(width)));
      cut |= table_->columnWidth(Column::backend_column) < text_width(*table_, Column::backend_column, light_theme());
    }
    QVERIFY(cut);
  }

  void aRefusedColumnGoesWhereThereIsRoom() {
    open(1400);
    QVERIFY(shown(Column::accuracy_column));
    QMenu menu;
    action(menu, QStringLiteral("Test / %"))->trigger();
    QVERIFY(!shown(Column::accuracy_column));
    open(1400);
    QVERIFY(!shown(Column::accuracy_column));
    QVERIFY(!action(menu, QStringLiteral("Test / %"))->isChecked());
    QAction* usual = action(menu, QStringLiteral("As usual"));
    QVERIFY(usual->isEnabled());
    usual->trigger();
    QVERIFY(shown(Column::accuracy_column));
    QVERIFY(!action(menu, QStringLiteral("As usual"))->isEnabled());
  }

  void aColumnWithNothingToShowSaysWhy() {
    open(1400);
    QMenu menu;
    QAction* energy = action(menu, QStringLiteral("Epoch / J"));
    QVERIFY(!energy->isEnabled());
    QVERIFY(energy->text().contains(QStringLiteral("no run has a known energy")));
    QVERIFY(!action(menu, QStringLiteral("Run"))->isEnabled());
    // Chosen while there was something, it is not shown empty.
    columns_->choose(Column::energy_column, true);
    QVERIFY(!shown(Column::energy_column));
    columns_->choose(Column::epoch_time_column, false);
    QVERIFY(shown(Column::epoch_time_column));  // it has the reasons of failures
    for (const QAction* each : menu.actions()) QVERIFY(each->isSeparator() || !each->text().isEmpty());
  }

  void theHeaderAndTheMenuHaveIt() {
    MainWindow window(home_->options());
    window.show();
    auto* page = window.findChild<TrainPage*>();
    QTableView* table = nullptr;
    for (QTableView* one : page->findChildren<QTableView*>())
      if (one->model()->columnCount() == RunTableModel::column_count) table = one;
    QVERIFY(table != nullptr);
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QVERIFY(!table->isColumnHidden(Column::accuracy_column));
    Q_EMIT table->horizontalHeader()->customContextMenuRequested({5, 5});
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    for (QAction* each : menu->actions())
      if (each->text() == QStringLiteral("Test / %")) each->trigger();
    menu->close();
    QVERIFY(table->isColumnHidden(Column::accuracy_column));
    settle();
    // By keys: the button of the card.
    QMenu* columns = nullptr;
    for (QMenu* each : page->findChildren<QMenu*>())
      if (each->title().remove(QLatin1Char('&')) == QStringLiteral("Columns")) columns = each;
    QVERIFY(columns != nullptr);
    Q_EMIT columns->aboutToShow();
    QVERIFY(columns->actions().size() > RunTableModel::column_count);
    columns->actions().back()->trigger();
    QVERIFY(!table->isColumnHidden(Column::accuracy_column));
  }
};

}  // namespace

QTEST_MAIN(RunColumnsTest)
#include "run_columns_test.moc"
