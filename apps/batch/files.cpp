#include "apps/batch/files.hpp"

#include "apps/options/meant.hpp"
#include "io/folder.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

// Of "batch photos results", or "batch a.jpg b.jpg".
std::string meant_as_output(const std::vector<std::string>& words) {
    std::error_code fault;
    if (words.size() < 2 || fs::is_regular_file(words.back(), fault)) return "";
    return " (did you mean '-o " + words.back() + "'?)";
}

}  // namespace

void add_file_options(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()  //
        ("output,o", text("DIR"),
         "the folder for the results; for a single input, it may be a file, or - for stdout")   //
        ("files-from", text("FILE"), "read more inputs from a file, one per line; - is stdin")  //
        ("null,0", "names in --files-from end with a zero byte, as 'find -print0' writes them");
}

std::vector<std::string> named_inputs(const Arguments& arguments) {
    std::vector<std::string> paths = arguments.words;
    if (!arguments.has("pipeline"))
        for (const std::string& path : paths)
            if (const std::string meant = meant_by_input(path); !meant.empty())
                throw wrong_arguments(arguments,
                                      in_quotes(path) + " is neither an image nor a folder" + meant);
    if (!arguments.has("files-from")) {
        if (arguments.has("null"))
            throw wrong_arguments(arguments, "-0 describes the list of --files-from; give both");
        if (paths.empty()) throw wrong_arguments(arguments, "needs INPUT...: files or folders");
        return paths;
    }
    const std::string& list = arguments.text("files-from");
    if (list == "-" && std::count(paths.begin(), paths.end(), "-") > 0)
        throw wrong_arguments(arguments, "stdin cannot be both an image and the list of --files-from");
    try {
        for (std::string& path : read_list(list, arguments.has("null"))) paths.push_back(std::move(path));
        if (paths.empty()) throw Error(Error::Kind::usage, list, "the list contains no names");
    } catch (const Error& error) {
        throw wrong_arguments(arguments, std::string("--files-from: ") + error.what());
    }
    return paths;
}

std::string output_option(const Arguments& arguments) {
    if (!arguments.has("output"))
        throw wrong_arguments(arguments,
                              "needs -o DIR, the folder for the results" + meant_as_output(arguments.words));
    return arguments.text("output");
}

}  // namespace sluice::apps
