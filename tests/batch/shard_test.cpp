// Which run does which file.
#include "pipeline/batch/shard.hpp"

#include "tests/error_of.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace sluice;

namespace {

using Variables = std::map<std::string, std::string>;

ReadVariable of(const Variables& all) {
    return [all](const std::string& name) {
        const auto at = all.find(name);
        return at != all.end() ? at->second : "";
    };
}

std::string shard_fault(const std::string& text, const Variables& all = {}) {
    return error_of([&] { shard_from(text, of(all)); });
}

Variables array(const std::string& id, const std::string& least, const std::string& most,
                const std::string& count) {
    return {{"SLURM_ARRAY_TASK_ID", id},
            {"SLURM_ARRAY_TASK_MIN", least},
            {"SLURM_ARRAY_TASK_MAX", most},
            {"SLURM_ARRAY_TASK_COUNT", count}};
}

}  // namespace

// The values are frozen: files that were done by one version must not move in the next one.
TEST_CASE("the shard of a path is that of a table which never changes") {
    const std::vector<std::string> paths = {"",
                                            "a",
                                            "a.png",
                                            "2024/05/IMG_0001.JPG",
                                            "\xFF\n",
                                            "gr\xC3\xB6\xC3\x9F"
                                            "e.tif"};
    struct Row {
        std::size_t count;
        std::vector<std::size_t> shards;
    };
    for (const Row& row : std::vector<Row>{{1, {0, 0, 0, 0, 0, 0}},
                                           {2, {0, 1, 0, 1, 1, 1}},
                                           {3, {2, 2, 0, 1, 1, 0}},
                                           {7, {1, 1, 6, 0, 2, 0}},
                                           {16, {6, 11, 14, 1, 13, 5}},
                                           {1000, {342, 315, 798, 633, 685, 573}},
                                           {1000000, {514342, 828315, 472798, 129633, 598685, 321573}}}) {
        CAPTURE(row.count);
        for (std::size_t i = 0; i < paths.size(); ++i) CHECK(shard_of(paths[i], row.count) == row.shards[i]);
    }
}

TEST_CASE("each path is in exactly one shard, and shards are about as large as each other") {
    for (const std::size_t count : {1, 2, 3, 7, 16}) {
        std::vector<std::size_t> sizes(count);
        constexpr std::size_t files = 20000;
        for (std::size_t i = 0; i < files; ++i) {
            const std::string path = "set/" + std::to_string(i) + ".png";
            std::size_t in = 0;
            for (std::size_t s = 0; s < count; ++s)
                if (Shard{s, count}.has(path)) ++in, ++sizes[s];
            CHECK(in == 1);
        }
        for (const std::size_t size : sizes) {
            CHECK(size > files / count * 9 / 10);
            CHECK(size < files / count * 11 / 10 + 1);
        }
    }
}

TEST_CASE("a shard is written as I/N, and says what would be right") {
    CHECK(shard_from("") == Shard{0, 1});
    CHECK(shard_from("0/1") == Shard{0, 1});
    CHECK(shard_from("3/4") == Shard{3, 4});
    CHECK(shard_from("3/4").text() == "3/4");
    CHECK(shard_fault("4/4") == "batch: shard '4/4': shards are counted from 0, so the last one is 3/4");
    CHECK(shard_fault("1/0") == "batch: shard '1/0': the number of shards must be from 1 to 1000000");
    for (const char* text : {"1", "/", "1/", "/4", "-1/4", "+1/4", "1/4/2", " 1/4", "1/4 ", "a/b", "0x1/4",
                             "Auto", "99999999999999999999/4"})
        CHECK(shard_fault(text) == "batch: shard '" + std::string(text) +
                                       "' is neither I/N, such as 0/4 for the first of four, nor auto");
}

TEST_CASE("auto asks Slurm and MPI") {
    const auto shard = [](const Variables& all) { return shard_from("auto", of(all)); };
    CHECK(shard(array("2", "0", "3", "4")) == Shard{2, 4});
    CHECK(shard({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "3"}}) == Shard{1, 3});
    CHECK(shard({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}) == Shard{0, 2});
    // One rank is no parallel job.
    Variables both = array("2", "0", "3", "4");
    both.insert({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}});
    CHECK(shard(both) == Shard{2, 4});
    both["PMI_SIZE"] = "2";
    CHECK(shard_fault("auto", both)
              .ends_with("this is both a task of a Slurm array and one of 2 ranks of MPI; give I/N"));
}

TEST_CASE("auto says what is missing") {
    const auto fault = [](const Variables& all) { return shard_fault("auto", all); };
    CHECK(fault({}).ends_with("no task of a Slurm array and no rank of Open MPI or PMI; give I/N"));
    CHECK(fault(array("3", "3", "7", "2"))
              .find("are 2, numbered from 3 to 7; the array 0-1 numbers them from 0 without gaps") !=
          std::string::npos);
    CHECK(fault(array("1", "1", "4", "4")).find("numbered from 1 to 4") != std::string::npos);
    CHECK(fault({{"SLURM_ARRAY_TASK_ID", "0"}}).ends_with("SLURM_ARRAY_TASK_COUNT is not set; give I/N"));
    CHECK(fault({{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}).ends_with("no rank of an MPI job; give I/N"));
    CHECK(fault({{"PMI_RANK", "2"}}).ends_with("no rank of an MPI job; give I/N"));
    CHECK(fault({{"JOB_COMPLETION_INDEX", "5"}})
              .ends_with("give 5/N in the arguments of the container: $(JOB_COMPLETION_INDEX)/N"));
}
