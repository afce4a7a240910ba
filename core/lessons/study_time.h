// About how long a study takes on this machine, before it is begun.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/lessons/lesson.h"

namespace mlplab {

/// A sentence on the training that the lesson's page would do, from a few small batches of each of its runs, trained
/// now: larger ones take less time for an image. `stop` (optional) is looked at between them.
std::string time_words(const Lesson& lesson, const std::filesystem::path& resources,
                       const std::atomic<bool>* stop = nullptr);

}  // namespace mlplab
