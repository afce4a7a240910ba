// Translates CLI11's own texts: headings of the help, kinds of values, faults of a command line. They are recognised by
// the patterns of their English (CLI11 2.1 to 2.4); other texts stay as they are.
#pragma once

#include <memory>
#include <string>

namespace CLI {
class FormatterBase;
class Option;
class ParseError;
}  // namespace CLI

namespace mlplab {

/// Help in the language that was chosen. Set it before there are commands: they take it over.
std::shared_ptr<CLI::FormatterBase> help_in_words();
/// The kind of an option's value: 'TEXT', 'INT:INT in [1 - 1000]'.
std::string value_in_words(const CLI::Option& option);
/// The sentence without a full stop.
std::string in_words(const CLI::ParseError& error);

}  // namespace mlplab
