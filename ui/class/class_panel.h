// The side of the page Class: the button that begins and ends the class, the network, address, code and QR code, and
// how many people are there.
#pragma once

#include <QWidget>
#include <vector>

#include "core/class/class_session.h"
#include "ui/phones/class_networks.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace mlplab {

class ClassServer;
class QrCode;

class ClassPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ClassPanel(ClassServer& server, QWidget* parent = nullptr);
  void set_theme(const Theme& theme);
  void show_counts(const ClassSession::Counts& counts);
  QPushButton* button() const { return button_; }
  QComboBox* network() const { return network_; }
  /// Begins a class in the network that is chosen.
  void begin();

 Q_SIGNALS:
  void failed(const QString& message);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void list_networks();
  void show_state();

  ClassServer& server_;
  std::vector<ClassNetwork> networks_;
  QPushButton* button_;
  QComboBox* network_;
  QLabel *note_, *address_, *code_, *no_code_, *people_;
  QrCode* qr_;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
