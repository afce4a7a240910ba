// The setup of a study at the side of its page: a form under a heading, and below it the button that starts it.
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "core/run/run_spec.h"
#include "ui/runs/measuring_session.h"
#include "ui/widgets/form.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/guess_field.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace mlplab {

class NumberBox;

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
  /// The published study whose label begins so, or none. Whether it is there.
  bool lay_beside(const std::string& label);
  /// Null where the study has none.
  GuessField* guess_field() const { return guess_; }
  /// (optional) Puts back what stands in the form now and has no part in a lesson. Default: nothing.
  virtual std::function<void()> way_back() {
    return [] {};
  }
  /// `start` may throw an Error: then check() says it.
  void start_with(const std::function<void()>& start);

 Q_SIGNALS:
  void startWanted();
  /// A stopped study is to go on.
  void resumeWanted();
  void publishedChanged();

 protected:
  /// `session`: of the study; the start bar stops it, and refresh() hears when its state changes.
  StudySetup(const QString& heading, StartBar* start, MeasuringSession& session, QWidget* parent = nullptr);
  QVBoxLayout* column() const { return column_; }
  void add_heading(const QString& text);
  /// Says under the heading which settings come from the page Train.
  void say_base(const QString& text);
  /// A row 'published' with nothing and these, each with its tip.
  void add_published(const std::vector<std::pair<QString, QString>>& labels_and_tips, const QString& title = {});
  int published_index() const;  // -1: none
  template <class Study>
  std::optional<Study> published_in(const std::vector<Study>& all) const {
    return published_index() < 0 ? std::nullopt : std::optional(all[static_cast<std::size_t>(published_index())]);
  }
  /// Rows with a field; check() is called when a number or a text changes. `tip` is the name, too, where no `name` is
  /// given.
  NumberBox* add_number(const char* row, const QString& label, std::array<int, 3> low_high_value, const QString& tip,
                        const QString& name = {});
  QLineEdit* add_text(const char* row, const QString& label, const QString& text = {});
  /// Entries with their data.
  QComboBox* add_choice(const char* row, const QString& label,
                        const std::vector<std::pair<QString, QVariant>>& entries = {}, const QString& tip = {});
  /// The whole numbers of a list as '16, 64'. Throws a UsageError of `row` for what is none from 1 to `largest`:
  /// `wrong` with what is typed as %1.
  static std::vector<int> numbers_in(const QLineEdit& field, const QString& wrong, const char* row,
                                     int largest = 1'000'000);
  static QString typed_list(const std::vector<int>& numbers);
  void add_guess(const QString& what, const GuessField::Range& range, const QString& suffix);
  /// After the last row: what is wrong with no row of its own, and the start.
  void end_form();
  void add_control(QWidget* control);
  /// A row 'base.backend'. It follows the run of the page Train until another backend is chosen.
  void add_backend();
  void follow(const RunSpec& base);
  std::string chosen_backend() const;
  void choose_backend(const RunSpec& run);
  /// The run of the page Train with the chosen backend. Throws UsageError where there is none.
  RunSpec run_with_backend() const;
  /// Throws UsageError where the chosen backend cannot run here.
  void refuse_absent_backend() const;

  /// Says beside the fields what is wrong with them, and whether the start may be pressed.
  virtual void check() = 0;
  /// Shows what the session does, and lets nobody change the study that is measured.
  virtual void refresh() = 0;
  /// Says beside the fields of a form what `read` throws. Whether all is well.
  static bool show_faults(Form& form, const std::function<void()>& read);
  /// `read` throws what is wrong. Whether all is well; then it can be started.
  bool is_sound(const std::function<void()>& read);
  static void enable(std::initializer_list<QWidget*> widgets, bool on);
  /// The session's state on the start bar; `words` tells of the run in progress.
  void show_state(double fraction, const QString& words);
  void show_incomplete(int done, int total);

  std::unique_ptr<Form> form_;
  Form* rows_;  // that add_number() and its like add to
  StartBar* start_;
  QComboBox* published_box_ = nullptr;  // null before add_published()
  QComboBox* backend_ = nullptr;        // null before add_backend()
  GuessField* guess_ = nullptr;         // null before add_guess()
  RunSpec base_;                        // of the page Train

 private:
  MeasuringSession& measurement_;
  QVBoxLayout* column_;
  QLabel* base_label_;
  std::vector<QWidget*> controls_;
};

}  // namespace mlplab
