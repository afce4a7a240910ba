#include "ui/phones/class_thread.h"

#include <QAbstractEventDispatcher>
#include <cmath>
#include <utility>

#include "core/base/clock.h"
#include "core/machine/threads.h"

namespace mlplab {

ClassThread::ClassThread(QObject* parent) : QThread(parent) {
  setObjectName(QStringLiteral("class server"));  // as top and debuggers show it
}

ClassThread::~ClassThread() {
  let_end();
  wait();
}

void ClassThread::let_end() {
  if (!isRunning() || std::exchange(ending_, true)) return;
  requestInterruption();
  woken_.release();
  eventDispatcher()->wakeUp();
  may_end_.release();  // and with it the dispatcher
}

void ClassThread::run() {
  QAbstractEventDispatcher& events = *eventDispatcher();
  events.processEvents(QEventLoop::AllEvents);
  let_others_go_first();  // and so do those that it starts
  while (!isInterruptionRequested()) {
    events.processEvents(QEventLoop::WaitForMoreEvents);
    // A single request is replied to at once. A flood gets a part of the time only.
    const double begin_s = now_s(), work_until_s = begin_s + 0.4 * turn_s;
    while (!isInterruptionRequested() && now_s() < work_until_s && events.processEvents(QEventLoop::AllEvents))
      continue;
    const double rest_s = begin_s + turn_s - now_s();
    if (rest_s > 0) woken_.tryAcquire(1, static_cast<int>(std::ceil(1e3 * rest_s)));
  }
  may_end_.acquire();
}

}  // namespace mlplab
