// mlplab-cli serve: the far side of a run that another machine has started over ssh (train --on). Not for users. It
// takes frames on stdin and sends them on stdout; it ends itself where nothing is heard of the other side any more.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/far_side.h"
#include "app/cli/orders.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/launch/remote/frames.h"
#include "core/machine/host_info.h"
#include "core/machine/scratch_folder.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr double end_grace_s = 10.0;  // from the end of the connection to that of a run that does not stop

[[noreturn]] void end_now(Failure failure) { ::_exit(static_cast<int>(failure)); }

class FarStream : public OrderedStream {
 public:
  FarStream(FrameStream& frames, Orders& orders, fs::path scratch)
      : OrderedStream(orders), frames_(frames), scratch_(std::move(scratch)) {}
  void on_event(const Event& event) override {
    if (const auto* started = std::get_if<RunStarted>(&event)) {
      RunStarted here = *started;
      here.machine = dump_json(nlohmann::json(host_info()));
      return OrderedStream::on_event(here);
    }
    OrderedStream::on_event(event);
  }

 private:
  void send_line(const std::string& line) override { frames_.send_line(line); }
  void send_state(const TrainingState& state) override {
    try {
      write_state(scratch_, state);
      frames_.send_file(exchange_state_name, read_file(scratch_ / exchange_state_name));
    } catch (const std::exception& error) {
      RunEnded ended;
      ended.fail(error);
      send_line(to_line(ended));
      end_now(*ended.failure);
    }
  }

  FrameStream& frames_;
  fs::path scratch_;
};

/// Passes on what the other side says, until it ends or falls silent.
void listen(FrameStream& frames, Orders& orders, double silence_s) {
  try {
    while (const auto frame = frames.receive(silence_s)) orders.take(frame->bytes);
  } catch (const std::exception&) {  // nobody is there to be told
  }
  orders.end();
  std::this_thread::sleep_for(std::chrono::duration<double>(end_grace_s));
  end_now(Failure::backend);
}

void beat(FrameStream& frames) {
  while (frames.send_beat()) std::this_thread::sleep_for(std::chrono::duration<double>(beat_every_s));
}

/// Where a file that was sent belongs: within `scratch`, whatever its name.
fs::path place_of(const std::string& name, const fs::path& scratch) {
  const fs::path path = fs::path(name).lexically_normal();
  const bool outside = path.is_absolute() || *path.begin() == "..";
  if (outside || path.filename().empty()) throw InputError(say("a file was sent by the name %1", name));
  return scratch / path;
}

/// The run, and in `scratch` the state that it begins with.
RunRequest receive_run(FrameStream& frames, const fs::path& scratch, double silence_s) {
  RunRequest request;
  bool has_spec = false;
  while (const auto frame = frames.receive(silence_s)) {
    if (frame->file.empty() && has_spec) {  // the word to begin
      request.initial = std::make_shared<const TrainingState>(read_initial(scratch));
      request.rates = read_rates(scratch);
      request.resources = find_resources();
      return request;
    }
    if (frame->file.empty() && frame->bytes == facts_order) {
      frames.send_line(dump_json(nlohmann::json{{"host", host_info()}, {"backends", backends_json()}}));
      ::_exit(0);  // a thread sends signs of life
    }
    if (frame->file.empty()) {
      from_json(parse_json(frame->bytes), request.spec);
      has_spec = true;
    } else {
      if (frame->file.starts_with(data_folder)) request.spec.data.source = (scratch / data_folder).string();
      const fs::path path = place_of(frame->file, scratch);
      fs::create_directories(path.parent_path());
      write_file_atomically(path, frame->bytes, /*to_disk=*/false);
    }
  }
  throw InputError(say("the connection ended before the run was here"));
}

int serve_command() {
  std::signal(SIGPIPE, SIG_IGN);
  const int out = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);  // what a library prints is no frame
  // Not destroyed: threads wait in there when the process ends.
  auto& frames = *new FrameStream(STDIN_FILENO, out);
  auto& orders = *new Orders;
  orders.control.pause();  // until the first order
  frames.send_line(host_info().version);
  std::thread([&frames] { beat(frames); }).detach();
  RunEnded ended;
  try {
    const ScratchFolder scratch = ScratchFolder::in(temporary_folder());
    constexpr double first_silence_s = 60.0;
    const RunRequest request = receive_run(frames, scratch.path(), first_silence_s);
    const double silence_s = request.spec.silence_s;
    std::thread([&frames, &orders, silence_s] { listen(frames, orders, silence_s); }).detach();
    FarStream stream(frames, orders, scratch.path());
    ended = execute_run(request, stream, orders.control).ended;
  } catch (const std::exception& error) {
    ended.fail(error);
    frames.send_line(to_line(ended));
  }
  ::_exit(ended.failure ? static_cast<int>(*ended.failure) : 0);  // threads wait in stdin
}

}  // namespace

void add_serve_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("serve", say("the far side of train --on; started there by ssh"));
  command->group("");  // not in the help
  command->callback([&chosen] { chosen = serve_command; });
}

}  // namespace mlplab
