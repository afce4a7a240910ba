#include "ui/network/probability_bars.h"

#include <QPainter>
#include <algorithm>
#include <functional>
#include <numeric>

#include "ui/theme/ink_colors.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

constexpr int max_rows = 12;

}  // namespace

ProbabilityBars::ProbabilityBars(QWidget* parent)
    : PaintedView(tr("Probability of each class"), QAccessible::Chart, parent) {
  setProbabilities({});
}

void ProbabilityBars::setProbabilities(std::vector<float> probabilities) {
  probabilities_ = std::move(probabilities);
  const int classes = !probabilities_.empty() ? static_cast<int>(probabilities_.size())
                      : names_.isEmpty()      ? 10
                                              : static_cast<int>(names_.size());
  shown_.resize(static_cast<std::size_t>(classes));
  std::iota(shown_.begin(), shown_.end(), 0);
  if (classes > max_rows && !probabilities_.empty())
    std::ranges::stable_sort(shown_, std::greater(), [this](int i) { return probabilities_[std::size_t(i)]; });
  shown_.resize(static_cast<std::size_t>(std::min(classes, max_rows)));
  rows_ = static_cast<int>(shown_.size());
  QStringList spoken;
  for (std::size_t i = 0; i < probabilities_.size(); ++i)
    spoken << QStringLiteral("%1: %2").arg(nameOf(static_cast<int>(i)), share_text(double{probabilities_[i]}));
  setAccessibleDescription(spoken.isEmpty() ? tr("no prediction yet") : spoken.join(QStringLiteral(", ")));
  update();
}

void ProbabilityBars::setNames(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  setProbabilities({});
}

QString ProbabilityBars::nameOf(int label) const {
  return label < names_.size() ? names_[label] : QString::number(label);
}

int ProbabilityBars::winner() const {
  if (probabilities_.empty()) return -1;
  return static_cast<int>(std::ranges::max_element(probabilities_) - probabilities_.begin());
}

void ProbabilityBars::theme_changed() {
  updateGeometry();
  update();
}

QSize ProbabilityBars::minimumSizeHint() const {
  const QFontMetrics metrics(font());
  return {metrics.horizontalAdvance(QStringLiteral("0  > 99.9 %")) + 80, rows_ * (metrics.height() + 2)};
}

QSize ProbabilityBars::sizeHint() const { return {260, rows_ * (QFontMetrics(font()).height() + 12)}; }

void ProbabilityBars::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont bold = font();
  bold.setBold(true);
  const QFontMetrics metrics(bold);
  qreal widest = 0;
  for (const int label : shown_) widest = std::max<qreal>(widest, metrics.horizontalAdvance(nameOf(label)));
  const qreal name_width = std::min(widest, width() * 0.35) + 12;
  const qreal value_width = metrics.horizontalAdvance(share_text(0.9999)) + 12;
  const qreal pitch = static_cast<qreal>(height()) / rows_;
  const qreal thickness = std::min(std::max(pitch * 0.5, 6.0), 20.0);
  const int best = winner();
  for (int i = 0; i < rows_; ++i) {
    const QRectF row(0, i * pitch, width(), pitch);
    const int label = shown_[static_cast<std::size_t>(i)];
    const bool won = label == best;
    painter.setFont(won ? bold : font());
    painter.setPen(won ? theme_.text : theme_.quiet);
    painter.drawText(row.adjusted(0, 0, name_width - row.width(), 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(painter.font()).elidedText(nameOf(label), Qt::ElideRight, int(name_width) - 8));
    const QRectF track(name_width, row.center().y() - thickness / 2, row.width() - name_width - value_width, thickness);
    const qreal radius = std::min<qreal>(4, thickness / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mix(theme_.card, theme_.line, 0.7));
    painter.drawRoundedRect(track, radius, radius);
    if (best < 0) continue;
    const double probability = double{probabilities_[static_cast<std::size_t>(label)]};
    if (const qreal length = track.width() * probability; length >= 0.5) {
      painter.setBrush(won ? theme_.accent : mix(theme_.card, theme_.quiet, 0.75));
      painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max(length, 3.0), thickness)), radius, radius);
    }
    painter.setPen(won ? theme_.text : theme_.quiet);
    painter.drawText(QRectF(row.right() - value_width, row.top(), value_width, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, share_text(probability));
  }
}

}  // namespace mlplab
