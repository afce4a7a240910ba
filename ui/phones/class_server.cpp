#include "ui/phones/class_server.h"

#include <QHostAddress>
#include <QSemaphore>
#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/class/class_code.h"
#include "ui/phones/class_listener.h"
#include "ui/phones/class_thread.h"

namespace mlplab {

ClassServer::ClassServer(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {
  changed_timer_.setSingleShot(true);
  connect(&changed_timer_, &QTimer::timeout, this, [this] {
    change_told_ = false;
    told_s_ = now_s();
    Q_EMIT changed();
  });
}

ClassServer::~ClassServer() {
  stop();
  thread_.reset();  // it may still tell of a change
}

QString ClassServer::address_with_code() const {
  return address_ + (session_ == nullptr ? QString() : QString::fromStdString(session_->code()));
}

void ClassServer::start(const QString& address, quint16 port) {
  stop();
  thread_.reset();  // waits for that of the last class, where one begins so soon: it may still look into its session
  ClassFiles files = read_class_files(resources_);
  session_ = std::make_unique<ClassSession>(make_class_code());
  auto* listener = new ClassListener(*session_, std::move(files));
  thread_ = std::make_unique<ClassThread>();
  listener->moveToThread(thread_.get());
  QString why_not;
  QSemaphore begun;
  QMetaObject::invokeMethod(
      listener,
      [&] {
        why_not = listener->begin(QHostAddress(address), port);
        port_ = listener->serverPort();
        begun.release();
      },
      Qt::QueuedConnection);
  thread_->start();
  if (!thread_->isRunning()) {
    delete listener;
    throw InputError(tr("The class cannot begin: the system has no thread left. End other programs.").toStdString());
  }
  begun.acquire();
  listener_ = listener;
  if (!why_not.isEmpty()) {
    stop();
    throw InputError(
        tr("The class cannot be reached at %1: %2. Choose another network.").arg(address, why_not).toStdString());
  }
  address_ = QStringLiteral("http://%1:%2/").arg(address).arg(port_);
  session_->set_changed([this, listener](bool phones_too) {
    if (phones_too) QMetaObject::invokeMethod(listener, &ClassListener::tell_streams, Qt::QueuedConnection);
    // One message at a time, however many guesses come in before the window looks.
    if (!change_told_.exchange(true)) QMetaObject::invokeMethod(this, &ClassServer::tell_soon, Qt::QueuedConnection);
  });
  Q_EMIT started();
}

/// A single change is told at once, many are told once a second: each time the window may paint the whole wall.
void ClassServer::tell_soon() {
  constexpr double soon_s = 0.03, between_s = 1.0;
  const double wait_s = std::max(soon_s, told_s_ + between_s - now_s());
  changed_timer_.start(std::chrono::milliseconds(std::lround(1e3 * wait_s)));
}

void ClassServer::stop() {
  if (listener_ == nullptr) return;
  // The callback ends before the listener that it tells.
  session_->set_changed({});
  listener_->refuse();
  listener_->deleteLater();  // in its own thread, as that ends
  listener_ = nullptr;
  thread_->let_end();
  change_told_ = false;
  Q_EMIT stopped();
}

}  // namespace mlplab
