// Writes lab reports for the window: what was kept is read and the files are written beside the window's thread, the
// charts are drawn on it, one at a time, so that it never stands still.
#pragma once

#include <QObject>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/reporting/lab/report.h"
#include "ui/report/report_charts.h"
#include "ui/widgets/background.h"

namespace mlplab {

class ReportWriter : public QObject {
  Q_OBJECT
 public:
  /// `resources` has published/.
  explicit ReportWriter(std::filesystem::path resources, QObject* parent = nullptr);
  bool busy() const { return work_ != nullptr; }
  /// report.html, report.md and report.pdf with what they name, of the kept things in `paths`, in `folder`; in a new
  /// one within it where it is not empty; the runs with the numbers and colours of `shown`. Says written() or failed().
  void write(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder,
             const std::vector<ShownRun>& shown = {});

 Q_SIGNALS:
  void written(const QString& folder);
  void failed(const QString& message);

 private:
  struct Work {
    Report report;
    std::filesystem::path folder;
    std::vector<const ReportChart*> waiting;  // charts yet to be drawn, the next one last
    std::map<std::string, DrawnChart> drawn;
  };
  void begin(std::shared_ptr<Work> work);
  void draw_next();
  void save();
  void end(const QString& failure);

  std::filesystem::path resources_;
  std::shared_ptr<Work> work_;
  Background background_;  // the last member: it ends before what its work tells
};

}  // namespace mlplab
