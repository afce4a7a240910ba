#include "tests/core/workshop/kernels.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/files.h"
#include "core/base/typed_number.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

/// The tests' own cache, beside the build: what is compiled once is there the next time. Kept checks of folders that
/// are gone are removed.
[[maybe_unused]] const bool has_cache = [] {
  const std::filesystem::path cache = MLPLAB_BIN "/../workshop-tests";
  ::setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  for (const std::filesystem::path& file : entries_in(cache / "mlplab/workshop"))
    if (file.filename().string().starts_with("checked-")) std::filesystem::remove(file);
  return true;
}();

/// Those that `text` needs: a header takes longer to compile than a kernel.
std::string headers_of(const std::string& text) {
  std::string headers;
  for (const auto& [name, header] :
       {std::pair("std::vector", "vector"), std::pair("std::exp", "cmath"), std::pair("std::m", "algorithm"),
        std::pair("std::copy_n", "algorithm"), std::pair("std::fill", "algorithm")})
    if (text.find(name) != std::string::npos) headers += std::string("#include <") + header + ">\n";
  return headers;
}

}  // namespace

Work work_with_text(const std::filesystem::path& parent, const std::string& task, const std::string& language,
                    const std::string& text) {
  const Work work = new_work(find_task(task), find_language(language), free_path(parent, task));
  test::write_bytes(work.source(), text);
  return work;
}

Work work_with(const std::filesystem::path& parent, const std::string& task, const std::string& language,
               const std::string& body) {
  std::string before, inside;
  for (const std::string& line : parts_of(body, '\n'))
    (line.starts_with("//@ ") ? before : inside) += (line.starts_with("//@ ") ? line.substr(4) : line) + "\n";
  return work_with_text(
      parent, task, language,
      headers_of(inside) + before + "extern \"C\" " + signature(find_task(task)) + " {\n" + inside + "}\n");
}

int marked_line(const Work& work) {
  const std::string text = read_file(work.source());
  const std::size_t at = text.find("HERE");
  if (at == std::string::npos) return 0;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string first_code(const Check& check) { return check.faults.empty() ? "right" : check.faults.front().code; }

std::string faults_in_words(const Check& check) {
  std::string text;
  for (const Fault& fault : check.faults)
    text += fault.code + ":" + std::to_string(fault.line) + " (" + fault.build + ") " + fault.sentence + "\n";
  for (const CompilerMessage& message : check.messages)
    text += message.file + ":" + std::to_string(message.line) + ": " + message.text + "\n";
  for (const std::string& note : check.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace mlplab::workshop
