#include "core/machine/standstill.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <system_error>

namespace mlplab {
namespace {

constexpr double look_every_s = 0.1;

double seconds_of(clockid_t clock) {
  std::timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

#ifdef CLOCK_BOOTTIME
constexpr clockid_t computer_clock = CLOCK_BOOTTIME;  // goes on while the computer sleeps
#else
constexpr clockid_t computer_clock = CLOCK_MONOTONIC;
#endif

}  // namespace

double Standstill::look(double clock_s, double cpu_s, double pause_s) {
  const double gap_s = clock_s - clock_s_ - pause_s, ran_s = cpu_s - cpu_s_;
  const bool stood = looked_ && gap_s >= least_s && ran_s < 0.5 * gap_s;  // else the looking thread alone came late
  looked_ = true;
  clock_s_ = clock_s;
  cpu_s_ = cpu_s;
  if (!stood) return 0.0;
  const double stood_s = std::max(0.0, gap_s - ran_s);
  total_s_ += stood_s;
  return stood_s;
}

StandstillWatch::StandstillWatch() {
  look();
  try {
    thread_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      while (!ends_.wait_for(lock, std::chrono::duration<double>(look_every_s), [this] { return over_; })) look();
    });
  } catch (const std::system_error&) {
    // No thread could be started: nobody looks, as total_s() alone would take a long wait for a standstill.
  }
}

StandstillWatch::~StandstillWatch() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ends_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void StandstillWatch::look() {
  standstill_.look(seconds_of(computer_clock), seconds_of(CLOCK_PROCESS_CPUTIME_ID), look_every_s);
}

double StandstillWatch::total_s() {
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) look();
  return standstill_.total_s();
}

}  // namespace mlplab
