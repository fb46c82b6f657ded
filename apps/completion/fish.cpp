#include "apps/completion/declared.hpp"
#include "apps/completion/shells.hpp"
#include "apps/program.hpp"
#include "apps/version.hpp"
#include "pipeline/core/text.hpp"

namespace sluice::apps {
namespace {

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') result += '\\';
        result += c;
    }
    return result + "'";
}

// For `complete`: what follows an option, or stands beside the options.
std::string flags(Takes takes, const std::vector<std::string>& words) {
    switch (takes) {
        case Takes::words: return " -f -a " + quoted(joined(words));
        case Takes::files:
        case Takes::pipeline: return " -F";
        case Takes::folders: return " -f -a '(__fish_complete_directories)'";
        case Takes::nothing:
        case Takes::text: break;
    }
    return " -f";
}

}  // namespace

std::string fish_completion() {
    std::string text = "# Completion of sluice " + version_number() +
                       " for fish, made by 'sluice completion fish'.\n"
                       "complete -c sluice -f\n";
    std::vector<std::string> names;
    for (const Command& command : program().commands) {
        names.push_back(command.name);
        text += "complete -c sluice -n __fish_use_subcommand -a " + command.name + " -d " +
                quoted(command.summary) + "\n";
    }
    text +=
        "complete -c sluice -n __fish_use_subcommand -a help -d 'Shows the help of the program or of a "
        "command.'\n";
    text += "complete -c sluice -n '__fish_seen_subcommand_from help' -f -a " +
            quoted(joined(names) + " " + other_help) + "\n";
    for (const Command& command : program().commands) {
        // "batch" is a word of bench too: only the first word is the command.
        const std::string begin =
            "complete -c sluice -n 'set -l words (commandline -opc); test \"$words[2]\" = " + command.name +
            "'";
        text += "\n" + begin + flags(takes(command), command.offered) + "\n";
        for (const DeclaredOption& option : declared_options(command))
            text += begin + (option.letter.empty() ? "" : " -s " + option.letter.substr(1)) + " -l " +
                    option.name.substr(2) +
                    (option.takes == Takes::nothing ? "" : " -r" + flags(option.takes, option.words)) +
                    " -d " + quoted(option.what.substr(0, option.what.find(';'))) + "\n";
    }
    return text;
}

}  // namespace sluice::apps
