#include "core/study/kinds/resources.h"

#include <algorithm>

#include "core/study/figures.h"

namespace mlplab {

void add_resource_columns(std::vector<const Figure*>& list, const std::vector<Cell>& cells) {
  for (const Figure* figure : figures::newest)
    if (std::ranges::any_of(cells, [figure](const Cell& cell) { return figure->of(cell).value > 0.0; }))
      list.push_back(figure);
}

void add_resource_charts(std::vector<const Figure*>& list, const std::vector<Cell>& cells) {
  for (const Figure* figure : {&figures::peak_memory, &figures::device_memory})
    if (any_known(*figure, cells)) list.push_back(figure);
}

}  // namespace mlplab
