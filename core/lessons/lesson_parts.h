// Parts of a lesson's file that are read and written apart from lesson.cpp, and the bounds that all parts share. Every
// function throws UsageError. To add a part: its two functions here and a file beside this one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"

namespace mlplab::lesson_parts {

void demand(bool right, const std::string& sentence);
std::string quoted(const std::string& name);
/// Without control characters but ends of lines.
std::string short_text(const std::string& text, const std::string& what, std::size_t longest, bool needed);
/// 'train.optimizer.learning_rate': of letters, digits, '_', '-' and dots between them.
std::string plain_name(const std::string& name, const std::string& what);
int within(int value, const std::string& what, int least, int most);

/// `kernels`: those that a check may name.
LessonCheck read_check(const nlohmann::json& json, const std::vector<LessonKernel>& kernels);
nlohmann::ordered_json check_json(const LessonCheck& check);

std::vector<LessonKernel> read_kernels(const nlohmann::json& json);
nlohmann::ordered_json kernels_json(const std::vector<LessonKernel>& kernels);

}  // namespace mlplab::lesson_parts
