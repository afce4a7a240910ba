// The images beside the views of the page Inspect: which are listed, and the one in detail.
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "ui/inspect/image_list.h"
#include "ui/inspect/inspect_page.h"
#include "ui/inspect/map_view.h"
#include "ui/network/confusion_view.h"
#include "ui/network/image_view.h"
#include "ui/network/probability_bars.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {
namespace {

constexpr std::size_t nearest_listed = 11;

}  // namespace

void InspectPage::show_images(Images images) {
  const bool was_near = std::exchange(images_shown_, images) == Images::near;
  keeps_image_ = false;
  if (was_near && images != Images::near) map_->choose(-1, {});
  show_list();
}

void InspectPage::show_list(bool other_predictions) {
  const bool cell = confusion_->chosen_truth() >= 0, near = map_->chosen() >= 0;
  enable_item(filter_, int(Images::cell), cell);
  enable_item(filter_, int(Images::near), near);
  if ((images_shown_ == Images::cell && !cell) || (images_shown_ == Images::near && !near))
    images_shown_ = Images::mistakes;
  filter_->setCurrentIndex(int(images_shown_));
  const bool by_class = images_shown_ == Images::mistakes || images_shown_ == Images::all;
  class_->setVisible(by_class);
  std::vector<std::uint32_t> images;
  QString note;
  if (shown()) {
    const Predictions& a = shown()->predictions;
    const int label = by_class ? class_->currentIndex() - 1 : -1;
    const auto of_class = [&](std::uint32_t image) { return label < 0 || a.truth[image] == label; };
    switch (images_shown_) {
      case Images::mistakes:
        std::ranges::copy_if(shown()->worst, std::back_inserter(images), of_class);
        note = images.empty()       ? tr("no mistakes")
               : images.size() == 1 ? tr("1 mistake")
                                    : tr("%L1 mistakes, the worst first").arg(images.size());
        break;
      case Images::all:
        for (std::uint32_t i = 0; i < a.size(); ++i)
          if (of_class(i)) images.push_back(i);
        break;
      case Images::cell:
        for (std::uint32_t i = 0; i < a.size(); ++i)
          if (a.truth[i] == confusion_->chosen_truth() && a.predicted[i] == confusion_->chosen_prediction())
            images.push_back(i);
        std::ranges::stable_sort(images, {}, [&](std::uint32_t i) { return a.probability(i, a.truth[i]); });
        note = tr("%1 predicted as %2: %3")
                   .arg(class_title(confusion_->chosen_truth(), shown()->data->class_names),
                        class_title(confusion_->chosen_prediction(), shown()->data->class_names),
                        QLocale().toString(images.size()));
        break;
      case Images::near: {
        const auto image = static_cast<std::uint32_t>(map_->chosen());
        images = nearest_points(a.hidden_values, a.hidden, image, nearest_listed);
        images.insert(images.begin(), image);
        note = tr("nearest to image %L1 in the layer").arg(image + 1);
        break;
      }
    }
    if (note.isEmpty()) note = tr("%L1 images").arg(images.size());
  }
  images_card_->note()->setText(note);
  list_->set_empty_text(!shown()                            ? tr("nothing to show yet")
                        : images_shown_ == Images::mistakes ? tr("No mistakes here: every prediction is correct.")
                                                            : tr("No images here."));
  const int before = image_shown_;
  const bool keeps = keeps_image_;
  int row = -1;
  {
    const QSignalBlocker blocker(list_);  // half of it would be of the predictions before
    list_model_->show(shown(), std::move(images));
    if (!other_predictions) list_->scrollToTop();
    if (list_model_->rowCount() > 0)
      row = keeps ? std::max(0, list_model_->row_of(static_cast<std::uint32_t>(before))) : 0;
    list_->setCurrentIndex(list_model_->index(row));
  }
  show_detail(row);
  keeps_image_ = keeps && image_shown_ == before;  // what nobody chose is the first one, whichever that is
}

void InspectPage::show_detail(int row) {
  image_card_->title()->setText(tr("Image"));
  if (row < 0 || row >= list_model_->rowCount() || !shown()) {
    image_shown_ = -1;
    image_card_->note()->clear();
    image_->set_image({}, {0, 1, 1});
    bars_->hide();
    layers_button_->setVisible(false);
    return;
  }
  const std::uint32_t image = list_model_->images()[static_cast<std::size_t>(row)];
  image_shown_ = static_cast<int>(image);
  keeps_image_ = true;
  const Inspection& i = *shown();
  image_->set_image(input_of_example(*i.data, i.examples(), image), image_shape(*i.data));
  const auto probabilities = i.predictions.probabilities_of(image);
  bars_->show();
  bars_->setProbabilities({probabilities.begin(), probabilities.end()});
  const QString is = class_title(i.predictions.truth[image], i.data->class_names);
  image_card_->title()->setText(tr("Image %L1").arg(image + 1));
  image_card_->note()->setText(
      i.predictions.truth[image] == i.predictions.predicted[image]
          ? tr("%1, correct").arg(is)
          : tr("%1, predicted as %2").arg(is, class_title(i.predictions.predicted[image], i.data->class_names)));
  {
    const QSignalBlocker blocker(number_);
    number_->setValue(image_shown_ + 1);
  }
  const bool reachable = i.split == Split::test && run() == training_.current();
  layers_button_->setVisible(true);
  layers_button_->setEnabled(reachable);
  layers_button_->setToolTip(reachable ? tr("Each layer's numbers for this image, on the page Layers")
                                       : tr("The page Layers shows test images of the newest run"));
}

void InspectPage::choose_map_image(int image) {
  if (!shown() || shown()->predictions.mapped() <= static_cast<std::size_t>(image)) return;
  image_shown_ = image;
  map_->choose(image, nearest_points(shown()->predictions.hidden_values, shown()->predictions.hidden,
                                     static_cast<std::size_t>(image), nearest_listed));
  show_images(Images::near);
}

void InspectPage::go_to_image(int number) {
  const auto image = static_cast<std::uint32_t>(number - 1);
  if (list_model_->row_of(image) < 0) {
    class_->setCurrentIndex(0);
    show_images(Images::all);
  }
  list_->setCurrentIndex(list_model_->index(list_model_->row_of(image)));
}

}  // namespace mlplab
