#include "apps/program.hpp"

#include "apps/environment.hpp"
#include "apps/interrupt.hpp"
#include "apps/man_page.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device_timeout.hpp"
#include "apps/options/isolate.hpp"
#include "apps/options/meant.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/options/pipeline_help.hpp"
#include "apps/pages.hpp"
#include "apps/terminal/markdown.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/version.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sluice::apps {
namespace {

Program (*made_by)() = nullptr;

int exit_code(Error::Kind kind) {
    switch (kind) {
        case Error::Kind::usage: return Exit::wrong_usage;
        case Error::Kind::input: return Exit::some_failed;
        case Error::Kind::no_device:
        case Error::Kind::device: return Exit::no_device;
        case Error::Kind::busy: return Exit::held;
    }
    return Exit::wrong_usage;
}

const Command* command_named(const std::string& name) {
    const std::vector<Command>& all = program().commands;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const Command& command) { return command.name == name; });
    return at == all.end() ? nullptr : &*at;
}

int help(const std::vector<std::string>& names) {
    if (names.size() > 1)
        throw Error(Error::Kind::usage, called("help"),
                    in_quotes(names[1]) + " is one argument too many: it takes the name of one command");
    const bool known = names.empty() || command_named(names[0]) != nullptr;
    if (!known && (names[0] == "pipelines" || names[0] == "pipeline")) {
        print(terminal_text(pipelines_page, help_columns()));
        return Exit::all_done;
    }
    if (!known && names[0] == "--man") {
        print(man_page());
        return Exit::all_done;
    }
    if (!known && builtin_stages().find(names[0]) != nullptr)
        throw Error(Error::Kind::usage, called("help"),
                    "'" + names[0] + "' is a stage: 'sluice stages " + names[0] + "' shows it");
    print(names.empty() ? program_help() : command_help(find_command(names)));
    return Exit::all_done;
}

// Of the pipeline file, if one is named.
int help_of(const Command& command, const Arguments& arguments) {
    const std::string pipeline = pipeline_text(arguments);
    if (!is_pipeline_file(pipeline)) return help({command.name});
    const std::string words = takes_pipeline(command)
                                  ? pipeline + command.words.substr(std::string("PIPELINE").size())
                                  : command.words + " --pipeline " + pipeline;
    print("Usage: " + called(command.name) + " " + printable(words) + " [options]\n\n" +
          pipeline_help(pipeline, help_columns()) + "\n'" + called("help") + " " + command.name +
          "' shows the options.\n");
    return Exit::all_done;
}

int dispatch(const std::vector<std::string>& words) {
    if (words.empty()) {
        Messages{}.error(program_help());
        return Exit::wrong_usage;
    }
    const std::string& name = words[0];
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (name == "help" || name == "--help" || name == "-h") return help(rest);
    if (name == "--version" || name == "-V") {
        print(version_text(program().commit));
        return Exit::all_done;
    }
    const Command& command = find_command(words);
    const Arguments arguments = parse(command, rest);
    if (arguments.has("help")) return help_of(command, arguments);
    const bool in_child = command.isolates_device || arguments.has("isolate-device");
    const EndsWhenDeviceHangs watched(arguments.messages,
                                      in_child ? 0 : given_options(arguments).device_timeout);
    try {
        return command.run(arguments);
    } catch (const Error& error) {
        const std::string text = explained(error, pipeline_text(arguments));
        if (text == error.in(on_command_line)) throw;
        throw Error(error.kind(), "", text);
    }
}

// With the file that it is about on one line, whatever is in its name.
std::string text_of(const Error& error) {
    const std::string message = error.message().in(on_command_line);
    return error.where().empty() ? message : printable(error.where()) + ": " + message;
}

// As programs do that do not ignore the signal. Nothing that waits to be written is.
[[noreturn]] void end_by_sigpipe() {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
    std::_Exit(128 + SIGPIPE);  // it is blocked
}

// Nothing is left to be written, and what libraries would tidy up goes with the process. But sanitizers,
// layers of OpenCL's loader and libraries that were put in front (oclgrind) may tell at the end what they
// found.
void end_at_once([[maybe_unused]] int code) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    for (const char* name : {"OPENCL_LAYERS", "LD_PRELOAD"})
        if (std::getenv(name) != nullptr) return;
    std::_Exit(code);
#endif
}

int guarded(const std::vector<std::string>& words) {
    const Messages messages;
    try {
        const int code = dispatch(words);
        finish_output();
        end_without_hung_devices(code);
        end_at_once(code);
        return code;
    } catch (const OutputClosed&) {
        end_by_sigpipe();
    } catch (const Error& error) {
        if (error.where() == output_name("-") && stdout_is_closed()) end_by_sigpipe();  // a picture to "-"
        messages.error(text_of(error));
        return exit_code(error.kind());
    } catch (const std::bad_alloc&) {
        messages.error(program().name + ": out of memory");
    } catch (const std::exception& error) {
        messages.error(program().name + ": internal error: " + error.what());
    }
    return Exit::some_failed;
}

}  // namespace

const Program& program() {
    static const Program program = made_by != nullptr ? made_by() : Program{"sluice", "", {}, ""};
    return program;
}

std::string called(const std::string& command) { return program().name + " " + command; }

const Command& find_command(const std::vector<std::string>& words) {
    if (const Command* command = command_named(words.at(0))) return *command;
    if (words[0].starts_with('-'))
        throw Error(Error::Kind::usage, program().name,
                    "there is no option " + in_quotes(words[0]) + " without a command" +
                        meant_by_option_first(words));
    throw Error(Error::Kind::usage, program().name,
                "there is no command " + in_quotes(words[0]) + meant_by_command(words));
}

int run_program(Program (*make)(), int argc, char** argv) {
    made_by = make;
#ifdef __GLIBC__
    // Pictures come and go, and each is given back to the system and faulted in again, page by page: a third
    // of the processor time of a batch of JPEGs. What was used once stays with the program.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (is_decoding_worker(words)) return serve_as_decoding_worker();
    // A reader that has gone is a failed write like any other: what is being made is finished or removed, and
    // then the program ends as by the signal.
    std::signal(SIGPIPE, SIG_IGN);
    // So is a file that grows beyond the limit of the shell (ulimit -f).
    std::signal(SIGXFSZ, SIG_IGN);
    mend_environment();
    end_on_interrupts();
    tell_journal_of_faults();
    return guarded(words);
}

}  // namespace sluice::apps
