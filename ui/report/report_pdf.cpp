// Qt's rich text knows a part of HTML and CSS: the page is written anew for it, from the same report.
#include "ui/report/report_pdf.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QTextDocument>
#include <QThread>
#include <QUrl>
#include <memory>

#include "core/reporting/lab/writers.h"
#include "ui/report/paged_text.h"

namespace mlplab {

namespace {

struct ReportPdfText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::ReportPdf)
};

constexpr double chart_width_px = 520.0;  // at 96 dpi: two charts with their captions are on a page
constexpr std::size_t wide_columns = 8;   // from so many on in smaller letters

/// In pt: words of tables with many columns would be cut.
double letters_of(std::size_t columns) {
  if (columns >= 11) return 6.0;
  if (columns >= 9) return 6.3;
  return columns >= wide_columns ? 7.0 : 8.0;
}

QString rich(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString rich_table(const ReportTable& table) {
  const bool wide = table.shown.header.size() >= wide_columns;
  const QString size = QStringLiteral("%1pt").arg(letters_of(table.shown.header.size()));
  QString html = QStringLiteral("<p class='caption'><b>%1</b> %2</p>")
                     .arg(ReportPdfText::tr("Table %1.").arg(table.number), rich(table.caption));
  html += QStringLiteral(
              "<table width='100%' border='1' cellspacing='0' cellpadding='%1' style='border-color:#c4c9d1; "
              "border-style:solid; border-collapse:collapse'><thead><tr>")
              .arg(wide ? 1 : 3);
  // In a table of many columns the titles are widest: a broken word is harder to read than a light one.
  const QString title_style =
      table.shown.header.size() >= 10
          ? QStringLiteral("font-size:%1pt;font-weight:normal").arg(0.9 * letters_of(table.shown.header.size()))
          : QStringLiteral("font-size:%1").arg(size);
  const std::vector<bool> numbers = number_columns(table);
  const auto side = [&](std::size_t column) {
    return numbers[column] ? QStringLiteral("right") : QStringLiteral("left");
  };
  for (std::size_t i = 0; i < numbers.size(); ++i)
    html += QStringLiteral("<th align='%3' bgcolor='#eef0f3'><span style='%1'>%2</span></th>")
                .arg(title_style, rich(table.shown.header[i]), side(i));
  html += QStringLiteral("</tr></thead>");
  for (const std::vector<std::string>& row : table.shown.rows) {
    html += QStringLiteral("<tr>");
    for (std::size_t i = 0; i < row.size(); ++i)
      html +=
          QStringLiteral("<td align='%3'><span style='font-size:%1'>%2</span></td>").arg(size, rich(row[i]), side(i));
    html += QStringLiteral("</tr>");
  }
  html += QStringLiteral("</table>");
  if (!table.exact.header.empty())
    html +=
        QStringLiteral("<p class='file'>%1</p>").arg(ReportPdfText::tr("Every digit: %1.csv").arg(rich(table.name)));
  return html;
}

struct RichPart {
  const std::map<std::string, DrawnChart>& charts;

  QString operator()(const ReportParagraph& part) const { return QStringLiteral("<p>%1</p>").arg(rich(part.text)); }
  QString operator()(const ReportList& part) const {
    QString html = QStringLiteral("<ul>");
    for (const std::string& item : part.items) html += QStringLiteral("<li>%1</li>").arg(rich(item));
    return html + QStringLiteral("</ul>");
  }
  QString operator()(const ReportTable& part) const { return rich_table(part); }
  QString operator()(const ReportChart& part) const {
    const auto drawn = charts.find(part.name);
    QString html;
    if (drawn != charts.end()) {
      const QSizeF size = drawn->second.size * (chart_width_px / drawn->second.size.width());
      html = QStringLiteral("<p><img src='chart:%1' width='%2' height='%3'></p>")
                 .arg(rich(part.name), QString::number(qRound(size.width())), QString::number(qRound(size.height())));
    }
    return html + QStringLiteral("<p class='caption'><b>%1</b> %2</p>")
                      .arg(ReportPdfText::tr("Figure %1.").arg(part.number), rich(part.caption));
  }
  QString operator()(const ReportSpace& part) const {
    constexpr int lines = 40;
    return QStringLiteral(
               "<table width='100%' border='1' cellspacing='0' cellpadding='8' "
               "style='border-color:#7f8792; border-style:solid; border-collapse:collapse'><tr><td>"
               "<span style='color:#5b6470'>%1</span>%2</td></tr></table>")
        .arg(rich(part.prompt), QStringLiteral("<br>&nbsp;").repeated(lines));
  }
};

QByteArray pdf_pages(const Report& report, const std::map<std::string, DrawnChart>& charts) {
  QString html = QStringLiteral("<h1>%1</h1><p style='color:#5b6470'>%2</p><p>%3</p>")
                     .arg(rich(report.title), rich(report.made),
                          ReportPdfText::tr("Name: %1").arg(QStringLiteral("_").repeated(40)));
  for (const ReportSection& section : report.sections) {
    // Where the student writes there is a page for it.
    const bool space = !section.parts.empty() && std::holds_alternative<ReportSpace>(section.parts.front());
    html += (space ? QStringLiteral("<h2 style='page-break-before:always'>%1</h2>") : QStringLiteral("<h2>%1</h2>"))
                .arg(rich(section.title));
    for (const ReportPart& part : section.parts) html += std::visit(RichPart{charts}, part);
  }
  QTextDocument document;
  document.setDefaultFont(QFont(QStringLiteral("Sans Serif"), 9));
  document.setDefaultStyleSheet(
      QStringLiteral("h1 { font-size: 18pt; } h2 { font-size: 13pt; margin-top: 18px; } .caption { color: #3d444d; "
                     "margin-top: 8px; margin-bottom: 4px; } .file { color: #5b6470; font-size: 7.5pt; }"));
  for (const auto& [name, drawn] : charts)
    document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:") + QString::fromStdString(name)),
                         drawn.image);
  document.setHtml(html);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(QString::fromStdString(report.title));
  writer.setCreator(QStringLiteral("MLP Lab"));
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageMargins({});
  print_pages(document, writer);
  return bytes;
}

}  // namespace

/// Qt's layout of text has a timer, and wants a thread of Qt's own for it.
QByteArray report_pdf(const Report& report, const std::map<std::string, DrawnChart>& charts) {
  QByteArray bytes;
  const std::unique_ptr<QThread> thread(QThread::create([&] { bytes = pdf_pages(report, charts); }));
  thread->start();
  thread->wait();
  return bytes;
}

}  // namespace mlplab
