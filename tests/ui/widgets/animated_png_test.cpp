// An animated PNG has the frames that were put in, and is an ordinary PNG to readers without animations.
#include "ui/widgets/animated_png.h"

#include <QPainter>
#include <QTest>
#include <QtEndian>

namespace mlplab {

struct Chunk {
  QByteArray type, data;
};

std::vector<Chunk> chunks_of(const QByteArray& file) {
  std::vector<Chunk> chunks;
  for (qsizetype at = 8; at + 12 <= file.size();) {
    const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(file.constData() + at));
    chunks.push_back({file.mid(at + 4, 4), file.mid(at + 8, size)});
    at += size + 12;
  }
  return chunks;
}

quint32 number(const QByteArray& data, int at) { return qFromBigEndian<quint32>(data.constData() + at); }

/// All frames, laid over one another as a browser does it: each is read as a PNG of its own.
std::vector<QImage> played(const QByteArray& file) {
  const std::vector<Chunk> chunks = chunks_of(file);
  std::vector<QImage> frames;
  QRect part;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const QByteArray& data = chunks[i].data;
    if (chunks[i].type == "fcTL")
      part = QRect(static_cast<int>(number(data, 12)), static_cast<int>(number(data, 16)),
                   static_cast<int>(number(data, 4)), static_cast<int>(number(data, 8)));
    if (chunks[i].type != "IDAT" && chunks[i].type != "fdAT") continue;
    // The file with this frame's size and data in place of the first one's; Qt checks no sums of chunks that it needs.
    QByteArray single = file.left(8);
    const auto add = [&](const QByteArray& type, const QByteArray& bytes) {
      QByteArray length(4, '\0'), sum(4, '\0');
      qToBigEndian(static_cast<quint32>(bytes.size()), length.data());
      quint32 crc = 0xffffffffU;
      for (const char byte : type + bytes) {
        crc ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
      }
      qToBigEndian(crc ^ 0xffffffffU, sum.data());
      single += length + type + bytes + sum;
    };
    QByteArray header = chunks.front().data;
    qToBigEndian(static_cast<quint32>(part.width()), header.data());
    qToBigEndian(static_cast<quint32>(part.height()), header.data() + 4);
    add("IHDR", header);
    for (const Chunk& chunk : chunks)
      if (chunk.type == "PLTE" || chunk.type == "tRNS") add(chunk.type, chunk.data);
    add("IDAT", chunks[i].type == "IDAT" ? data : data.mid(4));
    add("IEND", {});
    QImage whole = frames.empty() ? QImage(part.size(), QImage::Format_ARGB32) : frames.back();
    if (frames.empty()) whole.fill(Qt::transparent);
    QPainter(&whole).drawImage(part.topLeft(), QImage::fromData(single, "PNG"));
    frames.push_back(whole);
  }
  return frames;
}

class AnimatedPngTest : public QObject {
  Q_OBJECT

  static QImage image(const QColor& ground, const QRect& box, const QColor& ink) {
    QImage image(90, 60, QImage::Format_RGB32);
    image.fill(ground);
    QPainter(&image).fillRect(box, ink);
    return image;
  }

 private Q_SLOTS:
  void frames_are_those_that_were_put_in() {
    const std::vector<QImage> frames{
        image(Qt::white, {5, 5, 20, 10}, Qt::red), image(Qt::white, {30, 20, 20, 10}, Qt::red),
        image(Qt::white, {30, 20, 20, 10}, Qt::blue), image(Qt::black, {0, 0, 90, 1}, Qt::white)};
    AnimatedPng film;
    for (const QImage& frame : frames) film.add(frame, 100);
    film.add(frames.back(), 50);  // no frame of its own
    QCOMPARE(film.frames(), frames.size());
    const QByteArray bytes = film.bytes();
    const std::vector<QImage> seen = played(bytes);
    QCOMPARE(seen.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i)
      QVERIFY2(seen[i].convertToFormat(QImage::Format_RGB32) == frames[i], qPrintable(QString::number(i)));
    QCOMPARE(QImage::fromData(bytes).convertToFormat(QImage::Format_RGB32), frames.front());
    std::vector<int> delays;
    for (const Chunk& chunk : chunks_of(bytes))
      if (chunk.type == "fcTL") delays.push_back(qFromBigEndian<quint16>(chunk.data.constData() + 20));
    QCOMPARE(delays, (std::vector<int>{100, 100, 100, 150}));
    QVERIFY(AnimatedPng().bytes().isEmpty());
  }

  /// As letters on the window's grounds have: the frequent ones stay, the others become their neighbours.
  void rare_colours_are_nearly_the_same() {
    QImage image(100, 100, QImage::Format_RGB32);
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 100; ++x)
        image.setPixel(x, y, x < 96 ? qRgb(2 * y, 10, 10) : qRgb(2 * y + 1, 10 + x % 2, 10 + x / 98));
    AnimatedPng film;
    film.add(image, 100);
    const QImage seen = played(film.bytes()).front().convertToFormat(QImage::Format_RGB32);
    int most = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 100; ++x) {
        const QRgb now = seen.pixel(x, y), was = image.pixel(x, y);
        if (x < 96) QCOMPARE(now, was);
        most = std::max({most, std::abs(qRed(now) - qRed(was)), std::abs(qGreen(now) - qGreen(was)),
                         std::abs(qBlue(now) - qBlue(was))});
      }
    QVERIFY2(most > 0 && most <= 2, qPrintable(QString::number(most)));
  }
};

}  // namespace mlplab

using mlplab::AnimatedPngTest;
QTEST_MAIN(AnimatedPngTest)
#include "animated_png_test.moc"
