#include "apps/python/options_stub.hpp"

#include "apps/completion/declared.hpp"

#include <algorithm>

namespace sluice::python {
namespace {

std::string type_of_words(const apps::DeclaredOption& option) {
    std::string words;
    for (const std::string& word : option.words) words += (words.empty() ? "\"" : ", \"") + word + "\"";
    return "Literal[" + words + "]" + (option.or_else ? " | str" : "");
}

std::string type_of(const apps::DeclaredOption& option) {
    if (option.value.empty()) return "bool";
    if (option.takes == apps::Takes::words)
        return (option.value == "N"        ? "int | "
                : option.value == "NUMBER" ? "float | "
                                           : "") +
               type_of_words(option);
    if (option.takes == apps::Takes::files || option.takes == apps::Takes::folders)
        return "str | PathLike[str]";
    if (option.repeats) return "Mapping[str, object]";
    if (option.value == "N") return "int";
    if (option.value == "SECONDS" || option.value == "NUMBER") return "float";
    if (option.value == "SIZE") return "int | str";
    return option.value == "LIST" ? "str | Sequence[float]" : "str";
}

}  // namespace

std::string options_stub(const std::string& name, const apps::Command& command) {
    std::string text = "\nclass " + name + "(TypedDict, total=False):\n";
    for (const apps::DeclaredOption& option : declared_options(command)) {
        std::string key = option.name.substr(2);
        const bool argument = key == "output" || key == "pipeline";  // of the function itself
        if (argument ||
            std::find(for_command_lines.begin(), for_command_lines.end(), key) != for_command_lines.end())
            continue;
        std::replace(key.begin(), key.end(), '-', '_');
        text += "    " + key + ": " + type_of(option) + "\n";
    }
    return text;
}

}  // namespace sluice::python
