// A screen reader's view: a walk over the accessible tree of the whole window, on every page and in both themes. All
// that can be focused or pressed has a name and a kind, no two buttons of a page are called the same, charts tell what
// they show, and every cell of a table that shows something can be read.
#include <QAccessible>
#include <QtTest>
#include <QtWidgets>

#include "tests/support/window_home.h"
#include "tests/ui/filled_window.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

bool is_button(QAccessible::Role role) {
  return role == QAccessible::PushButton || role == QAccessible::ButtonMenu || role == QAccessible::ButtonDropDown ||
         role == QAccessible::CheckBox || role == QAccessible::RadioButton;
}

bool is_interactive(const QAccessibleInterface& at) {
  switch (at.role()) {
    case QAccessible::PushButton:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::EditableText:
    case QAccessible::Table:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::ProgressBar:
      return true;
    default:
      return at.state().focusable;
  }
}

class Walk {
 public:
  explicit Walk(QWidget& window) { visit(QAccessible::queryAccessibleInterface(&window)); }
  const QStringList& faults() const { return faults_; }
  int visited() const { return visited_; }
  int charts() const { return charts_; }
  int cells() const { return cells_; }

 private:
  void visit(QAccessibleInterface* at) {
    if (at == nullptr || !at->isValid() || at->state().invisible) return;
    ++visited_;
    const QString name = at->text(QAccessible::Name), description = at->text(QAccessible::Description);
    const auto kind = [&] {
      const QObject* object = at->object();
      return QStringLiteral("%1, kind %2")
          .arg(object == nullptr ? QStringLiteral("an item") : QLatin1String(object->metaObject()->className()),
               QString::number(at->role()));
    };
    if (is_interactive(*at)) {
      if (name.trimmed().isEmpty()) faults_ << QStringLiteral("no name: %1, in %2").arg(kind(), within(at));
      if (at->role() == QAccessible::NoRole || at->role() == QAccessible::Client)
        faults_ << QStringLiteral("no kind: '%1', %2").arg(name, kind());
    }
    if (is_button(at->role())) {
      const QString called = name + QLatin1Char('\n') + description;
      if (buttons_.contains(called))
        faults_
            << QStringLiteral("two buttons are called '%1': in %2 and in %3").arg(name, buttons_[called], within(at));
      buttons_[called] = within(at);
    }
    if (at->role() == QAccessible::Chart) {
      ++charts_;
      if (description.isEmpty()) faults_ << QStringLiteral("the chart '%1' says nothing").arg(name);
    }
    if (auto* view = qobject_cast<QTableView*>(at->object()); view != nullptr && at->tableInterface() != nullptr) {
      // Without a screen reader nobody tells it that the table has other rows now.
      QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(at));
      return read(*QAccessible::queryAccessibleInterface(view)->tableInterface(), *view);
    }
    for (int i = 0; i < at->childCount(); ++i) visit(at->child(i));
  }

  static QString within(const QAccessibleInterface* at) {
    for (const QAccessibleInterface* up = at->parent(); up != nullptr; up = up->parent())
      if (const QString name = up->text(QAccessible::Name); !name.isEmpty()) return QStringLiteral("'%1'").arg(name);
    return QStringLiteral("the window");
  }

  /// A cell that shows something, be it an image, has words; columns have titles, where they are shown.
  void read(QAccessibleTableInterface& table, const QTableView& view) {
    const QAbstractItemModel& model = *view.model();
    constexpr int most_rows = 20;
    for (int row = 0; row < std::min(model.rowCount(), most_rows); ++row) {
      for (int column = 0; column < model.columnCount(); ++column) {
        const QModelIndex index = model.index(row, column);
        const bool shows = !index.data(Qt::DisplayRole).toString().isEmpty() ||
                           index.data(Qt::DecorationRole).isValid() || index.data(Qt::CheckStateRole).isValid();
        if (!shows || view.isColumnHidden(column) || view.columnSpan(row, column) > 1) continue;
        ++cells_;
        QAccessibleInterface* cell = table.cellAt(row, column);
        if (cell == nullptr || cell->text(QAccessible::Name).isEmpty())
          faults_ << QStringLiteral("%1: row %2, column %3 shows something and says nothing")
                         .arg(view.accessibleName())
                         .arg(row + 1)
                         .arg(column + 1);
      }
    }
    for (int column = 0; column < model.columnCount(); ++column) {
      const bool titled = !model.headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString().isEmpty() ||
                          !model.headerData(column, Qt::Horizontal).toString().isEmpty();
      if (view.horizontalHeader()->isVisible() && !view.isColumnHidden(column) && !titled)
        faults_ << QStringLiteral("%1: column %2 has no title").arg(view.accessibleName()).arg(column + 1);
    }
  }

  QStringList faults_;
  QMap<QString, QString> buttons_;
  int visited_ = 0, charts_ = 0, cells_ = 0;
};

}  // namespace

class SpokenTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<MainWindow> window_;

 private Q_SLOTS:
  void initTestCase() {
    home_ = std::make_unique<WindowHome>();
    window_ = std::make_unique<MainWindow>(home_->options());
    fill_window(*window_);
    QVERIFY(!QTest::currentTestFailed());
  }
  void cleanupTestCase() { window_.reset(); }

  void all_that_acts_has_a_name_and_a_kind_of_its_own_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void all_that_acts_has_a_name_and_a_kind_of_its_own() {
    QFETCH(bool, dark);
    window_->set_theme_choice(dark ? ThemeChoice::dark : ThemeChoice::light);
    QStringList wrong;
    int charts = 0, cells = 0;
    for (std::size_t i = 0; i < window_->pages().size(); ++i) {
      const Page& page = *window_->pages()[i];
      window_->show_page(static_cast<int>(i));
      settle();
      const Walk walk(*window_);
      QVERIFY2(walk.visited() > 40, qPrintable(page.id() + QStringLiteral(": nothing is found")));
      charts += walk.charts();
      cells += walk.cells();
      for (const QString& fault : walk.faults()) wrong << page.id() + QStringLiteral(": ") + fault;
    }
    wrong.removeDuplicates();
    for (const QString& fault : wrong) qWarning("%s", qPrintable(fault));  // QVERIFY2 would cut them off
    QVERIFY2(wrong.isEmpty(), "see above");
    QVERIFY(charts > 12 && cells > 50);
  }

  void a_chart_says_what_it_shows() {
    window_->show_page(0);
    settle();
    int told = 0;
    for (const auto* card : window_->pages()[0]->findChildren<ChartCard*>()) {
      QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(card->view());
      QCOMPARE(chart->role(), QAccessible::Chart);
      QCOMPARE(chart->text(QAccessible::Description), chart_words(card->data()));
      for (const ChartSeries& series : card->data().lines) {
        if (series.x.empty() || series.role == ChartSeries::Role::guide) continue;
        QVERIFY(chart->text(QAccessible::Description).contains(QString::fromStdString(full_name(series) + ": ")));
        ++told;
      }
    }
    QVERIFY(told >= 4);
  }

  void the_words_of_a_chart_are_its_last_values() {
    Chart data;
    data.x = {"epoch", {}};
    data.y = {"loss", "nats"};
    QVERIFY(!chart_words(data).isEmpty());
    data.lines.resize(2);
    data.lines[0].name = "train";
    data.lines[0].x = {1, 2, 3};
    data.lines[0].y = {0.5, 0.25, std::nan("")};
    data.lines[1] = data.lines[0];
    data.lines[1].role = ChartSeries::Role::guide;
    QCOMPARE(chart_words(data), QStringLiteral("loss / nats; epoch. train: 0.250 nats (epoch 2.00)"));
    data.lines.clear();
    data.categories = {"simd", "openmp"};
    data.bars = {{"time", {}, {2.0, 1.5}}};
    QCOMPARE(chart_words(data), QStringLiteral("loss / nats; epoch. time: simd = 2.00 nats, openmp = 1.50 nats"));
  }
};

QTEST_MAIN(SpokenTest)
#include "spoken_test.moc"
