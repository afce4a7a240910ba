// A monkey at the window: clicks, drags, keys, wheels, pages, themes and sizes at random while real runs go on, from a
// seed. It passes where nothing crashes or hangs and no thread is left over; how long the event loop stalled at most is
// told and not judged. By hand, for ten minutes, with traces of the turns of the event loop that took 60 ms of work:
//   export QT_QPA_PLATFORM=offscreen MLPLAB_MONKEY_S=600 MLPLAB_MONKEY_SEED=7 MLPLAB_MONKEY_TRACE_MS=60
//   build/dev/bin/ui_monkey_test
#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

#include <QtTest>
#include <QtWidgets>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/load.h"
#include "core/machine/threads.h"
#include "core/model/network.h"
#include "tests/support/window_home.h"
#include "tests/ui/phones/joined_class.h"
#include "tests/ui/short_run.h"
#include "ui/class/class_page.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

RunSpec small_spec() {
  return short_run({.train = 1500, .test = 200, .hidden = 24, .epochs = 400, .backend = default_backend().name});
}

/// One or two keys in a field must not make a run that takes the machine's memory, or minutes.
bool is_small(const RunSpec& spec) {
  std::size_t weights = 0;
  try {
    for (const Tensor& tensor : network_of(spec.model).tensors) weights += tensor.count();
  } catch (const UsageError&) {  // the form says so, and nothing runs
  }
  return is_shipped(spec.data) && spec.data.train_limit > 0 && spec.data.train_limit <= 5000 && weights < 500'000 &&
         spec.data.image_size == ImageSize{};
}

int threads_now() {
  std::error_code error;
  int count = 0;
  for (std::filesystem::directory_iterator task("/proc/self/task", error), end; !error && task != end;
       task.increment(error))
    ++count;
  return count;
}

double environment_number(const char* name, double otherwise) {
  bool ok = false;
  const double value = qEnvironmentVariable(name).toDouble(&ok);
  return ok ? value : otherwise;
}

constexpr double suite_s = 20;  // where nothing else is asked for

std::atomic<const char*> last_act = "nothing yet";

/// From a signal's handler: what was done last, and where this thread is.
void tell_where(const char* why) {
  const auto tell = [](const char* text) { (void)!::write(STDERR_FILENO, text, std::strlen(text)); };
  tell(why);
  tell(last_act);
  tell("\n");
  void* frames[64];
  ::backtrace_symbols_fd(frames, ::backtrace(frames, 64), STDERR_FILENO);
}

/// Where the window's thread was, every few milliseconds of this turn of the event loop.
struct Trace {
  void* frames[64];
  int depth = 0;
};
Trace traces[200];
std::atomic<std::size_t> traced = 0;
std::atomic<bool> telling = false;
void trace(int /*signal*/) {
  if (!telling && traced < std::size(traces)) {
    Trace& next = traces[traced];
    next.depth = ::backtrace(next.frames, static_cast<int>(std::size(next.frames)));
    ++traced;
  }
}
void tell_traces() {
  telling = true;
  for (std::size_t i = 0; i < traced; ++i) {
    (void)!::write(STDERR_FILENO, "--\n", 3);
    ::backtrace_symbols_fd(traces[i].frames, traces[i].depth, STDERR_FILENO);
  }
  telling = false;
}

/// A crash seldom comes twice: it tells at once what was done last, and where it was.
[[maybe_unused]] void tell_of_a_crash(int signal) {  // AddressSanitizer has its own
  tell_where("crashed after: ");
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// Ends the program, telling what was done last, where the event loop does not come back.
class Watchdog {
 public:
  Watchdog() : thread_([this] { watch(); }) {}
  ~Watchdog() {
    ending_ = true;
    thread_.join();
  }
  void alive() { beats_ = 0; }

 private:
  void watch() {
    using namespace std::chrono;
    constexpr milliseconds beat(5), most(60000);
    const bool wanted = environment_number("MLPLAB_MONKEY_TRACE_MS", 0) > 0;
    while (!ending_) {
      std::this_thread::sleep_for(beat);
      const int beats = ++beats_;
      if (beats * beat > most) qFatal("the event loop hangs since: %s", last_act.load());
      if (wanted && beats > 1) ::pthread_kill(window_thread_, SIGUSR1);
    }
  }
  const pthread_t window_thread_ = ::pthread_self();
  std::atomic<int> beats_ = 0;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

class Monkey : public QObject {
 public:
  Monkey(MainWindow& window, std::uint64_t seed) : window_(window), random_(seed, RandomStream::sampling_order, 0) {
    window_.installEventFilter(this);
    probe_.setTimerType(Qt::PreciseTimer);
    probe_.setInterval(2);
    connect(&probe_, &QTimer::timeout, this, &Monkey::beat);
  }

  void play(double seconds) {
    clock_.start();
    last_ns_ = clock_.nsecsElapsed();
    last_used_s_ = thread_time_s();
    playing_ = true;
    probe_.start();
    act_soon();
    QTest::qWait(static_cast<int>(1000 * seconds));
    playing_ = false;
    probe_.stop();
    close_others(true);
  }

  int acts() const { return acts_; }
  std::size_t runs_begun() const { return runs_begun_; }
  /// Between two turns of the event loop, and how much of it was this thread's own work: others use the machine too.
  struct Stall {
    double gap_ms = 0, used_ms = 0;
    QString after;
  };
  /// Those with the most work of this thread, the most first.
  const std::vector<Stall>& stalls() const { return stalls_; }

 protected:
  /// Closing the window would be the end of the game.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Close) return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
  }

 private:
  int below(int count) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(std::max(count, 1)))); }
  bool once_in(int count) { return below(count) == 0; }
  QPoint point_in(const QSize& size) { return {below(size.width()), below(size.height())}; }

  void beat() {
    const qint64 now_ns = clock_.nsecsElapsed();
    const double gap_ms = static_cast<double>(now_ns - last_ns_) / 1e6;
    last_ns_ = now_ns;
    const double used_s = thread_time_s(), used_ms = 1000 * (used_s - last_used_s_);
    if (trace_ms_ > 0 && used_ms >= trace_ms_) {
      qInfo("long turn: %.0f ms after %s %s", used_ms, last_act.load(), qPrintable(with_));
      tell_traces();
    }
    traced = 0;
    last_ns_ = clock_.nsecsElapsed();
    last_used_s_ = thread_time_s();
    stalls_.push_back({gap_ms, used_ms, QLatin1String(last_act.load()) + QLatin1Char(' ') + with_});
    std::ranges::sort(stalls_, std::greater<>(), &Stall::used_ms);
    if (stalls_.size() > most_stalls) stalls_.pop_back();
    watchdog_.alive();
  }
  /// A literal: another thread reads it, and a crash tells of it.
  void doing(const char* what) {
    last_act = what;
    with_.clear();
  }

  void tell_of(const QWidget* widget) {
    if (widget == nullptr) return;
    with_ = QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->accessibleName();
  }

  /// Dialogs of files and questions are never answered; small windows stay a while.
  void close_others(bool all) {
    QList<QPointer<QWidget>> tops;  // closing one may be the end of another
    for (QWidget* top : QApplication::topLevelWidgets()) tops << top;
    for (const QPointer<QWidget>& top : tops) {
      if (top == nullptr || top == &window_ || !top->isVisible()) continue;
      const bool asks = qobject_cast<QFileDialog*>(top) != nullptr || qobject_cast<QMessageBox*>(top) != nullptr;
      if (asks || all || once_in(30)) top->close();
    }
  }

  /// A list that is open, a small window, or the window itself.
  QWidget* target() {
    if (QWidget* popup = QApplication::activePopupWidget()) return popup;
    for (QWidget* top : QApplication::topLevelWidgets())
      if (top != &window_ && top->isVisible() && qobject_cast<QDialog*>(top) != nullptr && once_in(2)) return top;
    return &window_;
  }

  /// A timer of its own each time: one whose slot has not returned rests, and menus and questions have loops in which
  /// someone must go on.
  void act_soon() {
    constexpr int pause_ms = 4;
    QTimer::singleShot(pause_ms, this, &Monkey::act);
  }

  void act() {
    if (!playing_ && depth_ == 0) return;
    act_soon();
    if (depth_ > 3 || !playing_) {
      if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
      close_others(true);
      return;
    }
    const QScopedValueRollback<int> nested(depth_, depth_ + 1);
    ++acts_;
    close_others(false);
    keep_small();
    QWidget* top = target();
    QWindow* handle = top->windowHandle();
    if (handle == nullptr) return;
    const int what = below(100);
    if (what < 25)
      click(*top, *handle, point_in(top->size()));
    else if (what < 48)
      click_a_control(*top, *handle);
    else if (what < 60)
      drag(*top, *handle);
    else if (what < 66)
      wheel(*top);
    else if (what < 86)
      key(*handle);
    else if (what < 92)
      page();
    else if (what < 97)
      command();
    else
      look();
  }

  /// And going: a window where nothing goes on is the easy case.
  void keep_small() {
    RunSession& session = window_.session();
    if (!is_small(window_.setup().spec())) window_.setup().set_spec(small_spec());
    if (session.active() && session.current() != nullptr && !is_small(session.current()->spec)) session.stop();
    if (session.active()) return;
    bool measuring = false;
    for (Page* page : window_.pages()) measuring = measuring || page->measuring();
    if (measuring && once_in(150))
      for (Page* page : window_.pages()) page->stop_measuring();
    if (!measuring && once_in(25)) {
      doing("run");
      session.start(small_spec());
      ++runs_begun_;
    }
  }

  void click(QWidget& top, QWindow& handle, const QPoint& at) {
    doing("click");
    const Qt::MouseButton button = once_in(8) ? Qt::RightButton : Qt::LeftButton;
    const Qt::KeyboardModifiers keys = once_in(10)   ? Qt::ShiftModifier
                                       : once_in(10) ? Qt::ControlModifier
                                                     : Qt::NoModifier;
    tell_of(top.childAt(at));
    const QPointer<QWindow> there(&handle);  // each of these may close it
    QTest::mouseMove(there, at);
    if (once_in(8) && there) QTest::mouseDClick(there, button, keys, at);
    if (there) QTest::mousePress(there, button, keys, at);
    if (there) QTest::mouseRelease(there, button, keys, at);
  }
  /// Controls are small: a random place seldom meets one.
  void click_a_control(QWidget& top, QWindow& handle) {
    QList<QWidget*> controls;
    for (QWidget* widget : top.findChildren<QWidget*>())
      if (widget->isVisible() && widget->window() == &top && widget->focusPolicy() != Qt::NoFocus) controls << widget;
    if (controls.isEmpty()) return;
    QWidget* widget = controls[below(static_cast<int>(controls.size()))];
    click(top, handle, widget->mapTo(&top, point_in(widget->size())));
  }
  void drag(QWidget& top, QWindow& handle) {
    doing("drag");
    QPoint at = point_in(top.size());
    const Qt::MouseButton button = once_in(6) ? Qt::RightButton : Qt::LeftButton;
    const QPointer<QWindow> there(&handle);
    QTest::mousePress(there, button, {}, at);
    for (int step = below(12); step >= 0 && there; --step) {
      at += QPoint(below(81) - 40, below(81) - 40);
      QTest::mouseMove(there, at);
    }
    if (there) QTest::mouseRelease(there, button, {}, at);
  }
  void wheel(QWidget& top) {
    doing("wheel");
    const QPoint at = point_in(top.size());
    QPointer<QWidget> under = top.childAt(at);
    if (under == nullptr) return;
    const int angle = once_in(2) ? 120 : -120;
    QWheelEvent event(under->mapFrom(&top, at), top.mapToGlobal(at), {}, {0, angle * (1 + below(3))}, Qt::NoButton,
                      once_in(4) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(under, &event);
  }
  void key(QWindow& handle) {
    doing("key");
    static constexpr Qt::Key keys[] = {
        Qt::Key_Tab,  Qt::Key_Tab,  Qt::Key_Tab,    Qt::Key_Backtab,  Qt::Key_Up,     Qt::Key_Down,
        Qt::Key_Down, Qt::Key_Left, Qt::Key_Right,  Qt::Key_Space,    Qt::Key_Return, Qt::Key_Escape,
        Qt::Key_Home, Qt::Key_End,  Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Delete, Qt::Key_Backspace,
        Qt::Key_F2,   Qt::Key_Menu, Qt::Key_0,      Qt::Key_1,        Qt::Key_2,      Qt::Key_5,
        Qt::Key_9,    Qt::Key_E,    Qt::Key_A,      Qt::Key_Minus,    Qt::Key_Comma,  Qt::Key_Period,
        Qt::Key_F10,  Qt::Key_Plus};
    const Qt::KeyboardModifiers with = once_in(9)    ? Qt::ControlModifier
                                       : once_in(12) ? Qt::ShiftModifier
                                       : once_in(14) ? Qt::AltModifier
                                                     : Qt::NoModifier;
    press_and_release(&handle, keys[below(static_cast<int>(std::size(keys)))], with);
  }
  /// QTest::keyPress(window, key, modifiers) lets events run between the modifier and the key and goes on with the bare
  /// pointer, though someone may have closed that window by then: a crash of the test's own making.
  static void press_and_release(const QPointer<QWindow>& there, Qt::Key key, Qt::KeyboardModifiers with) {
    const Qt::Key modifier = with == Qt::ControlModifier ? Qt::Key_Control
                             : with == Qt::ShiftModifier ? Qt::Key_Shift
                             : with == Qt::AltModifier   ? Qt::Key_Alt
                                                         : Qt::Key_unknown;
    const char ascii = QTest::keyToAscii(key);
    const QString text = ascii != 0 ? QString(QLatin1Char(ascii)) : QString();
    const auto send = [&](bool press, Qt::Key which, Qt::KeyboardModifiers held, const QString& typed) {
      if (there) QTest::simulateEvent(there.data(), press, which, held, typed, false);
    };
    if (modifier != Qt::Key_unknown) send(true, modifier, {}, {});
    send(true, key, with, text);
    send(false, key, with, text);
    if (modifier != Qt::Key_unknown) send(false, modifier, with, {});
  }
  void page() {
    doing("page");
    window_.show_page(below(static_cast<int>(window_.pages().size())));
  }
  /// All that is in the menus but what opens a dialog or ends the program.
  void command() {
    static constexpr const char* names[] = {"run",       "pause", "step_batch",   "step_epoch", "stop",
                                            "rewind",    "undo",  "redo",         "next_chart", "projector",
                                            "shortcuts", "about", "toggle_theme", "pause",      "next_chart"};
    const char* name = names[below(static_cast<int>(std::size(names)))];
    doing(name);
    if (QAction* action = window_.action(QLatin1String(name)); action != nullptr && action->isEnabled())
      action->trigger();
  }
  void look() {
    doing("size or theme");
    if (once_in(3)) {
      window_.set_theme_choice(once_in(2) ? ThemeChoice::dark : ThemeChoice::light);
    } else {
      static constexpr QSize sizes[] = {{1024, 768}, {1280, 800}, {1920, 1080}, {860, 600}, {700, 500}};
      window_.resize(sizes[below(static_cast<int>(std::size(sizes)))] + QSize(below(20), below(20)));
    }
  }

  MainWindow& window_;
  Random random_;
  Watchdog watchdog_;
  QTimer probe_;
  bool playing_ = false;
  QElapsedTimer clock_;
  const double trace_ms_ = environment_number("MLPLAB_MONKEY_TRACE_MS", 0);
  qint64 last_ns_ = 0;
  static constexpr std::size_t most_stalls = 4;
  double last_used_s_ = 0;
  std::vector<Stall> stalls_;
  QString with_;  // the widget that it was done to
  int depth_ = 0, acts_ = 0;
  std::size_t runs_begun_ = 0;
};

}  // namespace

class MonkeyTest : public QObject {
  Q_OBJECT

  WindowHome home_;

  static void end_all(MainWindow& window) {
    window.session().stop();
    for (Page* page : window.pages()) page->stop_measuring();
  }
  static bool idle(const MainWindow& window) {
    bool measuring = false;
    for (const Page* page : window.pages()) measuring = measuring || page->measuring();
    return !measuring && !const_cast<MainWindow&>(window).session().active();
  }

 private Q_SLOTS:
  void initTestCase() {
    QThreadPool::globalInstance()->setExpiryTimeout(100);
    void* first = nullptr;
    ::backtrace(&first, 1);  // loads what it needs
    ::signal(SIGUSR1, trace);
#ifndef __SANITIZE_ADDRESS__
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) ::signal(signal, tell_of_a_crash);
#endif
    qputenv("PATH", "/nowhere");  // no Python, no mpirun: what runs is this program alone
  }

  void nothing_that_is_done_to_the_window_breaks_it() {
    {  // threads of libraries that stay are there from now on
      MainWindow window(home_.options());
      window.show();
      for (std::size_t page = 0; page < window.pages().size(); ++page) window.show_page(static_cast<int>(page));
      for (const BackendEntry& entry : backend_table()) {
        if (!entry.on_host() || !entry.why_not().empty()) continue;
        RunSpec spec = small_spec();
        spec.backend = entry.name;
        window.session().start(spec);
        QTRY_VERIFY(window.session().weights() != nullptr);
        end_all(window);
        QTRY_VERIFY(idle(window));
      }
    }
    const int before = threads_now();
    const double seconds = environment_number("MLPLAB_MONKEY_S", suite_s);
    const auto seed = static_cast<std::uint64_t>(environment_number("MLPLAB_MONKEY_SEED", 1));
    {
      MainWindow window(home_.options());
      window.show();
      QVERIFY(QTest::qWaitForWindowExposed(&window));
      window.setup().set_spec(small_spec());
      window.run();
      const test::JoinedClass phones(window.findChild<ClassPage*>()->server());
      Monkey monkey(window, seed);
      monkey.play(seconds);
      QVERIFY(phones.replies() > 0);  // the monkey may have ended the class at once
      QVERIFY(monkey.acts() > 20);
      qInfo("seed %llu: %d acts, %zu further runs, %zu runs in the list", static_cast<unsigned long long>(seed),
            monkey.acts(), monkey.runs_begun(), window.session().runs().size());
      for (const Monkey::Stall& stall : monkey.stalls())
        qInfo("the event loop worked for %.0f ms, of %.0f ms by the clock, after: %s", stall.used_ms, stall.gap_ms,
              qPrintable(stall.after));
      end_all(window);
      QTRY_VERIFY_WITH_TIMEOUT(idle(window), 60000);
    }
    QTRY_VERIFY2_WITH_TIMEOUT(threads_now() <= before,
                              qPrintable(QStringLiteral("%1 threads, and %2 before").arg(threads_now()).arg(before)),
                              20000);
  }
};

int main(int argc, char** argv) {
  // Qt Test ends a test after five minutes.
  qputenv("QTEST_FUNCTION_TIMEOUT",
          QByteArray::number(1000.0 * (environment_number("MLPLAB_MONKEY_S", suite_s) + 300), 'f', 0));
  QApplication application(argc, argv);
  MonkeyTest test;
  // The platform's warnings at every size would hide the report.
  QStringList arguments = QApplication::arguments();
  return QTest::qExec(&test, arguments << QStringLiteral("-maxwarnings") << QStringLiteral("0"));
}

#include "monkey_test.moc"
