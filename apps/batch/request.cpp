#include "apps/batch/request.hpp"

#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"

#include <boost/any.hpp>

namespace sluice::apps {
namespace {

const std::vector<std::string>& modes() { return builtin_stages().find("normalize")->param("mode")->choices; }

std::string modes_text() {
    std::vector<std::string> all = modes();
    for (std::string& mode : all)
        if (mode == "percentile") mode += "[:LOW,HIGH]";
    return listed(all);
}

Declared<BatchExtras> declared_of_batch() {
    using Extras = BatchExtras;
    return Declared<Extras>()
        .param("files_from", &Extras::files_from, "read more inputs from a file, one per line; - is stdin",
               shown_as("FILE"))
        .param("null", &Extras::null,
               "names in --files-from end with a zero byte, as 'find -print0' writes them", letter('0'))
        .param("normalize", &Extras::normalize,
               "instead of --pipeline: " + modes_text() +
                   "; default: percentile:0.5,99.5 of all channels together",
               such_as(modes()), shown_as("MODE"))
        .param("durable", &Extras::durable,
               "wait for the disk (fsync), so that results survive a power failure")
        .param("strip", &Extras::strip,
               "keep no metadata, as --keep none: colours are converted to sRGB, and images are upright")
        .param("report", &Extras::report,
               "write a page (.html) that shows each image before and after, failures and times",
               shown_as("FILE"))
        .param("stats_from", &Extras::stats_from,
               "statistics for --normalize, from sluice stats --json --dataset", shown_as("FILE"))
        .param("dataset", &Extras::dataset,
               "measure all images first, and normalize them by one range (minmax, percentile, standardize)")
        .param("group_by", &Extras::group_by,
               "with --dataset: one range for each group of files, such as {parent} for each folder; a text "
               "with {parent}, {stem} or {ext}, or a regular expression",
               shown_as("GROUP"))
        .param("isolate", &Extras::isolate, isolate_help)
        .param("device", &Extras::device, device_help(true), such_as({"cpu", "gpu", "all"}),
               shown_as("SPEC"));
}

// As a word for each option.
std::vector<std::pair<std::string, std::string>> words_of(const Arguments& arguments) {
    std::vector<std::pair<std::string, std::string>> words;
    for (const auto& [name, value] : arguments.options) {
        if (value.defaulted() || name == "pipeline" || name == "words") continue;
        if (const auto* one = boost::any_cast<std::string>(&value.value()))
            words.emplace_back(name, *one);
        else if (const auto* several = boost::any_cast<std::vector<std::string>>(&value.value()))
            for (const std::string& each : *several) words.emplace_back(name, each);
        else
            words.emplace_back(name, "");
    }
    return words;
}

}  // namespace

const Declared<BatchExtras>& batch_extras() {
    static const Declared<BatchExtras> extras = declared_of_batch();
    return extras;
}

const Declared<BatchWords>& batch_words() {
    static const auto words =
        Declared<BatchWords>()
            .param("output", &BatchWords::output,
                   "the folder for the results; for a single input, it may be a file, or - for stdout",
                   letter('o'), shown_as("DIR"))
            .param("pipeline", &BatchWords::pipeline,
                   "a .yaml or .json file, or a chain, without load and save", letter('p'),
                   shown_as("PIPELINE"))
            .param("dry_run", &BatchWords::dry_run, "show what would be done, and write nothing")
            .param("isolate_device", &BatchWords::isolate_device, isolate_device_help);
    return words;
}

BatchRequest batch_request(const Arguments& arguments) {
    at_most_one(arguments, {"pipeline", "normalize"});
    at_most_one(arguments, {"pipeline", "stats-from"});
    at_most_one(arguments, {"keep", "strip"});
    BatchRequest request{arguments, arguments.words};
    const BatchWords words = given(arguments, batch_words());
    request.output = words.output;
    request.dry_run = words.dry_run;
    request.isolate_device = words.isolate_device && !words.dry_run;
    if (arguments.has("pipeline")) {
        request.pipeline_name = words.pipeline;
        request.pipeline = pipeline_of(request.pipeline_name, given_variables(arguments));
    } else if (arguments.has("var")) {
        throw wrong_arguments(arguments,
                              Remedy{"var"} + " is for a pipeline file; name it with " + Remedy{"pipeline"});
    }
    request.options =
        given_options(arguments, request.pipeline ? options_in(*request.pipeline) : BatchOptions());
    if (request.isolate_device && request.options.device_timeout == 0 && !arguments.has("device-timeout"))
        request.options.device_timeout = default_timeout_of_isolated_device;
    request.extras = given(arguments, batch_extras());
    request.load = given_to_stage(arguments, "load");
    request.save = given_to_stage(arguments, "save");
    request.set = given_changes(arguments);
    request.given = words_of(arguments);
    return request;
}

}  // namespace sluice::apps
