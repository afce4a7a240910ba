// The class's server as the window holds it: begins and ends the thread that listens, and tells of changes in the
// window's own thread, twice a second at the most.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <filesystem>
#include <memory>

#include "core/class/class_session.h"

namespace mlplab {

class ClassListener;
class ClassThread;

class ClassServer : public QObject {
  Q_OBJECT
 public:
  static constexpr quint16 usual_port = 8420;

  /// `resources`: where the page's files are.
  explicit ClassServer(std::filesystem::path resources, QObject* parent = nullptr);
  ~ClassServer() override;

  /// A new class with a code of its own, reached at this address alone. Throws InputError: the page's files or the
  /// address cannot be used.
  void start(const QString& address, quint16 port = usual_port);
  /// From now on nobody is replied to. The thread ends the connections and itself a little later, and nobody waits for
  /// it but the next start(). What the class did stays in session() until then.
  void stop();
  bool running() const { return listener_ != nullptr; }
  /// The class that goes on, or that was last; null before the first.
  ClassSession* session() const { return session_.get(); }
  /// 'http://192.168.1.5:8420/' and, with the code behind it, what the QR code has.
  QString address() const { return address_; }
  QString address_with_code() const;
  quint16 port() const { return port_; }

 Q_SIGNALS:
  void started();
  void stopped();
  /// People, guesses or drawings.
  void changed();

 private:
  void tell_soon();

  std::filesystem::path resources_;
  std::unique_ptr<ClassSession> session_;
  // Anew for each class: objects of a QThread that is started again keep what Qt had in that of before (found by the
  // monkey: Qt 6.4's timers then read freed memory).
  std::unique_ptr<ClassThread> thread_;
  ClassListener* listener_ = nullptr;  // lives in thread_
  QTimer changed_timer_;
  std::atomic<bool> change_told_ = false;
  double told_s_ = 0;
  QString address_;
  quint16 port_ = 0;
};

}  // namespace mlplab
