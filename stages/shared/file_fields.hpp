// Fields in a text that stand for the name of the file that an image comes from: "{stem}".
#pragma once

#include "pipeline/core/braces.hpp"
#include "pipeline/core/message.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::stages {

inline constexpr const char* file_fields_doc =
    "{stem}, {name}, {ext} and {parent} stand for the file that the image comes from: its name without and "
    "with the extension, its extension, and its folder. {{ and }} are braces.";

// A text with its fields filled in, or what is wrong with it.
struct FileFields {
    std::string text, fault;
    bool any = false;  // whether there are fields

    // `of`: the path of a file, "" if there is none. nullopt: the fields are only checked.
    explicit FileFields(const std::string& written, const std::optional<std::string>& of = std::nullopt) {
        const auto parts = brace_parts(written);
        if (!parts) fault = in_quotes(written) + ": " + lone_brace;
        for (const BracePart& part : parts.value_or(std::vector<BracePart>())) {
            if (!fault.empty()) return;
            if (part.field)
                fill(part.text, of);
            else
                text += part.text;
        }
    }

private:
    void fill(const std::string& field, const std::optional<std::string>& of) {
        any = true;
        const std::filesystem::path path = of.value_or("");
        const std::string extension = path.extension().string();
        const std::map<std::string, std::string> fields{{"stem", path.stem().string()},
                                                        {"name", path.filename().string()},
                                                        {"ext", extension.empty() ? "" : extension.substr(1)},
                                                        {"parent", path.parent_path().filename().string()}};
        const auto found = fields.find(field);
        if (found == fields.end())
            fault = "there is no field {" + field + "}, only {stem}, {name}, {ext} and {parent}" +
                    did_you_mean(field, {"stem", "name", "ext", "parent"});
        else if (of && of->empty())
            fault = "{" + field + "} needs an image that comes from a file";
        text += found == fields.end() ? "" : found->second;
    }
};

// What is wrong with the fields of a parameter: "labels: there is no field {id}, ..."; or "".
inline std::string wrong_fields(const char* param, const std::string& written) {
    const std::string fault = FileFields(written).fault;
    return fault.empty() ? "" : std::string(param) + ": " + fault;
}

// A text in which nothing is a field.
inline std::string without_fields(const std::string& text) {
    std::string plain;
    for (const char c : text) plain += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
    return plain;
}

}  // namespace sluice::stages
