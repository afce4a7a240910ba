// Axes and images come from threads of their own; the list has its texts at once, and its images when they are read.
#include "ui/operations/embedding_card.h"

#include <QBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/data/preparation.h"
#include "ui/network/image_view.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/page.h"

namespace mlplab {

namespace {

constexpr int thumbnail_side = 34, thumbnails_gap = 4;  // px
constexpr int list_width = 280, least_wide = 620;       // px: of the list, and of the card that has it at its side
constexpr QSize map_image_size(900, 700);               // px, at twice the resolution
constexpr int images_role = Qt::UserRole;

/// The distance in all dimensions, as that of the pairs.
double distance_of(const EmbeddedImages& all, std::uint32_t one, std::uint32_t other) {
  double sum = 0.0;
  const auto d = static_cast<std::size_t>(all.dimensions);
  for (std::size_t i = 0; i < d; ++i) {
    const double gap = double{all.values[one * d + i]} - double{all.values[other * d + i]};
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

}  // namespace

EmbeddingCard::EmbeddingCard(QWidget* parent) : EnlargingCard(tr("Map"), parent) {
  column()->setSpacing(4);
  header()->addWidget(back_button());
  QMenu* menu = add_menu(tr("Menu of the map"));
  menu->addAction(enlarge_action());
  menu->addAction(tr("Turn &back"), this, [this] { view_->turn_back(); });
  menu->addSeparator();
  add_image_acts(tr("Save the map"), QStringLiteral("embeddings.png"), [this] { return view_->image(map_image_size); });
  view_ = new EmbeddingView;
  list_ = new QListWidget;
  list_->setAccessibleName(tr("Nearest and farthest images"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setIconSize({2 * thumbnail_side + thumbnails_gap, thumbnail_side});
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setWordWrap(true);
  leave_space_to_the_run(list_);
  row_ = new QBoxLayout(QBoxLayout::TopToBottom);
  row_->setSpacing(8);
  row_->addWidget(view_, 3);
  row_->addWidget(list_, 2);
  column()->addLayout(row_, 1);
  shares_ = small_label();
  shares_->setAccessibleName(tr("The share of each component"));
  column()->addWidget(shares_);
  set_body(view_);
  connect(view_, &EmbeddingView::imageChosen, this, &EmbeddingCard::choose);
  connect(list_, &QListWidget::itemActivated, this, &EmbeddingCard::row_activated);
  connect(list_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) { row_chosen(item); });
  set_images(nullptr, {});
}

void EmbeddingCard::resizeEvent(QResizeEvent* event) {
  EnlargingCard::resizeEvent(event);
  const bool wide = width() >= least_wide;
  row_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  list_->setMaximumWidth(wide ? list_width : QWIDGETSIZE_MAX);
}

QString EmbeddingCard::shares() const { return shares_->text(); }

void EmbeddingCard::set_images(std::shared_ptr<const EmbeddedImages> images, const QString& why) {
  if (images == images_ && images != nullptr) return;
  computing_.forget();
  reading_.forget();
  images_ = std::move(images);
  class_names_ = images_ ? images_->images->class_names() : std::vector<std::string>();
  read_.clear();
  neighbours_.clear();
  list_image_ = -1;
  shares_->setText({});
  menu()->setEnabled(false);
  note()->setText({});
  view_->set_why_not(why);
  fill_list();
  if (!images_) return;
  view_->set_why_not(tr("The components are being computed…"));
  note()->setText(tr("%L1 images, %L2 numbers each").arg(images_->images->size()).arg(images_->dimensions));
  computing_.ask([this, images = images_, names = class_names_](const std::atomic<bool>& stop) -> Background::Finish {
    EmbeddingPoints points;
    points.axes = principal_axes(images->values, images->dimensions, 3, stop);
    for (std::size_t i = 0; i < images->images->size(); ++i) points.classes.push_back(images->images->class_of(i));
    for (int label = 0; label < static_cast<int>(names.size()); ++label)
      points.class_names << QString::fromStdString(class_name(names, label));
    return [this, points = std::move(points)]() mutable { show_map(std::move(points)); };
  });
  read_images();
}

void EmbeddingCard::show_map(EmbeddingPoints points) {
  const double together = points.axes[0].share + points.axes[1].share + points.axes[2].share;
  shares_->setText(tr("Principal components: PC 1 has %1 of the variance, PC 2 %2, PC 3 %3; together %4.")
                       .arg(share_text(points.axes[0].share), share_text(points.axes[1].share),
                            share_text(points.axes[2].share), share_text(std::min(together, 1.0))) +
                   (points.class_names.isEmpty() ? QLatin1Char(' ') + tr("The images have no classes.") : QString()));
  if (together > 0.0) {
    view_->set_points(std::move(points));
    menu()->setEnabled(true);
  } else {
    shares_->setText({});
    view_->set_why_not(tr("All images have the same embedding, or some of its numbers are none: there is no map."));
  }
}

void EmbeddingCard::set_theme(const Theme& theme) {
  Card::set_theme(theme);
  view_->set_theme(theme);
  fill_list();
}

QString EmbeddingCard::name_of(std::uint32_t image) const {
  const int label = images_->images->class_of(image);
  const QString number = QStringLiteral("%L1").arg(image + 1);
  return label < 0 ? tr("image %1").arg(number)
                   : tr("image %1, %2").arg(number, QString::fromStdString(class_name(class_names_, label)));
}

void EmbeddingCard::choose(int image) {
  if (!images_ || view_->points().size() == 0) return;
  neighbours_.clear();
  if (image >= 0)
    neighbours_ =
        nearest_points(images_->values, images_->dimensions, static_cast<std::size_t>(image), neighbours_shown);
  view_->choose(image, neighbours_);
  list_image_ = image;
  list_->setCurrentRow(-1);
  fill_list();
  list_->scrollToTop();
  read_images();
}

void EmbeddingCard::add_heading(const QString& text) {
  auto* item = new QListWidgetItem(text, list_);
  item->setFlags(Qt::NoItemFlags);
  QFont bold = list_->font();
  bold.setBold(true);
  item->setFont(bold);
  item->setForeground(theme_.text);
}

void EmbeddingCard::add_row(const Row& row) {
  auto* item = new QListWidgetItem(icon_of(row.images), row.text, list_);
  item->setData(images_role, QVariant::fromValue(QList<quint32>(row.images.begin(), row.images.end())));
  item->setToolTip(row.spoken);
  item->setData(Qt::AccessibleTextRole, row.spoken);
}

void EmbeddingCard::fill_list() {
  filling_ = true;
  const int row = list_->currentRow(), rows = list_->count(), scrolled = list_->verticalScrollBar()->value();
  list_->clear();
  if (images_) {
    if (list_image_ >= 0) {
      const auto image = static_cast<std::uint32_t>(list_image_);
      add_heading(tr("Chosen image"));
      add_row({{image}, name_of(image), name_of(image)});
      add_heading(tr("Its nearest neighbours"));
      for (const std::uint32_t other : neighbours_) {
        const QString distance = display_number(distance_of(*images_, image, other));
        add_row({{other},
                 tr("distance %1").arg(distance) + QLatin1Char('\n') + name_of(other),
                 tr("%1: distance %2").arg(name_of(other), distance)});
      }
    }
    const auto add_pairs = [this](const QString& heading, const std::vector<ImagePair>& pairs) {
      if (pairs.empty()) return;
      add_heading(heading);
      for (const ImagePair& pair : pairs) {
        const QString distance = display_number(double{pair.distance});
        const QString spoken = tr("%1 and %2: distance %3").arg(name_of(pair.a), name_of(pair.b), distance);
        add_row({{pair.a, pair.b},
                 tr("distance %1").arg(distance) + QLatin1Char('\n') + name_of(pair.a) + QStringLiteral("; ") +
                     name_of(pair.b),
                 spoken});
      }
    };
    add_pairs(tr("Nearest pairs"), images_->pairs.nearest);
    add_pairs(tr("Farthest pairs"), images_->pairs.farthest);
  }
  if (list_->count() == rows) {  // its images came, or other colours
    list_->setCurrentRow(row);
    list_->verticalScrollBar()->setValue(scrolled);
  }
  filling_ = false;
}

/// A pair is shown on the map as its first image with a line to the second one.
void EmbeddingCard::row_chosen(QListWidgetItem* item) {
  if (filling_ || item == nullptr || view_->points().size() == 0) return;
  const auto images = item->data(images_role).value<QList<quint32>>();
  if (images.size() == 2) view_->choose(static_cast<int>(images[0]), {images[1]});
  if (images.size() != 1) return;
  const bool neighbour = std::ranges::find(neighbours_, images[0]) != neighbours_.end();
  view_->choose(neighbour ? list_image_ : static_cast<int>(images[0]),
                neighbour ? std::vector{images[0]} : neighbours_);
}

void EmbeddingCard::row_activated(QListWidgetItem* item) {
  const auto images = item->data(images_role).value<QList<quint32>>();
  if (!images.isEmpty()) choose(static_cast<int>(images[0]));
}

QIcon EmbeddingCard::icon_of(const std::vector<std::uint32_t>& images) const {
  const ImageShape shape = images_->images->shape();
  const double resolution = devicePixelRatioF();
  QPixmap both(QSize(2 * thumbnail_side + thumbnails_gap, thumbnail_side) * resolution);
  both.setDevicePixelRatio(resolution);
  both.fill(Qt::transparent);
  QPainter painter(&both);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, shape.height > thumbnail_side);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const QRectF place(static_cast<double>(i) * (thumbnail_side + thumbnails_gap), 0, thumbnail_side, thumbnail_side);
    if (const auto found = read_.find(images[i]); found != read_.end() && !found->second.empty()) {
      const QImage image = input_image(found->second, {shape.channels, shape.height, shape.width}, theme_);
      QSizeF size = image.size();
      size.scale(place.size(), Qt::KeepAspectRatio);
      QRectF at(QPointF(), size);
      at.moveCenter(place.center());
      painter.drawImage(at, image);
    }
    painter.setPen(QPen(theme_.line, 1));
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  painter.end();
  return QIcon(both);
}

/// Those of the list that are not there yet.
void EmbeddingCard::read_images() {
  std::vector<std::uint32_t> missing;
  const auto want = [&](std::uint32_t image) {
    if (!read_.contains(image)) missing.push_back(image);
  };
  for (const std::vector<ImagePair>* pairs : {&images_->pairs.nearest, &images_->pairs.farthest})
    for (const ImagePair& pair : *pairs) want(pair.a), want(pair.b);
  if (list_image_ >= 0) want(static_cast<std::uint32_t>(list_image_));
  for (const std::uint32_t image : neighbours_) want(image);
  if (missing.empty() || images_->images->shape().height == 0) return;
  reading_.ask([this, images = images_, missing](const std::atomic<bool>& stop) -> Background::Finish {
    std::map<std::uint32_t, std::vector<float>> read;
    QString why;
    for (const std::uint32_t image : missing) {
      if (stop) break;
      try {
        read[image] = images->images->image(image);
      } catch (const std::exception& error) {
        read[image] = {};  // an empty frame in the list
        why = QString::fromUtf8(error.what());
      }
    }
    return [this, read = std::move(read), why]() mutable {
      read_.merge(read);
      fill_list();
      if (!why.isEmpty()) Q_EMIT failed(why);
    };
  });
}

}  // namespace mlplab
