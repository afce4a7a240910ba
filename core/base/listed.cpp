#include "core/base/listed.h"

#include "core/base/language.h"

namespace mlplab {

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text = i == 0 ? words[i] : i + 1 == words.size() ? say("%1 and %2", text, words[i]) : text + ", " + words[i];
  return text;
}

}  // namespace mlplab
