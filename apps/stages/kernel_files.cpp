#include "apps/stages/kernel_files.hpp"

#include "apps/program.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/missing_file.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/graph/kernel_stage.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> kernel_files(const fs::path& from) {
    std::error_code fault;
    if (fs::is_regular_file(from, fault)) return {from};
    if (!fs::is_directory(from, fault))
        throw Error(Error::Kind::usage, printable(from.string()), missing_file(from));
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(from, fault))
        if (entry.path().extension() == ".cl") files.push_back(entry.path());
    if (fault) throw Error(Error::Kind::usage, printable(from.string()), fault.message());
    if (files.empty())
        throw Error(Error::Kind::usage, printable(from.string()),
                    "there is no kernel file (.cl) in this folder; 'sluice stages new NAME' writes one");
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::vector<StageDef> stages_from(const std::string& folder_or_file) {
    std::vector<StageDef> all;
    std::string faults;
    for (const fs::path& file : kernel_files(folder_or_file)) try {
            for (StageDef& stage : stages_of_file(file)) {
                stage.read_from =
                    std::make_shared<const StageText>(StageText{file.filename(), stage.read_from->text});
                all.push_back(std::move(stage));
            }
        } catch (const Error& error) {
            faults += (faults.empty() ? "" : "\n") + std::string(error.what());
        }
    if (!faults.empty()) throw Error(Error::Kind::usage, "", faults);
    return all;
}

namespace {

// A chain that shows what it does.
std::string trial(const std::string& name, const std::string& kind) {
    const std::string kernel = "kernel " + name + ".cl";
    if (kind == "source") return kernel + " | save out.png";
    return "load photo.jpg | " + kernel + (kind == "reduce" ? "" : " | save out.png");
}

}  // namespace

int write_new_kernel(const Arguments& arguments) {
    if (arguments.words.size() < 2)
        throw wrong_arguments(arguments,
                              "new: the name of the stage is missing, as in 'stages new spotlight'");
    const std::string& name = arguments.words[1];
    const std::string kind = arguments.has("kind") ? arguments.text("kind") : "point";
    const std::vector<std::string>& kinds = new_kernel_kinds();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        throw wrong_arguments(arguments, "--kind " + in_quotes(kind) + " is not one of " + listed(kinds) +
                                             did_you_mean(kind, kinds));
    if (builtin_stages().find(name) != nullptr || kernel_text(name + ".cl"))
        throw wrong_arguments(arguments,
                              "sluice has a stage or a kernel " + in_quotes(name) + "; choose another name");
    const std::string text = new_kernel(name, kind);
    const std::string file = name + ".cl";
    try {
        stages_of_text(text, file);
    } catch (const Error&) {
        throw wrong_arguments(arguments, in_quotes(name) +
                                             " cannot be the name of a stage; use lower case letters, digits "
                                             "and '_', and begin with a letter that no word of OpenCL C has");
    }
    try {
        write_file(file, as_bytes(text), {.overwrite = Overwrite::never});
    } catch (const FileExists&) {
        throw wrong_arguments(arguments,
                              in_quotes(file) + " exists; choose another name, or remove the file");
    }
    arguments.messages.note("wrote " + file + "; try: sluice run \"" + trial(name, kind) + "\"");
    return Exit::all_done;
}

}  // namespace sluice::apps
