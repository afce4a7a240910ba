// One connection of a phone: requests in, replies out, or a stream of events until either side ends it. It has a limit
// on everything that the other side decides: sizes (HttpReader), and how long each step may take.
#pragma once

#include <QTcpSocket>
#include <cstdint>
#include <optional>
#include <string>

#include "core/class/class_api.h"

namespace mlplab {

class PhoneConnection : public QObject {
  Q_OBJECT
 public:
  PhoneConnection(std::uint64_t id, qintptr descriptor, double now_s, QObject* parent);

  std::uint64_t id() const { return id_; }
  const std::string& address() const { return address_; }
  bool open() const { return step_ != Step::gone; }
  /// Whether it has shown the code, and so is somebody's of the class.
  bool proven() const { return proven_; }
  std::optional<std::uint64_t> stream_of() const { return stream_of_; }
  void set_proven() { proven_ = true; }

  void send(const HttpReply& reply, double now_s);
  void begin_stream(std::uint64_t person, const std::string& state, double now_s);
  /// An event of a stream; ends the connection of a phone that does not read.
  void send_event(const std::string& bytes, double now_s);
  /// Ends what takes too long.
  void check_time(double now_s);
  /// Ends it now.
  void drop();

 Q_SIGNALS:
  /// A whole request, which send() or begin_stream() replies to.
  void asked(const mlplab::HttpRequest& request);
  /// Once; nothing comes after it.
  void ended();

 private:
  enum class Step { reading, replying, streaming, leaving, gone };
  void read();
  void take_request();
  void write(const std::string& bytes, double now_s);
  void leave(double now_s);
  void written();

  std::uint64_t id_;
  QTcpSocket* socket_;
  std::string address_;
  HttpReader reader_;
  Step step_ = Step::reading;
  bool proven_ = false, half_closed_ = false, sending_ = false;
  std::optional<std::uint64_t> stream_of_;
  double began_s_, sent_s_ = 0;  // the request or the pause before it; the last reply or event
  std::size_t thrown_away_bytes_ = 0;
};

}  // namespace mlplab
