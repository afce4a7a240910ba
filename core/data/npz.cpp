// Zip: APPNOTE.TXT 6.3 of PKWARE; .npy: numpy.lib.format, versions 1 to 3.
#include "core/data/npz.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

/// Whatever a read goes beyond, it is the file's fault.
class Bytes {
 public:
  Bytes(std::string_view bytes, const std::filesystem::path& path) : bytes_(bytes), path_(path) {}

  std::string_view part(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) throw damaged();
    return bytes_.substr(at, size);
  }
  /// Little-endian, of `size` bytes.
  std::uint64_t number(std::uint64_t at, int size) const {
    const std::string_view digits = part(at, static_cast<std::uint64_t>(size));
    return std::accumulate(digits.rbegin(), digits.rend(), std::uint64_t{0},
                           [](std::uint64_t sum, char byte) { return sum << 8 | static_cast<std::uint8_t>(byte); });
  }
  std::string_view all() const { return bytes_; }
  InputError damaged() const {
    return InputError(
        say("%1 is truncated or damaged, or no archive of NumPy's; save it again with numpy.savez", path_.string()));
  }

 private:
  std::string_view bytes_;
  const std::filesystem::path& path_;
};

struct Entry {
  std::uint64_t method = 0, check = 0, packed = 0, size = 0;
};

std::vector<std::uint8_t> unpacked(const Bytes& file, std::string_view packed, const Entry& entry) {
  constexpr std::uint64_t stored = 0, deflated = 8;
  constexpr std::uint64_t best_ratio = 1032;  // deflate cannot do better (zlib's technical notes)
  std::vector<std::uint8_t> bytes;
  if (entry.method == stored && packed.size() == entry.size) {
    bytes.assign(packed.begin(), packed.end());
  } else if (entry.method == deflated && entry.size <= best_ratio * (packed.size() + 1)) {
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> unzipper(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!unzipper) throw std::bad_alloc();
    bytes.resize(entry.size);
    if (libdeflate_deflate_decompress(unzipper.get(), packed.data(), packed.size(), bytes.data(), bytes.size(),
                                      nullptr) != LIBDEFLATE_SUCCESS)
      throw file.damaged();
  } else {
    throw file.damaged();
  }
  if (libdeflate_crc32(0, bytes.data(), bytes.size()) != entry.check) throw file.damaged();
  return bytes;
}

/// The text behind `key` in the dictionary of a header: "'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), ".
std::string_view behind(std::string_view header, std::string_view key, const Bytes& file) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string_view::npos) throw file.damaged();
  const std::string_view rest = header.substr(at + key.size() + 3);
  return rest.substr(std::min(rest.size(), rest.find_first_not_of(' ')));
}

std::size_t size_of(const std::string& type) {
  for (const std::string_view known : {"b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f4", "f8"})
    if (type == known) return static_cast<std::size_t>(type[1] - '0');
  return 0;
}

NpyArray array_of(std::string name, std::vector<std::uint8_t> content, const std::filesystem::path& path) {
  const Bytes file({reinterpret_cast<const char*>(content.data()), content.size()}, path);
  if (file.part(0, 6) != "\x93NUMPY") throw file.damaged();
  const int digits = file.number(6, 1) == 1 ? 2 : 4;
  const std::uint64_t begin = 8 + static_cast<std::uint64_t>(digits), length = file.number(8, digits);
  const std::string_view header = file.part(begin, length);
  NpyArray array{.name = std::move(name), .shape = {}, .type = {}, .bytes = {}};
  const std::string_view type = behind(header, "descr", file), shape = behind(header, "shape", file);
  if (type.starts_with('\'')) array.type = type.substr(1, type.find('\'', 1) - 1);
  if (array.type.starts_with('<') || array.type.starts_with('|')) array.type.erase(0, 1);
  const std::size_t end = shape.find(')');
  if (!shape.starts_with('(') || end == std::string_view::npos) throw file.damaged();
  for (const std::string& side : parts_of(shape.substr(1, end - 1), ',')) {
    if (side.empty()) continue;  // '(3,)'
    const auto number = typed_whole<std::uint64_t>(side);
    if (!number) throw file.damaged();
    array.shape.push_back(*number);
  }
  if (behind(header, "fortran_order", file).starts_with('T') && array.shape.size() > 1) array.type += " (Fortran)";
  const std::size_t each = size_of(array.type);
  if (each == 0) return array;
  std::uint64_t expected = each;
  for (const std::size_t side : array.shape) {
    if (side > 0 && expected > most_bytes / side) throw file.damaged();
    expected *= side;
  }
  if (content.size() != begin + length + expected) throw file.damaged();
  content.erase(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(begin + length));
  array.bytes = std::move(content);
  return array;
}

}  // namespace

std::size_t NpyArray::count() const {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

double NpyArray::value(std::size_t i) const {
  const auto as = [&]<class T>(T number) {
    std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
    return static_cast<double>(number);
  };
  if (type == "f4") return as(float{});
  if (type == "f8") return as(double{});
  const bool negative = type[0] == 'i';
  switch (type[1]) {
    case '1':
      return negative ? as(std::int8_t{}) : as(std::uint8_t{});
    case '2':
      return negative ? as(std::int16_t{}) : as(std::uint16_t{});
    case '4':
      return negative ? as(std::int32_t{}) : as(std::uint32_t{});
    default:
      return negative ? as(std::int64_t{}) : as(std::uint64_t{});
  }
}

std::vector<NpyArray> read_npz(const std::filesystem::path& path) {
  const std::string content = read_file(path);
  const Bytes file(content, path);
  constexpr std::string_view end_of_directory = "PK\5\6", entry = "PK\1\2", local = "PK\3\4";
  const std::size_t end = content.rfind(end_of_directory);
  constexpr std::size_t end_size = 22;
  if (end == std::string::npos || end + end_size > content.size()) throw file.damaged();
  std::uint64_t at = file.number(end + 16, 4);
  std::vector<NpyArray> arrays;
  for (std::uint64_t left = file.number(end + 10, 2); left > 0; --left) {
    if (file.part(at, 4) != entry) throw file.damaged();
    const Entry one{file.number(at + 10, 2), file.number(at + 16, 4), file.number(at + 20, 4), file.number(at + 24, 4)};
    const std::uint64_t where = file.number(at + 42, 4);
    const std::uint64_t name_size = file.number(at + 28, 2);
    std::string_view name = file.part(at + 46, name_size);
    at += 46 + name_size + file.number(at + 30, 2) + file.number(at + 32, 2);
    if (!name.ends_with(".npy")) continue;
    if (file.part(where, 4) != local) throw file.damaged();
    const std::uint64_t data = where + 30 + file.number(where + 26, 2) + file.number(where + 28, 2);
    name.remove_suffix(4);
    arrays.push_back(array_of(std::string(name), unpacked(file, file.part(data, one.packed), one), path));
  }
  return arrays;
}

}  // namespace mlplab
