// The colours of charts on a light and a dark ground, in one place for the window and for files.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/reporting/chart.h"

namespace mlplab {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Rgb&) const = default;
};

/// Okabe and Ito's colours (jfly.uni-koeln.de/color, 2008), shifted in lightness to at least 3:1 against `card`: bluish
/// green, orange, vermillion, blue, reddish purple, sky blue, yellow, black.
struct ChartPalette {
  std::array<Rgb, 8> series;
  Rgb text, quiet, line, card;
};
inline constexpr ChartPalette light_palette{{{{0x00, 0x95, 0x6B},
                                              {0xB9, 0x7A, 0x00},
                                              {0xD5, 0x5E, 0x00},
                                              {0x00, 0x72, 0xB2},
                                              {0xC2, 0x65, 0x9A},
                                              {0x2E, 0x93, 0xCF},
                                              {0x94, 0x89, 0x0A},
                                              {0x40, 0x45, 0x4D}}},
                                            {0x1B, 0x1F, 0x24},
                                            {0x5B, 0x64, 0x70},
                                            {0xE1, 0xE4, 0xE9},
                                            {0xFF, 0xFF, 0xFF}};
inline constexpr ChartPalette dark_palette{{{{0x2F, 0xC4, 0x97},
                                             {0xF0, 0xB4, 0x2E},
                                             {0xF5, 0x83, 0x3D},
                                             {0x4C, 0xA6, 0xE8},
                                             {0xE2, 0x96, 0xC2},
                                             {0x8F, 0xD2, 0xF7},
                                             {0xF0, 0xE4, 0x42},
                                             {0xC9, 0xCE, 0xD5}}},
                                           {0xE8, 0xEA, 0xED},
                                           {0xA2, 0xAB, 0xB5},
                                           {0x34, 0x3A, 0x42},
                                           {0x1F, 0x23, 0x28}};

/// Beyond the palette, and for each further shade, the colours come again and stand off more strongly from the card.
Rgb series_rgb(const ChartPalette& palette, const SeriesColor& color);
/// '#00956b'
std::string hex(const Rgb& color);

}  // namespace mlplab
