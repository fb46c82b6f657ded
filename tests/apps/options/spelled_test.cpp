// One error, as the three front ends say it.
#include "apps/options/spelled.hpp"

#include "apps/python/spelling.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/files/too_long.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/run/host_memory.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/apps/program.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

struct Said {
    Wording what;
    std::string on_command_line, in_programs, in_python;
};

const std::vector<Said> of_front_ends = {
    {FileExists("a.png").message(),
     "exists; --overwrite skip keeps it and counts it as done, newer or always replaces it",
     "exists; .overwrite = Overwrite::skip keeps it and counts it as done, Overwrite::newer or "
     "Overwrite::always replaces it",
     "exists; overwrite=\"skip\" keeps it and counts it as done, \"newer\" or \"always\" replaces it"},
    {too_long_to_decode(5), "decoding it takes longer than the 5 s that --limit-seconds allows",
     "decoding it takes longer than the 5 s that load.max_seconds allows",
     "decoding it takes longer than the 5 s that limit_seconds allows"},
    {MemoryLimit{.pictures = std::size_t{700} << 20}.shortage(std::size_t{700} << 20,
                                                              (std::size_t{1200} << 20) - 1),
     "--limit-memory leaves 700 MiB for images; 1200M would be enough",
     "limit_memory leaves 700 MiB for images; 1258291200 would be enough",
     "limit_memory leaves 700 MiB for images; \"1200M\" would be enough"},
    {Remedy{"limit_memory", std::int64_t{512} << 20}, "--limit-memory 512M", ".limit_memory = 536870912",
     "limit_memory=\"512M\""},
    {Remedy{"load.lenient", true}, "--lenient", "load.lenient=true", "lenient=True"},
    {Remedy{"load.max_seconds", 0.5}, "--limit-seconds 0.5", "load.max_seconds=0.5", "limit_seconds=0.5"},
    {Remedy{"load.layout", "chw"} + " or " + Remedy{"load.layout", "nhw"}, "--layout chw or nhw",
     "load.layout=chw or nhw", "layout=\"chw\" or \"nhw\""},
    {Remedy{"resume", true}, "--resume", ".resume = true", "resume=True"},
    {Remedy{"device_timeout"}, "--device-timeout", "device_timeout", "device_timeout"},
    {Remedy{"output"}, "-o", "output", "output"},
    {Remedy{"name", "{parent}/{stem}.{ext}"}, "--name '{parent}/{stem}.{ext}'",
     ".name = \"{parent}/{stem}.{ext}\"", "name=\"{parent}/{stem}.{ext}\""},
    {Remedy{"dataset", true, "stats"}, "sluice stats --dataset", "sluice stats (dataset=true)",
     "sluice.stats(dataset=True)"},
    {Remedy{"histogram", std::int64_t{256}, "stats"}, "sluice stats --histogram 256",
     "sluice stats (histogram=256)", "sluice.stats(histogram=256)"},
    {Remedy{"histogram", {}, "stats"}, "sluice stats --histogram", "sluice stats (histogram)",
     "sluice.stats(histogram=...)"},
    {Remedy{"json", "FILE", "stats"}, "sluice stats --json FILE", "sluice stats (json=FILE)", "sluice.stats"},
    {Remedy{"glob", "PATTERN", "batch"}, "sluice batch FOLDER --glob PATTERN",
     "BatchOptions{.glob = \"PATTERN\"}", "sluice.batch(glob=\"PATTERN\")"},
};

}  // namespace

TEST_CASE("each front end writes an option as its users do") {
    for (const Said& said : of_front_ends) {
        CHECK(said.what.in(apps::on_command_line) == said.on_command_line);
        CHECK(said.what.in(in_programs) == said.in_programs);
        CHECK(said.what.in(python::in_python) == said.in_python);
        CHECK(said.what == said.in_programs);
    }
}

TEST_CASE("the program writes what a decoder warns of as its users do") {
    const TemporaryFolder folder;
    const std::string pages = SLUICE_TEST_DATA "/tiff/pages.tif";
    const std::string said =
        "only page 1 of 3 is taken; --page takes another, or 0 all of one size as layers";
    const std::string pipeline = "load " + pages + " | save " + std::string(folder / "a.png");
    CHECK(contains(sluice_program({"run", pipeline}).err, said));
    CHECK(contains(sluice_program({"batch", pages, "-o", folder / "out"}).err, said));
    CHECK(contains(sluice_program({"stats", pages}).err, said));
}

TEST_CASE("a parameter that an option sets is named by that option") {
    for (const char* stage : {"load", "save"})
        for (const ParamDecl& param : builtin_stages().find(stage)->params) {
            INFO(param.name);
            if (!param.option.empty())
                CHECK(apps::on_command_line(Remedy{stage + ("." + param.name)}, false) ==
                      "--" + apps::option_name(param));
        }
    CHECK(apps::on_command_line(Remedy{"save.compression"}, false) == "--compression");
    CHECK(apps::on_command_line(Remedy{"load.max_seconds"}, false) == "--limit-seconds");
}
