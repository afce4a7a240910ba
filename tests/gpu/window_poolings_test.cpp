// The study's poolings on a device, one launch per window: right at odd sizes, with as many launches and copies as
// reported.
#include "gpu/window_poolings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/operations/pooling.h"
#include "host_cuda.h"

namespace mlplab::gpu {
namespace {

class WindowPoolingsTest : public ::testing::Test {
 protected:
  void SetUp() override { host_cuda::start_again(); }
};

TEST_F(WindowPoolingsTest, EveryWayIsVerifiedAtOddSizes) {
  const std::size_t ways = window_poolings().ways().size();
  ASSERT_EQ(ways, 6U);
  for (const PoolingCase& c : {PoolingCase{7, 2, 2, 0}, {9, 3, 1, 1}, {5, 5, 2, 2}, {23, 18, 3, 1}, {4, 1, 1, 0}}) {
    std::size_t found = 0;
    for (const Variant& variant : pooling_variants(c)) {
      if (!variant.id.starts_with("windows: ")) continue;
      ++found;
      EXPECT_EQ(variant.why_not, "");
      EXPECT_FALSE(variant.device.empty());
      EXPECT_EQ(variant.make(c.n)->difference(), "") << variant.id << " n " << c.n << " kernel " << c.kernel;
    }
    EXPECT_EQ(found, ways);
  }
}

TEST_F(WindowPoolingsTest, AWrongNumberIsFound) {
  WindowPoolings wrong = window_poolings();
  const PoolingCase c{6, 2, 2, 0};
  const std::vector<float> image = pooling_image(c.n), right = pooled(c, image);
  std::vector<float> y(9, -1.0F), shifted(9, -1.0F);
  wrong.make("elements", {6, 2, 2, 3}, image)(y.data());
  EXPECT_EQ(y, right);
  wrong.make("elements", {6, 2, 1, 3}, image)(shifted.data());  // another stride than that of the case
  EXPECT_NE(shifted, right);
}

TEST_F(WindowPoolingsTest, AWindowIsALaunchAndWhatIsCopiedIsCopiedForEach) {
  const std::vector<float> image = pooling_image(8);
  std::vector<float> y(16);
  for (const WindowPoolings::Way& way : window_poolings().ways()) {
    const auto pool = window_poolings().make(way.id, {8, 2, 2, 4}, image);
    const int kernels = host_cuda::counts().kernels, copies = host_cuda::counts().copies;
    pool(y.data());
    EXPECT_EQ(host_cuda::counts().kernels - kernels, 16) << way.id;
    EXPECT_EQ(host_cuda::counts().copies - copies, way.id.ends_with("-copied") ? 32 : 16) << way.id;
  }
}

TEST_F(WindowPoolingsTest, WithoutADeviceItSaysSo) {
  host_cuda::settings().launches_until_lost = 0;
  try {
    const auto pool = window_poolings().make("tile", {8, 2, 2, 4}, pooling_image(8));
    std::vector<float> y(16);
    pool(y.data());
    ADD_FAILURE() << "the device was lost";
  } catch (const BackendError& error) {
    EXPECT_FALSE(std::string(error.what()).empty());
  }
  host_cuda::settings().launches_until_lost = -1;
}

}  // namespace
}  // namespace mlplab::gpu
