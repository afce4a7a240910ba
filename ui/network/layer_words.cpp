// To add a kind of layer: its line in KindTitle and in LayerDetails.
#include "ui/network/layer_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

struct LayerText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::LayerText)
};

QString extent_text(const Extent& extent) { return QStringLiteral("%1 × %2").arg(extent.width).arg(extent.height); }

/// One number where both are the same.
QString short_text(const Extent& extent) {
  return extent.height == extent.width ? QString::number(extent.height) : extent_text(extent);
}

QStringList window_parts(const Window& window, const Extent& usual_stride) {
  QStringList parts;
  if (window.stride != usual_stride) parts << LayerText::tr("stride %1").arg(short_text(window.stride));
  if (window.padding != Extent{0, 0}) parts << LayerText::tr("padding %1").arg(short_text(window.padding));
  return parts;
}

struct KindTitle {
  QString operator()(const Dense& /*l*/) const { return LayerText::tr("dense"); }
  QString operator()(const Conv2d& /*l*/) const { return LayerText::tr("convolution"); }
  QString operator()(const MaxPool& /*l*/) const { return LayerText::tr("max pooling"); }
  QString operator()(const AveragePool& /*l*/) const { return LayerText::tr("average pooling"); }
  QString operator()(const GlobalAveragePool& /*l*/) const { return LayerText::tr("global average"); }
  QString operator()(const BatchNorm& /*l*/) const { return LayerText::tr("batch normalisation"); }
  QString operator()(const Dropout& /*l*/) const { return LayerText::tr("dropout"); }
  QString operator()(const Add& /*l*/) const { return LayerText::tr("sum"); }
  QString operator()(const Flatten& /*l*/) const { return LayerText::tr("flatten"); }
  QString operator()(const ActivationLayer& /*l*/) const { return LayerText::tr("activation"); }
  QString operator()(const Normalize& /*l*/) const { return LayerText::tr("normalisation"); }
};

/// All but the activation.
struct LayerDetails {
  QStringList operator()(const Dense& l) const { return {LayerText::tr("%L1 units").arg(l.units)}; }
  QStringList operator()(const Conv2d& l) const {
    QStringList parts{LayerText::tr("%L1 of %2").arg(l.channels).arg(extent_text(l.window.kernel))};
    parts += window_parts(l.window, {1, 1});
    if (!l.bias) parts << LayerText::tr("no bias");
    return parts;
  }
  template <Pooling which>
  QStringList operator()(const Pool<which>& l) const {
    return QStringList{extent_text(l.window.kernel)} + window_parts(l.window, l.window.kernel);
  }
  QStringList operator()(const Dropout& l) const { return {LayerText::tr("%1 %").arg(100.0 * l.rate, 0, 'g', 3)}; }
  QStringList operator()(const GlobalAveragePool& /*l*/) const { return {}; }
  QStringList operator()(const BatchNorm& /*l*/) const { return {}; }
  QStringList operator()(const Add& /*l*/) const { return {}; }
  QStringList operator()(const Flatten& /*l*/) const { return {}; }
  QStringList operator()(const ActivationLayer& /*l*/) const { return {}; }
  QStringList operator()(const Normalize& l) const {
    const auto list = [](const std::vector<double>& values) {
      QStringList parts;
      for (const double value : values) parts << QString::number(value, 'g', 3);
      return parts.join(QStringLiteral(" "));
    };
    return {LayerText::tr("mean %1").arg(list(l.mean)), LayerText::tr("std %1").arg(list(l.deviation))};
  }
};

}  // namespace

QString kind_title(const Layer& layer) { return std::visit(KindTitle{}, layer); }

QString layer_details(const Layer& layer) {
  QStringList parts = std::visit(LayerDetails{}, layer);
  if (activation_of(layer) != Activation::identity) parts << activation_title(activation_of(layer));
  return parts.join(QStringLiteral(", "));
}

QString layer_text(const Layer& layer) {
  const bool sized = !std::visit(LayerDetails{}, layer).isEmpty();
  const QString details = layer_details(layer);
  return details.isEmpty() ? kind_title(layer)
                           : kind_title(layer) + (sized ? QStringLiteral(" ") : QStringLiteral(", ")) + details;
}

QString shape_text(const Shape& shape) {
  if (shape.is_vector()) return QLocale().toString(shape.channels);
  return QStringLiteral("%1 × %2 × %3").arg(shape.channels).arg(shape.height).arg(shape.width);
}

QString activation_title(Activation activation) {
  switch (activation) {
    case Activation::identity:
      return LayerText::tr("none");
    case Activation::relu:
      return LayerText::tr("ReLU");
    case Activation::sigmoid:
      return LayerText::tr("sigmoid");
    case Activation::tanh:
      return LayerText::tr("tanh");
  }
  unreachable();
}

QString count_text(double count) {
  if (count >= 1e6) return display_number(count * 1e-6) + QStringLiteral(" M");
  return QLocale().toString(static_cast<qulonglong>(count));
}

QString flop_text(double flop) {
  if (flop >= 1e9) return LayerText::tr("%1 GFLOP").arg(display_number(flop * 1e-9));
  if (flop >= 1e5) return LayerText::tr("%1 MFLOP").arg(display_number(flop * 1e-6));
  if (flop >= 1e3) return LayerText::tr("%1 kFLOP").arg(display_number(flop * 1e-3));
  return LayerText::tr("%1 FLOP").arg(flop);
}

QString measured_words(const NodeFigures& figures, double wall_s) {
  const auto text = [](const std::string& words) { return QString::fromStdString(words); };
  const QString time = LayerText::tr("%1, %2 of the step")
                           .arg(text(duration(figures.time.time_s())), text(percent(figures.time.time_s() / wall_s)));
  return figures.of_peak > 0.0 ? LayerText::tr("%1 · %2 of peak").arg(time, text(percent(figures.of_peak))) : time;
}

}  // namespace mlplab
