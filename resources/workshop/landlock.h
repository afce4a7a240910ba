// The files that a student's kernel can read: those of the system, its own library and its scratch folder, where the
// system's kernel has Landlock (Linux 5.13). Without it all that the user can read can be read, and nothing written.
// To let it read one more folder: readable_for().
#pragma once

#include <fcntl.h>
#include <link.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <vector>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

namespace mlplab_workshop {

inline std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }

/// Libraries that are loaded now show where this machine has more of them.
inline int add_folder_of_library(dl_phdr_info* info, std::size_t, void* all) {
  if (info->dlpi_name != nullptr && info->dlpi_name[0] == '/')
    static_cast<std::vector<std::string>*>(all)->push_back(folder_of(info->dlpi_name));
  return 0;
}

inline std::vector<std::string> readable_for(const std::string& library, const std::string& scratch) {
  std::vector<std::string> all = {"/usr",           "/lib",  "/lib64",    "/etc/ld.so.cache",
                                  "/proc/self",     "/sys",  "/dev/null", "/dev/urandom",
                                  "/proc/self/exe", library, scratch};
  ::dl_iterate_phdr(add_folder_of_library, &all);
  return all;
}

/// No file can be written from here on but `writable`. 0, also where the system does not know how, unless there are
/// writable ones; else the error.
inline int read_only(const std::vector<std::string>& readable, const std::vector<std::string>& writable = {}) {
#if __has_include(<linux/landlock.h>)
  constexpr long create = 444, add_rule = 445, restrict_self = 446;  // the same numbers on every architecture
  const long version = ::syscall(create, nullptr, 0, 1U);
  if (version < 1) return writable.empty() ? 0 : EOPNOTSUPP;
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = (1U << 13U) - 1;
  if (version >= 2) rules.handled_access_fs |= 1U << 13U;  // links from folder to folder
  if (version >= 3) rules.handled_access_fs |= 1U << 14U;  // truncating
  const int set = static_cast<int>(::syscall(create, &rules, sizeof rules, 0U));
  if (set < 0) return errno;
  const auto allow = [&](const std::string& path, std::uint64_t access) {
    const int place = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    struct stat status {};
    if (place < 0 || ::fstat(place, &status) != 0) return true;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access;
    if (S_ISDIR(status.st_mode)) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
    rule.parent_fd = place;
    const bool added = ::syscall(add_rule, set, 1 /* beneath a path */, &rule, 0U) == 0;
    ::close(place);
    return added;
  };
  for (const std::string& path : readable)
    if (!allow(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE)) return errno;
  for (const std::string& path : writable)
    if (!allow(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)) return errno;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::syscall(restrict_self, set, 0U) != 0) return errno;
  ::close(set);
  return 0;
#else
  (void)readable;
  return writable.empty() ? 0 : EOPNOTSUPP;
#endif
}

}  // namespace mlplab_workshop
