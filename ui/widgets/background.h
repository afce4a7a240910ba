// Work that would hold up the window, on a thread of its own: one piece at a time, and of those that wait only the
// newest counts.
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/base/files.h"

namespace mlplab {

class Background : public QObject {
  Q_OBJECT
 public:
  /// Done on the window's thread with the result of the work.
  using Finish = std::function<void()>;
  /// Done on the other thread; it looks at `stop` now and then, and its result is of no account once that is true.
  using Work = std::function<Finish(const std::atomic<bool>& stop)>;

  explicit Background(QObject* parent = nullptr);
  /// Stops the work in progress and waits for it.
  ~Background() override;

  /// Replaces the waiting work; the work in progress is finished first, so that results keep coming.
  void ask(Work work);
  /// `work(stop)` returns a value, which `done` takes on the window's thread; or it throws, and `failed` takes the
  /// sentence there.
  template <class Make, class Done, class Failed>
  void ask(Make work, Done done, Failed failed) {
    ask([work, done, failed](const std::atomic<bool>& stop) -> Finish {
      try {
        return [done, made = work(stop)] { done(made); };
      } catch (const std::exception& error) {
        return [failed, why = QString::fromUtf8(as_error(error).what())] { failed(why); };
      }
    });
  }
  /// No requested result is reported any more.
  void forget();
  /// Whether a requested result is still to be reported.
  bool busy() const { return asked_ != told_; }

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  Work next_;
  std::uint64_t next_number_ = 0;
  bool ending_ = false;
  std::atomic<bool> stop_ = false;
  std::uint64_t asked_ = 0, told_ = 0, forgotten_ = 0;  // of the window's thread
  std::thread thread_;
};

}  // namespace mlplab
