#include "ui/network/network_drawing.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/widgets/spoken.h"

namespace mlplab {

/// The widget that is scrolled.
class NetworkDrawing::Sheet : public QWidget {
 public:
  explicit Sheet(NetworkDrawing& drawing) : drawing_(drawing) {}

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    drawing_.image().paint(painter, event->rect(), drawing_.chosen());
  }
  void mousePressEvent(QMouseEvent* event) override {
    drawing_.setFocus(Qt::MouseFocusReason);
    const int layer = drawing_.image().layer_at(event->position());
    if (layer == NetworkImage::nothing_there) return;
    drawing_.choose(layer);
    Q_EMIT drawing_.layerChosen(layer);
  }

 private:
  NetworkDrawing& drawing_;
};

NetworkDrawing::NetworkDrawing(QWidget* parent) : QScrollArea(parent), sheet_(new Sheet(*this)) {
  setWidget(sheet_);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Drawing of the network"));
  set_spoken(this, QAccessible::Graphic);
  lay_out();
}

const NetworkImage& NetworkDrawing::image() const { return *image_; }

void NetworkDrawing::lay_out() {
  image_ = std::make_unique<NetworkImage>(model_, font(), theme_, viewport()->width(), measured_);
  sheet_->setMinimumHeight(static_cast<int>(image_->height()));
  if (chosen_ < image_->layers()) setAccessibleDescription(image_->text_of(chosen_));
  sheet_->update();
}

void NetworkDrawing::set_network(const ModelSpec& model) {
  model_ = model;
  measured_.clear();
  chosen_ = std::clamp(chosen_, -1, static_cast<int>(model.layers.size()) - 1);
  lay_out();
}

void NetworkDrawing::set_measured(const QStringList& measured) {
  if (measured == measured_) return;
  measured_ = measured;
  lay_out();
}

void NetworkDrawing::choose(int layer) {
  chosen_ = std::clamp(layer, -1, image_->layers() - 1);
  const QRectF box = image_->box(chosen_);
  ensureVisible(static_cast<int>(box.center().x()), static_cast<int>(box.center().y()), 0,
                static_cast<int>(box.height()));
  setAccessibleDescription(image_->text_of(chosen_));
  sheet_->update();
}

void NetworkDrawing::set_theme(const Theme& theme) {
  theme_ = theme;
  lay_out();
}

void NetworkDrawing::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  lay_out();
}

void NetworkDrawing::keyPressEvent(QKeyEvent* event) {
  int layer = chosen_;
  switch (event->key()) {
    case Qt::Key_Up:
      --layer;
      break;
    case Qt::Key_Down:
      ++layer;
      break;
    case Qt::Key_Home:
      layer = -1;
      break;
    case Qt::Key_End:
      layer = image_->layers() - 1;
      break;
    case Qt::Key_Delete:
      if (chosen_ >= 0) Q_EMIT removeWanted(chosen_);
      return;
    default:
      QScrollArea::keyPressEvent(event);
      return;
  }
  choose(layer);
  Q_EMIT layerChosen(chosen_);
}

}  // namespace mlplab
