#include "apps/bench/stages.hpp"

#include "apps/bench/device_run.hpp"
#include "apps/bench/limits/copy_limit.hpp"
#include "apps/bench/results.hpp"
#include "apps/bench/same_images.hpp"
#include "apps/bench/sizes.hpp"
#include "apps/json.hpp"
#include "apps/terminal/bar.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"

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
    double ms = 0, copy_ms = 0;
    double bytes = 0;  // of the images that it is given, and of its result

    double rate() const { return bytes / ms / 1e6; }
    // Of what a copy moves in the time.
    double share() const { return bytes / (2 * static_cast<double>(format.host_bytes())) * copy_ms / ms; }
};

Row measured(const std::string& chain, const HostImage& image, const Device& device, StorageChoice storage,
             std::size_t runs) {
    const Graph graph = Graph::from_chain(chain);
    const SameImages images(graph, image, device, storage);
    DeviceRun run(graph, images.submitted(), device, {.storage = storage});
    // A copy moves the rows of padded memory, whole texels.
    std::optional<ImageOnDevice> padded;
    if (images.first().storage == Storage::rows) padded.emplace(image, device, StorageChoice::buffer);
    CopyLimit copy(padded ? padded->get() : images.first(), device);
    Row row{chain, image.format()};
    row.passes = run.plan().passes();
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
            {"ms", row.ms},
            {"copy_ms", row.copy_ms},
            {"share_of_copy", row.share()}};
}

// Those that the words behind "stages" name, or all of them.
std::vector<std::string> chains_of(const Arguments& arguments) {
    const std::vector<std::string> names = stages_of_images();
    std::vector<std::string> chains;
    const std::vector<std::string> asked(arguments.words.begin() + 1, arguments.words.end());
    for (const std::string& name : asked)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw wrong_arguments(arguments, "there is no stage " + in_quotes(name) +
                                                 " that makes an image of images" +
                                                 did_you_mean(name, names));
    for (const std::string& name : asked.empty() ? names : asked)
        chains.push_back(builtin_stages().find(name)->shown());
    return chains;
}

}  // namespace

int bench_stages(const Arguments& arguments) {
    const std::vector<ImageSize> sizes = one_layer_size_option(arguments, "4096x4096");
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    const bool text = !arguments.has("json");
    const Device device = pick_device(arguments);
    const std::vector<std::string> chains = chains_of(arguments);
    if (text)
        print("Each stage by itself, from the start of its first kernel to the end of its last, best of " +
              std::to_string(runs) + "\n" + short_name(device.facts()) +
              "\nGB/s: its images and its result, each once; share: of what a copy moves in that time\n");
    Json all = Json::array();
    Bar bar(arguments.messages);
    bar.update([&](Position& at) {
        at.total = 2 * sizes.size() * chains.size();
        at.rates = false;
    });
    for (const ImageSize& size : sizes)
        for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
            const HostImage image = noise({size.width, size.height, 4, pixel});
            if (text)
                print("\n" + size.text() + std::string(52 - size.text().size(), ' ') +
                      "  passes          ms      GB/s     share\n");
            for (const std::string& chain : chains) {
                bar.next(chain);
                try {
                    const Row row = measured(chain, image, device, storage_choice(arguments), runs);
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

}  // namespace sluice::apps
