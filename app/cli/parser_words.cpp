#include "app/cli/parser_words.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr const char* said_by_parser[] = {
    to_say("The following argument was not expected: %1"),
    to_say("The following arguments were not expected: %1"),
    to_say("Could not convert: %1 = %2"),
    to_say("Expected exactly %1 arguments to %2, got %3"),
    to_say("Expected at least %1 arguments to %2, got %3"),
    to_say("A subcommand is required"),
    to_say("%1 is required"),
    to_say("%1: Value %2 not in range %3 to %4"),
    to_say("%1: Value %2 not in range [%3 - %4]"),
    to_say("%1: %2 required %3 missing"),
    to_say("%1: At least %2 required but received %3"),
    to_say("%1: At Most %2 required but received %3"),
    to_say("%1: too many inputs for a flag"),
    to_say("%1: Should be true/false or a number"),
    to_say("%1 was given a disallowed flag override"),
    to_say("%1 in [%2 - %3]"),
};

/// 'INT:INT in [1 - 1000]', a part for each thing that it must be.
std::string kind_in_words(const std::string& kind) {
  std::string words;
  std::istringstream parts(kind);
  for (std::string part; std::getline(parts, part, ':');) {
    const auto range = arguments_in(part, "%1 in [%2 - %3]");
    words += (words.empty() ? "" : ":") +
             (range ? say("%1 in [%2 - %3]", say(range->at(0)), range->at(1), range->at(2)) : say(part));
  }
  return words;
}

class HelpInWords : public CLI::Formatter {
 public:
  HelpInWords() {
    for (const char* word : {to_say("Usage"), to_say("OPTIONS"), to_say("SUBCOMMAND"), to_say("REQUIRED")})
      label(word, say(word));
  }
  /// The groups of options are named in English where they are made.
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    return CLI::Formatter::make_group(say(group), is_positional, std::move(options));
  }
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    const std::string heading = "\nSubcommands:\n", text = CLI::Formatter::make_subcommands(app, mode);
    return text.starts_with(heading) ? "\n" + say("Subcommands") + ":\n" + text.substr(heading.size()) : text;
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option), kind = " " + option->get_type_name();
    const bool has_kind = option->get_option_text().empty() && kind.size() > 1 && text.starts_with(kind);
    return has_kind ? " " + kind_in_words(option->get_type_name()) + text.substr(kind.size()) : text;
  }
};

/// CLI11's, which nothing here names: headings, and kinds of values.
[[maybe_unused]] constexpr const char* parsers_own[] = {to_say("Options"), to_say("Positionals"), to_say("TEXT"),
                                                        to_say("INT"),     to_say("UINT"),        to_say("FLOAT")};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_in_words() { return std::make_shared<HelpInWords>(); }

std::string value_in_words(const CLI::Option& option) { return kind_in_words(option.get_type_name()); }

std::string in_words(const CLI::ParseError& error) {
  std::string text = error.what();
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  // The kind of a missing value is a word of CLI11's inside a sentence of it.
  if (const auto places = arguments_in(text, "%1: %2 required %3 missing"))
    return say("%1: %2 required %3 missing", places->at(0), places->at(1), kind_in_words(places->at(2)));
  return say_again(text, said_by_parser);
}

}  // namespace mlplab
