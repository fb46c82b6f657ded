// A command of a program: a value in its table of commands (main.cpp), defined in the file of its name.
// program.cpp has its options parsed, calls it, and turns an Error into the exit code.
#pragma once

#include "apps/options/spelled.hpp"
#include "apps/terminal/messages.hpp"

#include <boost/program_options.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sluice::apps {

namespace po = boost::program_options;

// What scripts may rely on. Errors that are thrown become one of these in program.cpp.
enum Exit : int {
    all_done = 0,
    some_failed = 1,    // some inputs failed, the rest is done
    wrong_usage = 2,    // wrong usage, pipeline or parameter: nothing was done
    no_device = 3,      // no usable device
    held = 75,          // another run holds the manifest: nothing was done, later it may be (EX_TEMPFAIL)
    interrupted = 130,  // by Ctrl-C
};

// Who asks for something: a command, or a function of Python.
struct Caller {
    std::string command;  // its name
    Messages messages;
    Spelling spelling = on_command_line;  // of options in what is said
};

// What the user wrote after the name of the command.
struct Arguments : Caller {
    po::variables_map options;       // by long name: options.count("json"), options["json"].as<...>()
    std::vector<std::string> words;  // all that is no option: PIPELINE, PATH...

    bool has(const std::string& option) const { return options.count(option) > 0; }
    // Of an option that was given or has a default.
    const std::string& text(const std::string& option) const { return options[option].as<std::string>(); }
};

struct Command {
    std::string name;
    std::string words = {};                 // as the usage line shows them: "PIPELINE"
    std::string summary;                    // one sentence
    std::string details = {};               // more, for the command's own help; may be empty
    std::vector<std::string> offered = {};  // what `words` may be, where that is known
    std::size_t min_words = 0, max_words = 0;
    bool isolates_device = false;  // it uses the device in children, as others do if they are asked to
    po::options_description options = {};  // without --help, -v and -q, which all commands have
    std::function<int(const Arguments&)> run;
};

Command batch_command();
Command completion_command();
Command devices_command();
Command doctor_command();
Command edit_command();
Command info_command();
Command merge_command();
Command plan_command();
Command run_command();
Command split_command();
Command stages_command();
Command stats_command();
Command tune_command();

// Throws Error(usage) for what the command does not take, with the nearest option. `words` are those
// after its name.
Arguments parse(const Command& command, const std::vector<std::string>& words);

// Whether the first of its words is a PIPELINE.
bool takes_pipeline(const Command& command);

// The options of a command and those that all commands have.
po::options_description all_options(const Command& command);

std::string command_help(const Command& command);
// How its flags are switched off; "" where it has none.
std::string note_on_flags(const Command& command);

// To be thrown for arguments that do not fit together.
Error wrong_arguments(const Caller& caller, const Wording& what);
// Throws when more than one of these options was given.
void at_most_one(const Arguments& arguments, const std::vector<std::string>& options);
// The value of an option that is a whole number. Throws Error(usage) when it is none or out of range.
std::size_t whole_number(const Arguments& arguments, const std::string& option, std::size_t low,
                         std::size_t high);

}  // namespace sluice::apps
