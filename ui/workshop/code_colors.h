// Colours in a kernel's text: words of C++ and CUDA, comments, texts, numbers, lines of the preprocessor. To colour one
// more thing: its expression in code_colors.cpp.
#pragma once

#include <QSyntaxHighlighter>

#include "ui/theme/theme.h"

namespace mlplab {

class CodeColors : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;
  void set_theme(const Theme& theme);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  Theme theme_ = light_theme();
};

}  // namespace mlplab
