// A lab report on A4 paper.
#pragma once

#include <QByteArray>
#include <map>
#include <string>

#include "core/reporting/lab/report.h"
#include "ui/report/report_charts.h"

namespace mlplab {

/// The pages, with every chart of `charts` (by its name) in its place. On any thread.
QByteArray report_pdf(const Report& report, const std::map<std::string, DrawnChart>& charts);

}  // namespace mlplab
