// The threads that share this machine's processors: by kinds of backends, on made-up starts.
#include <gtest/gtest.h>

#include "core/launch/demand.h"
#include "core/launch/processes/transport.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

RunStarted started(const std::string& backend, int workers, const std::map<std::string, std::string>& options = {}) {
  RunStarted run;
  test::train_by(run.spec, backend, 0, options);
  run.workers = workers;
  return run;
}

TEST(HostThreads, AreTheWorkersOfABackendInOneProcess) {
  EXPECT_EQ(host_threads(started("openmp", 3)), 3);
  EXPECT_EQ(host_threads(started("sequential", 1)), 1);
  EXPECT_EQ(host_threads(started("a-trainer-of-elsewhere", 5)), 5);
}

TEST(HostThreads, AGpusMultiprocessorsAreNone) {
  EXPECT_EQ(host_threads(started("cuda", 132)), 0);
  EXPECT_EQ(host_threads(started("processes-shared", 4, {{"compute", "cuda"}})), 0);
}

TEST(HostThreads, OfProcessesAllOfEach) {
  EXPECT_EQ(host_threads(started("processes-shared", 2, {{"compute", "openmp"}, {"threads", "2"}})), 4);
  EXPECT_EQ(host_threads(started("processes-shared", 2, {{"compute", "sequential"}})), 2);
}

TEST(HostThreads, AreNotKnownWhereOtherMachinesComputeToo) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "far", "localhost slots=2\nnode1.example slots=2\n");
  test::write_bytes(folder / "near", "localhost slots=4\n");
  const auto of = [&](const char* file) {
    return host_threads(started("mpi", 4, {{hostfile_option, (folder / file).string()}, {"compute", "sequential"}}));
  };
  EXPECT_EQ(of("far"), std::nullopt);
  EXPECT_EQ(of("near"), 4);
}

}  // namespace
}  // namespace mlplab
