#include "apps/completion/declared.hpp"
#include "apps/completion/shells.hpp"
#include "apps/program.hpp"
#include "apps/version.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

namespace sluice::apps {
namespace {

constexpr const char* functions = R"(
_sluice_offer() {
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_sluice_folders() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$cur"))
}

_sluice_nothing() {
    compopt +o default +o bashdefault 2>/dev/null
}

# In a chain in quotes: "load a.jpg | normalize mode=per".
_sluice_chain() {
    local text=$cur before= part bare last offers= word IFS=$' \t\n'
    case $text in
        [\"\']*) text=${text:1} ;;
        *) return ;;  # a file
    esac
    part=${text##*[|;]}
    bare=${part#"${part%%[![:space:]]*}"}
    last=${bare##*[[:space:]]}
    if [[ $bare != *[[:space:]]* ]]; then
        offers=$_sluice_stages
    elif [[ $last == *=* ]]; then
        offers=$(_sluice_values "${bare%%[[:space:]]*}" "${last%%=*}")
        last=${last#*=}
    else
        offers=$(_sluice_params "${bare%%[[:space:]]*}")
    fi
    before=${text%"$last"}
    for word in $offers; do
        if [[ $word == "$last"* ]]; then COMPREPLY+=("$before$word"); fi
    done
    if [[ $bare == *[[:space:]]* && " $_sluice_file_stages " == *" ${bare%%[[:space:]]*} "* ]]; then
        IFS=$'\n'
        for word in $(compgen -f -- "$last"); do COMPREPLY+=("$before$word"); done
    fi
    compopt -o nospace 2>/dev/null
    if ((${#COMPREPLY[@]} == 0)); then _sluice_nothing; fi
}
)";

std::string stages() {
    std::vector<std::string> names, with_files;
    std::string params, values;
    for (const DeclaredStage& stage : declared_stages()) {
        names.push_back(stage.name);
        if (stage.path) with_files.push_back(stage.name);
        std::vector<std::string> assignments;
        for (const DeclaredParam& param : stage.params) {
            assignments.push_back(param.name + "=");
            if (!param.words.empty())
                values += "        '" + stage.name + " " + param.name + "') echo '" + joined(param.words) +
                          "' ;;\n";
        }
        if (!assignments.empty())
            params += "        " + stage.name + ") echo '" + joined(assignments) + "' ;;\n";
    }
    return "\n_sluice_stages='" + joined(names) + "'\n_sluice_file_stages='" + joined(with_files) +
           "'\n\n_sluice_params() {\n    case $1 in\n" + params +
           "    esac\n}\n\n_sluice_values() {\n    case \"$1 $2\" in\n" + values + "    esac\n}\n";
}

std::string offer(Takes takes, const std::vector<std::string>& words) {
    switch (takes) {
        case Takes::words: return "_sluice_offer '" + joined(words) + "'";
        case Takes::files: return ":";  // what complete -o default does
        case Takes::folders: return "_sluice_folders";
        case Takes::pipeline: return "_sluice_chain";
        case Takes::nothing:
        case Takes::text: break;
    }
    return "_sluice_nothing";
}

std::string command_case(const Command& command) {
    std::string text = "        " + command.name + ")\n            case $prev in\n";
    std::vector<std::string> names;
    for (const DeclaredOption& option : declared_options(command)) {
        names.push_back(option.name);
        if (!option.letter.empty()) names.push_back(option.letter);
        if (option.takes == Takes::nothing) continue;
        text += "                " + option.name + (option.letter.empty() ? "" : " | " + option.letter) +
                ") " + offer(option.takes, option.words) + "; return ;;\n";
    }
    return text + "            esac\n            case $cur in\n                -*) _sluice_offer '" +
           joined(names) + "' ;;\n                *) " + offer(takes(command), command.offered) +
           " ;;\n            esac\n            ;;\n";
}

}  // namespace

std::string bash_completion() {
    std::vector<std::string> names;
    std::string cases;
    for (const Command& command : program().commands) {
        names.push_back(command.name);
        cases += command_case(command);
    }
    const std::string all = joined(names);
    return "# Completion of sluice " + version_number() + " for bash, made by 'sluice completion bash'.\n" +
           stages() + functions + R"(
_sluice() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    # bash takes --option=value for three words.
    if [[ $cur == '=' ]]; then
        cur=
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        _sluice_offer ')" +
           all + R"( help --help --version'
        return
    fi
    case ${COMP_WORDS[1]} in
)" + cases +
           "        help) _sluice_offer '" + all + " " + other_help + R"( --man' ;;
        *) _sluice_nothing ;;
    esac
}

complete -o bashdefault -o default -F _sluice sluice
)";
}

}  // namespace sluice::apps
