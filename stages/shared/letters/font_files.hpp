// Where fonts are.
#pragma once

#include <string>

namespace sluice::stages {

// The path of a font: of "auto" the first of a few plain ones, of another word the file that is so called,
// without its extension and in any case, or the word itself if it is a path. Folders of fonts are read once.
// Throws Error(input) if there is none.
std::string font_file(const std::string& word);

}  // namespace sluice::stages
