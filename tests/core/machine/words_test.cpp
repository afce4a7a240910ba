// Kept names of machines and meters stay English, because they are compared; shown names are translated.
#include <gtest/gtest.h>

#include <array>

#include "core/base/language.h"
#include "core/machine/energy/meter.h"
#include "core/machine/topology.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class MachineInWords : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "xx");
    test::write_bytes(folder_ / "xx/machine.json", R"({
      "%1 cores": "%1 kernen", "1 core": "1 kern", ", of which a quota grants %1": "; vergund: %1",
      "package %1": "pakket %1", "memory of package %1": "geheugen van pakket %1", "memory": "geheugen",
      "%1 is not measured: %2 does not hold a whole number": "%1 ontbreekt: %2"})");
    set_language(folder_.path(), "xx");
  }
  void TearDown() override { set_language(folder_.path(), "en"); }
  test::TemporaryFolder folder_;
};

TEST_F(MachineInWords, CoresAreToldApartInEnglishAndShownInTheLanguage) {
  Topology topology;
  for (int i = 0; i < 4; ++i) topology.cpus.push_back({i, i, 0});
  topology.cpu_quota = 1.5;
  EXPECT_EQ(topology.description(), "4 cores, of which a quota grants 2");
  EXPECT_EQ(topology.in_words(), "4 kernen; vergund: 2");
  set_language(folder_.path(), "en");
  EXPECT_EQ(topology.in_words(), topology.description());
}

TEST_F(MachineInWords, MetersAreKeptInEnglishAndShownInTheLanguage) {
  for (const auto& [folder, name, text] :
       {std::array{"intel-rapl:0", "package-0", "1\n"}, std::array{"intel-rapl:0:0", "dram", "a few\n"}}) {
    std::filesystem::create_directories(folder_ / folder);
    test::write_bytes(folder_ / folder / "name", name);
    test::write_bytes(folder_ / folder / "energy_uj", text);
  }
  const EnergyMeters opened = open_powercap(folder_.path(), false);
  ASSERT_EQ(opened.meters.size(), 1U);
  EXPECT_EQ(opened.meters[0]->scope(), "package 0");
  const std::string counter = (folder_ / "intel-rapl:0:0/energy_uj").string();
  EXPECT_EQ(opened.missing, std::vector<std::string>{"geheugen van pakket 0 ontbreekt: " + counter});
  EXPECT_EQ(energy_scope_in_words("package 12"), "pakket 12");
  EXPECT_EQ(energy_scope_in_words("memory"), "geheugen");
  EXPECT_EQ(energy_scope_in_words("GPU board 1"), "GPU board 1");
  EXPECT_EQ(energy_scope_in_words("a meter of tomorrow"), "a meter of tomorrow");
}

}  // namespace
}  // namespace mlplab
