// The pictures beside the views of the page Inspect: which are listed, and the one in detail.
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "ui/inspect/confusion_view.h"
#include "ui/inspect/inspect_page.h"
#include "ui/inspect/map_view.h"
#include "ui/inspect/picture_list.h"
#include "ui/network/picture_view.h"
#include "ui/network/probability_bars.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {
namespace {

constexpr std::size_t nearest_listed = 11;

}  // namespace

void InspectPage::show_pictures(Pictures pictures) {
  const bool was_near = std::exchange(pictures_shown_, pictures) == Pictures::near;
  keeps_picture_ = false;
  if (was_near && pictures != Pictures::near) map_->choose(-1, {});
  show_list();
}

void InspectPage::show_list(bool other_answers) {
  const bool cell = confusion_->chosen_truth() >= 0, near = map_->chosen() >= 0;
  enable_item(filter_, int(Pictures::cell), cell);
  enable_item(filter_, int(Pictures::near), near);
  if ((pictures_shown_ == Pictures::cell && !cell) || (pictures_shown_ == Pictures::near && !near))
    pictures_shown_ = Pictures::mistakes;
  filter_->setCurrentIndex(int(pictures_shown_));
  const bool by_class = pictures_shown_ == Pictures::mistakes || pictures_shown_ == Pictures::all;
  class_->setVisible(by_class);
  std::vector<std::uint32_t> pictures;
  QString note;
  if (shown()) {
    const Answers& a = shown()->answers;
    const int label = by_class ? class_->currentIndex() - 1 : -1;
    const auto of_class = [&](std::uint32_t picture) { return label < 0 || a.truth[picture] == label; };
    switch (pictures_shown_) {
      case Pictures::mistakes:
        std::ranges::copy_if(shown()->worst, std::back_inserter(pictures), of_class);
        note = pictures.empty()       ? tr("no mistakes")
               : pictures.size() == 1 ? tr("1 mistake")
                                      : tr("%L1 mistakes, the worst first").arg(pictures.size());
        break;
      case Pictures::all:
        for (std::uint32_t i = 0; i < a.size(); ++i)
          if (of_class(i)) pictures.push_back(i);
        break;
      case Pictures::cell:
        for (std::uint32_t i = 0; i < a.size(); ++i)
          if (a.truth[i] == confusion_->chosen_truth() && a.answer[i] == confusion_->chosen_answer())
            pictures.push_back(i);
        std::ranges::stable_sort(pictures, {}, [&](std::uint32_t i) { return a.probability(i, a.truth[i]); });
        note = tr("%1 answered %2: %3")
                   .arg(answer_title(confusion_->chosen_truth(), shown()->data->class_names),
                        answer_title(confusion_->chosen_answer(), shown()->data->class_names),
                        QLocale().toString(pictures.size()));
        break;
      case Pictures::near: {
        const auto picture = static_cast<std::uint32_t>(map_->chosen());
        pictures = nearest_points(a.hidden_values, a.hidden, picture, nearest_listed);
        pictures.insert(pictures.begin(), picture);
        note = tr("nearest to picture %L1 in the layer").arg(picture + 1);
        break;
      }
    }
    if (note.isEmpty()) note = tr("%L1 pictures").arg(pictures.size());
  }
  list_note_->setText(note);
  list_->set_empty_text(!shown()                                ? tr("nothing to show yet")
                        : pictures_shown_ == Pictures::mistakes ? tr("No mistakes here: every answer is right.")
                                                                : tr("No pictures here."));
  const int before = picture_shown_;
  const bool keeps = keeps_picture_;
  int row = -1;
  {
    const QSignalBlocker blocker(list_);  // half of it would be of the answers before
    list_model_->show(shown(), std::move(pictures));
    if (!other_answers) list_->scrollToTop();
    if (list_model_->rowCount() > 0)
      row = keeps ? std::max(0, list_model_->row_of(static_cast<std::uint32_t>(before))) : 0;
    list_->setCurrentIndex(list_model_->index(row));
  }
  show_detail(row);
  keeps_picture_ = keeps && picture_shown_ == before;  // what nobody chose is the first one, whichever that is
}

void InspectPage::show_detail(int row) {
  picture_title_->setText(tr("Picture"));
  if (row < 0 || row >= list_model_->rowCount() || !shown()) {
    picture_shown_ = -1;
    picture_note_->clear();
    picture_->set_picture({}, {0, 1, 1});
    bars_->hide();
    layers_button_->setVisible(false);
    return;
  }
  const std::uint32_t picture = list_model_->pictures()[static_cast<std::size_t>(row)];
  picture_shown_ = static_cast<int>(picture);
  keeps_picture_ = true;
  const Inspection& i = *shown();
  picture_->set_picture(input_of_example(*i.data, i.examples(), picture), picture_shape(*i.data));
  const auto probabilities = i.answers.probabilities_of(picture);
  bars_->show();
  bars_->setProbabilities({probabilities.begin(), probabilities.end()});
  const QString is = answer_title(i.answers.truth[picture], i.data->class_names);
  picture_title_->setText(tr("Picture %L1").arg(picture + 1));
  picture_note_->setText(
      i.answers.truth[picture] == i.answers.answer[picture]
          ? tr("%1, answered right").arg(is)
          : tr("%1, answered %2").arg(is, answer_title(i.answers.answer[picture], i.data->class_names)));
  {
    const QSignalBlocker blocker(number_);
    number_->setValue(picture_shown_ + 1);
  }
  const bool reachable = i.split == Split::test && run() == training_.current();
  layers_button_->setVisible(true);
  layers_button_->setEnabled(reachable);
  layers_button_->setToolTip(reachable ? tr("Each layer's numbers for this picture, on the page Layers")
                                       : tr("The page Layers shows test pictures of the newest run"));
}

void InspectPage::choose_map_picture(int picture) {
  if (!shown() || shown()->answers.mapped() <= static_cast<std::size_t>(picture)) return;
  picture_shown_ = picture;
  map_->choose(picture, nearest_points(shown()->answers.hidden_values, shown()->answers.hidden,
                                       static_cast<std::size_t>(picture), nearest_listed));
  show_pictures(Pictures::near);
}

void InspectPage::go_to_picture(int number) {
  const auto picture = static_cast<std::uint32_t>(number - 1);
  if (list_model_->row_of(picture) < 0) {
    class_->setCurrentIndex(0);
    show_pictures(Pictures::all);
  }
  list_->setCurrentIndex(list_model_->index(list_model_->row_of(picture)));
}

}  // namespace mlplab
