#include "ui/inspect/class_table.h"

#include <QLocale>

#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

QString figure_text(const std::optional<double>& figure) { return figure ? share_text(*figure) : QStringLiteral("–"); }

}  // namespace

ClassTableModel::ClassTableModel(QObject* parent) : ColumnTable(parent) {
  const auto at = [this](int row) -> const ClassFigures& { return figures_[static_cast<std::size_t>(row)]; };
  const auto count = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
  // A share, and why it is not defined where it is not.
  const auto share = [at](const QString& title, const QString& tip, std::optional<double> ClassFigures::*figure,
                          const QString& why_not) {
    return TableColumn{.title = title,
                       .cell = [=](int row) { return figure_text(at(row).*figure); },
                       .tip = tip,
                       .cell_tip = [=](int row) { return at(row).*figure ? QVariant() : QVariant(why_not); }};
  };
  set_columns(
      {{tr("Class"), [this](int row) { return names_.value(row); }, true},
       {tr("Images"), [=](int row) { return at(row).images == 0 ? tr("no images") : count(at(row).images); }},
       {tr("Predicted"), [=](int row) { return count(at(row).predicted); }},
       {tr("Right"), [=](int row) { return count(at(row).right); }},
       share(tr("Precision"), tr("Share of the images predicted as this class that belong to it: correct / predicted"),
             &ClassFigures::precision, tr("never predicted: the precision is not defined")),
       share(tr("Recall"), tr("Share of the images of this class that were found: correct / images"),
             &ClassFigures::recall, tr("no images of this class")),
       share(tr("F1"), tr("The harmonic mean of both: 2 correct / (images + predicted)"), &ClassFigures::f1,
             tr("no images of this class, and never predicted"))});
}

void ClassTableModel::set_figures(std::vector<ClassFigures> figures, const QStringList& names) {
  const bool same_rows = figures.size() == figures_.size() && names == names_;
  figures_ = std::move(figures);
  names_ = names;
  if (same_rows)
    refresh_cells();
  else
    set_rows(figures_.size());
}

}  // namespace mlplab
