// Why a backend cannot be used, and what its options are for, in the reader's language; the table itself is made once.
#include "core/compute/backend_table.h"

#include <gtest/gtest.h>

#include "core/base/files.h"
#include "core/base/language.h"
#include "tests/support/in_spanish.h"

namespace mlplab {
namespace {

using test::InSpanish;
using test::refusals_of;

TEST(BackendTable, WhatWasLeftOutSaysWhyInBothLanguages) {
  const BackendEntry entry = absent_backend("openblas", "OpenBLAS", BackendKind::cpu,
                                            "OpenBLAS was not found when this was built (install libopenblas-dev)");
  const auto [english, spanish] = refusals_of([&] { check_backend(entry, {}); });
  EXPECT_EQ(english,
            "the backend openblas is not available: not in this build: OpenBLAS was not found when this was "
            "built (install libopenblas-dev)");
  EXPECT_EQ(spanish,
            "el backend openblas no está disponible: no está en esta compilación: no se encontró OpenBLAS al "
            "compilar el programa (instale libopenblas-dev)");
  EXPECT_EQ(entry.why_not(),
            "not in this build: OpenBLAS was not found when this was built (install "
            "libopenblas-dev)");
}

/// Those that CMake gives, but for a path in them.
TEST(BackendTable, EveryReasonOfABuildIsTranslated) {
  const InSpanish spanish;
  for (const char* part : {"CUDA", "HIGHWAY", "MPI", "ONEDNN", "OPENBLAS", "OPENMP"}) {
    std::vector<std::string> reasons{std::string("configured with MLPLAB_") + part + "=OFF"};
    const std::string cmake = read_file(MLPLAB_TEST_DATA "/../../cmake/find_" + std::string(part) + ".cmake");
    const std::string before = "set(reason \"";
    for (std::size_t at = cmake.find(before); at != std::string::npos; at = cmake.find(before, at + 1)) {
      const std::size_t start = at + before.size();
      reasons.push_back(cmake.substr(start, cmake.find('"', start) - start));
    }
    for (const std::string& reason : reasons)
      if (!reason.empty() && reason.find("${") == std::string::npos) {
        EXPECT_NE(say(reason), reason) << part;
      }
  }
}

TEST(BackendTable, OptionsThatThereAreNotAreToldInBothLanguages) {
  const BackendEntry& entry = find_backend("sequential");
  const auto [english, spanish] = refusals_of([&] { check_backend(entry, {.workers = 1, .values = {{"pin", "x"}}}); });
  EXPECT_EQ(english, "the backend sequential has no option 'pin'; it has none");
  EXPECT_EQ(spanish, "el backend sequential no tiene la opción «pin»; no tiene ninguna");
  const auto of_workers = refusals_of([&] { check_backend(entry, {.workers = 2, .values = {}}); });
  EXPECT_EQ(of_workers.english, "the backend sequential has one worker; 2 were asked for");
  EXPECT_EQ(of_workers.spanish, "el backend sequential tiene un trabajador; se pidieron 2");
}

TEST(BackendTable, IsInEnglishAndSaidWhereItIsShown) {
  const InSpanish spanish;
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.make) continue;
    if (!entry.description.empty()) {
      EXPECT_NE(say(entry.description), entry.description) << entry.name;
    }
    for (const BackendOption& option : entry.options) EXPECT_NE(say(option.help), option.help) << entry.name;
  }
  EXPECT_EQ(say(parallelism_of(find_backend("sequential"))), "ninguno");
}

}  // namespace
}  // namespace mlplab
