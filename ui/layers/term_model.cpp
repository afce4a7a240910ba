#include "ui/layers/term_model.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

/// Decimals under one another are read at a glance; what is large has no room for them.
QString aligned(double value, int decimals) {
  constexpr double large = 10.0;
  return std::abs(value) < large ? number_text(value, 'f', decimals) : number_text(value, 'g', 4);
}

}  // namespace

TermModel::TermModel(QObject* parent) : ColumnTable(parent) {
  set_columns({{tr("Place"), [this](int row) { return place(at(row)); }, true},
               {tr("Input"), [this](int row) { return aligned(double{at(row).x}, 3); }},
               {tr("Weight"), [this](int row) { return aligned(double{at(row).weight}, 4); }},
               {tr("Product"), [this](int row) { return aligned(at(row).product(), 4); }}});
}

void TermModel::set_terms(std::vector<Term> terms, int maps) {
  const std::size_t kept = std::min(terms.size(), most_rows);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
                            [](const Term& t) { return std::abs(t.product()); });
  terms.resize(kept);
  const bool same_size = terms.size() == terms_.size() && maps == maps_;
  terms_ = std::move(terms);
  maps_ = maps;
  set_header(place_column, maps == 0 ? tr("From") : tr("Place"),
             maps == 0   ? QString()
             : maps == 1 ? tr("row, column")
                         : tr("map: row, column"));
  if (same_size)
    refresh_cells();
  else
    set_rows(terms_.size());
}

QString TermModel::place(const Term& term) const {
  if (maps_ == 0) return tr("unit %1").arg(term.channel + 1);
  if (maps_ == 1) return tr("%1, %2").arg(term.row).arg(term.column);
  return tr("%1: %2, %3").arg(term.channel + 1).arg(term.row).arg(term.column);
}

}  // namespace mlplab
