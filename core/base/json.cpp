#include "core/base/json.h"

#include "core/base/language.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;
template class nlohmann::detail::serializer<nlohmann::json>;

namespace mlplab {
namespace {

/// Brackets inside strings do not count.
void check_depth(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == ']' || c == '}') --depth;
    if ((c == '[' || c == '{') && ++depth > max_json_depth)
      throw nlohmann::json::parse_error::create(101, i, say("it is nested deeper than %1 levels", max_json_depth),
                                                nullptr);
  }
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
  check_depth(text);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::out_of_range& error) {  // 1e999
    throw nlohmann::json::parse_error::create(101, 0, error.what(), nullptr);
  }
}

nlohmann::json parse_json_or_null(std::string_view text) {
  try {
    return parse_json(text);
  } catch (const nlohmann::json::parse_error&) {
    return {};
  }
}

std::string why_not_json(std::string_view text) {
  const bool utf16 = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  return utf16 ? say("it is UTF-16; save it as UTF-8") : say("it is not JSON");
}

std::string dump_json(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string dump_json(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace mlplab
