// Loops over images whose channels lie side by side, pixel after pixel: whatever is computed for each channel by
// itself is a vector of channels at a time, and no number ever meets one of another channel.
#if defined(MLPLAB_KERNELS_PIXELS_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_PIXELS_INL_H_
#undef MLPLAB_KERNELS_PIXELS_INL_H_
#else
#define MLPLAB_KERNELS_PIXELS_INL_H_
#endif

#include <algorithm>

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

/// Rows that are added up as floats before they go to the doubles: few enough to lose nothing that matters.
constexpr std::size_t rows_of_a_sum = 64;

/// Σ y and Σ (x - mean) · y of one vector of channels; four sums of each hide the latency of an addition.
template <bool WITH_GRADIENT, bool WITH_PRODUCTS, class Load>
inline HWY_ATTR void add_pixels(std::size_t rows, std::size_t apart, const float* x, const float* dy, Vec center,
                                const Load& load, Vec& total, Vec& total_product) {
  const F32 d;
  Vec sum[4], product[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) sum[i] = product[i] = hn::Zero(d);
  const auto next = [&](std::size_t row, Vec& own, Vec& own_product) HWY_ATTR {
    Vec centered = hn::Zero(d);
    if (WITH_PRODUCTS || !WITH_GRADIENT) centered = hn::Sub(load(x + row * apart), center);
    const Vec y = WITH_GRADIENT ? load(dy + row * apart) : centered;
    own = hn::Add(own, y);
    if (WITH_PRODUCTS) own_product = hn::MulAdd(centered, y, own_product);
  };
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4)
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) next(row + static_cast<std::size_t>(i), sum[i], product[i]);
  for (; row < rows; ++row) next(row, sum[0], product[0]);
  total = hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3]));
  total_product = hn::Add(hn::Add(product[0], product[1]), hn::Add(product[2], product[3]));
}

template <bool WITH_GRADIENT, bool WITH_PRODUCTS>
HWY_ATTR void sum_pixels(const Pixels& p, const float* x, const float* dy, const float* mean, double* sums,
                         double* products) {
  const F32 d;
  HWY_ALIGN float part[hn::MaxLanes(F32())];
  const auto add_to = [&](Vec value, std::size_t n, double* to) HWY_ATTR {
    hn::Store(value, d, part);
    for (std::size_t i = 0; i < n; ++i) to[i] += double{part[i]};
  };
  for (std::size_t first = 0; first < p.rows; first += rows_of_a_sum) {
    const std::size_t rows = std::min(rows_of_a_sum, p.rows - first), begin = first * p.channels;
    for_vectors(p.channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
      const Vec center = WITH_PRODUCTS ? load_some(d, mean + c, n) : hn::Zero(d);
      const float* gradient = WITH_GRADIENT ? dy + begin + c : nullptr;
      Vec sum, product;
      if (n == hn::Lanes(d))
        add_pixels<WITH_GRADIENT, WITH_PRODUCTS>(
            rows, p.channels, x + begin + c, gradient, center,
            [&](const float* from) HWY_ATTR { return hn::LoadU(d, from); }, sum, product);
      else
        add_pixels<WITH_GRADIENT, WITH_PRODUCTS>(
            rows, p.channels, x + begin + c, gradient, center,
            [&](const float* from) HWY_ATTR { return load_part(d, from, n); }, sum, product);
      add_to(sum, n, sums + c);
      if (WITH_PRODUCTS) add_to(product, n, products + c);
    });
  }
}

HWY_ATTR void pixel_sums(const Pixels& p, const float* x, const float* dy, const float* mean, double* sums,
                         double* products) {
  if (dy != nullptr)
    products != nullptr ? sum_pixels<true, true>(p, x, dy, mean, sums, products)
                        : sum_pixels<true, false>(p, x, dy, mean, sums, products);
  else
    products != nullptr ? sum_pixels<false, true>(p, x, dy, mean, sums, products)
                        : sum_pixels<false, false>(p, x, dy, mean, sums, products);
}

HWY_ATTR void normalize_pixels(const Pixels& p, const float* x, const float* mean, const float* factor,
                               const float* shift, Activation activation, float* y) {
  const F32 d;
  for (std::size_t row = 0; row < p.rows; ++row, x += p.channels, y += p.channels)
    for_vectors(p.channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
      const Vec centered = hn::Sub(load_some(d, x + c, n), load_some(d, mean + c, n));
      const Vec value = hn::MulAdd(centered, load_some(d, factor + c, n), load_some(d, shift + c, n));
      store_some(d, activate(d, activation, value), y + c, n);
    });
}

HWY_ATTR void normalize_pixels_gradient(const Pixels& p, const float* x, const float* dy, const PixelsGradient& g,
                                        float* dx) {
  const F32 d;
  for (std::size_t row = 0; row < p.rows; ++row, x += p.channels, dy += p.channels, dx += p.channels)
    for_vectors(p.channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
      const Vec rest = hn::Sub(load_some(d, dy + c, n), load_some(d, g.mean_dy + c, n));
      const Vec centered = hn::Sub(load_some(d, x + c, n), load_some(d, g.mean + c, n));
      const Vec value = hn::NegMulAdd(centered, load_some(d, g.slope + c, n), rest);
      store_some(d, hn::Mul(value, load_some(d, g.factor + c, n)), dx + c, n);
    });
}

/// The pixels under one window, cut off at the image's border.
struct UnderWindow {
  int top, bottom, left, right;
};

/// Calls work(pixels, output pixel) for every window of one image.
template <class Work>
HWY_ATTR void for_windows(const Sliding& s, const Work& work) {
  const Window& w = s.window;
  std::size_t output = 0;
  for (int i = 0; i < s.out.height; ++i) {
    const int begin = i * w.stride.height - w.padding.height;
    const int top = std::max(begin, 0), bottom = std::min(begin + w.kernel.height, s.in.height);
    for (int j = 0; j < s.out.width; ++j) {
      const int start = j * w.stride.width - w.padding.width;
      work(UnderWindow{top, bottom, std::max(start, 0), std::min(start + w.kernel.width, s.in.width)}, output++);
    }
  }
}

/// Calls work(place of a pixel's numbers) for those under a window, row by row.
template <class Work>
HWY_ATTR void for_pixels(const Sliding& s, const UnderWindow& under, std::size_t channels, const Work& work) {
  for (int i = under.top; i < under.bottom; ++i) {
    std::size_t at = (std::size_t(i) * std::size_t(s.in.width) + std::size_t(under.left)) * channels;
    for (int j = under.left; j < under.right; ++j, at += channels) work(at);
  }
}

/// The rule of core/model/reference/pooling.cpp: a later pixel wins where it is larger, or NaN.
inline HWY_ATTR auto wins(Vec value, Vec best) { return hn::Or(hn::Gt(value, best), hn::IsNaN(value)); }

/// The usual pooling: 2 × 2, side by side, on whole vectors. Its four pixels stay in registers.
inline bool is_usual(const Sliding& s, std::size_t channels) {
  return s.window == Window{{2, 2}, {2, 2}, {0, 0}} && channels % hn::Lanes(F32()) == 0;
}

/// Calls work(a, below, output) for every vector of outputs: the places of its window's first pixel, of the one below,
/// and its own.
template <class Work>
HWY_ATTR void for_usual_windows(const Sliding& s, std::size_t channels, const Work& work) {
  const std::size_t lanes = hn::Lanes(F32()), line = std::size_t(s.in.width) * channels;
  std::size_t output = 0;
  for (int i = 0; i < s.out.height; ++i) {
    std::size_t at = std::size_t(2 * i) * line;
    for (int j = 0; j < s.out.width; ++j, at += channels)
      for (std::size_t c = 0; c < channels; c += lanes, at += lanes, output += lanes) work(at, at + line, output);
  }
}

HWY_ATTR void usual_max_pool(const Sliding& s, std::size_t channels, const float* x, float* y) {
  const F32 d;
  for (int image = 0; image < s.batch; ++image, x += s.in_plane() * channels, y += s.out_plane() * channels)
    for_usual_windows(s, channels, [&](std::size_t above, std::size_t below, std::size_t output) HWY_ATTR {
      Vec best = hn::LoadU(d, x + above);
      for (const std::size_t at : {above + channels, below, below + channels}) {
        const Vec value = hn::LoadU(d, x + at);
        best = hn::IfThenElse(wins(value, best), value, best);
      }
      hn::StoreU(best, d, y + output);
    });
}

HWY_ATTR void usual_max_pool_gradient(const Sliding& s, std::size_t channels, const float* x, Activation of_x,
                                      const float* dy, float* dx) {
  const F32 d;
  const bool covered = s.in.height % 2 == 0 && s.in.width % 2 == 0;
  for (int image = 0; image < s.batch; ++image) {
    if (!covered) std::fill_n(dx, s.in_plane() * channels, 0.0F);
    for_usual_windows(s, channels, [&](std::size_t above, std::size_t below, std::size_t output) HWY_ATTR {
      const Vec second = hn::LoadU(d, x + above + channels), third = hn::LoadU(d, x + below);
      const Vec fourth = hn::LoadU(d, x + below + channels);
      Vec best = hn::LoadU(d, x + above), gradient = hn::LoadU(d, dy + output);
      const auto second_wins = wins(second, best);
      best = hn::IfThenElse(second_wins, second, best);
      const auto third_wins = wins(third, best);
      best = hn::IfThenElse(third_wins, third, best);
      const auto fourth_wins = wins(fourth, best);
      best = hn::IfThenElse(fourth_wins, fourth, best);
      gradient = gated(d, of_x, best, gradient);
      hn::StoreU(hn::IfThenElseZero(fourth_wins, gradient), d, dx + below + channels);
      gradient = hn::IfThenZeroElse(fourth_wins, gradient);
      hn::StoreU(hn::IfThenElseZero(third_wins, gradient), d, dx + below);
      gradient = hn::IfThenZeroElse(third_wins, gradient);
      hn::StoreU(hn::IfThenElseZero(second_wins, gradient), d, dx + above + channels);
      hn::StoreU(hn::IfThenZeroElse(second_wins, gradient), d, dx + above);
    });
    x += s.in_plane() * channels, dx += s.in_plane() * channels, dy += s.out_plane() * channels;
  }
}

HWY_ATTR void max_pool(const Sliding& s, std::size_t channels, const float* x, float* y) {
  if (is_usual(s, channels)) return usual_max_pool(s, channels, x, y);
  const F32 d;
  for (int image = 0; image < s.batch; ++image, x += s.in_plane() * channels, y += s.out_plane() * channels)
    for_windows(s, [&](const UnderWindow& under, std::size_t output) HWY_ATTR {
      const std::size_t first = (std::size_t(under.top) * std::size_t(s.in.width) + std::size_t(under.left)) * channels;
      for_vectors(channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
        Vec best = load_some(d, x + first + c, n);
        for_pixels(s, under, channels, [&](std::size_t at) HWY_ATTR {
          const Vec value = load_some(d, x + at + c, n);
          best = hn::IfThenElse(wins(value, best), value, best);
        });
        store_some(d, best, y + output * channels + c, n);
      });
    });
}

/// Each window finds its largest pixel again: the place of it, as a number, in each lane. The first pixel is compared
/// with itself, which only a NaN wins, and then it is its own winner.
HWY_ATTR void max_pool_gradient(const Sliding& s, std::size_t channels, const float* x, Activation of_x,
                                const float* dy, float* dx) {
  if (is_usual(s, channels)) return usual_max_pool_gradient(s, channels, x, of_x, dy, dx);
  const F32 d;
  for (int image = 0; image < s.batch; ++image) {
    std::fill_n(dx, s.in_plane() * channels, 0.0F);
    for_windows(s, [&](const UnderWindow& under, std::size_t output) HWY_ATTR {
      const std::size_t first = (std::size_t(under.top) * std::size_t(s.in.width) + std::size_t(under.left)) * channels;
      for_vectors(channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
        Vec best = load_some(d, x + first + c, n), place = hn::Zero(d);
        float tap = 0.0F;
        for_pixels(s, under, channels, [&](std::size_t at) HWY_ATTR {
          const Vec value = load_some(d, x + at + c, n);
          const auto wins_here = wins(value, best);
          best = hn::IfThenElse(wins_here, value, best);
          place = hn::IfThenElse(wins_here, hn::Set(d, tap), place);
          tap += 1.0F;
        });
        const Vec gradient = gated(d, of_x, best, load_some(d, dy + output * channels + c, n));
        tap = 0.0F;
        for_pixels(s, under, channels, [&](std::size_t at) HWY_ATTR {
          const Vec own = hn::IfThenElseZero(hn::Eq(place, hn::Set(d, tap)), gradient);
          store_some(d, hn::Add(load_some(d, dx + at + c, n), own), dx + at + c, n);
          tap += 1.0F;
        });
      });
    });
    x += s.in_plane() * channels, dx += s.in_plane() * channels, dy += s.out_plane() * channels;
  }
}

inline float one_of_window(const Window& w) {
  return static_cast<float>(1.0 / (double{1} * w.kernel.height * w.kernel.width));
}

HWY_ATTR void average_pool(const Sliding& s, std::size_t channels, const float* x, float* y) {
  const F32 d;
  const Vec share = hn::Set(d, one_of_window(s.window));
  for (int image = 0; image < s.batch; ++image, x += s.in_plane() * channels, y += s.out_plane() * channels)
    for_windows(s, [&](const UnderWindow& under, std::size_t output) HWY_ATTR {
      for_vectors(channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
        Vec sum = hn::Zero(d);
        for_pixels(s, under, channels,
                   [&](std::size_t at) HWY_ATTR { sum = hn::Add(sum, load_some(d, x + at + c, n)); });
        store_some(d, hn::Mul(sum, share), y + output * channels + c, n);
      });
    });
}

HWY_ATTR void average_pool_gradient(const Sliding& s, std::size_t channels, const float* dy, float* dx) {
  const F32 d;
  const Vec share = hn::Set(d, one_of_window(s.window));
  for (int image = 0; image < s.batch; ++image) {
    std::fill_n(dx, s.in_plane() * channels, 0.0F);
    for_windows(s, [&](const UnderWindow& under, std::size_t output) HWY_ATTR {
      for_vectors(channels, [&](std::size_t c, std::size_t n) HWY_ATTR {
        const Vec own = hn::Mul(share, load_some(d, dy + output * channels + c, n));
        for_pixels(s, under, channels, [&](std::size_t at) HWY_ATTR {
          store_some(d, hn::Add(load_some(d, dx + at + c, n), own), dx + at + c, n);
        });
      });
    });
    dx += s.in_plane() * channels, dy += s.out_plane() * channels;
  }
}

HWY_ATTR void add_and_activate(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  const F32 d;
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    Vec value = load_some(d, a + i, n);
    if (b != nullptr) value = hn::Add(value, load_some(d, b + i, n));
    store_some(d, activate(d, activation, value), y + i, n);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
