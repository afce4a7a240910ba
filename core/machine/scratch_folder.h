// Folders for what a run needs while it lasts, in the temporary folder and in shared memory. Each goes with everything
// in it: with its object, else by the supervisor of the run's processes (child_supervisor.h), else, where both were
// killed, by the next program that calls clear_dead_scratch().
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace mlplab {

/// Files in this folder are in memory, and processes of this machine share them.
inline constexpr const char* shared_memory_folder = "/dev/shm";

class ScratchFolder {
 public:
  /// A new one in `parent`, called mlplab-run-XXXXXX. Throws InputError.
  static ScratchFolder in(const std::filesystem::path& parent);
  /// Exactly this one, which is not there yet. Throws InputError.
  explicit ScratchFolder(std::filesystem::path path);
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }
  /// A process that holds this descriptor, or a copy of it, uses the folder.
  int lock() const { return lock_; }

 private:
  ScratchFolder() = default;
  bool take();

  std::filesystem::path path_;
  int lock_ = -1;
};

/// Throws InputError where the file system of `folder` has no room for `bytes` more: memory mapped from a full one ends
/// in a signal, or in waiting without end. Names the folder and ends with `advice`.
void check_room(const std::filesystem::path& folder, std::uintmax_t bytes, const std::string& advice);

/// Where temporary files go: TMPDIR, else /tmp; absolute. Throws InputError where there is no such folder.
std::filesystem::path temporary_folder();

/// Removes what killed programs of this user on this machine have left in `parent`: folders with the name of such a one
/// that nobody uses any more. Never throws.
void clear_dead_scratch(const std::filesystem::path& parent);
/// In the temporary folder and in shared memory.
void clear_dead_scratch();

/// Removes a folder with everything in it, by system calls alone: the supervisor does it after fork(). Files that
/// cannot be removed stay. Follows no links; allocates nothing.
void remove_tree(const char* path);

}  // namespace mlplab
