// The thread of a class's server. It yields to whatever else computes, but for what is posted to it before start(), and
// takes what came in turns: many small wakes would each find the caches full of the training's numbers and push those
// out in turn (docs/class.md has figures).
#pragma once

#include <QSemaphore>
#include <QThread>

namespace mlplab {

class ClassThread : public QThread {
  Q_OBJECT
 public:
  /// Requests wait so long at most while the thread rests: a reply may take 200 ms.
  static constexpr double turn_s = 0.1;

  explicit ClassThread(QObject* parent = nullptr);
  /// Ends the turns and waits for that.
  ~ClassThread() override;
  /// Ends the turns soon, and does not wait: beside a training it may take a tenth of a second.
  void let_end();

 protected:
  void run() override;

 private:
  bool ending_ = false;
  QSemaphore woken_, may_end_;
};

}  // namespace mlplab
