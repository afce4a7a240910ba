// One line of news over the page, with buttons where there is something to decide. Never modal: a run goes on.
#pragma once

#include <QFrame>
#include <functional>

#include "ui/theme/theme.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace mlplab {

class Banner : public QFrame {
  Q_OBJECT
 public:
  enum class Kind { info, warning, error };
  explicit Banner(QWidget* parent = nullptr);
  /// Replaces what is shown. `action`: the text of a button that calls `act` and closes the banner; '' for none.
  void tell(Kind kind, const QString& message, const QString& action = {}, std::function<void()> act = {});
  void dismiss();
  QString message() const;
  QPushButton* action() const { return action_; }
  void set_theme(const Theme& theme);

 Q_SIGNALS:
  void shown(bool shown);

 private:
  void show_kind();

  Kind kind_ = Kind::info;
  Theme theme_ = light_theme();
  QLabel* icon_;
  QLabel* text_;
  QPushButton* action_;
  QToolButton* close_;
  std::function<void()> act_;
};

/// A widget with the banner over its lower edge, so that nothing moves when news comes: not what is read, and no button
/// under the pointer.
class BannerStage : public QWidget {
  Q_OBJECT
 public:
  BannerStage(QWidget* content, Banner* banner, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  Banner* banner_;
};

}  // namespace mlplab
