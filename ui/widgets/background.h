// Work that would hold up the window, on a thread of its own: one piece at a time, and of those that wait only the
// newest counts.
#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace mlplab {

class Background : public QObject {
  Q_OBJECT
 public:
  /// Done on the window's thread with what the work found.
  using Finish = std::function<void()>;
  /// Done on the other thread; it looks at `stop` now and then, and its result is of no account once that is true.
  using Work = std::function<Finish(const std::atomic<bool>& stop)>;

  explicit Background(QObject* parent = nullptr);
  /// Stops what goes on, and waits for it.
  ~Background() override;

  /// Takes the place of what waits; what goes on is finished first, so that there is always news.
  void ask(Work work);
  /// Nothing that was asked for is told any more.
  void forget();
  /// Whether something was asked for and not told yet.
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
