#include "ui/widgets/study_setup.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme/style_sheet.h"

namespace mlplab {

StudySetup::StudySetup(const QString& heading, StartBar* start, QWidget* parent) : QWidget(parent), start_(start) {
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(16, 14, 16, 8);
  column_->setSpacing(8);
  add_heading(heading);
  base_label_ = small_label();
  base_label_->hide();
  column_->addWidget(base_label_);
  form_ = std::make_unique<Form>(column_);
}

void StudySetup::add_heading(const QString& text) {
  auto* label = new QLabel(text);
  set_role(label, "heading");
  column_->addWidget(label);
}

void StudySetup::say_base(const QString& text) {
  base_label_->setText(text);
  base_label_->show();
}

void StudySetup::add_published(const std::vector<std::pair<QString, QString>>& labels_and_tips) {
  published_box_ = narrow_combo();
  published_box_->addItem(tr("nothing"));
  for (const auto& [label, tip] : labels_and_tips) {
    published_box_->addItem(label);
    published_box_->setItemData(published_box_->count() - 1, tip, Qt::ToolTipRole);
  }
  form_->add(QStringLiteral("published"), tr("&Published"), published_box_);
}

int StudySetup::published_index() const { return published_box_->currentIndex() - 1; }

void StudySetup::set_published(int index) { published_box_->setCurrentIndex(index + 1); }

void StudySetup::end_form() {
  column_->addWidget(form_->other_error());
  add_control(start_);
}

void StudySetup::add_control(QWidget* control) {
  column_->addWidget(control);
  controls_.push_back(control);
}

}  // namespace mlplab
