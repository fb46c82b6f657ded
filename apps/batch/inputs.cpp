#include "apps/batch/inputs.hpp"

#include "apps/listing.hpp"
#include "apps/options/offered.hpp"
#include "apps/text_file.hpp"
#include "io/codecs.hpp"
#include "io/read.hpp"
#include "io/save_format.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"

#include <algorithm>
#include <system_error>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> named_paths(const Arguments& arguments) {
    std::vector<std::string> paths = arguments.words;
    if (!arguments.has("files-from")) {
        if (arguments.has("null"))
            throw wrong_arguments(arguments, "-0 says how the list of --files-from is written: give both");
        if (paths.empty()) throw wrong_arguments(arguments, "needs INPUT...: files or folders");
        return paths;
    }
    const std::string& list = arguments.text("files-from");
    if (list == "-" && std::count(paths.begin(), paths.end(), "-") > 0)
        throw wrong_arguments(arguments, "stdin cannot hold both a picture and the list of --files-from");
    try {
        for (std::string& path : read_list(list, arguments.has("null"))) paths.push_back(std::move(path));
        if (paths.empty()) throw Error(Error::Kind::usage, list, "the list names no file");
    } catch (const Error& error) {
        throw wrong_arguments(arguments, std::string("--files-from: ") + error.what());
    }
    return paths;
}

bool is_folder(const fs::path& path) {
    std::error_code fault;
    return fs::is_directory(path, fault);
}

// "-o b.png" names a file, unless there is a folder of that name.
bool names_a_file(const std::string& output) {
    if (output == "-") return true;
    const std::string extension = extension_of(output);
    return !output.ends_with('/') && !is_folder(output) &&
           (can_write(extension) || is_picture_extension(extension));
}

// Of "batch photos results", or "batch a.jpg b.jpg".
std::string meant_as_output(const std::vector<std::string>& words) {
    std::error_code fault;
    if (words.size() < 2 || fs::is_regular_file(words.back(), fault)) return "";
    return " (did you mean '-o " + words.back() + "'?)";
}

OutputRules output_rules(const Arguments& arguments, const std::vector<std::string>& paths) {
    OutputRules rules;
    rules.name = arguments.text("name");
    if (arguments.has("format")) rules.format = arguments.text("format");
    if (!arguments.has("output"))
        throw wrong_arguments(
            arguments, "needs -o DIR: the folder that the results go to" + meant_as_output(arguments.words));
    const std::string& output = arguments.text("output");
    if (output.empty()) throw wrong_arguments(arguments, "-o is empty: name a folder");
    if (!names_a_file(output)) {
        std::error_code fault;
        if (fs::exists(output, fault) && !is_folder(output))
            throw wrong_arguments(arguments, "-o " + in_quotes(output) + " is a file: name a folder");
        expect_writable_folder(output);
        rules.folder = output;
        return rules;
    }
    if (paths.size() != 1 || is_folder(paths[0]))
        throw wrong_arguments(arguments,
                              "-o " + in_quotes(output) + " is one file: it takes one input, which is " +
                                  "a file; a folder of that name is written with a '/' at its end");
    const std::string extension = extension_of(output);
    if (output != "-" && !rules.format.empty() &&
        codec_of_extension(extension) != codec_of_extension(rules.format))
        throw wrong_arguments(arguments, "-o " + in_quotes(output) + " and --format " +
                                             in_quotes(rules.format) + " do not go together");
    if (output != "-") expect_writable_folder(fs::path(output).parent_path().string());
    rules.one_file = output;
    return rules;
}

ListOptions list_options(const Arguments& arguments, const OutputRules& rules,
                         const std::vector<std::string>& paths) {
    ListOptions options;
    options.recursive = arguments.has("recursive");
    if (arguments.has("glob")) options.glob = arguments.text("glob");
    // Results of a run before are no inputs, unless that folder was named itself.
    const bool named = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
        std::error_code fault;
        return fs::equivalent(path, rules.folder, fault);
    });
    if (!rules.folder.empty() && !named) options.skip.push_back(rules.folder);
    return options;
}

// What is mirrored below the output folder begins at --base.
void take_base(const Arguments& arguments, const OutputRules& rules, std::vector<InputFile>& inputs) {
    const std::string& base = arguments.text("base");
    if (!is_folder(base)) throw wrong_arguments(arguments, "--base: " + in_quotes(base) + " is no folder");
    if (!rules.one_file.empty())
        throw wrong_arguments(arguments, "--base is for a folder of results, but -o " +
                                             in_quotes(rules.one_file.string()) + " is one file");
    const auto below = [](const fs::path& path, const fs::path& folder) {
        const fs::path relative = path.lexically_relative(folder);
        return relative.empty() || *relative.begin() == ".." ? fs::path() : relative;
    };
    const fs::path spelled = fs::absolute(base).lexically_normal() / "";
    for (InputFile& input : inputs) {
        const fs::path path = fs::absolute(input.path).lexically_normal();
        fs::path relative = below(path, spelled.parent_path());
        if (relative.empty()) relative = below(real_name(path), real_name(base));  // links lead there
        if (relative.empty())
            throw wrong_arguments(arguments, "--base " + in_quotes(base) + ": the input " +
                                                 in_quotes(input.path.string()) + " is not below it");
        input.relative = relative;
    }
}

}  // namespace

void add_file_options(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()                                                                              //
        ("output,o", text("DIR"), "the folder for the results; for one input it may be a file, or -")  //
        ("recursive,r", "look into folders inside of folders too")                                     //
        ("glob", text("PATTERN"), "only files in folders whose name matches, such as '*.jpg'")         //
        ("files-from", text("FILE"), "read more inputs from a file, one per line; - is stdin")         //
        ("null,0", "the names of --files-from end with a zero byte, as 'find -print0' writes them")    //
        ("format", offered("EXT", written_extensions()),
         "save all in this format; default: as the input, or png")  //
        ("base", text("DIR"),
         "mirror the tree below this folder; default: below each folder that is named as an INPUT")  //
        ("name", text("NAME")->default_value("{stem}.{ext}"),
         "names of the results; {parent}, {index} and {index:4} too");
}

std::vector<BatchFile> batch_files(const Arguments& arguments) {
    std::vector<std::string> paths = named_paths(arguments);
    const OutputRules rules = output_rules(arguments, paths);
    const bool standard_input = std::erase(paths, "-") > 0;
    const Listing listing = list_inputs(paths, list_options(arguments, rules, paths));

    std::vector<InputFile> inputs = listing.files;
    if (arguments.has("base")) take_base(arguments, rules, inputs);
    if (standard_input) inputs.insert(inputs.begin(), {"-", "stdin"});
    if (!standard_input) expect_inputs(arguments, listing);
    // What cannot be read has no output, and takes no other's.
    std::vector<BatchFile> unreadable;
    std::erase_if(inputs, [&](const InputFile& input) {
        std::string why = refused_by_name(input.path.string());
        if (!why.empty()) unreadable.push_back({input.path, {}, 0, why});
        return !why.empty();
    });
    Diagnostics faults;
    std::vector<BatchFile> files = map_outputs(inputs, rules, faults);
    if (!faults.ok())
        throw wrong_arguments(
            arguments, (faults.end() - faults.begin() > 1 ? "nothing was done:\n" : "") + faults.text());
    for (const Diagnostic& warning : faults) arguments.messages.warning(warning.message);
    for (BatchFile& file : files) {
        std::error_code unknown;
        const std::uintmax_t bytes = fs::file_size(file.input, unknown);
        if (!unknown) file.bytes = bytes;
    }
    files.insert(files.end(), unreadable.begin(), unreadable.end());
    for (const Listing::Fault& fault : listing.faults) files.push_back({fault.path, {}, 0, fault.what});
    return files;
}

}  // namespace sluice::apps
