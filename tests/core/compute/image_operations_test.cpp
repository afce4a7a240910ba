// The operations of convolutional networks (core/model/reference) on every subject against `sequential`: odd sizes,
// strides that do not divide, padding, a single image, NaN, guards around every output.
#include <limits>

#include "core/compute/layer_operations.h"
#include "tests/core/compute/against_sequential.h"
#include "tests/support/enumerators.h"

namespace mlplab {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

class ImageOperations : public AgainstSequential {
 protected:
  /// False for what would take an emulated backend seconds.
  bool takes(const Sliding& s) const {
    return !GetParam().emulated || std::size_t(s.batch) * s.out.size() * s.taps() < 500'000;
  }
};

/// Images [batch, shape] in a backend's own layout, between guards.
class Images {
 public:
  Images(Backend& backend, int batch, const mlplab::Shape& shape, const std::vector<float>& plain)
      : backend_(backend), batch_(batch), shape_(shape), own_(backend, arranged(plain)) {}
  float* data() { return own_.data(); }
  std::vector<float> values() const {
    if (!layer_operations_of(backend_).arranges_images()) return own_.values();
    Guarded own(backend_, own_.values());
    Guarded plain(backend_, std::vector<float>(std::size_t(batch_) * shape_.size(), not_a_number));
    layer_operations_of(backend_).restore(batch_, shape_, own.data(), plain.data());
    return plain.values();
  }

 private:
  std::vector<float> arranged(const std::vector<float>& values) const {
    if (!layer_operations_of(backend_).arranges_images()) return values;
    Guarded plain(backend_, values);
    Guarded own(backend_, std::vector<float>(std::size_t(batch_) * layer_operations_of(backend_).image_size(shape_),
                                             not_a_number));
    layer_operations_of(backend_).arrange(batch_, shape_, plain.data(), own.data());
    return own.values();
  }

  Backend& backend_;
  int batch_;
  mlplab::Shape shape_;
  Guarded own_;
};

struct ImageCase {
  int batch, in, height, width, out;
  Window window;
};

Sliding sliding(const ImageCase& c) {
  const mlplab::Shape input{c.in, c.height, c.width};
  return {c.batch, input, c.window.output(c.out, input), c.window};
}

const std::vector<ImageCase>& image_cases() {
  static const std::vector<ImageCase> all = {
      {1, 1, 1, 1, 1, {{1, 1}, {1, 1}, {0, 0}}},
      {1, 3, 7, 5, 2, {{3, 3}, {1, 1}, {1, 1}}},
      {3, 1, 11, 13, 33, {{5, 3}, {1, 1}, {2, 1}}},  // a kernel that is not square
      {2, 5, 10, 9, 7, {{3, 3}, {2, 2}, {1, 1}}},    // the last row and column are not reached
      {5, 17, 6, 7, 19, {{1, 1}, {2, 2}, {0, 0}}},   // pixels that no window sees
      {4, 2, 12, 9, 65, {{7, 7}, {2, 3}, {3, 3}}},   // mostly border
      {2, 4, 5, 20, 70, {{2, 4}, {3, 1}, {0, 2}}},   // even, and strides that differ
      {7, 33, 4, 3, 129, {{3, 3}, {1, 1}, {1, 1}}},  // more channels than two panels, few pixels
      {9, 16, 14, 14, 64, {{3, 3}, {1, 1}, {1, 1}}},
      {3, 37, 9, 6, 20, {{3, 3}, {1, 1}, {0, 2}}},    // Winograd's tiles that reach past the border, each way
      {2, 17, 41, 37, 18, {{3, 3}, {1, 1}, {2, 1}}},  // and more of them than are taken together
      {3, 5, 28, 28, 4, {{2, 2}, {2, 2}, {0, 0}}},    // the usual pooling, on rows of less than a vector,
      {2, 3, 9, 7, 3, {{2, 2}, {2, 2}, {0, 0}}},      // with a last row and column that no window sees,
      {2, 2, 4, 71, 3, {{2, 2}, {2, 2}, {0, 0}}}};    // and of more
  return all;
}

TEST_P(ImageOperations, Convolutions) {
  for (const ImageCase& c : image_cases())
    for (const Activation activation : test::enumerators<Activation>())
      for (const bool biased : {true, false}) {
        if (!biased && activation != Activation::identity) continue;
        const Sliding s = sliding(c);
        if (!takes(s)) continue;
        SCOPED_TRACE(::testing::Message() << to_string(s.in) << " to " << to_string(s.out) << ", batch " << s.batch);
        compare(2e-5, [&](Backend& backend) {
          Images x(backend, s.batch, s.in, skewed(std::size_t(s.batch) * s.in.size(), 1, 0.2F));
          Guarded w(backend, skewed(std::size_t(c.out) * s.taps(), 2, -0.1F)), bias(backend, skewed(c.out, 3));
          Images y(backend, s.batch, s.out, std::vector<float>(std::size_t(s.batch) * s.out.size(), not_a_number));
          layer_operations_of(backend).convolution(s, x.data(), w.data(), biased ? bias.data() : nullptr, activation,
                                                   y.data());
          return y.values();
        });
      }
}

TEST_P(ImageOperations, GradientsOfConvolutions) {
  for (const ImageCase& c : image_cases()) {
    const Sliding s = sliding(c);
    if (!takes(s)) continue;
    SCOPED_TRACE(::testing::Message() << to_string(s.in) << " to " << to_string(s.out) << ", batch " << s.batch);
    const std::vector<float> dy = skewed(std::size_t(s.batch) * s.out.size(), 4, -0.3F);
    compare(2e-5, [&](Backend& backend) {
      Images gradient(backend, s.batch, s.out, dy);
      Guarded w(backend, skewed(std::size_t(c.out) * s.taps(), 2, -0.1F));
      Images dx(backend, s.batch, s.in, std::vector<float>(std::size_t(s.batch) * s.in.size(), not_a_number));
      layer_operations_of(backend).convolution_input_gradient(s, gradient.data(), w.data(), dx.data());
      return dx.values();
    });
    compare(3e-5, [&](Backend& backend) {
      Images gradient(backend, s.batch, s.out, dy);
      Images x(backend, s.batch, s.in, skewed(std::size_t(s.batch) * s.in.size(), 1, 0.2F));
      Guarded dw(backend, std::vector<float>(std::size_t(c.out) * s.taps(), not_a_number));
      layer_operations_of(backend).convolution_weight_gradient(s, x.data(), gradient.data(), dw.data());
      return dw.values();
    });
  }
}

TEST_P(ImageOperations, ConvolutionsCarryNan) {
  const Sliding s = sliding({2, 3, 6, 5, 4, {{3, 3}, {1, 1}, {1, 1}}});
  std::vector<float> pixels(std::size_t(s.batch) * s.in.size(), 0.5F);
  pixels[s.in.size() + 17] = not_a_number;
  compare(1e-5, [&](Backend& backend) {
    Images x(backend, s.batch, s.in, pixels);
    Guarded w(backend, std::vector<float>(std::size_t(4) * s.taps(), 0.25F));
    Images y(backend, s.batch, s.out, std::vector<float>(std::size_t(s.batch) * s.out.size()));
    layer_operations_of(backend).convolution(s, x.data(), w.data(), nullptr, Activation::relu, y.data());
    return y.values();
  });
}

/// Where tiles of outputs are computed together (Winograd's), a NaN may spread within its tile, but neither vanish nor
/// reach another image.
TEST_P(ImageOperations, LargeConvolutionsLoseNoNan) {
  const Sliding s = sliding({2, 16, 13, 9, 16, {{3, 3}, {1, 1}, {1, 1}}});
  std::vector<float> pixels(std::size_t(s.batch) * s.in.size(), 0.5F);
  pixels[s.in.size() + 17] = not_a_number;
  const auto outputs = [&](Backend& backend) {
    Images x(backend, s.batch, s.in, pixels);
    Guarded w(backend, std::vector<float>(std::size_t(16) * s.taps(), 0.25F));
    Images y(backend, s.batch, s.out, std::vector<float>(std::size_t(s.batch) * s.out.size()));
    layer_operations_of(backend).convolution(s, x.data(), w.data(), nullptr, Activation::relu, y.data());
    return y.values();
  };
  const std::vector<float> expected = outputs(*reference_), values = outputs(*backend_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool lost = std::isnan(expected[i]) && !std::isnan(values[i]);
    const bool strayed = i < s.out.size() && std::isnan(values[i]);
    ASSERT_FALSE(lost || strayed) << "element " << i << ", " << reproduce();
  }
}

/// Around a stroke on black, windows of black pixels give 0 and not what rounding leaves of it: a ReLU's gradient asks
/// for the sign.
TEST_P(ImageOperations, ConvolutionsOfBlackAreBlack) {
  const Sliding s = sliding({2, 32, 12, 12, 32, {{3, 3}, {1, 1}, {1, 1}}});
  if (!takes(s)) return;
  const std::size_t width = 12, plane = width * width;
  std::vector<float> pixels(std::size_t(s.batch) * s.in.size());
  const std::vector<float> ink = skewed(pixels.size(), 8, 0.7F);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    if (i % width == 5 && i % plane / width < 9) pixels[i] = ink[i];
  Images x(*backend_, s.batch, s.in, pixels);
  Guarded w(*backend_, skewed(std::size_t(32) * s.taps(), 9, 0.06F));
  Images y(*backend_, s.batch, s.out, std::vector<float>(std::size_t(s.batch) * s.out.size()));
  layer_operations_of(*backend_).convolution(s, x.data(), w.data(), nullptr, Activation::identity, y.data());
  const std::vector<float> values = y.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i % plane / width, column = i % width;
    const bool black = column < 4 || column > 6 || row > 9;
    ASSERT_EQ(values[i] == 0.0F, black) << "channel and pixel " << i << " is " << values[i] << ", " << reproduce();
  }
}

/// Ties and NaN: both forward and back the same pixel must be meant.
TEST_P(ImageOperations, Poolings) {
  for (const ImageCase& c : image_cases()) {
    ImageCase pool = c;
    pool.out = c.in;
    pool.window.padding = {std::min(c.window.padding.height, c.window.kernel.height / 2),
                           std::min(c.window.padding.width, c.window.kernel.width / 2)};
    const Sliding s = sliding(pool);
    SCOPED_TRACE(::testing::Message() << to_string(s.in) << " to " << to_string(s.out) << ", batch " << s.batch);
    std::vector<float> pixels = skewed(std::size_t(s.batch) * s.in.size(), 5);
    for (std::size_t i = 0; i < pixels.size(); i += 3) pixels[i] = 0.5F;
    if (pixels.size() > 40) pixels[40] = not_a_number;
    const std::vector<float> dy = skewed(std::size_t(s.batch) * s.out.size(), 6);
    for (const bool largest : {true, false})
      compare(1e-6, [&](Backend& backend) {
        Images x(backend, s.batch, s.in, pixels), gradient(backend, s.batch, s.out, dy);
        Images y(backend, s.batch, s.out, std::vector<float>(dy.size(), not_a_number));
        Images dx(backend, s.batch, s.in, std::vector<float>(pixels.size(), 1));
        if (largest) {
          layer_operations_of(backend).max_pool(s, x.data(), y.data());
          const Activation of_x = s.in.channels % 2 == 0 ? Activation::relu : Activation::identity;
          layer_operations_of(backend).max_pool_gradient(s, x.data(), of_x, gradient.data(), dx.data());
        } else {
          layer_operations_of(backend).average_pool(s, x.data(), y.data());
          layer_operations_of(backend).average_pool_gradient(s, gradient.data(), dx.data());
        }
        std::vector<float> all = y.values();
        const std::vector<float> back = dx.values();
        all.insert(all.end(), back.begin(), back.end());
        return all;
      });
  }
}

TEST_P(ImageOperations, Normalisations) {
  for (const auto& [batch, channels, plane] : {std::tuple{1, 1, 1}, {1, 3, 35}, {5, 17, 1}, {4, 33, 49}, {3, 2, 1031}})
    for (const Activation activation : {Activation::identity, Activation::relu, Activation::tanh}) {
      const std::size_t count = std::size_t(batch) * std::size_t(channels) * std::size_t(plane);
      std::vector<float> pixels = skewed(count, 1);
      for (float& pixel : pixels) pixel += 30.0F;  // far from zero: a variance of squares alone would lose its digits
      compare(5e-5, [&](Backend& backend) {
        const auto c = static_cast<std::size_t>(channels);
        const mlplab::Shape shape{channels, 1, plane};
        Images x(backend, batch, shape, pixels), dy(backend, batch, shape, skewed(count, 2));
        Guarded weight(backend, skewed(c, 3)), bias(backend, skewed(c, 4));
        std::vector<std::unique_ptr<Guarded>> vectors;
        for (int i = 0; i < 6; ++i)
          vectors.push_back(std::make_unique<Guarded>(backend, std::vector<float>(c, not_a_number)));
        Images y(backend, batch, shape, std::vector<float>(count, not_a_number));
        Images dx(backend, batch, shape, std::vector<float>(count, not_a_number));
        Normalization n{batch, channels, std::size_t(plane), 1e-3F};
        layer_operations_of(backend).channel_sums(n, x.data(), vectors[0]->data(), nullptr);
        layer_operations_of(backend).blend(c, static_cast<float>(1.0 / n.count()), vectors[0]->data(), 0.0F,
                                           vectors[1]->data());
        n.mean = vectors[1]->data();
        layer_operations_of(backend).channel_sums(n, x.data(), nullptr, vectors[2]->data());
        layer_operations_of(backend).blend(c, static_cast<float>(1.0 / n.count()), vectors[2]->data(), 0.0F,
                                           vectors[3]->data());
        n.variance = vectors[3]->data();
        layer_operations_of(backend).normalize(n, x.data(), weight.data(), bias.data(), activation, y.data());
        layer_operations_of(backend).normalize_weight_gradient(n, x.data(), dy.data(), vectors[4]->data(),
                                                               vectors[5]->data());
        layer_operations_of(backend).blend(c, 0.01F, vectors[4]->data(), 0.5F, vectors[0]->data());
        layer_operations_of(backend).normalize_input_gradient(n, x.data(), weight.data(), vectors[5]->data(),
                                                              vectors[4]->data(), dy.data(), dx.data());
        std::vector<float> all = y.values();
        for (const auto& vector : vectors)
          for (const float value : vector->values()) all.push_back(value / static_cast<float>(n.count()));
        for (const float value : dx.values()) all.push_back(value / static_cast<float>(n.count()));
        return all;
      });
    }
}

TEST_P(ImageOperations, DropoutKeepsTheSameEverywhere) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{63}, std::size_t{70'001}})
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}})
      compare(0.0, [&](Backend& backend) {
        Guarded x(backend, skewed(count, 1)), y(backend, std::vector<float>(count, not_a_number));
        layer_operations_of(backend).dropout(
            {.seed = 0x1234567890ULL, .step = 3, .node = 2, .first = first, .rate = 0.3}, count, x.data(), y.data());
        return y.values();
      });
}

TEST_P(ImageOperations, SumsOfLayers) {
  for (const Activation activation : test::enumerators<Activation>())
    for (const std::size_t count : {std::size_t{1}, std::size_t{17}, std::size_t{70'001}})
      for (const bool two : {true, false})
        compare(2e-6, [&](Backend& backend) {
          Guarded a(backend, skewed(count, 1)), b(backend, skewed(count, 2, -1.0F));
          layer_operations_of(backend).add(activation, count, a.data(), two ? b.data() : nullptr, a.data());
          return a.values();
        });
}

/// The mask is the one that is documented, so that a run of another program or year draws the same.
TEST(Dropout, MaskIsAFunctionOfSeedStepNodeAndPlace) {
  const std::vector<float> x(1000, 1.0F);
  const auto mask_of = [&](const DropoutMask& mask, std::size_t first) {
    std::vector<float> y(x.size());
    reference::dropout(mask, first, x.size(), x.data(), y.data());
    return y;
  };
  const DropoutMask mask{.seed = 7, .step = 3, .node = 2, .first = 0, .rate = 0.25};
  const std::vector<float> whole = mask_of(mask, 0);
  EXPECT_EQ(mask_of(mask, 0), whole);
  for (std::size_t i = 0; i < 500; ++i)  // the second half, by a rank of its own
    EXPECT_EQ(mask_of({.seed = 7, .step = 3, .node = 2, .first = 500, .rate = 0.25}, 0)[i], whole[500 + i]);
  const auto kept = std::ranges::count_if(whole, [](float y) { return y != 0.0F; });
  EXPECT_NEAR(static_cast<double>(kept), 750.0, 4 * std::sqrt(1000 * 0.25 * 0.75));
  for (const float y : whole) EXPECT_TRUE(y == 0.0F || y == 1.0F / 0.75F);
  for (const DropoutMask& other :
       {DropoutMask{8, 3, 2, 0, 0.25}, DropoutMask{7, 4, 2, 0, 0.25}, DropoutMask{7, 3, 1, 0, 0.25}})
    EXPECT_NE(mask_of(other, 0), whole);
}

INSTANTIATE_TEST_SUITE_P(On, ImageOperations, ::testing::ValuesIn(subjects_for_images()), name_of_subject);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ImageOperations);

}  // namespace
}  // namespace mlplab
