// The cards of the page Inspect: what lies where.
#include <QComboBox>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "ui/inspect/class_table.h"
#include "ui/inspect/image_list.h"
#include "ui/inspect/inspect_page.h"
#include "ui/inspect/map_view.h"
#include "ui/network/confusion_view.h"
#include "ui/network/image_view.h"
#include "ui/network/probability_bars.h"
#include "ui/network/tile_view.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {

QFrame* InspectPage::make_choices_card() {
  QVBoxLayout* column = nullptr;
  QFrame* card = make_card_frame(column);
  column->setContentsMargins(12, 8, 12, 6);
  column->setSpacing(6);
  QHBoxLayout* row = spaced_row(8);
  const auto add = [&](const QString& text, QWidget* field, int stretch) {
    auto* label = in_role(new QLabel(text), "quiet");
    label->setBuddy(field);
    spare_.push_back(label);
    row->addWidget(label);
    row->addWidget(field, stretch);
  };
  run_ = narrow_combo(tr("Run"));
  run_->setMinimumContentsLength(15);
  add(tr("&Run"), run_, 0);
  split_ = narrow_combo(tr("Which images"));
  for (const Split split : {Split::test, Split::validation, Split::training})
    split_->addItem(split_title(split), int(split));
  split_->setMinimumContentsLength(13);
  add(tr("predictions f&or"), split_, 0);
  epoch_ = new QSlider(Qt::Horizontal);
  epoch_->setAccessibleName(tr("Epoch"));
  epoch_->setPageStep(1);
  epoch_->setMinimumWidth(140);
  add(tr("after &epoch"), epoch_, 1);
  epoch_text_ = new QLabel;
  epoch_text_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("88 of 88, now")));
  row->addWidget(epoch_text_);
  column->addLayout(row);
  QHBoxLayout* second = spaced_row(8);
  sentence_ = in_role(new ElidedLabel, "title");
  second->addWidget(sentence_);
  keep_note_ = in_role(new ElidedLabel, "quiet");
  keep_note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  second->addWidget(keep_note_, 1);
  keep_ = combo_box(tr("How much room the weights of every epoch of a run may take"));
  second->addWidget(keep_);
  column->addLayout(second);
  return card;
}

QToolButton* InspectPage::add_view_tab(QBoxLayout* row, View view, const QString& text, const QString& tip) {
  QToolButton* button = tab_button(text, tip, true);
  connect(button, &QToolButton::clicked, this, [this, view] { show_view(view); });
  row->addWidget(button);
  tabs_[view] = button;
  return button;
}

QFrame* InspectPage::make_view_card() {
  view_card_ = new Card;
  QHBoxLayout* header = view_card_->header();
  spare_.push_back(view_card_->title());
  add_view_tab(header, View::confusion, tr("Matrix"), tr("Which class is predicted as which"));
  add_view_tab(header, View::classes, tr("Classes"), tr("Precision, recall and F1 of each class"));
  add_view_tab(header, View::map, tr("Map"), tr("Which images look alike to the last hidden layer"));
  add_view_tab(header, View::weights, tr("Weights"), tr("What the first layer looks for"));
  QMenu* menu = view_card_->add_menu(tr("Menu of this view"));
  view_card_->more()->setToolTip(tr("Save or copy"));
  menu->addAction(tr("Save as &PNG…"), this, [this] { save_view(QStringLiteral("png")); });
  menu->addAction(tr("Save as &SVG…"), this, [this] { save_view(QStringLiteral("svg")); });
  menu->addAction(tr("Save as P&DF…"), this, [this] { save_view(QStringLiteral("pdf")); });
  menu->addAction(tr("Save as &CSV…"), this, [this] { save_view(QStringLiteral("csv")); });
  menu->addSeparator();
  menu->addAction(tr("Copy &numbers"), this, &InspectPage::copy_view);
  stack_ = new QStackedWidget;
  confusion_ = new ConfusionView;
  class_model_ = new ClassTableModel(this);
  class_table_ = make_page_table(class_model_, tr("Figures of each class"), 26);
  fit_columns_to_words(*class_table_->horizontalHeader());
  class_table_->horizontalHeader()->setSectionResizeMode(ClassTableModel::name_column, QHeaderView::Stretch);
  leave_space_to_the_run(class_table_);
  map_ = new MapView;
  weights_ = new TileView;
  weights_->setAccessibleName(tr("Weights of the first layer"));
  stack_->addWidget(confusion_);
  stack_->addWidget(class_table_);
  stack_->addWidget(map_);
  stack_->addWidget(weights_);
  view_card_->column()->addWidget(stack_, 1);
  caption_ = small_label();
  view_card_->column()->addWidget(caption_);
  return view_card_;
}

QFrame* InspectPage::make_images_card() {
  images_card_ = new Card(tr("Images"));
  QHBoxLayout* row = spaced_row(6);
  filter_ = narrow_combo(tr("Which images are listed"));
  filter_->addItem(tr("mistakes"));
  filter_->addItem(tr("all images"));
  filter_->addItem(tr("this cell"));
  filter_->addItem(tr("nearest"));
  class_ = narrow_combo(tr("Only of this class"));
  number_ = number_field(1, 1, 1, tr("Go to the image with this number"));
  number_->setPrefix(tr("no. "));
  number_->setToolTip(tr("Go to the image with this number"));
  let_shrink(filter_);  // the card stays as wide as it is, whichever of them are shown
  let_shrink(class_);
  number_->setMinimumWidth(112);
  row->addWidget(filter_, 3);
  row->addWidget(class_, 2);
  row->addWidget(number_, 2);
  images_card_->column()->addLayout(row);
  list_model_ = new ImageListModel(this);
  list_ = new ImageList(list_model_);
  images_card_->column()->addWidget(list_, 1);
  return images_card_;
}

QFrame* InspectPage::make_image_card() {
  image_card_ = new Card;
  layers_button_ = tab_button(tr("Look inside ›"), tr("Look at this image on the page Layers"), false);
  image_card_->header()->addWidget(layers_button_);
  QHBoxLayout* row = spaced_row(12);
  image_ = new ImageView;
  bars_ = new ProbabilityBars;
  QSizePolicy policy = bars_->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  bars_->setSizePolicy(policy);
  row->addWidget(image_, 2);
  row->addWidget(bars_, 3);
  image_card_->column()->addLayout(row, 1);
  return image_card_;
}

}  // namespace mlplab
