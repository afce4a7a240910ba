// POSIX calls rather than streams: fsync and the exact error are needed.
#include "core/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

struct SystemWords {
  int error;
  const char* words;
};

/// The errors that a reader may be able to act on; the system describes the others in its own words.
constexpr SystemWords system_words[] = {{EACCES, to_say("Permission denied")},
                                        {EBUSY, to_say("Device or resource busy")},
                                        {EDQUOT, to_say("Disk quota exceeded")},
                                        {EEXIST, to_say("File exists")},
                                        {EINVAL, to_say("Invalid argument")},
                                        {EIO, to_say("Input/output error")},
                                        {EISDIR, to_say("Is a directory")},
                                        {ELOOP, to_say("Too many levels of symbolic links")},
                                        {EMFILE, to_say("Too many open files")},
                                        {ENAMETOOLONG, to_say("File name too long")},
                                        {ENOENT, to_say("No such file or directory")},
                                        {ENOMEM, to_say("Cannot allocate memory")},
                                        {ENOSPC, to_say("No space left on device")},
                                        {ENOTDIR, to_say("Not a directory")},
                                        {ENOTEMPTY, to_say("Directory not empty")},
                                        {EPERM, to_say("Operation not permitted")},
                                        {EROFS, to_say("Read-only file system")},
                                        {EXDEV, to_say("Invalid cross-device link")}};

std::string reason(int error) { return reason_of(std::error_code(error, std::generic_category())); }

InputError unwritable(const std::filesystem::path& path, int error) {
  return InputError(say("cannot write %1: %2", path.string(), reason(error)));
}
InputError is_a_folder(const std::filesystem::path& path) {
  return InputError(say("%1 is a folder; name a file", path.string()));
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result;
  }

 private:
  int fd_;
};

constexpr std::string_view temporary_mark = ".part";

/// Where the current folder is gone, that is what a relative path lacks, or what has no name at all.
InputError of_file_system(const std::filesystem::filesystem_error& error) {
  std::error_code here;
  [[maybe_unused]] const auto folder = std::filesystem::current_path(here);
  if (here && !error.path1().is_absolute())
    return InputError(say("the current folder cannot be used: %1; change to one that is there", reason_of(here)));
  return InputError(say("cannot use %1: %2", error.path1().string(), reason_of(error.code())));
}

std::filesystem::path temporary_of(const std::filesystem::path& path) {
  return path.string() + std::string(temporary_mark) + std::to_string(::getpid());
}

/// Another file would take its place: fine for a file, the end of a device. The permissions of the file that is there.
std::optional<mode_t> check_replaceable(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) throw unwritable(path, errno);
    return std::nullopt;
  }
  if (S_ISDIR(status.st_mode)) throw is_a_folder(path);
  if (!S_ISREG(status.st_mode))
    throw InputError(say("%1 is no ordinary file; name one that is, or a new one", path.string()));
  return status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
}

}  // namespace

std::string reason_of(const std::error_code& error) {
  const auto* known = std::ranges::find(system_words, error.value(), &SystemWords::error);
  const bool of_system = error.category() == std::generic_category() || error.category() == std::system_category();
  return of_system && known != std::end(system_words) ? say(known->words) : error.message();
}

Error as_error(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return *known;
  if (const auto* files = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) return of_file_system(*files);
  // A size that a container cannot even count is too large as well.
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
      dynamic_cast<const std::length_error*>(&error) != nullptr)
    return {Failure::other, say("these settings need more memory than this machine has; use fewer or smaller images, a "
                                "smaller network or a smaller batch")};
  // A thread could not be started.
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again)
    return {Failure::other, say("no thread could be started: %1; end other programs of yours, or raise the limit "
                                "(ulimit -u, ulimit -v, the tasks of a job)",
                                reason_of(system->code()))};
  return {Failure::other, error.what()};
}

void check_utf8(const std::filesystem::path& path) {
  try {
    [[maybe_unused]] const std::string line =
        nlohmann::json(path.native()).dump();  // it would not go into a run's files
  } catch (const nlohmann::json::type_error&) {
    const std::string shown = dump_json(nlohmann::json(path.native()));
    throw InputError(say("the name %1 is not UTF-8; rename the file or folder",
                         std::string_view(shown).substr(1, shown.size() - 2)));
  }
}

namespace {

/// An ordinary file, opened to be read; a pipe or a device would make the reader wait. Throws InputError.
class OrdinaryFile {
 public:
  explicit OrdinaryFile(const std::filesystem::path& path)
      : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file_.get() < 0) throw InputError(say("cannot open %1: %2", path.string(), reason(errno)));
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) throw unreadable();
    if (S_ISDIR(status.st_mode)) throw is_a_folder(path);
    if (!S_ISREG(status.st_mode)) throw InputError(say("%1 is no ordinary file; name one that is", path.string()));
    size_ = static_cast<std::uintmax_t>(status.st_size);
  }
  std::uintmax_t size() const { return size_; }
  /// Reads the next bytes, at most `bytes` of them; 0 at the end.
  std::size_t read(char* to, std::size_t bytes) const {
    while (true) {
      const ssize_t count = ::read(file_.get(), to, bytes);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) throw unreadable();
    }
  }

 private:
  InputError unreadable() const { return InputError(say("cannot read %1: %2", path_.string(), reason(errno))); }

  const std::filesystem::path& path_;
  Descriptor file_;
  std::uintmax_t size_ = 0;
};

}  // namespace

std::string read_file(const std::filesystem::path& path, std::uintmax_t limit_bytes) {
  const OrdinaryFile file(path);
  if (file.size() > limit_bytes)
    throw InputError(
        say("%1 has %2 bytes, more than the %3 such a file may have", path.string(), file.size(), limit_bytes));
  std::string content;
  content.reserve(static_cast<std::size_t>(file.size()));
  char block[1 << 16];
  while (const std::size_t count = file.read(block, sizeof block)) {
    content.append(block, count);
    if (content.size() > limit_bytes) throw InputError(say("%1 is larger than such a file may be", path.string()));
  }
  return content;
}

std::string read_beginning(const std::filesystem::path& path, std::size_t bytes) {
  const OrdinaryFile file(path);
  std::string content(std::min<std::uintmax_t>(bytes, file.size()), '\0');
  std::size_t read = 0;
  while (read < content.size()) {
    const std::size_t count = file.read(content.data() + read, content.size() - read);
    if (count == 0) break;
    read += count;
  }
  content.resize(read);
  return content;
}

bool is_unfinished(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::size_t at = name.rfind(temporary_mark);
  if (at == std::string::npos || at + temporary_mark.size() == name.size()) return false;
  return name.find_first_not_of("0123456789", at + temporary_mark.size()) == std::string::npos;
}

// A file that is replaced keeps its permissions.
void write_file_atomically(const std::filesystem::path& path, std::string_view content, bool to_disk) {
  const std::optional<mode_t> permissions = check_replaceable(path);
  const std::filesystem::path temporary = temporary_of(path);
  const auto fail = [&](int error) {
    ::unlink(temporary.c_str());
    throw InputError(say("cannot write %1: %2; choose a folder that you may write to, on a disk with room",
                         path.string(), reason(error)));
  };
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions ? 0600 : 0644));
  if (file.get() < 0) fail(errno);
  if (permissions && ::fchmod(file.get(), *permissions) != 0) fail(errno);
  while (!content.empty()) {
    const ssize_t count = ::write(file.get(), content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  if (to_disk && ::fsync(file.get()) != 0) fail(errno);
  if (file.close() != 0) fail(errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail(errno);
}

void check_writable(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error) || ::access(folder.c_str(), W_OK) != 0)
    throw InputError(
        say("cannot write %1: the folder %2 does not exist or may not be written to", file.string(), folder.string()));
  check_replaceable(file);
  const std::filesystem::path temporary = temporary_of(file);
  const Descriptor probe(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (probe.get() < 0) throw unwritable(file, errno);
  ::unlink(temporary.c_str());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !folder_at(folder))
    throw InputError(say("cannot create the folder %1: %2; choose a folder that you may write to", folder.string(),
                         error ? reason_of(error) : say("a file of that name is in the way")));
}

bool anything_at(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool folder_at(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

bool file_at(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    entries.push_back(at->path());
  std::ranges::sort(entries);
  return entries;
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view ending) {
  std::vector<std::filesystem::path> files = entries_in(folder);
  std::erase_if(files, [&](const std::filesystem::path& path) { return path.extension() != ending; });
  return files;
}

std::string date_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &local);
  return text;
}

std::filesystem::path make_new_folder(const std::filesystem::path& folder, const std::string& name) {
  make_folder(folder);
  std::filesystem::path made = folder / name;
  std::error_code error;
  for (int i = 2; !std::filesystem::create_directory(made, error) && !error; ++i)
    made = folder / (name + "-" + std::to_string(i));
  if (error)
    throw InputError(
        say("cannot create the folder %1: %2; choose a folder that you may write to", made.string(), reason_of(error)));
  return made;
}

std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& name,
                                const std::string& ending) {
  std::filesystem::path path = folder / (name + ending);
  std::error_code ignored;
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(path, ignored)); ++number)
    path = folder / (name + "-" + std::to_string(number) + ending);
  return path;
}

}  // namespace mlplab
