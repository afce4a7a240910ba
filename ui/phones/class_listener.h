// The server itself, in a thread of its own: accepts connections up to their limits, has the class's rules reply to
// them, and sends the class's state to all streams. Predictions are made by one more thread, in the order of asking.
#pragma once

#include <QTcpServer>
#include <QThreadPool>
#include <QTimer>
#include <map>

#include "core/class/class_api.h"

namespace mlplab {

class PhoneConnection;

class ClassListener : public QTcpServer {
  Q_OBJECT
 public:
  ClassListener(ClassSession& session, ClassFiles files);
  ~ClassListener() override;

  /// Called once, in the thread that it lives in. Listens on this address, at the first free port from `port` on (one
  /// of ten, else any). Why not; '' where it does.
  QString begin(const QHostAddress& address, quint16 port);
  std::size_t connections() const { return connections_.size(); }
  /// Takes no further connections, at once. Of any thread, after begin().
  void refuse() const;

 public Q_SLOTS:
  /// The class has changed: all streams hear of it, a few times per second at the most.
  void tell_streams();

 protected:
  void incomingConnection(qintptr descriptor) override;

 private:
  void end();
  void reply_to(PhoneConnection& phone, const HttpRequest& request);
  void predict(PhoneConnection& phone, std::function<HttpReply()> later, bool keep_alive);
  void remove(PhoneConnection& phone);
  bool make_room(const std::string& address);
  void check_times();
  void send_state();

  ClassSession& session_;
  ClassFiles files_;
  std::unique_ptr<ClassApi> api_;
  std::map<std::uint64_t, PhoneConnection*> connections_;  // by id, which is by age
  std::uint64_t next_id_ = 1, sent_revision_ = 0;
  std::size_t waiting_ = 0;                           // predictions
  QTimer *clock_ = nullptr, *state_timer_ = nullptr;  // made by begin(), in the thread that they live in
  QThreadPool pool_;
};

}  // namespace mlplab
