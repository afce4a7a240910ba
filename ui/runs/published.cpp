// A broken file of measurements is no error in the window.
#include "ui/runs/published.h"

#include <QCoreApplication>

#include "core/base/error.h"
#include "ui/widgets/form_parts.h"

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct PublishedText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::Published)
};

QString cells(const std::vector<std::string>& texts, const char* tag) {
  QString row;
  for (std::size_t i = 0; i < texts.size(); ++i)
    row += QStringLiteral("<%1 align='%2' style='padding:0 6px 2px 0'>%3</%1>")
               .arg(QLatin1String(tag), i == 0 ? QLatin1String("left") : QLatin1String("right"),
                    QString::fromStdString(texts[i]).toHtmlEscaped());
  return QStringLiteral("<tr>%1</tr>").arg(row);
}

}  // namespace

std::vector<PublishedStudy> published_or_none(const std::filesystem::path& resources) {
  try {
    return published_studies(resources);
  } catch (const Error&) {
    return {};
  }
}

PublishedBeside beside_published(const PublishedStudy& study, const PublishedParts& parts) {
  return {tables_of(study, parts), doubts_of(study, parts)};
}

QString published_paragraphs(const PublishedBeside& beside, const QString& quiet) {
  QString text;
  for (const PublishedTable& table : beside.tables) {
    text += paragraph(PublishedText::tr("Published: %1").arg(QString::fromStdString(table.title)), quiet);
    QString rows = cells(table.header, "th");
    for (const auto& row : table.rows) rows += cells(row, "td");
    text += QStringLiteral("<table cellspacing='0' style='margin:0 0 6px 0'>%1</table>").arg(rows);
  }
  if (!beside.doubts.empty()) text += paragraph(PublishedText::tr("What is doubtful in the published figures:"), quiet);
  for (const std::string& doubt : beside.doubts)
    text += paragraph(QStringLiteral("• ") + QString::fromStdString(doubt));
  return text;
}

}  // namespace mlplab
