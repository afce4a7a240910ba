// To add a preset: a line in hidden_presets().
#include "ui/train/network_editor.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QToolButton>

#include "core/base/error.h"
#include "core/model/network_file.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

namespace {

constexpr std::size_t max_layers = 8;
constexpr int file_role = Qt::UserRole + 1;  // of the entry that asks for a file

std::vector<std::pair<QString, std::vector<int>>> hidden_presets() {
  return {{mlplab::NetworkEditor::tr("report"), {256}},        {mlplab::NetworkEditor::tr("linear"), {}},
          {mlplab::NetworkEditor::tr("small"), {64}},          {mlplab::NetworkEditor::tr("two layers"), {128, 64}},
          {mlplab::NetworkEditor::tr("deep"), {256, 128, 64}}, {mlplab::NetworkEditor::tr("wide"), {1024}}};
}

/// The list shows the preset's name beside the widths; the closed box shows the widths alone.
class PresetDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QString displayText(const QVariant& value, const QLocale&) const override { return value.toString(); }
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const QString name = index.data(Qt::UserRole).toString();
    if (!name.isEmpty()) option->text += QStringLiteral("   ") + name;
  }
};

QString name_of(int inputs, const std::vector<int>& hidden, int classes) {
  QString name = QString::number(inputs);
  for (const int units : hidden) name += QStringLiteral("-%1").arg(units);
  return name + QStringLiteral("-%1").arg(classes);
}

}  // namespace

NetworkEditor::NetworkEditor(QWidget* parent) : QWidget(parent) {
  QVBoxLayout* column = column_in(this, 4);
  presets_ = narrow_combo(tr("Network"), 3);
  presets_->setItemDelegate(new PresetDelegate(presets_));
  presets_->view()->setMinimumWidth(260);
  column->addWidget(presets_);
  parts_ = new QWidget;
  QVBoxLayout* below = column_in(parts_, 4);
  rows_layout_ = spaced_column(6);
  below->addLayout(rows_layout_);
  add_ = push_button(tr("Add layer"), tr("Add a hidden layer before the output"));
  set_role(add_, "flat");
  below->addWidget(add_, 0, Qt::AlignLeft);
  layers_ = push_button(tr("Edit layers…"), tr("See the network drawn, and edit it layer by layer"));
  set_role(layers_, "flat");
  below->addWidget(layers_, 0, Qt::AlignLeft);
  connect(layers_, &QPushButton::clicked, this, &NetworkEditor::layersWanted);
  connect(add_, &QPushButton::clicked, this, [this] {
    add_row(rows_.empty() ? 128 : std::max(1, rows_.back().units->value() / 2));
    show_preset();
    Q_EMIT changed();
  });
  connect(presets_, &QComboBox::activated, this, &NetworkEditor::preset_chosen);
  set_hidden({256});
}

std::vector<int> NetworkEditor::hidden() const {
  std::vector<int> result;
  for (const Row& row : rows_) result.push_back(row.units->value());
  return result;
}

std::vector<int> NetworkEditor::widths() const {
  std::vector<int> result = hidden();
  result.insert(result.begin(), inputs_);
  result.push_back(classes_);
  return result;
}

void NetworkEditor::set_widths(const std::vector<int>& widths) {
  if (widths.size() < 2 || (!other_ && widths == this->widths())) return;
  inputs_ = widths.front();
  classes_ = widths.back();
  set_hidden({widths.begin() + 1, widths.end() - 1});
}

void NetworkEditor::set_shape(const Shape& image, int classes) {
  image_ = image;
  inputs_ = static_cast<int>(image.size());
  classes_ = classes;
  fit_other();
  show_preset();
}

void NetworkEditor::set_named(std::vector<ModelSpec> networks) {
  named_ = std::move(networks);
  show_preset();
}

void NetworkEditor::set_other(const ModelSpec& model) {
  set_hidden({});
  other_ = model;
  add_->setVisible(false);
  show_preset();
}

/// A network that these images are too small for stays chosen: the form shows what is wrong with it.
void NetworkEditor::fit_other() {
  if (!other_) return;
  try {
    fit_to(*other_, image_, classes_);
  } catch (const UsageError&) {
  }
}

void NetworkEditor::set_hidden(const std::vector<int>& hidden) {
  filling_ = true;
  other_.reset();
  add_->setVisible(true);
  for (const Row& row : rows_) {
    row.widget->hide();
    row.widget->deleteLater();
  }
  rows_.clear();
  for (const int units : hidden) add_row(units);
  filling_ = false;
  show_preset();
}

QString NetworkEditor::fault() const {
  for (const Row& row : rows_)
    if (const QString why = row.units->fault(); !why.isEmpty()) return why;
  return {};
}

void NetworkEditor::add_row(int units) {
  Row row{};
  row.widget = new QWidget;
  QHBoxLayout* line = row_in(row.widget, 4);
  row.units = new NumberBox;
  row.units->setRange(1, 65536);
  row.units->setValue(units);
  row.units->setSuffix(tr(" units"));
  row.units->setAlignment(Qt::AlignRight);
  row.units->setButtonSymbols(QAbstractSpinBox::NoButtons);
  row.units->setMinimumWidth(60);
  set_role(row.units, "plain");
  row.units->setAccessibleName(tr("Units of hidden layer %1").arg(rows_.size() + 1));
  row.units->setToolTip(row.units->accessibleName());
  row.remove = new QToolButton;
  set_role(row.remove, "flat");
  row.remove->setIcon(icon(QStringLiteral("close"), theme_.quiet));
  row.remove->setToolTip(tr("Remove this layer"));
  row.remove->setAccessibleName(tr("Remove hidden layer %1").arg(rows_.size() + 1));
  line->addWidget(row.units, 1);
  line->addWidget(row.remove);
  rows_layout_->addWidget(row.widget);
  rows_.push_back(row);
  add_->setEnabled(rows_.size() < max_layers);
  row.units->mark_faults();
  const auto tell = [this] {
    if (filling_) return;
    show_preset();
    Q_EMIT changed();
  };
  connect(row.units, &NumberBox::edited, this, tell);
  connect(row.units, &QSpinBox::valueChanged, this, tell);
  connect(row.remove, &QToolButton::clicked, this, [this, widget = row.widget] {
    std::vector<int> kept;
    for (const Row& r : rows_) {
      if (r.widget != widget) kept.push_back(r.units->value());
    }
    set_hidden(kept);
    Q_EMIT changed();
  });
}

void NetworkEditor::preset_chosen(int index) {
  const auto presets = hidden_presets();
  if (presets_->itemData(index, file_role).toBool()) {
    show_preset();  // until a file is chosen
    choose_file();
    return;
  }
  if (index < 0 || static_cast<std::size_t>(index) >= presets.size() + named_.size()) return;
  const auto chosen = static_cast<std::size_t>(index);
  if (chosen < presets.size()) {
    set_hidden(presets[chosen].second);
  } else {
    set_other(named_[chosen - presets.size()]);
    fit_other();
  }
  Q_EMIT changed();
}

void NetworkEditor::choose_file() {
  ask_for_file(this, tr("Open a network"), QStringLiteral("*.json"), [this](const QString& path) {
    try {
      Q_EMIT fileChosen(read_network_file(path.toStdString()).model);
    } catch (const Error& error) {
      Q_EMIT fileFailed(QString::fromUtf8(error.what()));
    }
  });
}

void NetworkEditor::show_preset() {
  const auto presets = hidden_presets();
  const std::vector<int> now = hidden();
  const QSignalBlocker blocker(presets_);
  presets_->clear();
  int chosen = -1;
  for (const auto& [name, layers] : presets) {
    if (!other_ && layers == now) chosen = presets_->count();
    presets_->addItem(name_of(inputs_, layers, classes_), name);
  }
  for (const ModelSpec& model : named_) {
    if (other_ && other_->title == model.title) chosen = presets_->count();
    presets_->addItem(QString::fromStdString(model.name()), tr("%1 layers").arg(model.layers.size()));
  }
  if (chosen < 0) {
    chosen = presets_->count();
    presets_->addItem(other_ ? QString::fromStdString(other_->name()) : name_of(inputs_, now, classes_));
  }
  presets_->addItem(tr("Choose a file…"));
  presets_->setItemData(presets_->count() - 1, true, file_role);
  presets_->setCurrentIndex(chosen);
  presets_->setToolTip(presets_->currentText());
}

void NetworkEditor::order_keyboard() const {
  QList<QWidget*> order;
  for (const Row& row : rows_) order << row.units << row.remove;
  order_focus(order << add_ << layers_);
}

void NetworkEditor::set_theme(const Theme& theme) {
  theme_ = theme;
  add_->setIcon(icon(QStringLiteral("plus"), theme.quiet));
  layers_->setIcon(icon(QStringLiteral("network"), theme.quiet));
  for (const Row& row : rows_) row.remove->setIcon(icon(QStringLiteral("close"), theme.quiet));
}

}  // namespace mlplab
