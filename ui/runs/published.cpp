#include "ui/runs/published.h"

#include <QCoreApplication>

#include "ui/widgets/form_parts.h"

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct PublishedText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Published)
};

/// A row as a line that wraps: a table of several columns is wider than the text beside the charts.
QString line_of(const PublishedTable& table, const std::vector<std::string>& row) {
  QStringList parts;
  for (std::size_t i = 1; i < row.size(); ++i)
    parts << QString::fromStdString(table.header[i]) + QStringLiteral(" ") + QString::fromStdString(row[i]);
  return QString::fromStdString(row.front()) + QStringLiteral(": ") + parts.join(QStringLiteral(" · "));
}

}  // namespace

QString published_paragraphs(const PublishedBeside& beside, const QString& quiet) {
  QString text;
  for (const PublishedTable& table : beside.tables) {
    text += paragraph(PublishedText::tr("Published: %1").arg(QString::fromStdString(table.title)), quiet);
    for (const auto& row : table.rows) text += paragraph(line_of(table, row));
  }
  if (!beside.doubts.empty()) text += paragraph(PublishedText::tr("What is doubtful in the published figures:"), quiet);
  for (const std::string& doubt : beside.doubts)
    text += paragraph(QStringLiteral("• ") + QString::fromStdString(doubt));
  return text;
}

}  // namespace mlplab
