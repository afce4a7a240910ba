// The laboratory of embeddings: the numbers that a trained network's last hidden layer gives for each image, in a
// pool of threads or processes that take the images in packets, and the distances of all pairs. The pool decides how
// long it takes, and never a bit of what comes out.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/data/dataset.h"
#include "core/model/training_state.h"
#include "core/run/run_control.h"
#include "core/statistics/scaling.h"
#include "core/statistics/statistics.h"
#include "core/study/finding.h"

namespace mlplab {

/// The recipe by which another process makes the same source of images.
struct ImageRecipe {
  std::size_t generated = 0;                 // the number of generated shapes, where there are no files
  std::vector<std::filesystem::path> files;  // in their order
  std::vector<std::size_t> faces = {};       // in each of the files, where the images are the faces in them
};

/// The photographs in which faces were looked for.
struct FaceCount {
  std::size_t photographs = 0;               // that could be read
  std::size_t packets = 0;                   // of photographs
  std::vector<std::string> without = {};     // the names, in their folder, of those in which no face was found
  std::vector<std::string> unreadable = {};  // a sentence for each that could not be read: not among `photographs`
};

/// The first phase of a pool whose images are found in photographs.
class Detection {
 public:
  virtual ~Detection() = default;
  virtual std::size_t photographs() const = 0;
  /// The bytes of one image: as many as the network takes numbers.
  virtual std::size_t image_bytes() const = 0;
  /// Reads the photograph, finds its images, cuts them out, and writes them to their places in found [size(),
  /// image_bytes()]. Called by several threads at once. Throws InputError, where there are not as many as before too.
  virtual void detect(std::size_t photograph, std::uint8_t* found) const = 0;
  /// Makes ready what so many threads need at once, before the clock starts.
  virtual void prepare(int threads) const = 0;
  virtual const FaceCount& count() const = 0;
};

/// Images one by one, as a network takes them. To add a source: a class, a function that makes it, and a member of
/// ImageRecipe that describes it.
class ImageSource {
 public:
  virtual ~ImageSource() = default;
  virtual std::size_t size() const = 0;
  /// x [input.size()] in [0, 1]. Called by several threads at once. Throws InputError.
  virtual std::vector<float> image(std::size_t index) const = 0;
  virtual ImageRecipe recipe() const = 0;
  /// (optional) Null: the images are there from the start, and nothing has to be found.
  virtual const Detection* detection() const { return nullptr; }
  /// (optional) The images' shape, to show them. Default: unknown, 0 × 0.
  virtual ImageShape shape() const { return {}; }
  /// (optional) The class of an image, -1 where nobody knows it, and the names of the classes: of images in folders,
  /// their folders. Default: none.
  virtual int class_of(std::size_t index) const {
    (void)index;
    return -1;
  }
  virtual std::vector<std::string> class_names() const { return {}; }
};

inline constexpr std::size_t most_embedded = 10000;  // 50 million pairs, 200 MB

/// The first `count` of the generated shapes (core/data/shapes.h). Throws UsageError, also where the network takes no
/// square images in grey or colour.
std::unique_ptr<ImageSource> generated_images(const ModelSpec& model, std::size_t count);
/// The images in `folder` and its folders, by path, the first `most` (0: all): each is read, brought to the size and
/// the channels that the network takes, as its training images were, when it is asked for. Throws InputError, where
/// there is none too.
std::unique_ptr<ImageSource> folder_images(const TrainingState& network, const std::filesystem::path& folder,
                                           std::size_t most = 0);
/// Throws as those do.
std::unique_ptr<ImageSource> images_by(const TrainingState& network, const ImageRecipe& recipe);

/// The phases of a pool, one after the other. Detection is there where images are found in photographs.
enum class PoolPhase { detection, embedding, distances };
inline constexpr Name<PoolPhase> phase_names[] = {
    {PoolPhase::detection, "detection"}, {PoolPhase::embedding, "embedding"}, {PoolPhase::distances, "distances"}};
inline constexpr std::size_t phase_count = std::size(phase_names);
using PhaseTimes = std::array<double, phase_count>;  // in seconds, by PoolPhase

/// The kind of a pool's workers.
enum class PoolOf { threads, processes };
inline constexpr Name<PoolOf> pool_names[] = {{PoolOf::threads, "threads"}, {PoolOf::processes, "processes"}};
/// '1 thread', '4 processes'.
std::string pool_in_words(PoolOf pool_of, int workers);

inline std::size_t pair_count(std::size_t images) { return images < 2 ? 0 : images * (images - 1) / 2; }
/// The place of the pair i < j among the distances of `images` images.
inline std::size_t pair_place(std::size_t images, std::size_t i, std::size_t j) {
  return i * (2 * images - i - 1) / 2 + j - i - 1;
}

struct Embeddings {
  int dimensions = 0;
  std::vector<float> values;             // [images, dimensions]
  std::vector<float> distances;          // Euclidean, of the pairs (0, 1), (0, 2) … (0, n-1), (1, 2) …
  std::vector<std::uint8_t> found = {};  // [images, image_bytes] where there was a detection
  PhaseTimes phases_s{};                 // one after the other: their sum is the whole
  std::size_t size() const { return dimensions == 0 ? 0 : values.size() / static_cast<std::size_t>(dimensions); }
  /// The place of the pair i < j in `distances`.
  std::size_t pair(std::size_t i, std::size_t j) const { return pair_place(size(), i, j); }
  /// Bit by bit, whatever the times.
  bool same_bits(const Embeddings& other) const;
};

/// `workers` threads, each taking the next packet of `packet` images when it is done with one. A stopped pool gives
/// nothing: {}. Throws InputError, for a network without a hidden layer too.
Embeddings embed(const TrainingState& state, const ImageSource& images, int packet, int workers,
                 const RunControl& control);

struct EmbeddingPlan {
  PoolOf pool_of = PoolOf::threads;
  int packet = 50;
  std::vector<int> pools = {1, 2, 4};  // sizes, the first is what the others are compared with
  int repeats = 3;
};
/// Throws UsageError naming what is out of its range.
void check_embedding_plan(const EmbeddingPlan& plan);

/// One phase of one pool.
struct PhasePoint {
  std::vector<double> times_s = {};  // one per repeat; none of a phase that there is not, and in older files
  double time_s = not_known;         // their median
  double speedup = not_known;        // of the first pool's median
};

struct EmbeddingPoint {
  int workers = 1;
  double start_s = not_known;     // of processes, until each waits for work: in no other time
  std::vector<double> times_s;    // one per repeat
  double time_s = not_known;      // their median
  double spread = not_known;      // (largest - smallest) / median; of at least two
  double speedup = not_known;     // of the first pool's median
  double ceiling = not_known;     // what packets let the embedding gain over the first pool, at most
  std::optional<bool> identical;  // every repeat, to the first pool's first; nothing where that is all there is
  std::array<PhasePoint, phase_count> phases = {};
  const PhasePoint& phase(PoolPhase which) const { return phases[static_cast<std::size_t>(which)]; }
};

struct EmbeddingStudy {
  PoolOf pool_of = PoolOf::threads;
  std::size_t images = 0, packets = 0, pairs = 0;
  int packet = 0, dimensions = 0;
  int cores = 0;                       // that can work at once; 0 in older files
  std::vector<EmbeddingPoint> points;  // in the order of the plan
  std::vector<Finding> warnings;       // of the noise guard
  std::optional<FaceCount> faces;      // where the images are those found in photographs
  Embeddings embeddings;
};

/// Whether any repeat gave other bits than the first.
bool differs(const EmbeddingStudy& study);

/// The largest speedup that `packets` packets allow over one worker, while images are embedded: packets / ⌈packets /
/// workers⌉. Ten packets on six workers take two rounds: 5. (The distances, which follow, are divided otherwise.)
double packet_ceiling(std::size_t packets, int workers);
/// That of the study over one worker: where photographs are taken in packets too, the larger of both.
double packet_ceiling(const EmbeddingStudy& study, int workers);

/// Amdahl's or Gunther's law through the whole times of the pools that gave equal bits, those with more workers than
/// cores left out: as everywhere (core/statistics/scaling.h), a law needs two sizes, and three to be judged.
ScalingFit law_of(const EmbeddingStudy& study);
/// The most that the whole can gain over the first pool where this phase alone takes no time any more (Amdahl: one over
/// the share of all the rest); not known where it was not timed.
double most_by(const EmbeddingStudy& study, PoolPhase phase);

/// Ends early where `control` is stopped, with the points that are whole. `progress` (may be empty) is called before
/// each repeat with the size of the pool and the repeat, from 1.
EmbeddingStudy measure_embeddings(const TrainingState& state, const ImageSource& images, const EmbeddingPlan& plan,
                                  const RunControl& control,
                                  const std::function<void(int workers, int repeat)>& progress = {});

struct ImagePair {
  std::uint32_t a = 0, b = 0;  // a < b
  float distance = 0.0F;       // Euclidean, of all dimensions
  bool operator==(const ImagePair&) const = default;
};

/// Which images have nearly the same embedding, and which differ most: the pairs at both ends of all distances.
struct PairExtremes {
  std::vector<ImagePair> nearest;   // the nearest first
  std::vector<ImagePair> farthest;  // the farthest first
};

/// At most `most` of each; equal distances in the order of the images. Distances that are no numbers are left out.
PairExtremes extreme_pairs(const Embeddings& embeddings, std::size_t most);

/// A measurement's embeddings without the distances of all pairs, which would be the most of it.
struct EmbeddedImages {
  std::shared_ptr<const ImageSource> images;
  int dimensions = 0;
  std::vector<float> values;  // [images, dimensions]
  PairExtremes pairs;
};

}  // namespace mlplab
