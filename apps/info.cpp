// sluice info: what files are, found without decoding them.
#include "apps/command.hpp"
#include "apps/info/describe.hpp"
#include "apps/interrupt.hpp"
#include "apps/json.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/isolate.hpp"
#include "apps/terminal/failures.hpp"
#include "io/folder.hpp"
#include "io/formats_table.hpp"
#include "io/read.hpp"
#include "io/save_format.hpp"
#include "pipeline/sluice/batch/listing.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

struct InfoExtras {
    bool json = false, formats = false, markdown = false, isolate = false;
};

const Declared<InfoExtras>& info_extras() {
    using Extras = InfoExtras;
    static const auto extras =
        Declared<Extras>()
            .param("json", &Extras::json, "print JSON")
            .param("formats", &Extras::formats,
                   "instead of files: list the formats, and the metadata that each of them keeps")
            .param("markdown", &Extras::markdown, "print the formats as tables in Markdown")
            .param("isolate", &Extras::isolate, isolate_help);
    return extras;
}

const Declared<BatchOptions>& info_options() {
    static const Declared<BatchOptions> options =
        batch_options().only({"recursive", "glob", "format", "jobs"});
    return options;
}

class InfoReader {
public:
    InfoReader(const Registry& stages, Values reading, std::string format, Spelling spelling)
        : load_(*stages.find("load")->as<SourceDef>()),
          reading_(std::move(reading)),
          format_(std::move(format)),
          spelling_(spelling) {
        // What a batch would refuse is of interest, too. No memory is taken for pixels.
        constexpr std::int64_t any = std::int64_t{1} << 62;
        if (!reading_.emplace("max_pixels", any).second) most_bytes_ = 0;
    }

    // Any thread.
    FileInfo read(const std::string& path) const {
        FileInfo info;
        info.path = path;
        try {
            Values reading = reading_;
            reading["path"] = path;
            info.facts = load_.open(reading)->facts(
                [&](const Wording& text) { info.warnings.push_back(text.in(spelling_)); });
            info.batch = batch_result(path, *info.facts, format_, most_bytes_, spelling_);
        } catch (const Error& error) {
            info.facts.reset();
            info.error = error.message().in(spelling_);
        } catch (const std::bad_alloc&) {
            info.facts.reset();
            info.error = "needs more memory than there is";
        }
        return info;
    }

private:
    const SourceDef& load_;
    Values reading_;
    std::string format_;
    Spelling spelling_;
    std::size_t most_bytes_ = ReadOptions{}.max_bytes;
};

// Reads files with several threads, and tells them in their order.
template <class Tell>
void read_in_order(const std::vector<InputFile>& files, const InfoReader& reader, std::size_t threads,
                   const Tell& tell) {
    constexpr std::size_t of_a_thread = 256;  // between two calls of `tell`
    for (std::size_t start = 0; start < files.size() && !interrupted_by_user();) {
        const std::size_t count = std::min(files.size() - start, of_a_thread * threads);
        std::vector<FileInfo> found(count);
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i = next++; i < count && !interrupted_by_user(); i = next++)
                found[i] = reader.read(files[start + i].path);
        };
        {
            std::vector<std::jthread> others;
            for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
            work();
        }
        if (interrupted_by_user()) return;
        for (FileInfo& info : found) tell(info);
        start += count;
    }
}

int tell_formats(const Arguments& arguments, const InfoExtras& extras) {
    if (extras.json) throw wrong_arguments(arguments, "--formats prints text or --markdown");
    if (!arguments.words.empty()) throw wrong_arguments(arguments, "--formats takes no files");
    print(extras.markdown ? formats_markdown() : formats_text());
    return Exit::all_done;
}

int run_info(const Arguments& arguments) {
    at_most_one(arguments, {"json", "markdown"});
    const InfoExtras extras = given(arguments, info_extras());
    if (extras.formats) return tell_formats(arguments, extras);
    if (extras.markdown) throw wrong_arguments(arguments, "--markdown is for --formats");
    if (arguments.words.empty()) throw wrong_arguments(arguments, "needs FILE...: files or folders");
    BatchOptions options = given(arguments, info_options());
    if (options.format.starts_with('.')) options.format.erase(0, 1);
    if (!options.format.empty() && !can_write(options.format))
        throw wrong_arguments(arguments, Remedy{"format"} + ": " + cannot_write(options.format));
    const Values reading = converted(arguments, builtin_stages().find("load")->params,
                                     given_to_stage(arguments, "load"), "load.");
    const std::size_t threads = workers_of(options);
    const Isolation isolation(arguments, extras.isolate, threads);

    const Listing listing =
        list_inputs(arguments.words, {.recursive = options.recursive, .glob = options.glob, .skip = {}});
    about_arguments(arguments, [&] {
        const Wording left_out = expect_inputs(listing, options.glob);
        if (!left_out.empty()) arguments.messages.note(left_out.in(arguments.spelling));
    });
    watch_interrupts(arguments.messages.quiet);

    Json all = Json::array();
    Failures failures(arguments.messages);
    std::size_t failed = 0;
    const auto tell = [&](const FileInfo& info) {
        if (extras.json) all.push_back(info_json(info));
        if (info.facts) {
            if (!extras.json) print(info_text(info));
            for (const std::string& warning : info.warnings)
                arguments.messages.detail(info.path + ": " + warning);
            return;
        }
        ++failed;
        failures.tell(info.path, info.error);
    };
    for (const Listing::Fault& fault : listing.faults)
        tell({fault.path.string(), {}, fault.what.in(arguments.spelling), {}, {}});
    const InfoReader reader(isolation.stages(), reading, options.format, arguments.spelling);
    read_in_order(listing.files, reader, threads, tell);
    if (interrupted_by_user()) return Exit::interrupted;
    failures.tell_rest();
    if (extras.json) print(pretty({{"sluice", 1}, {"files", std::move(all)}}));
    return failed > 0 ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command info_command() {
    Command command{
        .name = "info",
        .words = "FILE...",
        .summary = "Says what image files are: format, size, depth, profile, orientation, pages, metadata.",
        .details =
            "A FILE is a file or a folder. No pixel is decoded. Each file has one line. At its end stands "
            "the format in which 'sluice batch' would save the file, and how it would convert the image, or "
            "why it would fail; --format asks about another format.\n\n"
            "A file that cannot be read is an error; the others are still listed.",
        .min_words = 0,
        .max_words = std::string::npos,
        .run = run_info};
    add_options(command.options, info_options().params());
    add_options(command.options, info_extras().params());
    add_stage_options(command.options, "load");
    return command;
}

}  // namespace sluice::apps
