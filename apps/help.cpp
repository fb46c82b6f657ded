// What `sluice help` prints.
#include "apps/command.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/terminal/wrap.hpp"

#include <algorithm>

namespace sluice::apps {

std::string program_help() {
    std::size_t widest = 0;
    for (const Command& command : commands()) widest = std::max(widest, command.name.size());
    const std::size_t columns = help_columns();
    const auto line = [&](const std::string& name, const std::string& summary) {
        return "  " + name + std::string(widest + 2 - name.size(), ' ') +
               wrapped(summary, columns, widest + 4) + "\n";
    };

    std::string text =
        "Usage: sluice COMMAND [options]\n\nRuns image pipelines on OpenCL devices.\n\nCommands:\n";
    for (const Command& command : commands()) text += line(command.name, command.summary);
    text += line("help", "Shows this, or with the name of a command its options; --man prints the manual.") +
            "\n";
    text += wrapped(
        "A PIPELINE is a .yaml or .json file, or a chain in one argument, as 'sluice help pipelines' "
        "explains:\n"
        "  sluice run \"load photo.jpg | normalize | save out.png\"\n"
        "\n"
        "Results go to stdout, everything else to stderr. Exit codes: 0 everything done; 1 some inputs "
        "failed, the rest done; 2 wrong usage, pipeline or parameter, nothing done; 3 no usable device; "
        "130 interrupted. SLUICE_DEVICE stands in for --device.\n",
        columns);
    return text;
}

}  // namespace sluice::apps
