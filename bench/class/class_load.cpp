// A class of phones on a run that trains: how long a prediction takes, and what the class costs the training. Rounds
// with the class and without it take turns, so that both meet the same state of the machine.
// usage: mlplab_class_load [phones [drawings of each [rounds [seconds of a round]]]]
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <cmath>
#include <iostream>
#include <thread>

#include "core/base/clock.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/statistics/statistics.h"
#include "tests/ui/phones/phone.h"
#include "ui/phones/class_server.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"

namespace {

using namespace mlplab;

void let_run(double seconds) {
  for (const double end = now_s() + seconds; now_s() < end;) {
    QCoreApplication::processEvents();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Epochs done, with the fraction.
double epochs_of(const RunSession& run) {
  const StepDone* step = run.current()->log.latest();
  return step == nullptr ? 0 : step->epochs;
}

RunSpec endless_run() {
  RunSpec spec;
  spec.backend = default_backend().name;
  spec.model = make_mlp({784, 256, 10}, Activation::relu);
  spec.epochs = 100000;
  spec.data.test_limit = 100;
  return spec;
}

/// One phone: `count` drawings of some strokes, evenly over `seconds`.
void draw(std::uint16_t port, const std::string& code, int count, double seconds, double offset_s,
          std::vector<double>& times_s) {
  test::Phone phone(port, code);
  if (!phone.join({})) return;
  const std::vector<Stroke> strokes{{20, {{90, 60}, {190, 60}, {120, 230}}}, {20, {{90, 150}, {180, 140}}}};
  const nlohmann::json drawing = test::drawing_of(strokes, phone.token, 7);
  const double begin = now_s() + offset_s;
  for (int i = 0; i < count; ++i) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, begin + i * seconds / count - now_s())));
    const double asked_s = now_s();
    if (phone.post("draw", drawing).status == 200) times_s.push_back(now_s() - asked_s);
  }
}

struct Load {
  int phones = 60, drawings = 10, rounds = 8;
  double seconds = 6;
};

/// Epochs per second of a round; the times of its predictions are added.
double round_with_class(RunSession& run, const Load& load, std::vector<double>& all_s) {
  ClassServer server(find_resources());
  server.start(QStringLiteral("127.0.0.1"));
  ClassSession& session = *server.session();
  const auto pass = [&](const std::shared_ptr<const TrainingState>& state) {
    if (state != nullptr) session.predictor().set(state, preparation_for(*state, nullptr));
  };
  pass(run.weights());
  QObject::connect(&run, &RunSession::weightsChanged, &server, pass);
  run.setStateWanted(true);
  std::vector<std::vector<double>> times_s(static_cast<std::size_t>(load.phones));
  std::vector<std::thread> threads;
  const double begin = now_s(), epochs = epochs_of(run);
  for (int i = 0; i < load.phones; ++i)
    threads.emplace_back([&, i] {
      draw(server.port(), session.code(), load.drawings, load.seconds, i * load.seconds / load.drawings / load.phones,
           times_s[static_cast<std::size_t>(i)]);
    });
  let_run(load.seconds);
  const double rate = (epochs_of(run) - epochs) / (now_s() - begin);
  for (std::thread& thread : threads) thread.join();
  run.setStateWanted(false);
  for (const auto& list : times_s) all_s.insert(all_s.end(), list.begin(), list.end());
  return rate;
}

double round_without(RunSession& run, const Load& load) {
  const double begin = now_s(), epochs = epochs_of(run);
  let_run(load.seconds);
  return (epochs_of(run) - epochs) / (now_s() - begin);
}

void measure(const Load& load) {
  const QTemporaryDir folder;
  RunSession run(folder.filePath(QStringLiteral("runs")).toStdString(), find_resources());
  run.start(endless_run());
  while (run.current() == nullptr || epochs_of(run) < 2) let_run(0.1);
  std::vector<double> with, without, times_s;
  for (int i = 0; i < load.rounds; ++i) {
    without.push_back(round_without(run, load));
    with.push_back(round_with_class(run, load, times_s));
  }
  run.stop();
  while (run.active()) let_run(0.05);
  const Interval interval = bootstrap_ratio(with, without);
  std::cout << load.phones << " phones, " << load.drawings << " drawings of each in " << significant(load.seconds)
            << " s, " << load.rounds << " rounds, " << run.current()->spec.backend << '\n'
            << "predictions: " << times_s.size() << " of " << load.phones * load.drawings * load.rounds << ", median "
            << duration(median(times_s)) << ", p99 " << duration(quantile(times_s, 0.99)) << ", most "
            << duration(quantile(times_s, 1.0)) << '\n'
            << "training with the class / without it: " << significant(median(with) / median(without))
            << " (95 % interval " << significant(interval.low) << " to " << significant(interval.high) << ")\n";
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  Load load;
  const auto number = [&](int place, int fallback) {
    return argc > place ? typed_whole<int>(argv[place]).value_or(fallback) : fallback;
  };
  load.phones = number(1, load.phones);
  load.drawings = number(2, load.drawings);
  load.rounds = number(3, load.rounds);
  load.seconds = number(4, 6);
  try {
    measure(load);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
