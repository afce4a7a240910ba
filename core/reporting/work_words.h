// The training in words, for the caption of every chart and table of a training.
#pragma once

#include <cstdint>
#include <string>

#include "core/study/equivalence.h"

namespace mlplab {

/// 'mnist, 60000 images, 3 epochs'. `data`: title_of(DataSpec), '' where it is not known. `images`: how many were
/// trained on per epoch, written as the reader writes numbers; '' where that is not known. `epochs`: 0 where not known.
std::string work_in_words(const std::string& data, const std::string& images, int epochs);

/// `images` as work_in_words() takes them: their digits, '' for 0.
std::string image_count(std::int64_t images);
/// The fewest and the most of several runs: '1000 to 30000'.
std::string image_count(std::pair<std::int64_t, std::int64_t> images);

/// The sign and word of a row: '✓ equal'. `in_file`: as programs read it, 'equal', the same in every language.
std::string same_result_words(Equivalence losses, bool in_file);

}  // namespace mlplab
