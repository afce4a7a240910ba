// mlplab-cli report: what was kept as a lab report, with every chart, caption and number, and room for the student.
#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/reporting/lab/writers.h"

namespace mlplab {
namespace {

struct ReportOptions {
  std::vector<std::string> paths;
  std::string out, title;
  bool json = false;
};

int report_command(const ReportOptions& options) {
  const std::filesystem::path folder = options.out;
  check_report_folder(folder);
  ReportRequest request{.title = options.title, .paths = {}, .resources = find_resources()};
  for (const std::string& path : options.paths) request.paths.emplace_back(path);
  const std::vector<ReportFile> files = report_files(make_report(request));
  write_report(folder, files);
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ReportFile& file : files) list.push_back((folder / file.name).string());
    std::cout << dump_json(list, 2) << '\n';
  } else {
    std::cout << say("written: %1 and %2, with %3 tables and charts beside them", (folder / "report.html").string(),
                     (folder / "report.md").string(),
                     std::ranges::count_if(files,
                                           [](const ReportFile& file) {
                                             return file.name.ends_with(".csv") || file.name.ends_with(".svg");
                                           }))
              << '\n';
  }
  return 0;
}

}  // namespace

void add_report_command(CLI::App& app, Action& chosen) {
  const auto [command, options] = add_command(
      app, chosen, "report", say("what was kept as a lab report: HTML and Markdown, with a CSV file for each table"),
      report_command);
  command
      ->add_option("PATH", options->paths,
                   say("folders of runs and sweeps, files of comparisons and profiles, a folder of compare --out; or "
                       "their names in ~/.local/share/mlplab"))
      ->required();
  command->add_option("--out", options->out, say("the folder to write it into; one that holds a report is refused"))
      ->required();
  command->add_option("--title", options->title, say("the report's title (default: Lab report)"));
  command->add_flag("--json", options->json, say("the files that were written, as a JSON list on stdout"));
}

}  // namespace mlplab
