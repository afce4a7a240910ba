// mlplab-cli: parses the command line, runs the chosen command, turns errors into one sentence and an exit code.
#include <CLI/CLI.hpp>
#include <iostream>
#include <new>

#include "app/cli/commands.h"
#include "core/base/error.h"
#include "core/machine/host_info.h"

namespace {

/// 'unknown option --x; valid are --a, --b' for the command that was being parsed.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::string valid;
  if (chosen.empty()) {
    for (const CLI::App* known : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
      valid += (valid.empty() ? "" : ", ") + known->get_name();
    valid = "; valid commands are " + valid;
  } else {
    for (const CLI::Option* option : command.get_options())
      if (!option->nonpositional())
        continue;
      else
        valid += (valid.empty() ? "" : ", ") + option->get_name();
    valid = "; valid options of " + command.get_name() + " are " + valid;
  }
  std::string text = error.what();
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  return text + valid;
}

int run(int argc, char** argv) {
  CLI::App app("MLP Lab: trains a neural network on interchangeable parallel backends and measures what each is worth.",
               "mlplab-cli");
  app.require_subcommand(1);
  app.set_version_flag("--version", mlplab::host_info().version);
  mlplab::Action chosen;
  mlplab::add_backends_command(app, chosen);
#ifdef MLPLAB_HAS_BENCHMARK
  mlplab::add_bench_command(app, chosen);
#endif
  mlplab::add_classify_command(app, chosen);
  mlplab::add_compare_command(app, chosen);
  mlplab::add_network_command(app, chosen);
  mlplab::add_profile_command(app, chosen);
  mlplab::add_rank_command(app, chosen);
  mlplab::add_train_command(app, chosen);
  mlplab::add_sweep_command(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw mlplab::UsageError(usage_sentence(app, error));
  }
  return chosen();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (!std::cout.flush()) throw mlplab::InputError("the output could not be written (is the disk full?)");
    return code;
  } catch (const mlplab::Error& error) {
    std::cerr << "mlplab-cli: " << error.what() << '\n';
    return static_cast<int>(error.failure());
  } catch (const std::bad_alloc&) {
    std::cerr << "mlplab-cli: not enough memory\n";
  } catch (const std::exception& error) {
    std::cerr << "mlplab-cli: " << error.what() << '\n';
  }
  return 1;
}
