// Others' measurements, for laying them over ours.
#pragma once

#include <QString>

#include "core/experiments/comparison/published.h"

namespace mlplab {

/// None where a file cannot be read: an optional overlay must not keep a page from opening.
std::vector<PublishedStudy> published_or_none(const std::filesystem::path& resources);

/// What stands beside published figures wherever they are shown: further tables, and what is doubtful in them.
struct PublishedBeside {
  std::vector<PublishedTable> tables;
  std::vector<std::string> doubts;
};
PublishedBeside beside_published(const PublishedStudy& study, const PublishedParts& parts);
/// For the text that a page reads its numbers in. `quiet`: the colour of what is said only once known.
QString published_paragraphs(const PublishedBeside& beside, const QString& quiet);

}  // namespace mlplab
