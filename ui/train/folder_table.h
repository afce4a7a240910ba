// The classes of a folder of images: how many files each split gets, and some of the images as a network would get
// them.
#pragma once

#include <QAbstractTableModel>
#include <QPixmap>
#include <map>

#include "core/data/folder_look.h"

namespace mlplab {

class FolderTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { class_column, train_column, test_column, validation_column, samples_column, columns };
  static constexpr int sample_side = 44;  // px

  using QAbstractTableModel::QAbstractTableModel;
  void set_look(FolderLook look);
  const FolderLook& look() const { return look_; }
  /// How the images are brought to size, and what of each class becomes its test images.
  void set_data(const DataSpec& data);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  const QPixmap& samples_of(int row) const;

  FolderLook look_;
  DataSpec data_;
  mutable std::map<int, QPixmap> drawn_;  // rows that were seen
};

}  // namespace mlplab
