// The library's sentences on its measurements, in Spanish: all of them, with the same numbers, and English again
// afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <regex>
#include <set>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/data/load.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/comparison/published.h"
#include "core/study/noise_guard.h"
#include "core/study/profile/profile_study.h"
#include "core/study/profile/roofline.h"
#include "core/study/sweep/analysis_parts.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/json_lines.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using Sentences = std::vector<std::string>;

std::string whole(const Sentences& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

std::multiset<std::string> numbers_in(const std::string& text) {
  static const std::regex number("[0-9]+(\\.[0-9]+)?");
  std::multiset<std::string> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), number); it != std::sregex_iterator(); ++it)
    found.insert(it->str());
  return found;
}

/// Words that no Spanish sentence has.
Sentences english_words_in(const std::string& text) {
  static const std::set<std::string> english = {
      "the",  "of",     "with",  "is",    "are",     "and",    "worker", "workers", "point", "points", "law",   "takes",
      "take", "times",  "more",  "than",  "step",    "batch",  "runs",   "cores",   "speed", "fit",    "each",  "it",
      "what", "copies", "their", "these", "measure", "images", "holds",  "to",      "by",    "from",   "within"};
  Sentences found;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (english.contains(word)) found.push_back(word);
    word.clear();
  }
  return found;
}

class Spanish : public testing::Test {
 protected:
  void TearDown() override { speak("en"); }
  static void speak(const char* code) { set_language(find_resources() / "translations", code); }

  /// Expects `told` to say the same in both languages; returns its Spanish text.
  static std::string told_alike(const std::function<Sentences()>& told) {
    const Sentences english = told();
    speak("es");
    const Sentences spanish = told();
    speak("en");
    EXPECT_EQ(told(), english) << "English is as it was";
    EXPECT_EQ(spanish.size(), english.size());
    for (std::size_t i = 0; i < std::min(english.size(), spanish.size()); ++i) {
      EXPECT_EQ(numbers_in(spanish[i]), numbers_in(english[i])) << english[i] << "\n" << spanish[i];
      EXPECT_EQ(english_words_in(spanish[i]), Sentences{}) << spanish[i];
      EXPECT_FALSE(std::islower(spanish[i][0]) != 0 && std::islower(english[i][0]) == 0) << spanish[i];
    }
    return whole(spanish);
  }
};

/// One time for each number of workers, repeated with a scatter of half a percent.
std::vector<ScalingPoint> made_points(const std::vector<std::pair<int, double>>& times_s) {
  std::vector<ScalingPoint> points;
  for (const auto& [workers, time_s] : times_s)
    points.push_back({workers, {0.995 * time_s, time_s, time_s, 1.002 * time_s, 1.005 * time_s}});
  return points;
}

TEST_F(Spanish, ReadsEveryKindOfFit) {
  const auto strong = [](const std::vector<ScalingPoint>& points) {
    return [points] { return read_strong(fit_strong(points), speedups(points, points.front().workers)); };
  };
  const auto amdahl = [](double f, double p) { return f + (1.0 - f) / p; };
  std::vector<std::pair<int, double>> serial, peaked, plateau;
  for (const int p : {1, 2, 3, 4, 6, 8, 12, 16}) {
    serial.emplace_back(p, amdahl(0.13, p));
    peaked.emplace_back(p, amdahl(0.02, p) + 0.02 * (p - 1));
    plateau.emplace_back(p, p < 3 ? 1.0 / p : 0.5);
  }
  const std::string read = told_alike(strong(made_points(serial)));
  EXPECT_NE(read.find("de una época es secuencial (confianza del 95 %: de "), std::string::npos) << read;
  EXPECT_NE(read.find("ningún número de trabajadores pasa de "), std::string::npos) << read;
  EXPECT_NE(told_alike(strong(made_points(peaked))).find("ley universal de escalabilidad de Gunther"),
            std::string::npos);
  EXPECT_NE(told_alike(strong(made_points(plateau))).find("No se ajustó ninguna ley: no siguen la ley de Amdahl"),
            std::string::npos);
  told_alike(strong(made_points({{1, 1.0}, {2, 0.6}, {4, 0.4}})));
  told_alike(strong(made_points({{1, 1.0}, {2, 0.6}})));
  told_alike(strong(made_points({{1, 1.0}, {2, 0.4}, {4, 0.15}})));
  told_alike(strong(made_points({{1, 1.0}, {2, 1.2}, {4, 1.5}})));
  told_alike(strong({{1, {1.0}}, {2, {0.55}}, {3, {0.40}}, {4, {0.33}}, {8, {0.2}}, {16, {0.14}}}));
  told_alike(strong({{2, {1.0}, true}, {4, {}}}));
  told_alike(strong({{2, {1.0}, true}, {4, {1.0}, false, false}}));
  std::vector<ScalingPoint> weak = made_points({{1, 1.0}, {2, 1.1}, {4, 1.15}, {8, 1.2}});
  told_alike([&] { return read_weak(fit_weak(weak), speedups(weak, 1, Scaling::weak)); });
  weak.front().workers = 2;
  told_alike([&] { return read_weak(fit_weak(weak), speedups(weak, 2, Scaling::weak)); });
}

ProfilePoint made_point(int batch, double wall_s, double h2d_s, double kernel_s, double barrier_s) {
  ProfilePoint point;
  point.backend = "x", point.workers = 4, point.batch = batch;
  StepProfile& p = point.profile;
  p.steps = 1, p.wall_s = wall_s, p.h2d_s = h2d_s, p.kernel_s = kernel_s, p.communication_s = 2.0 * barrier_s;
  p.host_s = wall_s - h2d_s - kernel_s - 2.0 * barrier_s;
  p.operations = {{"update", ProfilePart::kernel, kernel_s, 3.0},
                  {"barrier", ProfilePart::communication, barrier_s, 4.0},
                  {"labels", ProfilePart::host, p.host_s, 1.0}};
  p.spans = {{ProfilePart::h2d, "copy", 0, 0, 0.0, 2e-6, 4000}, {ProfilePart::communication, "x", 0, 0, 0.0, 1e-6, 9}};
  p.h2d_bytes = 4000;
  point.images_per_s = batch / wall_s;
  point.unprofiled_step_s = 0.8 * wall_s;
  point.accuracy_test = 0.9;
  return point;
}

TEST_F(Spanish, AdvisesOnAProfile) {
  ProfileStudy study;
  study.points = {made_point(16, 1e-4, 5.7e-5, 3e-5, 0.0), made_point(64, 1.2e-4, 2e-6, 4e-5, 2e-5),
                  made_point(512, 7e-4, 2e-6, 6.0e-4, 1.4e-5), made_point(16, 0.9e-4, 4e-5, 3e-5, 0.0),
                  made_point(16, 1e-4, 5.7e-5, 3e-5, 0.0)};
  study.points[3].placement = "pinned";
  study.points[4].failure = "42";
  const auto advice = [&](std::size_t point) {
    return told_alike([&, point] { return advise(study, study.points[point]); });
  };
  const std::string copies = advice(0), waits = advice(1);
  EXPECT_NE(copies.find("Las copias ocupan el 57.0 % de un paso de 100 µs (del host al dispositivo 57.0 %"),
            std::string::npos)
      << copies;
  EXPECT_NE(copies.find("con la ubicación pinned el mismo paso tarda 90.0 µs"), std::string::npos) << copies;
  EXPECT_NE(waits.find("Los 4 trabajadores se esperan"), std::string::npos) << waits;
  EXPECT_NE(waits.find("; con lotes de 512 es el 2.00 %"), std::string::npos) << waits;
  EXPECT_NE(waits.find("en su mayor parte «actualización»"), std::string::npos) << waits;
  EXPECT_NE(waits.find("El intercambio de datos"), std::string::npos) << waits;
  advice(2);
  EXPECT_EQ(advice(4), "El lote de 16 no se pudo medir: 42.\n");
  const Ceilings ceilings{.workers = 2, .peak_flop_per_s = 1e9, .readings = {}, .absent = {}};
  told_alike([&] { return roofline_notes(ceilings, study.points[0]); });
  told_alike([&] { return Sentences{first_letter_up(why_no_roofline(study.points[0]))}; });
}

TEST_F(Spanish, ReadsAComparisonAndItsNoise) {
  Topology topology;
  topology.cpus = {{0, 0, 0}, {1, 1, 0}};
  NoiseReading after;
  after.cpus = 2, after.cpu_total_s = 20.0, after.cpu_busy_s = 20.0, after.cpu_stolen_s = 2.0;
  after.throttles_thermal = 3, after.throttles_quota = 1, after.governor = "powersave";
  const auto noise = [&](int workers) { return judge_noise({}, after, workers, topology); };
  EXPECT_EQ(noise(3).size(), 6U);
  told_alike([&] {
    Sentences warnings = in_words(noise(3));
    for (std::string& warning : warnings) warning = first_letter_up(warning);
    return warnings;
  });
  const auto reading = [&](int runs) {
    Comparison comparison = made_comparison();
    for (ComparisonRow& row : comparison.rows)
      for (int round = 0; row.done() && round < runs; ++round)
        add_run(row, {round, made_run(row.backend, row.backend == "simd" ? 0.01 : 2.0, 3), noise(3)}, 0.97);
    rebase(comparison, "sequential");
    return read_comparison(comparison);
  };
  const std::string many = told_alike([&] { return reading(4); });
  EXPECT_EQ(many.find("Medido mientras otros programas mantenían ocupadas 2.0 de 2 CPU"), 0U) << many;
  EXPECT_EQ(many.find("sobresuscripción"), std::string::npos) << "no noise: " << many;
  told_alike([&] { return reading(0); });
}

TEST_F(Spanish, OfAKeptRunThatWasOversubscribedIsKnownInEnglishToo) {
  Comparison comparison = made_comparison();
  speak("es");
  comparison.rows[0].runs[0].noise = {{Finding::oversubscribed, 3, 2}};
  const test::TemporaryFolder folder;
  save_comparison(folder / "new.json", comparison);
  speak("en");
  EXPECT_EQ(noise_verdict(read_comparison(folder / "new.json")), "");
  nlohmann::json old = test::read_json_lines(folder / "new.json");
  nlohmann::json& run = old[1]["run"];
  run["noise"] = {"3 workers on 2 cores: oversubscribed, the workers take turns"};
  test::write_json_lines(folder / "old.json", old);
  EXPECT_EQ(noise_verdict(read_comparison(folder / "old.json")), "");
  run["noise"] = {"3 trabajadores en 2 núcleos: sobresuscripción, los trabajadores se turnan"};
  run["oversubscribed"] = true;
  test::write_json_lines(folder / "old.json", old);
  EXPECT_EQ(noise_verdict(read_comparison(folder / "old.json")), "");
  run.erase("oversubscribed");
  run["noise"] = {"the processor slowed down to stay cool (3 thermal events)"};
  test::write_json_lines(folder / "old.json", old);
  EXPECT_NE(noise_verdict(read_comparison(folder / "old.json")), "");
}

TEST_F(Spanish, NamesMachinesOfFiles) {
  MeasuredMachine machine;
  machine.cores = "8 P-cores + 1 E-core, 28 threads";
  machine.counts = {9, 8, 28, 9};
  EXPECT_EQ(machine.cores_in_words(), machine.cores);
  MeasuredMachine other = machine;
  other.cores = "4 cores, of which a quota grants 2";
  other.counts = {4, 4, 4, 2};
  EXPECT_EQ(other.cores_in_words(), other.cores);
  EXPECT_EQ(difference_of(machine, other),
            "the cores 8 P-cores + 1 E-core, 28 threads, and here it is 4 cores, of which a quota grants 2");
  speak("es");
  EXPECT_EQ(machine.cores_in_words(), "8 núcleos P + 1 núcleo E, 28 hilos");
  EXPECT_EQ(other.cores_in_words(), "4 núcleos, de los que una cuota concede 2");
  EXPECT_EQ(nlohmann::json(other).get<MeasuredMachine>(), other);
  machine.counts.reset();
  EXPECT_EQ(machine.cores_in_words(), machine.cores) << "an older file has the words alone";
  EXPECT_EQ(level_in_words("L2 cache"), "caché L2");
  EXPECT_EQ(level_in_words("memory"), "memoria");
  EXPECT_EQ(level_in_words("something"), "something");
  EXPECT_EQ(to_string(SweepAxis::workers), "workers") << "a name in files";
  EXPECT_EQ(in_words(SweepAxis::workers), "trabajadores");
  const PublishedStudy study = read_published(find_resources() / "published/caldas-2025.json");
  EXPECT_EQ(study.machine_short, "portátil i7");
  EXPECT_EQ(english_words_in(study.about + study.machine), Sentences{});
}

/// As files of before 2026-11-26 have them, in English or in the language of now.
TEST_F(Spanish, FindingsThatWereSentencesAreKnown) {
  const auto read = [](const std::string& sentence) { return nlohmann::json(sentence).get<Finding>(); };
  const std::string english = "other programs kept 1.7 of 2 CPUs busy: close them and repeat";
  const Finding busy{Finding::others_busy, 1.7, 2};
  EXPECT_EQ(read(english), busy);
  EXPECT_EQ(in_words(busy), english);
  speak("es");
  const std::string said = in_words(read(english));
  EXPECT_NE(said.find("1.7"), std::string::npos) << said;
  EXPECT_NE(said.find("2 CPU"), std::string::npos) << said;
  EXPECT_EQ(english_words_in(said), Sentences{});
  EXPECT_EQ(read(said), busy);
  EXPECT_EQ(read("the processor slowed down to stay cool (3 thermal events)"), (Finding{Finding::hot, 3}));
  EXPECT_EQ(read("other programs kept something"), (Finding{.text = "other programs kept something"}));
  EXPECT_FALSE(is_disturbance(read("other programs kept something")));
}

TEST(FirstLetter, IsRaisedWhereItIsALetter) {
  EXPECT_EQ(first_letter_up(""), "");
  EXPECT_EQ(first_letter_up("the law"), "The law");
  EXPECT_EQ(first_letter_up("él"), "Él");
  EXPECT_EQ(first_letter_up("ñu"), "Ñu");
  EXPECT_EQ(first_letter_up("÷"), "÷");
  EXPECT_EQ(first_letter_up("σ = 1"), "σ = 1");
  EXPECT_EQ(first_letter_up("3 of it"), "3 of it");
}

}  // namespace
}  // namespace mlplab
