// Others' measurements, for laying them over ours.
#pragma once

#include <QString>

#include "core/experiments/comparison/published.h"

namespace mlplab {

/// What stands beside published figures wherever they are shown: further tables, and what is doubtful in them.
struct PublishedBeside {
  std::vector<PublishedTable> tables;
  std::vector<std::string> doubts;
};
PublishedBeside beside_published(const PublishedStudy& study, const PublishedParts& parts);
/// For the text that a page reads its numbers in. `quiet`: the colour of what is said only once known.
QString published_paragraphs(const PublishedBeside& beside, const QString& quiet);

}  // namespace mlplab
