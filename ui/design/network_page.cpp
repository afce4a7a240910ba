#include "ui/design/network_page.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <numeric>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/model/network_edit.h"
#include "core/model/network_file.h"
#include "core/run/run_spec.h"
#include "core/study/profile/node_figures.h"
#include "ui/charts/chart_export.h"
#include "ui/design/layer_form.h"
#include "ui/network/layer_words.h"
#include "ui/network/network_drawing.h"
#include "ui/runs/run.h"
#include "ui/runs/step_watch.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/card.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

constexpr int side_width = 288;

/// The fault of the network as a whole, where no single layer has one; '' where there is none.
QString fault_of_whole(const ModelSpec& model, const Outline& outline) {
  if (outline.fault) return {};
  try {
    validate(model);
    return {};
  } catch (const UsageError& error) {
    return QString::fromUtf8(error.what());
  }
}

}  // namespace

NetworkPage::NetworkPage(const std::filesystem::path& resources, StepWatch* steps, QWidget* parent)
    : Page(QStringLiteral("network"), tr("Network"), parent), steps_(steps) {
  for (const std::string& name : network_names(resources)) {
    try {
      named_.push_back(find_network(name, resources).model);
    } catch (const Error&) {  // said where it is named
    }
  }
  QVBoxLayout* left = make_column();
  card_ = new Card;
  make_menu();
  measured_label_ = wrapped_label("quiet");
  measured_label_->hide();
  card_->column()->addWidget(measured_label_);
  drawing_ = new NetworkDrawing;
  card_->column()->addWidget(drawing_, 1);
  left->addWidget(card_, 1);
  side_ = make_side();
  set_columns(left, side_);
  connect(drawing_, &NetworkDrawing::layerChosen, this, &NetworkPage::show_chosen);
  connect(drawing_, &NetworkDrawing::removeWanted, this, &NetworkPage::removeLayer);
  connect(form_, &LayerForm::changed, this, [this](int node, const Node& layer) {
    ModelSpec model = model_;
    model.layers[static_cast<std::size_t>(node)] = layer;
    change(std::move(model), node);
  });
  set_base(RunSpec());
  if (steps == nullptr) return;
  connect(steps, &StepWatch::changed, this, [this] {
    step_is_newer_ = true;
    show_measured();
  });
}

void NetworkPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (steps_ != nullptr) steps_->want(true);
  if (form_is_old_) show_chosen();
}

void NetworkPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  if (steps_ != nullptr) steps_->want(false);
}

void NetworkPage::make_menu() {
  QMenu* menu = card_->add_menu(tr("Menu of the drawing"));
  for (const QString& format : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")})
    menu->addAction(tr("Save the drawing as &%1…").arg(format.toUpper()), this, [this, format] {
      const QString name = file_stem(QString::fromStdString(model_.name())) + QLatin1Char('.') + format;
      ask_where_to_save(this, tr("Save the drawing"), name, QStringLiteral("*.") + format, [this](const QString& path) {
        attempt(this, [&] {
          save_network_image(model_, path, measured_, measured_text());
          Q_EMIT saved(path);
        });
      });
    });
}

QWidget* NetworkPage::make_side() {
  auto* panel = in_role(new QWidget, "bar");
  panel->setAttribute(Qt::WA_StyledBackground);
  QVBoxLayout* column = column_in(panel, 8, {16, 14, 16, 12});
  const auto heading = [column](const QString& text) {
    auto* label = in_role(new QLabel(text), "heading");
    column->addWidget(label);
  };
  const auto button = [this](const QString& text, const QString& tip, auto act) {
    QPushButton* made = push_button(text, tip);
    connect(made, &QPushButton::clicked, this, act);
    return made;
  };
  heading(tr("NETWORK"));
  start_ = narrow_combo(tr("Start from a network that comes with the program"));
  start_->setPlaceholderText(tr("Start from…"));
  for (const ModelSpec& model : named_) start_->addItem(QString::fromStdString(model.name()));
  start_->setCurrentIndex(-1);
  connect(start_, &QComboBox::activated, this, &NetworkPage::start_from);
  column->addWidget(start_);
  auto* files = new QHBoxLayout;
  files->addWidget(button(tr("&Open…"), tr("A network from a file"), [this] {
    ask_for_file(this, tr("Open a network"), QStringLiteral("*.json"), [this](const QString& path) { openFile(path); });
  }));
  save_ = button(tr("Save &as…"), tr("This network as a file, for here and for mlplab-cli --network"), [this] {
    ask_where_to_save(this, tr("Save the network"), file_stem(QString::fromStdString(model_.name())) + ".json",
                      QStringLiteral("*.json"), [this](const QString& path) { saveFile(path); });
  });
  files->addWidget(save_);
  column->addLayout(files);
  fault_ = make_error_label();
  column->addWidget(fault_);
  column->addSpacing(8);

  heading(tr("LAYER"));
  layer_title_ = wrapped_label("title");
  column->addWidget(layer_title_);
  form_ = new LayerForm;
  column->addWidget(form_);
  auto* acts = new QHBoxLayout;
  up_ = button(tr("&Up"), tr("Before the layer above it"), [this] { moveLayer(-1); });
  down_ = button(tr("Do&wn"), tr("Behind the layer below it"), [this] { moveLayer(1); });
  remove_ = button(tr("Re&move"), tr("Take this layer out (Delete in the drawing)"), [this] { removeLayer(); });
  for (QPushButton* b : {up_, down_, remove_}) acts->addWidget(b);
  column->addLayout(acts);
  column->addSpacing(8);

  heading(tr("ADD BEHIND IT"));
  auto* adding = new QHBoxLayout;
  kind_ = narrow_combo(tr("Kind of the layer to add"));
  for (const Layer& layer : new_layers()) kind_->addItem(kind_title(layer));
  add_ = button(tr("A&dd"), tr("Add a layer of this kind behind the chosen one"),
                [this] { addLayer(kind_->currentIndex()); });
  adding->addWidget(kind_, 1);
  adding->addWidget(add_);
  column->addLayout(adding);
  column->addStretch(1);

  QScrollArea* area = setup_area(panel);
  area->setFocusPolicy(Qt::NoFocus);
  area->setFixedWidth(side_width);
  return area;
}

void NetworkPage::set_theme(const Theme& theme) {
  drawing_->set_theme(theme);
  card_->set_theme(theme);
  side_->setVisible(!theme.projector);
}

void NetworkPage::set_base(const RunSpec& base) {
  if (model_ == base.model && !model_.layers.empty()) return;
  model_ = base.model;
  drawing_->set_network(model_);
  const Outline& outline = drawing_->image().outline();
  card_->title()->setText(QString::fromStdString(model_.name()));
  const double flop = std::accumulate(outline.network.flops.begin(), outline.network.flops.end(), 0.0);
  card_->note()->setText(outline.fault ? tr("does not fit yet")
                                       : tr("%1 layers · %2 parameters · %3 per image, forward")
                                             .arg(model_.layers.size())
                                             .arg(count_text(static_cast<double>(outline.network.parameter_count())))
                                             .arg(flop_text(flop)));
  fault_->setText(fault_of_whole(model_, outline));
  fault_->setVisible(!fault_->text().isEmpty());
  show_measured();
  form_is_old_ = isHidden();
  if (!form_is_old_) show_chosen();
}

QString NetworkPage::measured_text() const { return measured_label_->text(); }

void NetworkPage::showProfile(const ProfilePoint& point, const QString& source) {
  profile_ = point;
  source_ = source;
  step_is_newer_ = false;
  show_measured();
}

/// Where the times in the boxes are from; of an engine that does not know them, that there are none.
QString NetworkPage::measured_words_of(const ProfilePoint& point) const {
  const auto text = [](const std::string& words) { return QString::fromStdString(words); };
  QString begin = source_;
  if (!begin.isEmpty()) begin[0] = begin[0].toUpper();
  if (const std::string why = why_no_nodes(point); !why.empty()) return tr("%1: %2.").arg(begin, text(why));
  const StepProfile& p = point.profile;
  QString words =
      tr("%1 with %2 (%3) at batch %4: a step takes %5, %6 of it no layer's (batch, loss, update, waiting).")
          .arg(begin, backend_title(point.backend), text(count_of(point.workers, "worker")),
               QString::number(point.batch), text(duration(p.wall_s)),
               text(percent(std::max(rest_s(p), 0.0) / p.wall_s)));
  if (point.peak_flop_per_s > 0.0)
    words += tr(" Peak: %1 GFLOP/s, measured right after.").arg(text(significant(1e-9 * point.peak_flop_per_s)));
  return words;
}

/// Whether the last step is of this network, and newer than what was measured.
bool NetworkPage::show_step() {
  const SeenStep* step = steps_ == nullptr || !step_is_newer_ ? nullptr : steps_->last().get();
  if (step == nullptr || !difference_of(step->after->model, model_).empty()) return false;
  measured_ = step->moved();
  measured_label_->setText(
      tr("Run %1, %2: by how much of its norm the step moved each layer's weights.").arg(step->run).arg(step->name()));
  return true;
}

void NetworkPage::show_measured() {
  measured_.clear();
  if (show_step()) {
    measured_label_->show();
    drawing_->set_measured(measured_);
    return;
  }
  QString words;
  const bool known = profile_ && profile_->model && !drawing_->image().outline().fault;
  if (known && difference_of(*profile_->model, model_).empty()) {
    for (const NodeFigures& f : node_figures(*profile_)) measured_ << measured_words(f, profile_->profile.wall_s);
    words = measured_words_of(*profile_);
  }
  measured_label_->setText(words);
  measured_label_->setVisible(!words.isEmpty());
  drawing_->set_measured(measured_);
}

void NetworkPage::show_chosen() {
  form_is_old_ = false;
  const int chosen = drawing_->chosen();
  const bool layer = chosen >= 0;
  if (layer) {
    const Node& node = model_.layers[static_cast<std::size_t>(chosen)];
    const QString kind = kind_title(node.layer), name = QString::fromStdString(node.name);
    layer_title_->setText(name.isEmpty() ? kind : name + QStringLiteral(": ") + kind);
    form_->show_layer(model_, chosen);
    order_focus({save_, form_, up_});
  } else {
    layer_title_->setText(tr("The image: its size is that of the data"));
    form_->clear();
  }
  ModelSpec moved = model_;
  up_->setEnabled(chosen > 0 && swap_with_next(moved, static_cast<std::size_t>(chosen - 1)));
  down_->setEnabled(layer && swap_with_next(moved, static_cast<std::size_t>(chosen)));
  remove_->setEnabled(layer && model_.layers.size() > 1);
}

/// A changed network is not the one whose name it had.
void NetworkPage::change(ModelSpec model, int chosen) {
  const QString mark = tr(" (changed)");
  QString title = QString::fromStdString(model.title);
  if (!title.isEmpty() && !title.endsWith(mark)) model.title = (title + mark).toStdString();
  const int before = drawing_->chosen();
  Q_EMIT networkChanged(model);
  if (chosen != before || drawing_->chosen() != chosen) {
    drawing_->choose(chosen);
    show_chosen();
  }
}

void NetworkPage::addLayer(int kind) {
  ModelSpec model = model_;
  const int chosen = drawing_->chosen();
  insert_layer(model, chosen, new_layers().at(static_cast<std::size_t>(kind)));
  change(std::move(model), chosen + 1);
}

void NetworkPage::removeLayer() {
  const int chosen = drawing_->chosen();
  if (chosen < 0 || model_.layers.size() < 2) return;
  ModelSpec model = model_;
  remove_layer(model, static_cast<std::size_t>(chosen));
  change(std::move(model), std::min(chosen, static_cast<int>(model_.layers.size()) - 2));
}

void NetworkPage::moveLayer(int by) {
  const int chosen = drawing_->chosen(), first = by < 0 ? chosen - 1 : chosen;
  ModelSpec model = model_;
  if (first < 0 || !swap_with_next(model, static_cast<std::size_t>(first))) return;
  change(std::move(model), chosen + by);
}

void NetworkPage::start_from(int index) {
  if (index < 0) return;
  Q_EMIT networkOpened(named_[static_cast<std::size_t>(index)]);
  start_->setCurrentIndex(-1);
  drawing_->choose(0);
  show_chosen();
}

void NetworkPage::openFile(const QString& path) {
  attempt(this, [&] { Q_EMIT networkOpened(read_network_file(path.toStdString()).model); });
}

void NetworkPage::saveFile(const QString& path) {
  attempt(this, [&] {
    validate(model_);
    NetworkFile file{{}, model_};
    file.model.title = QFileInfo(path).completeBaseName().toStdString();
    write_network_file(path.toStdString(), file);
    Q_EMIT saved(path);
    if (!is_mlp(file.model)) Q_EMIT networkChanged(file.model);
  });
}

QStringList NetworkPage::save_all(const QString& folder) {
  QStringList written;
  for (const char* format : {"png", "svg", "pdf"}) {
    written << QDir(folder).filePath(QStringLiteral("network.") + QLatin1String(format));
    save_network_image(model_, written.back(), measured_, measured_text());
  }
  return written;
}

/// One with convolutions: an image of an MLP shows little.
void NetworkPage::show_example(ExampleSize /*size*/) {
  for (const ModelSpec& model : named_)
    if (model.title == "lenet5") set_base({.model = model});
  drawing_->choose(0);
  show_chosen();
}

}  // namespace mlplab
