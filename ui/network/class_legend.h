// The colours of classes on maps of images, and the list of which colour is which class.
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QRectF>
#include <QStringList>

#include "ui/theme/theme.h"

class QPainter;

namespace mlplab {

/// Eight colours serve more classes: each further round is a step towards the text's colour.
QColor class_color(const Theme& theme, int label);

/// Whether every name is so short that it can be drawn in place of its point.
bool names_are_points(const QStringList& names);

/// A dot and the name of each class, at most 24, in rows. Returns their height; draws where `painter` is given.
double paint_class_names(QPainter* painter, const QRectF& area, const QStringList& names, const Theme& theme,
                         const QFontMetricsF& metrics);

}  // namespace mlplab
