// The words of the command line and of kept runs, and the spec that they mean.
#include "core/run/configuration.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

RunSpec spec_of(const Configuration& configuration) {
  RunSpec spec;
  set_configuration(spec, configuration);
  return spec;
}

TEST(Configuration, OfABackendIsTheBackendAlone) {
  const RunSpec spec = spec_of({"openmp", 3, {{"pin", "cores"}}});
  EXPECT_FALSE(spec.team);
  EXPECT_EQ(spec.backend, "openmp");
  EXPECT_EQ(spec.options.workers, 3);
  EXPECT_EQ(spec.options.values.at("pin"), "cores");
  EXPECT_EQ(configuration_name(spec), "openmp");
}

TEST(Configuration, OfATeamSaysWhatComputesApartFromWhoTakesPart) {
  const RunSpec spec =
      spec_of({"mpi", 4, {{"compute", "openmp"}, {"threads", "2"}, {"compute-pin", "cores"}, {"sum", "window"}}});
  ASSERT_TRUE(spec.team);
  EXPECT_EQ(spec.team->transport, mpi_transport);
  EXPECT_EQ(spec.team->ranks, 4);
  EXPECT_EQ(spec.team->options, (std::map<std::string, std::string>{{"sum", "window"}}));
  EXPECT_FALSE(spec.team->local_statistics);
  EXPECT_EQ(spec.backend, "openmp");
  EXPECT_EQ(spec.options.workers, 2);
  EXPECT_EQ(spec.options.values, (std::map<std::string, std::string>{{"pin", "cores"}}));
  EXPECT_EQ(configuration_name(spec), "mpi");
}

TEST(Configuration, ComesBackAsItWas) {
  for (const Configuration& words : std::vector<Configuration>{
           {"sequential", 0, {}},
           {"a-trainer-of-elsewhere", 2, {{"its", "own"}}},
           {"processes-shared", 2, {{"compute", "sequential"}, {"batch-norm", "local"}}},
           {"processes-pickled", 0, {{"compute", "sequential"}, {"threads", "1"}}},
           {"mpi", 3, {{"compute", "cuda"}, {"compute-step", "persistent"}, {"hostfile", "hosts"}, {"bind", "core"}}}})
    EXPECT_EQ(configuration_of(spec_of(words)), words) << words.name;
}

/// A team computes with the best backend of one thread where nothing else was said; the spec says which that is.
TEST(Configuration, NamesWhatComputesWhereItWasLeftOpen) {
  const RunSpec spec = spec_of({"processes-shared", 2, {}});
  EXPECT_EQ(spec.backend, rank_backends().front()->name);
  EXPECT_EQ(configuration_of(spec).options.at("compute"), spec.backend);
}

/// A form with the options of all backends sends those of others at their defaults.
TEST(Configuration, LeavesOutDefaultsOfOtherBackends) {
  if (const std::string why = find_backend("openmp").why_not(); !why.empty()) GTEST_SKIP() << why;
  EXPECT_TRUE(spec_of({"mpi", 2, {{"compute", "sequential"}, {"compute-pin", "none"}}}).options.values.empty());
  EXPECT_EQ(spec_of({"mpi", 2, {{"compute", "sequential"}, {"compute-pin", "cores"}}}).options.values.size(), 1U);
}

TEST(Configuration, AnotherNameHasAsManyWorkersAndNoOptions) {
  RunSpec spec = spec_of({"mpi", 2, {{"compute", "sequential"}, {"sum", "window"}}});
  choose_configuration(spec, "mpi");
  EXPECT_EQ(spec.team->options.size(), 1U) << "the name stays";
  choose_configuration(spec, "openmp");
  EXPECT_EQ(configuration_of(spec), (Configuration{"openmp", 2, {}}));
  choose_configuration(spec, "processes-shared");
  EXPECT_EQ(workers_asked(spec), 2);
  EXPECT_TRUE(spec.team->options.empty());
}

TEST(Configuration, ATeamOfTheBackendOfASpecKeepsItsOptions) {
  RunSpec spec = spec_of({"openmp", 2, {{"pin", "cores"}, {"batch-norm", "local"}}});
  make_team(spec, mpi_transport, 3);
  EXPECT_EQ(
      configuration_of(spec),
      (Configuration{
          "mpi", 3, {{"compute", "openmp"}, {"threads", "2"}, {"compute-pin", "cores"}, {"batch-norm", "local"}}}));
}

/// Sweeps and comparisons name teams in one word, in lists whose values are separated by commas.
TEST(Configuration, ANameMayBeATeamOfNamedMembers) {
  for (const char* name : {"sequential", "mpi", "a-trainer.json", "openmp"}) EXPECT_FALSE(names_members(name)) << name;
  const RunSpec spec = spec_of({"simd+openmp/2*3@4:1", 7, {}});
  ASSERT_TRUE(spec.team);
  EXPECT_EQ(spec.team->transport, shared_transport);
  EXPECT_EQ(to_string(spec.team->members), "simd,openmp/2*3");
  EXPECT_EQ(spec.team->ranks, 4) << "the members say how many";
  EXPECT_EQ(weights_of(*spec.team), (std::vector<int>{4, 1, 1, 1}));
  EXPECT_EQ(spec.backend, "simd");
  EXPECT_EQ(configuration_name(spec), "processes-shared");
  EXPECT_EQ(spec_of({"mpi=cuda:0+cuda:1@fitted", 0, {}}).team->transport, mpi_transport);
  EXPECT_EQ(spec_of({"mpi=cuda:0+cuda:1@fitted", 0, {}}).team->shares, Shares::fitted);
  EXPECT_EQ(spec_of({"simd(conv=direct)+simd", 0, {}}).options.values.at("conv"), "direct");
  EXPECT_EQ(ranks_of(spec_of({"simd*1", 0, {}}).team->members), 1);
  RunSpec base = spec_of({"openmp", 2, {}});
  choose_configuration(base, "simd+simd");
  EXPECT_EQ(base.team->members.size(), 2U);
  EXPECT_THROW(spec_of({"abacus=simd+simd", 0, {}}), UsageError);
  EXPECT_THROW(spec_of({"simd+", 0, {}}), UsageError);
}

/// A comparison may have a backend twice, with other options or other threads.
TEST(Configuration, ANameMayBeABackendWithItsOptions) {
  for (const char* name : {"simd", "mpi", "simd+simd", "simd(conv=direct)+simd", "trainers/a-trainer.json",
                           "/home/a(b)/a-trainer.json", "/2", "simd/"})
    EXPECT_FALSE(names_options(name)) << name;
  for (const char* name : {"simd(first-layer=dense)", "openblas/1", "openmp(pin=cores;conv=direct)/2"}) {
    EXPECT_TRUE(names_options(name)) << name;
    EXPECT_FALSE(names_members(name)) << name;
  }
  const RunSpec spec = spec_of({"openmp(pin=cores;conv=direct)/2", 7, {}});
  EXPECT_FALSE(spec.team);
  EXPECT_EQ(configuration_of(spec), (Configuration{"openmp", 2, {{"pin", "cores"}, {"conv", "direct"}}}));
  EXPECT_EQ(spec_of({"openmp(pin=cores)", 7, {}}).options.workers, 7) << "where the name has none";
  RunSpec base = spec_of({"simd", 0, {}});
  choose_configuration(base, "simd(first-layer=dense)");
  EXPECT_EQ(base.options.values.at("first-layer"), "dense");
  EXPECT_THROW(spec_of({"[node1]simd/1", 0, {}}), UsageError);
}

/// A team of the window's table becomes a name, and the name that team again.
TEST(Configuration, ATeamsNameComesBackAsTheTeam) {
  for (const char* name : {"simd+sequential", "simd+sequential@3:1", "simd+simd@fitted", "mpi=simd+simd",
                           "simd/2+openmp/3*2", "simd*2", "cuda:0+cuda:1", "[node1]simd+[node2]simd", "loops*1"}) {
    RunSpec spec;
    set_configuration(spec, {.name = name, .options = {}});
    EXPECT_EQ(name_of_members(*spec.team), name);
    EXPECT_TRUE(names_members(name_of_members(*spec.team))) << name;
  }
}

TEST(Configuration, RefusesWhatIsNoNumberOfThreadsAndNoKindOfStatistics) {
  for (const auto& [option, value] : {std::pair("threads", "many"), {"threads", "0"}, {"batch-norm", "some"}}) {
    RunSpec spec;
    try {
      set_configuration(spec, {.name = "mpi", .options = {{option, value}}});
      ADD_FAILURE() << option << "=" << value << " was taken";
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), std::string("options.") + option);
      EXPECT_NE(std::string(error.what()).find(value), std::string::npos) << error.what();
    }
    EXPECT_FALSE(spec.team) << "the spec is as it was";
  }
}

TEST(Configuration, EveryOptionHasALabelInBothLanguages) {
  EXPECT_EQ(option_label("compute-first-layer"), "First layer");
  EXPECT_EQ(option_label("its-own"), "Its own");  // of a trainer of the user's
  EXPECT_EQ(option_label(""), "");
  for (const BackendEntry& entry : backend_table())
    for (const BackendOption& option : team_options(entry.options)) {
      if (entry.program) continue;
      const std::string english = option_label(option.name);
      const test::InSpanish spanish;
      EXPECT_NE(option_label(option.name), english) << entry.name << " " << option.name;
    }
}

}  // namespace
}  // namespace mlplab
