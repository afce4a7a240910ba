#include "tests/support/drawn_faces.h"

#include <cmath>

#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

/// An ellipse with a soft rim: 1 in its middle, 0 outside.
double ellipse(double x, double y, double middle_x, double middle_y, double radius_x, double radius_y) {
  const double distance = std::hypot((x - middle_x) / radius_x, (y - middle_y) / radius_y);
  return 1.0 / (1.0 + std::exp(12.0 * (distance - 1.0)));
}

/// `paper` where there is no face; x and y from its middle, in its radius.
double grey_of_face(double x, double y, double paper) {
  double grey = paper;
  const auto paint = [&](double cover, double colour) { grey = grey * (1.0 - cover) + colour * cover; };
  paint(ellipse(x, y, 0.0, -0.25, 1.05, 1.3), 60.0);                 // hair
  paint(ellipse(x, y, 0.0, 0.1, 0.82, 1.15), 205.0 - 25.0 * x * x);  // skin
  for (const double side : {-1.0, 1.0}) {
    paint(0.75 * ellipse(x, y, side * 0.38, -0.2, 0.27, 0.16), 95.0);  // the hollow of the eye
    paint(ellipse(x, y, side * 0.38, -0.36, 0.28, 0.06), 55.0);        // brow
    paint(ellipse(x, y, side * 0.38, -0.16, 0.15, 0.08), 35.0);        // eye
    paint(0.5 * ellipse(x, y, side * 0.42, 0.25, 0.2, 0.15), 225.0);   // cheek
  }
  paint(0.6 * ellipse(x, y, 0.0, 0.05, 0.09, 0.3), 230.0);   // nose
  paint(0.6 * ellipse(x, y, 0.0, 0.33, 0.2, 0.06), 110.0);   // its shadow
  paint(0.9 * ellipse(x, y, 0.0, 0.62, 0.33, 0.09), 90.0);   // mouth
  paint(0.5 * ellipse(x, y, 0.0, 0.82, 0.25, 0.05), 150.0);  // chin
  return grey;
}

}  // namespace

GrayImage sheet_with_faces(int height, int width, const std::vector<DrawnFace>& faces) {
  GrayImage sheet(height, width);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      double grey = 150.0;
      for (const DrawnFace& face : faces) {
        const double x = (column - face.x) / face.radius, y = (row - face.y) / face.radius;
        if (std::fabs(x) < 1.6 && std::fabs(y) < 1.9) grey = grey_of_face(x, y, grey);
      }
      sheet.pixels[static_cast<std::size_t>(row * width + column)] = static_cast<std::uint8_t>(std::lround(grey));
    }
  return sheet;
}

void write_sheet(const std::filesystem::path& file, const GrayImage& sheet) { write_bytes(file, png_bytes(sheet)); }

void write_photographs(const std::filesystem::path& folder, bool damaged) {
  std::filesystem::create_directories(folder / "c");
  write_sheet(folder / "a.png", sheet_with_faces(200, 240, {{120, 100, 45}}));
  write_sheet(folder / "b.png", sheet_with_faces(200, 240, {}));
  write_sheet(folder / "c" / "d.png", sheet_with_faces(300, 420, {{90, 110, 45}, {300, 180, 60}, {190, 90, 35}}));
  write_sheet(folder / "e.png", sheet_with_faces(220, 400, {{110, 110, 50}, {290, 110, 40}}));
  if (damaged) write_bytes(folder / "f.png", "no image");
}

}  // namespace mlplab::test
