// POSIX calls rather than streams: fsync and the exact error are needed.
#include "core/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "core/base/error.h"
#include "core/base/json.h"

namespace mlplab {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

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

std::filesystem::path temporary_of(const std::filesystem::path& path) {
  return path.string() + ".part" + std::to_string(::getpid());
}

/// Another file would take its place: fine for a file, the end of a device.
void check_replaceable(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) throw InputError("cannot write " + path.string() + ": " + reason(errno));
    return;
  }
  if (S_ISDIR(status.st_mode)) throw InputError(path.string() + " is a folder; name a file");
  if (!S_ISREG(status.st_mode))
    throw InputError(path.string() + " is no ordinary file; name one that is, or a new one");
}

}  // namespace

Error as_error(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return *known;
  if (const auto* files = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return InputError("cannot use " + files->path1().string() + ": " + files->code().message());
  return {Failure::other, error.what()};
}

void check_utf8(const std::filesystem::path& path) {
  try {
    [[maybe_unused]] const std::string line =
        nlohmann::json(path.native()).dump();  // it would not go into a run's files
  } catch (const nlohmann::json::type_error&) {
    const std::string shown = dump_json(nlohmann::json(path.native()));
    throw InputError("the name " + shown.substr(1, shown.size() - 2) + " is not UTF-8; rename the file or folder");
  }
}

std::string read_file(const std::filesystem::path& path, std::uintmax_t limit_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) throw InputError("cannot open " + path.string() + ": " + reason(errno));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw InputError("cannot read " + path.string() + ": " + reason(errno));
  if (S_ISDIR(status.st_mode)) throw InputError(path.string() + " is a folder; name a file");
  if (!S_ISREG(status.st_mode)) throw InputError(path.string() + " is no ordinary file; name one that is");
  if (static_cast<std::uintmax_t>(status.st_size) > limit_bytes)
    throw InputError(path.string() + " has " + std::to_string(status.st_size) + " bytes, more than the " +
                     std::to_string(limit_bytes) + " such a file may have");
  std::string content;
  content.reserve(static_cast<std::size_t>(status.st_size));
  char block[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw InputError("cannot read " + path.string() + ": " + reason(errno));
    if (count == 0) return content;
    content.append(block, static_cast<std::size_t>(count));
    if (content.size() > limit_bytes) throw InputError(path.string() + " is larger than such a file may be");
  }
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content, bool to_disk) {
  check_replaceable(path);
  const std::filesystem::path temporary = temporary_of(path);
  const auto fail = [&](int error) {
    ::unlink(temporary.c_str());
    throw InputError("cannot write " + path.string() + ": " + reason(error) +
                     "; choose a folder that you may write to, on a disk with room");
  };
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0) fail(errno);
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
    throw InputError("cannot write " + file.string() + ": the folder " + folder.string() +
                     " does not exist or may not be written to");
  check_replaceable(file);
  const std::filesystem::path temporary = temporary_of(file);
  const Descriptor probe(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (probe.get() < 0) throw InputError("cannot write " + file.string() + ": " + reason(errno));
  ::unlink(temporary.c_str());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw InputError("cannot create the folder " + folder.string() + ": " +
                     (error ? error.message() : "a file of that name is in the way") +
                     "; choose a folder that you may write to");
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

std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& name,
                                const std::string& ending) {
  std::filesystem::path path = folder / (name + ending);
  std::error_code ignored;
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(path, ignored)); ++number)
    path = folder / (name + "-" + std::to_string(number) + ending);
  return path;
}

}  // namespace mlplab
