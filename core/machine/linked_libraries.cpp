#include "core/machine/linked_libraries.h"

#include <libdeflate.h>
#include <xxhash.h>

#ifdef MLPLAB_WITH_HWLOC
#include <hwloc.h>
#endif

#include <algorithm>
#include <boost/version.hpp>
#include <filesystem>
#include <set>

#if __has_include(<link.h>)
#include <link.h>
#endif

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

struct Known {
  const char* begins;  // of the file's name
  const char* name;
  const char* licence;
};

constexpr Known known[] = {
    {"libQt6Charts.", "Qt Charts", "GPL-3.0"},
    {"libQt6", "Qt", "LGPL-3.0"},
    {"libopenblas", "OpenBLAS", "BSD-3-Clause"},
    {"libblas", "BLAS", to_say("see the package that has it")},
    {"libdnnl", "oneDNN", "Apache-2.0"},
    {"libhwy", "Highway", "Apache-2.0"},
    {"libhwloc", "hwloc", "BSD-3-Clause"},
    {"libdeflate", "libdeflate", "MIT"},
    {"libwebp", "libwebp", "BSD-3-Clause"},
    {"libtiff", "libtiff", "libtiff"},             // untranslated: the licence has no other name
    {"libqrcodegen", "QR Code generator", "MIT"},  // untranslated: its name
    {"libonnx", "ONNX", "Apache-2.0"},
    {"libprotobuf", "Protocol Buffers", "BSD-3-Clause"},
    {"libmpi", "Open MPI", "BSD-3-Clause"},
    {"libcudart", "CUDA runtime", "NVIDIA CUDA EULA"},  // untranslated: its name
    {"libcublas", "cuBLAS", "NVIDIA CUDA EULA"},        // untranslated: its name
    {"libcudnn", "cuDNN", to_say("NVIDIA cuDNN licence")},
    {"libgomp", "GNU OpenMP", to_say("GPL-3.0 with the GCC Runtime Library Exception")},
    {"libstdc++", "GNU C++ library", to_say("GPL-3.0 with the GCC Runtime Library Exception")},
};

const Known* line_of(const std::string& file) {
  const auto line = std::ranges::find_if(known, [&](const Known& k) { return file.starts_with(k.begins); });
  return line == std::end(known) ? nullptr : line;
}

/// The version behind '.so.' in the name of the linked file: 'libQt6Core.so.6' is a link to 'libQt6Core.so.6.4.2'. Some
/// libraries have it before: 'libopenblasp-r0.3.21.so'.
std::string version_of(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  const std::string file = (error ? path : real).filename().string();
  const auto digits = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
  };
  const std::size_t behind = file.find(".so.");
  if (behind != std::string::npos && digits(file.substr(behind + 4)) && file.find('.', behind + 4) != std::string::npos)
    return file.substr(behind + 4);
  const std::size_t so = file.find(".so"), dash = file.rfind('-', so);
  if (so == std::string::npos || dash == std::string::npos) return {};
  std::string before = file.substr(dash + 1, so - dash - 1);
  before.erase(0, before.find_first_of("0123456789") == std::string::npos ? 0 : before.find_first_of("0123456789"));
  return digits(before) ? before : std::string();
}

/// The release of a library whose files are numbered otherwise than its releases; '' for others.
std::string release_of(const std::string& name) {
  if (name == "libdeflate") return LIBDEFLATE_VERSION_STRING;
#ifdef MLPLAB_WITH_HWLOC
  if (name == "hwloc") return HWLOC_VERSION;
#endif
  return {};
}

std::vector<std::string> loaded_files() {
  std::vector<std::string> files;
#if __has_include(<link.h>)
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0')
          static_cast<std::vector<std::string>*>(to)->emplace_back(info->dlpi_name);
        return 0;
      },
      &files);
#endif
  return files;
}

}  // namespace

std::string linked_library_name(const std::string& file) {
  const Known* line = line_of(file);
  return line == nullptr ? std::string() : line->name;
}

std::vector<LinkedLibrary> linked_libraries() {
  std::vector<LinkedLibrary> libraries;
  const std::vector<std::string> files = loaded_files();
  std::set<std::string> named;
  for (const Known& line : known) {
    for (const std::string& file : files) {
      const std::filesystem::path path(file);
      std::error_code error;
      const std::filesystem::path real = std::filesystem::canonical(path, error);
      // 'libblas.so.3' is a link to whichever the system was told to take.
      const Known* found = error ? nullptr : line_of(real.filename().string());
      if (found == nullptr) found = line_of(path.filename().string());
      if (found != &line || !named.insert(line.name).second) continue;
      const std::string release = release_of(line.name);
      libraries.push_back({line.name, release.empty() ? version_of(path) : release, say(line.licence)});
    }
  }
  const auto version = [](int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  };
  libraries.push_back({"JSON for Modern C++",  // untranslated: its name
                       version(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
                       "MIT"});
  libraries.push_back(
      {"Boost.Math", version(BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100), "BSL-1.0"});
  libraries.push_back({"xxHash", version(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE), "BSD-2-Clause"});
#ifdef MLPLAB_CUDART_VERSION
  libraries.push_back({"CUDA runtime", MLPLAB_CUDART_VERSION,
                       "NVIDIA CUDA EULA"});  // linked statically: no file; untranslated: its name
#endif
  libraries.push_back({"stb_image", "", say("MIT or public domain")});
  return libraries;
}

}  // namespace mlplab
