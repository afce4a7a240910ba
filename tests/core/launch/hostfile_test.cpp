// Hostfiles: what is read, what is refused, and that a run of somebody else's reaches no machine by itself.
#include "core/launch/processes/hostfile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/idx.h"
#include "core/launch/configurations.h"
#include "core/launch/launch.h"
#include "core/launch/processes/transport.h"
#include "core/run/run_record.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class Hosts : public testing::Test {
 protected:
  std::string refusal_of(const std::string& text) {
    test::write_bytes(folder_ / "hosts", text);
    try {
      read_hostfile(folder_ / "hosts");
    } catch (const InputError& error) {
      return error.what();
    }
    return "it was read";
  }
  test::TemporaryFolder folder_;
};

TEST_F(Hosts, AreReadAsTheyAreListed) {
  test::write_bytes(folder_ / "hosts",
                    "# ours\n\nnode-1.cluster.org slots=16\n  node_2 slots=4 max_slots=8 # old\n10.0.0.7");
  const Hostfile hosts = read_hostfile(folder_ / "hosts");
  EXPECT_EQ(hosts.names, (std::vector<std::string>{"node-1.cluster.org", "node_2", "10.0.0.7"}));
  EXPECT_EQ(hosts.text, "node-1.cluster.org slots=16\nnode_2 slots=4 max_slots=8\n10.0.0.7\n");
}

TEST_F(Hosts, WhatIsNoNameIsRefusedWithItsLine) {
  for (const char* bad :
       {"-oProxyCommand=touch${IFS}x", "--help", "a b", "node slots=", "node slots=-1", "node slots=x",
        "node user=root", "root@node", "$(reboot)", "node;ls", "n\xc3\xb6", "^node", "+n0", "a/b"})
    EXPECT_NE(refusal_of("good\n" + std::string(bad) + "\n").find("hosts, line 2"), std::string::npos) << bad;
  EXPECT_NE(refusal_of("# nothing\n").find("names no machine"), std::string::npos);
  EXPECT_NE(refusal_of(std::string(300, 'n')).find("line 1"), std::string::npos);
  EXPECT_THROW(read_hostfile(folder_ / "none"), InputError);
  EXPECT_THROW(read_hostfile(folder_.path()), InputError);
}

TEST_F(Hosts, OtherMachinesAreToldFromThisOne) {
  RunSpec spec = test::small_spec("mpi");
  EXPECT_TRUE(remote_hosts_of(spec).empty());
  test::write_bytes(folder_ / "hosts", "localhost slots=2\nnode1\n127.0.0.1\nnode2\n");
  spec.team->options["hostfile"] = (folder_ / "hosts").string();
  EXPECT_EQ(remote_hosts_of(spec), (std::vector<std::string>{"node1", "node2"}));
  EXPECT_EQ(in_words(remote_hosts_of(spec)), "node1, node2");
  test::train_by(spec, "sequential");
  EXPECT_TRUE(remote_hosts_of(spec).empty());
}

/// Rank i runs where member i says, whatever mpirun would fill first.
TEST_F(Hosts, AreThoseThatMembersName) {
  char here[256] = {};
  ASSERT_EQ(::gethostname(here, sizeof here - 1), 0);
  RunSpec spec = test::small_spec("mpi");
  spec.team->members = parse_members("[node2]loops*2,sequential,[node1]loops:1(a=b)/3");
  EXPECT_EQ(to_string(spec.team->members), "[node2]loops*2,sequential,[node1]loops:1(a=b)/3");
  EXPECT_EQ(hosts_of_members(spec), (std::vector<std::string>{"node2", "node2", here, "node1"}));
  EXPECT_EQ(remote_hosts_of(spec), (std::vector<std::string>{"node2", "node2", "node1"}));
  EXPECT_EQ(hosts_to_agree_on(spec), "node1,node2");
  const std::vector<std::string> command = find_transport(mpi_transport).launch(spec, folder_.path()).command;
  const std::vector<std::string> wanted = {"--map-by", "seq"};
  EXPECT_NE(std::ranges::search(command, wanted).begin(), command.end());
  EXPECT_EQ(read_file(folder_ / "hosts"), std::string("node2\nnode2\n") + here + "\nnode1\n");
  Team read{.transport = mpi_transport, .options = {}};
  read_members(members_json(*spec.team), read);
  EXPECT_EQ(read.members, spec.team->members);
  spec.team->members = parse_members("loops,sequential");
  EXPECT_TRUE(hosts_of_members(spec).empty()) << "none is named";
}

/// A laptop without a GPU, or with fewer cores, forms a team with a machine that has them: that one says what it
/// cannot.
TEST_F(Hosts, OfMembersSayThemselvesWhatTheyCannotCompute) {
  if (!find_transport(mpi_transport).why_not().empty()) GTEST_SKIP() << "skipped: no MPI here";
  const auto absent = std::ranges::find_if(backend_table(), [](const BackendEntry& entry) {
    return entry.kind != BackendKind::external && !entry.why_not().empty();
  });
  if (absent == backend_table().end()) GTEST_SKIP() << "skipped: this machine has every backend";
  RunSpec spec = test::small_spec("mpi");
  spec.team->members = parse_members("[node2]" + absent->name + ",loops");
  follow_members(spec);
  EXPECT_NO_THROW(check_configuration(spec));
  EXPECT_EQ(why_not(spec), "");
  EXPECT_THROW(check_in_job(spec, 0), BackendError) << "rank 0 is on the other machine, and it is this one";
  EXPECT_NO_THROW(check_in_job(spec, 1)) << "its own member can compute";
  spec.team->members = parse_members("loops,[node2]abacus");
  EXPECT_THROW(check_configuration(spec), UsageError) << "no machine has one of that name";
  spec.team->members = parse_members("[localhost]" + absent->name + ",[node2]loops");
  EXPECT_THROW(check_configuration(spec), BackendError);
  EXPECT_NE(why_not(spec), "");
}

TEST_F(Hosts, OfMembersAreNamesAndForMpi) {
  const auto refuses = [](const std::string& members, const char* transport, const char* because) {
    Team team{.transport = transport, .options = {}};
    try {
      team.members = parse_members(members);
      validate(team);
      ADD_FAILURE() << members << " was taken";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(because), std::string::npos) << error.what();
    }
  };
  refuses("[-oProxyCommand=id]loops", mpi_transport, "'-oProxyCommand=id' is no name of a machine");
  refuses("[node1 node2]loops", mpi_transport, "is no name of a machine");
  refuses("[node1]loops", shared_transport, "by --transport mpi alone");
  refuses("[node1", mpi_transport, "names its backend first");
}

/// mpirun hands its environment on by itself, but to other machines only what is named.
TEST_F(Hosts, AreToldTheLanguage) {
  test::write_bytes(folder_ / "hosts", "node1 slots=2\n");
  RunSpec spec = test::small_spec("mpi");
  test::train_by(spec, "mpi", 2, {{"hostfile", (folder_ / "hosts").string()}});
  const test::Environment spanish{{"MLPLAB_LANG", "es"}};
  const std::vector<std::string> command = find_transport(mpi_transport).launch(spec, folder_.path()).command;
  const std::vector<std::string> wanted = {"-x", "MLPLAB_LANG"};
  EXPECT_NE(std::ranges::search(command, wanted).begin(), command.end());
}

/// The kernel finds out after hours that a machine is gone.
TEST_F(Hosts, AreAskedForSignsOfLife) {
  test::write_bytes(folder_ / "hosts", "node1 slots=2\n");
  RunSpec spec = test::small_spec("mpi");
  const auto asks = [&](const char* silence, const char* time) {
    test::train_by(spec, "mpi", 2, {{"hostfile", (folder_ / "hosts").string()}, {"silence", silence}});
    const std::vector<std::string> command = find_transport(mpi_transport).launch(spec, folder_.path()).command;
    const std::vector<std::string> wanted = {"--mca", "oob_tcp_keepalive_time", time};
    return std::ranges::search(command, wanted).begin() != command.end();
  };
  EXPECT_TRUE(asks("", "15")) << "30 seconds by default";
  EXPECT_TRUE(asks("12", "6"));
  for (const char* wrong : {"5", "3601", "soon", "12.5"}) {
    try {
      asks(wrong, "");
      ADD_FAILURE() << wrong << " was taken";
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), "options.silence");
    }
  }
  const Launch launch = find_transport(mpi_transport).launch(test::small_spec("mpi"), folder_.path());
  EXPECT_EQ(std::ranges::count(launch.command, "oob_tcp_keepalive_time"), 0) << "no other machine takes part";
  EXPECT_EQ(
      launch.explain("ORTE has lost communication with a remote daemon.\n\n  HNP daemon   : [[1,0],0] on node near\n"
                     "  Remote daemon: [[1,0],1] on node far.example\n\nThis is usually due to"),
      "far.example is silent: the network or that machine is down; the run has ended here, and there by itself");
}

/// At every start, for graphics boards: where no name server answers for 'localhost' that takes five seconds.
TEST(MpiLaunch, AsksNoXServer) {
  const test::TemporaryFolder folder;
  const char* const variable = "HWLOC_COMPONENTS";
  const auto environment = [&] {
    return find_transport(mpi_transport).launch(test::small_spec("mpi"), folder.path()).environment;
  };
  const test::Environment none{{variable, std::nullopt}};
  EXPECT_EQ(environment().at(variable), "-gl");
  const test::Environment chosen{{variable, "x86,stop"}};
  EXPECT_EQ(environment().count(variable), 0U) << "what the user chose stays";
}

/// A run as it would come from somebody else, and a program `ssh` that tells when it is started.
class ReceivedRun : public Hosts {
 protected:
  void SetUp() override {
    if (const std::string reason = find_configuration("mpi").why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
    write_idx_folder(folder_ / "data", test::small_dataset());
    test::write_bytes(folder_ / "hosts", "stranger1 slots=1\nstranger2 slots=1\n");
    spec_.data.source = (folder_ / "data").string();
    test::train_by(spec_, "mpi", 2, {{"compute", "sequential"}, {"hostfile", (folder_ / "hosts").string()}});
    fs::create_directory(folder_ / "bin");
    test::write_bytes(folder_ / "bin/ssh",
                      "#!/bin/sh\necho \"$@\" >> " + (folder_ / "reached").string() + "\nexit 1\n");
    fs::permissions(folder_ / "bin/ssh", fs::perms::owner_all);
  }
  bool reached() const { return fs::exists(folder_ / "reached"); }
  RunSpec spec_ = test::small_spec("mpi");
  test::Environment path_{{"PATH", (folder_ / "bin").string() + ":" + std::getenv("PATH")}};
};

TEST_F(ReceivedRun, ReachesNoMachineThatTheUserDidNotName) {
  { const RunRecorder recorder(folder_ / "run", spec_); }
  const std::vector<std::string> resume = {"train", "--resume", (folder_ / "run").string()};
  const test::Ran refused = test::run_cli(resume);
  EXPECT_EQ(refused.code, 2) << refused.err;
  EXPECT_NE(refused.err.find("stranger1, stranger2"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--hostfile"), std::string::npos) << refused.err;
  EXPECT_FALSE(reached());
  // Named again, they are what the user wants: `ssh` is really how they would be reached.
  std::vector<std::string> named = resume;
  named.insert(named.end(), {"--hostfile", (folder_ / "hosts").string()});
  EXPECT_EQ(test::run_cli(named).code, 4);
  EXPECT_TRUE(reached());
}

TEST_F(ReceivedRun, OfASweepNeither) {
  SweepSpec sweep;
  sweep.base = spec_;
  sweep.axis = SweepAxis::workers;
  sweep.values = {"1", "2"};
  SweepStore::create(folder_ / "sweep", sweep);
  const test::Ran refused = test::run_cli({"sweep", "--resume", (folder_ / "sweep").string()});
  EXPECT_EQ(refused.code, 2) << refused.err;
  EXPECT_NE(refused.err.find("stranger1, stranger2"), std::string::npos) << refused.err;
  EXPECT_FALSE(reached());
}

TEST_F(ReceivedRun, AnOptionIsNoMachine) {
  test::write_bytes(folder_ / "hosts", "-oProxyCommand=true slots=2\n");
  const test::Ran ran =
      test::run_cli({"train", "--backend", "mpi", "--workers", "2", "--data", spec_.data.source, "--network", "36-4",
                     "--epochs", "1", "--hostfile", (folder_ / "hosts").string(), "--out", (folder_ / "out").string()});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("'-oProxyCommand=true' is no name"), std::string::npos) << ran.err;
  EXPECT_FALSE(reached());
}

}  // namespace
}  // namespace mlplab
