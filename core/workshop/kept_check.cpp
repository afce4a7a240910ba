#include "core/workshop/kept_check.h"

#include <charconv>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/mixed_hash.h"
#include "core/workshop/toolchain.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

/// Where this folder's check is kept, without the ending.
fs::path place_of(const Work& work) {
  std::uint64_t hash = empty_hash;
  for (const char c : work.folder.string()) hash = mixed(hash, static_cast<unsigned char>(c));
  char digits[17] = {};
  std::to_chars(digits, digits + 16, hash, 16);
  return cache_folder() / (std::string("checked-") + digits);
}

fs::path text_of(const Work& work) { return place_of(work).string() + ".txt"; }

/// Another library than the one that another program may have loaded: never written over, only replaced.
fs::path library_of(const Work& work) { return place_of(work).string() + ".so"; }

std::string kept_text(const Work& work, const std::string& fingerprint) {
  return work.folder.string() + "\n" + fingerprint;
}

}  // namespace

void keep_check(const Work& work, const std::string& fingerprint, const fs::path& library) {
  forget_check(work);
  write_file_atomically(library_of(work), read_file(library), false);
  write_file_atomically(text_of(work), kept_text(work, fingerprint), false);
}

void forget_check(const Work& work) {
  std::error_code error;
  fs::remove(text_of(work), error);
  fs::remove(library_of(work), error);
}

std::string why_not_checked(const Work& work) {
  const std::string folder = work.folder.string();
  if (!file_at(text_of(work)) || !file_at(library_of(work)))
    return say("the kernel in %1 has not passed a check on this machine: mlplab-cli workshop check %1", folder);
  if (read_file(text_of(work)) != kept_text(work, work.fingerprint()))
    return say("the kernel in %1 has changed since it was checked: mlplab-cli workshop check %1", folder);
  return {};
}

fs::path checked_library(const Work& work) {
  if (const std::string why = why_not_checked(work); !why.empty()) throw BackendError(why);
  return library_of(work);
}

}  // namespace mlplab::workshop
