// Header and menu; each card does the rest.
#include "ui/widgets/card.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QMenu>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/png_file.h"
#include "ui/widgets/tables.h"

namespace mlplab {

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent),
      column_(new QVBoxLayout(this)),
      header_(new QHBoxLayout),
      title_(new QLabel(title)),
      note_(new ElidedLabel) {
  set_role(this, "card");
  column_->setContentsMargins(12, 6, 8, 8);
  column_->setSpacing(2);
  header_->setSpacing(6);
  set_role(title_, "title");
  set_role(note_, "quiet");
  header_->addWidget(title_);
  header_->addWidget(note_, 1);
  column_->addLayout(header_);
}

QMenu* Card::add_menu(const QString& name) {
  more_ = make_menu_button(name);
  menu_ = new QMenu(more_);
  more_->setMenu(menu_);
  header_->addWidget(more_);
  return menu_;
}

QAction* Card::add_act(const QString& text, const QString& icon_name, const std::function<void()>& act) {
  QAction* action = menu_->addAction(text, this, act);
  menu_icons_.append({action, icon_name});
  return action;
}

void Card::add_image_acts(const QString& ask, const QString& name, std::function<QImage()> image) {
  image_ = std::move(image);
  add_act(tr("Save as &PNG…"), QStringLiteral("image"), [this, ask, name] {
    ask_where_to_save(this, ask, name, tr("Image (*.png)"), [this](const QString& path) {
      if (attempt(this, [&] { save_image(path); })) Q_EMIT saved(path);
    });
  });
  add_act(tr("Copy &image"), QStringLiteral("copy"), [this] { QGuiApplication::clipboard()->setImage(image_()); });
}

void Card::save_image(const QString& path) const { write_png(image_(), path); }

void Card::set_theme(const Theme& theme) {
  theme_ = theme;
  if (more_ != nullptr) show_more_icon(more_, theme);
  for (const auto& [action, name] : menu_icons_) action->setIcon(icon(name, theme));
}

}  // namespace mlplab
