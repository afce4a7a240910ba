// mlplab-cli manual, completion: the man page and the completion of bash, made of the commands themselves, so that they
// know every option. Hidden: a package's build calls them.
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/parser_words.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/machine/host_info.h"
#include "core/model/network_file.h"

namespace mlplab {
namespace {

std::vector<const CLI::App*> shown_commands(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// For troff: a backslash, a hyphen that can be copied, an apostrophe that would begin a request. So would a dot: a
/// line that begins with '.B ' is meant so.
std::string roff(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins = escaped.empty() || escaped.back() == '\n';
    const bool is_meant = text.compare(i, 3, ".B ") == 0;
    if (begins && !is_meant && (c == '.' || c == '\'')) escaped += "\\&";
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
  std::string value = option.get_option_text().empty() ? value_in_words(option) : option.get_option_text();
  if (const std::string standard = option.get_default_str(); !standard.empty()) value += "=" + standard;
  return heading + " \\fI" + roff(value) + "\\fR";
}

void print_command(const CLI::App& command) {
  std::cout << ".SS mlplab\\-cli " << roff(command.get_name()) << '\n'  // untranslated: its name
            << roff(command.get_description()) << ".\n";
  for (const CLI::Option* option : command.get_options())
    std::cout << ".TP\n" << option_heading(*option) << '\n' << roff(option->get_description()) << '\n';
}

struct Entry {
  const char *name, *words;
};

/// Paragraphs, each with its name in bold or in italics (`font` is B or I) before it.
template <std::size_t N>
void print_entries(const char* title, char font, const Entry (&entries)[N]) {
  std::cout << ".SH " << say(title) << '\n';
  for (const Entry& entry : entries)
    std::cout << ".TP\n." << font << ' ' << entry.name << '\n' << roff(say(entry.words)) << '\n';
}

constexpr Entry exit_codes[] = {{"0", to_say("done")},
                                {"1", to_say("any other error")},
                                {"2", to_say("an option or a name that is not valid")},
                                {"3", to_say("a file, a folder or a full disk")},
                                {"4", to_say("a backend that cannot run here")},
                                {"5", to_say("the training diverged; the last good model is kept")},
                                {"130", to_say("Ctrl-C; the run can be resumed")},
                                {"141", to_say("nobody reads standard output any more")}};
constexpr Entry folders[] = {
    {"$XDG_DATA_HOME/mlplab/runs",
     to_say("runs, unless\n.B --out\nnames a folder (else ~/.local/share/mlplab/runs); sweeps lie beside it")},
    {"$XDG_CONFIG_HOME/mlplab/trainers", to_say("programs of your own that train, as backends")}};
constexpr Entry variables[] = {
    {"MLPLAB_LANG",
     to_say("the language of what is said, as en or es; else that of LC_ALL, LC_MESSAGES or LANG.\n.B --lang\nnames "
            "another")},
    {"MLPLAB_RESOURCES", to_say("the folder with the data, networks and trainers of the program")},
    {"MLPLAB_POWERCAP", to_say("the folder of the processors' energy meters, in place of /sys/class/powercap")},
    {"MLPLAB_PYTHON", to_say("the Python that runs the trainers written in it")}};

int print_manual(const CLI::App& program) {
  const std::string purpose = say("train neural networks on parallel backends and measure what each is worth");
  std::cout << ".TH MLPLAB\\-CLI 1 \"\" \"MLP Lab "  // untranslated: its name
            << roff(host_info().version) << "\" \"" << say("User Commands") << "\"\n.SH " << say("NAME")
            << "\nmlplab\\-cli \\- " << purpose << "\n.SH " << say("SYNOPSIS") << "\n.B mlplab\\-cli\n.I "
            << say("command") << "\n.RI [ " << say("option") << " ...]\n"
            << ".SH " << say("DESCRIPTION") << '\n'
            << roff(program.get_description()) << '\n'
            << say("The window, \n.BR mlplab (1),\ndrives the same engine.") << '\n'
            << ".SH " << say("COMMANDS") << '\n';
  for (const CLI::App* command : shown_commands(program)) print_command(*command);
  print_entries(to_say("EXIT STATUS"), 'B', exit_codes);
  print_entries(to_say("FILES"), 'I', folders);
  print_entries(to_say("ENVIRONMENT"), 'B', variables);
  return 0;
}

int print_completion(const CLI::App& program) {
  std::vector<std::string> commands, backends;
  for (const CLI::App* command : shown_commands(program)) commands.push_back(command->get_name());
  for (const ConfigurationEntry& entry : configurations()) backends.push_back(entry.name);
  std::cout << "# bash completion of mlplab-cli\n"  // untranslated: a script
               "_mlplab_cli() {\n"
               "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
               "  COMPREPLY=()\n"
               "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
               "    COMPREPLY=($(compgen -W '"
            << joined(commands, " ")
            << " --help --version --lang' -- \"$word\"))\n"  // untranslated: a script
               "    return\n"
               "  fi\n"
               "  case $before in\n"
               "    --backend|--baseline) COMPREPLY=($(compgen -W '"
            << joined(backends, " ")
            << "' -- \"$word\")); return ;;\n"  // untranslated: a script
               "    --network) COMPREPLY=($(compgen -W '"
            << joined(network_names(find_resources()), " ")
            << "' -- \"$word\") $(compgen -f -- \"$word\")); return ;;\n"  // untranslated: a script
               "  esac\n"
               "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* command : shown_commands(program)) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    std::cout << "    " << command->get_name() << ") options='" << joined(names, " ") << "' ;;\n";
  }
  std::cout << "  esac\n"  // untranslated: a script
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
  CLI::App* manual = app.add_subcommand("manual", say("the man page, for troff, on stdout"))->group("");
  manual->callback([&app, &chosen] { chosen = [&app] { return print_manual(app); }; });
  CLI::App* completion = app.add_subcommand("completion", say("the completion of bash on stdout"))->group("");
  completion->callback([&app, &chosen] { chosen = [&app] { return print_completion(app); }; });
}

}  // namespace mlplab
