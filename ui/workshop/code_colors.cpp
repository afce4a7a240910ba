#include "ui/workshop/code_colors.h"

#include <QRegularExpression>

namespace mlplab {

namespace {

enum Kind { none, word, number, quoted, directive, comment };

/// One of them at a time, the first that fits; a comment that goes on over lines is state 1 of its line.
const QRegularExpression& parts() {
  static const QRegularExpression all(QStringLiteral(
      R"((?<comment>//.*|/\*.*?(?:\*/|$)))"
      R"(|(?<quoted>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))"
      R"(|(?<directive>^\s*#.*?(?=//|/\*|$)))"
      R"(|(?<number>\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)[fFuUlL]*\b))"
      R"(|(?<word>\b(?:alignas|auto|bool|break|case|char|class|const|constexpr|continue|default|delete|do|double|)"
      R"(else|enum|extern|false|float|for|if|inline|int|long|namespace|new|nullptr|return|short|signed|sizeof|)"
      R"(static|static_cast|reinterpret_cast|struct|switch|template|this|throw|true|try|catch|typedef|typename|)"
      R"(union|unsigned|using|void|volatile|while|size_t|__restrict__|__global__|__device__|__host__|__shared__|)"
      R"(__syncthreads|threadIdx|blockIdx|blockDim|gridDim|dim3)\b))"));
  return all;
}

Kind kind_of(const QRegularExpressionMatch& match) {
  if (!match.captured(QStringLiteral("comment")).isNull()) return comment;
  if (!match.captured(QStringLiteral("quoted")).isNull()) return quoted;
  if (!match.captured(QStringLiteral("directive")).isNull()) return directive;
  if (!match.captured(QStringLiteral("number")).isNull()) return number;
  return word;
}

}  // namespace

void CodeColors::set_theme(const Theme& theme) {
  theme_ = theme;
  rehighlight();
}

void CodeColors::highlightBlock(const QString& text) {
  constexpr int in_comment = 1;
  QTextCharFormat formats[6];
  formats[word].setForeground(theme_.link);
  formats[word].setFontWeight(QFont::DemiBold);
  formats[number].setForeground(theme_.series_color(1));
  formats[quoted].setForeground(theme_.series_color(2));
  formats[directive].setForeground(theme_.series_color(3));
  formats[comment].setForeground(theme_.quiet);
  formats[comment].setFontItalic(true);
  setCurrentBlockState(0);
  qsizetype from = 0;
  if (previousBlockState() == in_comment) {
    const qsizetype end = text.indexOf(QLatin1String("*/"));
    setFormat(0, static_cast<int>(end < 0 ? text.size() : end + 2), formats[comment]);
    if (end < 0) return setCurrentBlockState(in_comment);
    from = end + 2;
  }
  for (auto found = parts().globalMatch(text, from); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const Kind kind = kind_of(match);
    setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), formats[kind]);
    const QString part = match.captured();
    if (kind == comment && part.startsWith(QLatin1String("/*")) &&
        !(part.size() >= 4 && part.endsWith(QLatin1String("*/"))))
      setCurrentBlockState(in_comment);
  }
}

}  // namespace mlplab
