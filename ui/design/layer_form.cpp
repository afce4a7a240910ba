#include "ui/design/layer_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/typed_number.h"
#include "ui/network/layer_words.h"
#include "ui/widgets/decimal_box.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

const QString name_row = QStringLiteral("name"), inputs_row = QStringLiteral("inputs");

/// The members that have a label of their own, in the order of the form; what is not here follows by its own name.
std::vector<std::pair<QString, QString>> members_in_order() {
  return {{QStringLiteral("units"), LayerForm::tr("Units")},
          {QStringLiteral("channels"), LayerForm::tr("Channels")},
          {QStringLiteral("kernel"), LayerForm::tr("Kernel")},
          {QStringLiteral("stride"), LayerForm::tr("Stride")},
          {QStringLiteral("padding"), LayerForm::tr("Padding")},
          {QStringLiteral("bias"), LayerForm::tr("Bias")},
          {QStringLiteral("rate"), LayerForm::tr("Rate")},
          {QStringLiteral("momentum"), LayerForm::tr("Momentum")},
          {QStringLiteral("epsilon"), LayerForm::tr("Epsilon")},
          {QStringLiteral("activation"), LayerForm::tr("Activation")}};
}

constexpr Activation all_activations[] = {Activation::identity, Activation::relu, Activation::sigmoid,
                                          Activation::tanh};

/// A number a channel, as a normalisation has them; the two of an extent are whole.
bool is_list(const nlohmann::json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const auto& number) { return number.is_number_float(); });
}

/// '3', '3 × 2' (width × height, of [height, width]), '0.1', '0.5; 0.4; 0.4'.
QString text_of(const nlohmann::json& value) {
  if (is_list(value)) {
    QStringList numbers;
    for (const nlohmann::json& number : value) numbers << text_of(number);
    return numbers.join(QStringLiteral("; "));
  }
  if (value.is_array()) return QStringLiteral("%1 × %2").arg(value[1].get<int>()).arg(value[0].get<int>());
  if (value.is_number_integer()) return QString::number(value.get<std::int64_t>());
  return QLocale().toString(value.get<double>(), 'g', QLocale::FloatingPointShortest);
}

/// The other way, of the kind that `before` is; null where it is none of them.
nlohmann::json value_of(const QString& text, const nlohmann::json& before) {
  if (is_list(before)) {
    nlohmann::json numbers = nlohmann::json::array();
    for (const QString& part : text.split(QLatin1Char(';'))) {
      const std::optional<double> number = typed_decimal(part);
      if (!number) return {};
      numbers.push_back(*number);
    }
    return numbers;
  }
  static const QRegularExpression between(QStringLiteral("[x×*]"));
  if (const QStringList parts = text.split(between); parts.size() == 2) {
    const std::optional<int> width = typed_whole<int>(parts[0].toStdString()),
                             height = typed_whole<int>(parts[1].toStdString());
    return width && height ? nlohmann::json{*height, *width} : nlohmann::json();
  }
  if (const std::optional<int> whole = typed_whole<int>(text.toStdString())) return *whole;
  const std::optional<double> number = typed_decimal(text);
  return number ? nlohmann::json(*number) : nlohmann::json();
}

/// The inputs of a layer, by name where there is one.
QString inputs_text(const ModelSpec& model, const std::vector<int>& inputs) {
  QStringList parts;
  for (const int input : inputs) {
    const bool named = input >= 0 && input < static_cast<int>(model.layers.size()) &&
                       !model.layers[static_cast<std::size_t>(input)].name.empty();
    parts << (input == -1 ? LayerForm::tr("image")
              : named     ? QString::fromStdString(model.layers[static_cast<std::size_t>(input)].name)
                          : QString::number(input));
  }
  return parts.join(QStringLiteral(", "));
}

std::vector<int> inputs_of(const QString& text, const ModelSpec& model) {
  std::vector<int> inputs;
  for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const QString name = part.trimmed();
    const auto found = std::ranges::find(model.layers, name.toStdString(), &Node::name);
    const std::optional<int> typed = typed_whole<int>(name.toStdString());
    int number = typed.value_or(0);
    if (name == LayerForm::tr("image"))
      number = -1;
    else if (found != model.layers.end())
      number = static_cast<int>(found - model.layers.begin());
    else if (!typed)
      throw UsageError(LayerForm::tr("there is no layer '%1'").arg(name).toStdString(), "inputs");
    inputs.push_back(number);
  }
  return inputs;
}

}  // namespace

LayerForm::LayerForm(QWidget* parent) : QWidget(parent) {
  column_ = column_in(this);
  clear();
}

void LayerForm::clear() {
  node_ = -1;
  build();
}

void LayerForm::show_layer(const ModelSpec& model, int node) {
  const auto at = static_cast<std::size_t>(node);
  const bool shown = node == node_ && at < model_.layers.size() && model.layers[at] == model_.layers[at];
  model_ = model;
  node_ = node;
  if (!shown) build();
}

void LayerForm::build() {
  if (rows_ != nullptr) {
    rows_->hide();
    rows_->deleteLater();
  }
  rows_ = new QWidget;
  column_->addWidget(rows_);
  QVBoxLayout* column = column_in(rows_);
  form_ = std::make_unique<Form>(column);
  column->addWidget(form_->other_error());
  form_->other_error()->hide();
  if (node_ < 0) return;
  const Node& layer = model_.layers[static_cast<std::size_t>(node_)];
  const nlohmann::json members = layer_json(layer.layer);
  form_->add(name_row, tr("Name"), make_editor(name_row));
  std::vector<std::pair<QString, QString>> order = members_in_order();
  for (const auto& [member, value] : members.items()) {
    const QString name = QString::fromStdString(member);
    if (name != QStringLiteral("type") &&
        std::ranges::find(order, name, &std::pair<QString, QString>::first) == order.end())
      order.emplace_back(name, name);
  }
  for (const auto& [name, label] : order)
    if (members.contains(name.toStdString())) form_->add(name, label, make_editor(name));
  form_->add(inputs_row, tr("Takes"), make_editor(inputs_row));
}

QWidget* LayerForm::make_editor(const QString& member) {
  const Node& layer = model_.layers[static_cast<std::size_t>(node_)];
  const auto line = [this](const QString& text) {
    auto* edit = new QLineEdit(text);
    let_shrink(edit);
    connect(edit, &QLineEdit::textEdited, this, &LayerForm::edited);
    return edit;
  };
  if (member == name_row) {
    QLineEdit* edit = line(QString::fromStdString(layer.name));
    edit->setPlaceholderText(QStringLiteral("layers.%1").arg(node_));
    return edit;
  }
  if (member == inputs_row) {
    QLineEdit* edit = line(inputs_text(model_, layer.inputs));
    edit->setPlaceholderText(tr("the layer before"));
    edit->setToolTip(
        tr("The layers whose outputs it takes, by name or number, or 'image'; a sum takes two, as in conv2, conv1"));
    return edit;
  }
  const nlohmann::json members = layer_json(layer.layer);
  const nlohmann::json& value = members.at(member.toStdString());
  if (value.is_boolean()) {
    auto* box = new QCheckBox;
    box->setChecked(value.get<bool>());
    connect(box, &QCheckBox::toggled, this, &LayerForm::edited);
    return box;
  }
  if (value.is_string()) {
    QComboBox* box = narrow_combo();
    for (const Activation activation : all_activations)
      box->addItem(activation_title(activation), QString::fromStdString(to_string(activation)));
    box->setCurrentIndex(box->findData(QString::fromStdString(value.get<std::string>())));
    connect(box, &QComboBox::activated, this, &LayerForm::edited);
    return box;
  }
  QLineEdit* edit = line(text_of(value));
  edit->setAlignment(Qt::AlignRight);
  if (member == QStringLiteral("kernel") || member == QStringLiteral("stride") || member == QStringLiteral("padding"))
    edit->setToolTip(tr("One number, or width × height as in 3 × 2"));
  if (is_list(value)) edit->setToolTip(tr("One number, or one for each channel with ';' between"));
  return edit;
}

Node LayerForm::read() const {
  const Node& before = model_.layers[static_cast<std::size_t>(node_)];
  nlohmann::json members = layer_json(before.layer);
  Node layer = before;
  for (const QString& row : form_->names()) {
    const QWidget* editor = form_->editor_of(row);
    const auto* edit = qobject_cast<const QLineEdit*>(editor);
    if (row == name_row) {
      layer.name = edit->text().trimmed().toStdString();
    } else if (row == inputs_row) {
      layer.inputs = inputs_of(edit->text(), model_);
    } else if (const auto* box = qobject_cast<const QCheckBox*>(editor)) {
      members[row.toStdString()] = box->isChecked();
    } else if (const auto* choice = qobject_cast<const QComboBox*>(editor)) {
      members[row.toStdString()] = choice->currentData().toString().toStdString();
    } else {
      members[row.toStdString()] = value_of(edit->text(), members[row.toStdString()]);
      if (members[row.toStdString()].is_null())
        throw UsageError(why_no_decimal(edit->text()).toStdString(), row.toStdString());
    }
  }
  JsonReader reader(members, "a layer");
  layer.layer = read_layer(reader);
  return layer;
}

void LayerForm::edited() {
  Faults faults;
  try {
    const Node layer = read();
    form_->set_faults(faults);
    if (layer == model_.layers[static_cast<std::size_t>(node_)]) return;
    model_.layers[static_cast<std::size_t>(node_)] = layer;
    Q_EMIT changed(node_, layer);
  } catch (const UsageError& error) {
    add_fault(faults, error);
    form_->set_faults(faults);
  }
}

}  // namespace mlplab
