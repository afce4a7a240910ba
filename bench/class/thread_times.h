// Processor time of this process's threads by their part in the class, from Linux's /proc/self/task. A further part is
// a member of PartTimes and a line in times_of_parts().
#pragma once

#include <string>

namespace mlplab {

struct PartTimes {
  double training_s = 0;  // the trainer and its workers
  double server_s = 0;    // connections, HTTP, JSON
  double replies_s = 0;   // predictions
  double window_s = 0;    // the window's own thread: painting, events, what it passes on
  double class_s() const { return server_s + replies_s + window_s; }

  PartTimes operator-(const PartTimes& before) const {
    return {training_s - before.training_s, server_s - before.server_s, replies_s - before.replies_s,
            window_s - before.window_s};
  }
};

/// Since the process's start, of threads that live. A class's own threads end with it: read before that.
PartTimes times_of_parts();
/// '1.25 2.10 1.98': of the last minute, 5 and 15 minutes; '' where the system does not tell.
std::string load_average();

}  // namespace mlplab
