// Guesses on disk, beside what they were made for: numbers by name, as {"workers": 8, "speedup": 5.5}.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace mlplab {

using Guesses = std::map<std::string, double>;

/// Empty where there is no such file. Throws InputError for one that cannot be read.
Guesses read_guesses(const std::filesystem::path& file);
/// Removes the file where there are none. Throws InputError.
void write_guesses(const std::filesystem::path& file, const Guesses& guesses);

/// For what is kept as a file and not as a folder: FILE.guess.
std::filesystem::path guess_beside(const std::filesystem::path& file);

}  // namespace mlplab
