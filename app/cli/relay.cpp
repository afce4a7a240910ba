// mlplab-cli relay: the near side of a run on another machine. Not for users: process_run.cpp starts it as any program
// that computes a run. It passes orders and events on, and puts the states that come into the exchange folder.
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/far_side.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/exchange.h"
#include "core/run/event.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// The run for the other side: computed there, and by itself.
RunSpec far_spec(RunSpec spec) {
  spec.host.clear();
  spec.init_model.clear();  // the state that it begins with is sent
  spec.copies_data = false;
  return spec;
}

class Relay {
 public:
  explicit Relay(fs::path exchange) : exchange_(std::move(exchange)) {
    from_json(parse_json(read_file(exchange_ / "spec.json")), spec_);
    host_ = parse_host(spec_.host);
  }

  int run() {
    FarSide far(host_);
    FrameStream& frames = far.frames();
    send_run(frames);
    std::thread([&frames] {
      for (std::string line; std::getline(std::cin, line);) frames.send_line(line);
      frames.send_line("stop");  // nobody is there to be told of the run
    }).detach();
    std::thread([&frames] {
      while (frames.send_beat()) std::this_thread::sleep_for(std::chrono::duration<double>(beat_every_s));
    }).detach();
    try {
      while (const auto frame = frames.receive(spec_.silence_s))
        if (pass_on(*frame)) return 0;
    } catch (const BackendError& error) {
      throw BackendError(say("%1 is %2: the connection or the machine is down; the epochs done are kept", host_.address,
                             error.what()));
    } catch (const InputError& error) {
      throw BackendError(say("on %1: %2", host_.address, error.what()));
    }
    const std::string said = far.last_words();
    throw BackendError(say("the connection to %1 ended before the run did%2; the epochs done are kept", host_.address,
                           said.empty() ? "" : " (" + said + ")"));
  }

 private:
  void send_run(FrameStream& frames) {
    frames.send_line(dump_json(nlohmann::json(far_spec(spec_))));
    for (const char* name : {initial_state_name, rates_name})
      if (file_at(exchange_ / name)) frames.send_file(name, read_file(exchange_ / name));
    if (spec_.copies_data && !is_shipped(spec_.data)) send_data(frames);  // which then is the source there
    frames.send_line("begin");
  }

  /// The files of the data set as they lie in their folder, so that it is read there as here.
  void send_data(FrameStream& frames) {
    constexpr std::size_t longest_name = 250;
    constexpr int deepest = 4;  // a split, a class
    const fs::path folder = spec_.data.source;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::follow_directory_symlink), end; at != end;
         ++at) {
      if (at.depth() >= deepest) at.disable_recursion_pending();
      if (!file_at(at->path())) continue;
      const std::string name = at->path().lexically_relative(folder).generic_string();
      if (name.size() > longest_name || name.find('\n') != std::string::npos)
        throw UsageError(say("%1 cannot be copied to another machine: its name is too long, or of several lines",
                             at->path().string()),
                         "copies_data");
      if (!frames.send_file(data_folder + name, read_file(at->path()))) return;  // the end of the connection is seen
    }
  }

  /// True for the run's end.
  bool pass_on(const Frame& frame) {
    if (frame.file == exchange_state_name) {
      write_file_atomically(exchange_ / exchange_state_name, frame.bytes, /*to_disk=*/false);
      return false;
    }
    if (!frame.file.empty()) return false;
    std::string line = frame.bytes;
    const auto event = parse_line(line, /*with_energy=*/false);
    const auto* ended = event ? std::get_if<RunEnded>(&*event) : nullptr;
    if (ended != nullptr && ended->failure) {
      RunEnded there = *ended;
      there.reason = say("on %1: %2", host_.address, ended->reason);
      line = to_line(there);
    }
    std::cout << line << std::endl;
    return ended != nullptr;
  }

  fs::path exchange_;
  RunSpec spec_;
  RemoteHost host_;
};

int relay_command(const std::string& exchange) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);  // in a terminal it goes to all: the program that started us stops the run in order
  std::cout << hello_line() << std::endl;
  int code = 0;
  try {
    code = Relay(exchange).run();
  } catch (const std::exception& error) {
    RunEnded ended;
    ended.fail(error);
    std::cout << to_line(ended) << std::endl;
    code = static_cast<int>(*ended.failure);
  }
  ::_exit(code);  // threads wait in stdin
}

}  // namespace

void add_relay_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("relay", say("the near side of train --on; started by it"));
  command->group("");  // not in the help
  auto exchange = std::make_shared<std::string>();
  command->add_option("--exchange", *exchange, say("the run's exchange folder"))->required();
  command->callback([&chosen, exchange] { chosen = [exchange] { return relay_command(*exchange); }; });
}

}  // namespace mlplab
