#include "bench/class/thread_times.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace mlplab {
namespace {

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace

PartTimes times_of_parts() {
  PartTimes times;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "schedstat");
    double computed_ns = 0;
    if (!(file >> computed_ns)) continue;  // it has ended
    const std::string name = first_line(task.path() / "comm");
    const bool window = task.path().filename() == std::to_string(::getpid());
    double& part = window                      ? times.window_s
                   : name == "class server"    ? times.server_s
                   : name == "Thread (pooled)" ? times.replies_s
                                               : times.training_s;
    part += 1e-9 * computed_ns;
  }
  return times;
}

std::string load_average() {
  std::ifstream file("/proc/loadavg");
  std::string one, five, fifteen;
  file >> one >> five >> fifteen;
  return one + " " + five + " " + fifteen;
}

}  // namespace mlplab
