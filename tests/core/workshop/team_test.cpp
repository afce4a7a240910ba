// Teams whose members compute with a kernel of one's own: the losses of one process, one kernel in all members, and
// nothing that runs before it was asked for.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <future>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/shared_communicator.h"
#include "core/workshop/backend.h"
#include "core/workshop/kept_check.h"
#include "tests/core/launch/run_on_folder.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

using test::Remember;

class WorkshopTeam : public test::RunOnFolder {
 protected:
  std::string plain() const { return read_file(plain_work(find_task("matrix_product")).source()); }
  /// The plain product with `first` before all that it does, and `before` before the function; checked.
  Work checked(const std::string& first = {}, const std::string& before = {}) {
    std::string text = plain();
    text.insert(text.find(") {") + 3, "\n" + first + "\n");
    const Work work = work_with_text(folder_.path(), "matrix_product", "cpp", before + text);
    const Check check = check_work(work);
    EXPECT_TRUE(check.right()) << faults_in_words(check);
    return work;
  }
  /// Writes a line into the file `calls` for each process of a team in which it computes.
  Work that_counts() {
    return checked("  static const bool told = tell();\n  (void)told;",
                   "#include <cstdio>\n#include <cstdlib>\nstatic bool tell() {\n"
                   "  if (!std::getenv(\"MLPLAB_GROUP\") && !std::getenv(\"OMPI_COMM_WORLD_RANK\")) return false;\n"
                   "  std::FILE* file = std::fopen(\"" +
                       calls().string() +
                       "\", \"a\");\n  std::fputs(\"x\", file);\n  std::fclose(file);\n"
                       "  return true;\n}\n");
  }
  std::filesystem::path calls() const { return folder_ / "calls"; }
  RunLog alone() {
    RunSpec spec = spec_;
    test::train_by(spec, "sequential");
    Remember sink;
    EXPECT_EQ(train(spec, data_, sink, control_).status, RunStatus::done);
    return sink.log;
  }
  void expect_equal(const RunLog& expected, const RunLog& got, const std::string& where) {
    ASSERT_EQ(expected.epochs.size(), got.epochs.size()) << where;
    for (std::size_t e = 0; e < expected.epochs.size(); ++e) {
      EXPECT_NEAR(expected.epochs[e].loss_train, got.epochs[e].loss_train, 5e-5) << where;
      EXPECT_NEAR(*expected.epochs[e].loss_test, *got.epochs[e].loss_test, 5e-5) << where;
    }
  }
};

TEST_F(WorkshopTeam, EveryTransportHasTheLossesOfOneProcess) {
  const Work work = that_counts();
  const std::string name = backend_name(work.folder);
  const RunLog expected = alone();
  struct Case {
    std::string transport;
    int workers;
    std::map<std::string, std::string> options;
    std::size_t kernels;  // members that compute with it
  };
  for (const Case& c :
       {Case{"processes-shared", 0, {{"team", name + "*2"}}, 2},
        Case{"processes-shared", 0, {{"team", name + ",loops"}, {"shares", "3:1"}}, 1},
        Case{"processes-shared", 0, {{"team", "loops," + name}, {"shares", "fitted"}}, 1},
        Case{"processes-shared", 3, {{"compute", name}}, 3}, Case{"processes-pickled", 0, {{"team", name + "*2"}}, 2},
        Case{"mpi", 0, {{"team", name + "*2"}}, 2}, Case{"mpi", 2, {{"compute", name}}, 2}}) {
    if (!find_configuration(c.transport).why_not().empty()) continue;
    const std::string where = c.transport + " " + c.options.begin()->second;
    test::train_by(spec_, c.transport, c.workers, c.options);
    std::filesystem::remove(calls());
    Remember sink;
    const RunEnded ended = run(sink);
    EXPECT_EQ(ended.status, RunStatus::done) << where << ": " << ended.reason;
    expect_equal(expected, sink.log, where);
    EXPECT_EQ(read_file(calls()).size(), c.kernels) << where;
  }
}

TEST_F(WorkshopTeam, WhatWasNotCheckedOrIsWrongIsRefused) {
  const Work work = work_with_text(folder_.path(), "matrix_product", "cpp", plain());
  const auto reason = [&] {
    test::train_by(spec_, "processes-shared", 0, {{"team", "sequential," + backend_name(work.folder)}});
    Remember sink;
    const RunEnded ended = run(sink);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_TRUE(sink.log.epochs.empty());
    return ended.reason;
  };
  EXPECT_NE(reason().find("has not passed a check on this machine"), std::string::npos) << reason();
  ASSERT_TRUE(check_work(work).right());
  test::write_bytes(work.source(), plain() + "\n");
  EXPECT_NE(reason().find("has changed since it was checked"), std::string::npos) << reason();
  std::string wrong = plain();
  const std::string sum = "c[i * n + j] = sum;";
  test::write_bytes(work.source(), wrong.replace(wrong.find(sum), sum.size(), "c[i * n + j] = sum + 1;"));
  EXPECT_FALSE(check_work(work).right());
  EXPECT_NE(reason().find("has not passed a check"), std::string::npos) << reason();
  std::filesystem::remove_all(work.folder);
  EXPECT_NE(reason().find("is no folder of the workshop"), std::string::npos) << reason();
}

TEST_F(WorkshopTeam, AKernelThatCrashesInOneMemberIsNamed) {
  const Work work =
      checked("  const char* group = std::getenv(\"MLPLAB_GROUP\");\n  if (group && group[7] == '1') std::abort();",
              "#include <cstdlib>\n");
  test::train_by(spec_, "processes-shared", 0, {{"team", backend_name(work.folder) + "*2"}});
  Remember sink;
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::failed);
  for (const std::string part : {"rank 1 of processes-shared", "killed by signal 6", "while workshop:matrix_product"})
    EXPECT_NE(ended.reason.find(part), std::string::npos) << ended.reason;
}

TEST_F(WorkshopTeam, AFolderThatGoesInTheMiddleStopsNothing) {
  const Work work = checked();
  const RunLog expected = alone();
  test::train_by(spec_, "processes-shared", 0, {{"team", backend_name(work.folder) + ",sequential"}});
  Remember sink;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<EpochDone>(event)) std::filesystem::remove_all(work.folder);
  };
  const RunEnded ended = run(sink);
  EXPECT_FALSE(folder_at(work.folder));
  EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
  expect_equal(expected, sink.log, "without its folder");
}

/// The second rank starts when the first has loaded its kernel, and finds another one there, which was checked, too.
TEST_F(WorkshopTeam, AKernelThatChangesWhileItsMembersStartEndsTheRun) {
  const Work work = checked({},
                            "#include <cstdio>\n#include <cstdlib>\nstatic const bool loaded = [] {\n"
                            "  const char* file = std::getenv(\"MLPLAB_LOADED\");\n"
                            "  return file && std::fclose(std::fopen(file, \"w\")) == 0;\n}();\n");
  const int memory = ::memfd_create("team", MFD_CLOEXEC);
  ASSERT_GE(memory, 0);
  test::train_by(spec_, "processes-shared", 0, {{"team", backend_name(work.folder) + "*2"}});
  std::string reasons[2];
  const auto start = [&](int rank, std::future<void> turn) {
    const std::unique_ptr<Communicator> communicator = make_shared_communicator(rank, 2, memory);
    turn.wait();
    Remember sink;
    RunControl control;
    reasons[rank] = train_as_rank(rank_plan(*communicator, spec_), spec_, data_, sink, control).reason;
  };
  for (const bool changed : {true, false}) {
    std::optional<test::Environment> loaded;
    if (changed) loaded.emplace(test::Environment::Values{{"MLPLAB_LOADED", calls()}});
    std::promise<void> turns[2];
    std::thread first(start, 0, turns[0].get_future()), second(start, 1, turns[1].get_future());
    turns[0].set_value();
    if (changed) {
      while (!file_at(calls())) std::this_thread::yield();
      loaded.reset();
      test::write_bytes(work.source(), plain() + "// another\n");
      EXPECT_TRUE(check_work(work).right());
    }
    turns[1].set_value();
    first.join();
    second.join();
    for (const std::string& reason : reasons)
      EXPECT_EQ(reason.find("was changed while the processes of the run started") != std::string::npos, changed)
          << reason;
    EXPECT_EQ(reasons[0].find(work.folder.string()) != std::string::npos, changed) << reasons[0];
    EXPECT_EQ(::ftruncate(memory, 0), 0);
  }
  ::close(memory);
}

TEST_F(WorkshopTeam, OpeningARunOfOneRunsNothing) {
  const Work work =
      checked({}, "#include <cstdio>\nstatic int loaded = (std::puts(\"loaded\"), std::fflush(stdout));\n");
  const std::string name = backend_name(work.folder);
  testing::internal::CaptureStdout();
  test::train_by(spec_, "processes-shared", 0, {{"team", name + ",sequential"}});
  RunSpec read;
  from_json(nlohmann::json(spec_), read);
  EXPECT_EQ(read, spec_);
  const std::string team = name_of_members(*spec_.team);
  EXPECT_EQ(team, "processes-shared=" + name + "+sequential");
  EXPECT_TRUE(names_members(team));
  EXPECT_EQ(configuration_title(team), "workshop:matrix_product + Sequential");
  EXPECT_EQ(find_configuration(team).why_not(), "");
  test::train_by(read, team);
  EXPECT_EQ(read, spec_);
  check_can_compute(spec_);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

std::string why_no_team(const std::function<void()>& work) {
  try {
    work();
  } catch (const UsageError& error) {
    EXPECT_EQ(error.field(), "options.team");
    return error.what();
  }
  return {};
}

TEST_F(WorkshopTeam, WordsOfAMember) {
  const std::filesystem::path there = folder_ / "kernels";
  for (const char* name : {"mine", "a*2", "a,b", "a=b", "a(b)", "2"})
    new_work(find_task("matrix_product"), find_language("openmp"), there / name);
  const std::string before = "workshop:" + there.string() + "/";
  const std::vector<TeamMember> members = parse_members(before + "mine/3*2,simd");
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].compute.backend, before + "mine");
  EXPECT_EQ(members[0].compute.options.workers, 3);
  EXPECT_EQ(members[0].count, 2);
  EXPECT_EQ(to_string(members), before + "mine/3*2,simd");
  EXPECT_EQ(to_string(parse_members("simd," + before + "new:x*2")), "simd," + before + "new:x*2") << "not there yet";
  for (const char* name : {"a*2", "a,b", "a=b", "a(b)", "2"}) {
    EXPECT_NE(why_no_team([&] { parse_members("simd," + before + name); }).find(before + name), std::string::npos)
        << name;
    EXPECT_NE(why_no_team([&] { parse_members(before + name + ",simd"); }).find("rename the folder"), std::string::npos)
        << name;
    Team team{.transport = shared_transport, .options = {}};
    team.members = {{.compute = {before + name, {}}}};
    EXPECT_NE(why_no_team([&] { validate(team); }).find("rename the folder"), std::string::npos) << name;
  }
  EXPECT_NE(why_no_team([&] { find_configuration("simd+" + before + "a=b"); }).find(before + "a=b"), std::string::npos);
  EXPECT_EQ(why_no_team([&] { parse_members(before + "mine/2"); }), "") << "two threads: there is no folder mine/2";
  const std::string one = find_backend(before + "mine+simd").why_not();
  EXPECT_NE(one.find("names its transport first"), std::string::npos) << one;
}

TEST_F(WorkshopTeam, NoMemberOnAnotherMachine) {
  const std::string name = backend_name(checked().folder);
  const auto words = [&] { return why_no_team([&] { check_in_job(spec_); }); };
  test::train_by(spec_, "mpi", 0, {{"team", "loops,[node7]" + name}});
  EXPECT_NE(words().find("as node7, can have it"), std::string::npos) << words();
  test::train_by(spec_, "mpi", 0, {{"team", "[node7]loops,[localhost]" + name}});
  EXPECT_EQ(words(), "");
  test::write_bytes(folder_ / "hosts", "localhost slots=2\nnode8 slots=2\n");
  test::train_by(spec_, "mpi", 0, {{"team", "loops," + name}, {"hostfile", (folder_ / "hosts").string()}});
  EXPECT_NE(words().find("as node8, can have it"), std::string::npos) << words();
}

}  // namespace
}  // namespace mlplab::workshop
