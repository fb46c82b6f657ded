// Texts of image files: comments, titles, authors.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/files/bytes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Keys of texts that other formats than PNG have, too.
inline constexpr std::string_view comment_key = "Comment", description_key = "Description";

// What a file may have of them; what is beyond is left out.
inline constexpr std::size_t most_texts = 1000, most_text_bytes = std::size_t{8} << 20;

// Adds a text. Bytes that are no UTF-8 are taken for Latin-1, and the text ends at a zero. Nothing is added
// of an empty text. False if there are too many of them.
bool add_text(std::vector<MetadataText>& texts, std::string_view key, Bytes text);
// Of Latin-1, which all bytes are.
std::string text_of_latin1(Bytes text);

// The texts that go into a file of a format that has texts with this key alone ("": with any). A comment
// becomes a description, and the other way round, if there is no other one; `warn` is told which are lost.
std::vector<MetadataText> texts_with_key(std::vector<MetadataText> texts, const std::string& key,
                                         const std::string& format, const Warn& warn);

}  // namespace sluice
