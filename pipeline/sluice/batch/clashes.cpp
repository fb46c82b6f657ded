#include "pipeline/sluice/batch/clashes.hpp"

#include "pipeline/core/hash.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_faults = 20;  // of one kind that are told one by one

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

// A file, found by a number. There may be a million of them, so that names are compared only where numbers
// are equal.
template <class Number>
using Found = std::vector<std::pair<Number, std::uint32_t>>;

// Calls work(first, last) for the files of each number.
template <class Number, class Work>
void for_each_group(const Found<Number>& found, Work work) {
    for (auto first = found.begin(); first != found.end();) {
        const auto last =
            std::find_if(first, found.end(), [&](const auto& e) { return e.first != first->first; });
        work(first, last);
        first = last;
    }
}

// Calls work(a, b) for the files of both that have the same number.
template <class Number, class Work>
void for_each_match(const Found<Number>& one, const Found<Number>& other, Work work) {
    for (const auto& [number, a] : one)
        for (auto at = std::lower_bound(other.begin(), other.end(), std::pair(number, std::uint32_t{0}));
             at != other.end() && at->first == number; ++at)
            work(a, at->second);
}

class Clashes {
public:
    Clashes(const std::vector<InputFile>& inputs, const BatchFiles& files, const RealName& real)
        : inputs_(inputs), files_(files), names_(real) {
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            if (files.input(i) != "-") sources_.emplace_back(fnv1a(source_name(i)), i);
            for (std::size_t n = 0; n < files.outputs(i); ++n) add_output(i, n);
        }
        std::sort(sources_.begin(), sources_.end());
        std::sort(outputs_.begin(), outputs_.end());
        std::sort(letters_.begin(), letters_.end());
        std::sort(existing_.begin(), existing_.end());
        find_twins();
        find_letters();
        find_sources();
    }

    // By the numbers of outputs.
    struct Clash {
        std::optional<std::uint32_t> source;         // the input that it clashes with
        std::optional<std::uint32_t> twin, letters;  // the output
    };
    const std::map<std::uint32_t, Clash>& all() const { return clashes_; }

    std::uint32_t input_of(std::uint32_t output) const { return places_[output].input; }
    std::string_view path(std::uint32_t output) const {
        return files_.output(places_[output].input, places_[output].sink);
    }

    // Calls tell(output, other): the first is a folder of the other.
    template <class Tell>
    void tell_folders(Tell tell) {
        for (const auto& [name, other] : folders_) {
            const auto at =
                std::lower_bound(outputs_.begin(), outputs_.end(), std::pair(fnv1a(name), std::uint32_t{0}));
            if (at != outputs_.end() && at->first == fnv1a(name) && output_name(at->second) == name)
                tell(at->second, other);
        }
    }

private:
    std::string source_name(std::uint32_t i) { return names_.look(inputs_[i].path, inputs_[i].plain).name; }
    std::string output_name(std::uint32_t output) { return names_.look(path(output)).name; }

    void add_output(std::uint32_t input, std::size_t sink) {
        const std::string_view path = files_.output(input, sink);
        const auto number = static_cast<std::uint32_t>(places_.size());
        places_.push_back({input, static_cast<std::uint32_t>(sink)});
        if (path == "-") return;
        const RealNames::Look output = names_.look(path);
        if (output.may_exist)
            if (const auto id = file_id(std::string(path))) existing_.emplace_back(*id, number);
        outputs_.emplace_back(fnv1a(output.name), number);
        letters_.emplace_back(fnv1a(lower_case(output.name)), number);
        add_folders(output.name, number);
    }

    // A folder that is known has its own folders known, too.
    void add_folders(std::string_view name, std::uint32_t i) {
        const auto up = [](std::string_view path) { return path.substr(0, path.rfind('/')); };
        if (up(name) == last_folder_) return;
        last_folder_ = up(name);
        for (std::string_view at = last_folder_; !at.empty(); at = up(at))
            if (!folders_.emplace(at, i).second) return;
    }

    void find_twins() {
        for_each_group(outputs_, [&](auto first, auto last) {
            for (auto at = first; at != last; ++at)
                for (auto before = first; before != at; ++before)
                    if (output_name(before->second) == output_name(at->second)) {
                        clashes_[at->second].twin = before->second;
                        break;
                    }
        });
    }
    void find_letters() {
        const auto has_twin = [&](std::uint32_t i) {
            const auto at = clashes_.find(i);
            return at != clashes_.end() && at->second.twin;
        };
        for_each_group(letters_, [&](auto first, auto last) {
            for (auto at = first; at != last; ++at)
                for (auto before = first; before != at && !has_twin(at->second); ++before)
                    if (lower_case(output_name(before->second)) == lower_case(output_name(at->second))) {
                        clashes_[at->second].letters = before->second;
                        break;
                    }
        });
    }
    void find_sources() {
        for_each_match(outputs_, sources_, [&](std::uint32_t output, std::uint32_t source) {
            if (output_name(output) == source_name(source) && !clashes_[output].source)
                clashes_[output].source = source;
        });
        if (existing_.empty()) return;
        Found<FileId> ids;
        for (const auto& [hash, i] : sources_)
            if (const auto id = file_id(inputs_[i].path)) ids.emplace_back(*id, i);
        std::sort(ids.begin(), ids.end());
        for_each_match(existing_, ids, [&](std::uint32_t output, std::uint32_t source) {
            if (Clash& clash = clashes_[output]; !clash.source) clash.source = source;
        });
    }

    const std::vector<InputFile>& inputs_;
    const BatchFiles& files_;
    struct OutputPlace {
        std::uint32_t input, sink;
    };
    RealNames names_;
    std::vector<OutputPlace> places_;  // of outputs, by their numbers
    Found<std::uint64_t> sources_, outputs_, letters_;
    Found<FileId> existing_;  // outputs
    std::map<std::string, std::uint32_t, std::less<>> folders_;
    std::string last_folder_;
    std::map<std::uint32_t, Clash> clashes_;
};

}  // namespace

void find_clashes(const std::vector<InputFile>& inputs, const BatchFiles& files,
                  const std::function<Wording()>& better_name, const RealName& real, Diagnostics& faults) {
    const auto error = [&faults](const Wording& text) { faults.error({}, "", text); };
    const auto warning = [&faults](const Wording& text) { faults.warning({}, "", text); };
    Limited same_output(error), own_input(error), folder_and_file(error), same_letters(warning);
    Clashes clashes(inputs, files, real);
    const auto name = [&](std::uint32_t i) { return in_quotes(files.input(i)); };
    const auto input = [&](std::uint32_t output) { return name(clashes.input_of(output)); };
    const auto output = [&](std::uint32_t i) { return in_quotes(clashes.path(i)); };
    std::optional<Wording> better;  // found once it is needed
    for (const auto& [i, clash] : clashes.all()) {
        if (clash.source)
            own_input(input(i) + " would overwrite the input " + name(*clash.source) +
                      "; choose another folder, " + Remedy{"name"} + " or " + Remedy{"format"});
        if (clash.twin && clashes.input_of(*clash.twin) == clashes.input_of(i)) {
            same_output(input(i) + " would be saved twice as " + output(i) +
                        "; give each save of the pipeline another path");
        } else if (clash.twin) {
            if (!better) better = better_name();
            same_output(input(*clash.twin) + " and " + input(i) + " would both be saved as " + output(i) +
                        "; " + *better);
        } else if (clash.letters) {
            same_letters(output(*clash.letters) + " and " + output(i) +
                         " are the same file on systems that ignore case");
        }
    }
    clashes.tell_folders([&](std::uint32_t file, std::uint32_t other) {
        folder_and_file(output(file) + " would be both the output of " + input(file) + " and the folder of " +
                        output(other));
    });
}

}  // namespace sluice
