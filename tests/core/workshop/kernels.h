// Kernels for tests: folders of the workshop with a text of their own, and the line that they mark with 'HERE'.
#pragma once

#include <filesystem>
#include <string>

#include "core/workshop/check.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

/// A new folder in `parent`, whose kernel has `body` between the braces of the task's function. A '//@ ' line of the
/// body stands before the function.
Work work_with(const std::filesystem::path& parent, const std::string& task, const std::string& language,
               const std::string& body);
/// As it is, whatever is in it.
Work work_with_text(const std::filesystem::path& parent, const std::string& task, const std::string& language,
                    const std::string& text);
/// The line of the mark 'HERE' in the source; 0 where there is none.
int marked_line(const Work& work);
/// The code of the first fault, or 'right'.
std::string first_code(const Check& check);
/// All faults as 'code:line', for messages.
std::string faults_in_words(const Check& check);

}  // namespace mlplab::workshop
