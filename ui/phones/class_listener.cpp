#include "ui/phones/class_listener.h"

#include <sys/socket.h>

#include <QThread>
#include <algorithm>
#include <utility>

#include "core/base/clock.h"
#include "core/class/class_limits.h"
#include "ui/phones/phone_connection.h"

namespace mlplab {

ClassListener::ClassListener(ClassSession& session, ClassFiles files)
    : session_(session), files_(std::move(files)), pool_(this) {
  pool_.setMaxThreadCount(1);  // the cores are for the training
}

ClassListener::~ClassListener() { end(); }

QString ClassListener::begin(const QHostAddress& address, quint16 port) {
  setListenBacklogSize(static_cast<int>(class_limits::connections));  // those of a whole turn (class_thread.h)
  constexpr int ports = 10;
  for (int i = 0; i < ports && !isListening(); ++i) listen(address, static_cast<quint16>(port + i));
  if (!isListening() && !listen(address, 0)) return errorString();
  api_ = std::make_unique<ClassApi>(
      session_, files_, address.toString().toStdString() + ":" + std::to_string(static_cast<int>(serverPort())));
  clock_ = new QTimer(this);
  clock_->setInterval(1000);
  connect(clock_, &QTimer::timeout, this, &ClassListener::check_times);
  clock_->start();
  state_timer_ = new QTimer(this);
  state_timer_->setSingleShot(true);
  state_timer_->setInterval(150);
  connect(state_timer_, &QTimer::timeout, this, &ClassListener::send_state);
  return {};
}

/// The descriptor stays, and is closed by end(): QTcpServer::close() is for the thread that it lives in.
void ClassListener::refuse() const { ::shutdown(static_cast<int>(socketDescriptor()), SHUT_RDWR); }

void ClassListener::end() {
  close();
  delete std::exchange(clock_, nullptr);
  delete std::exchange(state_timer_, nullptr);
  while (!connections_.empty()) connections_.begin()->second->drop();
  pool_.waitForDone();
}

/// Whether there is room for one more of this address. The oldest connection that has not shown the code goes first:
/// thousands of idle ones then keep nobody of the class out.
bool ClassListener::make_room(const std::string& address) {
  const auto from_there = static_cast<std::size_t>(
      std::ranges::count_if(connections_, [&](const auto& entry) { return entry.second->address() == address; }));
  const bool crowded = from_there > class_limits::connections_per_address;
  if (!crowded && connections_.size() <= class_limits::connections) return true;
  const auto stranger = std::ranges::find_if(connections_, [&](const auto& entry) {
    return !entry.second->proven() && (!crowded || entry.second->address() == address);
  });
  if (stranger == connections_.end()) return false;
  stranger->second->drop();
  return true;
}

void ClassListener::incomingConnection(qintptr descriptor) {
  auto* phone = new PhoneConnection(next_id_++, descriptor, now_s(), this);
  if (!phone->open()) {  // gone already
    phone->deleteLater();
    return;
  }
  connections_.emplace(phone->id(), phone);
  connect(phone, &PhoneConnection::ended, this, [this, phone] { remove(*phone); });
  connect(phone, &PhoneConnection::asked, this,
          [this, phone](const HttpRequest& request) { reply_to(*phone, request); });
  if (!make_room(phone->address())) phone->drop();
}

void ClassListener::remove(PhoneConnection& phone) {
  if (const auto person = phone.stream_of()) session_.close_stream(*person, now_s());
  connections_.erase(phone.id());
  phone.deleteLater();
}

void ClassListener::reply_to(PhoneConnection& phone, const HttpRequest& request) {
  if (QThread::currentThread()->isInterruptionRequested()) return;  // the class was ended
  const bool keep_alive = request.keep_alive;
  ClassResult result;
  try {
    result = api_->reply_to(request, phone.address(), now_s());
  } catch (const std::exception&) {  // memory, say: the class goes on
    result.reply = refusal(503, "busy");
  }
  if (result.proven) phone.set_proven();
  if (result.stream_of) return phone.begin_stream(*result.stream_of, session_.phone_state(), now_s());
  if (result.later) return predict(phone, std::move(result.later), keep_alive);
  phone.send(result.reply, now_s());
}

void ClassListener::predict(PhoneConnection& phone, std::function<HttpReply()> later, bool keep_alive) {
  if (waiting_ >= class_limits::waiting_drawings) return phone.send(refusal(503, "busy"), now_s());
  ++waiting_;
  pool_.start([this, id = phone.id(), later = std::move(later), keep_alive] {
    HttpReply reply;
    try {
      reply = later();
    } catch (const std::exception&) {  // memory, say: the class goes on
      reply = refusal(503, "busy");
    }
    reply.keep_alive = keep_alive;
    QMetaObject::invokeMethod(
        this,
        [this, id, reply] {
          --waiting_;
          // The phone may have left meanwhile; its drawing hangs on the wall all the same.
          if (const auto there = connections_.find(id); there != connections_.end())
            there->second->send(reply, now_s());
        },
        Qt::QueuedConnection);
  });
}

void ClassListener::check_times() {
  std::vector<PhoneConnection*> all;
  for (const auto& [id, phone] : connections_) all.push_back(phone);
  for (PhoneConnection* phone : all) phone->check_time(now_s());
}

void ClassListener::tell_streams() {
  if (state_timer_ != nullptr && !state_timer_->isActive()) state_timer_->start();
}

void ClassListener::send_state() {
  const std::uint64_t revision = session_.revision();
  if (revision == sent_revision_) return;
  sent_revision_ = revision;
  const std::string event = stream_event(session_.phone_state());
  std::vector<PhoneConnection*> streams;
  for (const auto& [id, phone] : connections_)
    if (phone->stream_of()) streams.push_back(phone);
  for (PhoneConnection* phone : streams) phone->send_event(event, now_s());
}

}  // namespace mlplab
