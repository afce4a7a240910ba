#include "ui/class/class_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "core/class/class_code.h"
#include "ui/class/qr_code.h"
#include "ui/phones/class_server.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr int panel_width = 268;  // px

QLabel* wrapped(const char* role) {
  QLabel* label = wrapped_label(role);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

ClassPanel::ClassPanel(ClassServer& server, QWidget* parent) : QWidget(parent), server_(server) {
  setFixedWidth(panel_width);
  QVBoxLayout* column = column_in(this, 8, {0, 12, 12, 12});
  button_ = new QPushButton;
  connect(button_, &QPushButton::clicked, this, [this] { server_.running() ? server_.stop() : begin(); });
  network_ = narrow_combo(tr("Network of the class"));
  network_->setToolTip(tr("The network that the phones are in: the class is reached in this one alone"));
  note_ = wrapped("small");
  address_ = wrapped("title");
  address_->setAccessibleName(tr("Address of the class"));
  code_ = wrapped("app");
  code_->setAccessibleName(tr("Code of the class"));
  no_code_ = wrapped("small");
  no_code_->setText(why_no_qr_code());
  people_ = wrapped("quiet");
  qr_ = new QrCode;
  for (QWidget* part :
       std::initializer_list<QWidget*>{button_, network_, qr_, no_code_, address_, code_, people_, note_})
    column->addWidget(part);
  column->addStretch(1);
  connect(&server_, &ClassServer::started, this, &ClassPanel::show_state);
  connect(&server_, &ClassServer::stopped, this, &ClassPanel::show_state);
  list_networks();
  show_state();
}

void ClassPanel::begin() {
  const int chosen = network_->currentIndex();
  if (chosen < 0) return;
  attempt(this, [&] { server_.start(networks_[static_cast<std::size_t>(chosen)].address); });
}

void ClassPanel::list_networks() {
  const std::vector<ClassNetwork> now = class_networks();
  if (now == networks_ || server_.running()) return;
  const QString before = network_->currentText();
  networks_ = now;
  network_->clear();
  for (const ClassNetwork& network : networks_)
    network_->addItem(network.this_machine ? tr("This machine alone (to try it)")
                                           : QStringLiteral("%1 (%2)").arg(network.address, network.interface_name));
  network_->setCurrentIndex(std::max(0, network_->findText(before)));
}

void ClassPanel::show_state() {
  const bool on = server_.running();
  button_->setText(on ? tr("&End the class") : tr("&Class"));
  button_->setToolTip(on ? tr("No phone reaches this program any more; what the class did stays")
                         : tr("Let the class take part from their phones, until you end it"));
  set_role(button_, on ? "" : "primary");
  network_->setEnabled(!on);
  qr_->setVisible(on && why_no_qr_code().isEmpty());
  no_code_->setVisible(on && !why_no_qr_code().isEmpty());
  address_->setVisible(on);
  code_->setVisible(on);
  people_->setVisible(on);
  if (on) {
    address_->setText(server_.address());
    code_->setText(QString::fromStdString(code_in_groups(server_.session()->code())));
    qr_->set_text(server_.address_with_code());
    note_->setText(
        tr("Phones in the same network scan the code or open the address. If none can: open the address on a second "
           "machine; if that fails too, this network keeps its devices apart, and a phone's hotspot helps."));
  } else {
    note_->setText(
        tr("Off: nothing can be reached from the network. Press Class, and phones guess, draw digits and follow the "
           "run."));
  }
}

void ClassPanel::show_counts(const ClassSession::Counts& counts) {
  people_->setText(tr("People: %1 here, %2 joined").arg(counts.present).arg(counts.joined));
}

void ClassPanel::set_theme(const Theme& theme) {
  theme_ = theme;
  setFixedWidth(theme.px(panel_width));
}

void ClassPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  list_networks();
}

}  // namespace mlplab
