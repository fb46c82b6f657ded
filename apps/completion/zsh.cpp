#include "apps/completion/declared.hpp"
#include "apps/completion/shells.hpp"
#include "apps/program.hpp"
#include "apps/version.hpp"
#include "pipeline/core/text.hpp"

namespace sluice::apps {
namespace {

// Inside of single quotes, with a backslash before each of `special`.
std::string escaped(const std::string& text, const std::string& special) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string::npos) result += '\\';
        result += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return result;
}

std::string action(Takes takes, const std::vector<std::string>& words) {
    switch (takes) {
        case Takes::words: return "(" + joined(words) + ")";
        case Takes::files: return "_files";
        case Takes::folders: return "_files -/";
        case Takes::pipeline: return "_sluice_pipeline";
        case Takes::nothing:
        case Takes::text: break;
    }
    return " ";
}

// One line of _arguments.
std::string argument(const DeclaredOption& option) {
    std::string rest = "[" + escaped(option.what.substr(0, option.what.find(';')), "[]:\\") + "]";
    if (option.takes != Takes::nothing) rest += ":" + option.value + ":" + action(option.takes, option.words);
    const std::string name = option.name + (option.takes == Takes::nothing ? "" : "=");
    if (option.letter.empty()) return (option.repeats ? "'*" : "'") + name + rest + "'";
    const std::string letter = option.letter + (option.takes == Takes::nothing ? "" : "+");
    return "'(" + option.letter + " " + option.name + ")'{" + letter + "," + name + "}'" + rest + "'";
}

std::string arguments_case(const Command& command) {
    std::string text = "        " + command.name + ")\n            _arguments -s -S";
    for (const DeclaredOption& option : declared_options(command))
        text += " \\\n                " + argument(option);
    const bool one = command.max_words == 1 || takes_pipeline(command);
    if (takes(command) != Takes::nothing)
        text += std::string(" \\\n                '") + (one ? "1" : "*") + ":" +
                (command.words.empty() ? "word" : "argument") + ":" +
                action(takes(command), command.offered) + "'";
    if (takes_pipeline(command) && command.max_words > 1)
        text += " \\\n                '*:file:" + action(Takes::files, {}) + "'";
    return text + "\n            ;;\n";
}

}  // namespace

std::string zsh_completion() {
    std::vector<std::string> stages;
    for (const DeclaredStage& stage : declared_stages()) stages.push_back(stage.name);
    std::string names, cases;
    std::vector<std::string> plain;
    for (const Command& command : program().commands) {
        names += "            '" + command.name + ":" + escaped(command.summary, "\\") + "'\n";
        plain.push_back(command.name);
        cases += arguments_case(command);
    }
    return "#compdef sluice\n# Completion of sluice " + version_number() +
           " for zsh, made by 'sluice completion zsh'.\n" + R"(
# A file, or a chain in quotes: after "|" comes a stage.
_sluice_pipeline() {
    if [[ -n $compstate[quoting] ]] && compset -q; then
        if (( CURRENT == 1 )) || [[ $words[CURRENT-1] == ('|'|';') ]]; then
            compadd -S ' ' )" +
           joined(stages) + R"(
        else
            _files
        fi
        return
    fi
    _files -g '*.(yaml|yml|json)(-.)'
}

_sluice() {
    local -a commands
    if (( CURRENT == 2 )); then
        commands=(
)" + names +
           R"(            'help:Shows the help of the program or of a command.'
        )
        _describe -t commands command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
)" + cases +
           "        help) _arguments '1:command:(" + joined(plain) + " " + other_help +
           R"()' '--man[print the manual page]' ;;
    esac
}

if [[ $funcstack[1] == _sluice ]]; then
    _sluice "$@"
else
    compdef _sluice sluice
fi
)";
}

}  // namespace sluice::apps
