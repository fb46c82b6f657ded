#include "apps/man_page.hpp"

#include "apps/completion/declared.hpp"
#include "apps/program.hpp"
#include "apps/version.hpp"

#include <sstream>

namespace sluice::apps {
namespace {

// Plain text within a line: what roff would take for its own is escaped.
std::string plain(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (c == '\'')
            result += "\\(aq";
        else if (c == '^')
            result += "\\(ha";
        else if (c == '~')
            result += "\\(ti";
        else if (c == '`')
            result += "\\(ga";
        else
            result += c;
    }
    return result;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

// A line of text that may begin with a dot.
std::string line(const std::string& text) {
    return (text.starts_with('.') ? "\\&" : "") + plain(text) + "\n";
}

// Paragraphs are separated by empty lines; a line that is indented begins an entry.
std::string paragraphs(const std::string& text) {
    std::string result;
    std::istringstream lines(text);
    for (std::string each; std::getline(lines, each);) {
        const std::size_t indent = each.find_first_not_of(' ');
        if (indent == std::string::npos)
            result += ".PP\n";
        else
            result += (indent > 0 ? ".br\n" : "") + line(each.substr(indent));
    }
    return result;
}

std::string entry(const std::string& name, const std::string& text) {
    return ".TP\n" + name + "\n" + line(text);
}

std::string section(const Command& command) {
    std::string text = ".SS sluice " + plain(command.name) + "\n" + bold("sluice " + command.name);
    if (!command.words.empty()) text += " " + italic(command.words);
    text += " [" + italic("options") + "]\n.PP\n" + line(command.summary);
    if (!command.details.empty()) text += ".PP\n" + paragraphs(command.details);
    for (const DeclaredOption& option : declared_options(command)) {
        if (option.switches_off) continue;
        std::string name = option.letter.empty() ? "" : bold(option.letter) + ", ";
        name += bold(option.name) + (option.value.empty() ? "" : " " + italic(option.value));
        text +=
            entry(name, option.what + (option.standard.empty() ? "" : " (default: " + option.standard + ")"));
    }
    if (const std::string note = note_on_flags(command); !note.empty()) text += ".PP\n" + line(note);
    return text;
}

std::string stage_pages() {
    std::string text;
    for (const DeclaredStage& stage : declared_stages()) text += entry(bold(stage.name), stage.summary);
    return text;
}

std::string example(const std::string& text, const std::string& words) {
    return ".PP\n" + line(text) + ".PP\n.RS\n.nf\n" + line(words) + ".fi\n.RE\n";
}

}  // namespace

std::string man_page() {
    std::string text = ".\\\" Made by 'sluice help --man': do not edit.\n.TH SLUICE 1 \"\" \"sluice " +
                       version_number() + "\" \"User Commands\"\n";
    text += ".SH NAME\nsluice \\- runs image pipelines on OpenCL devices\n";
    text += ".SH SYNOPSIS\n";
    for (const Command& command : program().commands) {
        text += bold("sluice " + command.name);
        if (!command.words.empty()) text += " " + italic(command.words);
        text += " [" + italic("options") + "]\n.br\n";
    }
    text += bold("sluice help") + " [" + italic("COMMAND") + " | " + bold("pipelines") + " | " +
            bold("--man") + "]\n.br\n" + bold("sluice --version") + "\n";
    text +=
        ".SH DESCRIPTION\n" +
        paragraphs(
            "sluice corrects the contrast and colours of images. It also resizes, crops, rotates, filters, "
            "combines and measures them. Each such operation is a stage, and stages are chained into a "
            "pipeline. sluice runs a pipeline on one image or on whole folders. The images stay on an "
            "OpenCL device (a GPU, or the CPU through PoCL) from loading to saving.\n\nA PIPELINE is a "
            ".yaml or .json file, or a chain of stages in one argument. 'sluice help pipelines' explains "
            "how to write pipelines, and 'sluice stages NAME' shows a stage with its parameters. Results "
            "go to standard output, everything else to standard error.\n\nThe stages are:\n") +
        stage_pages();
    text += ".SH COMMANDS\n";
    for (const Command& command : program().commands) text += section(command);
    text += ".SH EXIT STATUS\n" + entry(bold("0"), "Everything was done.") +
            entry(bold("1"), "Some inputs failed; the rest was done.") +
            entry(bold("2"), "The usage, the pipeline or a parameter was wrong; nothing was done.") +
            entry(bold("3"), "There is no usable device.") +
            entry(bold("75"), "Another run holds the manifest. Nothing was done.") +
            entry(bold("130"), "The run was interrupted.");
    text += ".SH ENVIRONMENT\n" +
            entry(bold("SLUICE_DEVICE"), "The device to use if --device is not given, in the same words.") +
            entry(bold("SLUICE_KERNEL_DIR"),
                  "A folder to read kernels from, instead of the kernels in the program.") +
            entry(bold("SLUICE_OPENCL_OPTIONS"), "Additional options for the OpenCL compiler.") +
            entry(bold("POCL_CACHE_DIR"),
                  "The folder in which PoCL keeps compiled kernels. If it is empty, the first images of a "
                  "format take longer.") +
            entry(bold("SLUICE_TUNING_DIR"),
                  "The folder for the measurements of 'sluice tune'. By default, it is sluice below "
                  "XDG_CACHE_HOME or ~/.cache.") +
            entry(bold("COLUMNS"), "The width of help texts.");
    text += ".SH EXAMPLES\n" +
            example("Stretch the contrast of all images in a folder:", "sluice batch photos -o normalized") +
            example("Even out the contrast region by region, and write a manifest with a line for each file:",
                    "sluice batch photos -o out --normalize clahe --manifest out.jsonl") +
            example("Run a chain of stages:", "sluice run \"load photo.jpg | normalize | save out.png\"") +
            example("Show what a pipeline would do:", "sluice plan pipeline.yaml") +
            example("Measure the range of an image:", "sluice stats photo.png");
    text += ".SH SEE ALSO\n" + bold("clinfo") + "(1)\n.PP\n" +
            line("'sluice help COMMAND', 'sluice help pipelines' and 'sluice stages' say more.");
    return text;
}

}  // namespace sluice::apps
