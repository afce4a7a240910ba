#include "ui/inspect/image_list.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <functional>

#include "ui/network/example_image.h"
#include "ui/runs/network_input.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/page.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {
namespace {

constexpr int image_side = 52, image_margin = 6;  // px

/// The image, and under it its classes in a colour that says whether the prediction is right.
class ImageDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void set_theme(const Theme& theme) { theme_ = theme; }

  void set_least_width(int width) { least_width_ = width; }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const override {
    return {std::max(image_side + 4 * image_margin, least_width_),
            image_side + 3 * image_margin + 2 * QFontMetrics(option.font).height()};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    const QRect place = option.rect.adjusted(2, 2, -2, -2);
    painter->setRenderHint(QPainter::Antialiasing);
    if ((option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) != 0) {
      const bool selected = (option.state & QStyle::State_Selected) != 0;
      painter->setBrush(selected ? theme_.selected : theme_.hover);
      painter->setPen(selected ? QPen(theme_.accent, 1) : QPen(Qt::NoPen));
      painter->drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const auto image = index.data(Qt::DecorationRole).value<QImage>();
    QSizeF size = image.size();
    size.scale(image_side, image_side, Qt::KeepAspectRatio);
    const QRectF square(place.center().x() - image_side / 2.0, place.top() + image_margin, image_side, image_side);
    QRectF at(QPointF(), size);
    at.moveCenter(square.center());
    painter->setRenderHint(QPainter::SmoothPixmapTransform, image.width() > image_side);
    painter->drawImage(at, image);
    painter->setPen(QPen(theme_.line, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(at);
    const QStringList lines = index.data(Qt::DisplayRole).toString().split(QLatin1Char('\n'));
    const QFontMetrics metrics(option.font);
    for (int i = 0; i < lines.size(); ++i) {
      const bool wrong = index.data(ImageListModel::wrong_role).toBool();
      painter->setPen(i > 0 ? theme_.quiet : wrong ? theme_.error : theme_.text);
      const QRectF line(place.left() + 2, square.bottom() + 2 + i * metrics.height(), place.width() - 4,
                        metrics.height());
      painter->drawText(line, Qt::AlignCenter,
                        metrics.elidedText(lines[i], Qt::ElideRight, static_cast<int>(line.width())));
    }
    painter->restore();
  }

 private:
  Theme theme_ = light_theme();
  int least_width_ = 0;  // px
};

}  // namespace

/// Row by row and not as a new list, which would be scrolled back to its top.
void ImageListModel::show(std::shared_ptr<const Inspection> inspection, std::vector<std::uint32_t> images) {
  const int before = rowCount(), now = static_cast<int>(images.size());
  if (now > before) beginInsertRows({}, before, now - 1);
  if (now < before) beginRemoveRows({}, now, before - 1);
  inspection_ = std::move(inspection);
  images_ = std::move(images);
  if (now > before) endInsertRows();
  if (now < before) endRemoveRows();
  if (const int common = std::min(before, now); common > 0) Q_EMIT dataChanged(index(0), index(common - 1));
}

void ImageListModel::set_theme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int ImageListModel::row_of(std::uint32_t image) const {
  const auto found = std::ranges::find(images_, image);
  return found == images_.end() ? -1 : static_cast<int>(found - images_.begin());
}

int ImageListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(images_.size());
}

QVariant ImageListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const std::size_t image = images_[static_cast<std::size_t>(index.row())];
  const Inspection& i = *inspection_;
  const int truth = i.predictions.truth[image], predicted = i.predictions.predicted[image];
  const QString is = class_title(truth, i.data->class_names), said = class_title(predicted, i.data->class_names);
  const QString sure = share_text(double{i.predictions.probability(image, predicted)});
  switch (role) {
    case Qt::DisplayRole:
      return QStringLiteral("%1\n%2").arg(truth == predicted ? is : QStringLiteral("%1 → %2").arg(is, said), sure);
    case Qt::DecorationRole:
      return example_image(*i.data, i.examples(), image, theme_);
    case wrong_role:
      return truth != predicted;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return truth == predicted ? tr("image %L1: %2, correct with %3").arg(image + 1).arg(is, sure)
                                : tr("image %L1: %2, predicted as %3 with %4; %2 has %5")
                                      .arg(image + 1)
                                      .arg(is, said, sure, share_text(double{i.predictions.probability(image, truth)}));
    default:
      return {};
  }
}

ImageList::ImageList(ImageListModel* model, QWidget* parent) : QListView(parent) {
  setModel(model);
  setItemDelegate(new ImageDelegate(this));
  setViewMode(QListView::IconMode);
  setFlow(QListView::LeftToRight);
  setWrapping(true);
  setResizeMode(QListView::Adjust);
  setMovement(QListView::Static);
  setUniformItemSizes(true);
  setLayoutMode(QListView::Batched);
  setBatchSize(2000);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setAccessibleName(tr("Images"));
  leave_space_to_the_run(this);
}

void ImageList::set_names(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  constexpr int most = 150;
  std::vector<int> widths = {0, 0};
  for (const QString& name : names) widths.push_back(fontMetrics().horizontalAdvance(name));
  std::ranges::sort(widths, std::greater());
  const int both = widths[0] + widths[1] + fontMetrics().horizontalAdvance(QStringLiteral(" → "));
  static_cast<ImageDelegate*>(itemDelegate())->set_least_width(std::min(both + 2 * image_margin, most));
  scheduleDelayedItemsLayout();
}

void ImageList::set_empty_text(const QString& text) {
  empty_text_ = text;
  viewport()->update();
}

void ImageList::paintEvent(QPaintEvent* event) {
  QListView::paintEvent(event);
  if (model()->rowCount() > 0) return;
  QPainter painter(viewport());
  paint_instead(painter, viewport()->rect(), empty_text_, theme_);
}

void ImageList::set_theme(const Theme& theme) {
  theme_ = theme;
  static_cast<ImageDelegate*>(itemDelegate())->set_theme(theme);
  viewport()->update();
}

void ImageList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  Q_EMIT rowChosen(current.isValid() ? current.row() : -1);
}

}  // namespace mlplab
