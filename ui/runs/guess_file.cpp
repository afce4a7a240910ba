#include "ui/runs/guess_file.h"

#include <cmath>

#include "core/base/files.h"
#include "core/base/json.h"

namespace mlplab {

Guesses read_guesses(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  constexpr std::uintmax_t most_bytes = 4096;
  const std::string text = read_file(file, most_bytes);
  try {
    auto guesses = parse_json(text).get<Guesses>();
    for (const auto& [name, value] : guesses)
      if (!std::isfinite(value)) throw InputError("'" + name + "' is no number");
    return guesses;
  } catch (const std::exception& error) {
    throw InputError(file.string() + " is no guess: " + error.what());
  }
}

void write_guesses(const std::filesystem::path& file, const Guesses& guesses) {
  if (guesses.empty()) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    return;
  }
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(nlohmann::json(guesses)) + "\n", /*to_disk=*/false);
}

std::filesystem::path guess_beside(const std::filesystem::path& file) {
  std::filesystem::path beside = file;
  beside += ".guess";
  return beside;
}

}  // namespace mlplab
