// About how long a study takes on this machine, before it is begun.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/lessons/lesson.h"

namespace mlplab {

/// Whether programs that are not this one may be started to see how long they take: nobody has pressed a button yet.
enum class OtherPrograms { left_out, started };

/// A sentence on the training that the lesson's page would do, from a few small batches of each of its runs, trained
/// now: larger ones take less time for an image. '' once `stop` (optional) is true, which ends the training.
std::string time_words(const Lesson& lesson, const std::filesystem::path& resources, OtherPrograms programs,
                       const std::atomic<bool>* stop = nullptr);

}  // namespace mlplab
