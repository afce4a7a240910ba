// mlplab-cli: parses the command line, runs the chosen command, turns errors into one sentence and an exit code.
#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/parser_words.h"
#include "cmake/all_backends.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/printable.h"
#include "core/base/typed_number.h"
#include "core/data/load.h"
#include "core/machine/affinity.h"
#include "core/machine/host_info.h"
#include "core/machine/standard_streams.h"
#include "core/reporting/table.h"

namespace {

using mlplab::say;

/// 'unknown option --x; valid are --a, --b' for the command that was being parsed. An option that is known and has a
/// wrong value is told what is wrong with that.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string text = mlplab::in_words(error);
  if (chosen.empty()) {
    const auto known = app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); });
    return say("%1; valid commands are %2", text, mlplab::joined(known, ", ", [](auto* c) { return c->get_name(); }));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return text;
  std::string valid;
  const CLI::App& command = *chosen.front();
  for (const CLI::Option* option : command.get_options())
    if (option->nonpositional()) valid += (valid.empty() ? "" : ", ") + option->get_name();
  return say("%1; valid options of %2 are %3", text, command.get_name(), valid);
}

/// `text` as the parser reads it; why it is no such number.
template <class Whole>
std::string read_whole(std::string& text) {
  using Limits = std::numeric_limits<Whole>;
  const std::optional<Whole> number = mlplab::typed_whole<Whole>(text);
  if (!number) return mlplab::why_no_whole(text, std::to_string(Limits::min()), std::to_string(Limits::max()));
  text = std::to_string(*number);
  return {};
}

/// Every option that is one number is in base ten: the parser itself takes 010 for 8, 0x10 for 16 and, where there is
/// no sign, -1 for 2^64 - 1.
void read_numbers_in_base_ten(CLI::App& app) {
  const auto decimal = [](std::string& text) {
    std::string why = mlplab::why_no_number(text);
    if (why.empty()) text = mlplab::exact(*mlplab::typed_number(text));
    return why;
  };
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    for (CLI::Option* option : command->get_options()) {
      const std::string type = option->get_type_name();
      if (type.starts_with("UINT")) option->transform(CLI::Validator(read_whole<std::uint64_t>, ""));
      if (type.starts_with("INT")) option->transform(CLI::Validator(read_whole<std::int64_t>, ""));
      if (type.starts_with("FLOAT")) option->transform(CLI::Validator(decimal, ""));
    }
}

/// An option whose variable is not set would otherwise count as not given.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options())
      for (const std::string& value : option->results())
        if (value.empty()) throw mlplab::UsageError(say("%1 is empty (is a variable not set?)", option->get_name()));
}

/// The language that --lang names, wherever the option stands; '' without it.
std::string asked_language(int argc, char** argv) {
  std::string asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--lang" && i + 1 < argc) asked = argv[i + 1];
    if (word.starts_with("--lang=")) asked = word.substr(7);
  }
  return asked;
}

/// Sets the language `asked`, or the environment's where that is ''. Called before any text is made, the help's too.
/// Children get it as MLPLAB_LANG.
void choose_language(const std::string& asked) {
  std::filesystem::path translations;
  try {
    translations = mlplab::find_resources() / "translations";
  } catch (const mlplab::InputError&) {
    return;  // whatever needs them says so
  }
  const std::string code = asked.empty() ? mlplab::language_of_environment(mlplab::languages_in(translations)) : asked;
  mlplab::set_language(translations, code);
  ::setenv("MLPLAB_LANG", code.c_str(), 1);
}

int run(int argc, char** argv) {
  choose_language("");  // for what is wrong with the words themselves
  for (int i = 1; i < argc; ++i) mlplab::check_utf8(argv[i]);
  if (const std::string asked = asked_language(argc, argv); !asked.empty()) choose_language(asked);
  CLI::App app(
      say("MLP Lab: trains a neural network on interchangeable parallel backends and measures what each is worth."),
      "mlplab-cli");
  app.formatter(mlplab::help_in_words());
  app.set_help_flag("-h,--help", say("Print this help message and exit"));
  app.require_subcommand(1);
  app.set_version_flag("--version", mlplab::host_info().version, say("Display program version information and exit"));
  app.fallthrough();  // --lang may stand behind the command, too
  std::string language;
  app.add_option("--lang", language,
                 say("language of what is said, as es (default: of MLPLAB_LANG, LC_ALL, LC_MESSAGES or LANG)"));
  mlplab::Action chosen;
  // The order of the help.
  for (const auto add :
       {mlplab::add_backends_command,
#ifdef MLPLAB_HAS_BENCHMARK
        mlplab::add_bench_command,
#endif
        mlplab::add_classify_command, mlplab::add_compare_command, mlplab::add_embedder_command,
        mlplab::add_export_command, mlplab::add_find_lr_command, mlplab::add_manual_commands,
        mlplab::add_network_command, mlplab::add_operations_command, mlplab::add_profile_command,
        mlplab::add_rank_command, mlplab::add_relay_command, mlplab::add_serve_command, mlplab::add_report_command,
        mlplab::add_train_command, mlplab::add_study_command, mlplab::add_sweep_command, mlplab::add_workshop_command})
    add(app, chosen);
  read_numbers_in_base_ten(app);
  const std::vector<std::string> words = mlplab::workshop_words({argv + 1, argv + argc});
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // the last one first
  } catch (const CLI::Success& success) {                               // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw mlplab::UsageError(usage_sentence(app, error));
  }
  refuse_empty_values(app);
  return chosen();
}

}  // namespace

int main(int argc, char** argv) {
  mlplab::open_standard_streams();
  const mlplab::PrintableStreams printable;
  mlplab::use_allowed_cpus();
  mlplab::set_backends(mlplab::all_backends);
  try {
    return mlplab::check_output(run(argc, argv));
  } catch (const std::exception& error) {
    const mlplab::Error known = mlplab::as_error(error);
    std::cerr << "mlplab-cli: " + mlplab::printable_line(known.what()) + "\n";  // at once: ranks share it
    return static_cast<int>(known.failure());
  }
}
