#include "pipeline/sluice/batch/inputs.hpp"

#include "io/codecs.hpp"
#include "io/folder.hpp"
#include "io/read.hpp"
#include "io/save_format.hpp"
#include "io/writable.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/joining.hpp"
#include "pipeline/sluice/batch/listing.hpp"
#include "pipeline/sluice/batch/outputs.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const Wording& what) { throw Error(Error::Kind::usage, "batch", what); }

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

// The names that the pipeline has for its results.
void take_names(const std::vector<FileSink>& sinks, const BatchOptions& options, OutputRules& rules) {
    const auto path = [](const FileSink& sink) { return sink.id + "." + sink.param; };
    if (const FileSink& first = sinks.front(); !first.name.empty()) {
        if (options.name != BatchOptions().name)
            refuse(Remedy{"name"} + " and " + path(first) +
                   " of the pipeline both name the results; leave out one");
        rules.name = first.name;
        rules.named_by = path(first);
    }
    for (auto sink = sinks.begin() + 1; sink != sinks.end(); ++sink)
        rules.also.push_back({path(*sink), sink->name});
}

// Each result is an array in a file of its own first.
void expect_joinable(const std::string& output, OutputRules& rules) {
    const Wording option = Remedy{"shard_size"};
    if (names_a_file(output))
        refuse(option + " makes several files, but " + Remedy{"output"} + " " + in_quotes(output) +
               " is one; to name a folder, end it with '/'");
    if (!rules.also.empty())
        refuse(option + " joins one result of each input, but the pipeline saves " +
               std::to_string(rules.also.size() + 1));
    const std::string named = extension_of(rules.name);
    rules.format = joined_extension(rules.format.empty() && named != "{ext}" ? named : rules.format);
}

OutputRules output_rules(const std::vector<std::string>& inputs, const std::string& output,
                         const BatchOptions& options, const std::vector<FileSink>& sinks) {
    OutputRules rules{.name = options.name, .joined = options.shard_size, .format = options.format};
    take_names(sinks, options, rules);
    const Wording name = Remedy{"output"};
    if (output.empty()) refuse(name + " is empty; name a folder");
    if (rules.joined > 0) expect_joinable(output, rules);
    if (!names_a_file(output)) {
        std::error_code fault;
        if (fs::exists(output, fault) && !is_folder(output))
            refuse(name + " " + in_quotes(output) + " is a file; name a folder");
        expect_writable_folder(output);
        rules.folder = output;
        return rules;
    }
    if (inputs.size() != 1 || is_folder(inputs[0]))
        refuse(name + " " + in_quotes(output) +
               " is a file, so there must be exactly one input file; to name a folder, end it with '/'");
    const std::string extension = extension_of(output);
    if (output != "-" && !rules.format.empty() &&
        codec_of_extension(extension) != codec_of_extension(rules.format))
        refuse(name + " " + in_quotes(output) + " and " + Remedy{"format"} + " " + in_quotes(rules.format) +
               " do not go together");
    if (!rules.also.empty())
        refuse(name + " " + in_quotes(output) + " is a file, but the pipeline saves " +
               std::to_string(sinks.size()) + " for each input; name a folder, and end it with '/'");
    if (output != "-") expect_writable_folder(fs::path(output).parent_path().string());
    rules.one_file = output;
    return rules;
}

ListOptions list_options(const BatchOptions& asked, const OutputRules& rules,
                         const std::vector<std::string>& paths) {
    ListOptions options{.recursive = asked.recursive, .glob = asked.glob, .skip = {}};
    // Results of a run before are no inputs, unless that folder was named itself.
    const bool named = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
        std::error_code fault;
        return fs::equivalent(path, rules.folder, fault);
    });
    if (!rules.folder.empty() && !named) options.skip.push_back(rules.folder);
    return options;
}

// What is mirrored below the output folder begins at `base`.
void take_base(const fs::path& base, const OutputRules& rules, std::vector<InputFile>& inputs) {
    const Wording name = Remedy{"base"} + (" " + in_quotes(base.string()));
    if (!is_folder(base)) refuse(name + " is not a folder");
    if (!rules.one_file.empty())
        refuse(Remedy{"base"} + " needs an output folder, but " + Remedy{"output"} + " " +
               in_quotes(rules.one_file.string()) + " is one file");
    const auto below = [](const fs::path& path, const fs::path& folder) {
        const fs::path relative = path.lexically_relative(folder);
        return relative.empty() || *relative.begin() == ".." ? fs::path() : relative;
    };
    const fs::path spelled = fs::absolute(base).lexically_normal() / "";
    for (InputFile& input : inputs) {
        const fs::path path = fs::absolute(fs::path(input.path)).lexically_normal();
        fs::path relative = below(path, spelled.parent_path());
        if (relative.empty()) relative = below(real_name(path), real_name(base));  // links lead there
        if (relative.empty()) refuse(name + ": the input " + in_quotes(input.path) + " is not below it");
        input.relative = relative.string();
    }
}

}  // namespace

FilesOfBatch batch_files(std::vector<std::string> paths, const std::string& output,
                         const BatchOptions& options, const Shard& shard,
                         const std::vector<FileSink>& sinks) {
    const auto say = [&](LogMessage::Severity severity, const Wording& text) {
        if (options.log && !text.empty()) options.log({severity, "", text.in(options.spelling)});
    };
    if (paths.empty()) refuse("there are no inputs; give files or folders");
    if (std::count_if(paths.begin(), paths.end(), is_stdin) > 1)
        refuse("stdin is named twice as an input; name it once");
    OutputRules rules = output_rules(paths, output, options, sinks);
    rules.runs = shard.count;
    const bool standard_input = std::erase(paths, "-") > 0;
    if (!shard.is_all() && (standard_input || !rules.one_file.empty()))
        refuse(Remedy{"shard"} + " divides folders and lists of files; there is only one file to be done");
    Listing listing = list_inputs(paths, list_options(options, rules, paths));
    if (!standard_input) say(LogMessage::Severity::note, expect_inputs(listing, options.glob));

    std::vector<InputFile>& inputs = listing.files;
    if (!options.base.empty()) take_base(options.base, rules, inputs);
    if (standard_input) inputs.insert(inputs.begin(), {"-", "stdin"});
    // What cannot be read has no output, and takes no other's.
    std::vector<InputFile> unreadable;
    std::vector<std::string> why;
    std::erase_if(inputs, [&](const InputFile& input) {
        std::string refusal = refused_by_name(input.path);
        if (refusal.empty()) return false;
        unreadable.push_back(input);
        why.push_back(std::move(refusal));
        return true;
    });
    Diagnostics faults;
    FilesOfBatch found{map_outputs(inputs, rules, faults)};
    if (!faults.ok())
        refuse((faults.end() - faults.begin() > 1 ? "nothing was done:\n" : "") + faults.text());
    for (const Diagnostic& warning : faults) say(LogMessage::Severity::warning, warning.message);
    const auto belongs = [&](const InputFile& input) { return shard.has(input.unit()); };
    if (!shard.is_all())
        for (const InputFile& input : inputs) found.own.push_back(belongs(input));
    for (std::size_t i = 0; i < unreadable.size(); ++i) {
        found.files.push_back({unreadable[i].path, {}, 0, why[i]});
        found.own.push_back(belongs(unreadable[i]));
    }
    // A folder that cannot be read here may be readable where another shard runs, and its files are missing.
    for (const Listing::Fault& fault : listing.faults) {
        found.files.push_back({fault.path, {}, 0, fault.what});
        found.own.push_back(true);
    }
    return found;
}

BatchFiles FilesOfBatch::of_shard() const {
    BatchFiles some;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (own.at(i)) some.push_back(files[i]);
    return some;
}

void note_sizes(BatchFiles& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        struct stat facts {};
        const std::string input(files.input(i));
        if (!files.output(i).empty() && ::stat(input.c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
            files.set_bytes(i, static_cast<std::uintmax_t>(facts.st_size));
    }
}

}  // namespace sluice
