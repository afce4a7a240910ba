// The table of a team's members, opened from the form.
#include "ui/widgets/team_dialog.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include "core/data/load.h"
#include "core/run/configuration.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

class TeamDialogTest : public QObject {
  Q_OBJECT

  static TeamDialog* opened(SetupPanel& panel) {
    panel.form().editor_of(QStringLiteral("options.team"))->findChild<QToolButton*>()->click();
    return panel.findChild<TeamDialog*>();
  }
  static void choose(TeamDialog& dialog, int row, const char* backend) {
    auto* box = qobject_cast<QComboBox*>(dialog.table()->cellWidget(row, 0));
    box->setCurrentIndex(box->findData(QString::fromLatin1(backend)));
  }
  static NumberBox* number(TeamDialog& dialog, int row, int column) {
    return qobject_cast<NumberBox*>(dialog.table()->cellWidget(row, column));
  }
  static void use(TeamDialog& dialog) {
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
      if (button->text().contains(QStringLiteral("Use"))) button->click();
  }
  static QComboBox* backends(SetupPanel& panel) {
    return panel.form().editor_of(QStringLiteral("backend"))->findChild<QComboBox*>();
  }
  static QToolButton* team_button(SetupPanel& panel) {
    return panel.form().editor_of(QStringLiteral("backend"))->findChild<QToolButton*>();
  }
  static RunSpec processes() {
    RunSpec spec = SetupPanel::default_spec();
    set_configuration(spec, {.name = "processes-shared", .workers = 2, .options = {{"compute", "sequential"}}});
    return spec;
  }

 private Q_SLOTS:
  void members_come_into_the_form_in_one_step() {
    SetupPanel panel(find_resources());
    panel.set_spec(processes());
    panel.show();
    TeamDialog* dialog = opened(panel);
    QVERIFY(dialog);
    QCOMPARE(opened(panel), dialog);  // pressed again: one table at a time
    QCOMPARE(panel.findChildren<TeamDialog*>().size(), 1);
    QCOMPARE(dialog->table()->rowCount(), 2);
    choose(*dialog, 1, "loops");
    number(*dialog, 1, 3)->setValue(2);
    dialog->shares()->setCurrentIndex(1);
    number(*dialog, 0, 4)->setValue(3);
    QCOMPARE(dialog->fault(), QString());
    use(*dialog);
    const RunSpec spec = panel.spec();
    QVERIFY(spec.team);
    QCOMPARE(to_string(spec.team->members), std::string("sequential,loops*2"));
    QCOMPARE(shares_in_words(*spec.team), std::string("3:1"));
    QCOMPARE(workers_asked(spec), 3);
    QVERIFY(panel.valid());
    auto* line = panel.form().editor_of(QStringLiteral("options.team"))->findChild<QLineEdit*>();
    QCOMPARE(line->text(), QStringLiteral("sequential,loops*2"));
    QVERIFY2(!backends(panel)->isEnabled(), "the members say it");
    QVERIFY(!panel.findChild<QSlider*>()->isEnabled());
    panel.undo();
    QVERIFY(panel.spec() == processes());
    QVERIFY(backends(panel)->isEnabled());
  }

  /// The list says what computes; the button beside it, who takes part.
  void a_team_is_formed_changed_and_left_beside_the_list_of_backends() {
    SetupPanel panel(find_resources());
    RunSpec alone = SetupPanel::default_spec();
    set_configuration(alone, {.name = "loops", .options = {}});
    panel.set_spec(alone);
    panel.show();
    QCOMPARE(backends(panel)->findData(QStringLiteral("processes-shared")), -1);
    QVERIFY(!team_button(panel)->isChecked());
    const auto open = [&] {
      team_button(panel)->click();
      return panel.findChild<TeamDialog*>();
    };
    TeamDialog* dialog = open();
    QVERIFY(dialog);
    QVERIFY2(panel.spec() == alone, "nothing has changed yet");
    QCOMPARE(dialog->table()->rowCount(), 2);
    dialog->transport()->setCurrentIndex(dialog->transport()->findData(QString::fromLatin1(pipes_transport)));
    use(*dialog);
    QCOMPARE(panel.spec().team->transport, std::string(pipes_transport));
    QCOMPARE(to_string(panel.spec().team->members), std::string("loops,loops"));
    QVERIFY(team_button(panel)->isChecked());
    QVERIFY2(panel.valid(), qPrintable(panel.form().error_of(QStringLiteral("backend"))));
    QCOMPARE(backends(panel)->currentData().toString(), QStringLiteral("loops"));
    QTest::qWait(1);  // the dialog deletes itself
    dialog = open();
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text().contains(QStringLiteral("No team"))) button->click();
    QVERIFY(panel.spec() == alone);
    QVERIFY(!team_button(panel)->isChecked());
  }

  void members_of_mpi_have_machines() {
    Team team{.transport = mpi_transport, .options = {}};
    team.members = parse_members("[node1]sequential,loops");
    TeamDialog dialog(team, {}, nullptr);
    QCOMPARE(to_string(dialog.team().members), to_string(team.members));
    const auto absent = std::ranges::find_if(
        backend_table(), [](const BackendEntry& entry) { return entry.on_device() && !entry.why_not().empty(); });
    if (absent != backend_table().end())
      for (const int row : {0, 1}) {
        auto* list = qobject_cast<QComboBox*>(dialog.table()->cellWidget(row, 0));
        const int at = list->findData(QString::fromStdString(absent->name));
        const bool can_be_chosen = qobject_cast<QStandardItemModel*>(list->model())->item(at)->isEnabled();
        QCOMPARE(can_be_chosen, row == 0);  // the other machine may have what this one has not
      }
    auto* host = qobject_cast<QLineEdit*>(dialog.table()->cellWidget(1, 5));
    QVERIFY(host->isEnabled());
    QTest::keyClicks(host, QStringLiteral("-x"));
    QVERIFY(dialog.fault().contains(QStringLiteral("no name of a machine")));
    host->clear();
    QTest::keyClicks(host, QStringLiteral("node2"));
    QCOMPARE(to_string(dialog.team().members), std::string("[node1]sequential,[node2]loops"));
    dialog.transport()->setCurrentIndex(dialog.transport()->findData(QString::fromLatin1(shared_transport)));
    QVERIFY(!host->isEnabled());
    QCOMPARE(to_string(dialog.team().members), std::string("sequential,loops"));
  }

  void a_team_that_is_alike_computes_as_the_list_says() {
    SetupPanel panel(find_resources());
    panel.set_spec(processes());
    panel.show();
    QCOMPARE(backends(panel)->currentData().toString(), QStringLiteral("sequential"));
    const int loops = backends(panel)->findData(QStringLiteral("loops"));
    backends(panel)->setCurrentIndex(loops);
    Q_EMIT backends(panel)->activated(loops);  // as a click does
    QVERIFY(panel.spec().team);
    QCOMPARE(panel.spec().backend, std::string("loops"));
    QCOMPARE(panel.spec().team->ranks, 2);
    QVERIFY(panel.form().editor_of(QStringLiteral("options.compute")) == nullptr);
  }

  void members_are_typed_too() {
    SetupPanel panel(find_resources());
    panel.set_spec(processes());
    panel.show();
    auto* line = panel.form().editor_of(QStringLiteral("options.team"))->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("loops,sequential"));
    QCOMPARE(to_string(panel.spec().team->members), std::string("loops,sequential"));
    QVERIFY(panel.valid());
    line->clear();
    QTest::keyClicks(line, QStringLiteral("abacus,sequential"));
    QVERIFY(panel.form().error_of(QStringLiteral("options.team")).contains(QStringLiteral("abacus")));
    QVERIFY(!panel.valid());
    line->clear();
    QTest::keyClicks(line, QStringLiteral("loops*0"));
    QVERIFY(panel.form().error_of(QStringLiteral("options.team")).contains(QStringLiteral("from 1 to")));
  }

  void what_cannot_be_is_said_and_not_used() {
    SetupPanel panel(find_resources());
    panel.set_spec(processes());
    TeamDialog* dialog = opened(panel);
    dialog->shares()->setCurrentIndex(1);
    for (int row = 0; row < 2; ++row) number(*dialog, row, 4)->setValue(0);
    QVERIFY(dialog->fault().contains(QStringLiteral("all shares are 0")));
    use(*dialog);
    QVERIFY(panel.spec() == processes());
    QVERIFY2(!number(*dialog, 0, 1)->isEnabled(), "a CPU backend has no device");
    dialog->reject();
    QVERIFY(panel.spec() == processes());
  }

  void options_without_a_column_stay_with_their_member() {
    Team team{.transport = shared_transport, .options = {}};
    team.members = parse_members("sequential,loops(a=b)*3");
    TeamDialog dialog(team, {}, nullptr);
    QCOMPARE(to_string(dialog.team().members), to_string(team.members));
    choose(dialog, 1, "sequential");
    QVERIFY2(dialog.team().members[1].compute.options.values.empty(), "they are another backend's");
  }
};

}  // namespace mlplab

QTEST_MAIN(mlplab::TeamDialogTest)
#include "team_dialog_test.moc"
