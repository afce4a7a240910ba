#include "ui/train/step_sheet.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPixmap>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

#include "core/data/preparation.h"
#include "core/model/network.h"
#include "ui/charts/chart_card.h"
#include "ui/network/example_image.h"
#include "ui/runs/run_charts.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

double gain_of(const StepChange& change, std::size_t image) {
  const int truth = change.before.truth[image];
  return double(change.after.probability(image, truth)) - change.before.probability(image, truth);
}

/// '7 (93.1 %)': the predicted class with its probability.
QString prediction_words(const Dataset& data, const Predictions& predictions, std::size_t image) {
  const int label = predictions.predicted[image];
  return StepSheet::tr("%1 (%2)").arg(QString::fromStdString(class_name(data.class_names, label)),
                                      share_text(predictions.probability(image, label)));
}

}  // namespace

void StepImages::show(std::shared_ptr<const SeenStep> step) {
  step_ = std::move(step);
  rows_.clear();
  if (step_) {
    const StepChange& change = step_->change;
    for (std::size_t i = 0; i < change.images.size(); ++i) {
      const bool was = change.before.predicted[i] == change.before.truth[i];
      const bool is = change.after.predicted[i] == change.after.truth[i];
      if (!change.of_epoch || was != is) rows_.push_back(i);
    }
    std::ranges::stable_sort(rows_, std::greater<>(),
                             [&](std::size_t image) { return std::abs(gain_of(change, image)); });
  }
  set_rows(rows_.size());
}

StepImages::StepImages(QObject* parent) : ColumnTable(parent) {
  const auto prediction = [this](Predictions StepChange::*when) {
    return [this, when](int row) { return prediction_words(*step_->data, step_->change.*when, image_at(row)); };
  };
  set_columns({{tr("Image"), [](int) { return QVariant(); }, true},
               {tr("Class"),
                [this](int row) {
                  return QString::fromStdString(
                      class_name(step_->data->class_names, step_->change.before.truth[image_at(row)]));
                },
                true},
               {tr("Before"), prediction(&StepChange::before), true},
               {tr("After"), prediction(&StepChange::after), true},
               {tr("Right class"),
                [this](int row) {
                  const double gain = gain_of(step_->change, image_at(row));
                  return tr("%1 %").arg((gain < 0.0 ? QString() : QStringLiteral("+")) +
                                        number_text(100.0 * gain, 'f', 1));
                },
                false, tr("The probability of the right class after the step, less the one before")}});
}

QVariant StepImages::data(const QModelIndex& index, int role) const {
  const StepChange& change = step_->change;
  const std::size_t image = rows_[static_cast<std::size_t>(index.row())];
  const int truth = change.before.truth[image];
  if (index.column() == image_column) {
    if (role == Qt::DecorationRole)
      return QPixmap::fromImage(example_image(*step_->data, change.examples(*step_->data), change.images[image], theme_)
                                    .scaled(image_side, image_side, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    if (role == Qt::AccessibleTextRole) return tr("Image %L1").arg(change.images[image]);
    return {};
  }
  if (role == Qt::ForegroundRole && (index.column() == before_column || index.column() == after_column)) {
    const Predictions& predictions = index.column() == before_column ? change.before : change.after;
    return predictions.predicted[image] == truth ? theme_.success : theme_.error;
  }
  return ColumnTable::data(index, role);
}

StepSheet::StepSheet(RunSession& session, StepWatch& watch, QWidget* parent)
    : QDialog(parent), session_(session), watch_(watch) {
  setWindowTitle(tr("What a step changed"));
  QVBoxLayout* column = column_in((new DialogArea(this, {760, 620}))->contents(), 10, {16, 14, 16, 14});
  heading_ = new QLabel;
  heading_->setWordWrap(true);
  heading_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  heading_->setAccessibleName(tr("The step"));
  column->addWidget(heading_);
  note_ = small_label();
  column->addWidget(note_);
  curve_ = new ChartCard;
  curve_->setMinimumHeight(150);
  column->addWidget(curve_, 2);
  QHBoxLayout* middle = spaced_row(16);
  column->addLayout(middle, 3);
  images_ = new StepImages(this);
  table_ = make_page_table(images_, tr("Images of the step"), StepImages::image_side + 6);
  table_->setIconSize({StepImages::image_side, StepImages::image_side});
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setResizeContentsPrecision(1);  // its images are all of one size
  table_->horizontalHeader()->setSectionResizeMode(StepImages::image_column, QHeaderView::ResizeToContents);
  table_->setMinimumHeight(180);
  middle->addWidget(table_, 3);
  layers_ = new QTableWidget(0, 3);
  layers_->setAccessibleName(tr("How far each layer moved"));
  layers_->setHorizontalHeaderLabels({tr("Layer"), tr("Moved by"), tr("Largest")});
  layers_->horizontalHeaderItem(1)->setToolTip(tr("The norm of the change over that of the layer's weights before"));
  layers_->horizontalHeaderItem(2)->setToolTip(tr("The largest change of a single weight"));
  fit_columns_to_words(*layers_->horizontalHeader());
  layers_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  layers_->verticalHeader()->setVisible(false);
  layers_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  layers_->setShowGrid(false);
  middle->addWidget(layers_, 2);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  step_ = buttons->addButton(tr("&Step a batch"), QDialogButtonBox::ActionRole);
  connect(step_, &QPushButton::clicked, this, &StepSheet::stepWanted);
  connect(buttons, &QDialogButtonBox::rejected, this, &StepSheet::reject);
  column->addWidget(buttons);
  connect(curve_, &ChartCard::failed, this, &StepSheet::failed);
  connect(curve_, &ChartCard::saved, this, &StepSheet::saved);
  connect(&watch_, &StepWatch::changed, this, &StepSheet::show_step);
  connect(&session_, &RunSession::stateChanged, this, &StepSheet::show_state);
  show_step();
  show_state();
}

void StepSheet::set_theme(const Theme& theme) {
  images_->set_theme(theme);
  curve_->set_theme(theme);
  fit_rows(this, theme);
}

QString StepSheet::heading() const { return heading_->text(); }
QString StepSheet::note() const { return note_->text(); }

void StepSheet::showEvent(QShowEvent* event) {
  watch_.want(true);
  QDialog::showEvent(event);
}

void StepSheet::hideEvent(QHideEvent* event) {
  watch_.want(false);
  QDialog::hideEvent(event);
}

void StepSheet::show_state() {
  const RunSession::State state = session_.state();
  step_->setEnabled(state != RunSession::State::loading && state != RunSession::State::stopping);
}

/// Where single batches were stepped; an epoch is a point of the curve on the page Train.
void StepSheet::show_curve() {
  const std::shared_ptr<const SeenStep>& step = watch_.last();
  const Run* run = session_.current();
  const bool there = step && !step->stepped.empty() && run != nullptr && run->number == step->run;
  curve_->setVisible(there);
  if (!there) return;
  const std::vector<DrawnRun> runs = drawn_runs(session_.runs());
  const auto drawn = std::ranges::find(runs, step->run, &DrawnRun::key);
  if (drawn == runs.end())
    curve_->hide();
  else
    curve_->set_data(step_chart(*drawn, step->stepped));
}

void StepSheet::show_step() {
  const std::shared_ptr<const SeenStep>& step = watch_.last();
  images_->show(step);
  show_curve();
  if (!step) {
    heading_->setText(tr("Step a batch or an epoch: here you see what it changed."));
    note_->setText(!watch_.why_not().isEmpty()
                       ? watch_.why_not()
                       : tr("Backends that compute in other processes tell their weights after whole epochs alone."));
    note_->show();
    layers_->setRowCount(0);
    return;
  }
  const StepChange& change = step->change;
  const auto number = [](auto value) { return QLocale().toString(static_cast<qlonglong>(value)); };
  QString images =
      tr("%1 of %2 right, before %3")
          .arg(number(change.right(change.after)), number(change.images.size()), number(change.right(change.before)));
  if (step->spec.model.loss == Loss::softmax_cross_entropy)
    images += QStringLiteral("; ") + tr("loss %1, before %2")
                                         .arg(display_number(change.cross_entropy(change.after)),
                                              display_number(change.cross_entropy(change.before)));
  heading_->setText(change.of_epoch
                        ? tr("Epoch %1. Test images: %2.").arg(number(change.epoch + 1), images)
                        : tr("Batch %1 of %2, epoch %3. Its images: %4.")
                              .arg(number(change.batch + 1), number(change.batches), number(change.epoch + 1), images));
  QStringList notes;
  if (change.of_epoch) notes << tr("Listed are those that became right or wrong: %L1.").arg(images_->rowCount());
  if (change.of_epoch && change.images.size() < step->data->test.size())
    notes
        << tr("The first %L1 of %L2 test images are compared.").arg(change.images.size()).arg(step->data->test.size());
  if (!change.of_epoch && step->spec.data.augmentation.any())
    notes << tr("The run trained on them augmented; here they are as in the data.");
  if (!change.of_epoch && network_of(step->spec.model).statistics_size > 0)
    notes << tr("Both predictions use the running statistics of batch normalisation, as a test does.");
  note_->setText(notes.join(QLatin1Char(' ')));
  note_->setVisible(!notes.empty());
  layers_->setRowCount(static_cast<int>(change.layers.size()));
  for (int row = 0; row < layers_->rowCount(); ++row) {
    const LayerChange& layer = change.layers[static_cast<std::size_t>(row)];
    const QString name = QString::fromStdString(layer.name);
    const QStringList texts{name, tr("%1 %").arg(display_number(100.0 * layer.relative)),
                            display_number(layer.most.empty() ? 0.0 : layer.most.front().change())};
    for (int at = 0; at < texts.size(); ++at) {
      auto* item = new QTableWidgetItem(texts[at]);
      if (at > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (at == 0) item->setToolTip(tr("%1 (%2 weights)").arg(name, number(layer.weights)));
      layers_->setItem(row, at, item);
    }
  }
}

}  // namespace mlplab
