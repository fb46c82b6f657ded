// Markdown as a terminal shows it: the part of it that the pages of docs/ use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::apps {

// Paragraphs and lists are wrapped at `columns`; code is indented, under its file name where it has one;
// tables have columns; links are their text. A list of links within the page is left out.
std::string terminal_text(std::string_view markdown, std::size_t columns);

}  // namespace sluice::apps
