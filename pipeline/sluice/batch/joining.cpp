#include "pipeline/sluice/batch/joining.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/batch/joined.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/sluice/batch/before_work.hpp"
#include "pipeline/sluice/batch/outputs.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const Wording& what) { throw Error(Error::Kind::usage, "batch", what); }

// The name of a result below the file that it becomes a part of.
std::string name_in(const std::string& folder, std::string_view output) {
    return std::string(output.substr(folder.size() + 1));
}

// What the pipeline says of how files are written.
EncodeOptions options_of_sink(const Job& job, const Codec& codec) {
    const Values& values = job.pipeline.graph().nodes[job.pipeline.sinks().front().node].values;
    Values given;
    for (const ParamDecl& decl : save_options())
        if (const auto at = values.find(decl.name); at != values.end()) given.insert(*at);
    return {own_options(codec, &Codec::save_options, given), false};
}

const char* const joined_have = "images that are joined have one size and type: ";

// The stages that make an image like the first one.
std::string what_makes_equal(const ImageFormat& image, const ImageFormat& first) {
    std::string stages, convert;
    const std::string size = std::to_string(first.width) + "x" + std::to_string(first.height);
    if (image.width != first.width || image.height != first.height)
        stages = "`letterbox " + size + "` or `resize " + size + "`";
    if (image.channels != first.channels) convert += " channels=" + std::to_string(first.channels);
    if (image.pixel != first.pixel) convert += " pixel=" + std::string(name(first.pixel));
    if (!convert.empty()) stages += (stages.empty() ? "" : ", and ") + ("`convert" + convert + "`");
    return joined_have + (stages.empty() ? "`load page=1`" : stages) + " makes this one like that one";
}

std::vector<JoinedResult> results_in(const std::string& folder, const std::vector<std::size_t>& of,
                                     const BatchFiles& files, const MissingResults& missing) {
    std::vector<JoinedResult> results;
    for (const std::size_t i : of) {
        JoinedResult result{std::string(files.input(i)), name_in(folder, files.output(i)), {}};
        if (const auto fault = missing.find(i); fault != missing.end())
            result.error = fault->second;
        else
            result.stamp = stamp_of(fs::path(files.output(i)));
        results.push_back(std::move(result));
    }
    return results;
}

void join(const Job& job, const std::string& folder, const std::vector<JoinedResult>& results,
          const std::function<void(Bytes)>& write) {
    const auto count = std::count_if(results.begin(), results.end(),
                                     [](const JoinedResult& result) { return result.stamp.has_value(); });
    const Codec& codec = *codec_of_extension(extension_of(folder));
    const auto joiner = codec.join(write, static_cast<std::size_t>(count), options_of_sink(job, codec));
    for (const JoinedResult& result : results) {
        if (!result.stamp) continue;
        try {
            Input input(folder + "/" + result.name);
            joiner->add({input.at(), input.size(), {}});
        } catch (const Error& error) {
            throw Error(error.kind(), "",
                        in_quotes(result.input) + ": " + error.message() + "; " + joined_have +
                            "`letterbox`, `resize` and `convert` make them equal");
        }
    }
}

void expect_same_images(const std::string& folder, const std::vector<std::size_t>& of,
                        const BatchFiles& files) {
    const std::vector<JoinedResult> results = joined_results(folder);
    for (std::size_t i = 0; i < std::max(of.size(), results.size()); ++i) {
        const std::string has = i < results.size() ? results[i].name : "";
        const std::string wants = i < of.size() ? name_in(folder, files.output(of[i])) : "";
        if (has == wants) continue;
        refuse(in_quotes(folder) + " is finished, and was made of other inputs: its index has " +
               (has.empty() ? "nothing" : in_quotes(has)) + " where this batch has " +
               (wants.empty() ? "nothing" : in_quotes(wants)) + "; choose another folder, or remove it");
    }
}

}  // namespace

std::string joined_extension(const std::string& asked) {
    std::string those;
    for (const Codec& codec : codecs()) {
        if (!codec.join) continue;
        if (asked.empty() || codec_of_extension(asked) == &codec)
            return asked.empty() ? codec.extensions.front() : asked;
        those += (those.empty() ? "" : ", ") + codec.extensions.front();
    }
    refuse(Remedy{"shard_size"} + ": files of the format " + in_quotes(asked) +
           " hold no number of images of one size; choose one of these formats: " + those);
}

ResultFolders joined_folders(const BatchFiles& files, const std::string& output) {
    const std::size_t below = output.size() + (output.ends_with('/') ? 0 : 1);
    ResultFolders folders;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (const std::string_view path = files.output(i); !path.empty())
            folders[std::string(path.substr(0, path.find('/', below)))].push_back(i);
    return folders;
}

void check_joined(const BatchFiles& files, const ResultFolders& own, const ResultFolders& all,
                  const std::string& output) {
    std::error_code fault;
    for (const auto& [folder, of] : own)
        if (fs::is_regular_file(folder, fault))
            before_work([&, &folder = folder, &of = of] { expect_same_images(folder, of, files); });
    if (all.empty()) return;
    std::set<std::string> names;
    for (const auto& [folder, of] : all) names.insert(fs::path(folder).filename());
    const std::string extension = fs::path(*names.begin()).extension();
    for (fs::directory_iterator at(output, fault), end; !fault && at != end; at.increment(fault)) {
        const std::string name = at->path().filename();
        if (name.starts_with(joined_name) && name.ends_with(extension) && names.count(name) == 0)
            refuse(in_quotes(at->path().string()) + " is of another batch: one with more inputs, another " +
                   Remedy{"shard_size"} + " or another " + Remedy{"shard"} +
                   "; choose another folder, or remove it");
    }
}

Packing packing_of_joined(const Job& job) {
    const CheckedNode& sink = job.pipeline.graph().nodes[job.pipeline.sinks().front().node];
    Packing packing{"images", is_durable(sink)};
    packing.pack = [&job, durable = packing.durable](
                       const std::string& folder, const std::vector<std::size_t>& of,
                       const MissingResults& missing, const std::function<void(Bytes)>& write) {
        const std::vector<JoinedResult> results = results_in(folder, of, job.files, missing);
        join(job, folder, results, write);
        write_file(index_of(folder).string(), as_bytes(index_text(folder, results)), {.durable = durable});
    };
    return packing;
}

void EqualResults::expect(const FileReport& report) {
    if (!report.output) return;
    const ImageFormat& image = *report.output;
    if (!first_) {
        first_ = image;
        of_ = report.file.input.string();
        return;
    }
    const auto of_array = [](const ImageFormat& format) {
        return std::tuple(format.width, format.height, format.layers, format.channels, format.pixel);
    };
    if (of_array(image) == of_array(*first_)) return;
    throw Error(Error::Kind::input, report.file.input.string(),
                "its result is " + image.text() + ", and that of " + in_quotes(of_) + " is " +
                    first_->text() + "; " + what_makes_equal(image, *first_));
}

}  // namespace sluice
