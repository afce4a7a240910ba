// One line of news over the page, with buttons where there is something to decide. Never modal: a run goes on.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <functional>

#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
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
  /// One more of the warnings of the run `run`: the first one stays, with how many more there are; all are in the tip,
  /// and a press of the button shows them. They begin anew with another run, or once the banner is closed.
  void add_warning(const QString& message, int run);
  /// Those of add_warning(), from the first.
  const QStringList& warnings() const { return warnings_; }
  void dismiss();
  QString message() const;
  QPushButton* action() const { return action_; }
  void set_theme(const Theme& theme);

 Q_SIGNALS:
  void shown(bool shown);

 private:
  void put(Kind kind, const QString& message, const QString& action);
  void show_kind();
  void show_warnings();
  void list_warnings();

  Kind kind_ = Kind::info;
  Theme theme_ = light_theme();
  QLabel* icon_;
  QLabel* text_;
  QPushButton* action_;
  QToolButton* close_;
  std::function<void()> act_;
  QStringList warnings_;
  int run_ = 0;                   // whose warnings they are
  QPointer<QPlainTextEdit> all_;  // shows them, where it is open
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
