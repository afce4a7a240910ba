// A class of phones on a run that trains, in a window that shows the class's drawings: how long a prediction takes, and
// what the class costs the training. The phones are a process of their own. Each round has the training alone, beside
// phones that an echo replies to, and with the class, so that all meet the same state of the machine, and begins with
// another of the three, so that none is always the last.
// usage: mlplab_class_load [phones [drawings of each [rounds [seconds of each part [CPU of the phones]]]]]
#include <QApplication>
#include <QComboBox>
#include <QTimer>
#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <thread>

#include "bench/class/phones_process.h"
#include "bench/class/thread_times.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/machine/affinity.h"
#include "core/machine/child_processes.h"
#include "core/statistics/statistics.h"
#include "tests/support/window_home.h"
#include "ui/class/class_page.h"
#include "ui/class/class_panel.h"
#include "ui/class/wall_view.h"
#include "ui/train/setup_panel.h"

namespace {

using namespace mlplab;

struct Load {
  int phones = 60, drawings = 10, rounds = 8, seconds = 6;
  int phones_cpu = -1;
};

/// As the program does it: asleep between its events.
void let_run(double seconds) {
  QEventLoop loop;
  QTimer::singleShot(std::chrono::milliseconds(std::lround(1e3 * seconds)), Qt::PreciseTimer, &loop, &QEventLoop::quit);
  loop.exec();
}

/// Where a run stands, at the moment of a report of its.
struct Mark {
  double time_s = 0, epochs = 0;
  PartTimes parts;
};

Mark next_mark(const RunSession& run) {
  const auto epochs = [&] {
    const StepDone* step = run.current()->log.latest();
    return step == nullptr ? 0 : step->epochs;
  };
  const double before = epochs();
  while (epochs() == before) let_run(0.001);
  return {now_s(), epochs(), times_of_parts()};
}

/// The figures of one part of a round.
struct Measured {
  double epochs_per_s = 0;
  double epochs_per_cpu_s = 0;       // of the training's threads
  double epochs_per_both_cpu_s = 0;  // of the training's and the class's threads
  double training_cpus = 0;          // processor time of the training's threads per second
  PartTimes parts;
  double seconds = 0;
};

Measured between(const Mark& begin, const Mark& end) {
  Measured measured{.parts = end.parts - begin.parts, .seconds = end.time_s - begin.time_s};
  const double epochs = end.epochs - begin.epochs;
  measured.epochs_per_s = epochs / measured.seconds;
  measured.epochs_per_cpu_s = epochs / measured.parts.training_s;
  measured.training_cpus = measured.parts.training_s / measured.seconds;
  measured.epochs_per_both_cpu_s = epochs / (measured.parts.training_s + measured.parts.class_s());
  return measured;
}

class Bench {
 public:
  explicit Bench(const Load& load) : load_(load), window_(home_.options()) {
    window_.resize(1280, 800);
    window_.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.backend = "openmp";
    spec.model = make_mlp({784, 256, 10}, Activation::relu);
    spec.epochs = 100000;
    spec.data.test_limit = 100;
    window_.setup().set_spec(spec);
    window_.action(QStringLiteral("page_class"))->trigger();
    page_ = window_.findChild<ClassPage*>();
    page_->show_view(ClassPage::View::drawings);
    page_->panel().network()->setCurrentIndex(page_->panel().network()->count() - 1);  // this machine alone
    window_.session().start(spec);
    while (window_.session().state() != RunSession::State::running) let_run(0.1);
    let_run(2);
  }
  ~Bench() {
    window_.session().stop();
    while (window_.session().active()) let_run(0.05);
  }

  void measure() {
    const std::array<std::function<void()>, 3> parts{
        [this] { alone_.push_back(part([] {})); },
        [this] { echo_.push_back(part([this] { phones_.push_back(draw({})); })); },
        [this] {
          class_.push_back(part([this] { draw_in_class(); }));
          server().stop();
        },
    };
    for (int i = 0; i < load_.rounds; ++i)
      for (int k = 0; k < 3; ++k) parts[static_cast<std::size_t>((i + k) % 3)]();
  }
  void report() const;

 private:
  ClassServer& server() { return page_->server(); }

  template <class Act>
  Measured part(Act act) {
    let_run(0.5);
    const Mark begin = next_mark(window_.session());
    act();
    let_run(std::max(0.0, begin.time_s + load_.seconds - now_s()));
    return between(begin, next_mark(window_.session()));
  }
  void draw_in_class() {
    page_->panel().begin();
    ClassSession& session = *server().session();
    const int round = session.open_round({.kind = GuessKind::factor, .low = 1, .high = 100, .about = {}});
    results_.push_back(draw({.port = server().port(), .code = session.code(), .round = round}));
    on_wall_ += session.wall().drawings().size();
  }
  PhonesResult draw(PhonesTask task) {
    task.phones = load_.phones;
    task.drawings = load_.drawings;
    task.seconds = load_.seconds;
    task.cpu = load_.phones_cpu;
    ChildCommand command{.words = {QCoreApplication::applicationFilePath().toStdString()}, .environment = {}};
    for (const std::string& word : task.words()) command.words.push_back(word);
    command.streams = true;
    ChildProcesses phones({command});
    while (!phones.over()) {
      let_run(0.02);
      phones.wait(0);
    }
    const std::vector<std::string> lines = phones.take_lines();
    if (lines.size() != 1) throw InputError("the phones ended without a result: " + phones.errors());
    return result_of(lines[0]);
  }

  Load load_;
  WindowHome home_;
  MainWindow window_;
  ClassPage* page_ = nullptr;
  std::vector<Measured> alone_, echo_, class_;
  std::vector<PhonesResult> phones_, results_;  // with an echo, with the class
  std::size_t on_wall_ = 0;
};

std::vector<double> all_of(const std::vector<Measured>& list, double Measured::*member) {
  std::vector<double> values;
  for (const Measured& one : list) values.push_back(one.*member);
  return values;
}

std::string ratio(const std::vector<Measured>& a, const std::vector<Measured>& b, double Measured::*member) {
  const std::vector<double> of_a = all_of(a, member), of_b = all_of(b, member);
  const Interval interval = bootstrap_ratio(of_a, of_b);
  return significant(median(of_a) / median(of_b), 4) + " (95 % interval " + significant(interval.low, 4) + " to " +
         significant(interval.high, 4) + ")";
}

template <class Member>
double median_of(const std::vector<Measured>& list, Member member) {
  std::vector<double> values;
  for (const Measured& one : list) values.push_back(member(one));
  return median(values);
}

void Bench::report() const {
  std::vector<double> reply_s, phones_cpu_s, echo_cpu_s;
  int guesses = 0;
  for (const PhonesResult& one : results_) {
    reply_s.insert(reply_s.end(), one.reply_s.begin(), one.reply_s.end());
    guesses += one.guesses;
    phones_cpu_s.push_back(one.cpu_s);
  }
  for (const PhonesResult& one : phones_) echo_cpu_s.push_back(one.cpu_s);
  const std::size_t wanted = static_cast<std::size_t>(load_.phones) * static_cast<std::size_t>(load_.drawings) *
                             static_cast<std::size_t>(load_.rounds);
  std::cout << load_.phones << " phones, " << load_.drawings << " drawings of each in " << load_.seconds << " s, "
            << load_.rounds << " rounds, " << allowed_cpus().size() << " CPUs for window and training\n"
            << "drawings replied to: " << reply_s.size() << " of " << wanted << ", on the wall: " << on_wall_
            << "; guesses: " << guesses << " of " << load_.phones * load_.rounds << '\n'
            << "a reply: median " << duration(median(reply_s)) << ", p99 " << duration(quantile(reply_s, 0.99))
            << ", most " << duration(quantile(reply_s, 1.0)) << '\n';
  const auto line = [&](const char* name, double PartTimes::*member) {
    const auto per_s = [&](const Measured& one) { return 1e3 * one.parts.*member / one.seconds; };
    std::cout << "  " << name << ": " << significant(median_of(alone_, per_s)) << " alone, "
              << significant(median_of(echo_, per_s)) << " beside the echo, " << significant(median_of(class_, per_s))
              << " with the class\n";
  };
  std::cout << "processor time, ms per s:\n";
  line("training", &PartTimes::training_s);
  line("class server", &PartTimes::server_s);
  line("class replies", &PartTimes::replies_s);
  line("window", &PartTimes::window_s);
  std::cout << "  phones: " << significant(1e3 * median(echo_cpu_s) / load_.seconds) << " with the echo, "
            << significant(1e3 * median(phones_cpu_s) / load_.seconds) << " with the class\n"
            << "processor time of the training\n"
            << "  class / phones and echo: " << ratio(class_, echo_, &Measured::training_cpus) << '\n'
            << "  class / alone: " << ratio(class_, alone_, &Measured::training_cpus) << '\n'
            << "epochs per second\n"
            << "  phones and echo / alone: " << ratio(echo_, alone_, &Measured::epochs_per_s) << '\n'
            << "  class / phones and echo: " << ratio(class_, echo_, &Measured::epochs_per_s) << '\n'
            << "  class / alone: " << ratio(class_, alone_, &Measured::epochs_per_s) << '\n'
            << "epochs per processor second of the training, class / alone: "
            << ratio(class_, alone_, &Measured::epochs_per_cpu_s) << '\n'
            << "epochs per processor second of training and window together, class / alone: "
            << ratio(class_, alone_, &Measured::epochs_per_both_cpu_s) << '\n';
}

Load load_of(int argc, char** argv) {
  Load load;
  int* const members[] = {&load.phones, &load.drawings, &load.rounds, &load.seconds, &load.phones_cpu};
  for (int i = 1; i < argc && i <= 5; ++i) {
    const std::optional<int> value = typed_whole<int>(argv[i]);
    if (!value || (i < 5 && *value < 1)) throw UsageError(std::string(argv[i]) + " is no number of the benchmark's");
    *members[i - 1] = *value;
  }
  return load;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 1 && std::string_view(argv[1]) == "phones")
      return run_phones(PhonesTask::from_words({argv + 1, argv + argc}));
    const Load load = load_of(argc, argv);
    QApplication application(argc, argv);
    std::cout << "load average before: " << load_average() << '\n';
    Bench bench(load);
    bench.measure();
    bench.report();
    std::cout << "load average after: " << load_average() << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
