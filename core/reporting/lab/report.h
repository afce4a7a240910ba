// The lab report as data: sections of paragraphs, lists, tables and charts, made from what was kept. The writers
// (html.cpp, markdown.cpp, ui/report/) add nothing to it. A further kind of part is a member of ReportPart; the
// compiler then names the writers.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "core/reporting/chart.h"
#include "core/reporting/table.h"

namespace mlplab {

struct ReportParagraph {
  std::string text;
};
struct ReportList {
  std::vector<std::string> items;
};
/// `shown` is what the reader sees, `exact` the same figures to their last digit: the file NAME.csv. Without a header
/// there is no file: the table has settings, and nothing that was measured.
struct ReportTable {
  std::string name, caption;
  Table shown, exact;
  int number = 0;  // 'Table 1'
};
struct ReportChart {
  std::string name, caption;  // the file NAME.svg; the caption stands under the chart, whose own is not drawn
  Chart chart;
  int number = 0;  // 'Figure 1'
};
/// Where the student writes.
struct ReportSpace {
  std::string prompt;
};
using ReportPart = std::variant<ReportParagraph, ReportList, ReportTable, ReportChart, ReportSpace>;

struct ReportSection {
  std::string title;
  std::vector<ReportPart> parts;
};

struct Report {
  std::string title;
  std::string made;  // when, and by which version of the program
  std::vector<ReportSection> sections;
};

/// A run as the window shows it, so that it has the same number and colour in the report.
struct ShownRun {
  std::filesystem::path folder;
  int number = 0;  // from 1
  int color = 0;   // SeriesColor::index
};

struct ReportRequest {
  std::string title;                         // '' for 'Lab report', in the language that is set
  std::vector<std::filesystem::path> paths;  // of what is kept, as find_kept() takes it
  std::filesystem::path resources;           // has published/
  /// Runs that are not among them get the next free numbers and the colour of their place.
  std::vector<ShownRun> shown = {};
};

/// Reads all of them and makes the report. Throws UsageError where there is none, InputError naming the file of the
/// first one that cannot be read.
Report make_report(const ReportRequest& request);

}  // namespace mlplab
