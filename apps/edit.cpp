// sluice edit: a pipeline in the browser, with sliders and the image beside them.
#include "apps/child/fork_server.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/edit/browser.hpp"
#include "apps/edit/device_process.hpp"
#include "apps/edit/editor.hpp"
#include "apps/edit/folder_run.hpp"
#include "apps/edit/own_folder.hpp"
#include "apps/edit/server.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/device.hpp"
#include "apps/options/device_timeout.hpp"
#include "apps/options/pipeline.hpp"

#include "pipeline/core/message.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

namespace sluice::apps {
namespace {

// What one word is: an image or a folder exists, and is no pipeline by its name.
bool names_images(const std::string& word) {
    std::error_code unknown;
    return std::filesystem::exists(word, unknown) && !is_pipeline_file(word);
}

// What a call of the device may take where --device-timeout does not say it, in seconds: somebody waits for
// it.
constexpr double default_timeout = 30;

// As long as the process lives.
void note_compiling(const Messages& messages, const Device& device) {
    [[maybe_unused]] static const auto* note = new CompilingNote(messages, device);
}

std::vector<Child::Work> works(const OpenedFiles& files, const std::filesystem::path& folder,
                               const Arguments& arguments) {
    const double seconds = device_timeout(arguments, default_timeout);
    std::vector<Child::Work> works(2);
    works[EditorChildren::computes] = [&files, &folder, &arguments,
                                       seconds](const isolated::Channel& channel) {
        const auto open = [&arguments] {
            const Device device = pick_device(arguments);
            note_compiling(arguments.messages, device);
            return device;
        };
        compute(files, folder, open, seconds, channel);
    };
    works[EditorChildren::runs_folder] = [&files, &arguments, seconds](const isolated::Channel& channel) {
        const auto open = [&arguments] {
            Caller silent = arguments;
            silent.messages = {.verbose = false, .quiet = true};
            return pick_device(silent, arguments.has("device") ? arguments.text("device") : "");
        };
        run_folder(files, open, seconds, channel);
    };
    return works;
}

int run_edit(const Arguments& arguments) {
    const auto& words = arguments.words;
    const bool only_images = words.size() == 1 && names_images(words[0]);
    const std::string pipeline = words.empty() || only_images ? "" : words[0];
    const std::string images = only_images ? words[0] : words.size() == 2 ? words[1] : "";
    OpenedFiles files(pipeline, images, arguments.has("output") ? arguments.text("output") : "");
    if (!files.file().empty() && !std::filesystem::exists(files.file()))
        arguments.messages.note(files.file() + " does not exist yet; Save makes it");

    const auto port = static_cast<unsigned>(whole_number(arguments, "port", 0, 65535));
    const OwnFolder folder;
    // Before there is anything that a copy must not have.
    ForkServer children(works(files, folder.path(), arguments));
    watch_interrupts(true);
    Editor editor(std::move(files), children);
    PageServer server(port);
    const StopsOnInterrupt stops;
    print(server.address() + "\n");
    finish_output();
    arguments.messages.note("the editor is open at this address until Ctrl-C ends it");
    if (!arguments.has("no-browser")) open_browser(server.address_for_browser());
    server.serve([&](const PageRequest& request) { return editor.answer(request); }, stops.token());
    if (const std::string chain = editor.unsaved(); !chain.empty())
        arguments.messages.note("this pipeline was not saved:\n" + chain);
    return Exit::all_done;
}

}  // namespace

Command edit_command() {
    Command command{
        .name = "edit",
        .words = "[PIPELINE] [IMAGE|FOLDER]",
        .summary = "Edits a pipeline in the browser, with the image beside it.",
        .details =
            "Opens a page on this machine. Each stage is a card with its parameters; the image follows while "
            "you move a slider:\n"
            "  sluice edit new.yaml photo.jpg\n"
            "\n"
            "A PIPELINE is a .yaml or .json file, or a chain in quotes. The button Save writes the file; it "
            "need not exist before. The IMAGE, or one after another of the FOLDER, goes to each load without "
            "a path.\n"
            "\n"
            "Only you can open the page: its address contains a random token. It reads only the files that "
            "you name here, or that the pipeline names. A kernel that hangs or crashes costs its preview "
            "(--device-timeout; 30 s here). Ctrl-C ends the editor, and prints a pipeline that was not "
            "saved.",
        .min_words = 0,
        .max_words = 2,
        .isolates_device = true,
        .run = run_edit};
    command.options.add_options()  //
        ("output,o", po::value<std::string>()->value_name("DIR"),
         "folder for the results of all images, which the page can then run")  //
        ("port", po::value<std::string>()->value_name("N")->default_value("0"),
         "listen on this port of 127.0.0.1; 0 takes a free one")  //
        ("no-browser", "print the address, and open no browser");
    add_device_option(command.options);
    return command;
}

}  // namespace sluice::apps
