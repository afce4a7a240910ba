#include "ui/widgets/background.h"

#include <utility>

namespace mlplab {

Background::Background(QObject* parent) : QObject(parent), thread_([this] { run(); }) {}

Background::~Background() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Background::ask(Work work) {
  {
    const std::lock_guard guard(mutex_);
    next_ = std::move(work);
    next_number_ = ++asked_;
  }
  wake_.notify_one();
}

void Background::forget() {
  const std::lock_guard guard(mutex_);
  next_ = nullptr;
  stop_ = true;
  forgotten_ = told_ = asked_;
}

void Background::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || next_; });
    if (ending_) return;
    const Work work = std::exchange(next_, nullptr);
    const std::uint64_t number = next_number_;
    stop_ = false;
    lock.unlock();
    Finish finish = work(stop_);
    // Dropped where this object is gone by then.
    QMetaObject::invokeMethod(
        this,
        [this, number, done = std::move(finish)] {
          if (number <= forgotten_) return;
          told_ = number;
          if (done) done();
        },
        Qt::QueuedConnection);
    lock.lock();
  }
}

}  // namespace mlplab
