#include "io/texts.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <utility>

namespace sluice {

std::string text_of_latin1(Bytes text) {
    std::string result;
    for (const std::uint8_t c : text) {
        if (c < 0x80) {
            result += static_cast<char>(c);
        } else {
            result += static_cast<char>(0xC0 | c >> 6);
            result += static_cast<char>(0x80 | (c & 0x3F));
        }
    }
    return result;
}

bool add_text(std::vector<MetadataText>& texts, std::string_view key, Bytes text) {
    text = text.first(static_cast<std::size_t>(std::find(text.begin(), text.end(), 0) - text.begin()));
    if (text.empty()) return true;
    std::size_t bytes = text.size();
    for (const MetadataText& other : texts) bytes += other.text.size();
    if (texts.size() >= most_texts || bytes > most_text_bytes) return false;
    std::string found(text.begin(), text.end());
    texts.push_back({std::string(key), is_utf8(found) ? std::move(found) : text_of_latin1(text)});
    return true;
}

std::vector<MetadataText> texts_with_key(std::vector<MetadataText> texts, const std::string& key,
                                         const std::string& format, const Warn& warn) {
    if (key.empty()) return texts;
    const auto with = [&](std::string_view wanted) {
        return std::find_if(texts.begin(), texts.end(),
                            [&](const MetadataText& text) { return text.key == wanted; });
    };
    for (const std::string_view other : {comment_key, description_key})
        if (with(key) == texts.end() && with(other) != texts.end()) with(other)->key = key;
    std::vector<MetadataText> result;
    std::vector<std::string> lost;
    for (MetadataText& text : texts)
        if (text.key == key)
            result.push_back(std::move(text));
        else
            lost.push_back(text.key);
    constexpr std::size_t most_named = 5;
    if (lost.size() > most_named) lost = {std::to_string(lost.size()) + " of them"};
    if (!lost.empty())
        warn("it loses texts (" + listed(lost) + "): " + format + " holds a " +
             (key == comment_key ? "comment" : "description") + " alone; .png holds all");
    return result;
}

}  // namespace sluice
