// A network laid out and drawn: one box per layer with its shape, parameters and operations, arcs for outputs that go
// around layers, frames for blocks (layers named 'layer1.0.…' together). For a widget and for files.
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/model/network.h"
#include "ui/theme/theme.h"

class QFont;
class QPainter;

namespace mlplab {

class NetworkImage {
 public:
  /// Laid out for a width; a network that cannot be is drawn as far as it is known, with its fault at its layer.
  /// `measured` [layers]: what a profile says of each, in words; empty where there is none of this network.
  NetworkImage(const ModelSpec& model, const QFont& font, const Theme& theme, double width,
               const QStringList& measured = {});

  double height() const { return height_; }
  int layers() const { return static_cast<int>(boxes_.size()); }
  /// The box of a layer, of -1 that of the image which the network takes.
  QRectF box(int layer) const;
  /// The layer at a point; nothing_there where there is none.
  int layer_at(const QPointF& point) const;
  static constexpr int nothing_there = -2;
  /// The text of a layer's box, for screen readers.
  QString text_of(int layer) const;
  const Outline& outline() const { return outline_; }
  /// `selected`: a layer to mark, or nothing_there. Only what touches `part` is drawn.
  void paint(QPainter& painter, const QRectF& part, int selected = nothing_there) const;

 private:
  struct Box {
    QRectF rect;
    QString name, details, shape, cost, measured, fault;
    double share = 0.0;  // of the operations of the layer that has most
  };
  struct Arc {
    int from = 0, to = 0, lane = 0;
  };
  struct Block {
    QRectF rect;
    QString name;
  };
  void find_arcs(const ModelSpec& model);
  void place(const ModelSpec& model, double width);
  void fill(const ModelSpec& model, const QStringList& measured);
  void paint_box(QPainter& painter, const Box& box, bool selected) const;
  void paint_ways(QPainter& painter, const QRectF& part) const;

  Theme theme_;
  Outline outline_;
  std::vector<QFont> fonts_;  // plain, bold, small
  QRectF input_;
  QString input_text_;
  std::vector<Box> boxes_;
  std::vector<Arc> arcs_;
  std::vector<Block> blocks_;
  std::vector<std::vector<int>> inputs_;
  int lanes_ = 0;
  bool narrow_ = false;  // what a layer costs has a line of its own
  int small_lines_ = 1;  // under a layer's name
  double height_ = 0.0;
};

/// PNG, SVG or PDF by the file's ending, on a light ground as every chart; `caption` says where `measured` is from.
/// Throws InputError.
void save_network_image(const ModelSpec& model, const QString& path, const QStringList& measured = {},
                        const QString& caption = {});

}  // namespace mlplab
