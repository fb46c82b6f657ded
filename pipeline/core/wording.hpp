// Texts for people that name options of sluice as data, so that each front end writes an option as its users
// do: --overwrite newer, .overwrite = Overwrite::newer, overwrite="newer".
#pragma once

#include "pipeline/core/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

class Wording;

// An option that a message names: most often what would help.
struct Remedy {
    // As BatchOptions has it, "overwrite"; of a stage, "load.page"; of `command`, "histogram".
    std::string parameter;
    // One of its values; nothing where the option itself is meant. Memory is in bytes.
    std::variant<std::monostate, bool, std::int64_t, double, std::string> value = {};
    std::string command = {};  // of which it is an option, "stats"; "" = whatever is at work

    bool operator==(const Remedy&) const = default;
    friend Wording operator+(Wording text, const Wording& more);
};

// How a front end writes it. `again`: the option before it in the text is the same one with another value, so
// that the value alone says it.
using Spelling = std::string (*)(const Remedy& remedy, bool again);

// As C++ programs write it: ".overwrite = Overwrite::newer"; an option of a stage as Graph::set and
// BatchOptions::set take it, "load.page=2"; the name alone where there is no value.
SLUICE_API std::string in_programs(const Remedy& remedy, bool again);

// A text with Remedies in it. It stands for its text as programs write it wherever a std::string is taken;
// sums keep the Remedies. A value; any thread.
class SLUICE_API Wording {
public:
    Wording() = default;
    Wording(std::string text) : words_(std::move(text)), text_(words_) {}
    Wording(const char* text) : Wording(std::string(text)) {}
    Wording(Remedy remedy);

    const std::string& text() const { return text_; }
    operator const std::string&() const { return text_; }
    bool empty() const { return text_.empty(); }

    std::string in(Spelling spelling) const;
    std::vector<Remedy> remedies() const;  // in the order of the text
    // With all words but the Remedies changed.
    Wording with(const std::function<std::string(std::string_view)>& change) const;

    // Before each Remedy, and at the end, which has none: the words there.
    struct Part {
        std::string words;
        const Remedy* remedy;  // of this Wording; null at the end
    };
    std::vector<Part> parts() const;

    Wording& operator+=(const Wording& more);
    friend Wording operator+(Wording text, const Wording& more);
    friend bool operator==(const Wording& one, std::string_view text) { return one.text_ == text; }
    friend SLUICE_API std::ostream& operator<<(std::ostream& stream, const Wording& wording);

private:
    struct Mark {
        std::size_t at;  // in words_
        Remedy remedy;
    };

    std::string words_;  // without the Remedies
    std::vector<Mark> marks_;
    std::string text_;  // with them, as programs write them
};

inline Wording operator+(Wording text, const Wording& more) {
    text += more;
    return text;
}

}  // namespace sluice
