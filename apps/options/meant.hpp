// What was probably meant by words of a command line that mean nothing. Each answer is the end of a message:
// " (did you mean 'run'?)", "; ...", or "".
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// By `words`, whose first is no command.
std::string meant_by_command(const std::vector<std::string>& words);

// By `words`, which begin with an option in the place of the command.
std::string meant_by_option_first(const std::vector<std::string>& words);

// By an option ("--dry", "-o") that the command does not have. `own`: those that it has.
std::string meant_by_option(const Command& command, const std::string& option,
                            const std::vector<std::string>& own);

// By an INPUT of a command that was given no --pipeline: "" where it may be a file.
std::string meant_by_input(const std::string& word);

// By files for a pipeline, the first of `words`, that it has no use for.
std::string meant_by_files(const std::vector<std::string>& words);

// By more words than the command takes.
std::string meant_by_words(const Command& command, const std::vector<std::string>& words);

}  // namespace sluice::apps
