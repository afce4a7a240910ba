#include "core/study/kinds/energy.h"

#include <algorithm>

#include "core/study/figures.h"

namespace mlplab {

void add_energy_columns(std::vector<const Figure*>& list, const std::vector<Cell>& cells) {
  if (!any_energy(energies_of(cells))) return;
  for (const Figure* figure : figures::of_energy) {
    const bool needs_idle = std::ranges::find(figures::without_idle, figure) != std::end(figures::without_idle);
    if (!needs_idle || any_known(*figure, cells)) list.push_back(figure);
  }
}

void add_energy_charts(std::vector<const Figure*>& list, const std::vector<Cell>& cells) {
  const Figure* product = any_known(figures::edp, cells) ? &figures::edp : &figures::edp_js;
  for (const Figure* figure : {&figures::energy, product, &figures::images_per_joule})
    if (any_known(*figure, cells)) list.push_back(figure);
}

}  // namespace mlplab
