#include "pipeline/sluice/batch/outputs.hpp"

#include "io/codecs.hpp"
#include "io/save_format.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/name_template.hpp"

#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_faults = 20;  // of one kind that are told one by one

// The extension as it is spelled in a name, without the dot.
std::string spelled_extension(const fs::path& name) {
    const std::string extension = name.extension().string();
    return extension.empty() ? "" : extension.substr(1);
}

std::string output_extension(const fs::path& input, const OutputRules& rules, const NameTemplate& name) {
    if (!rules.format.empty()) return rules.format;
    if (!name.fixed_extension().empty()) return name.fixed_extension();
    const std::string own = spelled_extension(input);
    return can_write(own) ? own : "png";
}

// The rules, checked.
struct Naming {
    OutputRules rules;
    NameTemplate name;
};

std::optional<Naming> check_rules(OutputRules rules, Diagnostics& faults) {
    if (rules.format.starts_with('.')) rules.format.erase(0, 1);
    if (!rules.format.empty() && !can_write(rules.format))
        faults.error({}, Remedy{"format"}, cannot_write(rules.format));
    Diagnostics name_faults;
    NameTemplate name = NameTemplate::parse(rules.name, Remedy{"name"}, name_faults);
    for (const Diagnostic& fault : name_faults) faults.error(fault.place, fault.subject, fault.message);
    if (!faults.ok()) return std::nullopt;

    if (rules.sharded && name.uses_index())
        faults.error(
            {}, Remedy{"name"},
            "{index} and " + Remedy{"shard"} +
                " do not go together: one file more would move the names of the others; use {parent} "
                "and {stem}");
    const std::string fixed = name.fixed_extension();
    if (!fixed.empty() && !rules.format.empty() &&
        codec_of_extension(fixed) != codec_of_extension(rules.format))
        faults.error(
            {}, Remedy{"name"},
            "ends in '." + fixed + "', but " + Remedy{"format"} + " asks for '" + rules.format + "'");
    if (!faults.ok()) return std::nullopt;
    return Naming{std::move(rules), std::move(name)};
}

// Name of the folder that holds the input: as it was spelled, else that of the file system.
std::string parent_name(const fs::path& input, const RealName& real) {
    if (input == "-") return "";
    const fs::path folder = input.lexically_normal().parent_path();
    const fs::path spelled = folder.filename();
    if (!spelled.empty() && spelled != "..") return spelled.string();
    return real(folder.empty() ? "." : folder).filename().string();
}

fs::path output_of(const InputFile& input, std::size_t index, const Naming& naming, const RealName& real) {
    const std::string ext = output_extension(input.relative, naming.rules, naming.name);
    const std::string name =
        naming.name.expand({input.relative.stem().string(), ext, parent_name(input.path, real), index});
    // A field that is empty may leave a '/' at the beginning.
    return naming.rules.folder / input.relative.parent_path() / fs::path(name).relative_path();
}

std::string shown(const fs::path& path) { return in_quotes(path.string()); }

// Tells the first faults of a kind one by one and counts the rest.
class Limited {
public:
    explicit Limited(std::function<void(const Wording&)> tell) : tell_(std::move(tell)) {}
    Limited(const Limited&) = delete;
    Limited& operator=(const Limited&) = delete;
    ~Limited() {
        if (count_ > most_faults)
            tell_("... and " + std::to_string(count_ - most_faults) + " more like this");
    }
    void operator()(const Wording& text) {
        if (++count_ <= most_faults) tell_(text);
    }

private:
    std::function<void(const Wording&)> tell_;
    std::size_t count_ = 0;
};

// A `name` that gives every input an output of its own.
std::string name_that_helps(const std::vector<InputFile>& inputs, const Naming& naming,
                            const RealName& real) {
    for (const char* text : {"{parent}/{stem}.{ext}", "{stem}-{index}.{ext}"}) {
        Diagnostics faults;
        const Naming other{naming.rules, NameTemplate::parse(text, "", faults)};
        std::set<fs::path> outputs;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            outputs.insert(output_of(inputs[i], i + 1, other, real).lexically_normal());
        if (outputs.size() == inputs.size()) return text;
    }
    return "{index}.{ext}";
}

using FileId = std::pair<dev_t, ino_t>;
std::optional<FileId> file_id(const fs::path& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
    return FileId{facts.st_dev, facts.st_ino};
}

// Inputs, found by whatever leads to them: a spelling, a link, a hard link, upper and lower case.
class Sources {
public:
    Sources(const std::vector<BatchFile>& files, const RealName& real) {
        for (const BatchFile& file : files) {
            if (file.input == "-") continue;
            names_.emplace(real(file.input), &file);
            if (const auto id = file_id(file.input)) ids_.emplace(*id, &file);
        }
    }
    const BatchFile* find(const fs::path& name, const fs::path& path) const {
        if (const auto found = names_.find(name); found != names_.end()) return found->second;
        const auto id = file_id(path);
        const auto found = id ? ids_.find(*id) : ids_.end();
        return found == ids_.end() ? nullptr : found->second;
    }

private:
    std::map<fs::path, const BatchFile*> names_;
    std::map<FileId, const BatchFile*> ids_;
};

void find_clashes(const std::vector<BatchFile>& files, const std::function<std::string()>& better_name,
                  const RealName& real, Diagnostics& faults) {
    const auto error = [&faults](const Wording& text) { faults.error({}, "", text); };
    const auto warning = [&faults](const Wording& text) { faults.warning({}, "", text); };
    Limited same_output(error), own_input(error), folder_and_file(error), same_letters(warning);

    const Sources sources(files, real);
    std::string better;  // found once it is needed
    std::map<fs::path, const BatchFile*> outputs;
    std::map<std::string, const BatchFile*> letters;
    std::map<fs::path, const BatchFile*> folders;
    for (const BatchFile& file : files) {
        if (file.output == "-") continue;
        const fs::path name = real(file.output);
        if (const BatchFile* source = sources.find(name, file.output))
            own_input(shown(file.input) + " would overwrite the input " + shown(source->input) +
                      "; choose another folder, " + Remedy{"name"} + " or " + Remedy{"format"});
        const auto [twin, first] = outputs.emplace(name, &file);
        if (!first) {
            if (better.empty()) better = better_name();
            same_output(shown(twin->second->input) + " and " + shown(file.input) +
                        " would both be saved as " + shown(file.output) + "; " + Remedy{"name", better} +
                        " tells them apart");
        } else if (const auto [other, only] = letters.emplace(lower_case(name.string()), &file); !only) {
            same_letters(shown(other->second->output) + " and " + shown(file.output) +
                         " are the same file on systems that ignore case");
        }
        // A folder that is known has its own folders known, too.
        for (fs::path up = name.parent_path(); up.has_relative_path(); up = up.parent_path())
            if (!folders.emplace(up, &file).second) break;
    }
    for (const auto& [name, file] : outputs) {
        const auto folder = folders.find(name);
        if (folder != folders.end())
            folder_and_file(shown(file->output) + " would be both the output of " + shown(file->input) +
                            " and the folder of " + shown(folder->second->output));
    }
}

}  // namespace

std::vector<BatchFile> map_outputs(const std::vector<InputFile>& inputs, const OutputRules& rules,
                                   Diagnostics& faults, const RealName& real) {
    std::vector<BatchFile> files;
    const std::optional<Naming> naming = check_rules(rules, faults);
    if (!naming) return files;
    Limited no_extension([&faults](const Wording& text) { faults.error({}, "", text); });
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        BatchFile file{inputs[i].path, rules.one_file};
        if (rules.one_file.empty()) file.output = output_of(inputs[i], i + 1, *naming, real);
        if (file.output != "-" && !can_write(extension_of(file.output.native())))
            no_extension(shown(file.output) +
                         " has no extension of a format that can be written: " + writable_extensions());
        files.push_back(std::move(file));
    }
    const auto better_name = [&] { return name_that_helps(inputs, *naming, real); };
    if (faults.ok()) find_clashes(files, better_name, real, faults);
    return files;
}

}  // namespace sluice
