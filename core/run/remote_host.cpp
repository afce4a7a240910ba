#include "core/run/remote_host.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr std::size_t longest_name = 253;  // of the domain name system

/// ASCII only: a locale knows more letters.
bool is_plain(const std::string& word, const char* signs) {
  const auto is_letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return !word.empty() && word.front() != '-' && word.size() <= longest_name && std::ranges::all_of(word, [&](char c) {
    return is_letter_or_digit(c) || std::string(signs).find(c) != std::string::npos;
  });
}

}  // namespace

bool is_host_name(const std::string& name) { return is_plain(name, "._-"); }

RemoteHost parse_host(const std::string& text) {
  const std::size_t colon = text.find(':');
  RemoteHost host{.address = text.substr(0, colon)};
  if (colon != std::string::npos) host.program = text.substr(colon + 1);
  const std::size_t at = host.address.find('@');
  const bool user = at == std::string::npos || is_plain(host.address.substr(0, at), "._-");
  const std::string name = at == std::string::npos ? host.address : host.address.substr(at + 1);
  if (!user || !is_host_name(name) || !is_plain(host.program, "._-/~"))
    throw UsageError(say("'%1' is no other machine; name it as ssh does, with letters, digits and '._-': USER@NAME, or "
                         "USER@NAME:PROGRAM where mlplab-cli is not in the PATH there",
                         text),
                     "host");
  return host;
}

}  // namespace mlplab
