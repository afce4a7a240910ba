// How much a class may ask of the program: sizes, rates and numbers of people, drawings and connections. A further
// limit is a constant here; the code that holds it and a case in hostile_requests_test.cpp come with it.
#pragma once

#include <cstddef>

namespace mlplab::class_limits {

inline constexpr std::size_t body_bytes = 64 * 1024;  // a drawing
inline constexpr std::size_t header_bytes = 8 * 1024;
inline constexpr std::size_t target_bytes = 256;

inline constexpr std::size_t people = 200;
inline constexpr double absent_after_s = 40;  // without a request or an open stream
inline constexpr std::size_t name_characters = 24;

inline constexpr std::size_t strokes = 200, points = 4000;  // per drawing
inline constexpr float ink_length = 40;                     // per drawing, in sides of the sheet: bounds its raster
inline constexpr std::size_t drawings = 2000, drawings_per_person = 100;
inline constexpr std::size_t waiting_drawings = 256;  // that are not predicted yet

// A school's network may show all phones under one address, so the limits of one address leave room for a class.
inline constexpr std::size_t connections = 400, connections_per_address = 240, streams_per_person = 2;
inline constexpr double request_s = 10, idle_s = 30, reply_s = 20;  // for a whole request, between two, to take a reply
inline constexpr std::size_t unsent_bytes = 256 * 1024;             // of a stream whose phone does not read

struct Rate {
  double burst, per_second;
};
inline constexpr Rate drawings_rate{12, 1}, guesses_rate{10, 1};       // per person
inline constexpr Rate joins_rate{90, 1.5}, wrong_codes_rate{20, 0.5};  // per address
inline constexpr Rate requests_rate{1200, 200};                        // per address
inline constexpr std::size_t addresses = 1024;                         // whose rates are remembered

}  // namespace mlplab::class_limits
