// mlplab-cli report on real small runs: every number of both pages against the CSV files, those against what the other
// commands say, and what is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "tests/support/report_numbers.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Made once: a run of each kind that can be kept. `language`: what the commands that make them answer in.
class Kept {
 public:
  explicit Kept(std::string language = "en") : language_(std::move(language)) {
    write_idx_folder(folder_ / "data", test::small_dataset(96, 32));
    made_ =
        make({"train", "--backend", "sequential", "--epochs", "25", "--out", path("run")}) &&
        make({"train", "--backend", "openblas", "--epochs", "3", "--validation", "0.25", "--out", path("other")}) &&
        make({"sweep", "--backend", "sequential", "--batch", "8,16,32", "--repeats", "2", "--out", path("sweep")}) &&
        make({"sweep", "--backend", "openmp", "--workers", "1,2", "--repeats", "5", "--out", path("workers")}) &&
        make({"compare", "--backends", "sequential,simd,openmp,python-numpy", "--epochs", "2", "--repeats", "2",
              "--out", path("compare")}) &&
        make({"profile", "--backend", "sequential", "--batch", "8,16", "--out", path("profile.json")});
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  bool made() const { return made_; }
  const std::string& why() const { return why_; }

 private:
  bool make(std::vector<std::string> words) {
    words.insert(words.end(), {"--data", path("data"), "--network", "36-8-4", "--lang", language_});
    if (std::ranges::find(words, "--batch") == words.end()) words.insert(words.end(), {"--batch", "16"});
    const test::Ran ran = test::run_cli(words);
    if (ran.code != 0) why_ = words.front() + ": " + ran.err;
    return ran.code == 0;
  }
  test::TemporaryFolder folder_;
  std::string language_, why_;
  bool made_ = false;
};

class ReportCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() { kept_ = std::make_unique<Kept>(); }
  static void TearDownTestSuite() { kept_.reset(); }
  void SetUp() override { ASSERT_TRUE(kept_->made()) << kept_->why(); }

  static std::string path(const std::string& name) { return kept_->path(name); }
  fs::path out() const { return folder_ / "report"; }
  test::Ran report(const std::vector<std::string>& names, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"report"};
    for (const std::string& name : names) words.push_back(path(name));
    words.insert(words.end(), {"--out", out().string()});
    words.insert(words.end(), more.begin(), more.end());
    return test::run_cli(words);
  }
  test::TemporaryFolder folder_;
  static std::unique_ptr<Kept> kept_;
};
std::unique_ptr<Kept> ReportCommand::kept_;

const std::vector<std::string> everything{"run", "other", "sweep", "workers", "compare", "profile.json"};

TEST_F(ReportCommand, EveryNumberIsThatOfTheCsvFiles) {
  const test::Ran ran = report(everything);
  ASSERT_EQ(ran.code, 0) << ran.err;
  int tables = 0;
  const std::vector<std::string> faults = test::report_differences(out(), &tables);
  for (const std::string& fault : faults) ADD_FAILURE() << fault;
  // On each of two pages: runs, two of epochs, two sweeps, published speedups, comparison, its ladder, published times,
  // profile, and two of nodes.
  EXPECT_EQ(tables, 2 * 12);
}

TEST_F(ReportCommand, TheCsvFilesAreThoseOfTheOtherCommands) {
  ASSERT_EQ(report({"sweep", "workers", "compare"}).code, 0);
  EXPECT_EQ(test::read_bytes(out() / "sweep-1.csv"), test::run_cli({"sweep", "--resume", path("sweep"), "--csv"}).out);
  EXPECT_EQ(test::read_bytes(out() / "sweep-2.csv"),
            test::run_cli({"sweep", "--resume", path("workers"), "--csv"}).out);
  const std::string compared = test::read_bytes(path("compare") + "/comparison.csv");
  EXPECT_EQ(test::read_bytes(out() / "comparison-1.csv"), compared);
}

TEST_F(ReportCommand, TheTimesOfARunAreThoseOfItsEvents) {
  ASSERT_EQ(report({"run"}).code, 0);
  const test::ReadTable csv = test::read_csv(test::read_bytes(out() / "run-1-epochs.csv"));
  ASSERT_EQ(csv.rows.size(), 25U);
  std::size_t row = 0;
  const std::string events = test::read_bytes(path("run") + "/events.jsonl");
  for (std::size_t begin = 0, end; (end = events.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const nlohmann::json event = parse_json(events.substr(begin, end - begin));
    if (event.at("event") != "epoch_done") continue;
    EXPECT_EQ(std::stod(csv.rows[row][1]), event.at("loss_train").get<double>());
    EXPECT_EQ(std::stod(csv.rows[row][7]), event.at("epoch_time_s").get<double>());
    ++row;
  }
  EXPECT_EQ(row, 25U);
}

/// The judge must see what it is there for: one digit, in each kind of table, on each page and in the files.
TEST_F(ReportCommand, AWrongNumberWouldBeSeen) {
  for (const std::string file :
       {"runs.csv", "run-1-epochs.csv", "sweep-1.csv", "sweep-2.csv", "comparison-1.csv", "profile-1.csv",
        "comparison-1-published-caldas-2025.csv", "comparison-1-ladder.csv"}) {
    fs::remove_all(out());
    ASSERT_EQ(report(everything).code, 0);
    ASSERT_TRUE(test::report_differences(out()).empty());
    std::string text = test::read_bytes(out() / file);
    // The first digit of the first number with a point: a tenth at least.
    const std::regex number(R"(([1-9])(\d*\.\d)|0\.0*([1-9]))");
    std::smatch found;
    const std::size_t body = text.find('\n');
    const std::string rows = text.substr(body);
    ASSERT_TRUE(std::regex_search(rows, found, number)) << file;
    const std::size_t at = body + static_cast<std::size_t>(found[1].matched ? found.position(1) : found.position(3));
    text[at] = text[at] == '9' ? '4' : static_cast<char>(text[at] + 1);
    test::write_bytes(out() / file, text);
    EXPECT_FALSE(test::report_differences(out()).empty()) << file << ": " << rows.substr(0, 300);
  }
  for (const std::string page : {"report.html", "report.md"}) {
    fs::remove_all(out());
    ASSERT_EQ(report(everything).code, 0);
    // The last digit of a median: behind the title of its column.
    std::string text = test::read_bytes(out() / page);
    const std::size_t table = text.find("median s per epoch");
    std::smatch found;
    const std::string rest = text.substr(table);
    ASSERT_TRUE(std::regex_search(rest, found, std::regex(R"(\d\.\d*(\d) \()")));
    const std::size_t at = table + static_cast<std::size_t>(found.position(1));
    text[at] = text[at] == '9' ? '5' : static_cast<char>(text[at] + 1);
    test::write_bytes(out() / page, text);
    EXPECT_FALSE(test::report_differences(out()).empty()) << page;
  }
}

TEST_F(ReportCommand, SaysWhatIsMeasuredHowOftenAndWhatIsUncertain) {
  ASSERT_EQ(report(everything, {"--title", "Speedup <of> \"A & B\""}).code, 0);
  const std::string page = test::read_bytes(out() / "report.html"), text = test::read_bytes(out() / "report.md");
  EXPECT_NE(page.find("<h1>Speedup &lt;of&gt; &quot;A &amp; B&quot;</h1>"), std::string::npos);
  EXPECT_NE(text.find("# Speedup \\<of\\> \"A & B\"\n"), std::string::npos);
  for (const std::string words :
       {"Baseline: 1 worker. N = 5 runs of each point", "N = 2 runs of each implementation", "95 % interval", "Caldas",
        "What was uncertain", "Discussion", "trained once", "fewer than five repeats", "What the program reads"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos) << "it needs no other file";
  // Each chart of the text is a file beside it, and is in the page.
  const std::regex image(R"(!\[[^\]]*\]\(([^)]*)\))");
  int charts = 0;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), image); at != std::sregex_iterator(); ++at, ++charts)
    EXPECT_TRUE(test::read_bytes(out() / (*at)[1].str()).starts_with("<svg ")) << (*at)[1].str();
  EXPECT_GE(charts, 12);
  int drawn = 0;
  for (std::size_t at = 0; (at = page.find("<svg ", at)) != std::string::npos; ++at) ++drawn;
  EXPECT_EQ(drawn, charts);
}

/// Sets the language of this process: what is read back is then looked for in it.
class Language {
 public:
  explicit Language(const std::string& code) { set_language(find_resources() / "translations", code); }
  ~Language() { set_language(find_resources() / "translations", "en"); }
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;
};

/// English words between blanks, each with what stands around it, in a page without its style. `lists`: also in the
/// lists, which have what others say: the readings of core/study, and what was warned of when a run was made.
std::vector<std::string> english_in(std::string page, bool lists) {
  const auto drop = [&](const std::string& open, const std::string& close) {
    for (std::size_t at = 0; (at = page.find(open, at)) != std::string::npos;)
      page.erase(at, page.find(close, at + 1) - at);
  };
  drop("<style>", "</style>");
  if (!lists) {
    drop("<ul>", "</ul>");
    drop("\n- ", "\n");
  }
  std::vector<std::string> found;
  for (const std::string word : {"the", "of", "and", "is", "are", "not", "with", "each", "from", "was"})
    for (std::size_t at = 0; (at = page.find(" " + word + " ", at)) != std::string::npos; ++at)
      found.push_back(page.substr(at < 40 ? 0 : at - 40, 90));
  return found;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// The report has the same files and numbers, and every word in Spanish.
TEST_F(ReportCommand, SaysTheSameInSpanish) {
  ASSERT_EQ(report(everything).code, 0);
  const fs::path english = folder_ / "english";
  fs::rename(out(), english);
  const test::Ran ran = report(everything, {"--lang", "es"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("escritos: ")) << ran.out;
  ASSERT_EQ(names_in(out()), names_in(english));
  for (const std::string& name : names_in(out())) {
    const std::string theirs = test::read_bytes(english / name), ours = test::read_bytes(out() / name);
    if (name.ends_with(".csv")) {
      EXPECT_EQ(ours, theirs) << name << " is for programs";
      continue;
    }
    const bool sparse = name.ends_with(".svg") || name.ends_with(".tex");  // which may have hardly a word
    EXPECT_FALSE(english_in(theirs, false).empty() && !sparse) << "the judge sees English in " << name;
    for (const std::string& left : english_in(ours, false)) ADD_FAILURE() << name << ": " << left;
  }
  const std::string page = test::read_bytes(out() / "report.html");
  EXPECT_NE(page.find("<html lang=\"es\">"), std::string::npos);
  EXPECT_NE(test::read_bytes(english / "report.html").find("<html lang=\"en\">"), std::string::npos);
  for (const std::string words : {"<h1>Informe de laboratorio</h1>", "<b>Tabla 1.</b>", "<b>Figura 1.</b>",
                                  "Nombre:", "Qué fue incierto", "Discusión", "Barrido 2: por trabajadores", "época",
                                  ">pérdida", "Referencia: ", "Universidad de Caldas", "Todas las cifras: runs.csv"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  const Language spanish("es");
  int tables = 0;
  for (const std::string& fault : test::report_differences(out(), &tables)) ADD_FAILURE() << fault;
  EXPECT_EQ(tables, 2 * 12);
}

/// Also the tables that name no file: settings, machines. A number in one language is the same in the other.
TEST_F(ReportCommand, HasTheSameNumbersInEveryTableInSpanish) {
  ASSERT_EQ(report(everything).code, 0);
  const auto english = test::tables_of_html(test::read_bytes(out() / "report.html"));
  fs::remove_all(out());
  ASSERT_EQ(report(everything, {"--lang", "es"}).code, 0);
  const Language set("es");
  const auto spanish = test::tables_of_html(test::read_bytes(out() / "report.html"));
  ASSERT_EQ(spanish.size(), english.size());
  for (std::size_t t = 0; t < english.size(); ++t) {
    EXPECT_NE(spanish[t].header, english[t].header) << "table " << t + 1;
    ASSERT_EQ(spanish[t].rows.size(), english[t].rows.size()) << "table " << t + 1;
    for (std::size_t row = 0; row < english[t].rows.size(); ++row) {
      ASSERT_EQ(spanish[t].rows[row].size(), english[t].rows[row].size());
      for (std::size_t i = 0; i < english[t].rows[row].size(); ++i)
        EXPECT_EQ(test::numbers_in(spanish[t].rows[row][i]), test::numbers_in(english[t].rows[row][i]))
            << "table " << t + 1 << ": " << english[t].rows[row][i];
    }
  }
}

// With the lists too, of things that were made in Spanish.
TEST_F(ReportCommand, NoEnglishIsLeftInSpanish) {
  const Kept spanish("es");
  ASSERT_TRUE(spanish.made()) << spanish.why();
  std::vector<std::string> words{"report", "--out", out().string(), "--lang", "es"};
  for (const std::string& name : everything) words.push_back(spanish.path(name));
  ASSERT_EQ(test::run_cli(words).code, 0);
  for (const std::string name : {"report.html", "report.md"})
    for (const std::string& left : english_in(test::read_bytes(out() / name), true))
      ADD_FAILURE() << name << ": " << left;
  const Language set("es");
  for (const std::string& fault : test::report_differences(out())) ADD_FAILURE() << fault;
}

TEST_F(ReportCommand, KeepsWhatTheStudentWrote) {
  ASSERT_EQ(report({"run"}).code, 0);
  const std::string before = test::read_bytes(out() / "report.md");
  const test::Ran again = report({"sweep"});
  EXPECT_EQ(again.code, 3);
  EXPECT_NE(again.err.find("holds a report already"), std::string::npos) << again.err;
  EXPECT_EQ(test::read_bytes(out() / "report.md"), before);
}

TEST_F(ReportCommand, WhatCannotBeReadIsNamedAndNothingIsWritten) {
  fs::copy(path("run"), folder_ / "bad-run", fs::copy_options::recursive);
  test::write_bytes(folder_ / "bad-run/events.jsonl", "{\"event\":\"hello\",\"protocol\":1}\nnot json\n");
  fs::copy(path("sweep"), folder_ / "bad-sweep", fs::copy_options::recursive);
  test::write_bytes(folder_ / "bad-sweep/sweep.json", "{\"format\": 5");
  test::write_bytes(folder_ / "bad.json", "{\"format\": \"mlplab-comparison-1\", \"base\": []}");
  test::write_bytes(folder_ / "other.json", "[1]");
  fs::create_directory(folder_ / "empty");
  for (const auto& [name, named] :
       std::vector<std::pair<std::string, std::string>>{{"bad-run", "events.jsonl, line 2"},
                                                        {"bad-sweep", "sweep.json"},
                                                        {"bad.json", "bad.json is no comparison"},
                                                        {"other.json", "other.json"},
                                                        {"empty", "it has no spec.json"},
                                                        {"not-there", "not-there"}}) {
    const test::Ran ran = test::run_cli({"report", path("run"), (folder_ / name).string(), "--out", out().string()});
    EXPECT_EQ(ran.code, 3) << name;
    EXPECT_NE(ran.err.find(named), std::string::npos) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_FALSE(fs::exists(out())) << name;
  }
  EXPECT_EQ(report({"run", "run"}).code, 2) << "named twice";
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(ReportCommand, NothingIsHalfWritten) {
  fs::create_directories(out() / "runs.csv");  // a folder in the way of a file
  const test::Ran blocked = report({"run"});
  EXPECT_EQ(blocked.code, 3) << blocked.err;
  EXPECT_NE(blocked.err.find("runs.csv"), std::string::npos) << blocked.err;
  EXPECT_EQ(std::distance(fs::directory_iterator(out()), fs::directory_iterator()), 1);
  const fs::path disk = folder_ / "disk";
  fs::create_directory(disk);
  const int code = test::in_fork([&] {
    if (!test::mount_small_disk(disk, 24 << 10)) return 77;
    const test::Ran full = test::run_cli({"report", path("run"), path("workers"), "--out", (disk / "r").string()});
    if (full.code != 3 || full.err.find("No space left") == std::string::npos) return 1;
    return fs::exists(disk / "r") ? 2 : 0;
  });
  if (code == 77) GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(ReportCommand, OfTwoIntoOneFolderTheSecondIsRefused) {
  for (int i = 0; i < 6; ++i) {
    const fs::path folder = folder_ / ("both" + std::to_string(i));
    int pids[2], codes[2];
    for (int n = 0; n < 2; ++n)
      pids[n] = test::start_cli(
          {"report", path("run"), path("sweep"), "--title", n == 0 ? "First" : "Second", "--out", folder.string()},
          folder_ / "log");
    for (int n = 0; n < 2; ++n) codes[n] = test::wait_for(pids[n]);
    EXPECT_EQ(std::min(codes[0], codes[1]), 0);
    EXPECT_EQ(std::max(codes[0], codes[1]), 3);
    const std::string title = codes[0] == 0 ? "# First" : "# Second";
    EXPECT_EQ(test::read_bytes(folder / "report.md").substr(0, title.size()), title) << "of the one that says so";
    EXPECT_TRUE(test::report_differences(folder).empty());
  }
}

TEST_F(ReportCommand, NothingOfTheUsersIsWrittenOver) {
  fs::create_directory(out());
  test::write_bytes(out() / "runs.csv", "mine");  // as the page Runs exports it
  const test::Ran ran = report({"run"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("runs.csv is there already"), std::string::npos) << ran.err;
  EXPECT_EQ(test::read_bytes(out() / "runs.csv"), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(out()), fs::directory_iterator()), 1);
}

TEST_F(ReportCommand, FindsWhatIsKeptByItsName) {
  const char* home = std::getenv("XDG_DATA_HOME");
  ASSERT_NE(home, nullptr);
  const std::string name = "report-test-" + std::to_string(getpid());
  const fs::path runs = fs::path(home) / "mlplab/runs", comparisons = fs::path(home) / "mlplab/comparisons";
  fs::create_directories(runs);
  fs::create_directories(comparisons);
  fs::copy(path("run"), runs / name, fs::copy_options::recursive);
  fs::copy_file(path("compare") + "/measured.json", comparisons / (name + "-c.json"));
  const test::Ran ran = test::run_cli({"report", name, name + "-c", "--out", out().string(), "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const bool memory = test::read_bytes(path("compare") + "/measured.json").find("peak_memory") != std::string::npos;
  const std::size_t tables = 5, charts = memory ? 10 : 9;  // each table as CSV and for LaTeX
  EXPECT_EQ(parse_json(ran.out).size(), 2 * tables + charts + 2U) << ran.out;
  fs::remove_all(runs / name);
  fs::remove(comparisons / (name + "-c.json"));
}

}  // namespace
}  // namespace mlplab
