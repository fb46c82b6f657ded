// Names of outputs as the user wants them: "{stem}.{ext}".
#pragma once

#include "pipeline/core/error.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace sluice {

// What the fields of a template stand for, for one file.
struct NameFields {
    std::string stem;       // name of the input without its extension
    std::string ext;        // extension of the output, without the dot
    std::string parent;     // name of the folder that holds the input
    std::size_t index = 0;  // number of the input, from 1
};

// Text with the fields {stem}, {ext}, {parent} and {index}; {index:4} has at least 4 digits, "{{" and
// "}}" are braces. A '/' makes folders below the output's own.
class NameTemplate {
public:
    // Ends in ".{ext}" or in the extension of a format that can be written. Reports every fault, each
    // with `subject`; what is returned then must not be used.
    static NameTemplate parse(const std::string& text, const Wording& subject, Diagnostics& faults);

    std::string expand(const NameFields& fields) const;

    bool uses_index() const { return uses(Field::index); }
    bool uses_parent() const { return uses(Field::parent); }
    bool uses_stem() const { return uses(Field::stem); }
    // The extension when it is part of the text, without the dot; "" when the template leaves it open.
    const std::string& fixed_extension() const { return fixed_extension_; }

private:
    enum class Field { stem, ext, parent, index };
    struct Slot {
        Field field;
        std::size_t digits;
    };
    bool uses(Field field) const;

    std::vector<std::variant<std::string, Slot>> parts_;
    std::string fixed_extension_;
};

}  // namespace sluice
