// mlplab-cli operations as a whole process: tables, JSON, a folder of images, and what it refuses.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/data/gray_image.h"
#include "core/data/image_file.h"
#include "core/model/model_file.h"
#include "core/model/training_state.h"
#include "core/operations/faces/face_finder.h"
#include "refused.h"
#include "tests/support/drawn_faces.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::expect_refused;
using test::run_cli;

TEST(CliOperations, PoolingHasItsFormulaItsTablesAndThePublishedFigures) {
  const test::Ran pooling =
      run_cli({"operations", "pooling", "--sizes", "7,16", "--repeats", "2", "--min-time", "0", "--workers", "2"});
  EXPECT_EQ(pooling.code, 0) << pooling.err;
  for (const char* part :
       {"n = 7: ⌊(n + 2p − k)/s⌋ + 1", "3 × 3 = 9 windows", "8 × 8 = 64 windows", "the largest at once",
        "rows first, on 2 threads", "times as fast", "not exponential", "T4, loops"})
    EXPECT_NE(pooling.out.find(part), std::string::npos) << part;
  const test::Ran other = run_cli({"operations", "pooling", "--sizes", "7", "--stride", "1", "--variants", "direct"});
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(other.out.find("T4, loops"), std::string::npos);  // theirs was another case
}

TEST(CliOperations, PoolingAsJson) {
  const test::Ran pooling = run_cli({"operations", "pooling", "--sizes", "5", "--padding", "1", "--repeats", "1",
                                     "--min-time", "0", "--variants", "direct,threads", "--json"});
  EXPECT_EQ(pooling.code, 0) << pooling.err;
  const nlohmann::json printed = parse_json(pooling.out);
  EXPECT_EQ(printed.at("sizes").at(0).at("outputs"), 3);
  EXPECT_EQ(printed.at("sizes").at(0).at("windows"), 9);
  EXPECT_EQ(printed.at("sizes").at(0).at("unread"), 1);
  EXPECT_EQ(printed.at("study").at("points").size(), 2U);
  for (const auto& point : printed.at("study").at("points")) {
    EXPECT_GT(point.at("time_s"), 0.0);
    EXPECT_FALSE(point.at("wrong"));
    EXPECT_TRUE(point.at("spread").is_null());  // of one repeat
  }
  EXPECT_FALSE(printed.contains("published"));  // that was without padding
  const test::Ran as_published = run_cli(
      {"operations", "pooling", "--sizes", "6", "--repeats", "1", "--min-time", "0", "--variants", "direct", "--json"});
  EXPECT_EQ(parse_json(as_published.out).at("published").at("unam-2023").size(), 15U);
}

TEST(CliOperations, ProductSaysWhatTheLimitLeavesOut) {
  const test::Ran product = run_cli({"operations", "product", "--sizes", "16,300", "--repeats", "1", "--min-time", "0",
                                     "--limit", "0.1", "--variants", "row-order,rows-again"});
  EXPECT_EQ(product.code, 0) << product.err;
  for (const char* part : {"as printed: rows again and again, n = 300: not measured: once would take about", "GFLOP/s",
                           "n⁴", "T4, as printed"})
    EXPECT_NE(product.out.find(part), std::string::npos) << part << "\n" << product.out;
}

TEST(CliOperations, EmbeddingsOfAFolder) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "pictures");
  for (int i = 0; i < 7; ++i) {
    GrayImage image(28, 28);
    std::ranges::fill(image.pixels, static_cast<std::uint8_t>(30 * i));
    write_pgm(folder / "pictures" / (std::to_string(i) + ".pgm"), image);
  }
  const ModelSpec model = make_mlp({784, 6, 4}, Activation::relu);
  save_model(folder / "model.safetensors", initial_state(model, OptimizerSpec(), 1));
  std::vector<std::string> words = {"operations", "embeddings",
                                    "--model",    folder / "model.safetensors",
                                    "--pictures", folder / "pictures",
                                    "--packet",   "2",
                                    "--pools",    "1,3",
                                    "--repeats",  "1"};
  const test::Ran table = run_cli(words);
  EXPECT_EQ(table.code, 0) << table.err;
  for (const char* part : {"7 images in 4 packets of 2; 6 numbers each; 21 pairs of distances.", "bit by bit", "2.00×",
                           "3.386× of at most 5.00×"})
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  words.emplace_back("--json");
  const test::Ran printed = run_cli(words);
  EXPECT_EQ(printed.code, 0) << printed.err;
  const nlohmann::json study = parse_json(printed.out).at("study");
  EXPECT_EQ(study.at("pairs"), 21);
  EXPECT_EQ(study.at("points").at(1).at("workers"), 3);
  EXPECT_TRUE(study.at("points").at(1).at("identical"));
  EXPECT_EQ(study.at("pool_of"), "threads");
  EXPECT_TRUE(study.at("points").at(1).at("start_s").is_null());

  words.insert(words.end(), {"--pool-of", "processes"});
  const test::Ran processes = run_cli(words);
  EXPECT_EQ(processes.code, 0) << processes.err;
  const nlohmann::json of_processes = parse_json(processes.out).at("study");
  EXPECT_EQ(of_processes.at("pool_of"), "processes");
  EXPECT_TRUE(of_processes.at("points").at(1).at("identical"));
  EXPECT_GT(of_processes.at("points").at(1).at("start_s"), 0.0);
  std::erase(words, "--json");
  const test::Ran shown = run_cli(words);
  for (const char* part : {"| processes | start, not in the time", "speedup over 1 process", "(3 processes: "})
    EXPECT_NE(shown.out.find(part), std::string::npos) << part << "\n" << shown.out;
}

/// Threads and processes; one photograph without a face, one that is none.
TEST(CliOperations, EmbeddingsOfTheFacesInPhotographs) {
  if (const std::string reason = why_no_faces(); !reason.empty()) GTEST_SKIP() << "skipped: no OpenCV: " << reason;
  const test::TemporaryFolder folder;
  test::write_photographs(folder / "photographs", /*damaged=*/true);
  save_model(folder / "model.safetensors", initial_state(make_mlp({784, 6, 4}, Activation::relu), OptimizerSpec(), 1));
  std::vector<std::string> words = {"operations", "embeddings",
                                    "--model",    folder / "model.safetensors",
                                    "--faces",    folder / "photographs",
                                    "--packet",   "1",
                                    "--pools",    "1,2",
                                    "--repeats",  "1"};
  const test::Ran table = run_cli(words);
  EXPECT_EQ(table.code, 0) << table.err;
  for (const char* part :
       {"4 photographs in 4 packets: 6 faces found, cut out and counted.", "No face was found in 1 photograph: b.png.",
        "Not looked at: ", "f.png", "bit by bit", "| detection | ", "alone faster would gain"})
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  words.insert(words.end(), {"--json", "--pool-of", "processes"});
  const test::Ran printed = run_cli(words);
  EXPECT_EQ(printed.code, 0) << printed.err;
  const nlohmann::json study = parse_json(printed.out).at("study");
  EXPECT_EQ(study.at("pictures"), 6);
  EXPECT_EQ(study.at("faces").at("without"), std::vector<std::string>{"b.png"});
  EXPECT_EQ(study.at("faces").at("unreadable").size(), 1U);
  EXPECT_TRUE(study.at("law").contains("why"));
  for (const char* phase : {"detection", "embedding", "distances"})
    EXPECT_EQ(study.at("points").at(1).at("phases").at(phase).at("times_s").size(), 1U) << phase;
  EXPECT_TRUE(study.at("points").at(1).at("identical"));
  words.insert(words.end(), {"--pictures", folder / "photographs"});
  expect_refused(run_cli(words), 2, "--pictures");
}

/// As where OpenCV, or its classifier, is not there: one sentence.
TEST(CliOperations, WithoutAClassifierTheFacesAreAbsentWithTheReason) {
  const test::TemporaryFolder folder;
  test::write_photographs(folder / "photographs");
  save_model(folder / "model.safetensors", initial_state(make_mlp({784, 6, 4}, Activation::relu), OptimizerSpec(), 1));
  const test::Environment none{{"MLPLAB_CASCADE", "/nowhere/face.xml"}};
  const test::Ran refused =
      run_cli({"operations", "embeddings", "--model", folder / "model.safetensors", "--faces", folder / "photographs"});
  EXPECT_EQ(refused.code, 4) << refused.out;
  EXPECT_NE(refused.err.find("face"), std::string::npos) << refused.err;
  EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
}

TEST(CliOperations, RefusesWhatCannotBe) {
  expect_refused(run_cli({"operations"}), 2, "OPERATION");
  expect_refused(run_cli({"operations", "sorting"}), 2, "sorting");
  expect_refused(run_cli({"operations", "pooling", "--sizes", "4", "--kernel", "9"}), 2, "no window fits");
  expect_refused(run_cli({"operations", "product", "--kernel", "3"}), 2,
                 "--kernel is an option of 'operations pooling'");
  expect_refused(run_cli({"operations", "pooling", "--variants", "nothing"}), 2, "valid are elements");
  expect_refused(run_cli({"operations", "product", "--sizes", "0"}), 2, "from 1 to");
  expect_refused(run_cli({"operations", "pooling", "--repeats", "0"}), 2, "repeats");
  expect_refused(run_cli({"operations", "embeddings"}), 2, "--model FILE");
  expect_refused(run_cli({"operations", "embeddings", "--sizes", "4"}), 2, "--sizes is an option of");
  expect_refused(run_cli({"operations", "product", "--pool-of", "processes"}), 2, "--pool-of is an option of");
  expect_refused(run_cli({"operations", "embeddings", "--model", "none", "--pool-of", "fibres"}), 2,
                 "there is no kind of pool 'fibres'; valid are threads, processes");
}

}  // namespace
}  // namespace mlplab
