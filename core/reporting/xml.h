#pragma once

#include <string>

namespace mlplab {

/// Text for the inside of an XML or HTML element or a quoted attribute; what XML cannot hold becomes '\uFFFD'.
std::string xml_escaped(const std::string& text);

}  // namespace mlplab
