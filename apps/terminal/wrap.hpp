// Text for a terminal, broken between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::apps {

// Lines of at most `columns` characters; words that are longer stand alone and whole. The first line stands
// behind `indent` columns of other text, the others begin with as many spaces. In `text` a line goes on with
// the next one, except before an empty line, which ends a paragraph, and before one that begins with two
// spaces, which is an item: its lines begin with four spaces from the second on.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

}  // namespace sluice::apps
