// The wall of a class's drawings: each as the network sees it, with what was asked and what was predicted, and the
// confusion matrix of all; hiding, clearing, locking, keeping them as a data set.
#pragma once

#include <QListWidget>
#include <QWidget>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/class/drawing_wall.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace mlplab {

class ClassServer;
class ConfusionView;

class WallView : public QWidget {
  Q_OBJECT
 public:
  explicit WallView(ClassServer& server, QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  /// After a change of the class.
  void refresh();
  QListWidget* list() const { return list_; }
  ConfusionView* confusion() const { return confusion_; }
  /// The labelled drawings that are not hidden, as IDX files: in this folder to be tested on, with MNIST's training
  /// images beside them, and in its folder 'train' to be trained on, where each digit was drawn.
  bool keep(const std::filesystem::path& folder);

 Q_SIGNALS:
  void failed(const QString& message);
  void told(const QString& news);

 private:
  QWidget* make_bar();
  void show_drawings(const DrawingWall& wall);
  void forget_drawings();
  void forget_class();
  void paint(QListWidgetItem& item, const ClassDrawing& drawing) const;
  void hide_chosen();
  void choose_folder();
  void list_classes(const std::vector<std::string>& names);
  void show_buttons(const DrawingWall& wall);

  ClassServer& server_;
  std::vector<std::pair<int, bool>> shown_;  // of each item: the drawing's id, and whether it is hidden
  QComboBox* asked_;
  QToolButton *lock_, *hide_, *clear_, *undo_, *keep_;
  QLabel* counts_;
  QListWidget* list_;
  ConfusionView* confusion_;
  QStringList classes_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
