#include "ui/train/folder_table.h"

#include <QImage>
#include <QLocale>
#include <QPainter>

namespace mlplab {

namespace {

QImage qimage_of(const Image& image) {
  const auto plane = static_cast<std::size_t>(image.shape.height) * static_cast<std::size_t>(image.shape.width);
  QImage drawn(image.shape.width, image.shape.height, QImage::Format_RGB32);
  for (int y = 0; y < image.shape.height; ++y) {
    auto* row = reinterpret_cast<QRgb*>(drawn.scanLine(y));  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    for (int x = 0; x < image.shape.width; ++x) {
      const auto at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(image.shape.width) + static_cast<std::size_t>(x);
      const auto channel = [&](std::size_t c) { return image.pixels[image.shape.channels == 3 ? c * plane + at : at]; };
      row[x] = qRgb(channel(0), channel(1), channel(2));
    }
  }
  return drawn;
}

/// As large as there is room, pixels seen where there are few.
QImage to_side(const QImage& image, int side) {
  const bool enlarged = image.width() < side && image.height() < side;
  return image.scaled(side, side, Qt::KeepAspectRatio, enlarged ? Qt::FastTransformation : Qt::SmoothTransformation);
}

}  // namespace

FolderTable::FolderTable(QObject* parent) : ColumnTable(parent) {
  const auto number = [](const QString& title, const auto& count) {
    return TableColumn{title, [=](int row) { return QLocale().toString(static_cast<qulonglong>(count(row))); }};
  };
  set_columns({{tr("Class"), [this](int row) { return QString::fromStdString(at(row).name); }, true},
               number(tr("Training"), [this](int row) { return at(row).train - split_off(row); }),
               number(tr("Test"), [this](int row) { return look_.has_test ? at(row).test : split_off(row); }),
               number(tr("Validation"), [this](int row) { return at(row).validation; }),
               {tr("Images"), [](int) { return QVariant(); }, true,
                tr("Training images from all over the class, as the network gets them")}});
}

void FolderTable::set_look(FolderLook look) {
  look_ = std::move(look);
  drawn_.clear();
  set_rows(look_.classes.size());
}

void FolderTable::set_data(const DataSpec& data) {
  if (data == data_) return;
  data_ = data;
  drawn_.clear();
  refresh_cells();
}

const QPixmap& FolderTable::samples_of(int row) const {
  const auto known = drawn_.find(row);
  if (known != drawn_.end()) return known->second;
  constexpr int gap = 4;
  const std::vector<Image>& samples = look_.classes[static_cast<std::size_t>(row)].samples;
  const int count = static_cast<int>(samples.size());
  QPixmap strip(std::max(1, count * (sample_side + gap)), sample_side);
  strip.fill(Qt::transparent);
  QPainter painter(&strip);
  for (int i = 0; i < count; ++i) {
    Image image = samples[static_cast<std::size_t>(i)];
    const ImageShape to = brought_shape(data_, image.shape);
    const QImage drawn = to_side(qimage_of(brought_to(std::move(image), to, data_.fit)), sample_side);
    painter.drawImage(i * (sample_side + gap) + (sample_side - drawn.width()) / 2, (sample_side - drawn.height()) / 2,
                      drawn);
  }
  painter.end();
  return drawn_.emplace(row, strip).first->second;
}

QVariant FolderTable::data(const QModelIndex& index, int role) const {
  if (index.column() == samples_column) {
    if (role == Qt::DecorationRole) return samples_of(index.row());
    if (role == Qt::SizeHintRole) return samples_of(index.row()).size();
    if (role == Qt::AccessibleTextRole) return tr("%L1 of its images").arg(at(index.row()).samples.size());
  }
  return ColumnTable::data(index, role == Qt::ToolTipRole ? Qt::DisplayRole : role);
}

}  // namespace mlplab
