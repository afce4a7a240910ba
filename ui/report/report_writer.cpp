// Read, draw, write: three steps, each where it belongs.
#include "ui/report/report_writer.h"

#include <QTimer>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/reporting/lab/writers.h"
#include "core/reporting/xml.h"
#include "ui/report/report_pdf.h"

namespace mlplab {

namespace {

/// The charts of the page need no other file, and their marks and fonts do not mix: each is an image of its own.
std::string image_element(const ReportChart& chart, const DrawnChart& drawn) {
  return "<img src=\"data:image/svg+xml;base64," + drawn.svg.toBase64().toStdString() + "\" alt=\"" +
         xml_escaped(chart.chart.title) + "\">\n";
}

/// Among other things it would be scattered, and may have a file of the same name.
std::filesystem::path free_report_folder(const std::filesystem::path& folder) {
  return entries_in(folder).empty() ? folder : free_path(folder, "report");
}

}  // namespace

ReportWriter::ReportWriter(std::filesystem::path resources, QObject* parent)
    : QObject(parent), resources_(std::move(resources)) {}

void ReportWriter::write(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder,
                         const std::vector<ShownRun>& shown) {
  if (busy()) {
    Q_EMIT failed(tr("A report is being written still: wait for its end."));
    return;
  }
  work_ = std::make_shared<Work>();
  const auto make = [paths, folder, shown, resources = resources_](const std::atomic<bool>&) {
    auto work = std::make_shared<Work>();
    work->folder = free_report_folder(folder);
    check_report_folder(work->folder);
    work->report = make_report({.title = {}, .paths = paths, .resources = resources, .shown = shown});
    return work;
  };
  background_.ask(
      make, [this](const auto& work) { begin(work); }, [this](const QString& why) { end(why); });
}

void ReportWriter::begin(std::shared_ptr<Work> work) {
  work_ = std::move(work);
  for (const ReportSection& section : work_->report.sections)
    for (const ReportPart& part : section.parts)
      if (const auto* chart = std::get_if<ReportChart>(&part)) work_->waiting.push_back(chart);
  std::ranges::reverse(work_->waiting);
  draw_next();
}

void ReportWriter::draw_next() {
  if (work_->waiting.empty()) return save();
  const ReportChart* chart = work_->waiting.back();
  work_->waiting.pop_back();
  work_->drawn[chart->name] = draw_report_chart(*chart);
  QTimer::singleShot(0, this, &ReportWriter::draw_next);
}

void ReportWriter::save() {
  const auto write = [work = work_](const std::atomic<bool>&) {
    const auto element = [&](const ReportChart& chart) { return image_element(chart, work->drawn.at(chart.name)); };
    const auto image = [&](const ReportChart& chart) { return work->drawn.at(chart.name).svg.toStdString(); };
    std::vector<ReportFile> files = report_files(work->report, element, image);
    files.push_back({"report.pdf", report_pdf(work->report, work->drawn).toStdString()});
    write_report(work->folder, files);
    return QString();
  };
  const auto tell = [this](const QString& why) { end(why); };
  background_.ask(write, tell, tell);
}

void ReportWriter::end(const QString& failure) {
  const std::shared_ptr<Work> done = std::move(work_);
  work_.reset();
  if (failure.isEmpty())
    Q_EMIT written(QString::fromStdString(done->folder.string()));
  else
    Q_EMIT failed(failure);
}

}  // namespace mlplab
