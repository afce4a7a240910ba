// mlplab-cli train --on, with the real program on both sides. In place of ssh stands a script that starts the far side
// on this machine, or fails as ssh does; tests/cluster/run has real hosts.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "core/base/files.h"
#include "core/base/json.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;
using test::expect_refused;
using test::run_cli;

class CliOn : public testing::Test {
 protected:
  /// `script`: what is done in place of ssh; the last argument is what ssh would tell the shell over there.
  void be_ssh(const std::string& script) {
    const fs::path file = folder_ / "ssh";
    std::ofstream(file) << "#!/bin/bash\nfar=${!#}\necho $$ >" << (folder_ / "pid").string() << "\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
  }
  void SetUp() override { be_ssh("exec sh -c \"exec $far\""); }
  static std::string host() { return "ada@server:" + std::string(MLPLAB_BIN) + "/mlplab-cli"; }
  test::Ran train(const std::vector<std::string>& more, bool there = true) {
    std::vector<std::string> words{
        "train",     "--train-limit", "640",    "--test-limit", "100",
        "--network", "784-32-10",     "--json", "--out",        (folder_ / ("run" + std::to_string(++runs_))).string()};
    if (there) words.insert(words.end(), {"--on", host()});
    words.insert(words.end(), more.begin(), more.end());
    return run_cli(words);
  }
  fs::path last_run() const { return folder_ / ("run" + std::to_string(runs_)); }

  test::TemporaryFolder folder_;
  test::Environment ssh_{{"MLPLAB_SSH", folder_ / "ssh"}};
  int runs_ = 0;
};

TEST_F(CliOn, HasTheLossesOfThisMachineAndKeepsTheRunHere) {
  const test::Ran there = train({"--backend", "loops", "--epochs", "3"});
  ASSERT_EQ(there.code, 0) << there.err;
  const fs::path run = last_run();
  const test::Ran here = train({"--backend", "loops", "--epochs", "3"}, false);
  const auto a = parse_json(there.out), b = parse_json(here.out);
  EXPECT_EQ(a["loss_train"], b["loss_train"]);
  EXPECT_EQ(a["accuracy_test"], b["accuracy_test"]);
  EXPECT_TRUE(a["load"].is_null()) << "of this machine, which did not compute";
  EXPECT_TRUE(a["energy"]["scopes"].empty());
  EXPECT_TRUE(fs::exists(run / "model.safetensors"));
  EXPECT_EQ(parse_json(read_file(run / "spec.json"))["host"], host());
  const auto machine = parse_json(read_file(run / "host.json"));
  EXPECT_EQ(machine["host"], host());
  EXPECT_TRUE(machine["cpu"].is_string()) << "of the machine that computed";
  EXPECT_FALSE(parse_json(read_file(last_run() / "host.json")).contains("host"));
}

TEST_F(CliOn, AFarSideThatSaysALotIsNotHeldUp) {
  be_ssh("head -c 300000 /dev/zero | tr '\\0' x >&2; exec sh -c \"exec $far\"");  // more than a pipe holds
  const test::Ran ran = train({"--backend", "loops", "--epochs", "1"});
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(CliOn, ATeamComputesThereToo) {
  const test::Ran there = train({"--team", "loops,sequential", "--shares", "3:1", "--epochs", "1"});
  ASSERT_EQ(there.code, 0) << there.err;
  const test::Ran here = train({"--backend", "loops", "--epochs", "1"}, false);
  EXPECT_NEAR(parse_json(there.out)["loss_train"][0].get<double>(), parse_json(here.out)["loss_train"][0].get<double>(),
              1e-4);
}

TEST_F(CliOn, ARunGoesOnThereOrHereAsTheUserSays) {
  ASSERT_EQ(train({"--backend", "loops", "--epochs", "2"}).code, 0);
  const fs::path run = last_run();
  auto spec = parse_json(read_file(run / "spec.json"));
  spec["epochs"] = 3;
  std::ofstream(run / "spec.json") << dump_json(spec);
  const test::Ran unasked = run_cli({"train", "--resume", run.string()});
  expect_refused(unasked, 2, "was computed on " + host());
  const test::Ran there = run_cli({"train", "--resume", run.string(), "--on", host(), "--json"});
  ASSERT_EQ(there.code, 0) << there.err;
  spec["epochs"] = 4;
  std::ofstream(run / "spec.json") << dump_json(spec);
  const test::Ran here = run_cli({"train", "--resume", run.string(), "--on", "here", "--json"});
  ASSERT_EQ(here.code, 0) << here.err;
  const test::Ran straight = train({"--backend", "loops", "--epochs", "4"}, false);
  EXPECT_EQ(parse_json(here.out)["loss_train"], parse_json(straight.out)["loss_train"]);
}

TEST_F(CliOn, WhySshDoesNotReachItIsSaid) {
  const auto fails = [&](const std::string& words, int code, const std::string& because) {
    be_ssh("echo '" + words + "' >&2; exit " + std::to_string(code));
    expect_refused(train({"--epochs", "1"}), 4, because);
    EXPECT_FALSE(fs::exists(last_run())) << "nothing began";
  };
  fails("ada@server: Permission denied (publickey,password).", 255, "ssh-copy-id ada@server");
  fails("Host key verification failed.", 255, "connect once yourself, ssh ada@server");
  fails("ssh: connect to host server port 22: No route to host", 255,
        "ada@server does not answer: ssh: connect to host");
  fails("sh: 1: mlplab-cli: not found", 127, "on ada@server; install MLP Lab there");
  be_ssh("printf 'L 5\\n0.0.1'; cat >/dev/null");
  expect_refused(train({"--epochs", "1"}), 4, "of version 0.0.1, and this is");
  be_ssh("echo Welcome; exec sh -c \"exec $far\"");
  expect_refused(train({"--epochs", "1"}), 4, "does a file that its shell reads at the start print something?");
  const test::Environment none{{"MLPLAB_SSH", "/no/such/ssh"}};
  expect_refused(train({"--epochs", "1"}), 4, "install openssh-client");
}

TEST_F(CliOn, PasswordsAreNeverAskedForAndTheNameIsNoOption) {
  be_ssh("printf '%s\\n' \"$@\" >" + (folder_ / "words").string() + "; exit 255");
  train({"--epochs", "1"});
  const std::string words = read_file(folder_ / "words");
  EXPECT_NE(words.find("BatchMode=yes\n"), std::string::npos) << words;
  EXPECT_TRUE(words.ends_with("--\nada@server\n" + std::string(MLPLAB_BIN) + "/mlplab-cli serve\n")) << words;
  expect_refused(run_cli({"train", "--on", "-oProxyCommand=id", "--epochs", "1"}), 2, "is no other machine");
}

TEST_F(CliOn, WhatIsWrongThereNamesTheMachine) {
  expect_refused(train({"--backend", "loops", "--workers", "3", "--epochs", "1"}), 2, "on ada@server: ");
  expect_refused(run_cli({"compare", "--on", host()}), 2, "--on");
  be_ssh("trap '' XFSZ; ulimit -f 10; exec sh -c \"exec $far\"");  // a disk that is full
  const test::Ran full = train({"--backend", "loops", "--epochs", "1"});
  EXPECT_NE(full.code, 0);
  EXPECT_NE(full.err.find("on ada@server: cannot write"), std::string::npos) << full.err;
}

/// A folder with one sub-folder per class, of small images.
void write_images(const fs::path& folder) {
  for (int label = 0; label < 3; ++label)
    for (int i = 0; i < 12; ++i) {
      const fs::path file = folder / ("class " + std::to_string(label)) / (std::to_string(i) + ".pgm");
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << "P5 8 8 255\n" << std::string(64, static_cast<char>(80 * label + 3 * i));
    }
}

TEST_F(CliOn, AFolderOfDataIsThereOrIsCopiedWhenAskedFor) {
  const fs::path data = folder_ / "data";
  write_images(data);
  const auto on_images = [&](const std::vector<std::string>& more, bool there = true) {
    std::vector<std::string> words{"--data", data.string(), "--backend", "loops",   "--epochs",
                                   "2",      "--network",   "64-8-3",    "--batch", "10"};
    words.insert(words.end(), more.begin(), more.end());
    return train(words, there);
  };
  const test::Ran here = on_images({}, false);
  ASSERT_EQ(here.code, 0) << here.err;
  const std::string hide = "mv " + data.string() + " " + (folder_ / "hidden").string();
  const auto show = [&] { fs::rename(folder_ / "hidden", data); };
  be_ssh(hide + "; exec sh -c \"exec $far\"");  // a machine without the folder
  expect_refused(on_images({}), 3, "on ada@server: there is no data set");
  show();
  be_ssh("sed -u '/^begin/e " + hide + "' | sh -c \"exec $far\"");  // one from which all is hidden that is not sent
  const test::Ran copied = on_images({"--copy-data"});
  show();
  ASSERT_EQ(copied.code, 0) << copied.err;
  EXPECT_EQ(parse_json(copied.out)["loss_train"], parse_json(here.out)["loss_train"]);
  EXPECT_TRUE(parse_json(read_file(last_run() / "spec.json"))["copies_data"].get<bool>());
  const std::string other = (data / "class 2" / "3.pgm").string();
  be_ssh("sed -i 's/255/254/' '" + other + "'; exec sh -c \"exec $far\"");
  expect_refused(on_images({}), 4, "read other data than this program");
}

TEST_F(CliOn, BackendsOfTheOtherMachineAreListed) {
  const test::Ran there = run_cli({"backends", "--on", host(), "--json"});
  ASSERT_EQ(there.code, 0) << there.err;
  const auto facts = parse_json(there.out);
  EXPECT_TRUE(facts["host"]["cpu"].is_string());
  EXPECT_EQ(facts["backends"][0]["name"], "sequential");
  EXPECT_EQ(facts["backends"][0]["reason"], "");
  EXPECT_NE(run_cli({"backends", "--on", host()}).out.find("\nsequential "), std::string::npos);
  be_ssh("echo 'sh: 1: mlplab-cli: not found' >&2; exit 127");
  expect_refused(run_cli({"backends", "--on", "ada@server"}), 4, "install MLP Lab there");
}

TEST_F(CliOn, AFarSideThatDiesOrFallsSilentEndsTheRunAndWhatIsDoneIsKept) {
  const auto ends = [&](const std::string& far, const std::string& because) {
    be_ssh(far);
    const test::Ran ran = train({"--backend", "loops", "--epochs", "100000", "--silence", "5"});
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_NE(ran.err.find(because), std::string::npos) << ran.err;
    EXPECT_NE(read_file(last_run() / "events.jsonl").find("epoch_done"), std::string::npos);
    EXPECT_TRUE(fs::exists(last_run() / "checkpoint.safetensors"));
  };
  const std::string wait = "for i in $(seq 200); do grep -q epoch_done " + (folder_ / "run").string() +
                           "*/events.jsonl 2>/dev/null && break; sleep 0.1; done; ";
  ends("exec 3<&0; sh -c \"exec $far\" <&3 & " + wait + "kill -9 $!; wait", "ended before the run did");
  fs::remove_all(last_run());
  ends("exec 3<&0; sh -c \"exec $far\" <&3 & " + wait + "kill -STOP $!; wait", "is silent for 5");
  ::kill(std::stoi(read_file(folder_ / "pid")), SIGKILL);
}

}  // namespace
}  // namespace mlplab
