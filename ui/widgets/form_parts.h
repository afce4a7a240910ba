// The parts of the pages' setup columns beside Form: small labels, number fields, the start button with its progress.
#pragma once

#include <QList>
#include <QString>
#include <QVariant>
#include <QWidget>
#include <utility>
#include <vector>

class QComboBox;
class QFrame;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace mlplab {

class FormArea;
class NumberBox;
struct Theme;

/// In a role of the style sheet.
QLabel* wrapped_label(const char* role, const QString& text = {});
QLabel* small_label();
QLabel* make_error_label();
/// Sentences to be read, and to be copied; `name` is for screen readers.
QLabel* reading_label(const QString& name);
/// For a number outside a form: the box itself marks what is wrong with what is typed.
NumberBox* number_field(int low, int high, int value, const QString& name);
/// For a number in a form, where the form says what is wrong with what is typed (Form::add_number_faults).
NumberBox* number_box(int low, int high, int value, const QString& name);
/// A combo box whose list shows a scrollbar where it is longer than the screen, and whose entry ends in '…' where it is
/// wider than the box. `name` (optional) is for screen readers.
QComboBox* combo_box(const QString& name = {});
/// As wide as the entry that is shown; its list is as wide as the longest.
QComboBox* fitted_combo(const QString& name = {});
/// As wide as its column and not as its longest entry, with room for some letters at least.
QComboBox* narrow_combo(const QString& name = {}, int letters = 6);
/// For the header of a card: as wide as its longest entry; `name` is its tip, too.
QComboBox* header_combo(const QString& name);
/// The box offers these from now on, each with its data, and shows the one with `chosen`, else the first; it tells
/// nobody.
void offer(QComboBox* box, const std::vector<std::pair<QString, QVariant>>& entries, const QVariant& chosen);
/// Whether an entry of a box with Qt's own model can be chosen.
void enable_item(QComboBox* box, int item, bool on);
/// An entry with a tip of its own.
void add_item(QComboBox* box, const QString& text, const QVariant& data, const QString& tip);
/// Lets any other field shrink to the width of its column.
void let_shrink(QWidget* field);
/// The keyboard goes through these one after the other, in each as it did. A part made later than its neighbours would
/// be reached after them.
void order_focus(const QList<QWidget*>& parts);

QPushButton* push_button(const QString& text, const QString& tip);
/// A button of words without a frame, in a header or beside a field; `tip` is its accessible name, too.
QToolButton* flat_button(const QString& text, const QString& tip);
/// A small button of a card's header. `checkable`: one of several views, and it stays down while its view is shown.
QToolButton* tab_button(const QString& text, const QString& tip, bool checkable);

/// A column that is scrolled up and down where it has no room.
QScrollArea* setup_area(QWidget* column);
/// A white rounded box; `column` becomes its layout.
QFrame* make_card_frame(QVBoxLayout*& column);

/// The setup column of a page: `form` above, and under a heading a scrollable text.
class SideColumn : public QWidget {
 public:
  SideColumn(QWidget* form, const QString& heading, const QString& text_name, QWidget* parent = nullptr);
  QLabel* text() const { return text_; }
  /// A part of the form, of its column, that stays in projector mode: what starts a measurement.
  void keep(QWidget* part);
  /// In projector mode the form gives its room to the parts that stay and to the text.
  void set_theme(const Theme& theme);

 private:
  struct Kept {
    QWidget* part;
    int place;  // in the form's column, while it is elsewhere
  };
  QWidget* form_;
  FormArea* form_area_;
  QVBoxLayout* column_;
  QLabel* text_;
  std::vector<Kept> kept_;
  bool projector_ = false;
};

/// One paragraph of a SideColumn's text, escaped; in `color` where one is given.
QString paragraph(const QString& sentence, const QString& color = {});

/// The bar is painted with all else that changed; QProgressBar::setValue() paints at once all that waits for it.
void show_value(QProgressBar& bar, int value);

/// Start, progress and time left: the button starts, and while something goes on it stops. A second one goes on with
/// what was stopped, where a tip says what that is.
class StartBar : public QWidget {
  Q_OBJECT
 public:
  StartBar(const QString& start, const QString& stop, const QString& progress_name, QWidget* parent = nullptr);
  void set_resume_tip(const QString& tip);
  enum class State { idle, incomplete, running, stopping };
  /// `fraction` in [0, 1]; `text` stands under the bar.
  void show_state(State state, double fraction, const QString& text);
  /// Whether it can be started; it can always be stopped.
  void set_ready(bool ready);
  QPushButton* button() const { return button_; }

 Q_SIGNALS:
  void startWanted();
  void resumeWanted();
  void stopWanted();

 private:
  QString start_, stop_;
  bool goes_on() const { return state_ == State::running || state_ == State::stopping; }

  State state_ = State::idle;
  bool ready_ = true;
  QPushButton* button_;
  QPushButton* resume_;
  QProgressBar* bar_;
  QLabel* text_;
};

}  // namespace mlplab
