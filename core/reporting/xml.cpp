#include "core/reporting/xml.h"

namespace mlplab {

std::string xml_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        // XML has no form for the other control characters.
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
          escaped += "\uFFFD";
        else
          escaped += c;
    }
  }
  return escaped;
}

}  // namespace mlplab
