// Others' measurements, for laying them over ours.
#pragma once

#include <QString>

#include "core/experiments/comparison/published.h"

namespace mlplab {

/// The parts shown beside published figures everywhere: further tables, and the doubts about the figures.
struct PublishedBeside {
  std::vector<PublishedTable> tables;
  std::vector<std::string> doubts;
};
PublishedBeside beside_published(const PublishedStudy& study, const PublishedParts& parts);
/// For the text that a page reads its numbers in. `quiet`: the colour of what is said only once known.
QString published_paragraphs(const PublishedBeside& beside, const QString& quiet);

}  // namespace mlplab
