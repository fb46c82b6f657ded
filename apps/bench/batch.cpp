#include "apps/bench/batch.hpp"

#include "apps/bench/folder.hpp"
#include "apps/bench/host/team.hpp"
#include "apps/bench/photos.hpp"
#include "apps/bench/results.hpp"
#include "apps/json.hpp"
#include "apps/measure/times.hpp"
#include "apps/options/device.hpp"
#include "apps/options/offered.hpp"
#include "apps/terminal/amounts.hpp"
#include "apps/terminal/bar.hpp"
#include "apps/text_file.hpp"
#include "pipeline/sluice/batch/outputs.hpp"

#include "io/codecs.hpp"
#include "io/folder.hpp"
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/picture_memory.hpp"
#include "pipeline/run/results.hpp"
#include "pipeline/sluice/sluice.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <optional>
#include <thread>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunk = 64;  // pictures held in memory at once while one step of them is measured

// Seconds.
struct Spent {
    double wall = 0;
    double processor = 0;  // user and system, of all threads

    Spent& operator+=(const Spent& more) {
        wall += more.wall, processor += more.processor;
        return *this;
    }
};

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Spent spent_by(const std::function<void()>& work) {
    const double before = processor_seconds();
    const double ms = time_of(work);
    return {ms / 1000, processor_seconds() - before};
}

// The first fault of a run is that of the measurement: a picture less would count as speed.
class Faultless : public Observer {
public:
    void finished(const FileReport& report) override {
        if (report.status != FileStatus::done)
            throw Error(Error::Kind::input, report.file.input.string(), report.error);
        build_seconds += report.seconds.build;
    }
    double build_seconds = 0;
};

struct StepTimes {
    double first = 0;  // of the first picture, with planning and whatever the kernels' cache had not
    Spent whole, decode, encode, device;
};

class Measurement {
public:
    Measurement(Job job, const Device& device)
        : job_(std::move(job)), device_(device), memory_(device), team_(job_.steps.workers) {}

    double first() {
        Job one = job_;
        one.files = std::vector<BatchFile>{job_.files.front()};
        return time_of([&] { run(one); }) / 1000;
    }

    Spent whole() {
        return spent_by([&] { run(job_); });
    }

    // The steps alone, of the same pictures. REQUIRES: whole() was called, for the results are encoded.
    StepTimes steps() {
        StepTimes measured;
        for (std::size_t start = 0; start < job_.files.size(); start += chunk) {
            const std::size_t count = std::min(chunk, job_.files.size() - start);
            std::vector<HostImage> inputs(count), results(count);
            measured.decode += in_parallel(count, [&](std::size_t i) {
                inputs[i] = open_image(std::string(job_.files.input(start + i)))
                                ->read({Layout::device, &memory_}, {});
            });
            measured.device += spent_by([&] { through_device(inputs, results); });
            measured.encode += in_parallel(count, [&](std::size_t i) {
                write(std::string(job_.files.output(start + i)), results[i].view(), inputs[i].metadata);
            });
        }
        return measured;
    }

private:
    void run(const Job& job) {
        Faultless observer;
        run_batch(job, device_, observer);
    }

    Spent in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
        std::atomic<std::size_t> next = 0;
        return spent_by([&] {
            team_.run([&](std::size_t) {
                for (std::size_t i = next++; i < count; i = next++) work(i);
            });
        });
    }

    // Pictures of one format, as a Session takes them.
    void through_device(const std::vector<HostImage>& inputs, std::vector<HostImage>& results) {
        const ImageFormat& format = inputs.front().format();
        if (!session_ || format_ != format) {
            session_.emplace(Plan(Graph::from_chain("normalize"), format, device_, job_.plan),
                             SessionOptions{.frames_in_flight = job_.steps.in_flight});
            format_ = format;
        }
        const std::string source = session_->plan().images.at(0).name;
        std::deque<Frame> flying;
        const auto finish = [&] {
            flying.front().wait();
            flying.pop_front();
        };
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (flying.size() == job_.steps.in_flight) finish();
            HostImages images = images_for_results(session_->plan(), &memory_);
            results[i] = std::move(images.begin()->second);
            flying.push_back(session_->submit({{source, LentView{inputs[i].view()}}},
                                              {{images.begin()->first, results[i].view()}}));
        }
        while (!flying.empty()) finish();
    }

    Job job_;
    Device device_;
    PictureMemory memory_;
    Team team_;
    std::optional<Session> session_;
    ImageFormat format_;
};

BatchFiles files_of(const fs::path& in, const fs::path& out) {
    Diagnostics faults;
    BatchFiles files = map_outputs(list_inputs({in.string()}, {}).files, {.folder = out}, faults);
    faults.throw_if_errors();
    return files;
}

std::string line(const char* what, const Spent& spent, std::size_t pictures, double megapixels) {
    char text[128];
    std::snprintf(text, sizeof text, "%-28s%9.3f%12.3f%10.1f%10.1f\n", what, spent.wall, spent.processor,
                  1000 * spent.wall / static_cast<double>(pictures), megapixels / spent.wall);
    return text;
}

int run_batch(const Arguments& arguments) {
    const ImageSize size = one_size_option(arguments, "2048x1536", "batch takes one size, of one layer");
    const std::string extension = arguments.has("format") ? arguments.text("format") : "jpg";
    const std::size_t count = arguments.has("files") ? whole_number(arguments, "files", 1, 100000) : 200;
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t workers = arguments.has("jobs") ? whole_number(arguments, "jobs", 1, 1024) : cores;
    const std::size_t runs =
        arguments.options["runs"].defaulted() ? 3 : whole_number(arguments, "runs", 1, 1000);
    const Device device = pick_device(arguments);

    Bar bar(arguments.messages);
    bar.update([&](Position& at) { at.total = 2 + 2 * runs, at.rates = false; });
    bar.next("making the pictures");
    const Folder folder(arguments);
    fs::create_directories(folder / "in");
    make_photos(arguments.has("from") ? arguments.text("from") : "", folder / "in", count, size, extension);

    Diagnostics faults;
    const FilePipeline pipeline(wrapped(Graph::from_chain("normalize"), builtin_stages()), builtin_stages(),
                                faults);
    Measurement measurement({pipeline,
                             files_of(folder / "in", folder / "out"),
                             Overwrite::always,
                             {.workers = workers},
                             {.storage = storage_choice(arguments)}},
                            device);
    bar.next("the first picture");
    const double first = measurement.first();
    StepTimes best;
    for (std::size_t run = 0; run < runs; ++run) {
        bar.next("the whole batch");
        const Spent whole = measurement.whole();
        bar.next("each step alone");
        const StepTimes steps = measurement.steps();
        const auto keep = [&](Spent& least, const Spent& now) {
            if (run == 0 || now.wall < least.wall) least = now;
        };
        keep(best.whole, whole), keep(best.decode, steps.decode);
        keep(best.encode, steps.encode), keep(best.device, steps.device);
    }
    const double codecs = best.decode.processor + best.encode.processor;
    const double limit = best.decode.wall + best.encode.wall;
    const double megapixels = static_cast<double>(count * size.pixels()) / 1e6;

    if (!arguments.has("json")) {
        char end[256];
        std::snprintf(end, sizeof end,
                      "\nprocessor time of the whole batch, that of its codecs = 1: %.2f\n"
                      "share of the codec-bound limit, decode and encode alone:  %.0f %%\n"
                      "first picture, with planning and compiling: %s\n",
                      best.whole.processor / codecs, 100 * limit / best.whole.wall, duration(first).c_str());
        print(std::to_string(count) + " pictures of " + size.text() + ", " + extension + " to " + extension +
              ", min-max stretched; best of " + std::to_string(runs) + "\n" + short_name(device.facts()) +
              ", " + std::to_string(workers) + " threads for codecs\n\n" +
              "                                 wall s  processor s  ms each    MP / s\n" +
              line("the whole batch", best.whole, count, megapixels) +
              line("decode only", best.decode, count, megapixels) +
              line("device only, and its copies", best.device, count, megapixels) +
              line("encode only", best.encode, count, megapixels) + end);
        return Exit::all_done;
    }
    const auto json_of = [](const Spent& spent) {
        return Json{{"wall_s", spent.wall}, {"processor_s", spent.processor}};
    };
    write_results(arguments, "batch", device,
                  {{"files", count},
                   {"width", size.width},
                   {"height", size.height},
                   {"format", extension},
                   {"threads", workers},
                   {"runs", runs},
                   {"first_s", first},
                   {"whole", json_of(best.whole)},
                   {"decode", json_of(best.decode)},
                   {"device_only", json_of(best.device)},
                   {"encode", json_of(best.encode)},
                   {"processor_to_codecs", best.whole.processor / codecs},
                   {"share_of_limit", limit / best.whole.wall}});
    return Exit::all_done;
}

}  // namespace

Command bench_batch_command() {
    Command command = measurement("batch",
                                  "A folder of pictures of one size, min-max stretched, beside its codecs "
                                  "alone; of 3 runs, unless --runs says otherwise.",
                                  run_batch);
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    command.options.add_options()                                                             //
        ("files", text("N"), "so many pictures; default: 200")                                //
        ("from", text("DIR"), "cut them from the photographs there; default: made of noise")  //
        ("format", offered("EXT", written_extensions()),
         "jpg (the default), png, or another one that can be written")                    //
        ("keep", text("DIR"), "leave the pictures in DIR/in and the results in DIR/out")  //
        ("jobs,j", text("N"), "threads that decode and encode; default: one for each core");
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
