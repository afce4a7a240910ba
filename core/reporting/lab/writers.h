// A report as files. A further format is a function here, over the same Report, and a line in report_files().
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/reporting/lab/report.h"

namespace mlplab {

/// The words of every format beside the report's own texts: 'Table 1.', 'Figure 1.', 'Every digit: runs.csv', 'Name:'.
std::string table_words(const ReportTable& table);
std::string figure_words(const ReportChart& chart);
std::string file_words(const std::string& file);
std::string name_words();

/// The columns of a measured table that hold numbers, which are aligned to the right.
std::vector<bool> number_columns(const ReportTable& table);

/// Makes the element of a chart in the page: an <svg> or an <img> that needs no other file.
using ChartElement = std::function<std::string(const ReportChart& chart)>;

/// One page that needs no other file and runs no script, for a screen and for A4 paper, in the language that is set.
/// `element`: default to_svg().
std::string report_html(const Report& report, const ChartElement& element = {});
/// Charts are links to the files NAME.svg beside it.
std::string report_markdown(const Report& report);

struct ReportFile {
  std::string name;  // 'report.html', 'sweep-1.csv'
  std::string content;
};

/// report.html, report.md, and what the latter names: a CSV file a table, an SVG file a chart; beside each CSV file the
/// table as it is shown, for LaTeX. `elements` as above;
/// `images`: what an SVG file holds (default: to_svg()).
std::vector<ReportFile> report_files(const Report& report, const ChartElement& element = {},
                                     const ChartElement& image = {});

/// Throws InputError where write_report() could not write into `folder` now, or where it holds a report already: what
/// the student wrote into that one is not written over. Creates nothing.
void check_report_folder(const std::filesystem::path& folder);
/// Creates the folder where it is not there. All files or none, and over nothing that is there: they are written beside
/// their places, and renamed once all of them are whole. Throws InputError as above.
void write_report(const std::filesystem::path& folder, const std::vector<ReportFile>& files);

}  // namespace mlplab
