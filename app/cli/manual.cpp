// mlplab-cli manual, completion: the man page and the completion of bash, made of the commands themselves, so that they
// know every option. Hidden: a package's build calls them.
#include <CLI/CLI.hpp>
#include <iostream>

#include "app/cli/commands.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/machine/host_info.h"
#include "core/model/network_file.h"

namespace mlplab {
namespace {

std::vector<const CLI::App*> shown_commands(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// For troff: a backslash, a hyphen that can be copied, a dot or an apostrophe that would begin a request.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    const bool begins = escaped.empty() || escaped.back() == '\n';
    if (begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

/// '--lr FLOAT=0.1', names in bold, what follows them in italics.
std::string option_heading(const CLI::Option& option) {
  std::string heading = "\\fB" + roff(option.get_name(false, true)) + "\\fR";
  if (option.get_items_expected_max() == 0) return heading;
  std::string value = option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
  if (const std::string standard = option.get_default_str(); !standard.empty()) value += "=" + standard;
  return heading + " \\fI" + roff(value) + "\\fR";
}

void print_command(const CLI::App& command) {
  std::cout << ".SS mlplab\\-cli " << roff(command.get_name()) << '\n' << roff(command.get_description()) << ".\n";
  for (const CLI::Option* option : command.get_options())
    std::cout << ".TP\n" << option_heading(*option) << '\n' << roff(option->get_description()) << '\n';
}

int print_manual(const CLI::App& program) {
  std::cout << ".TH MLPLAB\\-CLI 1 \"\" \"MLP Lab " << roff(host_info().version) << "\" \"User Commands\"\n"
            << ".SH NAME\nmlplab\\-cli \\- train neural networks on parallel backends and measure what each is worth\n"
            << ".SH SYNOPSIS\n.B mlplab\\-cli\n.I command\n.RI [ option ...]\n"
            << ".SH DESCRIPTION\n"
            << roff(program.get_description()) << "\nThe window, \n.BR mlplab (1),\ndrives the same engine.\n"
            << ".SH COMMANDS\n";
  for (const CLI::App* command : shown_commands(program)) print_command(*command);
  std::cout << ".SH EXIT STATUS\n"
               ".TP\n.B 0\ndone\n"
               ".TP\n.B 1\nanything that is not said here\n"
               ".TP\n.B 2\nan option or a name that is not valid\n"
               ".TP\n.B 3\na file, a folder or a full disk\n"
               ".TP\n.B 4\na backend that cannot run here\n"
               ".TP\n.B 5\nthe training diverged; the last good model is kept\n"
               ".TP\n.B 130\nCtrl\\-C; the run can be resumed\n"
               ".TP\n.B 141\nnobody reads standard output any more\n"
               ".SH FILES\n"
               ".TP\n.I $XDG_DATA_HOME/mlplab/runs\nruns, unless\n.B \\-\\-out\nnames a folder "
               "(else ~/.local/share/mlplab/runs); sweeps lie beside it\n"
               ".TP\n.I $XDG_CONFIG_HOME/mlplab/trainers\nprograms of your own that train, as backends\n"
               ".SH ENVIRONMENT\n"
               ".TP\n.B MLPLAB_RESOURCES\nthe folder with the data, networks and trainers of the program\n"
               ".TP\n.B MLPLAB_POWERCAP\nthe folder of the processors' energy meters, in place of /sys/class/powercap\n"
               ".TP\n.B MLPLAB_PYTHON\nthe Python that runs the trainers written in it\n";
  return 0;
}

std::string in_a_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

int print_completion(const CLI::App& program) {
  std::vector<std::string> commands, backends;
  for (const CLI::App* command : shown_commands(program)) commands.push_back(command->get_name());
  for (const BackendEntry& entry : backend_table()) backends.push_back(entry.name);
  std::cout << "# bash completion of mlplab-cli\n"
               "_mlplab_cli() {\n"
               "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
               "  COMPREPLY=()\n"
               "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
               "    COMPREPLY=($(compgen -W '"
            << in_a_line(commands)
            << " --help --version' -- \"$word\"))\n"
               "    return\n"
               "  fi\n"
               "  case $before in\n"
               "    --backend|--baseline) COMPREPLY=($(compgen -W '"
            << in_a_line(backends)
            << "' -- \"$word\")); return ;;\n"
               "    --network) COMPREPLY=($(compgen -W '"
            << in_a_line(network_names(find_resources()))
            << "' -- \"$word\") $(compgen -f -- \"$word\")); return ;;\n"
               "  esac\n"
               "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* command : shown_commands(program)) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    std::cout << "    " << command->get_name() << ") options='" << in_a_line(names) << "' ;;\n";
  }
  std::cout << "  esac\n"
               "  case $word in\n"
               "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
               "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
               "  esac\n"
               "}\n"
               "complete -o filenames -F _mlplab_cli mlplab-cli\n";
  return 0;
}

}  // namespace

void add_manual_commands(CLI::App& app, Action& chosen) {
  CLI::App* manual = app.add_subcommand("manual", "the man page, for troff, on stdout")->group("");
  manual->callback([&app, &chosen] { chosen = [&app] { return print_manual(app); }; });
  CLI::App* completion = app.add_subcommand("completion", "the completion of bash on stdout")->group("");
  completion->callback([&app, &chosen] { chosen = [&app] { return print_completion(app); }; });
}

}  // namespace mlplab
