// Texts for people on a terminal: what files, other programs and the system say may hold letters that a terminal obeys.
#pragma once

#include <string>
#include <string_view>

namespace mlplab {

/// `text` with control characters written as JSON writes them, '\u001b': C0 but for the new line and the tabulator,
/// DEL, C1, those that change the direction of writing, and the separators of lines and paragraphs. Within JSON, where
/// the first of them are escaped already, that is the same text. Each byte that is no UTF-8 becomes '�'.
std::string printable(std::string_view text);
/// As printable(), for an error, which is one line: new lines and tabulators become blanks.
std::string printable_line(std::string_view text);
/// How many bytes at the end of `text` begin a character of UTF-8 that is not there to its end.
std::size_t unfinished_bytes(std::string_view text);

}  // namespace mlplab
