#include "apps/bench/ladder.hpp"

#include "apps/bench/ladder/report.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/options/device.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/device_name.hpp"

#include <algorithm>

namespace sluice::apps {

namespace {

int run_ladder(const Arguments& arguments) {
    const std::vector<ImageSize> sizes =
        size_option(arguments, "64x64,128x128,256x256,512x512,1024x1024,2048x2048,4096x4096");
    const std::size_t runs = whole_number(arguments, "runs", 1, 10000);
    if (storage_choice(arguments) == StorageChoice::natural)
        throw wrong_arguments(arguments, "--storage: the kernels of the ladders read image and buffer only");
    const Device device = pick_device(arguments);
    std::vector<Storage> storages;
    for (const StorageChoice choice : storages_option(arguments, device))
        storages.push_back(choice == StorageChoice::image ? Storage::image : Storage::buffer);
    Bar bar(arguments.messages);
    const Climb how{device, sizes, storages, runs, &bar};
    bar.update([&](Position& at) {
        for (const Ladder& ladder : ladders()) at.total += how.count(ladder);
        at.rates = false;
    });
    const bool table = !arguments.has("json");
    const std::string heading = short_name(device.facts()) + ", median of up to " + std::to_string(runs) +
                                " runs, against a serial C++ loop";

    if (table) print("published ladders of reductions\n" + heading + "\n");
    std::vector<Rung> all;
    std::vector<Chart> charts;
    for (const Ladder& ladder : ladders()) {
        for (const Step& step : ladder.steps)
            arguments.messages.detail(std::string(ladder.name) + ", " + step.name + " (" + step.kernel +
                                      ".cl): " + step.change);
        const std::vector<Rung> rungs = climb(ladder, how);
        if (table) print("\n" + text(ladder, rungs));
        charts.push_back(chart(ladder, rungs));
        all.insert(all.end(), rungs.begin(), rungs.end());
    }
    charts.push_back(speed_up_chart(all));
    if (arguments.has("plot"))
        write_text(arguments.text("plot"), svg("Published ladders of reductions", heading, charts));
    if (!table) {
        Json results = Json::array();
        for (const Rung& rung : all) results.push_back(json_of(rung));
        write_results(arguments, "ladder", device,
                      {{"runs", runs}, {"results", std::move(results)}, {"published", published_json()}});
    }
    const bool failed = std::any_of(all.begin(), all.end(), [](const Rung& rung) { return rung.failed; });
    return failed ? Exit::some_failed : Exit::all_done;
}

}  // namespace

Command bench_ladder_command() {
    Command command = measurement(
        "ladder",
        "Published ladders of reductions, each step beside the papers' figures and serial C++; the median "
        "counts.",
        run_ladder);
    add_plot_option(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
