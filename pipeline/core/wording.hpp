// Messages that hold the options they name as data. Each front end then spells an option as its users do:
// --overwrite newer, .overwrite = Overwrite::newer, overwrite="newer".
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

// An option that a message names, usually because it would solve the problem.
struct Remedy {
    // A member of BatchOptions ("overwrite"), a parameter of a stage ("load.page"), or an option of `command`
    // ("histogram").
    std::string parameter;
    // A value for the option; std::monostate if the message names only the option. Memory is in bytes.
    std::variant<std::monostate, bool, std::int64_t, double, std::string> value = {};
    std::string command = {};  // the command that has the option, "stats"; "" = the one that is running

    bool operator==(const Remedy&) const = default;
    friend Wording operator+(Wording text, const Wording& more);
};

// Returns a Remedy as a front end spells it. `again`: the Remedy before it in the text is the same option
// with another value, so that the value alone is enough.
using Spelling = std::string (*)(const Remedy& remedy, bool again);

// The spelling of C++ programs: ".overwrite = Overwrite::newer". Parameters of stages are spelt
// "load.page=2": the name that Graph::set and BatchOptions::set take, with the value. Without a value, the
// name alone. Any thread.
SLUICE_API std::string in_programs(const Remedy& remedy, bool again);

// A text that contains Remedies. It converts to a std::string in which they are spelt as in C++ programs.
// Concatenation keeps the Remedies. Value type. Several threads may read a Wording at once.
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
    // A copy in which `change` was applied to the words between the Remedies.
    Wording with(const std::function<std::string(std::string_view)>& change) const;

    // Some words and the Remedy that follows them. The last Part has no Remedy.
    struct Part {
        std::string words;
        const Remedy* remedy;  // valid as long as this Wording; null in the last Part
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
    std::string text_;  // with the Remedies, spelt as in C++ programs
};

inline Wording operator+(Wording text, const Wording& more) {
    text += more;
    return text;
}

}  // namespace sluice
