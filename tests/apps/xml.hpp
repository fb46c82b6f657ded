// Just enough XML to see whether a text is well formed.
#pragma once

#include <string>

// "" or what is wrong. Knows elements, attributes and the five named entities, which is all that we write.
std::string xml_fault(const std::string& text);
