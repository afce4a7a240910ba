// Faces of several sizes, at several places and in several numbers, all drawn here; their cuts; and a build or a
// machine that cannot look for any.
#include "core/operations/faces/face_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "tests/support/drawn_faces.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::DrawnFace;

Image as_image(const GrayImage& sheet) { return {{sheet.height, sheet.width, 1}, sheet.pixels}; }

class FaceFinders : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_no_faces(); !reason.empty()) GTEST_SKIP() << "skipped: no OpenCV: " << reason;
  }
};

/// One box per face, around its middle and as wide as it is, about.
void expect_found(const std::vector<FaceBox>& boxes, const std::vector<DrawnFace>& faces) {
  ASSERT_EQ(boxes.size(), faces.size());
  for (const DrawnFace& face : faces) {
    const auto around = std::ranges::find_if(boxes, [&](const FaceBox& box) {
      return std::hypot(box.left + box.width / 2.0 - face.x, box.top + box.height / 2.0 - face.y) < 0.5 * face.radius;
    });
    ASSERT_NE(around, boxes.end()) << "the face at " << face.x << ", " << face.y;
    EXPECT_NEAR(around->width, 2.2 * face.radius, 0.5 * face.radius);
  }
}

TEST_F(FaceFinders, FindsOneFaceOfEachSizeAtEachPlace) {
  const FaceFinder finder;
  for (const double radius : {25.0, 35.0, 50.0, 70.0})
    for (const double x : {110.0, 200.0, 310.0}) {
      const std::vector<DrawnFace> faces = {{x, 150.0, radius}};
      SCOPED_TRACE(testing::Message() << "radius " << radius << " at x = " << x);
      expect_found(finder.find(as_image(test::sheet_with_faces(300, 420, faces))), faces);
    }
}

TEST_F(FaceFinders, CountsThreeAndNone) {
  const FaceFinder finder;
  const std::vector<DrawnFace> three = {{120, 140, 50}, {330, 300, 70}, {530, 130, 40}};
  const Image sheet = as_image(test::sheet_with_faces(480, 640, three));
  const std::vector<FaceBox> boxes = finder.find(sheet);
  expect_found(boxes, three);
  EXPECT_TRUE(finder.find(as_image(test::sheet_with_faces(480, 640, {}))).empty());
  Image in_colour = sheet;
  in_colour = with_channels(in_colour, 3);
  EXPECT_EQ(finder.find(in_colour), boxes);
}

TEST_F(FaceFinders, GivesThemFromTopToBottomThenFromLeftToRight) {
  const FaceFinder finder;
  for (const double shift : {0.0, 15.0, 30.0, -20.0}) {
    const std::vector<DrawnFace> faces = {
        {530, 110 + shift, 45}, {120, 110, 45}, {320, 110 - shift / 3, 40}, {150, 330, 60}, {500, 330 - shift, 60}};
    const std::vector<FaceBox> boxes = finder.find(as_image(test::sheet_with_faces(480, 640, faces)));
    expect_found(boxes, faces);
    EXPECT_TRUE(std::ranges::is_sorted(boxes, {}, [](const FaceBox& box) { return std::pair(box.top, box.left); }))
        << shift;
  }
}

TEST_F(FaceFinders, GivesEveryThreadTheSameBoxes) {
  const FaceFinder finder;
  const Image sheet = as_image(test::sheet_with_faces(480, 640, {{120, 140, 50}, {330, 300, 70}, {530, 130, 40}}));
  const std::vector<FaceBox> alone = finder.find(sheet);
  finder.prepare(2);
  std::vector<std::vector<FaceBox>> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<FaceBox>& boxes : found) threads.emplace_back([&] { boxes = finder.find(sheet); });
  }
  for (const std::vector<FaceBox>& boxes : found) EXPECT_EQ(boxes, alone);
}

TEST(CutOut, HasThePixelsOfTheBoxInEachChannel) {
  Image image{{4, 5, 3}, std::vector<std::uint8_t>(60)};
  for (std::size_t i = 0; i < 60; ++i) image.pixels[i] = static_cast<std::uint8_t>(i);
  const Image part = cut_out(image, {3, 1, 2, 2});
  EXPECT_EQ(part.shape.height, 2);
  EXPECT_EQ(part.shape.width, 2);
  EXPECT_EQ(part.pixels, (std::vector<std::uint8_t>{8, 9, 13, 14, 28, 29, 33, 34, 48, 49, 53, 54}));
}

TEST(NoFaces, IsOneSentenceThatSaysWhatIsMissing) {
  const test::Environment cascade{{"MLPLAB_CASCADE", "/nowhere/face.xml"}};
  const std::string reason = why_no_faces();
  EXPECT_TRUE(reason.find("/nowhere/face.xml (install opencv-data)") != std::string::npos ||
              reason.find("faces cannot be looked for") != std::string::npos)
      << reason;
  EXPECT_THROW((void)FaceFinder(), BackendError);
}

TEST_F(FaceFinders, RefuseAFileThatIsNoClassifier) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "notes.xml", "no classifier");
  const test::Environment cascade{{"MLPLAB_CASCADE", folder / "notes.xml"}};
  try {
    (void)FaceFinder();
    ADD_FAILURE();
  } catch (const BackendError& error) {
    EXPECT_NE(std::string(error.what()).find("notes.xml is no classifier of OpenCV"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace mlplab
