// The lock on the folder of a run or a sweep, or on the file of a comparison: one program at a time writes it. The file
// '.running' is locked while that goes on and removed at its end, so one that is there and not locked was left behind
// by a program that was killed.
#pragma once

#include <filesystem>
#include <memory>

namespace mlplab {

class RunLock {
 public:
  /// Throws InputError where another program is at work on it now, or where the folder cannot be written.
  explicit RunLock(const std::filesystem::path& folder);
  /// For one file among others in its folder: '.NAME.running' beside it.
  static std::unique_ptr<RunLock> of_file(const std::filesystem::path& file);
  ~RunLock();
  /// Lets go of the lock as it was found: a run that was left behind stays so, for the next program to resume it.
  void give_back();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// True while a program trains the run.
  static bool held(const std::filesystem::path& folder);
  /// True where the program that trained the run was killed and nobody has taken it up since.
  static bool left_behind(const std::filesystem::path& folder);
  /// Forgets that; nothing happens while a program holds it.
  static void forget(const std::filesystem::path& folder);

 private:
  RunLock(std::filesystem::path path, const std::filesystem::path& of);

  std::filesystem::path path_;
  int descriptor_ = -1;
  bool was_left_behind_ = false;
};

}  // namespace mlplab
