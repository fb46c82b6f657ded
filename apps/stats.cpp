// sluice stats: statistics of files, found on the device.
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "apps/listing.hpp"
#include "apps/options/apart.hpp"
#include "apps/options/device.hpp"
#include "apps/options/offered.hpp"
#include "apps/options/pipeline.hpp"
#include "apps/stats/decode_ahead.hpp"
#include "apps/stats/measure.hpp"
#include "apps/stats/report.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/terminal/warnings.hpp"
#include "apps/text_file.hpp"

#include "io/folder.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <sstream>

namespace sluice::apps {
namespace {

std::string one_of(const Arguments& arguments, const std::string& option,
                   const std::vector<std::string>& choices) {
    const std::string& word = arguments.text(option);
    if (std::find(choices.begin(), choices.end(), word) == choices.end())
        throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(word) + " is none of " +
                                             listed(choices) + did_you_mean(word, choices));
    return word;
}

Grouping grouping_option(const Arguments& arguments) {
    return {one_of(arguments, "group", {"channel", "joint", "luma"}),
            one_of(arguments, "alpha", {"visible", "exclude"}) == "exclude"};
}

Wanted wanted_option(const Arguments& arguments) {
    Wanted wanted;
    if (arguments.has("histogram")) wanted.bins = whole_number(arguments, "histogram", 1, 65536);
    if (!arguments.has("percentiles")) return wanted;
    std::istringstream list(arguments.text("percentiles"));
    for (std::string word; std::getline(list, word, ',');) {
        const std::optional<double> percent = number_from(word);
        if (!percent || *percent < 0 || *percent > 100)
            throw wrong_arguments(arguments, "--percentiles: " + in_quotes(word) +
                                                 " is no number from 0 to 100; a list is written 1,50,99");
        if (std::find(wanted.percentiles.begin(), wanted.percentiles.end(), *percent) ==
            wanted.percentiles.end())
            wanted.percentiles.push_back(*percent);
    }
    if (wanted.percentiles.empty())
        throw wrong_arguments(arguments, "--percentiles is empty: 1,50,99 is a list");
    return wanted;
}

ReadOptions read_options(const Arguments& arguments) {
    ReadOptions options;
    options.lenient = arguments.has("lenient");
    if (arguments.has("max-pixels"))
        options.max_pixels =
            whole_number(arguments, "max-pixels", 1, std::numeric_limits<std::int64_t>::max());
    if (arguments.has("page")) options.page = static_cast<int>(whole_number(arguments, "page", 0, 1 << 20));
    return options;
}

// Failures of single files: said at once, and in the report.
FileStatistics failed(const std::string& path, const std::string& error, const Messages& messages) {
    messages.error(printable(path) + ": " + error);
    return {path, std::nullopt, error, {}};
}

FileStatistics measured(Decoded& file, Measurer& measurer, const Messages& messages) {
    if (!file.image) return failed(file.path, file.error, messages);
    try {
        FileStatistics result{file.path, file.image->format(), "", measurer.measure(file.image->view())};
        for (std::size_t i = 0; i < file.distributions.size(); ++i)
            result.channels.at(i).distribution = std::move(file.distributions[i]);
        return result;
    } catch (const Error& error) {
        return failed(file.path, error.what(), messages);  // too large for the device: the others may not be
    }
}

// Takes files in, one after another.
class Pool {
public:
    Pool(const Wanted& wanted, const Messages& messages) : wanted_(wanted), messages_(messages) {}

    void add(const FileStatistics& file) {
        if (!file.format) return;
        ++set_.count;
        if (!first_) first_ = file.format;
        mixed_ = mixed_ || file.format->pixel != first_->pixel ||
                 file.format->white_value() != first_->white_value();
        for (const ChannelStatistics& channel : file.channels) {
            const auto same =
                std::find_if(set_.channels.begin(), set_.channels.end(),
                             [&](const ChannelStatistics& c) { return c.name == channel.name; });
            if (same == set_.channels.end())
                set_.channels.push_back(channel);
            else
                pool(*same, channel, wanted_);
        }
    }

    Report::DataSet finish() {
        if (mixed_)
            messages_.warning(
                "the data set mixes pixel types: its values are pooled as they are, 255 of 8 bit "
                "beside 65535 of 16 bit");
        for (const ChannelStatistics& channel : set_.channels)
            if (set_.count > 1 && !wanted_.percentiles.empty() && channel.distribution->levels.empty())
                messages_.warning("the data set has no percentiles of " + channel.name +
                                  ": they are pooled for 8 and 16 bit integers of one type only");
        return std::move(set_);
    }

private:
    const Wanted& wanted_;
    const Messages& messages_;
    Report::DataSet set_;
    std::optional<ImageFormat> first_;
    bool mixed_ = false;
};

// 0: unknown.
std::uintmax_t size_of(const std::filesystem::path& path) {
    std::error_code fault;
    const std::uintmax_t bytes = std::filesystem::file_size(path, fault);
    return fault ? 0 : bytes;
}

// False: the user has interrupted it.
bool measure_all(const std::vector<InputFile>& files, DecodeAhead decoder, Measurer& measurer,
                 const Messages& messages, Report& report, Pool* dataset) {
    Warnings warnings(messages);
    Bar bar(messages);
    bar.update([&](Position& at) {
        at.total = files.size();
        for (const InputFile& file : files) at.bytes += size_of(file.path);
    });
    while (std::optional<Decoded> decoded = decoder.next()) {
        if (interrupted_by_user()) return false;
        warnings.tell(decoded->path, decoded->warnings);
        FileStatistics& file = report.files.emplace_back(measured(*decoded, measurer, messages));
        if (dataset != nullptr) dataset->add(file);
        for (ChannelStatistics& channel : file.channels)  // large, and only pooling needs them
            if (channel.distribution) channel.distribution->levels = {};
        bar.update([&](Position& at) {
            ++at.finished;
            at.finished_bytes += size_of(file.path);
            if (file.format)
                at.pixels += static_cast<double>(file.format->pixels());
            else
                ++at.failed;
        });
        messages.detail("done: " + printable(file.path));
    }
    warnings.tell_rest();
    return true;
}

int run(const Arguments& arguments) {
    const Grouping grouping = grouping_option(arguments);
    const Wanted wanted = wanted_option(arguments);
    const ReadOptions reading = read_options(arguments);
    const StorageChoice storage = storage_choice(arguments);
    const Messages& messages = arguments.messages;
    if (arguments.has("json")) expect_writable(arguments.text("json"));
    ListOptions options;
    options.recursive = arguments.has("recursive");
    const Listing listing = list_inputs(arguments.words, options);
    expect_inputs(arguments, listing);
    if (arguments.has("json")) {
        std::vector<TakenFile> inputs;
        for (const InputFile& file : listing.files) inputs.push_back({file.path.string(), "an input"});
        expect_apart(arguments, "json", inputs);
    }
    const Device device = pick_device(arguments);
    const CompilingNote note(arguments.messages, device);
    Measurer measurer(device, storage, grouping);
    watch_interrupts();

    Report report;
    report.device = measurer.device().facts().name;
    for (const Listing::Fault& fault : listing.faults)
        report.files.push_back(failed(fault.path.string(), fault.what, messages));

    Pool dataset(wanted, messages);
    std::vector<std::string> paths;
    for (const InputFile& file : listing.files) paths.push_back(file.path.string());
    if (!measure_all(listing.files, DecodeAhead(std::move(paths), reading, grouping, wanted), measurer,
                     messages, report, arguments.has("dataset") ? &dataset : nullptr))
        return Exit::interrupted;
    std::stable_sort(report.files.begin(), report.files.end(),
                     [](const FileStatistics& a, const FileStatistics& b) { return a.path < b.path; });
    if (arguments.has("dataset")) report.dataset = dataset.finish();

    if (arguments.has("json"))
        write_text(arguments.text("json"), stats_json(report, wanted));
    else
        print(stats_text(report, wanted));
    const bool all = std::all_of(report.files.begin(), report.files.end(),
                                 [](const FileStatistics& file) { return file.format.has_value(); });
    return all ? Exit::all_done : Exit::some_failed;
}

}  // namespace

Command stats_command() {
    Command command{.name = "stats",
                    .words = "PATH...",
                    .summary = "Finds statistics of pictures, on the device.",
                    .details =
                        "A PATH is a file or a folder. Alpha is a channel of its own, A; --group joint and "
                        "luma leave it\n"
                        "out. Colours are counted where alpha is not 0. Percentiles are counted from the "
                        "nearer end, as\n"
                        "normalize does: the 1st is the smallest value that more than 1 % of the values do "
                        "not exceed, the\n"
                        "99th is the largest value that more than 1 % reach. Histograms have equal bins over "
                        "the whole range\n"
                        "of an integer type, or over 0 to white of a float.",
                    .min_words = 1,
                    .max_words = std::string::npos,
                    .run = run};
    command.options.add_options()                                   //
        ("recursive,r", "look into folders inside of folders too")  //
        ("dataset", "add the statistics of all files together")     //
        ("group", offered("GROUP", {"channel", "joint", "luma"})->default_value("channel"),
         "channel, joint (all colours as one) or luma")  //
        ("alpha", offered("RULE", {"visible", "exclude"})->default_value("visible"),
         "visible: colours count where alpha is not 0; exclude: they count everywhere")   //
        ("percentiles", po::value<std::string>()->value_name("LIST"), "such as 1,50,99")  //
        ("histogram", po::value<std::string>()->value_name("N"), "with N bins")           //
        ("json", po::value<std::string>()->value_name("FILE"), "write JSON to FILE; - is stdout");
    add_load_options(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
