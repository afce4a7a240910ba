#include "core/data/blots.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr int other_tone = 24;  // grey levels from the middle tone, from which a pixel of the rim counts as a frame's

/// Calls `look` with each pixel of the ring that lies `depth` pixels from the edge.
template <class Look>
void for_ring(const GrayImage& image, int depth, Look look) {
  const int bottom = image.height - 1 - depth, right = image.width - 1 - depth;
  for (int x = depth; x <= right; ++x) {
    look(image.at(depth, x));
    if (bottom != depth) look(image.at(bottom, x));
  }
  for (int y = depth + 1; y < bottom; ++y) {
    look(image.at(y, depth));
    if (right != depth) look(image.at(y, right));
  }
}

struct Blot {
  std::vector<std::size_t> pixels;
  std::uint64_t mass = 0;
  int top = 0, bottom = 0, left = 0, right = 0;

  bool surrounds(const Blot& other) const {
    return top < other.top && bottom > other.bottom && left < other.left && right > other.right;
  }
  bool beside(const Blot& other) const { return right < other.left || other.right < left; }
};

std::vector<Blot> blots_of(const GrayImage& ink) {
  std::vector<Blot> blots;
  std::vector<bool> seen(ink.pixels.size(), false);
  for (std::size_t start = 0; start < ink.pixels.size(); ++start) {
    if (seen[start] || ink.pixels[start] == 0) continue;
    Blot blot{.top = ink.height, .bottom = -1, .left = ink.width, .right = -1};
    blot.pixels.push_back(start);
    seen[start] = true;
    for (std::size_t next = 0; next < blot.pixels.size(); ++next) {
      const std::size_t here = blot.pixels[next];
      blot.mass += ink.pixels[here];
      const int y = static_cast<int>(here / static_cast<std::size_t>(ink.width));
      const int x = static_cast<int>(here % static_cast<std::size_t>(ink.width));
      blot.top = std::min(blot.top, y), blot.bottom = std::max(blot.bottom, y);
      blot.left = std::min(blot.left, x), blot.right = std::max(blot.right, x);
      for (int near_y = std::max(y - 1, 0); near_y <= std::min(y + 1, ink.height - 1); ++near_y)
        for (int near_x = std::max(x - 1, 0); near_x <= std::min(x + 1, ink.width - 1); ++near_x) {
          const std::size_t neighbour = ink.index(near_y, near_x);
          if (seen[neighbour] || ink.pixels[neighbour] == 0) continue;
          seen[neighbour] = true;
          blot.pixels.push_back(neighbour);
        }
    }
    blots.push_back(std::move(blot));
  }
  return blots;
}

/// The two of most ink, the first of equals first; null where there are fewer.
std::pair<const Blot*, const Blot*> two_largest(const std::vector<Blot>& blots) {
  std::pair<const Blot*, const Blot*> found{};
  for (const Blot& blot : blots)
    if (found.first == nullptr || blot.mass > found.first->mass)
      found = {&blot, found.first};
    else if (found.second == nullptr || blot.mass > found.second->mass)
      found.second = &blot;
  return found;
}

/// Has ink in all four corners of the box around it: a 0 has none there.
bool is_angular(const GrayImage& ink, const Blot& blot) {
  const int near = std::max(1, std::max(blot.bottom - blot.top, blot.right - blot.left) / 12);
  const auto in_corner = [&](int top, int left) {
    for (int y = top; y <= std::min(top + near, ink.height - 1); ++y)
      for (int x = left; x <= std::min(left + near, ink.width - 1); ++x)
        if (ink.at(y, x) > 0) return true;
    return false;
  };
  const int bottom = std::max(blot.bottom - near, 0), right = std::max(blot.right - near, 0);
  return in_corner(blot.top, blot.left) && in_corner(blot.top, right) && in_corner(bottom, blot.left) &&
         in_corner(bottom, right);
}

}  // namespace

int frame_width(const GrayImage& image) {
  const int most = std::min(image.height, image.width) / 8;
  if (most < 1) return 0;
  std::vector<std::uint8_t> tones = image.pixels;
  const auto middle = tones.begin() + static_cast<std::ptrdiff_t>(tones.size() / 2);
  std::ranges::nth_element(tones, middle);
  const int usual = *middle;
  int side = 0;  // whether the frame is darker (−1) or lighter (1) than what it surrounds
  for (int depth = 0; depth <= most; ++depth) {
    int count = 0, darker = 0, lighter = 0;
    for_ring(image, depth, [&](std::uint8_t tone) {
      ++count;
      darker += tone < usual - other_tone ? 1 : 0;
      lighter += tone > usual + other_tone ? 1 : 0;
    });
    const int framed = side < 0 ? darker : side > 0 ? lighter : std::max(darker, lighter);
    if (depth == 0) side = darker > lighter ? -1 : 1;
    if (10 * framed >= 9 * count) continue;
    // One that ends softly has a ring of mixed pixels, which goes with it.
    return depth == 0 || 2 * framed <= count ? depth : std::min(depth + 1, most);
  }
  return 0;  // no frame, but an image that is of another tone in its middle
}

GrayImage without_rim(const GrayImage& image, int width) {
  if (width == 0) return image;
  GrayImage inner(image.height - 2 * width, image.width - 2 * width);
  for (int y = 0; y < inner.height; ++y)
    std::copy_n(&image.pixels[image.index(y + width, width)], inner.width, &inner.pixels[inner.index(y, 0)]);
  return inner;
}

std::string keep_the_digit(GrayImage& ink, double speck) {
  std::vector<Blot> blots = blots_of(ink);
  const auto remove = [&](const auto& unwanted) {
    return std::erase_if(blots, [&](const Blot& blot) {
      if (!unwanted(blot)) return false;
      for (const std::size_t pixel : blot.pixels) ink.pixels[pixel] = 0;
      return true;
    });
  };
  if (blots.size() < 2) return {};
  std::string doubt;
  // The frame before the specks, which are measured against the digit. A photograph has up to a million of these: the
  // two largest are found once.
  const Blot *largest = nullptr, *second = nullptr;
  const auto find_two_largest = [&] { std::tie(largest, second) = two_largest(blots); };
  find_two_largest();
  const auto is_frame = [&](const Blot& blot) {
    return blot.surrounds(&blot == largest ? *second : *largest) && is_angular(ink, blot);
  };
  if (const auto frame = std::ranges::find_if(blots, is_frame); frame != blots.end()) {
    const std::size_t first_pixel = frame->pixels.front();
    remove([first_pixel](const Blot& blot) { return blot.pixels.front() == first_pixel; });
    find_two_largest();
  }
  const double least = speck * static_cast<double>(largest->mass);
  remove([least](const Blot& blot) { return static_cast<double>(blot.mass) < least; });
  find_two_largest();
  const auto at_edge = [&](const Blot& blot) {
    return blot.top == 0 || blot.left == 0 || blot.bottom == ink.height - 1 || blot.right == ink.width - 1;
  };
  if (!at_edge(*largest)) {
    const std::uint64_t most = largest->mass;
    bool sizeable = false;
    remove([&](const Blot& blot) {
      sizeable = sizeable || (at_edge(blot) && blot.mass * 20 > most);
      return at_edge(blot);
    });
    if (sizeable) doubt = say("what lies at the edge of the image was left out");
  }
  find_two_largest();
  if (second != nullptr && second->mass * 3 > largest->mass && second->beside(*largest))
    doubt = say("two shapes stand side by side; crop the image to one digit");
  return doubt;
}

}  // namespace mlplab
