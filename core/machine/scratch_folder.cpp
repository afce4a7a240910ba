// flock() and not a process id in a file: the kernel lets go of it when its holders end, and ids are given out again.
#include "core/machine/scratch_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "mlplab-run-";
constexpr std::size_t random_letters = 6;
constexpr const char* lock_name = ".used";
constexpr std::size_t longest_host = 256;

std::string this_machine() {
  char name[longest_host] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

[[noreturn]] void cannot_make(const fs::path& where, int error) {
  throw InputError(say("no temporary folder could be made in %1: %2; set TMPDIR to a folder that you may write to",
                       where.string(), std::generic_category().message(error)));
}

bool is_our_name(std::string_view name) {
  return name.size() == prefix.size() + random_letters && name.starts_with(prefix) &&
         std::ranges::all_of(name.substr(prefix.size()), [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// Its machine's name is in the lock's file: several may share the folder, and not every file system shares locks.
bool is_dead(int folder) {
  const int lock = ::openat(folder, lock_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (lock < 0) return false;  // it is being made just now
  struct stat status {};
  char host[longest_host] = {};
  const bool ours = ::fstat(lock, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
                    ::read(lock, host, sizeof host - 1) >= 0 && this_machine() == host;
  const bool dead = ours && ::flock(lock, LOCK_EX | LOCK_NB) == 0;
  ::close(lock);
  return dead;
}

constexpr int max_depth = 16;  // the stack's share; a run's folders have three levels

/// dirent64 is what the kernel writes: getdents64(2).
void empty_folder(int folder, int depth) {
  alignas(dirent64) char block[2048];
  // Again from the start while something goes: a folder that shrinks while it is read may leave out entries.
  for (bool removed = true; std::exchange(removed, false);) {
    ::lseek(folder, 0, SEEK_SET);
    long count = 0;
    while ((count = ::syscall(SYS_getdents64, folder, block, sizeof block)) > 0)
      for (long at = 0; at < count;) {
        const auto* entry = reinterpret_cast<const dirent64*>(block + at);
        at += entry->d_reclen;
        const char* name = entry->d_name;
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        if (::unlinkat(folder, name, 0) == 0) {
          removed = true;
          continue;
        }
        const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner < 0) continue;
        if (depth > 0) empty_folder(inner, depth - 1);
        ::close(inner);
        if (::unlinkat(folder, name, AT_REMOVEDIR) == 0) removed = true;
      }
  }
}

}  // namespace

ScratchFolder ScratchFolder::in(const fs::path& parent) {
  while (true) {
    ScratchFolder folder;
    std::string name = (parent / prefix).string();
    name.append(random_letters, 'X');
    if (::mkdtemp(name.data()) == nullptr) cannot_make(parent, errno);
    folder.path_ = name;
    if (folder.take()) return folder;
  }
}

ScratchFolder::ScratchFolder(fs::path path) : path_(std::move(path)) {
  if (::mkdir(path_.c_str(), 0700) != 0) {
    const int error = errno;
    const fs::path where = path_.parent_path();
    path_.clear();
    cannot_make(where, error);
  }
  if (!take()) cannot_make(path_.parent_path(), EBUSY);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

ScratchFolder::~ScratchFolder() {
  if (!path_.empty()) remove_tree(path_.c_str());
  if (lock_ >= 0) ::close(lock_);
}

/// False where another program took it for a dead one before it was locked.
bool ScratchFolder::take() {
  const fs::path file = path_ / lock_name;
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const std::string host = this_machine();
  const bool locked = lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) == 0;
  if (locked && ::write(lock_, host.data(), host.size()) == static_cast<ssize_t>(host.size())) return true;
  if (lock_ >= 0 && !locked && errno == EWOULDBLOCK) return false;
  cannot_make(path_.parent_path(), errno);
}

void check_room(const fs::path& folder, std::uintmax_t bytes, const std::string& advice) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error || space.capacity == 0 || space.available >= bytes) return;  // 0: it does not say
  const auto in_mb = [](std::uintmax_t count) { return std::to_string((count + 999'999) / 1'000'000) + " MB"; };
  throw InputError(say("there is not enough room in %1: the run needs %2, %3 are free; %4", folder.string(),
                       in_mb(bytes), in_mb(space.available), advice));
}

fs::path temporary_folder() {
  std::error_code error;
  const fs::path where = fs::temp_directory_path(error);
  if (!error) {
    check_utf8(where);  // it is handed to other programs in JSON
    return fs::absolute(where);
  }
  const char* named = std::getenv("TMPDIR");
  cannot_make(named != nullptr ? named : "/tmp", error.value());
}

void clear_dead_scratch(const fs::path& parent) {
  for (const fs::path& path : entries_in(parent)) {
    if (!is_our_name(path.filename().native())) continue;
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    struct stat status {};
    const bool dead = ::fstat(folder, &status) == 0 && status.st_uid == ::geteuid() && is_dead(folder);
    ::close(folder);
    if (dead) remove_tree(path.c_str());
  }
}

void clear_dead_scratch() {
  try {
    clear_dead_scratch(temporary_folder());
  } catch (const Error&) {  // reported by the code that needs a folder
  }
  clear_dead_scratch(shared_memory_folder);
}

void remove_tree(const char* path) {
  const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  empty_folder(folder, max_depth);
  ::close(folder);
  ::rmdir(path);
}

}  // namespace mlplab
