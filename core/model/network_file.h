// Networks as files, resources/networks/*.json: a ModelSpec with a name and a description (docs/file-formats.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/model_spec.h"

namespace mlplab {

struct NetworkFile {
  std::string description;
  ModelSpec model;  // for the images and classes that the file names; fit_to() makes it one for others
};

/// Throws InputError naming the file and what is wrong.
NetworkFile read_network_file(const std::filesystem::path& path);
/// Throws InputError. The title of what is read again is that of the file where the model has none.
void write_network_file(const std::filesystem::path& path, const NetworkFile& file);
/// The names of the networks in `resources`, in order.
std::vector<std::string> network_names(const std::filesystem::path& resources);

/// True for '784-256-10'.
bool is_widths(const std::string& text);
/// The network of a file (its path, with a '/' or ending in .json) or of a name in `resources`. Throws InputError, or
/// UsageError that lists the names.
NetworkFile find_network(const std::string& text, const std::filesystem::path& resources);

}  // namespace mlplab
