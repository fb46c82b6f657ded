#include "apps/bench/first_frame.hpp"

#include "apps/again.hpp"
#include "apps/bench/folder.hpp"
#include "apps/bench/options.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/noise.hpp"
#include "apps/measure/times.hpp"
#include "apps/options/device.hpp"
#include "apps/terminal/bar.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

// That of `sluice batch`.
constexpr const char* first_frame_chain = "normalize mode=percentile low=0.5 high=99.5 group=joint";
constexpr const char* first_frame_mark = "SLUICE_FIRST_FRAME";
constexpr int later_frames = 20;

// What an application does. A byte says that the first frame is there, and a line how long later ones take.
void run_frames(const Arguments& arguments, const ImageFormat& format) {
    const HostImage image = noise(format);
    HostImage result(format);
    const Device device = pick_device(arguments);
    Session session(Plan(Graph::from_chain(first_frame_chain), format, device));
    session.submit(image.view()).read(result.view());
    if (::write(STDOUT_FILENO, "\n", 1) != 1) return;
    std::vector<double> later;
    for (int i = 0; i < later_frames; ++i)
        later.push_back(time_of([&] { session.submit(image.view()).read(result.view()); }));
    print(std::to_string(median(later)) + "\n");
}

struct Waited {
    double first, later;  // milliseconds
};

// Where the drivers of PoCL, NVIDIA, Intel and Mesa keep kernels.
std::vector<std::string> caches_in(const std::string& folder) {
    std::vector<std::string> variables{std::string(first_frame_mark) + "=1"};
    for (const char* name : {"POCL_CACHE_DIR", "CUDA_CACHE_PATH", "NEO_CACHE_DIR", "MESA_SHADER_CACHE_DIR"})
        variables.push_back(std::string(name) + "=" + folder);
    return variables;
}

Waited wait_for_program(const std::string& folder) {
    int ends[2];
    if (::pipe(ends) != 0) throw Error(Error::Kind::input, "first-frame", "no pipe can be made");
    const auto begun = std::chrono::steady_clock::now();
    const pid_t process = start_again(caches_in(folder), ends[1]);
    ::close(ends[1]);
    std::string said;
    Waited waited{};
    char bytes[64];
    for (ssize_t count; process != 0 && (count = ::read(ends[0], bytes, sizeof bytes)) > 0;) {
        if (said.empty())
            waited.first =
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
        said.append(bytes, static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    int status = -1;
    if (process != 0) ::waitpid(process, &status, 0);
    if (status != 0) throw Error(Error::Kind::device, "first-frame", "the program that was measured failed");
    waited.later = std::strtod(said.c_str(), nullptr);
    return waited;
}

std::string line(const char* what, const std::vector<double>& ms) {
    char text[128];
    std::snprintf(text, sizeof text, "%-28s %8.1f %8.1f %8.1f\n", what, median(ms),
                  *std::min_element(ms.begin(), ms.end()), *std::max_element(ms.begin(), ms.end()));
    return text;
}

int run_first_frame(const Arguments& arguments) {
    const std::vector<ImageSize> sizes = one_layer_size_option(arguments, "1920x1080");
    if (sizes.size() != 1) throw wrong_arguments(arguments, "--size: first-frame takes one size");
    const ImageFormat format{sizes[0].width, sizes[0].height, 3, Pixel::u8};
    if (std::getenv(first_frame_mark) != nullptr) {
        run_frames(arguments, format);
        return Exit::all_done;
    }
    const std::size_t runs = whole_number(arguments, "runs", 1, 1000);
    const Device device = pick_device(arguments);
    const Folder folder(arguments);
    std::vector<double> empty, warm, later;
    {
        Bar bar(arguments.messages);
        bar.update([&](Position& at) { at.total = runs, at.rates = false; });
        for (std::size_t run = 0; run < runs; ++run) {
            bar.next("with an empty cache and again");
            const std::string cache = folder / std::to_string(run);
            std::filesystem::create_directory(cache);
            empty.push_back(wait_for_program(cache).first);
            const Waited again = wait_for_program(cache);
            warm.push_back(again.first);
            later.push_back(again.later);
        }
    }
    if (!arguments.has("json")) {
        print(std::string(first_frame_chain) + ", " + format.text() + "\n" + short_name(device.facts()) +
              "\nfrom the start of a program until a frame is read, median, least and most of " +
              std::to_string(runs) + " runs\n\n" + std::string(35, ' ') + "ms    least     most\n" +
              line("first, empty kernel cache", empty) + line("first, kernels in the cache", warm) +
              line("later ones, submit to read", later));
        return Exit::all_done;
    }
    write_results(arguments, "first frame", device,
                  {{"width", format.width},
                   {"height", format.height},
                   {"runs", runs},
                   {"empty_ms", median(empty)},
                   {"warm_ms", median(warm)},
                   {"later_ms", median(later)},
                   {"empty_runs_ms", empty},
                   {"warm_runs_ms", warm}});
    return Exit::all_done;
}

}  // namespace

Command bench_first_frame_command() {
    Command command = measurement(
        "first-frame",
        "The start of a program until its first frame is read, with an empty kernel cache and with a warm "
        "one; the median counts.",
        run_first_frame);
    add_device_option(command.options);
    return command;
}

}  // namespace sluice::apps
