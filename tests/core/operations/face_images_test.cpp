// The study of faces: found, cut and counted, in every pool the same and in the same order; its phases; and photographs
// without faces or that cannot be read.
#include "core/operations/faces/face_images.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "core/base/error.h"
#include "core/data/image_file.h"
#include "core/model/optimizer.h"
#include "core/operations/faces/face_finder.h"
#include "tests/support/drawn_faces.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class FacesOfPhotographs : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_no_faces(); !reason.empty()) GTEST_SKIP() << "skipped: no OpenCV: " << reason;
    test::write_photographs(folder_.path(), /*damaged=*/true);
  }
  std::unique_ptr<ImageSource> faces(std::size_t most = 0) const {
    return face_images(state_, folder_.path(), most, RunControl());
  }

  test::TemporaryFolder folder_;
  const TrainingState state_ = initial_state(make_mlp({28 * 28, 8, 4}, Activation::relu), OptimizerSpec(), 1);
};

/// By path, then from top to bottom: with nothing of the study.
TEST_F(FacesOfPhotographs, AreCutFromTheirPhotographsInOrder) {
  const FaceFinder finder;
  std::vector<std::uint8_t> expected;
  for (const char* name : {"a.png", "b.png", "c/d.png", "e.png"}) {
    const Image photograph = read_image(folder_ / name);
    for (const FaceBox& box : finder.find(photograph)) {
      const Image face = brought_to(cut_out(photograph, box), {28, 28, 1});
      expected.insert(expected.end(), face.pixels.begin(), face.pixels.end());
    }
  }
  ASSERT_EQ(expected.size(), 784U * test::drawn_faces);
  const auto images = faces();
  ASSERT_EQ(images->size(), static_cast<std::size_t>(test::drawn_faces));
  for (const int workers : {1, 2, 3})
    EXPECT_EQ(embed(state_, *images, 1, workers, RunControl()).found, expected) << workers;
  const auto in_another_process = images_by(state_, images->recipe());
  for (std::size_t i = 0; i < images->size(); ++i) {
    EXPECT_EQ(images->image(i)[100], static_cast<float>(expected[784 * i + 100]) * (1.0F / 255.0F));
    EXPECT_EQ(images->image(i), in_another_process->image(i));
  }
}

/// The map of embeddings colours them by it, and shows them.
TEST_F(FacesOfPhotographs, AreOfTheClassOfTheirFolder) {
  const FaceFinder finder;
  std::vector<int> expected, found;
  for (const auto& [name, folder] : {std::pair("a.png", 0), std::pair("c/d.png", 1), std::pair("e.png", 0)})
    expected.insert(expected.end(), finder.find(read_image(folder_ / name)).size(), folder);
  const auto images = faces();
  for (std::size_t i = 0; i < images->size(); ++i) found.push_back(images->class_of(i));
  EXPECT_EQ(found, expected);
  EXPECT_EQ(images->class_names(), (std::vector<std::string>{folder_.path().filename().string(), "c"}));
  EXPECT_EQ(images->shape(), (ImageShape{28, 28, 1}));
}

TEST_F(FacesOfPhotographs, AreBitEqualForEveryPoolOfThreadsAndProcesses) {
  const auto images = faces();
  std::optional<Embeddings> first;
  for (const PoolOf pool_of : {PoolOf::threads, PoolOf::processes}) {
    const EmbeddingStudy study = measure_embeddings(
        state_, *images, {.pool_of = pool_of, .packet = 1, .pools = {1, 2, 3}, .repeats = 2}, RunControl());
    ASSERT_EQ(study.points.size(), 3U);
    for (const EmbeddingPoint& point : study.points) {
      EXPECT_EQ(point.identical, true) << point.workers;
      for (const PhasePoint& phase : point.phases) EXPECT_EQ(phase.times_s.size(), 2U);
    }
    EXPECT_EQ(study.images, static_cast<std::size_t>(test::drawn_faces));
    EXPECT_EQ(study.pairs, 15U);
    if (!first) first = study.embeddings;
    EXPECT_TRUE(first->same_bits(study.embeddings));
  }
  EXPECT_EQ(first->found.size(), 784U * test::drawn_faces);
}

/// A photograph without a face is no photograph that cannot be read, and the other way round.
TEST_F(FacesOfPhotographs, AreCounted) {
  const EmbeddingStudy study =
      measure_embeddings(state_, *faces(), {.packet = 3, .pools = {1}, .repeats = 1}, RunControl());
  ASSERT_TRUE(study.faces);
  EXPECT_EQ(study.faces->photographs, static_cast<std::size_t>(test::drawn_photographs));
  EXPECT_EQ(study.faces->packets, 2U);
  EXPECT_EQ(study.faces->without, std::vector<std::string>{"b.png"});
  ASSERT_EQ(study.faces->unreadable.size(), 1U);
  EXPECT_NE(study.faces->unreadable[0].find("f.png"), std::string::npos) << study.faces->unreadable[0];
  EXPECT_EQ(faces(3)->size(), 4U);
  EXPECT_EQ(faces(3)->detection()->photographs(), 3U);
}

TEST_F(FacesOfPhotographs, WithoutAnyAreRefused) {
  const test::TemporaryFolder none;
  test::write_sheet(none / "blank.png", test::sheet_with_faces(100, 100, {}));
  EXPECT_THROW((void)face_images(state_, none.path(), 0, RunControl()), InputError);
  test::write_bytes(none / "blank.png", "no image");
  EXPECT_THROW((void)face_images(state_, none.path(), 0, RunControl()), InputError);
  RunControl stopped;
  stopped.stop();
  EXPECT_EQ(face_images(state_, folder_.path(), 0, stopped), nullptr);
}

/// In a pool of threads and in one of processes.
TEST_F(FacesOfPhotographs, ThatAreOtherOnesLaterEndTheStudy) {
  const auto images = faces();
  test::write_sheet(folder_ / "a.png", test::sheet_with_faces(200, 240, {}));
  for (const PoolOf pool_of : {PoolOf::threads, PoolOf::processes}) try {
      (void)measure_embeddings(state_, *images, {.pool_of = pool_of, .packet = 1, .pools = {2}, .repeats = 1},
                               RunControl());
      ADD_FAILURE() << name_of(pool_names, pool_of);
    } catch (const Error& error) {
      EXPECT_EQ(error.failure(), Failure::input);
      EXPECT_NE(std::string(error.what()).find("a.png had other faces when they were counted: 1, and now 0"),
                std::string::npos)
          << error.what();
    }
}

/// A source whose detection takes 20 ms per photograph at least: each has one image, of its number.
class SlowDetection : public ImageSource, public Detection {
 public:
  std::size_t size() const override { return 3; }
  std::vector<float> image(std::size_t /*index*/) const override { return std::vector<float>(4); }
  ImageRecipe recipe() const override { return {}; }
  const Detection* detection() const override { return this; }
  std::size_t photographs() const override { return 3; }
  std::size_t image_bytes() const override { return 4; }
  void detect(std::size_t photograph, std::uint8_t* found) const override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::fill_n(found + 4 * photograph, 4, static_cast<std::uint8_t>(photograph + 1));
  }
  void prepare(int threads) const override { prepared_ = threads; }
  const FaceCount& count() const override { return count_; }
  mutable int prepared_ = 0;

 private:
  FaceCount count_{.photographs = 3, .without = {}, .unreadable = {}};
};

/// A lower bound, which no busy machine breaks: the time of the detection is in no other phase.
TEST(PhasesOfAPool, AreTimedApartAndMakeTheWhole) {
  const TrainingState state = initial_state(make_mlp({4, 3, 2}, Activation::relu), OptimizerSpec(), 1);
  const SlowDetection images;
  const EmbeddingStudy study =
      measure_embeddings(state, images, {.packet = 1, .pools = {1, 3}, .repeats = 2}, RunControl());
  EXPECT_EQ(images.prepared_, 3);
  for (const EmbeddingPoint& point : study.points)
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
      double sum_s = 0.0;
      for (const PhasePoint& phase : point.phases) sum_s += phase.times_s.at(repeat);
      EXPECT_LE(sum_s, point.times_s[repeat]);
      EXPECT_GE(point.phase(PoolPhase::detection).times_s[repeat], point.workers == 1 ? 0.06 : 0.02);
    }
  const EmbeddingPoint &first = study.points[0], &last = study.points[1];
  EXPECT_EQ(first.phase(PoolPhase::detection).speedup, 1.0);
  EXPECT_EQ(last.phase(PoolPhase::detection).speedup,
            first.phase(PoolPhase::detection).time_s / last.phase(PoolPhase::detection).time_s);
  EXPECT_EQ(last.ceiling, 3.0);
}

/// Ten packets of photographs on six workers are the published study's; a packet of all images would allow nothing.
TEST(PhasesOfAPool, TheCeilingIsThatOfThePhaseThatAllowsMore) {
  EmbeddingStudy study;
  study.packets = 1;
  EXPECT_EQ(packet_ceiling(study, 6), 1.0);
  study.faces = FaceCount{.photographs = 500, .packets = 10, .without = {}, .unreadable = {}};
  EXPECT_EQ(packet_ceiling(study, 6), 5.0);
}

TEST(PhasesOfAPool, AmdahlsBoundOfEachAndTheLawOfTheWhole) {
  EmbeddingStudy study;
  study.cores = 4;
  for (const int workers : {1, 2, 4, 8}) {
    EmbeddingPoint point{.workers = workers};
    for (const double noise : {0.999, 1.0, 1.001}) point.times_s.push_back(noise * (2.0 + 8.0 / workers));
    point.time_s = 2.0 + 8.0 / workers;
    point.phases = {PhasePoint{{8.0 / workers}, 8.0 / workers, 1.0 * workers}, PhasePoint{{1.5}, 1.5, 1.0},
                    PhasePoint{{0.5}, 0.5, 1.0}};
    study.points.push_back(point);
  }
  study.points.back().times_s = {50.0, 50.0, 50.0};  // on more workers than cores: in no fit
  EXPECT_DOUBLE_EQ(most_by(study, PoolPhase::detection), 5.0);
  EXPECT_DOUBLE_EQ(most_by(study, PoolPhase::distances), 10.0 / 9.5);
  const ScalingFit fit = law_of(study);
  EXPECT_EQ(fit.used, (std::vector<int>{1, 2, 4}));
  EXPECT_NEAR(fit.f, 0.2, 0.01);
  study.points[1].identical = false;  // other bits are other work
  EXPECT_EQ(law_of(study).used, (std::vector<int>{1, 4}));
  study.points[0].phases[0] = {};  // not timed: an older file
  EXPECT_FALSE(std::isfinite(most_by(study, PoolPhase::detection)));
}

}  // namespace
}  // namespace mlplab
