// The setup of a study at the side of its page: a form under a heading, and below it the button that starts it.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/widgets/form.h"
#include "ui/widgets/form_parts.h"

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace mlplab {

class StudySetup : public QWidget {
  Q_OBJECT
 public:
  /// Its rows are named after the study's members: 'base.epochs', 'repeats', 'published'.
  const Form& form() const { return *form_; }
  Form& form() { return *form_; }
  QPushButton* start_button() const { return start_->button(); }
  /// The buttons that start, stop and resume, with the progress: they stay in sight.
  const std::vector<QWidget*>& controls() const { return controls_; }
  void set_published(int index);  // -1: none

 protected:
  StudySetup(const QString& heading, StartBar* start, QWidget* parent);
  QVBoxLayout* column() const { return column_; }
  void add_heading(const QString& text);
  /// Says under the heading which settings come from the page Train.
  void say_base(const QString& text);
  /// A row 'published' with nothing and these, each with its tip.
  void add_published(const std::vector<std::pair<QString, QString>>& labels_and_tips);
  int published_index() const;  // -1: none
  /// After the last row: what is wrong with no row of its own, and the start.
  void end_form();
  void add_control(QWidget* control);

  std::unique_ptr<Form> form_;
  StartBar* start_;
  QComboBox* published_box_ = nullptr;  // null before add_published()

 private:
  QVBoxLayout* column_;
  QLabel* base_label_;
  std::vector<QWidget*> controls_;
};

}  // namespace mlplab
