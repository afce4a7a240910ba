// A pool of processes: the bits of threads at every size, and what is left where a process, the program or the user
// ends it. Really starts mlplab-cli.
#include "core/operations/process_pool.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "core/data/gray_image.h"
#include "core/data/image_file.h"
#include "core/data/preparation.h"
#include "core/model/model_file.h"
#include "core/model/optimizer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// The temporary files of what is started lie in a folder of the test's own, by which its processes are found.
class ProcessPools : public testing::Test {
 protected:
  ProcessPools() { fs::create_directories(temporary_); }

  std::vector<int> workers() const { return test::processes_with((temporary_ / "mlplab-run-").string()); }
  /// The supervisor may be a moment later than what it watches over.
  bool nothing_left() const {
    for (int i = 0; i < 2'000 && !(workers().empty() && fs::is_empty(temporary_)); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return workers().empty() && fs::is_empty(temporary_);
  }
  void wait_for_workers(std::size_t count) const {
    for (int i = 0; i < 4'000 && workers().size() < count; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  /// One that goes on until it is ended.
  int start_long_pool() {
    save_model(folder_ / "model.safetensors", initial_state(model_, OptimizerSpec(), 1));
    return test::start_cli({"operations", "embeddings", "--model", folder_ / "model.safetensors", "--count", "7200",
                            "--pools", "2", "--pool-of", "processes", "--repeats", "100"},
                           folder_ / "log");
  }

  test::TemporaryFolder folder_;
  const fs::path temporary_ = folder_ / "tmp";
  const ModelSpec model_ = make_mlp({32 * 32, 16, 9}, Activation::relu);
  const TrainingState state_ = initial_state(model_, OptimizerSpec(), 1);

 private:
  test::Environment own_{{"TMPDIR", temporary_}};
};

EmbeddingPlan of_processes(int packet, std::vector<int> pools, int repeats) {
  return {.pool_of = PoolOf::processes, .packet = packet, .pools = std::move(pools), .repeats = repeats};
}

/// The acceptance: 2,000 generated images.
TEST_F(ProcessPools, TwoThousandImagesAreBitEqualToThoseOfThreads) {
  const auto images = generated_images(model_, 2000);
  const EmbeddingStudy study = measure_embeddings(state_, *images, of_processes(37, {1, 2, 4}, 1), RunControl());
  ASSERT_EQ(study.points.size(), 3U);
  for (const EmbeddingPoint& point : study.points) {
    EXPECT_EQ(point.identical, point.workers == 1 ? std::nullopt : std::optional(true)) << point.workers;
    EXPECT_GT(point.time_s, 0.0);
    EXPECT_GT(point.start_s, 0.0);
  }
  EXPECT_EQ(study.packets, 55U);
  EXPECT_EQ(study.pairs, 1999000U);
  EXPECT_TRUE(study.embeddings.same_bits(embed(state_, *images, 100, 2, RunControl())));
  EXPECT_TRUE(nothing_left());
}

/// More processes than packets, names that are no UTF-8, repeats of one pool.
TEST_F(ProcessPools, OfAFolderAreBitEqualToThoseOfThreads) {
  fs::create_directories(folder_ / "pictures");
  for (int i = 0; i < 5; ++i) {
    GrayImage image(30, 40);
    std::ranges::fill(image.pixels, static_cast<std::uint8_t>(50 * i + 7));
    write_pgm(folder_ / "pictures" / ("\xff " + std::to_string(i) + "\n.pgm"), image);
  }
  const auto images = folder_images(state_, folder_ / "pictures");
  const EmbeddingStudy study = measure_embeddings(state_, *images, of_processes(3, {4}, 2), RunControl());
  EXPECT_EQ(study.points.at(0).identical, true);
  EXPECT_EQ(study.pairs, 10U);
  EXPECT_TRUE(study.embeddings.same_bits(embed(state_, *images, 2, 1, RunControl())));
}

/// As the network's training images were fitted, in the processes too.
TEST_F(ProcessPools, CroppedImagesAreBitEqualToThoseOfThreads) {
  fs::create_directories(folder_ / "pictures");
  for (int i = 0; i < 4; ++i) {
    GrayImage image(20, 90);
    for (std::size_t at = 0; at < image.pixels.size(); ++at)
      image.pixels[at] = static_cast<std::uint8_t>(at % 90 + static_cast<std::size_t>(i));
    write_pgm(folder_ / "pictures" / (std::to_string(i) + ".pgm"), image);
  }
  TrainingState cropping = state_;
  Preparation preparation{.image = {32, 32, 1}};
  const Embeddings stretched = embed(state_, *folder_images(state_, folder_ / "pictures"), 2, 1, RunControl());
  preparation.fit = ImageFit::crop;
  cropping.preparation = std::make_shared<const Preparation>(preparation);
  const auto images = folder_images(cropping, folder_ / "pictures");
  const EmbeddingStudy study = measure_embeddings(cropping, *images, of_processes(1, {2}, 1), RunControl());
  EXPECT_TRUE(study.embeddings.same_bits(embed(cropping, *images, 2, 1, RunControl())));
  EXPECT_FALSE(study.embeddings.same_bits(stretched));
}

/// A source that gives the second pool other images than the first.
class OtherImagesLater : public ImageSource {
 public:
  OtherImagesLater(const TrainingState& network, fs::path folder)
      : source_(folder_images(network, folder)), folder_(std::move(folder)) {}
  std::size_t size() const override { return 2; }
  std::vector<float> image(std::size_t index) const override { return source_->image(index); }
  ImageRecipe recipe() const override {
    return {.generated = 0, .files = {folder_ / (asked_++ == 0 ? "0.pgm" : "2.pgm"), folder_ / "1.pgm"}};
  }

 private:
  std::unique_ptr<ImageSource> source_;
  fs::path folder_;
  mutable int asked_ = 0;
};

TEST_F(ProcessPools, OtherBitsAreNoticed) {
  fs::create_directories(folder_ / "pictures");
  for (int i = 0; i < 3; ++i) {
    GrayImage image(32, 32);
    std::ranges::fill(image.pixels, static_cast<std::uint8_t>(100 * i + 5));
    write_pgm(folder_ / "pictures" / (std::to_string(i) + ".pgm"), image);
  }
  const OtherImagesLater images(state_, folder_ / "pictures");
  const EmbeddingStudy study = measure_embeddings(state_, images, of_processes(1, {1, 2}, 1), RunControl());
  EXPECT_EQ(study.points.at(1).identical, false);
  EXPECT_TRUE(differs(study));
}

/// Nothing that a repeat before has written passes for a later one's.
TEST_F(ProcessPools, IsClearedBetweenRepeats) {
  const auto images = generated_images(model_, 20);
  const RunControl control;
  ProcessPool pool(state_, *images, 7, 2, control);
  const Embeddings first = pool.embed(control);
  pool.clear();
  EXPECT_TRUE(first.same_bits(pool.embed(control)));
  EXPECT_TRUE(std::ranges::none_of(first.distances, [](float distance) { return std::isnan(distance); }));
}

TEST_F(ProcessPools, AImageThatCannotBeReadIsTheSentenceOfThreads) {
  fs::create_directories(folder_ / "pictures");
  for (const char* name : {"a.pgm", "c.pgm", "d.pgm"}) write_pgm(folder_ / "pictures" / name, GrayImage(32, 32));
  test::write_bytes(folder_ / "pictures" / "b.png", "no image");
  const auto images = folder_images(state_, folder_ / "pictures");
  std::vector<std::string> sentences;
  for (const PoolOf pool_of : {PoolOf::threads, PoolOf::processes}) {
    try {
      (void)measure_embeddings(state_, *images, {.pool_of = pool_of, .packet = 1, .pools = {2}, .repeats = 1},
                               RunControl());
      ADD_FAILURE() << name_of(pool_names, pool_of);
    } catch (const Error& error) {
      EXPECT_EQ(error.failure(), Failure::input);
      sentences.emplace_back(error.what());
    }
  }
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_NE(sentences[0].find("b.png"), std::string::npos) << sentences[0];
  EXPECT_EQ(sentences[0], sentences[1]);
  EXPECT_TRUE(nothing_left());
}

TEST_F(ProcessPools, AKilledProcessIsTold) {
  const auto images = generated_images(model_, 50);
  try {
    (void)measure_embeddings(state_, *images, of_processes(5, {1, 3}, 2), RunControl(), [&](int count, int repeat) {
      if (count == 3 && repeat == 2) ::kill(workers().at(1), SIGKILL);
    });
    ADD_FAILURE();
  } catch (const BackendError& error) {
    EXPECT_NE(std::string(error.what()).find("of the pool of 3 processes was killed by signal 9"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(nothing_left());
}

TEST_F(ProcessPools, StopKeepsTheWholePointsAndNoProcess) {
  const auto images = generated_images(model_, 30);
  RunControl control;
  const EmbeddingStudy study =
      measure_embeddings(state_, *images, of_processes(5, {1, 2, 3}, 2), control, [&](int count, int repeat) {
        if (count == 2 && repeat == 2) control.stop();
      });
  EXPECT_EQ(study.points.size(), 1U);
  EXPECT_TRUE(nothing_left());
}

TEST_F(ProcessPools, StopInTheMidstOfTheWork) {
  const auto images = generated_images(model_, 7200);
  RunControl control;
  const std::jthread user([&] {
    wait_for_workers(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    control.stop();
  });
  const EmbeddingStudy study = measure_embeddings(state_, *images, of_processes(5, {2}, 100), control);
  EXPECT_TRUE(study.points.empty());
  EXPECT_TRUE(nothing_left());
}

TEST_F(ProcessPools, AProcessKilledAtWorkEndsTheCommandWithOneSentence) {
  const int pid = start_long_pool();
  wait_for_workers(2);
  ASSERT_EQ(workers().size(), 2U) << test::read_bytes(folder_ / "log");
  ::kill(workers().front(), SIGKILL);
  EXPECT_EQ(test::wait_for(pid), 4);
  const std::string said = test::read_bytes(folder_ / "log");
  EXPECT_NE(said.find("of the pool of 2 processes was killed by signal 9"), std::string::npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  EXPECT_TRUE(nothing_left());
}

TEST_F(ProcessPools, AKilledOrInterruptedProgramLeavesNothing) {
  for (const auto& [signal, code] : {std::pair(SIGKILL, 128 + SIGKILL), std::pair(SIGINT, 130)}) {
    const int pid = start_long_pool();
    wait_for_workers(2);
    ASSERT_EQ(workers().size(), 2U) << test::read_bytes(folder_ / "log");
    ::kill(pid, signal);
    EXPECT_EQ(test::wait_for(pid), code);
    EXPECT_TRUE(nothing_left()) << signal;
  }
}

/// Nothing falls back to threads.
TEST_F(ProcessPools, WithoutTheTerminalProgramItIsSaid) {
  save_model(folder_ / "model.safetensors", state_);
  const fs::path renamed = folder_ / "another-name";
  fs::copy_file(fs::path(MLPLAB_BIN) / "mlplab-cli", renamed);
  const test::Ran ran = test::run_program({renamed, "operations", "embeddings", "--model",
                                           folder_ / "model.safetensors", "--count", "9", "--pool-of", "processes"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("mlplab-cli, which runs in each process, is not at"), std::string::npos) << ran.err;
}

TEST_F(ProcessPools, AWorkerThatNobodyStartedRefuses) {
  const test::Ran ran = test::run_cli({"embedder", "--exchange", folder_ / "none", "--memory", "0"});
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_NE(ran.err.find("is started by mlplab"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace mlplab
