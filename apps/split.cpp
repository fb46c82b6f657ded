// sluice split: lists the files of a batch once, for several runs.
#include "apps/batch/files.hpp"
#include "apps/command.hpp"
#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/terminal/amounts.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/text_file.hpp"
#include "io/folder.hpp"
#include "pipeline/batch/balance.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/sluice/batch/listing.hpp"
#include "pipeline/sluice/batch/options.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sluice::apps {

// What the lists have in common.
enum class SplitBy { bytes, files };

}  // namespace sluice::apps

namespace sluice {

template <>
inline constexpr std::array<std::string_view, 2> names_of<apps::SplitBy>{"bytes", "files"};

}  // namespace sluice

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

struct SplitWords {
    std::string output;
    std::size_t number = 0;
    SplitBy by = SplitBy::bytes;
    bool null = false;
};

constexpr double most_lists = 1'000'000;

const Declared<SplitWords>& split_words() {
    static const auto words =
        Declared<SplitWords>()
            .param("number", &SplitWords::number, "number of lists", sluice::range(0, most_lists),
                   letter('n'))
            .param("output", &SplitWords::output,
                   "the folder for the lists 0.txt, 1.txt and so on; it must be new or empty", letter('o'),
                   shown_as("DIR"))
            .param("by", &SplitWords::by, "the lists have about the same number of bytes, or of files",
                   shown_as("WHAT"))
            .param("null", &SplitWords::null, "end each name with a zero byte instead of a newline",
                   letter('0'));
    return words;
}

const Declared<BatchOptions>& split_options() {
    static const Declared<BatchOptions> options = batch_options().only({"recursive", "glob"});
    return options;
}

void expect_new_folder(const Arguments& arguments, const std::string& path) {
    if (path.empty())
        throw wrong_arguments(arguments, "needs " + Remedy{"output"} + " DIR, the folder for the lists");
    std::error_code fault;
    if (fs::exists(path, fault) && !fs::is_directory(path, fault))
        throw wrong_arguments(arguments,
                              Remedy{"output"} + " " + in_quotes(path) + " is a file; name a folder");
    if (!fs::is_empty(path, fault) && !fault)
        throw wrong_arguments(arguments,
                              Remedy{"output"} + " " + in_quotes(path) +
                                  " is not empty, and lists of another split may be in it; name a new "
                                  "folder");
    expect_writable_folder(path);
}

std::uintmax_t size_of_file(const fs::path& path) {
    std::error_code fault;
    const std::uintmax_t bytes = fs::file_size(path, fault);
    return fault ? 0 : bytes;
}

int run_split(const Arguments& arguments) {
    const SplitWords words = given(arguments, split_words());
    const BatchOptions options = given(arguments, split_options());
    if (words.number == 0)
        throw wrong_arguments(arguments, "needs " + Remedy{"number"} + " N, the number of lists");
    expect_new_folder(arguments, words.output);
    const Listing listing =
        list_inputs(arguments.words, {.recursive = options.recursive, .glob = options.glob, .skip = {}});
    about_arguments(arguments, [&] {
        const Wording left_out = expect_inputs(listing, options.glob);
        if (!left_out.empty()) arguments.messages.note(left_out.in(arguments.spelling));
    });
    // A list without some of the files would look complete.
    if (!listing.faults.empty())
        throw Error(Error::Kind::input, listing.faults.front().path.string(), listing.faults.front().what);

    // A batch takes no empty list.
    if (words.number > listing.files.size())
        throw wrong_arguments(arguments,
                              Remedy{"number"} + " " + std::to_string(words.number) +
                                  " is more than there are files: " + std::to_string(listing.files.size()));

    std::vector<std::uintmax_t> sizes, weights;
    for (const InputFile& file : listing.files) sizes.push_back(size_of_file(file.path));
    // A file costs something even if it is empty.
    for (const std::uintmax_t bytes : sizes) weights.push_back(words.by == SplitBy::bytes ? bytes + 1 : 1);
    const std::vector<std::size_t> list_of = balanced(weights, words.number);

    std::vector<std::string> lists(words.number);
    std::vector<std::size_t> files(words.number);
    std::vector<std::uintmax_t> bytes(words.number);
    const char end = words.null ? '\0' : '\n';
    for (std::size_t i = 0; i < listing.files.size(); ++i) {
        const std::string& path = listing.files[i].path;
        if (!words.null && path.find('\n') != std::string::npos)
            throw Error(Error::Kind::usage, path,
                        "the name holds a newline, so a list needs zero bytes: give " + Remedy{"null", true});
        lists[list_of[i]].append(path).append(1, end);
        ++files[list_of[i]];
        bytes[list_of[i]] += sizes[i];
    }
    make_folders(words.output, false);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const fs::path path = fs::path(words.output) / (std::to_string(i) + ".txt");
        write_text(path.string(), lists[i]);
        print(printable(path) + ": " + std::to_string(files[i]) + (files[i] == 1 ? " file, " : " files, ") +
              byte_count(bytes[i]) + "\n");
    }
    return Exit::all_done;
}

}  // namespace

Command split_command() {
    Command command{
        .name = "split",
        .words = "INPUT... -n N -o DIR",
        .summary = "Divides the files of a batch into N lists of about the same size, for several runs.",
        .details =
            "An INPUT is a file or a folder. The files are listed once, so that all runs agree on them. Each "
            "run gets one list: 'sluice batch --files-from DIR/0.txt --base FOLDER -o out --manifest "
            "0.jsonl'. "
            "'sluice merge' finds out if two runs had the same output.\n\n"
            "Without lists, 'sluice batch --shard I/N' divides the files by their paths. It needs no step "
            "before, and it finds collisions before it starts, but its parts are equal only by chance.",
        .min_words = 1,
        .max_words = std::string::npos,
        .run = run_split};
    add_options(command.options, split_words().params());
    add_options(command.options, split_options().params());
    return command;
}

}  // namespace sluice::apps
