#include "ui/inspect/inspect_files.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>

#include "core/base/files.h"
#include "core/reporting/table.h"
#include "ui/inspect/map_view.h"
#include "ui/network/confusion_view.h"
#include "ui/runs/network_input.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

struct InspectFilesText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::InspectFiles)
};

/// A square with a title above and a caption below, painted by `paint` into the middle.
Painting titled(const QString& title, const QString& caption, std::function<void(QPainter&, const QRectF&)> paint) {
  const QSizeF size(560, 620);
  return {size, title, caption, [=](QPainter& painter) {
            const Theme theme = light_theme();
            painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
            painter.fillRect(QRectF(QPointF(), size), theme.card);
            QFont font = QGuiApplication::font();
            font.setPointSizeF(theme.font_pt);
            QFont bold = font;
            bold.setBold(true);
            painter.setFont(bold);
            painter.setPen(theme.text);
            painter.drawText(QRectF(12, 8, size.width() - 24, 22), Qt::AlignLeft | Qt::AlignVCenter, title);
            painter.setFont(font);
            painter.setPen(theme.quiet);
            painter.drawText(QRectF(12, size.height() - 28, size.width() - 24, 22), Qt::AlignLeft | Qt::AlignVCenter,
                             caption);
            paint(painter, QRectF(12, 36, size.width() - 24, size.height() - 70));
          }};
}

std::string name_of_class(const Inspection& inspection, int label) {
  return class_name(inspection.data->class_names, label);
}

}  // namespace

QStringList class_names_of(const Dataset& data) {
  QStringList names;
  for (int label = 0; label < data.classes(); ++label) names << class_title(label, data.class_names);
  return names;
}

QString right_words(const Confusion& confusion) {
  if (!confusion.accuracy()) return InspectFilesText::tr("no images");
  return InspectFilesText::tr("%L1 of %L2 right, %3")
      .arg(confusion.right())
      .arg(confusion.total())
      .arg(share_text(*confusion.accuracy(), 2));
}

Painting confusion_painting(const Inspection& inspection, const QString& of_what) {
  return titled(
      InspectFilesText::tr("Confusion matrix: %1").arg(of_what), right_words(inspection.confusion),
      [confusion = inspection.confusion, names = class_names_of(*inspection.data)](
          QPainter& painter, const QRectF& area) { paint_confusion(painter, area, confusion, names, light_theme()); });
}

Painting map_painting(const Inspection& inspection, const QString& of_what) {
  const QString caption =
      InspectFilesText::tr("%L1 images; the two axes hold %2 and %3 of the variance; rings: misclassified")
          .arg(inspection.map.x.size())
          .arg(share_text(inspection.map.share_x), share_text(inspection.map.share_y));
  return titled(
      InspectFilesText::tr("Map of the last hidden layer: %1").arg(of_what), caption,
      [inspection](QPainter& painter, const QRectF& area) { paint_map(painter, area, inspection, light_theme()); });
}

QString confusion_csv(const Inspection& inspection) {
  const Confusion& confusion = inspection.confusion;
  // untranslated: a CSV header, which programs read
  Table table{{"true class \\ answer"}, {}};
  for (int label = 0; label < confusion.classes; ++label) table.header.push_back(name_of_class(inspection, label));
  for (int truth = 0; truth < confusion.classes; ++truth) {
    std::vector<std::string> row = {name_of_class(inspection, truth)};
    for (int predicted = 0; predicted < confusion.classes; ++predicted)
      row.push_back(std::to_string(confusion.at(truth, predicted)));
    table.rows.push_back(std::move(row));
  }
  return QString::fromStdString(to_csv(table));
}

QString classes_csv(const Inspection& inspection) {
  const auto figure = [](const std::optional<double>& value) { return value ? exact(*value) : std::string(); };
  Table table{{"class", "pictures", "answered", "right", "precision", "recall", "f1"}, {}};
  for (std::size_t label = 0; label < inspection.classes.size(); ++label) {
    const ClassFigures& f = inspection.classes[label];
    table.rows.push_back({name_of_class(inspection, static_cast<int>(label)), std::to_string(f.images),
                          std::to_string(f.predicted), std::to_string(f.right), figure(f.precision), figure(f.recall),
                          figure(f.f1)});
  }
  return QString::fromStdString(to_csv(table));
}

QString mistakes_csv(const Inspection& inspection) {
  Table table;
  table.header = {"picture", "true class", "answer"};
  // untranslated: a CSV header, which programs read
  table.header.insert(table.header.end(), {"probability of the true class", "probability of the answer"});
  const Predictions& a = inspection.predictions;
  for (const std::uint32_t image : inspection.worst)
    table.rows.push_back({std::to_string(image + 1), name_of_class(inspection, a.truth[image]),
                          name_of_class(inspection, a.predicted[image]),
                          exact(double{a.probability(image, a.truth[image])}),
                          exact(double{a.probability(image, a.predicted[image])})});
  return QString::fromStdString(to_csv(table));
}

QString map_csv(const Inspection& inspection) {
  Table table{{"picture", "true class", "answer", "x", "y"}, {}};
  for (std::size_t i = 0; i < inspection.map.x.size(); ++i)
    table.rows.push_back({std::to_string(i + 1), name_of_class(inspection, inspection.predictions.truth[i]),
                          name_of_class(inspection, inspection.predictions.predicted[i]),
                          exact(double{inspection.map.x[i]}), exact(double{inspection.map.y[i]})});
  return QString::fromStdString(to_csv(table));
}

void save_csv(const QString& csv, const QString& path) { write_file_atomically(path.toStdString(), csv.toStdString()); }

}  // namespace mlplab
