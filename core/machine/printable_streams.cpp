#include "core/machine/printable_streams.h"

#include <string_view>

#include "core/base/printable.h"

namespace mlplab {

PrintableBuffer::int_type PrintableBuffer::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char one = traits_type::to_char_type(letter);
  return xsputn(&one, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize PrintableBuffer::xsputn(const char* text, std::streamsize count) {
  const std::lock_guard lock(mutex_);
  begun_.append(text, static_cast<std::size_t>(count));
  const std::size_t whole = begun_.size() - unfinished_bytes(begun_);
  const std::string clean = printable(std::string_view(begun_).substr(0, whole));
  begun_.erase(0, whole);
  const auto length = static_cast<std::streamsize>(clean.size());
  return target_.sputn(clean.data(), length) == length ? count : 0;
}

PrintableStreams::PrintableStreams()
    : out_(std::cout.rdbuf()), errors_(std::cerr.rdbuf()), printable_out_(*out_), printable_errors_(*errors_) {
  std::cout.rdbuf(&printable_out_);
  std::cerr.rdbuf(&printable_errors_);
}

PrintableStreams::~PrintableStreams() {
  std::cout.rdbuf(out_);
  std::cerr.rdbuf(errors_);
}

}  // namespace mlplab
