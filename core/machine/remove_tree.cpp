#include "core/machine/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace mlplab {
namespace {

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

void remove_tree(const char* path) {
  const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  empty_folder(folder, max_depth);
  ::close(folder);
  ::rmdir(path);
}

}  // namespace mlplab
