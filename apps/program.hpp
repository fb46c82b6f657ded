// A program of the command line: `sluice`, and `sluice-bench` that measures (apps/bench). Each has a main.cpp
// with the table of its commands.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

struct Program {
    std::string name;
    std::string what;               // it does, in one sentence
    std::vector<Command> commands;  // in the order of the help
    std::string notes;              // below the commands in the help
    std::string commit = "unknown";
};

// The one that runs. Any thread.
const Program& program();

// What its commands and options are called in messages: "sluice batch".
std::string called(const std::string& command);

// The command that the first of these words names. Throws Error(usage) with what was probably meant.
const Command& find_command(const std::vector<std::string>& words);

std::string program_help();

// All that main() does: prepares the process, finds the command, calls it, and turns errors into exit codes.
// `make` is called once, when the program is first asked for.
int run_program(Program (*make)(), int argc, char** argv);

}  // namespace sluice::apps
