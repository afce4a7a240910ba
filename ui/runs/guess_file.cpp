#include "ui/runs/guess_file.h"

#include <QCoreApplication>
#include <cmath>

#include "core/base/files.h"
#include "core/base/json.h"

namespace mlplab {

namespace {

struct GuessFileText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::GuessFile)
};

}  // namespace

Guesses read_guesses(const std::filesystem::path& file) {
  if (!anything_at(file)) return {};
  constexpr std::uintmax_t most_bytes = 4096;
  const std::string text = read_file(file, most_bytes);
  try {
    auto guesses = parse_json(text).get<Guesses>();
    for (const auto& [name, value] : guesses)
      if (!std::isfinite(value))
        throw InputError(GuessFileText::tr("'%1' is no number").arg(QString::fromStdString(name)).toStdString());
    return guesses;
  } catch (const std::exception& error) {
    throw InputError(GuessFileText::tr("%1 is no guess: %2")
                         .arg(QString::fromStdString(file.string()), QString::fromUtf8(error.what()))
                         .toStdString());
  }
}

void write_guesses(const std::filesystem::path& file, const Guesses& guesses) {
  if (guesses.empty()) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    return;
  }
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(nlohmann::json(guesses)) + "\n", /*to_disk=*/false);
}

std::filesystem::path guess_beside(const std::filesystem::path& file) {
  std::filesystem::path beside = file;
  beside += ".guess";
  return beside;
}

}  // namespace mlplab
