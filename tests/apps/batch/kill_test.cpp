// Runs that are killed at random moments, and go on until all is done. `./dev kill-test` kills more of them.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Words = std::vector<std::string>;

unsigned number_from(const char* variable, unsigned otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

// Which file it is and when it was written last: another one after it was made anew.
using Identity = std::pair<ino_t, std::pair<time_t, long>>;
Identity identity(const std::string& path) {
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return {facts.st_ino, {facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec}};
}

enum class Moment { start, first_line, new_file, never };

// One folder of inputs, the results of a run that nobody disturbed, and those of runs that are killed.
class Disturbed {
public:
    Disturbed() {
        for (unsigned i = 0; i < 40; ++i) {
            const std::string name = "in/" + std::to_string(i % 3) + "/" + std::to_string(i);
            folder_.put(name + (i % 4 == 0 ? ".jpg" : ".png"), noise(240 + i, 200, 3, i));
        }
        for (unsigned i = 0; i < 8; ++i)  // that take a while to be written
            folder_.put("in/large" + std::to_string(i) + ".ppm", noise(1200, 1000, 3, 100 + i));
        const Words words = {"batch", "-q", folder_ / "in", "-r", "-o", folder_ / "expected"};
        REQUIRE(sluice_program(words).code == 0);  // compiles the kernels
        const auto begun = Clock::now();
        Words again = words;
        again.insert(again.end(), {"--overwrite", "always"});
        REQUIRE(sluice_program(again).code == 0);
        seconds_ = Seconds(Clock::now() - begun).count();
        for (const std::string& name : folder_.files("expected"))
            expected_[name] = bytes_of(folder_ / "expected/" + name);
        REQUIRE(expected_.size() == 48);
    }

    double seconds() const { return seconds_; }  // of a run

    // Goes on with what is there and kills it so long after a moment. Returns whether it was killed: it may
    // have been faster.
    bool run(Moment moment, double delay) {
        const std::uintmax_t size_before = manifest_size();
        const std::size_t files_before = folder_.files("out").size();
        Program program({"batch", "-q", folder_ / "in", "-r", "-o", folder_ / "out", "--manifest",
                         folder_ / "m.jsonl", "--resume"});
        const auto reached = [&] {
            if (moment == Moment::first_line) return manifest_size() != size_before;
            if (moment == Moment::new_file) return folder_.files("out").size() > files_before;
            return moment == Moment::start;
        };
        while (!program.over() && !reached()) std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (moment != Moment::never) {
            std::this_thread::sleep_for(Seconds(delay));
            program.signal(SIGKILL);
        }
        const int code = program.wait().code;
        if (moment == Moment::never || code != -SIGKILL) REQUIRE(code == 0);
        return code != 0;
    }

    // After a kill: what is there is complete, and what lines vouched for is what it was then.
    void check() {
        for (const std::string& name : folder_.files("out")) {
            CAPTURE(name);
            if (is_temporary(name))
                ++temporary_;
            else
                CHECK((bytes_of(folder_ / "out/" + name) == expected_.at(name)));
        }
        for (const auto& [path, was] : recorded_) CHECK(identity(path) == was);
        std::map<std::string, std::size_t> lines;
        const std::string text = manifest();
        for (const nlohmann::json& line : json_lines(text.substr(0, text.rfind('\n') + 1))) {
            CHECK(line.at("status") == "done");
            const std::string path = line.at("output");
            CHECK(++lines[path] == 1);  // done anew, it would have a second one
            recorded_.emplace(path, identity(path));
        }
    }

    // After a run that ended well.
    void check_whole() {
        check();
        CHECK(recorded_.size() == expected_.size());
        std::vector<std::string> names;
        for (const auto& [name, bytes] : expected_) names.push_back(name);
        CHECK(folder_.files("out") == names);  // and no temporary file
    }

    void begin_anew() {
        fs::remove_all(folder_ / "out");
        fs::remove(folder_ / "m.jsonl");
        recorded_.clear();
    }

    std::size_t temporary() const { return temporary_; }  // files that kills have left in all

private:
    std::uintmax_t manifest_size() const {
        std::error_code none;
        const std::uintmax_t size = fs::file_size(folder_ / "m.jsonl", none);
        return none ? 0 : size;
    }
    std::string manifest() const { return bytes_of(folder_ / "m.jsonl"); }

    Scratch folder_;
    double seconds_ = 0;
    std::map<std::string, std::string> expected_;  // bytes, by path below the folder
    std::map<std::string, Identity> recorded_;     // files that lines vouch for
    std::size_t temporary_ = 0;
};

}  // namespace

TEST_CASE(
    "a run that is killed again and again ends in the bytes of an undisturbed one, and nothing is done "
    "twice") {
    const unsigned wanted = number_from("SLUICE_KILL_COUNT", 6);
    const unsigned seed = number_from("SLUICE_KILL_SEED", 1);
    INFO("SLUICE_KILL_SEED=" << seed);
    std::mt19937 random(seed);
    Disturbed runs;
    std::uniform_real_distribution<double> moment(0, runs.seconds());
    unsigned kills = 0, rounds = 1;
    for (unsigned i = 0; kills < wanted && i < 20 * wanted; ++i) {
        // At any moment; while files are written; at the first file, perhaps before it has its name.
        const Moment moments[] = {Moment::start, Moment::first_line, Moment::new_file};
        const double parts[] = {1, 0.15, 0.002};
        const double delay = moment(random) * parts[i % 3];
        CAPTURE(i);
        if (runs.run(moments[i % 3], delay)) {
            ++kills;
            runs.check();
        } else {
            runs.check_whole();
            runs.begin_anew();
            ++rounds;
        }
    }
    CHECK(kills == wanted);
    runs.run(Moment::never, 0);
    runs.check_whole();
    MESSAGE(kills << " kills in " << rounds << " rounds left " << runs.temporary() << " temporary files");
}
