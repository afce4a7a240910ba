#include "ui/phones/phone_connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QHostAddress>

#include "core/base/clock.h"
#include "core/class/class_limits.h"

namespace mlplab {
namespace {

constexpr qint64 read_bytes = 16 * 1024;  // held by Qt while a reply is made: more stays with the phone
constexpr double leave_s = 3, stream_beat_s = 15;
constexpr std::size_t thrown_away_max = 4 << 20;

}  // namespace

PhoneConnection::PhoneConnection(std::uint64_t id, qintptr descriptor, double now_s, QObject* parent)
    : QObject(parent), id_(id), socket_(new QTcpSocket(this)), began_s_(now_s) {
  socket_->setReadBufferSize(read_bytes);
  connect(socket_, &QTcpSocket::readyRead, this, &PhoneConnection::read);
  connect(socket_, &QTcpSocket::bytesWritten, this, &PhoneConnection::written);
  connect(socket_, &QTcpSocket::disconnected, this, &PhoneConnection::drop);
  if (!socket_->setSocketDescriptor(descriptor)) {
    ::close(static_cast<int>(descriptor));
    drop();
    return;
  }
  address_ = socket_->peerAddress().toString().toStdString();
}

void PhoneConnection::read() {
  if (step_ == Step::leaving || step_ == Step::streaming) {
    // Bytes behind the last request are taken off the wire, so that the reply to it arrives, and looked at by
    // nobody.
    thrown_away_bytes_ += static_cast<std::size_t>(socket_->readAll().size());
    if (thrown_away_bytes_ > thrown_away_max) drop();
    return;
  }
  if (step_ == Step::reading) take_request();
}

void PhoneConnection::take_request() {
  while (reader_.state() == HttpReader::State::more) {
    if (socket_->bytesAvailable() == 0) return;
    const bool first = !reader_.began();
    const QByteArray bytes = socket_->readAll();
    reader_.feed(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (first) began_s_ = now_s();
  }
  step_ = Step::replying;
  if (reader_.state() == HttpReader::State::done) {
    Q_EMIT asked(reader_.request());
    return;
  }
  HttpReply reply = refusal(reader_.status(), "request");
  reply.keep_alive = false;
  send(reply, now_s());
}

/// At once, as far as the phone takes it: waiting for the socket to be writable costs a turn of all connections.
void PhoneConnection::write(const std::string& bytes, double now_s) {
  sending_ = true;
  sent_s_ = now_s;
  socket_->write(bytes.data(), static_cast<qint64>(bytes.size()));
  socket_->flush();
}

void PhoneConnection::send(const HttpReply& reply, double now_s) {
  if (step_ != Step::replying) return;
  const std::string bytes = bytes_of(reply);
  write(bytes, now_s);
  began_s_ = now_s;
  if (step_ == Step::gone) return;
  if (!reply.keep_alive) return leave(now_s);
  step_ = Step::reading;
  reader_.next();
  // Not at once: a phone that sends many requests in one go waits for its turn between the others.
  if (reader_.state() != HttpReader::State::more || socket_->bytesAvailable() > 0)
    QMetaObject::invokeMethod(this, &PhoneConnection::read, Qt::QueuedConnection);
}

void PhoneConnection::begin_stream(std::uint64_t person, const std::string& state, double now_s) {
  stream_of_ = person;
  step_ = Step::streaming;
  send_event(stream_head() + stream_event(state), now_s);
}

void PhoneConnection::send_event(const std::string& bytes, double now_s) {
  if (step_ != Step::streaming) return;
  write(bytes, now_s);
  if (static_cast<std::size_t>(socket_->bytesToWrite()) > class_limits::unsent_bytes) drop();
}

void PhoneConnection::written() {
  if (socket_->bytesToWrite() > 0) return;
  sending_ = false;
  // Half closed: the phone reads the reply to its end before the connection goes, as a reset would throw it away.
  if (step_ == Step::leaving && !half_closed_) {
    half_closed_ = true;
    ::shutdown(static_cast<int>(socket_->socketDescriptor()), SHUT_WR);
  }
}

void PhoneConnection::leave(double now_s) {
  step_ = Step::leaving;
  began_s_ = now_s;
  if (socket_->bytesToWrite() == 0) written();
}

void PhoneConnection::check_time(double now_s) {
  if (sending_ && now_s - sent_s_ > class_limits::reply_s) return drop();
  switch (step_) {
    case Step::reading:
      if (!reader_.began()) {
        if (now_s - began_s_ > (proven_ ? class_limits::idle_s : class_limits::request_s)) drop();
      } else if (now_s - began_s_ > class_limits::request_s) {
        step_ = Step::replying;
        HttpReply reply = refusal(408, "slow");
        reply.keep_alive = false;
        send(reply, now_s);
      }
      break;
    case Step::leaving:
      if (now_s - began_s_ > leave_s) drop();
      break;
    case Step::streaming:
      if (now_s - sent_s_ > stream_beat_s) send_event(": \n\n", now_s);
      break;
    case Step::replying:
    case Step::gone:
      break;
  }
}

void PhoneConnection::drop() {
  if (step_ == Step::gone) return;
  step_ = Step::gone;
  socket_->abort();
  Q_EMIT ended();
}

}  // namespace mlplab
