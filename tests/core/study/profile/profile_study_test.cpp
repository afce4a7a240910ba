// Profiles of real runs on every CPU backend, studies as files and traces, and what the advisor says of points made by
// hand.
#include "core/study/profile/profile_study.h"

#include <gtest/gtest.h>

#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "core/reporting/profile_report.h"
#include "core/study/comparison/published.h"
#include "core/study/profile/node_figures.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

double sum(const StepProfile& p) { return p.wall_s + p.double_booked_s(); }

bool contains(const std::vector<std::string>& sentences, const std::string& words) {
  return std::ranges::any_of(sentences, [&](const std::string& s) { return s.find(words) != std::string::npos; });
}

struct Subject {
  std::string backend;
  BackendOptions options;
};

/// Every usable CPU backend of the table with 1 and 2 workers and each of its options; a new one needs no line here.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != BackendKind::cpu || !entry.why_not().empty()) continue;
    for (const int workers : {1, 2}) {
      if (workers > 1 && entry.workers_max() == 1) continue;
      all.push_back({entry.name, {.workers = workers, .values = {}}});
      for (const BackendOption& option : entry.options)
        for (std::size_t v = 1; v < option.values.size(); ++v)
          all.push_back({entry.name, {.workers = workers, .values = {{option.name, option.values[v]}}}});
    }
  }
  return all;
}

void expect_right(const StepProfile& p, int steps) {
  EXPECT_EQ(p.steps, steps);
  ASSERT_GT(p.wall_s, 0.0);
  EXPECT_NEAR(sum(p), p.wall_s, 0.02 * p.wall_s);
  for (const double part_s : {p.h2d_s, p.kernel_s, p.d2h_s, p.communication_s, p.host_s, p.unrecorded_s}) {
    EXPECT_TRUE(std::isfinite(part_s));
    EXPECT_GE(part_s, 0.0);
  }
  EXPECT_GT(p.kernel_s, 0.0);
  EXPECT_EQ(p.h2d_s + p.d2h_s + p.h2d_bytes + p.d2h_bytes, 0.0) << "ordinary memory is not copied to a device";
  double operations_s = 0.0;
  for (const ProfileOperation& operation : p.operations) operations_s += operation.time_s;
  EXPECT_NEAR(operations_s, p.wall_s, 0.02 * p.wall_s);
  std::vector<double> free_from(p.tracks.size());
  std::vector<int> seen(static_cast<std::size_t>(steps));
  for (const ProfileSpan& span : p.spans) {
    auto& free_s = free_from.at(static_cast<std::size_t>(span.track));
    EXPECT_GE(span.start_s, free_s) << span.operation << " overlaps the span before it";
    EXPECT_GE(span.end_s, span.start_s);
    EXPECT_LE(span.end_s, steps * p.wall_s * (1.0 + 1e-9)) << span.operation << " ends after the last step";
    free_s = span.end_s;
    ++seen.at(static_cast<std::size_t>(span.step));
  }
  for (const int count : seen) EXPECT_GT(count, 0) << "a step without a span";
}

TEST(Profiles, AddUpOnEveryCpuBackend) {
  const Dataset data = test::small_dataset(1200, 60, 12, 4);
  int whole = 0, all = 0;  // profiles of all six steps: fewer are taken where six would last longer than a second
  for (const Subject& subject : subjects())
    for (const std::vector<int>& widths : {std::vector<int>{144, 64, 4}, {144, 64, 32, 4}, {144, 4}}) {
      RunSpec spec = test::small_spec(subject.backend);
      spec.options = subject.options;
      spec.model = make_mlp(widths, Activation::relu);
      spec.batch = 50, spec.epochs = 2, spec.profile_steps = 6;
      SCOPED_TRACE(testing::Message() << subject.backend << ", " << subject.options.workers << " workers, "
                                      << spec.model.name());
      test::Remember sink;
      RunControl control;
      const double start_s = now_s();
      const RunEnded ended = train(spec, data, sink, control);
      const double all_s = now_s() - start_s;
      ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
      ASSERT_EQ(sink.log.profiles.size(), 2U);
      double profiled_s = 0.0;
      for (const ProfileSample& sample : sink.log.profiles) {
        const int steps = sample.profile.steps;
        EXPECT_TRUE(steps >= 1 && steps <= 6) << steps;
        ++all, whole += steps == 6 ? 1 : 0;
        expect_right(sample.profile, steps);
        EXPECT_GT(sample.unprofiled_step_s, 0.0);
        profiled_s += steps * sample.profile.wall_s;
      }
      EXPECT_LT(profiled_s, all_s);
      const std::size_t workers = sink.log.profiles[0].profile.tracks.size();
      EXPECT_TRUE(workers == 1U || workers == static_cast<std::size_t>(sink.log.started.workers));
    }
  EXPECT_GT(2 * whole, all);
}

/// The trainer's own clock saw the same six steps. Another program may come between the two readings, but not always.
TEST(Profiles, WallTimeIsThatOfTheStepsReport) {
  const Dataset data = test::small_dataset(1200, 60, 12, 4);
  RunSpec spec = test::small_spec();
  spec.model = make_mlp({144, 64, 4}, Activation::relu);
  spec.batch = 50, spec.epochs = 20, spec.profile_steps = 6;
  test::Remember sink;
  RunControl control;
  train(spec, data, sink, control);
  ASSERT_EQ(sink.log.profiles.size(), 20U);
  double nearest = 1.0;
  std::vector<StepDone> reports;
  for (const Event& event : sink.events)
    if (const StepDone* report = report_of(event)) reports.push_back(*report);
  const auto time_after = [&](std::int64_t step) {
    const auto found = std::ranges::find(reports, step, &StepDone::step);
    return found == reports.end() ? std::nan("") : found->train_time_s;
  };
  for (const ProfileSample& sample : sink.log.profiles) {
    const std::int64_t first = 24 * sample.epoch + 9;  // in the middle of 24, across two points of the curve
    const double steps_s = time_after(first + 6) - time_after(first);
    ASSERT_GT(steps_s, 0.0);
    nearest = std::min(nearest, std::fabs(steps_s / (6.0 * sample.profile.wall_s) - 1.0));
  }
  EXPECT_LT(nearest, 0.02);
}

/// A network with a layer of every kind goes node by node on every backend: each has its time, on the right way, and
/// all of them with the rest are the step.
TEST(Profiles, KnowEachNodeOfANetwork) {
  Dataset data = test::small_dataset(120, 12);
  data.image = {6, 3, 2};
  for (const Subject& subject : subjects()) {
    RunSpec spec = test::small_spec(subject.backend);
    spec.options = subject.options;
    spec.model = test::every_kind();
    spec.batch = 10, spec.epochs = 1, spec.profile_steps = 3;
    SCOPED_TRACE(testing::Message() << subject.backend << ", " << subject.options.workers << " workers");
    test::Remember sink;
    RunControl control;
    const RunEnded ended = train(spec, data, sink, control);
    ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
    ASSERT_EQ(sink.log.profiles.size(), 1U);
    const StepProfile& p = sink.log.profiles[0].profile;
    ASSERT_EQ(p.nodes.size(), spec.model.layers.size());
    for (std::size_t i = 0; i < p.nodes.size(); ++i) {
      const Layer& layer = spec.model.layers[i].layer;
      SCOPED_TRACE(std::to_string(i) + ", " + kind_of(layer));
      const bool has_weights = std::holds_alternative<Dense>(layer) || std::holds_alternative<Conv2d>(layer) ||
                               std::holds_alternative<BatchNorm>(layer);
      EXPECT_GT(p.nodes[i].forward_s, 0.0);
      EXPECT_EQ(p.nodes[i].weight_gradient_s > 0.0, has_weights);
      EXPECT_EQ(p.nodes[i].input_gradient_s > 0.0, i > 0);  // the first takes the example itself
    }
    const auto of = [&](const std::string& name) {
      double time_s = 0.0;
      for (const ProfileOperation& operation : p.operations) time_s += operation.name == name ? operation.time_s : 0.0;
      return time_s;
    };
    const double no_nodes_s = p.unrecorded_s + of("gather") + of("loss") + of("update");
    EXPECT_GE(rest_s(p), no_nodes_s * (1.0 - 1e-9));
    // The layout is that of the batch and of the loss, too; what is read are the totals.
    EXPECT_LE(rest_s(p), (no_nodes_s + of("layout of images") + of("download")) * (1.0 + 1e-9));
  }
}

TEST(NodeFigures, AreOfTheProductsThatThePassesCompute) {
  ProfilePoint point;
  point.backend = "some";
  point.model = ModelSpec{.input = {1, 4, 4}};
  point.model->layers = {{Conv2d{2, {{3, 3}, {1, 1}, {1, 1}}}, {}, "conv"}, {MaxPool{{{2, 2}, {2, 2}}}}, {Dense{3}}};
  point.batch = 10, point.rows = 10, point.peak_flop_per_s = 1e9;
  EXPECT_NE(why_no_nodes(point).find("computes layers together"), std::string::npos);
  EXPECT_TRUE(node_figures(point).empty());
  EXPECT_TRUE(node_table(point).shown.rows.empty());
  point.profile.wall_s = 10e-5;
  point.profile.nodes = {{1e-5, 0.0, 2e-5}, {1e-5, 1e-5, 0.0}, {0.5e-5, 0.5e-5, 1e-5}};
  EXPECT_EQ(why_no_nodes(point), "");
  const std::vector<NodeFigures> figures = node_figures(point);
  ASSERT_EQ(figures.size(), 3U);
  const double conv = 2.0 * 2 * 16 * 9, dense = 2.0 * 8 * 3;  // forward, of one example
  EXPECT_EQ(figures[0].name, "conv");
  EXPECT_EQ(figures[0].parameters, 20U);
  EXPECT_DOUBLE_EQ(figures[0].flop, 2 * 10 * conv) << "forward and weights: the example has no gradient";
  EXPECT_DOUBLE_EQ(figures[0].flop_per_s, 2 * 10 * conv / 3e-5);
  EXPECT_DOUBLE_EQ(figures[0].of_peak, 2 * 10 * conv / 3e-5 / 1e9);
  EXPECT_EQ(figures[1].flop_per_s, 0.0) << "a pooling multiplies nothing";
  EXPECT_DOUBLE_EQ(figures[2].flop, 3 * 10 * dense);
  EXPECT_NEAR(rest_s(point.profile), 3e-5, 1e-18);
  const Table table = node_table(point).shown;
  ASSERT_EQ(table.rows.size(), 5U);
  EXPECT_EQ(table.rows[0][8], "0.0300");
  EXPECT_EQ(table.rows[1][10], "–");
  EXPECT_EQ(table.rows[1][11], "–");
  EXPECT_EQ(table.rows[3][8], "0.0300");
  EXPECT_EQ(table.rows[3][9], "30.0 %");
  const nlohmann::ordered_json json = profile_json({.points = {point}})[0];
  EXPECT_EQ(json.at("nodes").size(), 3U);
  EXPECT_TRUE(json.at("nodes")[1].at("of_peak").is_null());
  EXPECT_NEAR(json.at("rest_s").get<double>(), 3e-5, 1e-18);
  EXPECT_NE(peak_sentence(point).find("1.00 GFLOP/s"), std::string::npos);
  point.peak_flop_per_s = 0.0;
  EXPECT_EQ(node_figures(point)[0].of_peak, 0.0);
  EXPECT_EQ(peak_sentence(point), "");
  point.profile.nodes.pop_back();
  EXPECT_NE(why_no_nodes(point).find("2 nodes"), std::string::npos);
  point.model.reset();
  EXPECT_NE(why_no_nodes(point).find("older version"), std::string::npos);
}

ProfileStudySpec small_study() {
  ProfileStudySpec spec;
  spec.base = test::small_spec();
  spec.base.epochs = 2;
  spec.batches = {10, 5000, 20};
  spec.steps = 3;
  return spec;
}

TEST(ProfileStudy, MeasuresEachPointAndKeepsWhyOneFailed) {
  const Dataset data = test::small_dataset();
  RunControl control;
  std::vector<std::string> announced;
  int points = 0;
  const ProfileStudy study = run_profile_study(
      small_study(), data, control,
      {.on_progress =
           [&](const StudyProgress& now) {
             if (now.run_fraction == 0.0) announced.push_back(now.name);
             EXPECT_EQ(now.runs_total, 3);
           },
       .on_point = [&](const ProfileStudy& so_far) { EXPECT_EQ(static_cast<int>(so_far.points.size()), ++points); }});
  EXPECT_EQ(announced, (std::vector<std::string>{"batch 10", "batch 5000", "batch 20"}));
  EXPECT_EQ(points, 3);
  ASSERT_EQ(study.points.size(), 3U);
  EXPECT_FALSE(study.machine.empty());
  EXPECT_EQ(study.date.size(), 10U);
  EXPECT_EQ(study.recorded, "");
  for (const std::size_t i : {0U, 2U}) {
    const ProfilePoint& point = study.points[i];
    EXPECT_EQ(point.failure, "");
    EXPECT_EQ(point.workers, 1);
    EXPECT_FALSE(point.device.empty());
    EXPECT_EQ(point.profile.steps, 3);
    EXPECT_GT(point.images_per_s, 0.0);
    EXPECT_GT(point.epoch_time_s, 0.0);
    EXPECT_TRUE(point.accuracy_test.has_value());
  }
  EXPECT_NE(study.points[1].failure.find("larger than the 200 training examples"), std::string::npos);
  EXPECT_EQ(study.points[1].failed_as, Failure::usage);
  EXPECT_TRUE(contains(advise(study, study.points[1]), "Batch 5000 could not be measured"));
}

/// A point describes the network that was trained; the peak is measured beside it where one is known.
TEST(ProfileStudy, KnowsItsNetworkAndThePeakBesideIt) {
  ProfileStudySpec spec = small_study();
  spec.batches = {11};
  RunControl control;
  const ProfileStudy study = run_profile_study(spec, test::small_dataset(), control);
  ASSERT_EQ(study.points.size(), 1U);
  ProfilePoint point = study.points[0];
  ASSERT_EQ(point.failure, "");
  EXPECT_EQ(point.model, spec.base.model);
  EXPECT_EQ(point.rows, 11);
  EXPECT_EQ(point.profile.nodes.size(), spec.base.model.layers.size());
  EXPECT_EQ(point.peak_flop_per_s > 0.0, multiply_add_peak(1) > 0.0);
  const ProfilePoint back = nlohmann::json(point).get<ProfilePoint>();
  EXPECT_EQ(back.model, point.model);
  EXPECT_EQ(back.peak_flop_per_s, point.peak_flop_per_s);
  EXPECT_EQ(node_table(back).shown.rows, node_table(point).shown.rows);
  nlohmann::json old = point;  // as versions before wrote it
  for (const char* name : {"model", "rows", "peak_flop_per_s", "nodes"}) old.erase(name);
  EXPECT_NE(why_no_nodes(old.get<ProfilePoint>()).find("older version"), std::string::npos);
  RunStarted started{.spec = spec.base, .device = {}, .workers = 2, .dataset_hash = {}};
  test::train_by(started.spec, "processes-shared");
  take_start(point, started, 11);
  EXPECT_EQ(point.rows, 6) << "the first rank's share of the batch";
}

/// There are two steps per epoch: in the first epoch one is the first of the process, and the other all that it is
/// compared with.
TEST(ProfileStudy, OfFewStepsIsNotOfTheFirstOneOfTheRun) {
  ProfileStudySpec spec = small_study();
  spec.base.epochs = 1;
  spec.batches = {100};
  RunControl control;
  const ProfileStudy study = run_profile_study(spec, test::small_dataset(200), control);
  ASSERT_EQ(study.points.size(), 1U);
  ASSERT_EQ(study.points[0].failure, "");
  EXPECT_FALSE(study.points[0].cold);
  RunStarted started{.spec = spec.base, .workers = 1, .train_examples = 200, .steps_per_epoch = 2};
  started.spec.profile_steps = 3;
  ProfileStudy one_epoch;
  ProfilePoint& point = one_epoch.points.emplace_back();
  take_sample(point, started, {.epoch = 0, .batch = 100, .profile = study.points[0].profile});
  EXPECT_TRUE(point.cold);
  EXPECT_TRUE(contains(advise(one_epoch, point), "The first step of the run"));
  EXPECT_TRUE(contains(advise(one_epoch, point), "no other whole step")) << "unprofiled_step_s is 0";
  EXPECT_TRUE(nlohmann::json(point).get<ProfilePoint>().cold);
  take_sample(point, started, {.epoch = 1, .batch = 100, .profile = study.points[0].profile});
  EXPECT_FALSE(point.cold);
}

TEST(ProfileStudy, KeepsWhatTheNoiseGuardFinds) {
  ProfileStudySpec spec = small_study();
  spec.batches = {20};
  RunControl control;
  NoiseReading reading{.cpus = 2};
  const auto busy = [&] {  // a second between two readings; one CPU of two is busy with what is not ours
    reading.cpu_total_s += 2.0, reading.cpu_busy_s += 1.0;
    return reading;
  };
  const ProfileStudy study = run_profile_study(spec, test::small_dataset(), control, {.noise = busy});
  ASSERT_EQ(study.points.size(), 1U);
  EXPECT_TRUE(contains(advise(study, study.points[0]), "Other programs kept 1.0 of 2 CPUs busy"));
  EXPECT_EQ(nlohmann::json(study.points[0]).get<ProfilePoint>().noise, study.points[0].noise);
  reading = {.cpus = 2};
  const auto brief = [&, readings = 0]() mutable {  // the run itself is too short to tell
    if (++readings == 2) reading.cpu_total_s += 2.0, reading.cpu_busy_s += 1.0;
    return reading;
  };
  EXPECT_FALSE(run_profile_study(spec, test::small_dataset(), control, {.noise = brief}).points.at(0).noise.empty());
}

TEST(ProfileStudy, RefusesWhatCannotBeRunAndStopsWhenTold) {
  const Dataset data = test::small_dataset();
  RunControl control;
  const auto refused = [&](auto change) {
    ProfileStudySpec spec = small_study();
    change(spec);
    EXPECT_THROW(run_profile_study(spec, data, control), UsageError);
  };
  refused([](ProfileStudySpec& s) { s.batches.clear(); });
  refused([](ProfileStudySpec& s) { s.steps = 0; });
  refused([](ProfileStudySpec& s) { s.placements = {"attic"}; });
  refused([](ProfileStudySpec& s) { s.base.backend = "abacus"; });
  control.stop();
  EXPECT_TRUE(run_profile_study(small_study(), data, control).points.empty());
}

TEST(ProfileStudy, GoesThroughAFileUnchanged) {
  const test::TemporaryFolder folder;
  RunControl control;
  const ProfileStudy study = run_profile_study(small_study(), test::small_dataset(), control);
  save_profile_study(folder / "study.json", study);
  const ProfileStudy back = read_profile_study(folder / "study.json");
  EXPECT_EQ(back.machine, study.machine);
  EXPECT_EQ(back.date, study.date);
  EXPECT_EQ(back.recorded, "recorded on " + study.machine + ", " + study.date);
  ASSERT_EQ(back.points.size(), study.points.size());
  for (std::size_t i = 0; i < study.points.size(); ++i) {
    const ProfilePoint &a = study.points[i], &b = back.points[i];
    EXPECT_EQ(a.profile, b.profile);
    EXPECT_EQ(nlohmann::json(a), nlohmann::json(b));
    EXPECT_EQ(a.failure, b.failure);
  }
}

TEST(ProfileStudy, ABadFileIsOneSentence) {
  const test::TemporaryFolder folder;
  RunControl control;
  save_profile_study(folder / "good.json", run_profile_study(small_study(), test::small_dataset(), control));
  const nlohmann::json good = parse_json(test::read_bytes(folder / "good.json"));
  const auto refused = [&](const std::string& bytes) {
    test::write_bytes(folder / "bad.json", bytes);
    try {
      read_profile_study(folder / "bad.json");
      ADD_FAILURE() << "accepted: " << bytes.substr(0, 60);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("bad.json"), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  };
  refused("");
  refused("[]");
  refused("{\"format\": \"mlplab-published-1\"}");
  refused(dump_json(good).substr(0, dump_json(good).size() / 2));
  const auto changed = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json bad = good;
    bad[nlohmann::json::json_pointer(pointer)] = value;
    refused(dump_json(bad));
  };
  changed("/points/0/wall_s", nullptr);
  changed("/points/0/batch", "many");
  changed("/points/0/spans/0/2", 99);
  changed("/points/0/spans/0/0", "lunch");
  changed("/points", 3);
  EXPECT_THROW(read_profile_study(folder / "missing.json"), InputError);
}

TEST(ProfileStudy, RecordedOnesAreReadBesideThePublishedOnes) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "published");
  std::filesystem::copy_file(find_resources() / "published" / "caldas-2025.json",
                             folder / "published" / "caldas-2025.json");
  ProfileStudy study;
  study.machine = "a machine", study.date = "2026-01-02";
  save_profile_study(folder.path() / "published" / "mine.json", study);
  const auto recorded = recorded_profile_studies(folder.path());
  ASSERT_EQ(recorded.size(), 1U);
  EXPECT_EQ(recorded[0].recorded, "recorded on a machine, 2026-01-02");
  const auto published = published_studies(folder.path());
  ASSERT_EQ(published.size(), 1U);
  ASSERT_TRUE(published[0].profile.has_value());
  ASSERT_EQ(published[0].profile->points.size(), 3U);
  const PublishedProfilePoint& first = published[0].profile->points[0];
  EXPECT_EQ(first.batch, 16);
  EXPECT_DOUBLE_EQ(first.d2h_share, 0.573);
  EXPECT_EQ(first.accuracy_test, 0.8023);
  EXPECT_FALSE(published[0].profile->points[1].step_s.has_value()) << "not printed";
}

TEST(ChromeTrace, HasAThreadATrackAndAnEventASpan) {
  const test::TemporaryFolder folder;
  ProfilePoint point;
  point.backend = "some", point.batch = 16, point.placement = "pinned";
  point.profile.tracks = {{"thread 1", false}, {"copy stream", true}};
  point.profile.spans = {{ProfilePart::kernel, "gemm", 0, 0, 1e-6, 3e-6, 0},
                         {ProfilePart::h2d, "copy features", 1, 1, 2e-6, 4e-6, 4000}};
  ProfilePoint other = point, failed = point;
  other.batch = 32;
  failed.profile = {};
  save_chrome_trace(folder / "trace.json", {point, failed, other});
  const nlohmann::json trace = parse_json(test::read_bytes(folder / "trace.json"));
  int threads = 0, processes = 0;
  std::vector<nlohmann::json> spans;
  for (const nlohmann::json& event : trace["traceEvents"]) {
    threads += event["name"] == "thread_name" ? 1 : 0;
    processes += event["name"] == "process_name" ? 1 : 0;
    if (event["ph"] == "X") spans.push_back(event);
  }
  EXPECT_EQ(processes, 2);
  EXPECT_EQ(threads, 4);
  ASSERT_EQ(spans.size(), 4U);
  EXPECT_EQ(spans[1]["name"], "copy features");
  EXPECT_EQ(spans[1]["cat"], "host-to-device");
  EXPECT_EQ(spans[1]["tid"], 2);
  EXPECT_DOUBLE_EQ(spans[1]["ts"].get<double>(), 2.0);
  EXPECT_DOUBLE_EQ(spans[1]["dur"].get<double>(), 2.0);
  EXPECT_EQ(spans[1]["args"]["bytes"], 4000);
  EXPECT_DOUBLE_EQ(spans[1]["args"]["GB/s"].get<double>(), 2.0);
  EXPECT_FALSE(spans[0]["args"].contains("bytes"));
  EXPECT_THROW(save_chrome_trace(folder / "none.json", failed), InputError);
  EXPECT_THROW(save_chrome_trace(folder / "no/such/folder.json", point), InputError);
}

/// A measured point of `wall_s` with the given parts; the rest is the host's.
ProfilePoint point_of(int batch, double wall_s, double h2d_s, double kernel_s, double barrier_s) {
  ProfilePoint point;
  point.backend = "some", point.workers = 4, point.batch = batch;
  StepProfile& p = point.profile;
  p.steps = 1, p.wall_s = wall_s, p.h2d_s = h2d_s, p.kernel_s = kernel_s, p.communication_s = barrier_s;
  p.host_s = wall_s - h2d_s - kernel_s - barrier_s;
  p.operations = {{"gemm", ProfilePart::kernel, kernel_s, 3.0},
                  {"barrier", ProfilePart::communication, barrier_s, 4.0}};
  p.tracks = {{"stream", true}};
  p.spans = {{ProfilePart::h2d, "copy", 0, 0, 0.0, 2e-6, 4000}};
  p.h2d_bytes = 4000;
  point.images_per_s = batch / wall_s;
  point.unprofiled_step_s = wall_s;
  point.accuracy_test = 0.9;
  return point;
}

TEST(Advisor, NamesTheLargestPartWithItsValues) {
  ProfileStudy study;
  study.points = {point_of(16, 1e-4, 5.7e-5, 3e-5, 0.0), point_of(64, 1e-4, 2e-6, 6e-5, 3.1e-5),
                  point_of(512, 7e-4, 2e-6, 6.8e-4, 1.4e-5)};
  study.points[0].placement = "pageable";
  const auto copies = advise(study, study.points[0]);
  ASSERT_FALSE(copies.empty());
  EXPECT_EQ(copies[0].rfind("Copies take 57.0 % of a step of 100 µs", 0), 0U) << copies[0];
  EXPECT_TRUE(contains(copies, "4.00 kB at 2.00 GB/s"));
  const auto waits = advise(study, study.points[1]);
  EXPECT_TRUE(contains(waits, "The 4 workers wait for each other 31.0 %"));
  EXPECT_TRUE(contains(waits, "at batch 512 it is 2.00 %"));
  EXPECT_TRUE(contains(waits, "'gemm' (60.0 %)"));
  EXPECT_TRUE(contains(waits, "Batch 512 trains 1.14 times as many images per second"));
  for (const ProfilePoint& point : study.points)
    for (const std::string& sentence : advise(study, point))
      EXPECT_NE(sentence.find_first_of("0123456789"), std::string::npos) << "a sentence without a value: " << sentence;
}

/// Rank 1 is there first and waits; equal waits are nobody's fault.
TEST(Advisor, SaysWhichRankWaitsForWhich) {
  ProfileStudy study;
  study.points = {point_of(64, 1e-2, 0.0, 9e-3, 0.0)};
  study.points[0].profile.waits_s = {0.0, 4e-3, 1e-3};
  EXPECT_TRUE(contains(advise(study, study.points[0]), "Rank 1 waits 40.0 % of a step of 10.0 ms for rank 0"));
  study.points[0].profile.waits_s = {0.0, 1e-4};
  EXPECT_FALSE(contains(advise(study, study.points[0]), "waits"));
  study.points[0].profile.waits_s = {0.0, 4e-3, 1e-3};
  EXPECT_EQ(nlohmann::json(study.points[0].profile).get<StepProfile>(), study.points[0].profile);
  study.points[0].profile.waits_s.clear();
  EXPECT_FALSE(nlohmann::json(study.points[0].profile).contains("waits_s")) << "of one process there are none";
}

TEST(Advisor, SaysFirstWhatCannotBeTrusted) {
  ProfileStudy study;
  study.points = {point_of(16, 1e-4, 0.0, 4e-5, 0.0), point_of(32, 1e-4, 0.0, 4e-5, 0.0)};
  study.points[0].profile.host_s -= 3e-6;
  study.points[0].profile.unrecorded_s += 3e-6;
  study.points[1].profile.kernel_s += 5e-6;  // booked twice
  EXPECT_EQ(
      advise(study, study.points[0]).front().rfind("3.00 % of the step is time that nobody recorded; over 2 %", 0), 0U)
      << advise(study, study.points[0]).front();
  EXPECT_EQ(advise(study, study.points[1]).front().rfind("The parts of the step make 105 %", 0), 0U)
      << advise(study, study.points[1]).front();
  const nlohmann::ordered_json json = profile_json(study);
  EXPECT_NEAR(json[0]["unrecorded_s"].get<double>(), 3e-6, 1e-12);
  EXPECT_NEAR(json[1]["double_booked_s"].get<double>(), 5e-6, 1e-12);
  EXPECT_NE(json[1]["distrust"], "");
  EXPECT_NE(to_markdown(profile_table(study.points).shown).find("3.00 (3.0 %)"), std::string::npos);
}

TEST(ProfileStudy, OfAnOlderVersionGivesBackWhatItBookedAsTheHosts) {
  nlohmann::json old = StepProfile{.steps = 1, .wall_s = 1e-3, .host_s = 3e-4};
  old.erase("unrecorded_s");
  old["operations"] = {{{"name", "between operations"}, {"part", "host"}, {"time_s", 2e-4}, {"calls", 0.0}},
                       {{"name", "labels"}, {"part", "host"}, {"time_s", 1e-4}, {"calls", 1.0}}};
  const auto p = old.get<StepProfile>();
  EXPECT_NEAR(p.host_s, 1e-4, 1e-12);
  EXPECT_NEAR(p.unrecorded_s, 2e-4, 1e-12);
  EXPECT_EQ(p.operations[0].part, ProfilePart::unrecorded);
}

TEST(Advisor, SaysWhatDoesNotDependOnTheBatchAndWhatProfilingCosts) {
  ProfileStudy study;
  study.points = {point_of(16, 1e-4, 0.0, 4e-5, 0.0), point_of(32, 1.2e-4, 0.0, 6e-5, 0.0)};
  study.points[0].unprofiled_step_s = 8e-5;
  const auto sentences = advise(study, study.points[0]);
  EXPECT_EQ(sentences[0].rfind("About 80 % of a step at batch 16 does not depend on the batch", 0), 0U) << sentences[0];
  EXPECT_TRUE(contains(sentences, "The host takes 60.0 % of a step (60.0 µs)"));
  EXPECT_TRUE(contains(sentences, "added 25.0 %"));
  EXPECT_FALSE(contains(advise(study, study.points[1]), "does not depend")) << "no larger batch to compare with";
}

TEST(ProfileReport, HasARowAndAnObjectAPoint) {
  std::vector<ProfilePoint> points = {point_of(16, 1e-4, 5e-5, 3e-5, 0.0), {}};
  points[1].backend = "some", points[1].batch = 32, points[1].failure = "no room";
  const nlohmann::ordered_json json = profile_json({.points = points});
  for (const char* name : {"backend",
                           "placement",
                           "workers",
                           "batch",
                           "h2d_s",
                           "kernel_s",
                           "d2h_s",
                           "communication_s",
                           "host_s",
                           "unrecorded_s",
                           "wall_s",
                           "h2d_bytes",
                           "d2h_bytes",
                           "images_per_s",
                           "epoch_time_s",
                           "accuracy_test",
                           "operations",
                           "tracks",
                           "unprofiled_step_s",
                           "failure"})
    EXPECT_TRUE(json[0].contains(name)) << name;
  EXPECT_FALSE(json[0].contains("spans"));
  EXPECT_DOUBLE_EQ(json[0]["h2d_bytes_per_s"].get<double>(), 2e9);
  EXPECT_TRUE(json[1]["wall_s"].is_null());
  EXPECT_EQ(json[1]["failure"], "no room");
  const auto [table, in_file] = profile_table(points);
  for (std::size_t row = 0; row < points.size(); ++row)
    for (std::size_t column = 0; column < in_file.header.size(); ++column) {
      const std::string& name = in_file.header[column];
      if (!json[row].contains(name) || !json[row][name].is_number() || in_file.rows[row][column].empty()) continue;
      EXPECT_EQ(in_file.rows[row][column], exact(json[row][name].get<double>())) << name;
    }
  EXPECT_EQ(in_file.rows[1][5], "") << "it was not measured";
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][2], "50.0 (50 %)");
  EXPECT_EQ(table.rows[1][1], "–");
}

}  // namespace
}  // namespace mlplab
