// Others' measurements, for laying them over ours.
#pragma once

#include <QString>

#include "core/study/comparison/published.h"

namespace mlplab {

/// For the text that a page reads its numbers in. `quiet`: the colour of what is said only once known.
QString published_paragraphs(const PublishedBeside& beside, const QString& quiet);

}  // namespace mlplab
