// Threads of this process: whether they can be started, asked before a library is to start them (some end the program
// where it cannot, others wait for ever for a thread that is not there), and work that must not hold up other work.
#pragma once

#include <cstddef>
#include <optional>

namespace mlplab {

/// From now on the calling thread, and those that it starts, compute only while no other wants the processor (Linux:
/// nice 19). There is no way back; nothing happens where the system has no such call.
void let_others_go_first();
/// Processor time that this process may still use before the system ends it (ulimit -t), in seconds; nothing where
/// there is no such limit.
std::optional<double> cpu_time_left_s();
/// How much the calling thread leaves to others, as nice says it: 0 as usual, up to 19.
int niceness();
/// Processor time that the calling thread has used, in seconds.
double thread_time_s();

/// Starts `count` threads beside each other, which end at once. Throws BackendError where the system does not let us:
/// with ulimit -u, in a job with few tasks, with little memory (ulimit -v).
void check_threads_start(int count);

/// Throws BackendError where `bytes` of address space are not there in one piece: ulimit -v. `what` needs them.
void check_address_space(std::size_t bytes, const char* what);

}  // namespace mlplab
