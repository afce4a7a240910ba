// Images of a split as small images with their classes: what is chosen in the matrix or the map, the mistakes, or all
// of them. A list of Qt's in which keys and screen readers find their way by themselves.
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <memory>
#include <vector>

#include "ui/inspect/inspector.h"
#include "ui/theme/theme.h"

namespace mlplab {

class ImageListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { wrong_role = Qt::UserRole };

  using QAbstractListModel::QAbstractListModel;
  /// `images`: numbers of examples, in the order in which they are shown. The contents of the rows change then.
  void show(std::shared_ptr<const Inspection> inspection, std::vector<std::uint32_t> images);
  void set_theme(const Theme& theme);
  const std::vector<std::uint32_t>& images() const { return images_; }
  /// -1 where it is not among them.
  int row_of(std::uint32_t image) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::shared_ptr<const Inspection> inspection_;
  std::vector<std::uint32_t> images_;
  Theme theme_ = light_theme();
};

class ImageList : public QListView {
  Q_OBJECT
 public:
  explicit ImageList(ImageListModel* model, QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  /// The class names; each image takes as much room as two of them.
  void set_names(const QStringList& names);
  void set_empty_text(const QString& text);

 Q_SIGNALS:
  /// By mouse, keys or program; -1: none.
  void rowChosen(int row);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString empty_text_;
  QStringList names_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
