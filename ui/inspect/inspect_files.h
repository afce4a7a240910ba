// The views of the page Inspect as files: images on a light ground with title and caption, numbers as CSV.
#pragma once

#include <QString>
#include <QStringList>

#include "ui/charts/chart_export.h"
#include "ui/inspect/inspector.h"

namespace mlplab {

/// The names of the classes, as the window shows them.
QStringList class_names_of(const Dataset& data);
/// '9,793 of 10,000 right, 97.93 %'
QString right_words(const Confusion& confusion);

Painting confusion_painting(const Inspection& inspection, const QString& of_what);
Painting map_painting(const Inspection& inspection, const QString& of_what);
/// Rows are the true classes, columns the predictions.
QString confusion_csv(const Inspection& inspection);
/// One row per class, in full precision; empty fields where a figure is absent.
QString classes_csv(const Inspection& inspection);
/// image, true class, prediction, and the probabilities of both; the worst first.
QString mistakes_csv(const Inspection& inspection);
/// image, true class, prediction, x, y
QString map_csv(const Inspection& inspection);
void save_csv(const QString& csv, const QString& path);  // Throws InputError

}  // namespace mlplab
