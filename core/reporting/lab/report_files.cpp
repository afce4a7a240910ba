// All files or none: a folder of its own beside their places, then renamed.
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/reporting/lab/writers.h"
#include "core/run/run_lock.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* page_names[] = {"report.html", "report.md", "report.pdf"};

/// A page of a report, of any format.
bool holds_report(const fs::path& folder) {
  std::error_code ignored;
  return std::ranges::any_of(page_names,
                             [&](const char* name) { return fs::exists(fs::symlink_status(folder / name, ignored)); });
}

}  // namespace

std::vector<ReportFile> report_files(const Report& report, const ChartElement& element, const ChartElement& image) {
  std::vector<ReportFile> files;
  for (const ReportSection& section : report.sections)
    for (const ReportPart& part : section.parts) {
      if (const auto* table = std::get_if<ReportTable>(&part); table != nullptr && !table->exact.header.empty()) {
        files.push_back({table->name + ".csv", to_csv(table->exact)});
        files.push_back({table->name + ".tex", to_latex(table->shown)});
      }
      if (const auto* chart = std::get_if<ReportChart>(&part))
        files.push_back({chart->name + ".svg", image ? image(*chart) : to_svg(chart->chart, chart->caption)});
    }
  files.push_back({"report.md", report_markdown(report)});
  files.push_back({"report.html", report_html(report, element)});
  return files;
}

void check_report_folder(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) {
    // The first parent that is there must take it.
    fs::path parent = fs::absolute(folder).lexically_normal();
    while (parent.has_relative_path() && !fs::exists(parent, error)) parent = parent.parent_path();
    if (!fs::is_directory(parent, error) || ::access(parent.c_str(), W_OK) != 0)
      throw InputError(
          say("cannot create the folder %1: %2 may not be written to; choose a folder that you may write to",
              folder.string(), parent.string()));
    return;
  }
  if (status.type() == fs::file_type::none)
    throw InputError(say("cannot use the folder %1: %2", folder.string(), error.message()));
  if (status.type() != fs::file_type::directory)
    throw InputError(say("%1 is not a folder; name one, or a new one", folder.string()));
  if (holds_report(folder)) throw InputError(say("%1 holds a report already; name another folder", folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(say("cannot write into %1; choose a folder that you may write to", folder.string()));
}

void write_report(const fs::path& folder, const std::vector<ReportFile>& files) {
  check_report_folder(folder);
  std::error_code error;
  const bool new_folder = !fs::exists(folder, error);
  make_folder(folder);
  std::vector<fs::path> placed;
  std::optional<RunLock> lock;
  const fs::path apart = folder / (".report.part" + std::to_string(::getpid()));
  try {
    lock.emplace(folder);
    check_report_folder(folder);  // another program may have written one since
    for (const ReportFile& file : files)
      if (fs::exists(fs::symlink_status(folder / file.name, error)))
        throw InputError(say("%1 is there already, and the report has one of that name; name another folder",
                             (folder / file.name).string()));
    make_folder(apart);
    for (const ReportFile& file : files) write_file_atomically(apart / file.name, file.content);
    for (const ReportFile& file : files) {
      fs::rename(apart / file.name, folder / file.name);
      placed.push_back(folder / file.name);
    }
    fs::remove_all(apart, error);
    lock->give_back();  // of a folder of a run that was left behind, as it was
  } catch (const std::exception& failure) {
    for (const fs::path& file : placed) fs::remove(file, error);
    fs::remove_all(apart, error);
    if (lock) lock->give_back();
    lock.reset();
    if (new_folder) fs::remove(folder, error);  // where nothing else has come into it
    throw as_error(failure);
  }
}

}  // namespace mlplab
