// 'This is a 0 1 2 … 9', how many drawings are labelled and how many of them are predicted correctly; save and open.
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QLabel;
class QToolButton;

namespace mlplab {

class LabelBar : public QWidget {
  Q_OBJECT
 public:
  explicit LabelBar(QWidget* parent = nullptr);

  /// The buttons that take back, open and save, to be laid out elsewhere (in the card's header).
  QWidget* actions() const { return actions_; }
  /// right < 0: there is no network to ask.
  void setCounts(int drawings, int right);
  /// Whether there is a drawing to label.
  void setCanLabel(bool can);
  void showMessage(const QString& text, bool is_error = false);
  void setTheme(const Theme& theme);

 Q_SIGNALS:
  void labelChosen(int digit);
  void takeBackWanted();
  void saveWanted();
  void openWanted();

 private:
  QToolButton* addAction(const QString& text, const QString& explanation);

  QWidget* actions_ = nullptr;
  std::vector<QToolButton*> digits_;
  QToolButton* take_back_ = nullptr;
  QToolButton* open_ = nullptr;
  QToolButton* save_ = nullptr;
  QLabel* counts_ = nullptr;
  QLabel* message_ = nullptr;
};

}  // namespace mlplab
