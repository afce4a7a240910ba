// Work that must not hold up other work.
#pragma once

namespace mlplab {

/// From now on the calling thread, and those that it starts, compute only while no other wants the processor (Linux:
/// nice 19). There is no way back; nothing happens where the system has no such call.
void let_others_go_first();
/// Processor time that the calling thread has used, in seconds.
double thread_time_s();

}  // namespace mlplab
