#include "apps/batch/files.hpp"

#include "apps/options/meant.hpp"
#include "io/folder.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/standard_streams.hpp"

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

std::vector<std::string> named_inputs(const BatchRequest& request) {
    std::vector<std::string> paths = request.inputs;
    if (!request.pipeline)
        for (const std::string& path : paths)
            if (const std::string meant = meant_by_input(path); !meant.empty())
                throw wrong_arguments(request.caller,
                                      in_quotes(path) + " is neither an image nor a folder" + meant);
    const std::string list = request.extras.files_from.string();
    const Wording option = Remedy{"files_from"};
    if (list.empty()) {
        if (request.extras.null)
            throw wrong_arguments(request.caller,
                                  Remedy{"null"} + " describes the list of " + option + "; give both");
        if (paths.empty()) throw wrong_arguments(request.caller, "needs INPUT...: files or folders");
        return paths;
    }
    if (is_stdin(list) && std::any_of(paths.begin(), paths.end(), is_stdin))
        throw wrong_arguments(request.caller, "stdin cannot be both an image and the list of " + option);
    try {
        for (std::string& path : read_list(list, request.extras.null)) paths.push_back(std::move(path));
        if (paths.empty()) throw Error(Error::Kind::usage, list, "the list contains no names");
    } catch (const Error& error) {
        throw wrong_arguments(request.caller, option + ": " + error.text());
    }
    return paths;
}

std::string named_output(const BatchRequest& request) {
    if (request.output.empty())
        throw wrong_arguments(request.caller,
                              "needs -o DIR, the folder for the results" + meant_as_output(request.inputs));
    return request.output;
}

}  // namespace sluice::apps
