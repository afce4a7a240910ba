// mlplab-cli rank: one of the processes of a run that core/launch/process_run.cpp has started. Not for users. It
// finds its group in the environment; rank 0 takes orders on stdin and writes the event stream to stdout.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <thread>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/orders.h"
#include "app/cli/ranks.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/transport.h"
#include "core/machine/load.h"
#include "core/training/rank_group.h"

namespace mlplab {
namespace {

struct RankOptions {
  std::string spec, exchange;
};

void listen(Orders& orders) {
  for (std::string line; std::getline(std::cin, line);) orders.take(line);
  orders.end();
}

class Stream : public OrderedStream {
 public:
  Stream(std::filesystem::path exchange, Orders& orders) : OrderedStream(orders), exchange_(std::move(exchange)) {
    send_line(hello_line());
  }

 private:
  void send_line(const std::string& line) override { std::cout << line << std::endl; }
  void send_state(const TrainingState& state) override {
    try {
      write_state(exchange_, state);
    } catch (const std::exception& error) {
      std::cerr << "mlplab-cli: " << error.what() << std::endl;
      ::_exit(static_cast<int>(Failure::input));
    }
  }

  std::filesystem::path exchange_;
};

/// 'rank 1 simd', in 15 bytes: the member's name in the load of the run, and in top. Threads that begin later inherit
/// it.
void name_threads(const RunSpec& spec, int rank) {
  std::string name = rank_thread_name + std::to_string(rank);
  const std::vector<Compute> computes = spec.team ? computes_of(spec) : std::vector<Compute>();
  if (std::cmp_less(rank, computes.size())) name += " " + computes[static_cast<std::size_t>(rank)].backend;
  ::prctl(PR_SET_NAME, name.c_str());
}

int rank_command(const RankOptions& options) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN);  // in a terminal it goes to all: the program that started us stops the run in order
  RunSpec spec;
  try {
    from_json(parse_json(options.spec), spec);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(say("--spec is not JSON: %1", error.what()));
  }
  auto communicator = join_group();
  if (!communicator) communicator = join_job();
  if (!communicator) throw UsageError(say("mlplab-cli rank is started by mlplab and mlplab-cli train themselves"));

  name_threads(spec, communicator->rank());

  // Not destroyed: the thread that reads stdin may wait in there when the process ends.
  auto& orders = *new Orders;
  orders.control.pause();  // until the first order
  Silent silent;
  std::unique_ptr<Stream> stream;
  if (communicator->rank() == 0) {
    stream = std::make_unique<Stream>(options.exchange, orders);
    std::thread([&orders] { listen(orders); }).detach();
  }
  EventSink& sink = stream ? static_cast<EventSink&>(*stream) : silent;

  RunRequest request;
  request.spec = spec;
  request.ranks = communicator.get();
  RunEnded ended;
  try {
    const RankGroup group(communicator.get());
    group.together([&] {
      request.resources = find_resources();
      if (!group.first()) return;
      request.initial = std::make_shared<const TrainingState>(read_initial(options.exchange));
      request.rates = read_rates(options.exchange);
    });
    ended = execute_run(request, sink, orders.control).ended;
  } catch (const std::exception& error) {
    ended.fail(error);
    sink.on_event(ended);
  }
  const int code = leave_group(*communicator, ended);
  communicator.reset();
  std::cout.flush();
  ::_exit(code);  // a thread waits in stdin; and what Open MPI never frees is no leak of ours
}

}  // namespace

void add_rank_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "rank", say("one process of a run that several share; started by train"), rank_command);
  command->group("");  // not in the help
  command->add_option("--spec", options->spec, say("the run, as JSON"))->required();
  command->add_option("--exchange", options->exchange, say("the run's exchange folder"))->required();
}

}  // namespace mlplab
