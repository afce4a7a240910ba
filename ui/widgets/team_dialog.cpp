// The rows hold editors; team() reads them.
#include "ui/widgets/team_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableWidget>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"
#include "core/machine/topology.h"
#include "core/run/configuration.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/backend_list.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

enum Column { backend_column, device_column, threads_column, count_column, share_column, host_column, columns };

constexpr int most_members = 64, most_threads = 1024, most_devices = 15, most_share = 9999, row_height = 38,
              box_width = 84;

NumberBox* box_of(const QTableWidget& table, int row, Column column) {
  return qobject_cast<NumberBox*>(table.cellWidget(row, column));
}

/// Lets all backends be chosen, or those that can compute on this machine.
void allow_backends(const QComboBox& list, bool all) {
  const auto* model = qobject_cast<const QStandardItemModel*>(list.model());
  for (int i = 0; i < model->rowCount(); ++i) {
    const BackendEntry* entry = known_backend(list.itemData(i).toString().toStdString());
    model->item(i)->setEnabled(all || (entry != nullptr && entry->why_not().empty()));
  }
}

int threads_here() { return std::max(1, machine_topology().logical_cpus()); }

QLineEdit* host_of(const QTableWidget& table, int row) {
  return qobject_cast<QLineEdit*>(table.cellWidget(row, host_column));
}

int value_of(const QTableWidget& table, int row, Column column) { return box_of(table, row, column)->value(); }

}  // namespace

TeamDialog::TeamDialog(const std::optional<Team>& team, const Compute& compute, QWidget* parent)
    : QDialog(parent), team_(team.value_or(Team{.transport = shared_transport, .options = {}})) {
  setWindowTitle(tr("Members of the team"));
  QVBoxLayout* column = column_in((new DialogArea(this, {760, 420}))->contents(), 10, {16, 14, 16, 14});
  column->addWidget(wrapped_label(
      "small", tr("Each process computes its share of every batch; the gradients are added up in every step. The "
                  "losses are those of one process, whatever the shares.")));

  table_ = new QTableWidget(0, columns);
  table_->setHorizontalHeaderLabels(
      {tr("Backend"), tr("Device"), tr("Threads"), tr("Processes"), tr("Share of each"), tr("Machine")});
  fit_columns_to_words(*table_->horizontalHeader());
  table_->horizontalHeader()->setSectionResizeMode(backend_column, QHeaderView::Stretch);
  table_->verticalHeader()->setVisible(false);
  table_->verticalHeader()->setDefaultSectionSize(row_height);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(windowTitle());
  column->addWidget(table_, 1);

  auto* row = new QHBoxLayout;
  add_ = push_button(tr("&Add"), tr("Adds a member like the last one"));
  remove_ = push_button(tr("&Remove"), tr("Removes the chosen member, or the last one"));
  auto* label = new QLabel(tr("&Shares"));
  shares_ = combo_box();
  const auto add_shares = [this](Shares shares, const QString& text, const QString& tip) {
    add_item(shares_, text, static_cast<int>(shares), tip);
  };
  add_shares(Shares::equal, tr("Equal"), tr("The slowest member decides how long a step takes"));
  add_shares(Shares::given, tr("As in the table"), tr("3 beside 1: three quarters of every batch. 0 is no share"));
  add_shares(Shares::fitted, tr("Fitted to the members"),
             tr("Some steps of each member are timed before the first step; all are then done together"));
  shares_->setCurrentIndex(std::max(0, shares_->findData(static_cast<int>(team_.shares))));
  label->setBuddy(shares_);
  row->addWidget(add_);
  row->addWidget(remove_);
  row->addStretch(1);
  row->addWidget(label);
  row->addWidget(shares_);
  column->addLayout(row);

  auto* connection = new QHBoxLayout;
  auto* connected = new QLabel(tr("C&onnected by"));
  transport_ = combo_box();
  for (const Transport& one : transports()) {
    const QString title = QString::fromStdString(say(one.title)), why = QString::fromStdString(one.why_not());
    add_item(transport_, why.isEmpty() ? title : tr("%1 — %2").arg(title, why), QString::fromStdString(one.name),
             why.isEmpty() ? QString::fromStdString(say(one.description)) : why);
    enable_item(transport_, transport_->count() - 1, why.isEmpty());
  }
  transport_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  transport_->setCurrentIndex(std::max(0, transport_->findData(QString::fromStdString(team_.transport))));
  connected->setBuddy(transport_);
  connection->addWidget(connected);
  connection->addWidget(transport_, 1);
  column->addLayout(connection);

  reading_ = new QLabel;
  reading_->setWordWrap(true);
  reading_->setMinimumHeight(2 * reading_->fontMetrics().lineSpacing());
  reading_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(reading_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  use_ = buttons->addButton(tr("&Use this team"), QDialogButtonBox::AcceptRole);
  without_ = buttons->addButton(tr("&No team"), QDialogButtonBox::ResetRole);
  without_->setToolTip(tr("One process computes the whole of every batch"));
  without_->setEnabled(team.has_value());
  column->addWidget(buttons);

  connect(add_, &QPushButton::clicked, this, [this] {
    const Team now = this->team();
    add_row(now.members.empty() ? TeamMember{.compute = {}} : now.members.back());
    refresh();
  });
  connect(remove_, &QPushButton::clicked, this, &TeamDialog::remove_row);
  connect(shares_, &QComboBox::currentIndexChanged, this, &TeamDialog::refresh);
  connect(transport_, &QComboBox::currentIndexChanged, this, &TeamDialog::refresh);
  connect(without_, &QPushButton::clicked, this, [this] {
    Q_EMIT alone();
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &TeamDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    if (!fault().isEmpty()) return;
    Q_EMIT chosen(this->team());
    accept();
  });
  if (team_.members.empty()) team_.members = {{.compute = compute}, {.compute = compute}};
  for (const TeamMember& member : team_.members) add_row(member);
  refresh();
}

void TeamDialog::make_addition() {
  use_->setText(tr("&Add this team"));
  without_->hide();
}

void TeamDialog::add_row(const TeamMember& member) {
  const int row = table_->rowCount();
  table_->insertRow(row);
  QComboBox* backend = combo_box();
  for (const BackendEntry* entry : rank_backends()) {
    const QString title = QString::fromStdString(say(entry->title)), why = QString::fromStdString(entry->why_not());
    backend->addItem(why.isEmpty() ? title : tr("%1 — %2").arg(title, why), QString::fromStdString(entry->name));
  }
  backend->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  offer_recent_kernels(backend);
  offer_backend(backend, member.compute.backend);
  const QString name = QString::fromStdString(member.compute.backend);
  if (backend->findData(name) < 0 && !name.isEmpty()) backend->addItem(name, name);
  backend->setCurrentIndex(std::max(0, backend->findData(name)));
  backend->setAccessibleName(tr("Backend of member %1").arg(row + 1));
  connect(backend, &QComboBox::currentIndexChanged, this, &TeamDialog::refresh);
  table_->setCellWidget(row, backend_column, backend);
  const auto number = [&](Column column, int least, int most, int value, const QString& what) {
    NumberBox* box = number_field(least, most, value, tr("%1 of member %2").arg(what).arg(row + 1));
    box->setMinimumWidth(box_width);
    connect(box, &NumberBox::valueChanged, this, &TeamDialog::refresh);
    connect(box, &NumberBox::edited, this, &TeamDialog::refresh);
    table_->setCellWidget(row, column, box);
    return box;
  };
  const auto device = member.compute.options.values.find(device_option);
  const int chosen = device == member.compute.options.values.end() ? -1 : typed_whole<int>(device->second).value_or(-1);
  number(device_column, -1, most_devices, chosen, tr("Device"))->setSpecialValueText(tr("any"));
  const int cpus = threads_here();
  number(threads_column, 1, most_threads, std::max(1, member.compute.options.workers), tr("Threads"));
  number(count_column, 1, std::max({2, cpus, member.count}), member.count, tr("Processes"));
  number(share_column, 0, most_share, member.share, tr("Share"));
  auto* host = new QLineEdit(QString::fromStdString(member.host));
  host->setPlaceholderText(tr("this one"));
  host->setMinimumWidth(box_width);
  host->setToolTip(tr("The machine that its processes are started on, as ssh names it; by MPI, without a hostfile"));
  host->setAccessibleName(tr("Machine of member %1").arg(row + 1));
  connect(host, &QLineEdit::textEdited, this, &TeamDialog::refresh);
  table_->setCellWidget(row, host_column, host);
  // Options that the table has no column for stay with their row.
  QVariantMap options;
  for (const auto& [option, value] : member.compute.options.values)
    options[QString::fromStdString(option)] = QString::fromStdString(value);
  backend->setProperty("options", options);
  backend->setProperty("of", name);
}

void TeamDialog::remove_row() {
  const int row = table_->currentRow() >= 0 ? table_->currentRow() : table_->rowCount() - 1;
  table_->removeRow(row);
  refresh();
}

Team TeamDialog::team() const {
  Team team = team_;
  team.fit.reset();
  team.shares = static_cast<Shares>(shares_->currentData().toInt());
  team.members.clear();
  for (int row = 0; row < table_->rowCount(); ++row) {
    const auto* backend = qobject_cast<QComboBox*>(table_->cellWidget(row, backend_column));
    TeamMember member{.compute = {}, .count = value_of(*table_, row, count_column)};
    if (team.shares == Shares::given) member.share = value_of(*table_, row, share_column);
    if (const QLineEdit* host = host_of(*table_, row); host->isEnabled())
      member.host = host->text().trimmed().toStdString();
    member.compute.backend = backend->currentData().toString().toStdString();
    const BackendEntry* entry = known_backend(member.compute.backend);
    if (backend->currentData().toString() == backend->property("of").toString()) {
      const QVariantMap options = backend->property("options").toMap();
      for (auto option = options.begin(); option != options.end(); ++option)
        member.compute.options.values[option.key().toStdString()] = option.value().toString().toStdString();
    }
    member.compute.options.values.erase(device_option);
    const bool on_device = entry != nullptr && entry->on_device();
    if (const int device = value_of(*table_, row, device_column); on_device && device >= 0)
      member.compute.options.values[device_option] = std::to_string(device);
    if (const int threads = value_of(*table_, row, threads_column); threads > 1)
      member.compute.options.workers = threads;
    team.members.push_back(std::move(member));
  }
  team.ranks = ranks_of(team.members);
  team.transport = transport_->currentData().toString().toStdString();
  if (team.transport != team_.transport) team.options.clear();  // they are the transport's own
  return team;
}

QString TeamDialog::fault() const {
  for (int row = 0; row < table_->rowCount(); ++row)
    for (const Column column : {device_column, threads_column, count_column, share_column})
      if (const NumberBox* box = box_of(*table_, row, column); box->isEnabled() && !box->fault().isEmpty())
        return box->fault();
  const Team now = team();
  if (now.members.empty()) return tr("A team has at least one member");
  try {
    validate(now);
    RunSpec spec;
    spec.team = now;
    follow_members(spec);
    check_in_job(spec);
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

/// Which columns a member has depends on what computes in it.
void TeamDialog::refresh() {
  const bool given = static_cast<Shares>(shares_->currentData().toInt()) == Shares::given;
  const bool by_mpi = transport_->currentData().toString() == QLatin1String(mpi_transport);
  for (int row = 0; row < table_->rowCount(); ++row) {
    const auto* backend = qobject_cast<QComboBox*>(table_->cellWidget(row, backend_column));
    if (host_of(*table_, row) == nullptr) return;  // the row is being made
    host_of(*table_, row)->setEnabled(by_mpi);
    const std::string host = host_of(*table_, row)->text().trimmed().toStdString();
    const bool elsewhere = by_mpi && !host.empty() && !is_this_machine(host);  // which says itself what it cannot
    allow_backends(*backend, elsewhere);
    const BackendEntry* entry = known_backend(backend->currentData().toString().toStdString());
    box_of(*table_, row, device_column)->setEnabled(entry != nullptr && entry->on_device());
    box_of(*table_, row, threads_column)
        ->setEnabled(entry != nullptr && entry->on_host() &&
                     (elsewhere || (entry->why_not().empty() && entry->workers_max() > 1)));
    box_of(*table_, row, threads_column)->setMaximum(elsewhere ? most_threads : threads_here());
    box_of(*table_, row, share_column)->setEnabled(given);
    if (!box_of(*table_, row, threads_column)->isEnabled()) box_of(*table_, row, threads_column)->setValue(1);
  }
  add_->setEnabled(table_->rowCount() < most_members);
  remove_->setEnabled(table_->rowCount() > 1);
  const QString why = fault();
  use_->setEnabled(why.isEmpty());
  const int ranks = ranks_of(team().members);
  const QString count = ranks == 1 ? tr("1 process in all") : tr("%1 processes in all").arg(QLocale().toString(ranks));
  reading_->setText(why.isEmpty() ? count : why);
  set_role(reading_, why.isEmpty() ? "small" : "error");
}

}  // namespace mlplab
