// What the help of a program prints.
#include "apps/program.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/terminal/wrap.hpp"

#include <algorithm>

namespace sluice::apps {

std::string program_help() {
    std::size_t widest = 0;
    for (const Command& command : program().commands) widest = std::max(widest, command.name.size());
    const std::size_t columns = help_columns();
    const auto line = [&](const std::string& name, const std::string& summary) {
        return "  " + name + std::string(widest + 2 - name.size(), ' ') +
               wrapped(summary, columns, widest + 4) + "\n";
    };

    std::string text = "Usage: " + called("COMMAND [options]") + "\n\n" + program().what + "\n\nCommands:\n";
    for (const Command& command : program().commands) text += line(command.name, command.summary);
    text += line("help", "Shows this help, or the help of a command.") + "\n";
    text += wrapped(program().notes, columns) + "\n";
    return text;
}

}  // namespace sluice::apps
