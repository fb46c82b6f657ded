// The limits that hold where nobody asks for one, and how long a file may take.
#include "pipeline/run/cores.hpp"
#include "pipeline/run/machine_memory.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <sched.h>

using sluice::cores_of_machine;
using sluice::machine_memory;
using sluice::usable_cores;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// A machine of 8 GiB; `group` is the process's line of /proc/self/cgroup.
std::size_t memory_in(const Scratch& folder, const std::string& group) {
    folder.put("proc/meminfo", "MemTotal:        8388608 kB\nMemFree:          123 kB\n");
    folder.put("proc/self/cgroup", group);
    return machine_memory(folder / "proc", folder / "groups") / mebibyte;
}

}  // namespace

TEST_CASE("the memory of the machine is that of its control group where that has less") {
    const Scratch folder;
    CHECK(memory_in(folder, "") == 8192);
    CHECK(memory_in(folder, "0::/user/shell\n") == 8192);
    folder.put("groups/user/shell/memory.max", "max\n");
    CHECK(memory_in(folder, "0::/user/shell\n") == 8192);
    folder.put("groups/user/memory.max", "1073741824\n");
    CHECK(memory_in(folder, "0::/user/shell\n") == 1024);
    folder.put("groups/memory.max", "17179869184\n");
    CHECK(memory_in(folder, "0::/user/shell\n") == 1024);
    // Of version 1; in a container whose folder is not there, that of the container counts.
    folder.put("groups/memory/memory.limit_in_bytes", "536870912\n");
    CHECK(memory_in(folder, "5:cpu,memory:/docker/17\n1:name=systemd:/docker/17\n") == 512);
    folder.put("groups/memory/docker/17/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK(memory_in(folder, "4:memory:/docker/17\n") == 512);
    CHECK(machine_memory(folder / "nothing", folder / "groups") == 0);
}

TEST_CASE("the cores of the process are those of its affinity mask, and no more than its quotas pay for") {
    const Scratch folder;
    const auto cores = [&](const std::string& group) {
        folder.put("proc/self/cgroup", group);
        return usable_cores(folder / "proc", folder / "groups");
    };
    const std::size_t all = cores("");
    CHECK(all >= 1);
    CHECK(all <= cores_of_machine());
    CHECK(cores("0::/job/step\n") == all);
    folder.put("groups/job/step/cpu.max", "max 100000\n");
    CHECK(cores("0::/job/step\n") == all);
    folder.put("groups/job/cpu.max", "50000 100000\n");
    CHECK(cores("0::/job/step\n") == 1);
    folder.put("groups/cpu/docker/17/cpu.cfs_quota_us", "-1\n");
    folder.put("groups/cpu/docker/17/cpu.cfs_period_us", "100000\n");
    CHECK(cores("4:cpu,cpuacct:/docker/17\n") == all);
    folder.put("groups/cpu/docker/17/cpu.cfs_quota_us", "100000\n");
    CHECK(cores("4:cpu,cpuacct:/docker/17\n") == 1);
    folder.put("groups/job/cpu.max", "nonsense\n");
    CHECK(cores("0::/job/step\n") == all);

    cpu_set_t before, one;
    REQUIRE(::sched_getaffinity(0, sizeof before, &before) == 0);
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(cores("") == 1);
    ::sched_setaffinity(0, sizeof before, &before);
}

TEST_CASE("--limit-seconds gives up a file that takes longer to decode, and the others are done") {
    const Scratch folder;
    const std::vector<std::string> names{"a.jpg", "a.png", "a.tif", "b.png"};
    for (const std::string& name : names)
        folder.put("in/" + name, name == "b.png" ? ramp(20, 10, 3, 5, 90) : noise(1500, 1000, 3, 7));
    const std::string why = "decoding it takes longer than the 0.001 s that --limit-seconds allows";
    const Outcome batch =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--limit-seconds", "0.001"});
    CAPTURE(batch.err);
    CHECK(batch.code == 1);
    CHECK(folder.files("out") == std::vector<std::string>{"b.png"});
    const Outcome stats = sluice_program({"stats", folder / "in", "--limit-seconds", "0.001"});
    CHECK(stats.code == 1);
    for (const char* name : {"a.jpg: ", "a.png: ", "a.tif: "}) {
        CHECK(contains(batch.err, name + why));
        CHECK(contains(stats.err, name + why));
    }
    const std::string chain =
        "load '" + folder / "in/a.png" + "' max_seconds=0.001 | save " + folder / "c.png";
    const Outcome run = sluice_program({"run", chain});
    CHECK(run.code == 1);
    CHECK(contains(run.err, why));
    CHECK(sluice_program({"run", chain, "--limit-seconds", "0"}).code == 0);
}

TEST_CASE(
    "stats keeps to --limit-memory: files wait, and one that has no room fails with what would be enough") {
    const Scratch folder;
    folder.put("in/large.ppm", ramp(4000, 3000, 3, 5, 90));
    for (const char* name : {"in/a.png", "in/b.png", "in/c.png"}) folder.put(name, ramp(800, 600, 3, 5, 90));
    const auto stats = [&](const std::string& limit) {
        return sluice_program({"stats", folder / "in", "--limit-memory", limit, "--json", folder / "s.json"});
    };
    const Outcome least = stats("1M");
    CHECK(least.code == 2);
    const std::size_t at = least.err.find("must be at least ");
    REQUIRE(at != std::string::npos);
    const std::size_t enough =
        std::stoul(least.err.substr(at + std::string("must be at least ").size())) + 16;
    const Outcome tight = stats(std::to_string(enough) + "M");
    CAPTURE(tight.err);
    CHECK(tight.code == 1);
    CHECK(contains(tight.err, "large.ppm: it needs "));
    CHECK(contains(tight.err, "M would be enough"));
    CHECK(stats("4G").code == 0);
}
