// Workers that end, never end, take too much, want too much, or lie: one file fails, and the next is read.
#include "tests/isolated/fake_stages.hpp"
#include "tests/isolated/support.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

#include <chrono>
#include <map>
#include <string>

namespace {

using namespace support;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

class Misbehaving {
public:
    explicit Misbehaving(double max_seconds = 0) : max_seconds_(max_seconds) {}

    std::string error_of(const std::string& name) {
        const Read result = read(load_of(stages_), values(name), sluice::Layout::packed);
        const std::string path = (folder_ / name).string();
        if (!result.error.starts_with(path + ": ")) return result.error;
        return result.error.substr(path.size() + 2);
    }
    bool goes_on() { return error_of("picture").empty(); }
    sluice::isolated::Workers& workers() { return workers_; }

private:
    sluice::Values values(const std::string& name) {
        return {{"path", folder_.put(name, "x").string()}, {"max_seconds", max_seconds_}};
    }

    TemporaryFolder folder_;
    double max_seconds_;
    sluice::isolated::Workers workers_{fake_worker(), 2};
    sluice::Registry stages_ = sluice::isolated::isolated_stages(fake::stages(), workers_);
};

}  // namespace

TEST_CASE("a worker that ends costs its file, which says how it ended") {
    Misbehaving all;
    std::map<std::string, std::string> endings = {
        {"aborts", "SIGABRT"}, {"crashes", "SIGSEGV"}, {"divides", "SIGFPE"}, {"exits", "exit code 7"}};
    if (!counts_memory)
        endings["crashes"] = endings["divides"] = "exit code 1";  // sanitizers come before the signals
    for (const auto& [name, ending] : endings) {
        CHECK(all.error_of(name) == "its decoder ended with " + ending + ", in a separate process");
        CHECK(all.goes_on());
    }
}

TEST_CASE("a worker that does not come back is given up by its processor time, and by the clock") {
    Misbehaving all(0.5);
    const auto begun = std::chrono::steady_clock::now();
    for (const std::string name : {"computes", "computes in a thread"})
        CHECK(all.error_of(name) == "decoding it takes longer than the 0.5 s that load.max_seconds allows");
    for (const std::string name : {"sleeps", "closes"})
        CHECK(
            all.error_of(name).find("during most of which its decoder did nothing (load.max_seconds=0.5)") !=
            std::string::npos);
    CHECK(all.goes_on());
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(60));
}

TEST_CASE("a worker gets no more memory than its picture takes") {
    if (!counts_memory) return;
    Misbehaving all;
    all.workers().limit_memory(200 * mebibyte, true);
    CHECK(all.error_of("eats").find("it needs more than the ") == 0);
    CHECK(all.error_of("eats and dies") == "its decoder ended with SIGSEGV, in a separate process");
    CHECK(all.goes_on());
}

TEST_CASE("a worker may start threads, under a limit of memory too") {
    Misbehaving all;
    all.workers().limit_memory(64 * mebibyte, true);
    CHECK(all.error_of("starts threads") == "");
}

TEST_CASE("a worker may open, start, connect to and change nothing") {
    Misbehaving all;
    REQUIRE(all.workers().unfiltered() == "");
    for (const std::string name :
         {"opens", "executes", "forks", "connects", "signals", "raises its limits"}) {
        const std::string error = all.error_of(name);
        CHECK_MESSAGE(error.ends_with(": Operation not permitted"), error);
    }
    CHECK(all.error_of("is killed") == "");  // kill() is refused, to itself too
}

TEST_CASE("a worker that lies costs its file") {
    Misbehaving all;
    const std::string nonsense = "its decoder sent an invalid message";
    const std::map<std::string, std::string> lies = {
        {"says nonsense", "its decoder sent an invalid message"},
        {"says too much", "its decoder sent too many messages"},
        {"announces much", "its decoder sent a message that is too long"},
        {"answers nothing", "its data ends early"},
        {"answers at length", nonsense},
        {"has no segment", nonsense},
        {"wants a terabyte", "its decoder asks for more memory than it announced"},
        {"wants nothing", "its decoder asks for more memory than it announced"},
        {"is huge", nonsense},
        {"overflows", nonsense},
    };
    for (const auto& [name, said] : lies) {
        INFO(name);
        CHECK(all.error_of(name) == said);
        CHECK(all.goes_on());
    }
}

TEST_CASE("a program that is no worker is refused") {
    CHECK_THROWS_WITH(sluice::isolated::Workers({"/bin/true"}, 1),
                      "no decoder can be started in a separate process: it ended with exit code 0");
    CHECK_THROWS_WITH(sluice::isolated::Workers({"/nowhere"}, 1),
                      "no decoder can be started in a separate process: No such file or directory");
}
