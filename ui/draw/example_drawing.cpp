// The drawing that DrawPage::showExample() shows: a five in two strokes. Points are pairs x, y on the sheet.
#include "ui/draw/example_drawing.h"

#include <span>

namespace mlplab {
namespace {

constexpr float stroke_0[][2] = {
    {104.8F, 49.9F},  {103.1F, 56.0F},  {101.5F, 62.3F},  {100.0F, 68.6F},  {98.5F, 74.9F},   {97.1F, 81.1F},
    {95.7F, 87.2F},   {94.1F, 93.2F},   {92.5F, 99.1F},   {90.9F, 104.9F},  {89.1F, 110.7F},  {87.4F, 116.6F},
    {85.6F, 122.4F},  {84.0F, 128.4F},  {82.4F, 134.4F},  {87.7F, 132.0F},  {92.8F, 129.5F},  {97.5F, 127.1F},
    {102.6F, 124.6F}, {108.0F, 121.9F}, {113.4F, 119.4F}, {118.8F, 117.0F}, {124.0F, 115.1F}, {128.9F, 113.7F},
    {134.5F, 113.0F}, {139.4F, 113.7F}, {144.1F, 115.5F}, {148.8F, 118.4F}, {152.5F, 121.5F}, {156.1F, 125.1F},
    {159.8F, 129.2F}, {163.3F, 133.6F}, {166.7F, 138.1F}, {169.9F, 142.6F}, {173.3F, 148.0F}, {175.9F, 153.1F},
    {177.8F, 157.9F}, {179.2F, 162.8F}, {180.1F, 168.1F}, {180.5F, 173.4F}, {180.3F, 178.9F}, {179.7F, 184.3F},
    {178.5F, 189.7F}, {176.9F, 194.9F}, {174.6F, 199.8F}, {171.8F, 204.3F}, {168.1F, 208.5F}, {164.0F, 212.1F},
    {159.7F, 215.4F}, {154.8F, 218.4F}, {150.4F, 220.8F}, {145.7F, 222.9F}, {140.8F, 224.9F}, {135.9F, 226.7F},
    {130.9F, 228.3F}, {125.1F, 230.1F}, {119.7F, 231.5F}, {113.7F, 232.7F}, {108.4F, 233.1F}, {103.2F, 232.5F},
    {98.1F, 231.2F},  {93.4F, 229.2F},  {88.9F, 226.9F},  {84.8F, 224.3F},  {80.4F, 221.2F},  {76.0F, 217.9F},
    {73.1F, 216.1F}};
constexpr float stroke_1[][2] = {{103.2F, 50.5F}, {109.4F, 50.4F}, {115.7F, 50.3F}, {122.1F, 50.1F}, {128.4F, 50.0F},
                                 {134.8F, 49.8F}, {141.2F, 49.6F}, {147.5F, 49.4F}, {153.8F, 49.2F}, {160.0F, 48.9F},
                                 {166.2F, 48.6F}, {172.4F, 48.2F}, {178.5F, 47.9F}, {184.6F, 47.5F}, {190.7F, 47.1F},
                                 {196.7F, 46.8F}, {197.9F, 46.7F}};

Stroke stroke_through(std::span<const float[2]> points) {
  Stroke stroke;
  for (const auto& point : points) stroke.points.push_back({point[0], point[1]});
  return stroke;
}

}  // namespace

std::vector<Stroke> example_drawing() { return {stroke_through(stroke_0), stroke_through(stroke_1)}; }

}  // namespace mlplab
