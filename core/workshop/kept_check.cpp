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

std::string hash_of(const std::string& text) {
  std::uint64_t hash = empty_hash;
  for (const char c : text) hash = mixed(hash, static_cast<unsigned char>(c));
  char digits[17] = {};
  std::to_chars(digits, digits + 16, hash, 16);
  return digits;
}

/// Where this folder's check is kept, without the ending.
fs::path place_of(const Work& work) { return cache_folder() / ("checked-" + hash_of(work.folder.string())); }

fs::path text_of(const Work& work) { return place_of(work).string() + ".txt"; }

/// A name of its own for each version: a program that has loaded one would be given that one again for the same name.
fs::path library_of(const Work& work, const std::string& fingerprint) {
  return place_of(work).string() + "-" + hash_of(fingerprint) + ".so";
}

std::string kept_text(const Work& work, const std::string& fingerprint) {
  return work.folder.string() + "\n" + fingerprint;
}

}  // namespace

void keep_check(const Work& work, const std::string& fingerprint, const fs::path& library) {
  forget_check(work);
  write_file_atomically(library_of(work, fingerprint), read_file(library), false);
  write_file_atomically(text_of(work), kept_text(work, fingerprint), false);
}

void forget_check(const Work& work) {
  std::error_code error;
  fs::remove(text_of(work), error);
  const std::string name = place_of(work).filename().string() + "-";
  for (const fs::path& file : files_in(cache_folder(), ".so"))
    if (file.filename().string().starts_with(name)) fs::remove(file, error);
}

std::string why_not_checked(const Work& work) {
  const std::string folder = work.folder.string();
  if (!file_at(text_of(work)))
    return say(
        "the kernel in %1 has not passed a check on this machine; check it on the page Workshop, or with: "
        "mlplab-cli workshop check %1",
        folder);
  const std::string fingerprint = work.fingerprint();
  if (read_file(text_of(work)) != kept_text(work, fingerprint) || !file_at(library_of(work, fingerprint)))
    return say(
        "the kernel in %1 has changed since it was checked; check it again on the page Workshop, or with: "
        "mlplab-cli workshop check %1",
        folder);
  return {};
}

fs::path checked_library(const Work& work) {
  if (const std::string why = why_not_checked(work); !why.empty()) throw BackendError(why);
  return library_of(work, work.fingerprint());
}

}  // namespace mlplab::workshop
