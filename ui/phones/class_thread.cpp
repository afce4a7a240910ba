#include "ui/phones/class_thread.h"

#include <QAbstractEventDispatcher>
#include <algorithm>

#include "core/base/clock.h"
#include "core/machine/priority.h"

namespace mlplab {

ClassThread::ClassThread(QObject* parent) : QThread(parent) {
  setObjectName(QStringLiteral("class server"));  // as top and debuggers show it
}

ClassThread::~ClassThread() { end(); }

void ClassThread::end() {
  if (!isRunning()) return;
  requestInterruption();
  eventDispatcher()->wakeUp();
  wait();
}

void ClassThread::run() {
  let_others_go_first();  // and so do those that it starts
  QAbstractEventDispatcher& events = *eventDispatcher();
  while (!isInterruptionRequested()) {
    events.processEvents(QEventLoop::WaitForMoreEvents);
    // A single request is replied to at once. A flood gets a part of the time only.
    const double begin_s = now_s(), work_until_s = begin_s + 0.4 * turn_s;
    while (now_s() < work_until_s && events.processEvents(QEventLoop::AllEvents)) continue;
    const double rest_s = begin_s + turn_s - now_s();
    if (rest_s > 0) usleep(static_cast<unsigned long>(1e6 * rest_s));
  }
}

}  // namespace mlplab
