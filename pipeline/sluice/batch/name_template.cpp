#include "pipeline/sluice/batch/name_template.hpp"

#include "io/codecs.hpp"
#include "io/save_format.hpp"
#include "pipeline/core/braces.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace sluice {
namespace {

constexpr std::size_t most_digits = 12;
const std::vector<std::string> field_names = {"stem", "ext", "parent", "index"};  // in the order of Field

std::string padded(std::size_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

// A field as it stands between braces.
struct Inside {
    std::size_t field = 0;  // of field_names
    std::size_t digits = 0;
    std::string fault;
};

Inside read_field(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    Inside result;
    while (result.field < field_names.size() && field_names[result.field] != name) ++result.field;
    if (result.field == field_names.size()) {
        result.fault = "there is no field {" + name + "}, only {stem}, {ext}, {parent} and {index}" +
                       did_you_mean(name, field_names);
    } else if (colon != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + colon + 1, end, result.digits);
        const bool whole = read.ec == std::errc() && read.ptr == end;
        if (name != "index" || !whole || result.digits < 1 || result.digits > most_digits)
            result.fault = "{" + text + "}: only {index} accepts a number of digits, from 1 to " +
                           std::to_string(most_digits);
    }
    return result;
}

}  // namespace

NameTemplate NameTemplate::parse(const std::string& text, const Wording& subject, Diagnostics& faults) {
    NameTemplate result;
    const auto parts = brace_parts(text);
    if (!parts) {
        faults.error({}, subject, lone_brace);
        return result;
    }
    for (const BracePart& part : *parts) {
        if (!part.field) {
            result.parts_.emplace_back(part.text);
            continue;
        }
        const Inside inside = read_field(part.text);
        if (!inside.fault.empty()) {
            faults.error({}, subject, inside.fault);
            return result;
        }
        result.parts_.emplace_back(Slot{static_cast<Field>(inside.field), inside.digits});
    }

    const std::filesystem::path sample = result.expand({"s", "e", "p", 1});
    if (sample.is_absolute())
        faults.error({}, subject, "begins with '/', but must be below the output folder");
    for (const auto& part : sample)
        if (part == "..") faults.error({}, subject, "'..' leaves the output folder");
    if (text.find('\0') != std::string::npos) faults.error({}, subject, "a name cannot hold a zero byte");
    if (text.ends_with(".{ext}")) return result;

    result.fixed_extension_ = extension_of(sample.string());
    if (!text.ends_with(sample.extension().string()) || !can_write(result.fixed_extension_)) {
        faults.error({}, subject,
                     in_quotes(text) + " must end in '.{ext}', or in the extension of a format that can be " +
                         "written: " + writable_extensions());
    }
    return result;
}

bool NameTemplate::uses(Field field) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) {
        const auto* slot = std::get_if<Slot>(&part);
        return slot != nullptr && slot->field == field;
    });
}

std::string NameTemplate::expand(const NameFields& fields) const {
    std::string text;
    for (const auto& part : parts_) {
        if (const auto* plain = std::get_if<std::string>(&part)) {
            text += *plain;
            continue;
        }
        const Slot& slot = std::get<Slot>(part);
        switch (slot.field) {
            case Field::stem: text += fields.stem; break;
            case Field::ext: text += fields.ext; break;
            case Field::parent: text += fields.parent; break;
            case Field::index: text += padded(fields.index, slot.digits); break;
        }
    }
    return text;
}

}  // namespace sluice
