// Lines of what a study keeps: JSON, one for each finished run, appended and on the disk before the next run begins. A
// program that is killed loses at most the run in progress. To keep another kind of study: read_lines() gives what its
// file has, append_lines() adds to it; RunLock (core/run/run_lock.h) keeps a second program away.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

/// The lines of a file that were written to their end: without what follows the last newline.
std::vector<std::string_view> whole_lines(std::string_view text);

/// Hands `take` the lines from the one numbered `first` (from 1) on, parsed. Throws InputError where one is no JSON or
/// `take` throws, which begins with `refusal` (English): its %1 is the file, %2 the number of the line, %3 why.
void read_lines(const std::filesystem::path& file, const std::vector<std::string_view>& lines, std::size_t first,
                const char* refusal, const std::function<void(const nlohmann::json& line)>& take);

/// Adds lines; a last one that was cut off is removed first, so that the new ones do not continue it. They are on the
/// disk when this returns, or none of them is in the file. Throws InputError (disk full…).
void append_lines(const std::filesystem::path& file, const std::vector<nlohmann::json>& lines);
/// As they stand in a file.
std::string text_of_lines(const std::vector<nlohmann::json>& lines);

/// The object that a kept study's file is or, where that has lines, its first line; null where it is neither.
nlohmann::json head_of(std::string_view text);

}  // namespace mlplab
