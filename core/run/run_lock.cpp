// flock() and not the file's content: the kernel lets go of it when the program ends, however it ends.
#include "core/run/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr const char* lock_name = ".running";

/// Locked, or -1 with errno: EWOULDBLOCK where another program holds it.
int open_locked(const std::filesystem::path& path, int flags) {
  while (true) {
    const int descriptor = ::open(path.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
    if (descriptor < 0) return -1;
    struct stat opened {
    }, there{};
    if (::fstat(descriptor, &opened) == 0 && !S_ISREG(opened.st_mode)) {
      ::close(descriptor);
      errno = EINVAL;
      return -1;
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(descriptor);
      errno = error;
      return -1;
    }
    // Its holder may have removed the file between our two calls: then what is locked here is no longer there.
    if (::stat(path.c_str(), &there) == 0 && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev)
      return descriptor;
    ::close(descriptor);
    if ((flags & O_CREAT) == 0) {
      errno = ENOENT;
      return -1;
    }
  }
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& folder) : RunLock(folder / lock_name, folder) {}

std::unique_ptr<RunLock> RunLock::of_file(const std::filesystem::path& file) {
  return std::unique_ptr<RunLock>(new RunLock(file.parent_path() / ("." + file.filename().string() + lock_name), file));
}

RunLock::RunLock(std::filesystem::path path, const std::filesystem::path& of) : path_(std::move(path)) {
  descriptor_ = open_locked(path_, 0);
  was_left_behind_ = descriptor_ >= 0;
  if (descriptor_ < 0 && errno == ENOENT) descriptor_ = open_locked(path_, O_CREAT);
  if (descriptor_ >= 0) return;
  if (errno == EWOULDBLOCK)
    throw InputError(say("another program is at work on %1 now; wait for its end, or stop it", of.string()));
  throw InputError(say("cannot write %1: %2; choose a folder that you may write to", path_.string(),
                       std::generic_category().message(errno)));
}

RunLock::~RunLock() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());  // before it is let go: a program that locks it then sees that it is gone
  ::close(descriptor_);
}

void RunLock::give_back() {
  if (!was_left_behind_) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

bool RunLock::held(const std::filesystem::path& folder) {
  const int descriptor = open_locked(folder / lock_name, 0);
  if (descriptor < 0) return errno == EWOULDBLOCK;
  ::close(descriptor);
  return false;
}

bool RunLock::left_behind(const std::filesystem::path& folder) {
  const int descriptor = open_locked(folder / lock_name, 0);
  if (descriptor < 0) return false;
  ::close(descriptor);
  return true;
}

void RunLock::forget(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / lock_name;
  const int descriptor = open_locked(path, 0);
  if (descriptor < 0) return;
  ::unlink(path.c_str());
  ::close(descriptor);
}

}  // namespace mlplab
