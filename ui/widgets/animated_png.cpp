// Chunks as in https://www.w3.org/TR/png-3/: IHDR, acTL, PLTE, tRNS, then fcTL with IDAT or fdAT of each frame.
#include "ui/widgets/animated_png.h"

#include <QtEndian>
#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace mlplab {
namespace {

constexpr int most_colors = 255;  // and one for 'as in the frame before'
constexpr std::uint8_t unchanged = 0;

/// The check value of a chunk (PNG, annex D).
quint32 crc_of(const QByteArray& bytes) {
  quint32 crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<quint8>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? 0xedb88320U ^ (crc >> 1) : crc >> 1;
  }
  return crc ^ 0xffffffffU;
}

template <class Number>
void append(QByteArray& bytes, Number number) {
  const Number big = qToBigEndian(number);
  bytes.append(reinterpret_cast<const char*>(&big), sizeof big);
}

void append_chunk(QByteArray& file, const char* type, const QByteArray& data) {
  append(file, static_cast<quint32>(data.size()));
  const QByteArray checked = QByteArray(type, 4) + data;
  file += checked;
  append(file, crc_of(checked));
}

/// The colours of all frames, the most frequent first, and for every colour the place of the one that stands for it.
class Palette {
 public:
  void count(const QImage& image) {
    for (int y = 0; y < image.height(); ++y)
      for (const QRgb* p = row(image, y); p != row(image, y) + image.width(); ++p) ++counts_[*p];
  }
  void choose() {
    std::vector<std::pair<QRgb, std::int64_t>> all(counts_.begin(), counts_.end());
    std::ranges::sort(all, [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    for (const auto& [color, times] : all) {
      if (static_cast<int>(colors_.size()) == most_colors) break;
      colors_.push_back(color);
    }
    for (const auto& [color, times] : all) places_[color] = static_cast<std::uint8_t>(1 + nearest(color));
  }
  std::uint8_t place(QRgb color) const { return places_.at(color); }
  const std::vector<QRgb>& colors() const { return colors_; }
  static const QRgb* row(const QImage& image, int y) { return reinterpret_cast<const QRgb*>(image.constScanLine(y)); }

 private:
  std::ptrdiff_t nearest(QRgb color) const {
    const auto distance = [color](QRgb other) {
      const int r = qRed(color) - qRed(other), g = qGreen(color) - qGreen(other), b = qBlue(color) - qBlue(other);
      return 3 * r * r + 4 * g * g + 2 * b * b;
    };
    return std::ranges::min_element(colors_, {}, distance) - colors_.begin();
  }

  std::unordered_map<QRgb, std::int64_t> counts_;
  std::unordered_map<QRgb, std::uint8_t> places_;
  std::vector<QRgb> colors_;
};

/// Where `now` is not as `before`; empty where it is.
QRect difference(const QImage& before, const QImage& now) {
  int left = now.width(), top = now.height(), right = -1, bottom = -1;
  for (int y = 0; y < now.height(); ++y) {
    const QRgb *old = Palette::row(before, y), *now_row = Palette::row(now, y);
    for (int x = 0; x < now.width(); ++x) {
      if (old[x] == now_row[x]) continue;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = y;
    }
  }
  return right < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

/// Palette places of `part`, each row behind its filter (0: none), as zlib has them.
QByteArray pixels_of(const QImage& image, const QImage* before, const QRect& part, const Palette& palette) {
  QByteArray places;
  places.reserve(part.height() * (part.width() + 1));
  for (int y = part.top(); y <= part.bottom(); ++y) {
    const QRgb *now = Palette::row(image, y), *old = before == nullptr ? nullptr : Palette::row(*before, y);
    places.append('\0');
    for (int x = part.left(); x <= part.right(); ++x) {
      const bool same = old != nullptr && old[x] == now[x];
      places.append(static_cast<char>(same ? unchanged : palette.place(now[x])));
    }
  }
  constexpr int length = 4;  // of the size that Qt puts before zlib's bytes
  return qCompress(places, 9).mid(length);
}

}  // namespace

void AnimatedPng::add(const QImage& frame, int milliseconds) {
  const QImage image = frame.convertToFormat(QImage::Format_RGB32);
  if (!frames_.empty() && difference(frames_.back().image, image).isNull())
    frames_.back().milliseconds += milliseconds;
  else
    frames_.push_back({image, milliseconds});
}

QByteArray AnimatedPng::bytes() const {
  if (frames_.empty()) return {};
  Palette palette;
  for (const Frame& frame : frames_) palette.count(frame.image);
  palette.choose();
  const QSize size = frames_.front().image.size();
  QByteArray file = QByteArray::fromHex("89504e470d0a1a0a"), header, control, colors("\0\0\0", 3);
  append(header, static_cast<quint32>(size.width()));
  append(header, static_cast<quint32>(size.height()));
  header += QByteArray::fromHex("0803000000");  // 8 bits, palette, deflate, usual filters, not interlaced
  append_chunk(file, "IHDR", header);
  append(control, static_cast<quint32>(frames_.size()));
  append(control, quint32{0});  // for ever
  append_chunk(file, "acTL", control);
  for (const QRgb color : palette.colors())
    for (const int part : {qRed(color), qGreen(color), qBlue(color)}) colors.append(static_cast<char>(part));
  append_chunk(file, "PLTE", colors);
  append_chunk(file, "tRNS", QByteArray(1, '\0'));  // the first place is transparent
  quint32 sequence = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const QImage* before = i == 0 ? nullptr : &frames_[i - 1].image;
    const QRect part = before == nullptr ? QRect(QPoint(), size) : difference(*before, frames_[i].image);
    QByteArray frame;
    append(frame, sequence++);
    for (const int number : {part.width(), part.height(), part.x(), part.y()})
      append(frame, static_cast<quint32>(number));
    append(frame, static_cast<quint16>(std::min(frames_[i].milliseconds, 65535)));
    append(frame, quint16{1000});
    frame.append('\0');                             // the frame stays
    frame.append(before == nullptr ? '\0' : '\1');  // laid over the one before it
    append_chunk(file, "fcTL", frame);
    const QByteArray pixels = pixels_of(frames_[i].image, before, part, palette);
    if (before == nullptr) {
      append_chunk(file, "IDAT", pixels);
      continue;
    }
    QByteArray numbered;
    append(numbered, sequence++);
    append_chunk(file, "fdAT", numbered + pixels);
  }
  append_chunk(file, "IEND", {});
  return file;
}

}  // namespace mlplab
