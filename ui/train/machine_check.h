// A button that asks another machine what it has, and the answer under it: its processor and backends, or why it cannot
// be reached and what to do about that.
#pragma once

#include <QWidget>

class QLabel;
class QProcess;
class QPushButton;

namespace mlplab {

class MachineCheck : public QWidget {
  Q_OBJECT
 public:
  explicit MachineCheck(QWidget* parent = nullptr);
  ~MachineCheck() override;
  MachineCheck(const MachineCheck&) = delete;
  MachineCheck& operator=(const MachineCheck&) = delete;
  /// As --on takes it. The answer of another machine goes.
  void set_host(const QString& host);
  QString answer() const;

 Q_SIGNALS:
  /// It can compute: the program is there, in this version.
  void canCompute(const QString& host);

 private:
  void ask();
  /// Nobody waits for the answer any more.
  void give_up();
  void finished(int code);

  QString host_;
  QPushButton* button_;
  QLabel* answer_;
  QProcess* asking_ = nullptr;  // null: nobody is asked
};

}  // namespace mlplab
