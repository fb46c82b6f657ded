// sluice bench: measurements, each with its limit measured in the same run.
#include "apps/bench/batch.hpp"
#include "apps/bench/first_frame.hpp"
#include "apps/bench/ladder.hpp"
#include "apps/bench/pipeline.hpp"
#include "apps/bench/reduce.hpp"
#include "apps/bench/stages.hpp"
#include "apps/bench/stretch.hpp"
#include "apps/command.hpp"
#include "apps/options/device.hpp"
#include "apps/text_file.hpp"

#include "pipeline/core/message.hpp"

#include <array>

namespace sluice::apps {
namespace {

struct Benchmark {
    const char* name;
    int (*run)(const Arguments&);
    std::array<const char*, 5> own = {};  // options that no other takes, then null
};
constexpr Benchmark benchmarks[] = {
    {"reduce", bench_reduce},
    {"ladder", bench_ladder},
    {"stretch", bench_stretch},
    {"pipeline", bench_pipeline, {"frames", "pipeline", "store", "in-flight"}},
    {"stages", bench_stages, {"pixels", "channels", "strategy"}},
    {"batch", bench_batch, {"files", "from", "format", "keep", "jobs"}},
    {"first-frame", bench_first_frame}};

std::vector<std::string> measurements() {
    std::vector<std::string> all;
    for (const Benchmark& benchmark : benchmarks) all.emplace_back(benchmark.name);
    return all;
}

int run_bench(const Arguments& arguments) {
    const std::string& name = arguments.words[0];
    for (const char* option : {"json", "plot"})
        if (arguments.has(option)) expect_writable(arguments.text(option));
    for (const Benchmark& benchmark : benchmarks) {
        if (benchmark.name == name) {
            for (const Benchmark& other : benchmarks)
                for (const char* option : other.own)
                    if (option != nullptr && arguments.has(option) && benchmark.run != other.run)
                        throw wrong_arguments(arguments, std::string("--") + option +
                                                             " is an option of 'sluice bench " + other.name +
                                                             "'");
            at_most_one(arguments, {"frames", "pipeline"});
            at_most_one(arguments, {"frames", "store"});
            at_most_one(arguments, {"frames", "in-flight"});
            if (arguments.words.size() > 1 && benchmark.run != bench_stages)
                throw wrong_arguments(arguments, in_quotes(arguments.words[1]) +
                                                     " is one argument too many; it takes one "
                                                     "MEASUREMENT; see 'sluice help bench'");
            return benchmark.run(arguments);
        }
    }
    throw wrong_arguments(arguments, "there is no measurement " + in_quotes(name) +
                                         did_you_mean(name, measurements()) +
                                         "; there are: " + listed(measurements()));
}

}  // namespace

Command bench_command() {
    Command command{
        .name = "bench",
        .words = "MEASUREMENT",
        .summary = "Measures, each time with the limit of the machine beside it.",
        .details =
            "  reduce: min, max and sum of images of every type, beside a kernel that only reads them.\n"
            "  ladder: published ladders of reductions, each step beside the papers' figures and serial "
            "C++.\n"
            "  stretch: min-max normalize of one RGBA8 image, on the device and in C++ on all cores.\n"
            "  pipeline: two pipelines of RGBA8 images, or the one that is given, fused and with --no-fuse, "
            "beside reads and copies; or with --frames, a stream of images, up to four of them on their way "
            "at once; with --compare, frames in BGR beside OpenCV's.\n"
            "  stages: every stage by itself, or the stages and chains that are named behind it, beside a "
            "copy.\n"
            "  batch: a folder of pictures of one size, min-max stretched, beside its codecs alone.\n"
            "  first-frame: the start of a program until its first frame is read, with an empty kernel "
            "cache and with a warm one.",
        .offered = measurements(),
        .min_words = 1,
        .max_words = std::string::npos,
        .run = run_bench};
    command.options.add_options()                                                                        //
        ("size", po::value<std::string>()->value_name("WxH,..."), "pixels of the image, or of several")  //
        ("compare",
         "reduce, pipeline: a plain C++ loop on all cores too, and OpenCV where the build found it")  //
        ("pipeline,p", po::value<std::string>()->value_name("PIPELINE"),
         "pipeline: instead of the two, without load and save; a file or a chain")  //
        ("store", po::value<std::vector<std::string>>()->value_name("ID,..."),
         "pipeline: measure it with the images of these stages in memory too; may be given again")  //
        ("in-flight", po::value<std::string>()->value_name("N"),
         "pipeline: so many images on their way at once, by which times are divided; default: 1")  //
        ("pixels", po::value<std::string>()->value_name("TYPE,..."),
         "stages: the types of samples; default: u8,f32")  //
        ("channels", po::value<std::string>()->value_name("N"),
         "stages: 1 for grey, 3 for RGB, 4 for RGBA; default: 4")  //
        ("strategy", po::value<std::string>()->value_name("NAME"),
         "stages: run passes by this one, as 'plan -v' names it, where it fits")  //
        ("frames", po::value<std::string>()->value_name("N"),
         "pipeline: this many images, one after the other")(
            "runs", po::value<std::string>()->value_name("N")->default_value("15"),
            "number of runs; the median counts, for pipeline the best")  //
        ("plot", po::value<std::string>()->value_name("FILE.svg"),
         "reduce, ladder, pipeline: write a figure too")  //
        ("json", po::value<std::string>()->value_name("FILE"), "write JSON to FILE; - is stdout");
    add_bench_batch_options(command.options);
    add_device_options(command.options);
    return command;
}

}  // namespace sluice::apps
