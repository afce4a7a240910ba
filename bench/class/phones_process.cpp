#include "bench/class/phones_process.h"

#include <poll.h>
#include <sched.h>

#include <atomic>
#include <ctime>
#include <iostream>
#include <memory>
#include <thread>

#include "bench/class/echo_server.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "tests/support/drawn_digits.h"
#include "tests/ui/phones/phone.h"

namespace mlplab {
namespace {

double process_time_s() {
  std::timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void use_only(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  if (::sched_setaffinity(0, sizeof set, &set) != 0) throw UsageError("the phones cannot use this CPU alone");
}

void sleep_until(double time_s) {
  std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, time_s - now_s())));
}

/// One phone as the page is one: it joins, follows the stream of events, guesses, and draws at some time within each of
/// its equal shares of the whole, nobody's the same as another's.
class OnePhone {
 public:
  OnePhone(const PhonesTask& task, std::uint16_t port, int number, const std::vector<test::DrawnDigit>& digits)
      : task_(task), number_(number), digits_(digits), phone_(port, task.code), stream_(port, task.code) {}

  void take_part(double begin_s, std::atomic<int>& guesses) {
    Random random(1, RandomStream::operations, static_cast<std::uint32_t>(number_));
    const double share_s = task_.seconds / task_.drawings;
    const auto some_time = [&] { return share_s * random.below(1000) / 1000; };
    sleep_until(begin_s + std::min(0.3, some_time()));
    if (!phone_.join({})) return;
    follow();
    const double guess = 1 + 0.01 * number_;
    if (phone_.post("guess", {{"token", phone_.token}, {"round", task_.round}, {"value", guess}}).status == 200)
      ++guesses;
    for (int i = 0; i < task_.drawings; ++i) {
      sleep_until(begin_s + i * share_s + some_time());
      const auto& digit = digits_[static_cast<std::size_t>(number_ * task_.drawings + i) % digits_.size()];
      const nlohmann::json drawing = test::drawing_of(digit.strokes, phone_.token, digit.label);
      const double asked_s = now_s();
      if (phone_.post("draw", drawing).status == 200) reply_s.push_back(now_s() - asked_s);
    }
  }
  std::vector<double> reply_s;

 private:
  void follow() {
    if (task_.port == 0) return;  // an echo has no events
    stream_.token = phone_.token;
    if (!stream_.listen()) return;
    std::thread([this] {
      while (stream_.receive()) continue;
    }).detach();  // it ends with the process
  }

  const PhonesTask& task_;
  int number_;
  const std::vector<test::DrawnDigit>& digits_;
  test::Phone phone_, stream_;
};

}  // namespace

std::vector<std::string> PhonesTask::words() const {
  return {"phones",
          std::to_string(port),
          code.empty() ? "-" : code,
          std::to_string(round),
          std::to_string(phones),
          std::to_string(drawings),
          exact(seconds),
          std::to_string(cpu)};
}

PhonesTask PhonesTask::from_words(const std::vector<std::string>& words) {
  if (words.size() != 8) throw UsageError("the phones' process is started by the benchmark alone");
  const auto whole = [&](std::size_t i) { return typed_whole<int>(words[i]).value_or(-1); };
  PhonesTask task{.port = static_cast<std::uint16_t>(whole(1)), .code = words[2], .round = whole(3)};
  task.phones = whole(4);
  task.drawings = whole(5);
  task.seconds = typed_number(words[6]).value_or(1);
  task.cpu = whole(7);
  return task;
}

int run_phones(const PhonesTask& task) {
  if (task.cpu >= 0) use_only(task.cpu);
  const std::vector<test::DrawnDigit> digits = test::drawn_digits(MLPLAB_TEST_DATA);
  EchoServer echo;
  const std::uint16_t port = task.port == 0 ? echo.start() : task.port;
  std::vector<std::unique_ptr<OnePhone>> phones;
  for (int i = 0; i < task.phones; ++i) phones.push_back(std::make_unique<OnePhone>(task, port, i, digits));
  std::atomic<int> guesses = 0;
  std::vector<std::thread> threads;
  const double begin_s = now_s();
  for (const auto& phone : phones) threads.emplace_back([&, one = phone.get()] { one->take_part(begin_s, guesses); });
  for (std::thread& thread : threads) thread.join();
  nlohmann::json times = nlohmann::json::array();
  for (const auto& phone : phones)
    for (const double time : phone->reply_s) times.push_back(time);
  std::cout << dump_json(nlohmann::json{{"reply_s", times}, {"guesses", guesses.load()}, {"cpu_s", process_time_s()}})
            << std::endl;
  std::_Exit(0);  // the streams still wait for events
}

PhonesResult result_of(const std::string& line) {
  const nlohmann::json json = parse_json(line);
  return {json.at("reply_s").get<std::vector<double>>(), json.at("guesses").get<int>(), json.at("cpu_s").get<double>()};
}

}  // namespace mlplab
