// What CLI11 itself says: headings of the help, kinds of values, what is wrong with a command line. It says so in
// English; its sentences are recognised by their patterns (CLI11 2.1 to 2.4), and what is none of them stays as it is.
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
/// What an option's value is: 'TEXT', 'INT:INT in [1 - 1000]'.
std::string value_in_words(const CLI::Option& option);
/// The sentence without a full stop.
std::string in_words(const CLI::ParseError& error);

}  // namespace mlplab
