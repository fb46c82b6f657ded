#include "pipeline/sluice/batch/outputs.hpp"

#include "io/codecs.hpp"
#include "io/save_format.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/clashes.hpp"
#include "pipeline/sluice/batch/name_template.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_faults = 20;  // of one kind that are told one by one

// A path below a folder, without making a path of it: there may be a million of them.
struct Below {
    explicit Below(std::string_view path) {
        const std::size_t slash = path.rfind('/');
        folder = path.substr(0, slash == path.npos ? 0 : slash);
        const std::string_view name = path.substr(slash == path.npos ? 0 : slash + 1);
        const std::size_t dot = name.rfind('.');
        const bool none = dot == name.npos || dot == 0 || name == "..";
        stem = name.substr(0, none ? name.npos : dot);
        extension = none ? "" : name.substr(dot + 1);
    }
    std::string_view folder, stem;
    std::string_view extension;  // as it is spelled, without the dot
};

std::string output_extension(std::string_view own, const OutputRules& rules, const NameTemplate& name) {
    if (!rules.format.empty()) return rules.format;
    if (!name.fixed_extension().empty()) return name.fixed_extension();
    return can_write(own) ? std::string(own) : "png";
}

// The rules, checked.
struct Naming {
    OutputRules rules;
    NameTemplate name;
    std::vector<NameTemplate> also = {};
};

// A name that no second input has.
NameTemplate own_name(const std::string& text, const Wording& subject, std::size_t runs,
                      Diagnostics& faults) {
    NameTemplate name = NameTemplate::parse(text, subject, faults);
    if (!faults.ok()) return name;
    if (runs > 1 && name.uses_index())
        faults.error(
            {}, subject,
            "{index} and " + Remedy{"shard"} +
                " do not go together: one file more would move the names of the others; use {parent} "
                "and {stem}");
    return name;
}

std::optional<Naming> check_rules(OutputRules rules, Diagnostics& faults) {
    if (rules.format.starts_with('.')) rules.format.erase(0, 1);
    if (!rules.format.empty() && !can_write(rules.format))
        faults.error({}, Remedy{"format"}, cannot_write(rules.format));
    const Wording named_by = rules.named_by.empty() ? Wording(Remedy{"name"}) : Wording(rules.named_by);
    NameTemplate name = own_name(rules.name, named_by, rules.runs, faults);
    std::vector<NameTemplate> also;
    for (const OutputRules::Also& other : rules.also) {
        also.push_back(own_name(other.name, other.sink, rules.runs, faults));
        if (!also.back().uses_index() && !also.back().uses_stem())
            faults.error({}, other.sink,
                         "every file would be saved there; {stem} stands for the name of the input");
    }
    if (!faults.ok()) return std::nullopt;
    const std::string fixed = name.fixed_extension();
    if (!fixed.empty() && !rules.format.empty() &&
        codec_of_extension(fixed) != codec_of_extension(rules.format))
        faults.error(
            {}, named_by,
            "ends in '." + fixed + "', but " + Remedy{"format"} + " asks for '" + rules.format + "'");
    if (!faults.ok()) return std::nullopt;
    return Naming{std::move(rules), std::move(name), std::move(also)};
}

// Name of the folder that holds the input: as it was spelled, else that of the file system.
std::string parent_name(const fs::path& input, const RealName& real) {
    if (input == "-") return "";
    const fs::path folder = input.lexically_normal().parent_path();
    const fs::path spelled = folder.filename();
    if (!spelled.empty() && spelled != "..") return spelled.string();
    return real(folder.empty() ? "." : folder).filename().string();
}

// The files that the results are joined into, in turn: "shard-000000.npy". Of several runs each has its own,
// "shard-1-of-4-000000.npy".
class JoinedNames {
public:
    explicit JoinedNames(const OutputRules& rules) : rules_(rules), counts_(rules.runs) {}

    // Of the next input; "" if nothing is joined.
    std::string next(const InputFile& input, const NameTemplate& name) {
        if (rules_.joined == 0) return "";
        const std::size_t run = rules_.runs > 1 ? shard_of(input.unit(), rules_.runs) : 0;
        const std::string number = std::to_string(counts_[run]++ / rules_.joined);
        const std::string of =
            rules_.runs > 1 ? std::to_string(run) + "-of-" + std::to_string(rules_.runs) + "-" : "";
        return joined_name + of + std::string(digits - std::min(digits, number.size()), '0') + number + "." +
               output_extension(Below(input.relative).extension, rules_, name);
    }

private:
    static constexpr std::size_t digits = 6;

    const OutputRules& rules_;
    std::vector<std::size_t> counts_;  // of the inputs of each run so far
};

// `joined`: the file that it becomes a part of, or "".
std::string output_of(const InputFile& input, std::size_t index, const NameTemplate& name,
                      const OutputRules& rules, const RealName& real, const std::string& joined = "") {
    const Below below(input.relative);
    const std::string ext = output_extension(below.extension, rules, name);
    const std::string parent = name.uses_parent() ? parent_name(input.path, real) : "";
    std::string path = rules.folder.native();
    const auto add = [&](std::string_view part) {
        while (part.starts_with('/')) part.remove_prefix(1);  // a field may be empty before one
        if (!part.empty() && !path.empty() && !path.ends_with('/')) path += '/';
        path += part;
    };
    add(joined);
    add(below.folder);
    add(name.expand({std::string(below.stem), ext, parent, index}));
    return path;
}

// A `name` that gives every input an output of its own.
std::string name_that_helps(const std::vector<InputFile>& inputs, const Naming& naming,
                            const RealName& real) {
    for (const char* text : {"{parent}/{stem}.{ext}", "{stem}-{index}.{ext}"}) {
        Diagnostics faults;
        const NameTemplate other = NameTemplate::parse(text, "", faults);
        std::set<fs::path> outputs;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            outputs.insert(
                fs::path(output_of(inputs[i], i + 1, other, naming.rules, real)).lexically_normal());
        if (outputs.size() == inputs.size()) return text;
    }
    return "{index}.{ext}";
}

}  // namespace

BatchFiles map_outputs(const std::vector<InputFile>& inputs, const OutputRules& rules, Diagnostics& faults,
                       const RealName& real) {
    const std::optional<Naming> naming = check_rules(rules, faults);
    BatchFiles files;
    if (!naming) return files;
    std::size_t name_bytes = 0;
    for (const InputFile& input : inputs)
        name_bytes += input.path.size() + rules.folder.native().size() + input.relative.size() +
                      (rules.joined > 0 ? 32 : 8);
    files.reserve(inputs.size(), name_bytes);
    std::size_t without = 0;
    JoinedNames names(naming->rules);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string joined = names.next(inputs[i], naming->name);
        const auto named = [&](const NameTemplate& name) {
            return output_of(inputs[i], i + 1, name, naming->rules, real, joined);
        };
        const std::string output = rules.one_file.empty() ? named(naming->name) : rules.one_file.string();
        std::vector<std::string> also;
        std::transform(naming->also.begin(), naming->also.end(), std::back_inserter(also), named);
        files.add(inputs[i].path, output, 0, also);
        if (output == "-" || can_write(extension_of(output)) || ++without > most_faults) continue;
        faults.error({}, "",
                     in_quotes(output) +
                         " has no extension of a format that can be written: " + writable_extensions());
    }
    if (without > most_faults)
        faults.error({}, "", "... and " + std::to_string(without - most_faults) + " more like this");
    const auto better_name = [&]() -> Wording {
        if (!rules.named_by.empty() || !rules.also.empty())
            return "{parent} or {index} in the paths of the pipeline tell them apart";
        return Remedy{"name", name_that_helps(inputs, *naming, real)} + " tells them apart";
    };
    if (faults.ok()) find_clashes(inputs, files, better_name, real, faults);
    return files;
}

}  // namespace sluice
