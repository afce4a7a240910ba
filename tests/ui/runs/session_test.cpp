// Start, pause, step, rewind, stop and resume of real, short runs.
#include <QtTest>
#include <filesystem>

#include "core/data/idx.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/model/network.h"
#include "core/run/configuration.h"
#include "tests/support/support.h"
#include "tests/ui/short_run.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"

using namespace mlplab;

namespace {

RunSpec session_spec(int epochs = 3) { return short_run({.train = 640, .hidden = 16, .epochs = epochs}); }

}  // namespace

class SessionTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path runs() const { return folder_.filePath(QStringLiteral("runs")).toStdString(); }

 private Q_SLOTS:
  /// The seed chooses the validation images, and of a folder the test images: they are not those of any run.
  void the_data_of_a_run_are_those_of_its_seed() {
    RunSession session(runs(), find_resources());
    RunData data(session, find_resources());
    RunSpec spec = session_spec(1);
    spec.data.validation_fraction = 0.2;
    for (const std::uint64_t seed : {1U, 2U}) {
      spec.seed = seed;
      QSignalSpy ended(&session, &RunSession::ended);
      session.start(spec);
      QVERIFY(ended.wait(30000));
      data.want();
      QTRY_VERIFY(!data.reading() && data.dataset());
      QCOMPARE(data.dataset()->content_hash, session.current()->log.started.dataset_hash);
    }
  }

  void a_run_from_start_to_end() {
    RunSession session(runs(), find_resources());
    QSignalSpy ended(&session, &RunSession::ended);
    session.start(session_spec());
    QCOMPARE(session.state(), RunSession::State::loading);
    QVERIFY(ended.wait(30000));
    QCOMPARE(session.state(), RunSession::State::idle);
    const Run& run = *session.current();
    QCOMPARE(run.log.epochs.size(), 3U);
    QVERIFY(run.log.ended && run.log.ended->status == RunStatus::done);
    QVERIFY(std::filesystem::exists(run.folder / "events.jsonl"));
    QVERIFY(session.weights());
    QCOMPARE(session.weights()->epochs_done, 3);
  }

  void another_seed_splits_a_folder_anew() {
    const test::TemporaryFolder folder;
    for (int i = 0; i < 20; ++i)
      for (const char* name : {"a", "b"}) {
        GrayImage image(2, 2);
        image.pixels[0] = static_cast<std::uint8_t>(10 * i);
        std::filesystem::create_directories(folder / name);
        write_pgm(folder / name / (std::to_string(i) + ".pgm"), image);
      }
    RunSpec spec = session_spec(1);
    spec.data = {.source = folder.path().string()};
    spec.model = make_mlp({4, 2}, Activation::relu);
    spec.batch = 4;
    RunSession session(runs(), find_resources());
    QSignalSpy ended(&session, &RunSession::ended);
    std::vector<std::string> hashes;
    for (const std::uint64_t seed : {1U, 2U}) {
      spec.seed = seed;
      session.start(spec);
      QVERIFY(ended.wait(30000));
      hashes.push_back(session.current()->log.started.dataset_hash);
    }
    QVERIFY(!hashes[0].empty());
    QVERIFY(hashes[0] != hashes[1]);
  }

  void asks_before_it_reaches_other_machines() {
    const test::TemporaryFolder folder;
    test::write_bytes(folder / "hosts", "stranger1\nstranger2\n");
    RunSpec spec = session_spec();
    set_configuration(
        spec, {.name = "mpi",
               .options = {{"hostfile", (folder / "hosts").string()}, {"no-such-option", ""}}});  // it ends at once
    RunSession session(runs(), find_resources());
    session.start(spec);
    QVERIFY(session.runs().empty());  // nobody can be asked
    QStringList asked;
    bool answer = false;
    session.set_ask_for_hosts([&](const QString& hosts) {
      asked << hosts;
      return answer;
    });
    session.start(spec);
    QCOMPARE(asked, QStringList{QStringLiteral("stranger1, stranger2")});
    QVERIFY(session.runs().empty());
    answer = true;
    for (int i = 0; i < 2; ++i) {
      QSignalSpy ended(&session, &RunSession::ended);
      session.start(spec);
      QVERIFY(ended.wait(30000));
    }
    QCOMPARE(asked.size(), 2);  // the machines that were agreed to are not asked about again
    answer = false;
    test::write_bytes(folder / "hosts", "stranger3\n");
    session.start(spec);
    QCOMPARE(asked.back(), QStringLiteral("stranger3"));
    QVERIFY(!session.with_agreed_hosts(spec).options.values.contains("hostfile"));
    answer = true;
    QVERIFY(session.with_agreed_hosts(spec) == spec);
    answer = false;
    QVERIFY(session.with_agreed_hosts(spec) == spec);  // agreed already
  }

  void step_pause_rewind() {
    RunSession session(runs(), find_resources());
    session.start(session_spec(1000), RunSession::Begin::after_one_batch);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), RunSession::State::paused, 30000);
    QTRY_COMPARE(session.current()->log.steps.size(), 1U);
    session.stepBatch();
    QTRY_COMPARE(session.current()->log.steps.size(), 2U);
    QTRY_COMPARE(session.state(), RunSession::State::paused);
    session.stepEpoch();
    QTRY_COMPARE(session.current()->log.epochs.size(), 1U);
    QTRY_COMPARE(session.state(), RunSession::State::paused);
    const std::vector<float> trained = session.weights()->parameters;
    session.rewind();
    QTRY_VERIFY(session.current()->log.steps.empty());
    QTRY_COMPARE(session.weights()->steps_done, 0);
    const std::vector<float> initial =
        initial_state(session.current()->spec.model, {}, session.current()->spec.seed).parameters;
    QVERIFY(session.weights()->parameters == initial);  // bit for bit
    QVERIFY(trained != initial);
    session.proceed();
    QTRY_VERIFY(session.current()->log.epochs.size() >= 2);
    QSignalSpy ended(&session, &RunSession::ended);
    session.stop();
    QVERIFY(ended.count() == 1 || ended.wait(10000));
    QVERIFY(session.current()->log.ended->status == RunStatus::stopped);
  }

  void a_stopped_run_is_resumed() {
    RunSession session(runs(), find_resources());
    session.start(session_spec(4), RunSession::Begin::after_one_epoch);
    QTRY_COMPARE_WITH_TIMEOUT(session.current()->log.epochs.size(), 1U, 30000);
    QSignalSpy ended(&session, &RunSession::ended);
    session.stop();
    QVERIFY(ended.count() == 1 || ended.wait(10000));
    Run& run = *session.current();
    session.resume_run(run);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30000);
    QCOMPARE(run.log.epochs.size(), 4U);
    QVERIFY(run.log.ended->status == RunStatus::done);
    session.start(session_spec(4));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, 30000);
    QCOMPARE(session.current()->log.epochs.back().loss_train, run.log.epochs.back().loss_train);
  }

  void data_that_have_changed_are_not_resumed() {
    const std::filesystem::path data = folder_.filePath(QStringLiteral("data")).toStdString();
    Dataset dataset = test::small_dataset();
    write_idx_folder(data, dataset);
    RunSpec spec = test::small_spec();
    spec.data.source = data;
    spec.epochs = 4;
    RunSession session(runs(), find_resources());
    session.start(spec, RunSession::Begin::after_one_epoch);
    QTRY_COMPARE_WITH_TIMEOUT(session.current()->log.epochs.size(), 1U, 30000);
    QSignalSpy ended(&session, &RunSession::ended), failed(&session, &RunSession::failed);
    session.stop();
    QVERIFY(ended.count() == 1 || ended.wait(10000));
    dataset.train.features[0] ^= 1;
    write_idx_folder(data, dataset);
    Run& run = *session.current();
    session.resume_run(run);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30000);
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.first().first().toString().contains(QStringLiteral("has changed")));
    QVERIFY(run.log.ended && run.log.ended->status == RunStatus::stopped);  // as it was
    QCOMPARE(run.log.epochs.size(), 1U);
  }

  void snapshots_come_while_someone_looks() {
    RunSession session(runs(), find_resources());
    session.start(session_spec(100000), RunSession::Begin::after_one_batch);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), RunSession::State::paused, 30000);
    QSignalSpy weights(&session, &RunSession::weightsChanged);
    session.setStateWanted(true);
    session.proceed();
    QTRY_VERIFY(weights.count() >= 2);
    session.stop();
    QTRY_COMPARE(session.state(), RunSession::State::idle);
  }

  void single_snapshots_come_when_they_are_asked_for() {
    const test::TemporaryFolder folder;
    RunSession session(folder / "runs", find_resources());
    session.requestWeights();  // nothing is going on
    session.start(session_spec(100000), RunSession::Begin::after_one_batch);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), RunSession::State::paused, 30000);
    QTest::qWait(100);
    QSignalSpy weights(&session, &RunSession::weightsChanged);
    for (int i = 0; i < 3; ++i) session.requestWeights();
    QTRY_COMPARE(weights.count(), 1);
    session.requestWeights();  // they are those
    QTest::qWait(300);
    QCOMPARE(weights.count(), 1);
    session.stop();
    QTRY_COMPARE(session.state(), RunSession::State::idle);
  }

  void restored_runs_and_their_weights() {
    RunSession session(runs(), find_resources());
    session.restore(3);
    QCOMPARE(session.runs().size(), 3U);
    QVERIFY(session.weights());
    QVERIFY(session.interrupted() == nullptr);
  }

  void weights_that_cannot_be_reached_are_told() {
    RunSession before(runs(), find_resources());
    before.restore(3);
    const auto model = before.current()->folder / "model.safetensors";
    std::filesystem::rename(model, runs() / "aside");
    std::filesystem::create_symlink("model.safetensors", model);
    RunSession session(runs(), find_resources());
    QSignalSpy warned(&session, &RunSession::warned);
    session.restore(3);
    QCOMPARE(session.runs().size(), 3U);
    QVERIFY(!session.weights());
    QCOMPARE(warned.count(), 1);
    QVERIFY(warned.first().first().toString().contains(QString::fromStdString(model.string())));
    std::filesystem::rename(runs() / "aside", model);
  }

  void an_unwritable_folder_is_told_and_the_run_goes_on() {
    QFile blocker(folder_.filePath(QStringLiteral("blocker")));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    RunSession session(folder_.filePath(QStringLiteral("blocker/runs")).toStdString(), find_resources());
    QSignalSpy warned(&session, &RunSession::warned), ended(&session, &RunSession::ended);
    session.start(session_spec(1));
    QVERIFY(ended.wait(30000));
    QCOMPARE(warned.count(), 1);
    QVERIFY(warned.first().first().toString().contains(QStringLiteral("blocker")));
    QVERIFY(session.current()->log.ended->status == RunStatus::done);
    QVERIFY(session.current()->folder.empty());
  }

  void bad_data_is_one_sentence() {
    RunSession session(runs(), find_resources());
    QSignalSpy failed(&session, &RunSession::failed), ended(&session, &RunSession::ended);
    RunSpec spec = session_spec();
    spec.data.source = folder_.filePath(QStringLiteral("nothing")).toStdString();
    session.start(spec);
    QVERIFY(ended.wait(30000));
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.first().first().toString().contains(QStringLiteral("nothing")));
  }

  void a_run_that_could_not_begin_has_no_folder() {
    RunSession session(runs(), find_resources());
    QSignalSpy ended(&session, &RunSession::ended);
    RunSpec spec = session_spec();
    spec.init_model = folder_.filePath(QStringLiteral("no-model")).toStdString();  // found out after the folder is made
    session.start(spec);
    QVERIFY(ended.wait(30000));
    QVERIFY(session.current()->log.ended->status == RunStatus::failed);
    QVERIFY(session.current()->folder.empty());
  }

  void old_runs_make_room_and_pinned_ones_stay() {
    RunSession session(runs(), find_resources());
    QSignalSpy ended(&session, &RunSession::ended);
    for (int i = 0; i < 6; ++i) {
      session.start(session_spec(1));
      QTRY_COMPARE_WITH_TIMEOUT(ended.count(), i + 1, 30000);
      if (i == 0) session.set_pinned(*session.runs().front(), true);
    }
    QVERIFY(session.runs()[0]->visible);
    QVERIFY(!session.runs()[1]->visible);
    QVERIFY(session.runs()[5]->visible);
    session.remove(*session.runs()[5]);
    QCOMPARE(session.runs().size(), 5U);
  }

  void destroying_it_mid_run_stops_the_run() {
    std::filesystem::path folder;
    {
      RunSession session(runs(), find_resources());
      session.start(session_spec(100000));
      QTRY_VERIFY_WITH_TIMEOUT(!session.current()->log.steps.empty(), 30000);
      folder = session.current()->folder;
    }
    const StoredRun stored = read_run(folder);
    QVERIFY(stored.log.ended && stored.log.ended->status == RunStatus::stopped);
    QVERIFY(!std::filesystem::exists(folder / ".running"));
  }
};

QTEST_MAIN(SessionTest)
#include "session_test.moc"
