// To add a kind of layer: its line in KindTitle and in LayerDetails.
#include "ui/network/layer_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "core/base/unreachable.h"
#include "ui/charts/chart_data.h"

namespace mlplab {
namespace {

QString words(const char* text) { return QCoreApplication::translate("LayerWords", text); }

QString extent_text(const Extent& extent) { return QStringLiteral("%1 × %2").arg(extent.height).arg(extent.width); }

/// One number where both are the same.
QString short_text(const Extent& extent) {
  return extent.height == extent.width ? QString::number(extent.height) : extent_text(extent);
}

QStringList window_parts(const Window& window, const Extent& usual_stride) {
  QStringList parts;
  if (window.stride != usual_stride) parts << words("stride %1").arg(short_text(window.stride));
  if (window.padding != Extent{0, 0}) parts << words("padding %1").arg(short_text(window.padding));
  return parts;
}

struct KindTitle {
  QString operator()(const Dense& /*l*/) const { return words("dense"); }
  QString operator()(const Conv2d& /*l*/) const { return words("convolution"); }
  QString operator()(const MaxPool& /*l*/) const { return words("max pooling"); }
  QString operator()(const AveragePool& /*l*/) const { return words("average pooling"); }
  QString operator()(const GlobalAveragePool& /*l*/) const { return words("global average"); }
  QString operator()(const BatchNorm& /*l*/) const { return words("batch normalisation"); }
  QString operator()(const Dropout& /*l*/) const { return words("dropout"); }
  QString operator()(const Add& /*l*/) const { return words("sum"); }
  QString operator()(const Flatten& /*l*/) const { return words("flatten"); }
  QString operator()(const ActivationLayer& /*l*/) const { return words("activation"); }
};

/// All but the activation.
struct LayerDetails {
  QStringList operator()(const Dense& l) const { return {words("%L1 units").arg(l.units)}; }
  QStringList operator()(const Conv2d& l) const {
    QStringList parts{words("%L1 of %2").arg(l.channels).arg(extent_text(l.window.kernel))};
    parts += window_parts(l.window, {1, 1});
    if (!l.bias) parts << words("no bias");
    return parts;
  }
  template <Pooling which>
  QStringList operator()(const Pool<which>& l) const {
    return QStringList{extent_text(l.window.kernel)} + window_parts(l.window, l.window.kernel);
  }
  QStringList operator()(const Dropout& l) const { return {words("%1 %").arg(100.0 * l.rate, 0, 'g', 3)}; }
  QStringList operator()(const GlobalAveragePool& /*l*/) const { return {}; }
  QStringList operator()(const BatchNorm& /*l*/) const { return {}; }
  QStringList operator()(const Add& /*l*/) const { return {}; }
  QStringList operator()(const Flatten& /*l*/) const { return {}; }
  QStringList operator()(const ActivationLayer& /*l*/) const { return {}; }
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
      return words("none");
    case Activation::relu:
      return words("ReLU");
    case Activation::sigmoid:
      return words("sigmoid");
    case Activation::tanh:
      return words("tanh");
  }
  unreachable();
}

QString count_text(double count) {
  if (count >= 1e6) return display_number(count * 1e-6) + QStringLiteral(" M");
  return QLocale().toString(static_cast<qulonglong>(count));
}

QString flop_text(double flop) {
  if (flop >= 1e9) return words("%1 GFLOP").arg(display_number(flop * 1e-9));
  if (flop >= 1e5) return words("%1 MFLOP").arg(display_number(flop * 1e-6));
  if (flop >= 1e3) return words("%1 kFLOP").arg(display_number(flop * 1e-3));
  return words("%1 FLOP").arg(flop);
}

}  // namespace mlplab
