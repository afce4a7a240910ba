// From top to bottom: the image, then the layers in their order. Ways around layers run in lanes right of the boxes.
#include "ui/network/network_image.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/charts/chart_export.h"
#include "ui/network/layer_words.h"
#include "ui/theme/ink_colors.h"

namespace mlplab {
namespace {

constexpr double margin = 10, gap = 14, padding = 8, lane_width = 11, block_padding = 8, widest_box = 520,
                 narrow_box = 330;

struct ImageText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::ImageText)
};

/// 'layer1.0' of 'layer1.0.conv1', of 'layer1.0.downsample.0' and of 'layer1.0' itself; '' where a name has no parts.
QString block_of(const std::string& name) {
  const QStringList parts = QString::fromStdString(name).split(QLatin1Char('.'));
  if (parts.size() < 2) return {};
  bool numbered = false;
  (void)parts[1].toInt(&numbered);
  return numbered ? parts[0] + QLatin1Char('.') + parts[1] : parts[0];
}

}  // namespace

NetworkImage::NetworkImage(const ModelSpec& model, const QFont& font, const Theme& theme, double width,
                           const QStringList& measured)
    : theme_(theme), outline_(outline_of(model)) {
  fonts_.assign(3, font);
  fonts_[0].setPointSizeF(theme.font_pt);
  fonts_[1].setPointSizeF(theme.font_pt);
  fonts_[1].setBold(true);
  fonts_[2].setPointSizeF(theme.small_pt);
  find_arcs(model);
  fill(model, measured);
  place(model, width);
}

void NetworkImage::find_arcs(const ModelSpec& model) {
  for (std::size_t node = 0; node < model.layers.size(); ++node) {
    const bool known = node < outline_.network.inputs.size();
    inputs_.push_back(known ? outline_.network.inputs[node] : std::vector<int>{static_cast<int>(node) - 1});
    for (const int input : inputs_.back())
      if (input != static_cast<int>(node) - 1) arcs_.push_back({input, static_cast<int>(node), 0});
  }
  // Short ones inside: each takes the first lane that none between its ends has.
  std::ranges::stable_sort(arcs_, {}, [](const Arc& arc) { return arc.to - arc.from; });
  for (std::size_t i = 0; i < arcs_.size(); ++i) {
    const auto taken = [&](int lane) {
      return std::any_of(arcs_.begin(), arcs_.begin() + static_cast<std::ptrdiff_t>(i), [&](const Arc& other) {
        return other.lane == lane && other.from < arcs_[i].to && arcs_[i].from < other.to;
      });
    };
    while (taken(arcs_[i].lane)) ++arcs_[i].lane;
    lanes_ = std::max(lanes_, arcs_[i].lane + 1);
  }
}

void NetworkImage::fill(const ModelSpec& model, const QStringList& measured) {
  input_text_ = model.input.is_vector() ? ImageText::tr("input, %1 numbers").arg(shape_text(model.input))
                                        : ImageText::tr("image, %1").arg(shape_text(model.input));
  const Network& network = outline_.network;
  double most = 0.0;
  for (const double flop : network.flops) most = std::max(most, flop);
  for (std::size_t node = 0; node < model.layers.size(); ++node) {
    const Node& layer = model.layers[node];
    Box box;
    const QString block = block_of(layer.name);
    const QString rest = QString::fromStdString(layer.name).mid(block.isEmpty() ? 0 : block.size() + 1);
    box.name = rest.isEmpty() ? kind_title(layer.layer) : rest;
    box.details = rest.isEmpty() ? layer_details(layer.layer) : layer_text(layer.layer);
    if (node < network.shapes.size()) {
      box.shape = shape_text(network.shapes[node]);
      const auto parameters = static_cast<double>(outline_.parameter_count(node));
      box.cost = parameters > 0
                     ? ImageText::tr("%1 parameters · %2").arg(count_text(parameters), flop_text(network.flops[node]))
                     : flop_text(network.flops[node]);
      box.share = most > 0 ? network.flops[node] / most : 0.0;
    }
    if (!measured.empty()) box.measured = measured.value(static_cast<int>(node));
    if (outline_.fault && node == outline_.faulty) box.fault = QString::fromStdString(outline_.fault_alone);
    boxes_.push_back(std::move(box));
  }
}

void NetworkImage::place(const ModelSpec& model, double width) {
  const bool framed = std::ranges::any_of(model.layers, [](const Node& n) { return !block_of(n.name).isEmpty(); });
  const double side = margin + (framed ? block_padding : 0);
  const double box_width = std::clamp(width - 2 * side - lanes_ * lane_width, 80.0, widest_box);
  const double left = std::max(side, (width - box_width - lanes_ * lane_width) / 2);
  const QFontMetricsF bold(fonts_[1]), small(fonts_[2]);
  narrow_ = box_width < narrow_box;
  const bool measured = std::ranges::any_of(boxes_, [](const Box& box) { return !box.measured.isEmpty(); });
  small_lines_ = (narrow_ ? 2 : 1) + (measured ? 1 : 0);
  const double usual = bold.height() + small_lines_ * small.height() + 2 * padding;
  input_ = QRectF(left, margin, box_width, bold.height() + padding);
  double y = input_.bottom() + gap;
  for (std::size_t node = 0; node < boxes_.size(); ++node) {
    Box& box = boxes_[node];
    const QString block = block_of(model.layers[node].name);
    const bool begins = !block.isEmpty() && (node == 0 || block_of(model.layers[node - 1].name) != block);
    if (begins) {
      blocks_.push_back(
          {QRectF(left - block_padding, y, box_width + lanes_ * lane_width + 2 * block_padding, 0), block});
      y += small.height() + block_padding;
    }
    double high = usual;
    if (!box.fault.isEmpty())
      high += small.boundingRect(QRectF(0, 0, box_width - 2 * padding, 1000), Qt::TextWordWrap, box.fault).height() + 4;
    box.rect = QRectF(left, y, box_width, high);
    y += high;
    const bool ends = !block.isEmpty() && (node + 1 == boxes_.size() || block_of(model.layers[node + 1].name) != block);
    if (ends) {
      y += block_padding;
      blocks_.back().rect.setBottom(y);
    }
    y += gap;
  }
  height_ = y - gap + margin;
}

QRectF NetworkImage::box(int layer) const {
  return layer < 0 ? input_ : boxes_.at(static_cast<std::size_t>(layer)).rect;
}

int NetworkImage::layer_at(const QPointF& point) const {
  if (input_.contains(point)) return -1;
  const auto found = std::ranges::find_if(boxes_, [&](const Box& box) { return box.rect.contains(point); });
  return found == boxes_.end() ? nothing_there : static_cast<int>(found - boxes_.begin());
}

QString NetworkImage::text_of(int layer) const {
  if (layer < 0) return input_text_;
  const Box& box = boxes_.at(static_cast<std::size_t>(layer));
  QStringList parts{box.name, box.details, box.shape, box.cost, box.measured, box.fault};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

void NetworkImage::paint_box(QPainter& painter, const Box& box, bool selected) const {
  const bool faulty = !box.fault.isEmpty();
  painter.setPen(QPen(faulty ? theme_.error : selected ? theme_.accent : theme_.control, selected || faulty ? 1.6 : 1));
  painter.setBrush(selected ? theme_.selected : faulty ? theme_.error_ground : theme_.card);
  painter.drawRoundedRect(box.rect, theme_.control_radius, theme_.control_radius);
  const QRectF inner = box.rect.adjusted(padding + 2, padding, -padding - 2, -padding);
  const QFontMetricsF bold(fonts_[1]), small(fonts_[2]);
  const auto line = [&](const QFont& font, const QColor& color, double top, Qt::Alignment side, const QString& text,
                        double room) {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(color);
    const QRectF at(side & Qt::AlignRight ? inner.right() - room : inner.left(), top, room, metrics.height());
    painter.drawText(at, static_cast<int>(side | Qt::AlignVCenter), metrics.elidedText(text, Qt::ElideRight, room));
  };
  // The numbers get the room that they need; the words share the rest.
  const double shape_room = std::min(bold.horizontalAdvance(box.shape) + 1, inner.width());
  const double cost_room = std::min(small.horizontalAdvance(box.cost) + 1, inner.width());
  const double second = inner.top() + bold.height();
  line(fonts_[1], theme_.text, inner.top(), Qt::AlignLeft, box.name, inner.width() - shape_room - 8);
  line(fonts_[1], theme_.text, inner.top(), Qt::AlignRight, box.shape, shape_room);
  if (narrow_) {
    line(fonts_[2], theme_.quiet, second, Qt::AlignLeft, box.details, inner.width());
    line(fonts_[2], theme_.quiet, second + small.height(), Qt::AlignLeft, box.cost, inner.width());
  } else {
    line(fonts_[2], theme_.quiet, second, Qt::AlignLeft, box.details, inner.width() - cost_room - 8);
    line(fonts_[2], theme_.quiet, second, Qt::AlignRight, box.cost, cost_room);
  }
  line(fonts_[2], theme_.text, second + (narrow_ ? 2 : 1) * small.height(), Qt::AlignLeft, box.measured, inner.width());
  if (faulty) {
    painter.setPen(theme_.error);
    painter.drawText(inner.adjusted(0, bold.height() + small_lines_ * small.height() + 4, 0, padding), Qt::TextWordWrap,
                     box.fault);
  } else if (box.share > 0) {  // where the work is
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.accent);
    const double room = box.rect.width() - 2.0 * theme_.control_radius;
    painter.drawRect(
        QRectF(box.rect.left() + theme_.control_radius, box.rect.bottom() - 3, std::max(1.0, room * box.share), 2));
  }
}

void NetworkImage::paint_ways(QPainter& painter, const QRectF& part) const {
  const auto head = [&](const QPointF& tip, const QPointF& along) {
    const QPointF across(-along.y(), along.x());
    painter.setBrush(theme_.quiet);
    painter.drawPolygon(QPolygonF{{tip, tip - 6 * along + 3 * across, tip - 6 * along - 3 * across}});
    painter.setBrush(Qt::NoBrush);
  };
  painter.setPen(QPen(theme_.quiet, 1.2));
  painter.setBrush(Qt::NoBrush);
  for (std::size_t node = 0; node < boxes_.size(); ++node) {
    if (std::ranges::find(inputs_[node], static_cast<int>(node) - 1) == inputs_[node].end()) continue;
    const QRectF above = box(static_cast<int>(node) - 1), &below = boxes_[node].rect;
    if (below.top() < part.top() || above.bottom() > part.bottom()) continue;
    painter.drawLine(QPointF(above.center().x(), above.bottom()), QPointF(below.center().x(), below.top() - 5));
    head(QPointF(below.center().x(), below.top()), QPointF(0, 1));
  }
  for (const Arc& arc : arcs_) {
    if (arc.from < -1 || arc.from >= arc.to) continue;
    const QRectF from = box(arc.from), &to = boxes_[static_cast<std::size_t>(arc.to)].rect;
    if (to.bottom() < part.top() || from.top() > part.bottom()) continue;
    const double x = to.right() + (arc.lane + 0.8) * lane_width, start = from.bottom() - 12, end = to.top() + 12;
    QPainterPath path(QPointF(from.right(), start));
    path.lineTo(x - 5, start);
    path.quadTo(x, start, x, start + 5);
    path.lineTo(x, end - 5);
    path.quadTo(x, end, x - 5, end);
    path.lineTo(to.right() + 5, end);
    painter.drawPath(path);
    head(QPointF(to.right(), end), QPointF(-1, 0));
  }
}

void NetworkImage::paint(QPainter& painter, const QRectF& part, int selected) const {
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Block& block : blocks_) {
    if (!block.rect.intersects(part)) continue;
    painter.setPen(QPen(theme_.line, 1));
    painter.setBrush(theme_.ground);
    painter.drawRoundedRect(block.rect, theme_.card_radius, theme_.card_radius);
    painter.setFont(fonts_[2]);
    painter.setPen(theme_.quiet);
    painter.drawText(block.rect.adjusted(block_padding, 4, -block_padding, 0), Qt::AlignLeft | Qt::AlignTop,
                     block.name);
  }
  painter.setPen(QPen(selected == -1 ? theme_.accent : theme_.control, 1));
  painter.setBrush(selected == -1 ? theme_.selected : mix(theme_.card, theme_.line, 0.5));
  painter.drawRoundedRect(input_, input_.height() / 2, input_.height() / 2);
  painter.setFont(fonts_[0]);
  painter.setPen(theme_.text);
  painter.drawText(input_, Qt::AlignCenter,
                   QFontMetricsF(fonts_[0]).elidedText(input_text_, Qt::ElideRight, input_.width() - 2 * padding));
  paint_ways(painter, part);
  for (std::size_t node = 0; node < boxes_.size(); ++node)
    if (boxes_[node].rect.intersects(part)) paint_box(painter, boxes_[node], selected == static_cast<int>(node));
}

void save_network_image(const ModelSpec& model, const QString& path, const QStringList& measured,
                        const QString& caption) {
  constexpr double width = 480;
  const Theme theme = light_theme();
  const NetworkImage image(model, QGuiApplication::font(), theme, width, measured);
  QFont small = QGuiApplication::font();
  small.setPointSizeF(theme.small_pt);
  const QRectF room(margin, image.height(), width - 2 * margin, 1000);
  const QRectF words =
      caption.isEmpty() ? QRectF() : QFontMetricsF(small).boundingRect(room, Qt::TextWordWrap, caption);
  Painting painting;
  painting.size = {width, image.height() + (caption.isEmpty() ? 0.0 : words.height() + margin)};
  painting.title = QString::fromStdString(model.name());
  painting.paint = [&](QPainter& painter) {
    painter.fillRect(QRectF(QPointF(), painting.size), theme.card);
    image.paint(painter, QRectF(QPointF(), painting.size));
    painter.setFont(small);
    painter.setPen(theme.quiet);
    painter.drawText(room, Qt::TextWordWrap, caption);
  };
  save_painting(painting, path, 200);
}

}  // namespace mlplab
