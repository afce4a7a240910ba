// An animated PNG (APNG, in the PNG specification since its third edition of 2025), as browsers play it: frames of one
// size in at most 255 colours. A frame keeps only what changed since the one before it, so that a film of the window
// stays small.
#pragma once

#include <QByteArray>
#include <QImage>
#include <vector>

namespace mlplab {

class AnimatedPng {
 public:
  /// All frames have the size of the first one. A frame like the one before it lengthens that one.
  void add(const QImage& frame, int milliseconds);
  std::size_t frames() const { return frames_.size(); }
  /// The file's bytes; it plays again and again. Empty without a frame.
  QByteArray bytes() const;

 private:
  struct Frame {
    QImage image;
    int milliseconds = 0;
  };
  std::vector<Frame> frames_;
};

}  // namespace mlplab
