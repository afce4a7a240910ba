// A class of one phone that guesses, draws and watches for as long as this object lives, whatever the window does.
#pragma once

#include <atomic>
#include <thread>

#include "tests/ui/phones/phone.h"
#include "ui/phones/class_server.h"

namespace mlplab::test {

class JoinedClass {
 public:
  /// Begins a class on this machine alone, in which a round is open.
  explicit JoinedClass(ClassServer& server) {
    server.start(QStringLiteral("127.0.0.1"));
    const int round =
        server.session()->open_round({.kind = GuessKind::factor, .low = 1, .high = 100, .about = "<b>all</b>"});
    thread_ = std::thread([this, round, port = server.port(), code = server.session()->code()] {
      Phone phone(port, code, 2);
      while (!stop_) {
        take_part(phone, round);
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
      }
    });
  }
  ~JoinedClass() {
    stop_ = true;
    thread_.join();
  }
  /// How many requests were replied to, with yes or no.
  int replies() const { return replies_; }

 private:
  void take_part(Phone& phone, int round) {
    if (phone.token.empty() && !phone.join("<i>monkey</i>")) return phone.hang_up();
    const int guessed = phone.post("guess", {{"token", phone.token}, {"round", round}, {"value", 7}}).status;
    const int drawn = phone.post("draw", drawing_of({{20, {{90, 60}, {190, 60}, {120, 230}}}}, phone.token, 7)).status;
    replies_ += (guessed != 0 ? 1 : 0) + (drawn != 0 ? 1 : 0);
    if (drawn == 0) phone.hang_up();  // the class was ended
  }

  std::atomic<bool> stop_ = false;
  std::atomic<int> replies_ = 0;
  std::thread thread_;
};

}  // namespace mlplab::test
