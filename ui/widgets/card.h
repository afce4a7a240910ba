// A card of a page: a box with a title, a quiet note beside it, small controls, and where one is wanted a '…' menu.
// column() takes the rest. To add one: a Card, or a class derived from it that fills itself.
#pragma once

#include <QFrame>
#include <functional>

#include "ui/theme/theme.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace mlplab {

class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(const QString& title = {}, QWidget* parent = nullptr);
  QLabel* title() const { return title_; }
  QLabel* note() const { return note_; }
  QHBoxLayout* header() const { return header_; }
  QVBoxLayout* column() const { return column_; }
  /// At the end of the header as it is then; `name` for screen readers.
  QMenu* add_menu(const QString& name);
  QToolButton* more() const { return more_; }
  QMenu* menu() const { return menu_; }
  /// An act of the menu with an icon, in the theme's colours.
  QAction* add_act(const QString& text, const QString& icon_name, const std::function<void()>& act);
  /// Two acts of the menu: `image` is saved as a file, for which `ask` is asked with `name`, or copied.
  void add_image_acts(const QString& ask, const QString& name, std::function<QImage()> image);
  /// That image, as PNG. Throws InputError.
  void save_image(const QString& path) const;
  virtual void set_theme(const Theme& theme);

 Q_SIGNALS:
  /// Sentences for the banner: something could not be written, or was.
  void failed(const QString& message);
  void saved(const QString& path);

 protected:
  Theme theme_ = light_theme();

 private:
  QVBoxLayout* column_;
  QHBoxLayout* header_;
  QLabel* title_;
  QLabel* note_;
  QToolButton* more_ = nullptr;
  QMenu* menu_ = nullptr;
  QList<QPair<QAction*, QString>> menu_icons_;
  std::function<QImage()> image_;
};

}  // namespace mlplab
