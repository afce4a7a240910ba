// Time in which this process did not run at all though it wanted to: stopped (Ctrl-Z, SIGSTOP), frozen by its control
// group, or on a computer that was suspended. Clocks go on meanwhile, and what was measured is too long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace mlplab {

/// Looks at the clocks again and again, and tells a gap between two looks from a busy machine.
class Standstill {
 public:
  /// A gap from here on counts.
  static constexpr double least_s = 0.5;

  /// Looks at the clocks: what the computer's says, suspension included, and the processor time of this process.
  /// Returns the seconds since the last look in which the process did not run, beyond the `pause_s` between two looks
  /// that it had asked for.
  double look(double clock_s, double cpu_s, double pause_s);
  double total_s() const { return total_s_; }

 private:
  bool looked_ = false;
  double clock_s_ = 0.0, cpu_s_ = 0.0, total_s_ = 0.0;
};

/// A thread that looks ten times per second.
class StandstillWatch {
 public:
  StandstillWatch();
  ~StandstillWatch();
  StandstillWatch(const StandstillWatch&) = delete;
  StandstillWatch& operator=(const StandstillWatch&) = delete;
  /// Since it was made, up to now.
  double total_s();

 private:
  void look();

  std::mutex mutex_;
  std::condition_variable ends_;
  bool over_ = false;
  Standstill standstill_;
  std::thread thread_;
};

}  // namespace mlplab
