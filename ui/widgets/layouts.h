// Rows and columns of widgets, each with its gaps, and without the margins that a style would give the layout of a
// widget.
#pragma once

#include <QBoxLayout>
#include <QMargins>

namespace mlplab {

template <class Layout>
Layout* layout_in(QWidget* of, int spacing, const QMargins& margins) {
  auto* layout = new Layout(of);
  layout->setContentsMargins(margins);
  if (spacing >= 0) layout->setSpacing(spacing);
  return layout;
}

/// The layout of `of`; a `spacing` of -1 is the style's.
inline QHBoxLayout* row_in(QWidget* of, int spacing = -1, const QMargins& margins = {}) {
  return layout_in<QHBoxLayout>(of, spacing, margins);
}
inline QVBoxLayout* column_in(QWidget* of, int spacing = -1, const QMargins& margins = {}) {
  return layout_in<QVBoxLayout>(of, spacing, margins);
}

/// Within another layout.
inline QHBoxLayout* spaced_row(int spacing) { return row_in(nullptr, spacing); }
inline QVBoxLayout* spaced_column(int spacing) { return column_in(nullptr, spacing); }

}  // namespace mlplab
