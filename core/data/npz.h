// Arrays of NumPy: an archive (.npz) as numpy.savez and savez_compressed write it, a zip of .npy files. Little-endian
// whole numbers and fractions are read, in C order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mlplab {

struct NpyArray {
  std::string name;                 // in the archive, without '.npy'
  std::vector<std::size_t> shape;   // as many dimensions as it has
  std::string type;                 // 'u1', 'i8', 'f4', …; as NumPy names it where it is none that is read
  std::vector<std::uint8_t> bytes;  // of the values, row by row

  std::size_t count() const;  // values
  double value(std::size_t i) const;
};

/// Throws InputError naming the file: no such archive, truncated, damaged, more than 4 GiB in one array. Arrays of
/// other types (texts, objects) come without bytes.
std::vector<NpyArray> read_npz(const std::filesystem::path& path);

}  // namespace mlplab
