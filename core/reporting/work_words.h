// The training in words, for the caption of every chart and table of a training.
#pragma once

#include <cstdint>
#include <string>

namespace mlplab {

/// 'mnist, 60000 images, 3 epochs'. `data`: title_of(DataSpec), '' where it is not known. `images`: how many were
/// trained on per epoch, written as the reader writes numbers; '' where that is not known. `epochs`: 0 where not known.
std::string work_in_words(const std::string& data, const std::string& images, int epochs);

/// `images` as work_in_words() takes them: their digits, '' for 0.
std::string image_count(std::int64_t images);
/// The fewest and the most of several runs: '1000 to 30000'.
std::string image_count(std::pair<std::int64_t, std::int64_t> images);

}  // namespace mlplab
