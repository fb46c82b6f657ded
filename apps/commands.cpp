// The table of commands.
#include "apps/command.hpp"

#include "pipeline/core/message.hpp"

namespace sluice::apps {

const std::vector<Command>& commands() {
    static const std::vector<Command> table = {
        devices_command(), stages_command(), plan_command(),  run_command(),
        stats_command(),   batch_command(),  bench_command(),
    };
    return table;
}

const Command& find_command(const std::string& name) {
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        if (command.name == name) return command;
        names.push_back(command.name);
    }
    names.push_back("help");
    throw Error(
        Error::Kind::usage, "sluice",
        "there is no command " + in_quotes(name) + did_you_mean(name, names) + "; 'sluice help' lists them");
}

}  // namespace sluice::apps
