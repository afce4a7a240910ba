// The drawing of a network as a widget to choose layers in, by mouse and keys; it scrolls where it is long.
#pragma once

#include <QScrollArea>
#include <memory>

#include "ui/network/network_image.h"

namespace mlplab {

class NetworkDrawing : public QScrollArea {
  Q_OBJECT
 public:
  explicit NetworkDrawing(QWidget* parent = nullptr);

  /// The chosen layer stays chosen where the network still has it.
  void set_network(const ModelSpec& model);
  const ModelSpec& network() const { return model_; }
  /// [layers] what a profile of this network says of each; until the next set_network(). Empty: nothing.
  void set_measured(const QStringList& measured);
  const NetworkImage& image() const;
  /// -1: the image that the network takes.
  void choose(int layer);
  int chosen() const { return chosen_; }
  void set_theme(const Theme& theme);

 Q_SIGNALS:
  void layerChosen(int layer);
  /// The key Delete on a chosen layer.
  void removeWanted(int layer);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Sheet;
  void lay_out();

  ModelSpec model_;
  QStringList measured_;
  Theme theme_ = light_theme();
  Sheet* sheet_;
  std::unique_ptr<NetworkImage> image_;
  int chosen_ = 0;
};

}  // namespace mlplab
