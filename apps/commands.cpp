// The table of commands.
#include "apps/command.hpp"
#include "apps/options/meant.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>

namespace sluice::apps {

const std::vector<Command>& commands() {
    static const std::vector<Command> table = {
        devices_command(), stages_command(), plan_command(),   run_command(),  stats_command(),
        batch_command(),   bench_command(),  doctor_command(), tune_command(), completion_command(),
    };
    return table;
}

const Command& find_command(const std::vector<std::string>& words) {
    const auto at = std::find_if(commands().begin(), commands().end(),
                                 [&](const Command& command) { return command.name == words.at(0); });
    if (at != commands().end()) return *at;
    if (words[0].starts_with('-'))
        throw Error(Error::Kind::usage, "sluice",
                    "there is no option " + in_quotes(words[0]) + " without a command" +
                        meant_by_option_first(words));
    throw Error(Error::Kind::usage, "sluice",
                "there is no command " + in_quotes(words[0]) + meant_by_command(words));
}

}  // namespace sluice::apps
