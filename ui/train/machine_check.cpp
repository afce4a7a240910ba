// mlplab-cli asks, as it does in the terminal: the window itself opens no connection.
#include "ui/train/machine_check.h"

#include <QLabel>
#include <QLocale>
#include <QProcess>
#include <QPushButton>
#include <utility>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/transport.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

/// '2 cores, 24 GiB, Xeon …' and what computes there.
QString in_words(const nlohmann::json& facts) {
  const nlohmann::json& host = facts.at("host");
  QStringList computes, lacks;
  for (const auto& entry : facts.at("backends")) {
    const auto name = entry.at("name").get<std::string>();
    const ConfigurationEntry* known = known_configuration(name);
    if (known == nullptr || known->kind == ConfigurationKind::external) continue;
    const QString title = QString::fromStdString(say(known->title));
    const QString why = QString::fromStdString(entry.at("reason").get<std::string>());
    (why.isEmpty() ? computes : lacks) << title;
  }
  QString text =
      MachineCheck::tr("%1, %2 cores, %3 GiB. Computes there: %4.")
          .arg(QString::fromStdString(host.at("cpu").get<std::string>()),
               QLocale().toString(host.at("physical_cores").get<int>()),
               QLocale().toString(host.at("memory_gib").get<double>(), 'f', 0), computes.join(QStringLiteral(", ")));
  if (!lacks.isEmpty()) text += MachineCheck::tr(" Not there: %1.").arg(lacks.join(QStringLiteral(", ")));
  return text;
}

}  // namespace

MachineCheck::MachineCheck(QWidget* parent) : QWidget(parent), button_(new QPushButton(tr("&Check"))) {
  QVBoxLayout* column = column_in(this, 4);
  button_->setToolTip(tr("Asks the machine for MLP Lab, its version, and what computes there"));
  answer_ = small_label();
  answer_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  answer_->hide();
  column->addWidget(button_, 0, Qt::AlignLeft);
  column->addWidget(answer_);
  connect(button_, &QPushButton::clicked, this, &MachineCheck::ask);
}

MachineCheck::~MachineCheck() { give_up(); }

/// Before the parts of this widget go: a process that ends with its object would still report to it.
void MachineCheck::give_up() {
  if (asking_ == nullptr) return;
  asking_->disconnect(this);
  asking_->kill();  // its connection ends with it
  asking_->waitForFinished();
  delete std::exchange(asking_, nullptr);
}

QString MachineCheck::answer() const { return answer_->text(); }

void MachineCheck::set_host(const QString& host) {
  if (host == host_) return;
  host_ = host;
  give_up();
  button_->setEnabled(true);
  answer_->hide();
  answer_->clear();
}

void MachineCheck::ask() {
  button_->setEnabled(false);
  set_role(answer_, "small");
  answer_->setText(tr("Asking %1…").arg(host_));
  answer_->show();
  auto* asked = asking_ = new QProcess(this);
  connect(asked, &QProcess::finished, this, &MachineCheck::finished);
  connect(asked, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) finished(-1);
  });
  // Where the system has no process or file left this calls finished() at once, and asking_ is null behind it.
  asked->start(QString::fromStdString(cli_path().string()),
               {QStringLiteral("backends"), QStringLiteral("--json"), QStringLiteral("--on"), host_});
  asked->closeWriteChannel();
}

void MachineCheck::finished(int code) {
  QProcess* asked = std::exchange(asking_, nullptr);
  asked->deleteLater();
  button_->setEnabled(true);
  QString text = QString::fromStdString(cli_missing());
  bool can = code == 0;
  if (can) {
    try {
      text = in_words(parse_json(asked->readAllStandardOutput().toStdString()));
    } catch (const std::exception&) {  // another version of the program is beside this one
      text = tr("%1 gave an answer that cannot be read").arg(host_);
      can = false;
    }
  } else if (text.isEmpty()) {
    text = QString::fromUtf8(asked->readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
    text.remove(0, text.startsWith(QLatin1String("mlplab-cli: ")) ? 12 : 0);
    if (text.isEmpty()) text = asked->errorString();
  }
  set_role(answer_, can ? "small" : "error");
  answer_->setText(text);
  if (can) Q_EMIT canCompute(host_);
}

}  // namespace mlplab
