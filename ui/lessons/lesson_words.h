// A lesson's checks in words.
#pragma once

#include <QString>
#include <functional>

#include "core/lessons/lesson_progress.h"

namespace mlplab {

/// The task of a check, and how much of it is done: 'Let 2 runs end (1 so far)'. `page_title` gives the title of a
/// page.
QString check_words(const LessonCheck& check, int seen, bool done,
                    const std::function<QString(const std::string&)>& page_title);

}  // namespace mlplab
