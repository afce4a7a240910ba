// The classes of a folder of images: how many files each split gets, and some of the images as a network would get
// them.
#pragma once

#include <QPixmap>
#include <map>

#include "core/data/folder_look.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class FolderTable : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { class_column, train_column, test_column, validation_column, samples_column, columns };
  static constexpr int sample_side = 44;  // px

  explicit FolderTable(QObject* parent = nullptr);
  void set_look(FolderLook look);
  const FolderLook& look() const { return look_; }
  /// How the images are brought to size, and what of each class becomes its test images.
  void set_data(const DataSpec& data);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  const FolderClass& at(int row) const { return look_.classes[static_cast<std::size_t>(row)]; }
  /// How many of its training images become test images.
  std::size_t split_off(int row) const { return look_.has_test ? 0 : at(row).test_of(data_.test_fraction); }
  const QPixmap& samples_of(int row) const;

  FolderLook look_;
  DataSpec data_;
  mutable std::map<int, QPixmap> drawn_;  // rows that were seen
};

}  // namespace mlplab
