// Edits the parts of a lesson that the window does not show: its texts, and the controls that the class cannot see or
// change.
#pragma once

#include <QDialog>
#include <functional>

#include "core/lessons/lesson.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace mlplab {

class LessonDialog : public QDialog {
  Q_OBJECT
 public:
  /// `lesson`: the window as it is; `controls`: what can be hidden or locked. `save` gets it with the texts, and
  /// calls accept() once it is written: until then nothing that was typed is lost. Checks of steps stay with their
  /// number: the dialog has texts alone.
  LessonDialog(Lesson lesson, const QStringList& controls, std::function<void(LessonDialog&, const Lesson&)> save,
               QWidget* parent);

  QLineEdit* title() const { return title_; }
  QPlainTextEdit* intro() const { return intro_; }
  /// Paragraphs with an empty line between them, a step each.
  QPlainTextEdit* steps() const { return steps_; }
  QTreeWidget* controls() const { return controls_; }
  QPushButton* save_button() const { return save_; }
  /// Shows in the dialog what is wrong; '' for nothing.
  void say(const QString& sentence);
  QString said() const;

 private:
  Lesson lesson() const;

  Lesson lesson_;
  QLineEdit* title_;
  QPlainTextEdit* intro_;
  QPlainTextEdit* steps_;
  QTreeWidget* controls_;
  QLabel* error_;
  QPushButton* save_;
};

}  // namespace mlplab
