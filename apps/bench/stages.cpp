#include "apps/bench/stages.hpp"

#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/copy_limit.hpp"
#include "apps/measure/device_run.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/same_images.hpp"
#include "apps/terminal/bar.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

namespace sluice::apps {
namespace {

struct Row {
    std::string chain;
    ImageFormat format;
    std::size_t passes = 0;
    std::vector<std::string_view> strategies = {};  // of each pass
    double ms = 0, copy_ms = 0;
    double bytes = 0;  // of the images that it is given, and of its result

    double rate() const { return bytes / ms / 1e6; }
    // Of what a copy moves in the time.
    double share() const { return bytes / (2 * static_cast<double>(format.host_bytes())) * copy_ms / ms; }
};

Row measured(const std::string& chain, const HostImage& image, const Device& device,
             const PlanOptions& options, std::size_t runs) {
    const Graph graph = Graph::from_chain(chain);
    const SameImages images(graph, image, device, options.storage);
    DeviceRun run(graph, images.submitted(), device, options);
    // A copy moves the rows of padded memory, whole texels.
    std::optional<ImageOnDevice> padded;
    if (images.first().storage == Storage::rows) padded.emplace(image, device, StorageChoice::buffer);
    CopyLimit copy(padded ? padded->get() : images.first(), device);
    Row row{chain, image.format()};
    row.passes = run.plan().passes();
    for (const PlannedStep& step : run.plan().steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels)
            row.strategies.push_back(launch->strategy);
    row.ms = row.copy_ms = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i <= runs; ++i) {  // in turns; the first warms up
        row.ms = std::min(row.ms, run.run().wall_ms);
        row.copy_ms = std::min(row.copy_ms, copy.run_ms());
    }
    for (const Primitive& node : run.plan().graph.nodes)
        if (node.is(Kind::source) || node.is(Kind::sink))
            row.bytes += static_cast<double>(node.format->host_bytes());
    return row;
}

std::string line(const Row& row) {
    char text[80];
    std::snprintf(text, sizeof text, " %7zu %11.4f %9.1f %7.1f %%\n", row.passes, row.ms, row.rate(),
                  100 * row.share());
    const std::string format =
        std::string(name(row.format.pixel)) + " x" + std::to_string(row.format.channels);
    std::string label = format + "  " + row.chain;
    label.resize(std::max<std::size_t>(label.size(), 52), ' ');
    return label + text;
}

Json json_of(const Row& row) {
    return {{"stage", row.chain},
            {"pixel", name(row.format.pixel)},
            {"channels", row.format.channels},
            {"width", row.format.width},
            {"height", row.format.height},
            {"passes", row.passes},
            {"strategies", row.strategies},
            {"ms", row.ms},
            {"copy_ms", row.copy_ms},
            {"share_of_copy", row.share()}};
}

// Those that the words give, a stage's name for what its page shows; or all stages. Throws
// Error(usage) where one is no chain.
std::vector<std::string> chains_of(const Arguments& arguments) {
    const std::vector<std::string> names = stages_of_images();
    const std::vector<std::string>& asked = arguments.words;
    std::vector<std::string> chains;
    for (const std::string& word : asked.empty() ? names : asked) {
        if (std::find(names.begin(), names.end(), word) != names.end()) {
            chains.push_back(builtin_stages().find(word)->shown());
        } else if (word.find(' ') != std::string::npos) {
            Graph::from_chain(word);
            chains.push_back(word);
        } else {
            throw wrong_arguments(arguments, "there is no stage " + in_quotes(word) +
                                                 " that makes an image of images" +
                                                 did_you_mean(word, names));
        }
    }
    return chains;
}

// What every chain is measured with, of no size.
std::vector<ImageFormat> formats_of(const Arguments& arguments) {
    const int channels = arguments.has("channels") ? int(whole_number(arguments, "channels", 1, 4)) : 4;
    std::vector<ImageFormat> formats;
    for (const std::string& name : split(arguments.has("pixels") ? arguments.text("pixels") : "u8,f32")) {
        const std::optional<Pixel> pixel = from_name<Pixel>(name);
        if (!pixel)
            throw wrong_arguments(arguments, "--pixels: " + in_quotes(name) +
                                                 " is no type of samples; they are " +
                                                 listed({names_of<Pixel>.begin(), names_of<Pixel>.end()}));
        formats.push_back({0, 0, channels, *pixel});
    }
    return formats;
}

// The name of the strategy that is asked for.
std::string strategy_of(const Arguments& arguments) {
    std::vector<std::string> names;
    for (const StrategyDef& each : all_strategies()) names.emplace_back(each.name);
    const std::string name = arguments.text("strategy");
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw wrong_arguments(arguments, "--strategy: there is no " + in_quotes(name) +
                                             did_you_mean(name, names) + "; there are: " + listed(names));
    return name;
}

int run_stages(const Arguments& arguments) {
    const std::vector<ImageSize> sizes = one_layer_size_option(arguments, "4096x4096");
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const bool text = !arguments.has("json");
    const Device device = pick_device(arguments);
    const std::vector<std::string> chains = chains_of(arguments);
    const std::vector<ImageFormat> formats = formats_of(arguments);
    PlanOptions options{.storage = storage_choice(arguments)};
    if (arguments.has("strategy")) options.strategy = strategy_of(arguments);
    if (text)
        print("Each chain by itself, from the start of its first kernel to the end of its last, best of " +
              std::to_string(runs) + "\n" + short_name(device.facts()) +
              "\nGB/s: its images and its result, each once; share: of what a copy moves in that time\n");
    Json all = Json::array();
    Bar bar(arguments.messages);
    bar.update([&](Position& at) {
        at.total = formats.size() * sizes.size() * chains.size();
        at.rates = false;
    });
    for (const ImageSize& size : sizes)
        for (ImageFormat format : formats) {
            format.width = size.width, format.height = size.height;
            const HostImage image = noise(format);
            if (text)
                print("\n" + size.text() + std::string(52 - size.text().size(), ' ') +
                      "  passes          ms      GB/s     share\n");
            for (const std::string& chain : chains) {
                bar.next(chain);
                try {
                    const Row row = measured(chain, image, device, options, runs);
                    if (!options.strategy.empty() && std::find(row.strategies.begin(), row.strategies.end(),
                                                               options.strategy) == row.strategies.end())
                        arguments.messages.warning(chain + ": --strategy " + in_quotes(options.strategy) +
                                                   " fits no pass of it; its passes are " +
                                                   listed({row.strategies.begin(), row.strategies.end()}));
                    if (text) print(line(row));
                    all.push_back(json_of(row));
                } catch (const Error& error) {  // it takes other images, or more memory than there is
                    arguments.messages.warning(error.what());
                }
            }
        }
    write_results(arguments, "stages", device, {{"runs", runs}, {"results", std::move(all)}});
    return Exit::all_done;
}

}  // namespace

Command bench_stages_command() {
    Command command = measurement("stages",
                                  "Every stage by itself, or the stages and chains that are named, beside a "
                                  "copy; the best counts.",
                                  run_stages);
    command.words = "[CHAIN...]";
    command.max_words = std::string::npos;
    command.options.add_options()  //
        ("pixels", po::value<std::string>()->value_name("TYPE,..."),
         "the types of samples; default: u8,f32")  //
        ("channels", po::value<std::string>()->value_name("N"),
         "1 for grey, 3 for RGB, 4 for RGBA; default: 4")  //
        ("strategy", po::value<std::string>()->value_name("NAME"),
         "run passes by this one, as 'sluice plan -v' names it, where it fits");
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
