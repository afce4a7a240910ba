// Layout and looks of the banner.
#include "ui/widgets/banner.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

Banner::Banner(QWidget* parent) : QFrame(parent) {
  QHBoxLayout* row = row_in(this, 10, {12, 6, 8, 6});
  icon_ = new QLabel;
  text_ = new QLabel;
  text_->setTextFormat(Qt::PlainText);  // names of files and texts of lessons are in it
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  action_ = new QPushButton;
  close_ = in_role(new QToolButton, "flat");
  close_->setAccessibleName(tr("Close this message"));
  row->addWidget(icon_);
  row->addWidget(text_, 1);
  row->addWidget(action_);
  row->addWidget(close_);
  connect(close_, &QToolButton::clicked, this, &Banner::dismiss);
  connect(action_, &QPushButton::clicked, this, [this] {
    dismiss();
    if (act_) act_();
  });
  hide();
}

void Banner::tell(Kind kind, const QString& message, const QString& action, std::function<void()> act) {
  kind_ = kind;
  act_ = std::move(act);
  text_->setText(message);
  action_->setText(action);
  action_->setVisible(!action.isEmpty());
  setAccessibleName(message);
  show_kind();
  show();
  Q_EMIT shown(true);
}

void Banner::dismiss() {
  hide();
  Q_EMIT shown(false);
}

QString Banner::message() const { return isHidden() ? QString() : text_->text(); }

void Banner::set_theme(const Theme& theme) {
  theme_ = theme;
  close_->setIcon(icon(QStringLiteral("close"), theme.quiet));
  show_kind();
}

BannerStage::BannerStage(QWidget* content, Banner* banner, QWidget* parent) : QWidget(parent), banner_(banner) {
  QVBoxLayout* column = column_in(this);
  column->addWidget(content);
  banner->setParent(this);
  banner->installEventFilter(this);
  connect(banner, &Banner::shown, this, &BannerStage::place);
}

void BannerStage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

/// Its text or its font became another.
bool BannerStage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) place();
  return QWidget::eventFilter(watched, event);
}

void BannerStage::place() {
  if (banner_->isHidden()) return;
  constexpr int margin = 12;
  const int wide = std::max(0, width() - 2 * margin);
  const int high = std::min(banner_->heightForWidth(wide), std::max(0, height() - 2 * margin));
  banner_->setGeometry(margin, height() - margin - high, wide, high);
  banner_->raise();
}

void Banner::show_kind() {
  const bool info = kind_ == Kind::info;
  const QColor color = info ? theme_.accent : kind_ == Kind::error ? theme_.error : theme_.warning;
  icon_->setPixmap(icon(info ? QStringLiteral("info") : QStringLiteral("warning"), color)
                       .pixmap(QSize(theme_.icon_size, theme_.icon_size)));
  set_role(this, info ? "banner-info" : kind_ == Kind::error ? "banner-error" : "banner");
}

}  // namespace mlplab
