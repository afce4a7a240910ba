// A silhouette is a set of points (u, v) in the unit circle. A pixel's coverage is counted on a grid of points in it.
#include "core/data/shapes.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/data/exact_angle.h"
#include "core/data/parallel.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

constexpr std::uint64_t shapes_seed = 20261121;  // of the set itself: it is one set, whatever a run's seed is
constexpr int grid = 3;                          // points of a pixel's side
constexpr int smallest_side = 8, largest_side = 1024;

double square(double x) { return x * x; }
bool in_disc(double u, double v, double radius) { return u * u + v * v <= square(radius); }
bool in_box(double u, double v, double half_width, double half_height) {
  return u <= half_width && u >= -half_width && v <= half_height && v >= -half_height;
}

bool disc(double u, double v) { return in_disc(u, v, 0.8); }
bool ring(double u, double v) { return in_disc(u, v, 0.95) && !in_disc(u, v, 0.52); }
bool square_box(double u, double v) { return in_box(u, v, 0.68, 0.68); }
bool cross(double u, double v) { return in_box(u, v, 0.95, 0.28) || in_box(u, v, 0.28, 0.95); }
bool crescent(double u, double v) { return in_disc(u, v, 0.95) && !in_disc(u - 0.48, v, 0.78); }
/// Equilateral, its corners on the unit circle: on the inner side of three lines.
bool triangle(double u, double v) {
  constexpr double half_root_3 = 0.8660254037844386;
  return v <= 0.5 && half_root_3 * u - 0.5 * v <= 0.5 && -half_root_3 * u - 0.5 * v <= 0.5;
}
/// Five points: inside at least four of the pentagon's five lines.
bool star(double u, double v) {
  constexpr std::array<std::array<double, 2>, 5> normals = {{{0.0, 1.0},
                                                             {0.9510565162951535, 0.30901699437494745},
                                                             {0.5877852522924731, -0.8090169943749475},
                                                             {-0.5877852522924731, -0.8090169943749475},
                                                             {-0.9510565162951535, 0.30901699437494745}}};
  constexpr double inner = 0.305;
  int inside = 0;
  for (const auto& normal : normals) inside += normal[0] * u + normal[1] * v <= inner ? 1 : 0;
  return inside >= 4;
}
bool heart(double u, double v) {
  const double x = 1.25 * u, y = -1.25 * v + 0.1, s = x * x + y * y - 1.0;
  return s * s * s <= x * x * y * y * y;
}
bool arrow(double u, double v) {
  const bool head = u >= 0.0 && u <= 0.95 && v <= (0.95 - u) * 0.85 && v >= (u - 0.95) * 0.85;
  return head || (u >= -0.95 && u <= 0.0 && v <= 0.24 && v >= -0.24);
}

struct Silhouette {
  const char* name;
  bool (*holds)(double u, double v);
};
constexpr Silhouette silhouettes[] = {{"arrow", arrow},       {"crescent", crescent}, {"cross", cross},
                                      {"disc", disc},         {"heart", heart},       {"ring", ring},
                                      {"square", square_box}, {"star", star},         {"triangle", triangle}};
constexpr std::size_t classes = std::size(silhouettes);

/// A set of points on the image, whose side is 1: a silhouette, or the bar that hides a part of it.
struct Placed {
  double x = 0.5, y = 0.5, radius = 0.3;
  Direction direction;

  /// (x, y) in the set's own coordinates.
  std::array<double, 2> own(double px, double py) const {
    const double dx = (px - x) / radius, dy = (py - y) / radius;
    return {direction.cosine * dx + direction.sine * dy, direction.cosine * dy - direction.sine * dx};
  }
};

/// Even in [low, high).
double between(Random& random, double low, double high) { return low + (high - low) * (random.next() * 0x1p-32); }

using Colour = std::array<int, 3>;

/// The random choices for one image, in an order that does not depend on its size.
struct Scene {
  Placed shape, bar;
  double bar_width = 0.0;  // half of it, of the shape's radius
  bool has_bar = false;
  Colour paper{}, ink{}, cover{};
  int noise = 0;

  explicit Scene(Random& random, int channels) {
    shape.radius = between(random, 0.3, 0.46);
    const double room = 0.5 - shape.radius;
    shape.x = 0.5 + room * between(random, -1.0, 1.0);
    shape.y = 0.5 + room * between(random, -1.0, 1.0);
    shape.direction = direction_of(between(random, -25.0, 25.0));
    has_bar = random.below(5) < 2;
    bar = shape;
    bar.direction = direction_of(between(random, -180.0, 180.0));
    const double aside = between(random, -0.8, 0.8) * shape.radius;
    bar.x -= aside * bar.direction.sine, bar.y += aside * bar.direction.cosine;
    bar_width = between(random, 0.05, 0.12);
    const int contrast = 80 + static_cast<int>(random.below(120));
    const int level = static_cast<int>(random.below(static_cast<std::uint32_t>(256 - contrast)));
    const bool light_ink = random.below(2) == 0;
    noise = 5 + static_cast<int>(random.below(16));
    for (std::size_t c = 0; c < 3; ++c) {
      // The channels of a colour image go apart, and some are lighter where others are darker.
      const int tint = channels == 1 ? 0 : static_cast<int>(random.below(81)) - 40;
      const bool swapped = channels != 1 && random.below(4) == 0;
      const int low = std::clamp(level + tint, 0, 255), high = std::clamp(level + contrast + tint, 0, 255);
      paper[c] = light_ink != swapped ? low : high;
      ink[c] = light_ink != swapped ? high : low;
      cover[c] = (paper[c] + 2 * static_cast<int>(random.below(256))) / 3;
    }
  }
};

/// Noise with a triangular distribution, in [-255, 255]: the difference of two bytes of a block that depends on the
/// place alone.
class Noise {
 public:
  explicit Noise(std::uint32_t image) : image_(image) {}
  int next() {
    if (used_ == 8) {
      block_ = philox4x32({index_++, 1, static_cast<std::uint32_t>(RandomStream::shapes), image_},
                          {static_cast<std::uint32_t>(shapes_seed), 0});
      used_ = 0;
    }
    const std::uint32_t word = block_[static_cast<std::size_t>(used_ / 2)] >> (used_ % 2 * 16);
    ++used_;
    return static_cast<int>(word & 255U) - static_cast<int>(word >> 8U & 255U);
  }

 private:
  std::uint32_t image_, index_ = 0;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 8;
};

/// How many of a pixel's grid points each set holds.
struct Coverage {
  int shape = 0, bar = 0;
};

/// Counts the points of the pixel whose corner is (left, top).
Coverage coverage_of(const Silhouette& silhouette, const Scene& scene, double left, double top, double pixel) {
  const double x = left + 0.5 * pixel - scene.shape.x, y = top + 0.5 * pixel - scene.shape.y;
  const bool near = in_disc(x, y, scene.shape.radius + pixel);  // no silhouette is larger than the unit circle
  const bool near_bar = scene.has_bar && in_disc(x, y, 2.2 * scene.shape.radius + pixel);
  Coverage coverage;
  if (!near && !near_bar) return coverage;
  for (int j = 0; j < grid; ++j)
    for (int i = 0; i < grid; ++i) {
      const double px = left + pixel * ((i + 0.5) / grid), py = top + pixel * ((j + 0.5) / grid);
      if (near_bar) {
        const auto [u, v] = scene.bar.own(px, py);
        if (in_box(u, v, 1.3, scene.bar_width)) {
          ++coverage.bar;
          continue;
        }
      }
      if (!near) continue;
      const auto [u, v] = scene.shape.own(px, py);
      coverage.shape += silhouette.holds(u, v) ? 1 : 0;
    }
  return coverage;
}

/// pixels [channels, height, width]. Images that are not square show the same as a square one of their shorter side.
void draw(std::uint32_t image, const ImageShape& shape, std::uint8_t* pixels) {
  Random random(shapes_seed, RandomStream::shapes, image);
  const Scene scene(random, shape.channels);
  Noise noise(image);
  const Silhouette& silhouette = silhouettes[image % classes];
  const double pixel = 1.0 / std::min(shape.height, shape.width);
  const double left = 0.5 - 0.5 * pixel * shape.width, top = 0.5 - 0.5 * pixel * shape.height;
  const std::size_t plane = static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width);
  constexpr int points = grid * grid;
  for (int row = 0; row < shape.height; ++row)
    for (int column = 0; column < shape.width; ++column) {
      const Coverage c = coverage_of(silhouette, scene, left + pixel * column, top + pixel * row, pixel);
      for (int channel = 0; channel < shape.channels; ++channel) {
        const auto at = static_cast<std::size_t>(channel);
        const int sum =
            c.bar * scene.cover[at] + c.shape * scene.ink[at] + (points - c.bar - c.shape) * scene.paper[at];
        const int value = (sum + points / 2) / points + noise.next() * scene.noise / 128;
        pixels[at * plane + static_cast<std::size_t>(row) * static_cast<std::size_t>(shape.width) +
               static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
      }
    }
}

Examples draw_all(const ImageShape& shape, std::size_t first, std::size_t count) {
  Examples examples;
  const std::size_t size = static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
                           static_cast<std::size_t>(shape.channels);
  reserve_large(examples.features, count * size);
  examples.features.resize(count * size);
  examples.labels.resize(count);
  for_each_index(count, loading_threads(), [&](std::size_t i) {
    const auto image = static_cast<std::uint32_t>(first + i);
    examples.labels[i] = static_cast<std::int32_t>(image % classes);
    draw(image, shape, examples.features.data() + i * size);
  });
  return examples;
}

std::size_t drawn_of(std::size_t limit, std::size_t all) { return limit == 0 ? all : std::min(limit, all); }

}  // namespace

void check_shapes(const ImageShape& image, std::size_t train, std::size_t test) {
  const auto fits = [](int side) { return side >= smallest_side && side <= largest_side; };
  if (!fits(image.height) || !fits(image.width))
    throw UsageError(say("the images of %1 are drawn with sides of %2 to %3 pixels, not %4×%5", shapes_name,
                         smallest_side, largest_side, image.width, image.height),
                     "data.image_size");
  check_room(shapes_name, drawn_of(train, shapes_train) + drawn_of(test, shapes_test), image);
}

Dataset make_shapes(const ImageShape& image, std::size_t train, std::size_t test) {
  check_shapes(image, train, test);
  Dataset dataset;
  dataset.name = shapes_title;
  dataset.image = image;
  for (const Silhouette& silhouette : silhouettes) dataset.class_names.emplace_back(silhouette.name);
  dataset.train = draw_all(image, 0, drawn_of(train, shapes_train));
  dataset.test = draw_all(image, shapes_train, drawn_of(test, shapes_test));
  dataset.train_in_source = shapes_train;
  return dataset;
}

}  // namespace mlplab
