// Cells of the run table, the same-start check, and the charts made of runs.
#include "ui/runs/run_table.h"

#include <QtTest>

#include "core/launch/configurations.h"
#include "tests/ui/runs/runs_test.h"
#include "ui/charts/chart_plot.h"
#include "ui/runs/run_charts.h"
#include "ui/runs/run_difference.h"

using namespace mlplab;

static bool drawn(const Chart& chart, int number) {
  return std::ranges::any_of(chart.lines, [&](const ChartSeries& line) { return line.key == number; });
}

static bool named(const Chart& chart, const QString& words) {
  return std::ranges::any_of(chart.keys,
                             [&](const ChartSeries& key) { return QString::fromStdString(key.name).contains(words); });
}

class RunTableTest : public QObject {
  Q_OBJECT

  static std::string backend(std::size_t index) { return configurations()[index % configurations().size()].name; }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void cells() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.4, 0.3}));
    RunTableModel model(runs);
    model.reset();
    const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(cell(RunTableModel::run_column), QStringLiteral("1"));
    QCOMPARE(cell(RunTableModel::workers_column), QStringLiteral("2"));
    QCOMPARE(cell(RunTableModel::epoch_time_column), QStringLiteral("0.550 (0.525–0.575)"));
    QCOMPARE(cell(RunTableModel::accuracy_column), QStringLiteral("92.00"));
    runs[0]->log.epochs.back().accuracy_test = 0.9996;
    QCOMPARE(cell(RunTableModel::accuracy_column), QStringLiteral("99.96"));
    runs[0]->log.epochs.back().accuracy_test = 0.99996;
    QCOMPARE(cell(RunTableModel::accuracy_column), QStringLiteral("> 99.99"));
    runs[0]->log.epochs.back().accuracy_test = 1.0;
    QCOMPARE(cell(RunTableModel::accuracy_column), QStringLiteral("100"));
    QCOMPARE(cell(RunTableModel::same_start_column), QStringLiteral("–"));
    QVERIFY(model.to_csv().contains(QStringLiteral("0.55,")));
  }

  void phases_stand_apart() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.4}));
    for (EpochDone& epoch : runs[0]->log.epochs) epoch.test_time_s = 0.25, epoch.validation_time_s = 0.125;
    runs[0]->spec.batch = 128;
    runs[0]->spec.batch_per_rank = 64;
    RunTableModel model(runs);
    model.reset();
    const QString hint = model.index(0, RunTableModel::epoch_time_column).data(Qt::ToolTipRole).toString();
    QVERIFY2(hint.contains(QStringLiteral("validation 0.250 s, test 0.500 s")), qPrintable(hint));
    QVERIFY2(model.to_csv().contains(QStringLiteral(",0.5,0.25,")), qPrintable(model.to_csv()));
    QCOMPARE(model.index(0, RunTableModel::batch_column).data().toString(), QStringLiteral("128 (64 each)"));
  }

  void energy_is_a_figure_or_the_reason_why_there_is_none() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.4}));
    runs.push_back(made_run(2, backend(0), {0.5, 0.4}));
    RunTableModel model(runs);
    model.reset();
    const auto text = [&](int row, int column, int role = Qt::DisplayRole) {
      return model.index(row, column).data(role).toString();
    };
    runs[1]->log.started.energy.missing = {"this virtual machine has no energy meter"};
    QVERIFY(!model.energy_known());
    QCOMPARE(text(0, RunTableModel::energy_column), QStringLiteral("–"));
    for (const int column : {RunTableModel::energy_column, RunTableModel::epoch_time_column})
      QVERIFY2(text(0, column, Qt::ToolTipRole).contains(QStringLiteral("this virtual machine has no energy meter")),
               qPrintable(text(0, column, Qt::ToolTipRole)));
    runs[0]->log.started.energy.scopes = {"package 0", "GPU board"};
    for (EpochDone& epoch : runs[0]->log.epochs)
      epoch.energy = EpochEnergy{
          .train_j = {10.0, 2.5}, .eval_j = {1.0, 1.0}, .train_window_s = 6.0, .eval_window_s = 1.0, .why_not = {}};
    QVERIFY(model.energy_known());
    QCOMPARE(text(1, RunTableModel::energy_column), QStringLiteral("12.5"));
    QVERIFY(text(1, RunTableModel::energy_column, Qt::ToolTipRole).contains(QStringLiteral("package 0, GPU board")));
    QCOMPARE(run_energy_chart(drawn_runs(runs))->lines.size(), std::size_t{1});
    runs[0]->visible = false, runs[0]->set_aside = true;  // a press in the legend, which brings it back
    QVERIFY2(run_energy_chart(drawn_runs(runs)).has_value(), "nothing is left to press");
    QVERIFY(run_energy_chart(drawn_runs(runs))->lines.empty());
    QVERIFY(!QString::fromStdString(run_energy_chart(drawn_runs(runs))->caption).contains(QStringLiteral("package 0")));
    runs[0]->visible = true, runs[0]->set_aside = false;
    runs[0]->log.epochs[0].energy->train_window_s = 0.5;
    QCOMPARE(text(1, RunTableModel::energy_column), QStringLiteral("≈ 12.5"));
    QVERIFY(text(1, RunTableModel::energy_column, Qt::ToolTipRole).contains(QStringLiteral("uncertain")));
    QVERIFY2(model.to_csv().contains(QStringLiteral(",12.5,yes,")), qPrintable(model.to_csv()));
    runs[0]->log.epochs[0].energy->train_window_s = 6.0;
    QVERIFY2(model.to_csv().contains(QStringLiteral(",12.5,no,")), qPrintable(model.to_csv()));
  }

  void csv_quotes_what_needs_it() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.back()->folder = "/runs/\"best\", 2";
    RunTableModel model(runs);
    model.reset();
    QVERIFY2(model.to_csv().endsWith(QStringLiteral(",\"/runs/\"\"best\"\", 2\"\n")), qPrintable(model.to_csv()));
  }

  void newest_run_is_on_top() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, backend(0), {0.5}));
    RunTableModel model(runs);
    model.reset();
    QCOMPARE(model.run_at(0)->number, 2);
    QCOMPARE(model.row_of(*runs[0]), 1);
    QVERIFY(model.run_at(2) == nullptr);
  }

  void what_another_program_says_of_itself_is_its_word() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, "python-numpy", {0.5}));
    for (const auto& run : runs) run->log.started.device = "H200 with 18 cores";
    RunTableModel model(runs);
    model.reset();
    const auto hint = [&](const Run& run, int column) {
      return model.index(model.row_of(run), column).data(Qt::ToolTipRole).toString();
    };
    // Behind the name, which a narrow column cuts.
    QCOMPARE(hint(*runs[0], RunTableModel::backend_column),
             backend_title(runs[0]->spec) + QStringLiteral("\nH200 with 18 cores"));
    QCOMPARE(hint(*runs[1], RunTableModel::backend_column),
             backend_title(runs[1]->spec) + QStringLiteral("\nH200 with 18 cores, as its program says"));
    QVERIFY(!hint(*runs[0], RunTableModel::accuracy_column).contains(QStringLiteral("says")));
    QVERIFY(hint(*runs[1], RunTableModel::accuracy_column)
                .contains(QStringLiteral("training accuracy are what the program of python-numpy says")));
  }

  void a_hint_of_other_losses_stands_only_where_they_are_others() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.3}));
    runs.push_back(made_run(2, "mpi", {0.5, 0.3}));
    for (const auto& run : runs) run->spec.model = {.input = {1, 2, 2}, .layers = {{BatchNorm{}}, {Dense{3}}}};
    runs[1]->spec.team->local_statistics = true;
    RunTableModel model(runs);
    model.reset();
    const auto hint = [&] { return model.index(0, RunTableModel::same_start_column).data(Qt::ToolTipRole).toString(); };
    QVERIFY2(!hint().contains(QStringLiteral("batch-norm")), "of one process: its losses are the same");
    runs[1]->log.epochs.front().loss_train = 0.7;
    model.reset();
    QCOMPARE(model.index(0, RunTableModel::same_start_column).data().toString(), QStringLiteral("≠ differs from 1"));
    QVERIFY(hint().contains(QStringLiteral("batch-norm")));
    runs[1]->log.started.workers = 1;  // its part is the whole batch
    model.reset();
    QVERIFY2(!hint().contains(QStringLiteral("batch-norm")), qPrintable(hint()));
  }

  void a_speedup_is_of_the_same_training_on_the_same_machine() {
    const std::vector<double> losses = {0.5, 0.4, 0.3, 0.2, 0.1, 0.1};
    RunList runs;
    runs.push_back(made_run(1, backend(0), losses, 1.0));
    runs.push_back(made_run(2, backend(1), losses, 0.1));
    RunTableModel model(runs);
    const auto shown = [&](int role = Qt::DisplayRole) {
      model.reset();
      return model.index(0, RunTableModel::speedup_column).data(role).toString();
    };
    QVERIFY2(shown().startsWith(QStringLiteral("10.0× (")), qPrintable(shown()));
    const QString hint = shown(Qt::ToolTipRole);
    QVERIFY2(hint.startsWith(QStringLiteral("The median epoch of run 1 over")), qPrintable(hint));
    QVERIFY2(hint.contains(QStringLiteral("(6 and 6)")), qPrintable(hint));
    const QString same = model.index(0, RunTableModel::same_start_column).data(Qt::ToolTipRole).toString();
    QVERIFY2(same.endsWith(QStringLiteral("Speedup: ") + shown()), qPrintable(same));
    QVERIFY(model.speedup_known());
    QVERIFY2(model.to_csv().contains(QStringLiteral(",10,")), qPrintable(model.to_csv()));
    QCOMPARE(model.index(1, RunTableModel::speedup_column).data().toString(), QStringLiteral("–"));
    // A run that went on has other epochs; noise is no factor; another training has no speedup.
    for (EpochDone& epoch : runs[1]->log.epochs) epoch.epoch_time_s = 1.25;
    for (EpochDone& epoch : runs[0]->log.epochs) epoch.epoch_time_s = 1.05;
    QCOMPARE(shown(), QStringLiteral("≈ 1×"));
    runs[1]->log.epochs.front().loss_train = 0.7;
    QCOMPARE(shown(), QStringLiteral("–"));
    QVERIFY(!model.speedup_known());
    runs[1]->log.epochs.front().loss_train = losses.front();
    QCOMPARE(shown(), QStringLiteral("≈ 1×"));
    // Not of another machine, or of one that nobody knows.
    runs[1]->machine = "another processor, 64";
    QCOMPARE(shown(), QStringLiteral("–"));
    const StoredRun kept{.folder = "/kept/one", .spec = runs[1]->spec, .log = runs[1]->log};
    runs[1] = run_from_disk(kept);
    runs[0]->machine.clear();
    QCOMPARE(shown(), QStringLiteral("–"));
  }

  void speedups_of_many_long_runs_come_a_part_at_a_time() {
    const std::vector<double> losses(600, 0.5);
    RunList runs;
    for (int number = 1; number <= 5; ++number)
      runs.push_back(made_run(number, backend(number == 1 ? 0 : 1), losses, 1.0 / number));
    RunTableModel model(runs);
    QSignalSpy compared(&model, &RunTableModel::compared);
    const auto known = [&] {
      int count = 0;
      for (int row = 0; row < model.rowCount(); ++row)
        count +=
            model.index(row, RunTableModel::speedup_column).data().toString().contains(QStringLiteral("×")) ? 1 : 0;
      return count;
    };
    model.reset();
    QVERIFY2(known() < 4, "not all in one turn");
    QTRY_COMPARE(known(), 4);
    QTRY_COMPARE(compared.count(), 1);
    QVERIFY(model.index(0, RunTableModel::speedup_column).data().toString().startsWith(QStringLiteral("5.00×")));
    runs.erase(runs.begin() + 1);
    model.reset();
    QCOMPARE(known(), 3);  // those that stay are known still
    runs[0]->log.epochs.back().epoch_time_s = 0.75;
    model.refresh();
    QVERIFY2(known() < 3, "they are held against other times");
    const QString csv = model.to_csv();
    QCOMPARE(known(), 3);  // a file has all at once
    QVERIFY2(csv.contains(QStringLiteral(",5,")), qPrintable(csv));
  }

  void a_hint_names_the_room_that_the_mark_has() {
    if (std::ranges::find(backend_table(), "cuda", &BackendEntry::name) == backend_table().end())
      QSKIP("skipped: built without the backend cuda, the one with approximate options");
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.3}));
    runs.push_back(made_run(2, "cuda", {0.5005, 0.3}));
    const auto& options = find_backend("cuda").options;
    const auto coarse = std::ranges::find_if(options, [](const auto& option) { return !option.approximate.empty(); });
    if (coarse == options.end()) QSKIP("skipped: built without the libraries that round more coarsely");
    RunTableModel model(runs);
    const auto shown = [&](int role) { return model.index(0, RunTableModel::same_start_column).data(role).toString(); };
    model.reset();
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("≠ differs from 1"));
    QVERIFY2(shown(Qt::ToolTipRole).contains(QStringLiteral("within 0.01 %")), qPrintable(shown(Qt::ToolTipRole)));
    runs[1]->log.started.spec.options.values[coarse->name] = coarse->approximate.front();
    model.reset();
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("✓ equal to 1"));
    QVERIFY2(shown(Qt::ToolTipRole).contains(QStringLiteral("within 0.2 %")), qPrintable(shown(Qt::ToolTipRole)));
  }

  void same_start_compares_with_the_first_backend() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.50002, 0.3}));
    runs.push_back(made_run(2, backend(0), {0.5, 0.3}));
    runs.push_back(made_run(3, backend(1), {0.51, 0.3}));
    QCOMPARE(same_starts(runs)[1].start, SameStart::reference);
    QCOMPARE(same_starts(runs)[0].start, SameStart::equal);
    QCOMPARE(same_starts(runs)[2].start, SameStart::different);
    runs[0]->log.epochs[1].loss_train = 0.301;
    QCOMPARE(same_starts(runs)[0].start, SameStart::different);  // every epoch counts
    runs[2]->log.epochs[0].loss_train = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(same_starts(runs)[2].start, SameStart::different);
  }

  void a_run_that_did_not_run_to_its_end_is_not_called_equal() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.3}));
    runs.push_back(made_run(2, backend(1), {0.5}));
    runs[1]->log.ended->status = RunStatus::failed;
    RunTableModel model(runs);
    model.reset();
    const auto cell = [&] { return model.index(0, RunTableModel::same_start_column).data().toString(); };
    QCOMPARE(cell(), QStringLiteral("not compared"));
    runs[1]->log.ended.reset();  // it goes on, or was interrupted
    model.reset();
    QCOMPARE(cell(), QStringLiteral("not compared"));
    runs[1]->log.epochs.front().loss_train = 0.6;
    model.reset();
    QCOMPARE(cell(), QStringLiteral("≠ differs from 1"));
  }

  void other_settings_are_not_compared() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, backend(1), {0.7}));
    runs[1]->spec.seed = 99;
    QCOMPARE(same_starts(runs)[1].start, SameStart::unknown);
    runs[1]->spec.seed = runs[0]->spec.seed;
    runs[1]->spec.epochs = 50;  // how long does not matter for epoch 1
    QCOMPARE(same_starts(runs)[1].start, SameStart::different);
    runs[0]->spec.optimizer.schedule = runs[1]->spec.optimizer.schedule = ScheduleKind::cosine;
    QCOMPARE(same_starts(runs)[1].start, SameStart::unknown);
  }

  void runs_of_one_backend_look_different() {
    RunList runs;
    for (int i = 0; i < 3; ++i) {
      auto run = made_run(i + 1, backend(1), {0.5});
      assign_look(*run, runs);
      runs.push_back(std::move(run));
    }
    auto other = made_run(4, backend(0), {0.5});
    assign_look(*other, runs);
    QCOMPARE(runs[0]->color.index, backend_index(backend(1)));  // as on the other pages
    QVERIFY(runs[0]->color != runs[1]->color);
    QVERIFY(runs[1]->color != runs[2]->color);
    QVERIFY(runs[0]->marker != runs[1]->marker);
    QVERIFY(runs[1]->marker != runs[2]->marker);
    QCOMPARE(other->color.index, backend_index(backend(0)));
    QVERIFY(series_color(light_theme(), runs[0]->color) != series_color(light_theme(), runs[1]->color));
  }

  void colours_of_hidden_runs_are_free_again() {
    RunList runs;
    for (int i = 0; i < 20; ++i) {
      auto run = made_run(i + 1, backend(1), {0.5});
      assign_look(*run, runs);
      runs.push_back(std::move(run));
      for (int old = 0; old < i - 3; ++old) runs[static_cast<std::size_t>(old)]->visible = false;
      for (int a = std::max(0, i - 3); a <= i; ++a) {
        QCOMPARE(runs[static_cast<std::size_t>(a)]->own_color.shade, 0);  // a hue of its own
        QVERIFY(!shares_look(*runs[static_cast<std::size_t>(a)], runs));
      }
    }
  }

  void runs_are_named_by_what_differs() {
    RunList runs;
    for (int i = 0; i < 3; ++i) runs.push_back(made_run(i + 1, backend(1), {0.5}));
    const auto titles = [&] {
      std::vector<const Run*> list;
      for (const auto& run : runs) list.push_back(run.get());
      QStringList result;
      for (const QString& title : titles_among(list)) result << title;
      return result;
    };
    const QString name = backend_title(backend(1));
    QCOMPARE(titles(), (QStringList{"1 · " + name, "2 · " + name, "3 · " + name}));
    runs[1]->spec.optimizer.learning_rate = 0.05;
    runs[2]->spec.seed = 7;
    QCOMPARE(titles(), (QStringList{"1 · lr 0.1, seed 1", "2 · lr 0.05, seed 1", "3 · lr 0.1, seed 7"}));
    runs[2]->spec.backend = backend(0);
    QCOMPARE(titles().at(1), "2 · " + name + ", lr 0.05, seed 1");
    runs[1]->spec.batch = 32;
    runs[1]->spec.epochs = 3;
    QVERIFY2(titles().at(1).endsWith(QStringLiteral(", 2 more")), qPrintable(titles().at(1)));
  }

  void a_difference_begins_with_what_differs() {
    const auto values = [](auto change_a, auto change_b) {
      auto a = made_run(1, backend(1), {0.5}), b = made_run(2, backend(1), {0.5});
      change_a(a->spec);
      change_b(b->spec);
      QStringList texts;
      const std::vector<DifferingSetting> differing = differing_settings({a.get(), b.get()});
      for (const QString& value : differing.front().values) texts << value;
      return texts;
    };
    const auto source = [](const char* path) { return [path](RunSpec& s) { s.data.source = path; }; };
    QCOMPARE(values(source("/home/someone/a long way/to/leaves"), source("/home/someone/a long way/to/flowers")),
             (QStringList{"…/leaves", "…/flowers"}));
    QCOMPARE(values(source("/data/a/leaves"), source("mnist")), (QStringList{"…/leaves", "mnist"}));
    QCOMPARE(values(source("/a/leaves"), source("/b/leaves")), (QStringList{"/a/leaves", "/b/leaves"}));
    const auto option = [](const char* value) {
      return [value](RunSpec& s) { s.options.values = {{"conv", "direct"}, {"pin", value}}; };
    };
    QCOMPARE(values(option("cores"), option("none")), (QStringList{"pin=cores", "pin=none"}));
  }

  /// Every member of the spec that decides a result has words: two runs that differ in it never look alike.
  void no_difference_is_left_out() {
    const auto differs = [](auto change) {
      auto a = made_run(1, backend(1), {0.5}), b = made_run(2, backend(1), {0.5});
      change(b->spec);
      return !differing_settings({a.get(), b.get()}).empty();
    };
    QVERIFY(!differs([](RunSpec&) {}));
    QVERIFY(differs([](RunSpec& s) { s.batch = 32; }));
    // A setting that matters in one of the two alone: how images are fitted to a size, of those that have one.
    const auto bare = made_run(1, backend(1), {0.5}), fitted = made_run(2, backend(1), {0.5});
    fitted->spec.data.image_size = {32, 32}, fitted->spec.data.fit = ImageFit::crop;
    const std::vector<DifferingSetting> both = differing_settings({bare.get(), fitted.get()});
    const auto fit = std::ranges::find(both, QStringLiteral("fit of the images"), &DifferingSetting::name);
    QVERIFY(fit != both.end());
    QCOMPARE(fit->values, (std::vector<QString>{QString(), QStringLiteral("images: cropped")}));
    fitted->spec.data.fit = ImageFit::stretch;
    QCOMPARE(differing_settings({bare.get(), fitted.get()}).size(), std::size_t{1});
    QVERIFY(differs([](RunSpec& s) { s.eval_every = 2; }));
    QVERIFY(differs([](RunSpec& s) { s.target_accuracy = 0.9; }));
    QVERIFY(differs([](RunSpec& s) { s.profile_steps = 3; }));
    QVERIFY(differs([](RunSpec& s) { s.init_model = "a.safetensors"; }));
    QVERIFY(differs([](RunSpec& s) { s.model = make_mlp({784, 256, 10}, Activation::tanh); }));
    QVERIFY(differs([](RunSpec& s) { s.model = make_mlp({784, 128, 10}, Activation::relu); }));
    QVERIFY(differs([](RunSpec& s) { s.data.train_limit = 100; }));
    QVERIFY(differs([](RunSpec& s) { s.data.channels = 1; }));
    QVERIFY(differs([](RunSpec& s) { s.data.augmentation = parse_augmentation("shift=2"); }));
    QVERIFY(differs([](RunSpec& s) { s.options.values["conv"] = "direct"; }));

    const auto under = [](OptimizerKind kind) {
      auto a = made_run(1, backend(1), {0.5}), b = made_run(2, backend(1), {0.5});
      a->spec.optimizer.kind = b->spec.optimizer.kind = kind;
      b->spec.optimizer.beta2 = 0.99;
      return differing_settings({a.get(), b.get()}).size();
    };
    QCOMPARE(under(OptimizerKind::adam), std::size_t{1});
    QCOMPARE(under(OptimizerKind::sgd), std::size_t{0});  // which has no such constant

    auto there = made_run(1, backend(1), {0.5}), here = made_run(2, backend(1), {0.5});
    there->spec.host = "ada@server";
    const auto settings = differing_settings({there.get(), here.get()});
    QCOMPARE(settings.size(), std::size_t{1});  // the silence matters to one of them
    QCOMPARE(settings[0].values, (std::vector<QString>{"on ada@server", "here"}));
    here->spec.host = there->spec.host;
    there->spec.target_accuracy = 0.9;
    QCOMPARE(titles_among({there.get(), here.get()})[1], QStringLiteral("2 · ") + backend_title(here->spec));
  }

  /// Words are of four digits: values that are alike in those are shown in all.
  void values_that_differ_late_are_shown_whole() {
    auto a = made_run(1, backend(1), {0.5}), b = made_run(2, backend(1), {0.5});
    b->spec.optimizer.learning_rate = 0.100001;
    const auto settings = differing_settings({a.get(), b.get()});
    QCOMPARE(settings.size(), std::size_t{1});
    QCOMPARE(settings[0].values[1], QStringLiteral("0.100001"));
  }

  void table_names_what_differs_once() {
    RunList runs;
    for (int i = 0; i < 2; ++i) runs.push_back(made_run(i + 1, backend(1), {0.5}));
    RunTableModel model(runs);
    model.reset();
    QVERIFY(!model.settings_differ());
    runs[1]->spec.batch = 32;
    model.refresh();
    QVERIFY(model.batch_differs());
    QVERIFY(!model.settings_differ());  // the batch has its own column
    runs[1]->spec.optimizer.learning_rate = 0.01;
    model.refresh();
    QCOMPARE(model.index(0, RunTableModel::differs_column).data().toString(), QStringLiteral("lr 0.01"));
    QVERIFY(model.to_csv().contains(QStringLiteral("lr 0.01")));
  }

  void colours_by_backend_and_by_setting() {
    RunList runs;
    for (int i = 0; i < 4; ++i) {
      runs.push_back(made_run(i + 1, backend(1), {0.5}));
      runs.back()->spec.optimizer.learning_rate = i % 2 == 0 ? 0.1 : 0.02;
      assign_look(*runs.back(), runs);
    }
    color_runs(runs, {RunColoring::By::backend, {}});
    for (int i = 0; i < 4; ++i) {
      QCOMPARE(runs[static_cast<std::size_t>(i)]->color, (SeriesColor{backend_index(backend(1)), i}));
    }
    const QString setting = differing_settings({runs[0].get(), runs[1].get()}).front().name;
    color_runs(runs, {RunColoring::By::setting, setting});
    QCOMPARE(runs[0]->color.index, runs[2]->color.index);
    QCOMPARE(runs[0]->color.index, 1);  // 0.02 comes before 0.1
    QCOMPARE(runs[1]->color.index, 0);
    QVERIFY(runs[0]->color != runs[2]->color);
    color_runs(runs, {});
    QCOMPARE(runs[3]->color, runs[3]->own_color);
  }

  /// Runs with other data, classes or another loss than the newest run are named and not drawn.
  void runs_that_one_axis_cannot_hold_are_named_and_not_drawn() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.5, 0.3}));
    runs.push_back(made_run(2, backend(1), {0.4, 0.2}));
    const int older = runs[0]->number, newest = runs[1]->number;
    for (const auto& chart : {run_loss_chart(drawn_runs(runs)), run_accuracy_chart(drawn_runs(runs))})
      QVERIFY(drawn(chart, older) && drawn(chart, newest) && !named(chart, QStringLiteral("not drawn")));
    runs[0]->spec.model.loss = Loss::mean_squared_error;
    QVERIFY(!drawn(run_loss_chart(drawn_runs(runs)), older) && drawn(run_loss_chart(drawn_runs(runs)), newest));
    QVERIFY(named(run_loss_chart(drawn_runs(runs)), "another loss: not drawn"));
    QVERIFY2(drawn(run_accuracy_chart(drawn_runs(runs)), older), "accuracies are of one kind");
    runs[0]->spec.data.source = "shapes";
    for (const auto& chart : {run_loss_chart(drawn_runs(runs)), run_accuracy_chart(drawn_runs(runs))}) {
      QVERIFY(!drawn(chart, older) && drawn(chart, newest));
      QVERIFY(named(chart, QStringLiteral("other data: not drawn")));
    }
  }

  void a_run_whose_loss_falls_has_not_diverged() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.5, 0.1}));
    runs.push_back(made_run(2, backend(1), {40.0, 1.1}));  // a wild beginning
    QVERIFY(!diverged(*runs[1]));
    QVERIFY(*run_loss_chart(drawn_runs(runs)).y.max > 1.1);
    QVERIFY(
        !QString::fromStdString(run_loss_chart(drawn_runs(runs)).keys[0].name).contains(QStringLiteral("diverged")));
    runs[1]->log.ended->failure = Failure::diverged;
    QVERIFY(diverged(*runs[1]));
  }

  void all_images_are_as_many_as_there_are() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.5}));
    runs.push_back(made_run(2, backend(1), {0.5}));
    runs[1]->spec.data.train_limit = 60'000;
    for (const auto& run : runs) run->log.started.train_examples = 60'000;
    QVERIFY(differing_settings({runs[0].get(), runs[1].get()}).empty());
    runs[1]->log.started.train_examples = 5'000;
    QCOMPARE(differing_settings({runs[0].get(), runs[1].get()}).size(), std::size_t{1});
  }

  void curves_stand_over_epochs_steps_or_seconds() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {2.0, 0.5, 0.3}));
    runs.push_back(made_run(2, backend(1), {2.0, 0.5, 0.3}));
    for (const auto& run : runs) {
      const double slowness = run->number;  // the second takes twice as long for an epoch of half as many steps
      run->log.started.steps_per_epoch = 200 / run->number;
      double time_s = 0.0;
      for (EpochDone& epoch : run->log.epochs) {
        epoch.epoch_time_s = slowness;
        epoch.train_time_s = time_s += slowness;
      }
      run->log.steps.clear();
      for (int tenth = 1; tenth <= 30; ++tenth) {
        StepDone step;
        step.epoch = (tenth - 1) / 10;
        step.step = tenth * run->log.started.steps_per_epoch / 10;
        step.epochs = tenth / 10.0;
        step.train_time_s = slowness * (tenth < 10 ? 0.5 + 0.5 * step.epochs : step.epochs);  // it begins with a wait
        step.loss = tenth < 4 ? 50.0 : 0.4;
        run->log.steps.push_back(step);
      }
    }
    const auto line = [&](RunAxis axis, std::size_t at) { return run_loss_chart(drawn_runs(runs), axis).lines[at]; };
    const std::vector<double> epochs{1, 2, 3}, steps{200, 400, 600}, half_steps{100, 200, 300}, twice{2, 4, 6};
    QCOMPARE(line(RunAxis::epochs, 1).x, epochs);  // train and test of each run
    QCOMPARE(line(RunAxis::epochs, 3).x, epochs);
    QCOMPARE(line(RunAxis::steps, 1).x, steps);
    QCOMPARE(line(RunAxis::steps, 3).x, half_steps);
    QCOMPARE(line(RunAxis::seconds, 1).x, epochs);
    QCOMPARE(line(RunAxis::seconds, 3).x, twice);
    for (const auto axis : {RunAxis::epochs, RunAxis::steps, RunAxis::seconds}) {
      const Chart loss = run_loss_chart(drawn_runs(runs), axis);
      QCOMPARE(loss.lines[0].x.size(), std::size_t{30});
      for (const ChartSeries& series : loss.lines) QVERIFY(std::ranges::is_sorted(series.x));
      QCOMPARE(loss.lines[2].x.back(), loss.lines[3].x.back());  // training and test end at the same place
      QVERIFY(*loss.y.max < 3.0);                                // the wild beginning is outside, whatever the axis
      QVERIFY(!loss.x.max || *loss.x.max >= loss.lines[0].x.back());
      QCOMPARE(run_accuracy_chart(drawn_runs(runs), axis).lines[3].x, loss.lines[3].x);
      QCOMPARE(run_rate_chart(drawn_runs(runs), axis).lines[0].x, loss.lines[0].x);
    }
    QCOMPARE(run_loss_chart(drawn_runs(runs), RunAxis::seconds).x.label(), std::string("training time / s"));
    QCOMPARE(run_loss_chart(drawn_runs(runs), RunAxis::steps).unit, std::string("cross-entropy by step"));
    // Steps that nobody knows are no zeros.
    runs[0]->log.started.steps_per_epoch = 0;
    for (const auto chart : {run_loss_chart, run_accuracy_chart, run_rate_chart}) {
      const Chart by_step = chart(drawn_runs(runs), RunAxis::steps);
      QVERIFY(named(by_step, "steps not known: not drawn"));
      QCOMPARE(by_step.lines.size(), std::size_t{2});  // of the other run
    }
  }

  void one_diverged_run_does_not_flatten_the_others() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.5, 0.3, 0.2}));
    runs.push_back(made_run(2, backend(1), {1.9, 1.8, 1.7}));  // slow, and to be seen
    runs.push_back(made_run(3, backend(1), {40.0, 9e5, 3e6}));
    QVERIFY(!diverged(*runs[0]) && !diverged(*runs[1]) && diverged(*runs[2]));
    runs[2]->log.epochs.back().accuracy_test = 0.1;
    const Chart loss = run_loss_chart(drawn_runs(runs));
    QVERIFY2(*loss.y.max < 3.0 && *loss.y.max > 1.9, qPrintable(QString::number(*loss.y.max)));
    QVERIFY(QString::fromStdString(loss.keys[0].name).endsWith(QStringLiteral("(diverged)")));
    QCOMPARE(loss.keys.back().name, std::string("outside the axis"));
    QVERIFY(*run_accuracy_chart(drawn_runs(runs)).y.min > 50.0);
    runs[2]->visible = false;
    QVERIFY(run_loss_chart(drawn_runs(runs)).keys.back().name != std::string("outside the axis"));
    runs[2]->visible = true;
    runs[0]->visible = runs[1]->visible = false;
    QVERIFY(*run_loss_chart(drawn_runs(runs)).y.max > 1e6);  // alone it is what there is to see
  }

  void run_hidden_by_hand_stays_in_the_legend() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, backend(1), {0.5}));
    runs[0]->visible = false;
    for (const auto chart : {run_loss_chart, run_accuracy_chart, run_rate_chart}) {
      QCOMPARE(std::ranges::count_if(chart(drawn_runs(runs), RunAxis::epochs).keys,
                                     [](const ChartSeries& k) { return k.key >= 0; }),
               1);
    }
    runs[0]->set_aside = true;
    for (const auto chart : {run_loss_chart, run_accuracy_chart, run_rate_chart}) {
      const Chart data = chart(drawn_runs(runs), RunAxis::steps);
      QCOMPARE(data.keys[0].key, 2);  // the newest run is first
      QVERIFY(data.keys[1].muted && !data.keys[0].muted);
      for (const ChartSeries& s : data.lines) QVERIFY(!QString::fromStdString(s.name).startsWith(QStringLiteral("1")));
    }
    const Chart times = run_time_chart(drawn_runs(runs));
    QVERIFY(times.bars[0].muted && times.bars[0].values.empty() && times.bars[1].values.size() == 1);
  }

  /// Dotted, with a key of its own, where there is a validation split and nowhere else.
  void validation_has_a_curve_where_there_is_one() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.6}));
    const auto validation = [&](const Chart& chart) {
      return std::ranges::count_if(chart.lines, [](const ChartSeries& s) { return s.line == LineStyle::dotted; });
    };
    const auto keys = [&] { return run_loss_chart(drawn_runs(runs)).keys.size(); };
    const std::size_t without = keys();
    QCOMPARE(validation(run_loss_chart(drawn_runs(runs))), 0);
    for (EpochDone& epoch : runs[0]->log.epochs) epoch.loss_validation = 0.7, epoch.accuracy_validation = 0.8;
    QCOMPARE(validation(run_loss_chart(drawn_runs(runs))), 1);
    QCOMPARE(keys(), without + 1);
    const Chart accuracy = run_accuracy_chart(drawn_runs(runs));
    QCOMPARE(validation(accuracy), 1);
    QCOMPARE(accuracy.lines.back().y, (std::vector<double>{80.0, 80.0}));
  }

  void means_are_called_means_in_files() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.4}));
    const QString csv = QString::fromStdString(to_csv(run_loss_chart(drawn_runs(runs))));
    QVERIFY2(csv.contains(QStringLiteral("train, mean")), qPrintable(csv.left(200)));
    QVERIFY(!csv.contains(QStringLiteral("test, mean")));
  }

  void charts_hold_the_runs() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {2.0, 0.4, 0.3, 0.25}));
    runs.push_back(made_run(2, backend(1), {2.0, 0.4, 0.3, 0.25}, 0.001));
    const Chart loss = run_loss_chart(drawn_runs(runs));
    QCOMPARE(loss.lines.size(), 4U);
    QCOMPARE(loss.lines[0].line, LineStyle::solid);
    QCOMPARE(loss.lines[1].line, LineStyle::dashed);
    QVERIFY(loss.lines[1].marker != Marker::none);
    QCOMPARE(loss.lines[1].y,
             (std::vector<double>{2.2, 0.44000000000000006, 0.33000000000000002, 0.27500000000000002}));
    const Chart accuracy = run_accuracy_chart(drawn_runs(runs));
    QCOMPARE(accuracy.lines[1].highlight, 3);  // the best epoch is the last
    const Chart times = run_time_chart(drawn_runs(runs));
    QCOMPARE(times.bars.size(), 2U);
    QVERIFY(times.y.logarithmic);  // 500 times apart
    QCOMPARE(times.y.unit, std::string("ms"));
    QCOMPARE(times.bars[1].values[0], 1.0);
    const Chart rate = run_rate_chart(drawn_runs(runs));
    QVERIFY(std::abs(rate.lines[0].y.back() - 1.0 / 0.5) < 0.01);  // k images/s, 1000 images in 0.5 s
    runs[0]->visible = false;
    QCOMPARE(run_loss_chart(drawn_runs(runs)).lines.size(), 2U);
    QVERIFY(run_loss_chart(drawn_runs(runs)).caption.find("784-256-10") != std::string::npos);
    for (const Chart& chart : run_charts(runs))
      QVERIFY2(QString::fromStdString(chart.caption).contains(QStringLiteral("mnist, 1000 images, 4 epochs")),
               chart.caption.c_str());
  }

  void a_failed_run_says_why() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {}));
    runs.back()->log.ended =
        RunEnded{.status = RunStatus::failed, .reason = "cannot read /data/images: no such folder"};
    runs.push_back(made_run(2, backend(1), {0.5}));
    RunTableModel model(runs);
    model.reset();
    QVERIFY(model.is_text_row(1) && !model.is_text_row(0));
    QCOMPARE(model.index(1, RunTableModel::epoch_time_column).data().toString(),
             QStringLiteral("failed: cannot read /data/images: no such folder"));
    QCOMPARE(model.index(1, RunTableModel::accuracy_column).data().toString(), QString());
  }

  void durations() {
    QCOMPARE(display_duration(42.4), QStringLiteral("0:42"));
    QCOMPARE(display_duration(3723), QStringLiteral("1:02:03"));
    QCOMPARE(display_rate(1930000), QStringLiteral("1.93 M"));
    QCOMPARE(display_rate(508000), QStringLiteral("508 k"));
    QCOMPARE(display_rate(0), QStringLiteral("–"));
  }
};

QTEST_MAIN(RunTableTest)
#include "run_table_test.moc"
