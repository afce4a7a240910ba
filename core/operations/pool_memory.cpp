#include "core/operations/pool_memory.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <new>
#include <system_error>

#include "core/base/language.h"
#include "core/machine/memory.h"
#include "core/operations/embeddings.h"

namespace mlplab {
namespace {

std::size_t pool_bytes(std::size_t images, std::size_t dimensions, std::size_t found_bytes) {
  return sizeof(PoolBoard) + sizeof(float) * (images * dimensions + pair_count(images)) + found_bytes;
}

}  // namespace

PoolMemory::PoolMemory(std::size_t images, std::size_t packet, std::size_t dimensions, std::size_t found_bytes)
    : bytes_(pool_bytes(images, dimensions, found_bytes)) {
  const auto no_memory = [&](int error) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw BackendError(say("not enough shared memory: %1 bytes were asked for (%2); embed fewer images", bytes_,
                           std::generic_category().message(error)));
  };
  if (const std::size_t available = available_memory_bytes(); available > 0 && available < bytes_) no_memory(ENOMEM);
  const int made = ::memfd_create("mlplab", MFD_CLOEXEC);
  if (made < 0) no_memory(errno);
  descriptor_ = ::fcntl(made, F_DUPFD_CLOEXEC, 3);  // above the standard three
  const int not_moved = errno;
  ::close(made);
  if (descriptor_ < 0) no_memory(not_moved);
  if (const int error = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes_))) no_memory(error);
  if (const int error = map()) no_memory(error);
  board_ = new (start_) PoolBoard;
  board_->images = images, board_->packet = packet, board_->dimensions = dimensions;
  board_->found_bytes = found_bytes;
}

PoolMemory::PoolMemory(int descriptor) : descriptor_(descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) bytes_ = static_cast<std::size_t>(status.st_size);
  if (bytes_ >= sizeof(PoolBoard) && map() == 0) {
    board_ = static_cast<PoolBoard*>(start_);
    if (bytes_ == pool_bytes(board_->images, board_->dimensions, board_->found_bytes) && board_->packet > 0) return;
    ::munmap(start_, bytes_);
  }
  throw UsageError(say("mlplab-cli embedder is started by mlplab and mlplab-cli operations themselves"));
}

PoolMemory::~PoolMemory() {
  ::munmap(start_, bytes_);
  ::close(descriptor_);
}

std::size_t PoolMemory::distances_size() const { return pair_count(board_->images); }

void PoolMemory::give_order(PoolBoard::Order order) const {
  board_->next = 0;
  board_->order = order;
  ++board_->orders;
  ::syscall(SYS_futex, &board_->orders, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

PoolBoard::Order PoolMemory::next_order(std::uint32_t known) const {
  while (board_->orders == known) ::syscall(SYS_futex, &board_->orders, FUTEX_WAIT, known, nullptr, nullptr, 0);
  return static_cast<PoolBoard::Order>(board_->order.load());
}

void PoolMemory::tell_failure(const Error& error) const {
  std::uint32_t none = PoolBoard::none;
  if (!board_->failed.compare_exchange_strong(none, PoolBoard::being_told)) return;
  board_->failure = static_cast<int>(error.failure());
  std::strncpy(board_->sentence, error.what(), PoolBoard::longest_sentence - 1);
  board_->failed.store(PoolBoard::told, std::memory_order_release);
}

void PoolMemory::throw_failure() const {
  if (board_->failed.load(std::memory_order_acquire) == PoolBoard::told)
    throw Error(static_cast<Failure>(board_->failure), board_->sentence);
}

int PoolMemory::map() {
  start_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  return start_ == MAP_FAILED ? errno : 0;
}

}  // namespace mlplab
