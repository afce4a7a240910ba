// Figures that cannot be, planted in a good file of each kind that is kept or published: the refusal names the file and
// the member. To add a kind of file: a test that writes a good one and plants with refusal_of().
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/model/model_file.h"
#include "core/model/network.h"
#include "core/operations/kept_study.h"
#include "core/operations/published_operations.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/comparison/published.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/support/json_lines.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;
using Read = std::function<void(const fs::path&)>;

/// Why `read` refuses `file` once `value` stands at `pointer`, of lines an array's; '' where it does not. The file is
/// as it was afterwards.
std::string refusal_of(const fs::path& file, const std::string& pointer, const nlohmann::json& value,
                       const Read& read) {
  const std::string good = test::read_bytes(file);
  const nlohmann::json whole = parse_json_or_null(good);
  nlohmann::json bad = whole.is_null() ? test::read_json_lines(file) : whole;
  bad[nlohmann::json::json_pointer(pointer)] = value;
  if (whole.is_null())
    test::write_json_lines(file, bad);
  else
    test::write_bytes(file, dump_json(bad) + "\n");
  std::string refusal;
  try {
    read(file);
  } catch (const Error& error) {
    refusal = error.what();
  }
  test::write_bytes(file, good);
  return refusal;
}

struct Planted {
  std::string pointer;
  nlohmann::json value;
};

void every_one_is_refused(const fs::path& file, const std::vector<Planted>& all, const Read& read) {
  read(file);  // as it is, it is good
  for (const auto& [pointer, value] : all) {
    const std::string refusal = refusal_of(file, pointer, value, read), member = fs::path(pointer).filename();
    EXPECT_NE(refusal.find(file.filename().string()), std::string::npos) << pointer << ": " << refusal;
    const bool named = refusal.find(member) != std::string::npos ||
                       refusal.find(fs::path(pointer).parent_path().filename()) != std::string::npos;
    EXPECT_TRUE(named) << pointer << ": " << refusal;
  }
}

TEST(ImpossibleFigures, OfARunsSpec) {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "spec.json";
  test::write_bytes(file, dump_json(nlohmann::json(test::small_spec())));
  every_one_is_refused(file,
                       {{"/workers", -3},
                        {"/batch", 0},
                        {"/epochs", -1},
                        {"/target_accuracy", 1.5},
                        {"/seed", -1},
                        {"/data/train_limit", -5},
                        {"/data/validation_fraction", 1.5}},
                       [&](const fs::path&) { (void)read_run_spec(folder.path()); });
}

TEST(ImpossibleFigures, WorkersOfALogThatContradictItsSpec) {
  const test::TemporaryFolder folder;
  RunStarted started{.spec = test::small_spec(), .device = "a device", .workers = 1};
  started.spec.options.workers = 1;
  test::write_bytes(folder / "spec.json", dump_json(nlohmann::json(started.spec)));
  test::write_bytes(folder / "events.jsonl", to_line(started) + "\n");
  EXPECT_EQ(read_run(folder.path()).log.started.workers, 1);
  started.workers = 64;
  test::write_bytes(folder / "events.jsonl", to_line(started) + "\n");
  try {
    read_run(folder.path());
    ADD_FAILURE() << "64 workers passed for the one that was asked for";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("events.jsonl, line 1: \"workers\" is 64"), std::string::npos)
        << error.what();
  }
}

SweepRun sweep_run(const std::string& value, int workers) {
  return {.value = value,
          .workers = workers,
          .batch = test::small_spec().batch,
          .epoch_times_s = {1.0},
          .time_s = 1.0,
          .images_per_s = 200.0,
          .accuracy_test = 0.5};
}

TEST(ImpossibleFigures, OfASweep) {
  const test::TemporaryFolder folder;
  SweepSpec spec{.base = test::small_spec("openmp-loops"), .axis = SweepAxis::workers, .values = {"1", "2"}};
  if (known_backend(spec.base.backend) == nullptr || !why_not(spec.base).empty())
    spec = {.base = test::small_spec(), .axis = SweepAxis::batch, .values = {"8", "16"}};
  SweepStore::create(folder / "sweep", spec);
  every_one_is_refused(folder / "sweep" / "sweep.json",
                       {{"/spec/repeats", 0},
                        {"/spec/warmup_epochs", -1},
                        {"/spec/run/batch", 0},
                        {"/spec/values/0", "-4"},
                        {"/machine/usable_cores", 0},
                        {"/machine/cpu_quota", -2.0}},
                       [&](const fs::path&) { SweepStore::open(folder / "sweep"); });
}

TEST(ImpossibleFigures, OfASweepsRuns) {
  const test::TemporaryFolder folder;
  SweepStore store = SweepStore::create(
      folder / "sweep", {.base = test::small_spec(), .axis = SweepAxis::seed, .values = {"1", "2"}, .repeats = 2});
  store.append(sweep_run("1", 1));
  every_one_is_refused(folder / "sweep" / "runs.jsonl",
                       {{"/accuracy_test", 1.5},
                        {"/accuracy_test", -0.5},
                        {"/time_s", -1.0},
                        {"/epoch_times_s/0", -1.0},
                        {"/images_per_s", -1.0},
                        {"/test_time_s", -1.0},
                        {"/wall_s", "long"},
                        {"/workers", -1},
                        {"/workers", 1.5},
                        {"/batch", 0},
                        {"/batch", 7},
                        {"/repeat", -2},
                        {"/steps_per_epoch", -1}},
                       [&](const fs::path&) { SweepStore::open(folder / "sweep"); });
}

TEST(ImpossibleFigures, WorkersOfASweepThatContradictItsValue) {
  const test::TemporaryFolder folder;
  SweepSpec spec{.base = test::small_spec("openmp"), .axis = SweepAxis::workers, .values = {"1", "2"}};
  if (!why_not(spec.base).empty() || known_backend("openmp")->workers_max() < 2) GTEST_SKIP() << "needs two cores";
  SweepStore store = SweepStore::create(folder / "sweep", spec);
  store.append(sweep_run("2", 2));
  every_one_is_refused(folder / "sweep" / "runs.jsonl", {{"/workers", 1}},
                       [&](const fs::path&) { SweepStore::open(folder / "sweep"); });
}

TEST(ImpossibleFigures, OfAComparison) {
  const test::TemporaryFolder folder;
  Comparison comparison;
  comparison.spec = {.base = test::small_spec(), .backends = {"sequential"}, .baseline = "sequential"};
  comparison.rows.push_back({{.workers = 1}, "sequential", "Sequential"});
  comparison.rows.front().available = true;
  ComparisonRun run;
  run.log.started = {.spec = test::small_spec(), .device = "a device", .workers = 1};
  run.log.ended = RunEnded{.epochs_done = 1};
  add_run(comparison.rows.front(), run, 0.9);
  const fs::path file = folder / "comparison.json";
  save_comparison(file, comparison);
  EpochDone wrong{.epoch = 1, .accuracy_test = 1.5};
  every_one_is_refused(file,
                       {{"/0/repeats", 0},
                        {"/0/target_accuracy", 97.0},
                        {"/0/base/batch", 0},
                        {"/0/rows/0/workers", -1},
                        {"/1/run/wall_s", -1.0},
                        {"/1/run/round", -1}},
                       [](const fs::path& path) { read_comparison(path); });
  const auto refusal = [&](const std::string& pointer, const nlohmann::json& value) {
    return refusal_of(file, pointer, value, [](const fs::path& path) { read_comparison(path); });
  };
  const std::string impossible = refusal("/1/run/events/1", parse_json(to_line(wrong)));
  EXPECT_NE(impossible.find("line 2"), std::string::npos) << impossible;
  EXPECT_NE(impossible.find("\"accuracy_test\" is 1.5"), std::string::npos) << impossible;
  const std::string without_row = refusal("/1/run/backend", "abacus");
  EXPECT_NE(without_row.find("line 2"), std::string::npos) << without_row;
  EXPECT_NE(without_row.find("'abacus'"), std::string::npos) << without_row;
}

TEST(ImpossibleFigures, OfAProfile) {
  const test::TemporaryFolder folder;
  ProfileStudy study;
  ProfilePoint point;
  point.backend = "sequential", point.workers = 1, point.batch = 8;
  study.points.push_back(point);
  const fs::path file = folder / "profile.json";
  save_profile_study(file, study);
  every_one_is_refused(file,
                       {{"/points/0/workers", -1},
                        {"/points/0/batch", 0},
                        {"/points/0/wall_s", -1.0},
                        {"/points/0/steps", -1},
                        {"/points/0/kernel_s", -1.0},
                        {"/points/0/images_per_s", -1.0},
                        {"/points/0/epoch_time_s", -1.0},
                        {"/points/0/accuracy_test", 1.5}},
                       [](const fs::path& path) { read_profile_study(path); });
}

TEST(ImpossibleFigures, OfMeasuredOperations) {
  const test::TemporaryFolder folder;
  KeptStudy kept{.when = "2026-11-24 14:30", .sizes = {4}};
  kept.study.variants.push_back({.id = "a", .title = "A"});
  kept.study.points.push_back({.variant = "a", .n = 4, .repeats = 3, .time_s = 1.0});
  kept.embedding_plan.pools = {1};
  kept.embeddings.points.push_back({.workers = 1, .times_s = {1.0}, .time_s = 1.0});
  kept.embeddings.points[0].phases[0] = {.times_s = {0.5}, .time_s = 0.5, .speedup = 1.0};
  kept.embeddings.faces = FaceCount{.photographs = 2, .packets = 1, .without = {"b.png"}, .unreadable = {}};
  const fs::path file = folder / "operations.json";
  save_study(file, kept);
  every_one_is_refused(file,
                       {{"/sizes/0", 0},
                        {"/variants/0/workers", 0},
                        {"/points/0/n", -4},
                        {"/points/0/repeats", -1},
                        {"/points/0/time_s", -1.0},
                        {"/embeddings/points/0/times_s/0", -1.0},
                        {"/embeddings/points/0/workers", 0},
                        {"/embeddings/points/0/phases/detection/times_s/0", -1.0},
                        {"/embeddings/faces/photographs", -1},
                        {"/embeddings/pictures", -1}},
                       [](const fs::path& path) { read_study(path); });
}

TEST(KeptOperations, HaveTheirPhasesAndFacesAndOlderFilesHaveNone) {
  const test::TemporaryFolder folder;
  KeptStudy kept{
      .kind = LaboratoryKind::embeddings, .when = "2026-11-27 15:30", .folder = "/photographs", .of_faces = true};
  kept.embeddings.cores = 4;
  kept.embeddings.points.push_back({.workers = 2, .times_s = {1.0}, .time_s = 1.0});
  kept.embeddings.points[0].phases = {PhasePoint{{0.5}, 0.5, 1.5}, PhasePoint{{0.3}, 0.3, 1.2},
                                      PhasePoint{{0.2}, 0.2, 1.1}};
  kept.embeddings.faces =
      FaceCount{.photographs = 9, .packets = 3, .without = {"b.png"}, .unreadable = {"c.png is bad"}};
  const fs::path file = folder / "embeddings.json";
  save_study(file, kept);
  const KeptStudy read = read_study(file);
  EXPECT_TRUE(read.of_faces);
  EXPECT_EQ(read.embeddings.cores, 4);
  ASSERT_TRUE(read.embeddings.faces);
  EXPECT_EQ(read.embeddings.faces->photographs, 9U);
  EXPECT_EQ(read.embeddings.faces->packets, 3U);
  EXPECT_EQ(read.embeddings.faces->without, kept.embeddings.faces->without);
  EXPECT_EQ(read.embeddings.faces->unreadable, kept.embeddings.faces->unreadable);
  for (std::size_t i = 0; i < phase_count; ++i) {
    EXPECT_EQ(read.embeddings.points[0].phases[i].times_s, kept.embeddings.points[0].phases[i].times_s);
    EXPECT_EQ(read.embeddings.points[0].phases[i].time_s, kept.embeddings.points[0].phases[i].time_s);
    EXPECT_EQ(read.embeddings.points[0].phases[i].speedup, kept.embeddings.points[0].phases[i].speedup);
  }
  nlohmann::json older = parse_json(test::read_bytes(file));
  older.erase("of_faces");
  older["embeddings"].erase("faces");
  older["embeddings"].erase("cores");
  older["embeddings"]["points"][0].erase("phases");
  test::write_bytes(file, dump_json(older, 2));
  const KeptStudy of_before = read_study(file);
  EXPECT_FALSE(of_before.of_faces);
  EXPECT_FALSE(of_before.embeddings.faces);
  EXPECT_EQ(of_before.embeddings.points.at(0).time_s, 1.0);
  for (const PhasePoint& phase : of_before.embeddings.points[0].phases) EXPECT_TRUE(phase.times_s.empty());
}

TEST(ImpossibleFigures, OfPublishedStudies) {
  const test::TemporaryFolder folder;
  const fs::path of_runs = folder / "caldas-2025.json", of_operations = folder / "unam-2023.json";
  fs::copy_file(find_resources() / "published" / "caldas-2025.json", of_runs);
  fs::copy_file(find_resources() / "published" / "unam-2023.json", of_operations);
  every_one_is_refused(of_runs,
                       {{"/implementations/0/accuracy", 91.87},
                        {"/implementations/0/total_s", -28.79},
                        {"/implementations/0/workers", 0},
                        {"/profile/points/0/batch", 0},
                        {"/profile/points/0/h2d_share", 42.7},
                        {"/images", -1},
                        {"/epochs", 0},
                        {"/scaling/0/workers/0", 0}},
                       [](const fs::path& path) { read_published(path); });
  every_one_is_refused(of_operations,
                       {{"/pooling/kernel", 0}, {"/pooling/curves/0/n/0", -4}, {"/pooling/curves/0/total_s/0", -1.0}},
                       [](const fs::path& path) { read_published_operations(path); });
}

TEST(ImpossibleFigures, ABadFileOfPublishedFiguresCostsItsOwnEntry) {
  const test::TemporaryFolder folder;
  const fs::path published = folder / "published";
  fs::create_directories(published);
  for (const char* name : {"caldas-2025.json", "cantabria-2021.json", "unam-2023.json", "faces.json"})
    fs::copy_file(find_resources() / "published" / name, published / name);
  ProfileStudy good;
  good.machine = "a machine", good.date = "2026-01-02";
  save_profile_study(published / "mine.json", good);
  test::write_bytes(published / "bad-operations.json", R"({"format": "mlplab-published-operations-1", "id": 3})");
  test::write_bytes(published / "bad-profile.json", R"({"format": "mlplab-profile-1"})");
  test::write_bytes(published / "bad-study.json", R"({"format": "mlplab-published-1", "id": "bad"})");
  test::write_bytes(published / "no-json.json", "{\"format\": ");
  std::vector<std::string> of_runs, of_operations, of_profiles;
  EXPECT_EQ(published_studies(folder.path(), &of_runs).size(), 2U);
  EXPECT_EQ(published_operations(folder.path(), &of_operations).size(), 2U);
  EXPECT_EQ(recorded_profile_studies(folder.path(), &of_profiles).size(), 1U);
  ASSERT_EQ(of_runs.size(), 2U);
  EXPECT_NE(of_runs[0].find("bad-study.json"), std::string::npos) << of_runs[0];
  EXPECT_NE(of_runs[1].find("no-json.json"), std::string::npos) << of_runs[1];
  ASSERT_EQ(of_operations.size(), 1U);
  EXPECT_NE(of_operations[0].find("bad-operations.json"), std::string::npos) << of_operations[0];
  ASSERT_EQ(of_profiles.size(), 1U);
  EXPECT_NE(of_profiles[0].find("bad-profile.json"), std::string::npos) << of_profiles[0];
}

TEST(ImpossibleFigures, OfACheckpointsHeader) {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "checkpoint.safetensors";
  TrainingState state{.model = make_mlp({4, 2}, Activation::relu)};
  state.parameters.assign(network_of(state.model).parameters_size, 0.0F);
  state.epochs_done = 3, state.steps_done = 5;
  save_model(file, state);
  const std::string good = test::read_bytes(file);
  for (const auto& [was, is, member] :
       std::vector<std::array<std::string, 3>>{{R"("epochs_done":"3")", R"("epochs_done":"x")", "epochs_done"},
                                               {R"("steps_done":"5")", R"("steps_done":-55)", "steps_done"},
                                               {R"("steps_done":"5")", R"("steps_dome":"5")", "steps_done"},
                                               {R"("slots":"0")", R"("slots":"9")", "9 optimiser states"}}) {
    std::string bad = good;
    ASSERT_NE(bad.find(was), std::string::npos) << was;
    ASSERT_EQ(was.size(), is.size());
    test::write_bytes(file, bad.replace(bad.find(was), was.size(), is));
    try {
      load_model(file);
      ADD_FAILURE() << is << " was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("checkpoint.safetensors"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(member), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace mlplab
