// stdin, stdout and stderr as a program finds them, which may be closed, full or without a reader.
#pragma once

namespace mlplab {

/// To be called first in main(). A program started with some of the three closed would get their numbers for its own
/// files: what it prints would go there. Here nothing comes from a closed stdin, and writing to a closed stdout fails.
/// SIGPIPE is ignored: writing for a reader that is gone fails, too.
void open_standard_streams();

/// Nobody reads the pipe behind stdout any more (`| head`).
bool stdout_reader_is_gone();

}  // namespace mlplab
