// sluice completion: scripts that complete command lines, made from the declarations.
#include "apps/command.hpp"
#include "apps/completion/shells.hpp"

#include "pipeline/core/message.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

const std::vector<std::pair<std::string, std::string (*)()>> shells = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

std::vector<std::string> shell_names() {
    std::vector<std::string> names;
    for (const auto& [name, script] : shells) names.push_back(name);
    return names;
}

int run_completion(const Arguments& arguments) {
    const std::string& shell = arguments.words.at(0);
    for (const auto& [name, script] : shells)
        if (name == shell) {
            print(script());
            return Exit::all_done;
        }
    throw wrong_arguments(arguments, "there is no script for " + in_quotes(shell) +
                                         did_you_mean(shell, shell_names()) +
                                         "; there are: " + listed(shell_names()));
}

}  // namespace

Command completion_command() {
    return {.name = "completion",
            .words = "SHELL",
            .summary = "Prints a script that completes command lines in bash, zsh or fish.",
            .details =
                "If sluice is installed, the shells find its scripts by themselves. Otherwise:\n"
                "  bash: source <(sluice completion bash), in ~/.bashrc\n"
                "  zsh: source <(sluice completion zsh), in ~/.zshrc after compinit\n"
                "  fish: sluice completion fish > ~/.config/fish/completions/sluice.fish",
            .offered = shell_names(),
            .min_words = 1,
            .max_words = 1,
            .run = run_completion};
}

}  // namespace sluice::apps
