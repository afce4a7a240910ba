#include "core/cuda_check/translate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

/// A part of the source, and the text in its place.
struct Replacement {
  std::size_t begin, end;
  std::string text;
};

struct Source {
  std::string_view text;
  std::string code;  // without comments and quoted texts
  std::string name;

  long line_of(std::size_t at) const {
    return std::count(code.begin(), code.begin() + static_cast<long>(at), '\n') + 1;
  }
};

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t skip_blanks(const std::string& code, std::size_t at) {
  while (at < code.size() && is_blank(code[at])) ++at;
  return at;
}
/// Behind the last character before `at` that is no blank.
std::size_t before_blanks(const std::string& code, std::size_t at) {
  while (at > 0 && is_blank(code[at - 1])) --at;
  return at;
}

std::string lines_only(std::string_view text) {
  return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
}

std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

/// Before the < that belongs to the > before `end`; npos where there is none.
std::size_t begin_of_angles(const std::string& code, std::size_t end) {
  int depth = 0;
  for (std::size_t i = end; i > 0; --i) {
    const char c = code[i - 1];
    if (c == ';' || c == '{' || c == '}') break;
    if (c == '>') ++depth;
    if (c == '<' && --depth == 0) return i - 1;
  }
  return std::string::npos;
}

/// Where the name that ends before `end` begins: words with :: between, and <…> behind them; `end` where none does.
std::size_t begin_of_name(const std::string& code, std::size_t end) {
  std::size_t at = end;
  if (at > 0 && code[at - 1] == '>') {
    at = begin_of_angles(code, at);
    if (at == std::string::npos) return end;
    at = before_blanks(code, at);
  }
  const std::size_t word_end = at;
  while (at > 0 && (is_of_name(code[at - 1]) || (code[at - 1] == ':' && at > 1))) --at;
  if (at == word_end) return end;
  const std::size_t before = before_blanks(code, at);
  const bool of_object =
      before > 0 && (code[before - 1] == '.' || (before > 1 && code[before - 1] == '>' && code[before - 2] == '-'));
  return of_object ? end : at;
}

/// The closing bracket of the one at `at`; npos where it is never closed.
std::size_t closing(const std::string& code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < code.size(); ++i) {
    if (code[i] == '(' || code[i] == '[' || code[i] == '{') ++depth;
    if ((code[i] == ')' || code[i] == ']' || code[i] == '}') && --depth == 0) return i;
  }
  return std::string::npos;
}

/// The first of the three > that end what began at `at`: outside brackets, the last three of a row of them.
std::size_t end_of_configuration(const std::string& code, std::size_t at) {
  for (std::size_t i = at; i < code.size(); ++i) {
    if (code[i] == ';') return std::string::npos;
    if (code[i] == '(' || code[i] == '[' || code[i] == '{') {
      i = closing(code, i);
      if (i == std::string::npos) return i;
    }
    if (code.compare(i, 3, ">>>") != 0) continue;
    while (i + 3 < code.size() && code[i + 3] == '>') ++i;
    return i;
  }
  return std::string::npos;
}

/// The launch whose <<< is at `at`.
Replacement launch_at(const Source& source, std::size_t at) {
  const std::string& code = source.code;
  const std::size_t name_end = before_blanks(code, at), begin = begin_of_name(code, name_end);
  if (begin == name_end)
    throw InputError(say("%1, line %2: before <<< stands no plain name of a kernel; write kernel<<<grid, block>>>(…)",
                         source.name, source.line_of(at)));
  const std::size_t open = at + 3, close = end_of_configuration(code, open);
  if (close == std::string::npos || skip_blanks(code, open) == close)
    throw InputError(
        say("%1, line %2: <<< is not followed by a grid, a block and >>>; write kernel<<<grid, block>>>(…)",
            source.name, source.line_of(at)));
  const std::size_t arguments = skip_blanks(code, close + 3);
  const std::size_t end =
      arguments < code.size() && code[arguments] == '(' ? closing(code, arguments) : std::string::npos;
  if (end == std::string::npos)
    throw InputError(say("%1, line %2: behind >>> the kernel's arguments in brackets are missing", source.name,
                         source.line_of(close)));
  const std::string_view text = source.text;
  std::string call = lines_only(text.substr(begin, at - begin));
  call += "::host_cuda::launch_at(" + std::to_string(source.line_of(at)) + ", __FILE__, ";
  (call += text.substr(open, close - open)) += ").with(";
  call += lines_only(text.substr(close, arguments - close));
  (call += text.substr(arguments + 1, end - arguments - 1)) +=
      ") ->* [=](auto... mlplab_each) { ";  // untranslated: C++
  call += on_one_line(std::string_view(code).substr(begin, name_end - begin)) + "(mlplab_each...); }";
  return {begin, end + 1, std::move(call)};
}

/// extern __shared__ type name[]; whose first word is at `at`.
Replacement dynamic_shared_at(const Source& source, std::size_t at) {
  const std::string& code = source.code;
  const std::size_t words = code.find("__shared__", at) + std::string_view("__shared__").size();
  const std::size_t end = code.find(';', at), bracket = code.find('[', at);
  const std::size_t name_end = bracket < end ? before_blanks(code, bracket) : std::string::npos;
  if (name_end == std::string::npos || code[skip_blanks(code, bracket + 1)] != ']')
    throw InputError(
        say("%1, line %2: write extern __shared__ as an array without a size, as in extern __shared__ "
            "float tile[]; its size is the launch's third value",
            source.name, source.line_of(at)));
  std::size_t name = name_end;
  while (name > 0 && is_of_name(code[name - 1])) --name;
  std::string type = on_one_line(code.substr(words, name - words));
  if (const std::size_t align = type.find("__align__"); align != std::string::npos)
    if (const std::size_t close = type.find(')', align); close != std::string::npos)
      type.erase(align, close + 1 - align);
  type.resize(before_blanks(type, type.size()));
  const std::string pointer = type + "*";
  return {at, end + 1,
          lines_only(source.text.substr(at, end - at)) + pointer + " const " + code.substr(name, name_end - name) +
              " = reinterpret_cast<" + pointer + ">(::host_cuda::dynamic_shared);"};
}

/// Where this word stands alone next, from `at` on; npos: nowhere.
std::size_t find_word(const std::string& code, std::string_view word, std::size_t at) {
  for (at = code.find(word, at); at != std::string::npos; at = code.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_name(code[at - 1])) && (end == code.size() || !is_of_name(code[end]))) return at;
  }
  return at;
}

/// Parts of CUDA that need a device, or NVIDIA's own libraries.
void refuse_foreign(const Source& source) {
  static constexpr std::array foreign{"cooperative_groups", "cub/",     "cublas",        "cuda/", "cuda_bf16",
                                      "cuda_fp16",          "cuda_fp8", "cuda_pipeline", "cudnn", "curand",
                                      "cusparse",           "mma.h",    "thrust/"};
  for (std::size_t at = 0; (at = source.code.find('#', at)) != std::string::npos; ++at) {
    const std::size_t word = skip_blanks(source.code, at + 1);
    if (source.code.compare(word, 7, "include") != 0) continue;
    const std::size_t file = skip_blanks(source.code, word + 7) + 1;
    for (const char* begin : foreign)
      if (source.code.compare(file, std::string_view(begin).size(), begin) == 0)
        throw InputError(
            say("%1, line %2 includes %3…, which there is only with NVIDIA's CUDA; without a GPU plain "
                "kernels can be checked",
                source.name, source.line_of(at), begin));
  }
  for (const char* word : {"asm", "__asm__"})
    if (const std::size_t at = find_word(source.code, word, 0); at != std::string::npos)
      throw InputError(
          say("%1, line %2 has instructions of the GPU's own (asm), which the host cannot carry out; write "
              "them in C++",
              source.name, source.line_of(at)));
}

std::vector<Replacement> changes_of(const Source& source) {
  std::vector<Replacement> changes;
  for (std::size_t at = 0; (at = source.code.find("<<<", at)) != std::string::npos; at = changes.back().end)
    changes.push_back(launch_at(source, at));
  for (std::size_t at = 0; (at = find_word(source.code, "__shared__", at)) != std::string::npos; ++at) {
    const std::size_t before = before_blanks(source.code, at);
    if (before >= 6 && source.code.compare(before - 6, 6, "extern") == 0)
      changes.push_back(dynamic_shared_at(source, before - 6));
  }
  std::ranges::sort(changes, {}, &Replacement::begin);
  return changes;
}

}  // namespace

std::string translate_cuda(std::string_view text, const std::string& name) {
  const Source source{text, without_texts(text), name};
  refuse_foreign(source);
  std::string quoted;
  for (const char c : name) (c == '"' || c == '\\' ? quoted += '\\' : quoted) += c;
  std::string result = "#line 1 \"" + quoted + "\"\n";
  std::size_t done = 0;
  for (const Replacement& change : changes_of(source)) {
    result += text.substr(done, change.begin - done);
    result += change.text;
    done = change.end;
  }
  return result += text.substr(done);
}

}  // namespace mlplab
