// stdin, stdout and stderr as a program finds them, which may be closed, full or without a reader.
#pragma once

namespace mlplab {

/// To be called first in main(). A program started with some of the three closed would get their numbers for its own
/// files: what it prints would go there. Here nothing comes from a closed stdin, and writing to a closed stdout fails.
/// SIGPIPE and SIGXFSZ are ignored: writing for a reader that is gone, or beyond the largest file that the user may
/// have, fails, too.
void open_standard_streams();

/// 128 + SIGPIPE, as the shell says of a program that it ended.
inline constexpr int reader_gone_exit_code = 141;

/// To be called last in main(), with its exit code: `code` where all that was printed has arrived,
/// reader_gone_exit_code where its reader has gone. Throws InputError where stdout is full or closed.
int check_output(int code);

/// Nobody reads the pipe behind stdout any more (`| head`).
bool stdout_reader_is_gone();

}  // namespace mlplab
