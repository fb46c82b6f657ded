// Tar in, tar out.
#include "pipeline/files/tar.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/input.hpp"
#include "tests/apps/program.hpp"
#include "tests/places.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using Members = std::vector<std::pair<std::string, std::string>>;  // names and bytes

std::string archive_of(const Members& members) {
    std::string archive;
    TarWriter writer([&](Bytes bytes) { archive.append(bytes.begin(), bytes.end()); });
    for (const auto& [name, bytes] : members) {
        writer.begin(name, bytes.size(), 1'700'000'000'000'000'000);
        writer.data(as_bytes(bytes));
        writer.end();
    }
    writer.finish();
    return archive;
}

Words names_in(const std::string& archive) {
    const Descriptor file(open_input(archive));
    Words names;
    for (const TarMember& member : tar_members(file.number())) names.push_back(member.name);
    return names;
}

std::string bytes_in(const std::string& archive, const std::string& member) {
    Input input(archive + "/" + member);
    const Bytes bytes = input.all(1 << 20);
    return {bytes.begin(), bytes.end()};
}

// A folder with archives of small images and their labels.
struct Archives : Scratch {
    Archives() {
        const std::string picture = bytes_of(put("picture.png", ramp(8, 8, 3, 0, 50)));
        for (const char* name : {"b", "a"}) {
            Members members;
            for (int i = 9; i-- > 0;) {
                const std::string key = "s" + std::to_string(i);
                members.emplace_back(key + ".png", picture);
                members.emplace_back(key + ".json", "{\"i\":" + std::to_string(i) + "}");
            }
            members.emplace_back("about.txt", "made for a test");
            put(std::string(name) + ".tar", archive_of(members));
        }
    }
    Words words(const Words& more = {}) const {
        Words words = {"batch", *this / "a.tar", *this / "b.tar", "-o", *this / "out", "-p", "invert"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
};

}  // namespace

TEST_CASE("members go in and come out, in their order, and what is no image is copied") {
    const Archives folder;
    const Outcome outcome =
        sluice_program(folder.words({"--format", "jpg", "--manifest", folder / "m.jsonl"}));
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "18 done in "));
    CHECK(folder.files("out") == Words{"a.tar", "b.tar"});
    Words expected = names_in(folder / "a.tar");
    for (std::string& name : expected)
        if (name.ends_with(".png")) name.replace(name.size() - 3, 3, "jpg");
    for (const char* name : {"out/a.tar", "out/b.tar"}) {
        CHECK(names_in(folder / name) == expected);
        CHECK(bytes_in(folder / name, "s4.json") == "{\"i\":4}");
        CHECK(bytes_in(folder / name, "about.txt") == "made for a test");
        CHECK(bytes_in(folder / name, "s4.jpg").starts_with("\xFF\xD8"));
    }
    // Other commands read members, too.
    CHECK(contains(sluice_program({"info", folder / "out/a.tar/s4.jpg"}).out, "JPEG, 8x8"));
    CHECK(sluice_program({"stats", folder / "a.tar", "--json", "-"}).json().at("files").size() == 9);

    // Twice is once.
    const std::string first = bytes_of(folder / "out/a.tar");
    const Outcome again =
        sluice_program(folder.words({"--format", "jpg", "--manifest", folder / "m.jsonl", "--resume"}));
    CHECK(again.code == 0);
    CHECK(contains(again.err, "0 done, 18 skipped in "));
    CHECK(bytes_of(folder / "out/a.tar") == first);
    const Outcome never = sluice_program(folder.words({"--format", "jpg"}));
    CHECK(never.code == 1);
    CHECK(contains(never.err,
                   "out/a.tar' is finished; remove it to make it again, or --overwrite skip keeps it"));
    CHECK(bytes_of(folder / "out/a.tar") == first);
}

TEST_CASE("WebDataset reads the samples of an archive that a batch wrote") {
    const Archives folder;
    std::string python;
    for (const char* one : {SLUICE_SOURCE_DIR "/build/python/bin/python", "python3"})
        if (python.empty() &&
            std::system(("'" + std::string(one) + "' -c 'import webdataset' 2>/dev/null").c_str()) == 0)
            python = one;
    if (python.empty()) return report_skip("Python has no webdataset; './dev setup --python' installs it");
    CHECK(sluice_program(folder.words({"--format", "bmp"})).code == 0);
    const std::string command = "'" + python + "' '" SLUICE_SOURCE_DIR "/tests/files/tar.py' samples '" +
                                folder / "out/a.tar" + "' >'" + folder / "said" + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    const std::string said = bytes_of(folder / "said");
    CHECK(contains(said, "s8: bmp 246, json 7\ns7: bmp 246, json 7\n"));
    CHECK(contains(said, "s0: bmp 246, json 7\nabout: txt 15\n"));
}

TEST_CASE("archives are whole in their shards, and one with a failed member stays a folder") {
    const Archives folder;
    folder.put("c.tar", archive_of({{"x.png", "no image"}, {"y.png", bytes_of(folder / "picture.png")}}));
    Words all;
    for (const char* shard : {"0/3", "1/3", "2/3"}) {
        Words words = folder.words({"--shard", shard});
        words.insert(words.begin() + 1, folder / "c.tar");
        const Outcome outcome = sluice_program(words);
        CAPTURE(outcome.err);
        CHECK((outcome.code == 0 ||
               contains(outcome.err, "out/c.tar' stays a folder, because 1 of the 2 images")));
    }
    CHECK(folder.files("out") == Words{"a.tar", "b.tar", "c.tar/y.png"});
    const Outcome allowed = sluice_program({"batch", folder / "c.tar", "-o", folder / "out", "-p", "invert",
                                            "--overwrite", "skip", "--max-failures", "1"});
    CHECK(allowed.code == 0);
    CHECK(names_in(folder / "out/c.tar") == Words{"y.png"});
}

TEST_CASE("a run that was killed goes on with the members that are left") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("picture.png", ramp(64, 64, 3, 0, 50)));
    Members members;
    for (int i = 0; i < 300; ++i) members.emplace_back(std::to_string(i) + ".png", picture);
    folder.put("a.tar", archive_of(members));
    const Words words = {"batch",      folder / "a.tar",   "-o",       folder / "out", "-p", "invert",
                         "--manifest", folder / "m.jsonl", "--resume", "-j",           "1"};
    Program killed(words);
    const auto lines = [&] {
        const std::string text = bytes_of(folder / "m.jsonl");
        return std::count(text.begin(), text.end(), '\n');
    };
    while (!killed.over() && lines() < 20) std::this_thread::sleep_for(std::chrono::microseconds(200));
    killed.signal(SIGKILL);
    killed.wait();
    CHECK(fs::is_directory(folder / "out/a.tar"));
    const auto before = lines();
    const Outcome outcome = sluice_program(words);
    CHECK(outcome.code == 0);
    CHECK_FALSE(contains(outcome.err, " 0 skipped"));
    CHECK(fs::is_regular_file(folder / "out/a.tar"));
    CHECK(names_in(folder / "out/a.tar") == names_in(folder / "a.tar"));
    CHECK(lines() <= 300 + 1);
    CHECK(before >= 20);
}

TEST_CASE("what is no archive is said, and nothing else is lost by it") {
    const Archives folder;
    folder.put("c.tar", std::string(600, 'x'));
    Words words = folder.words();
    words.insert(words.begin() + 1, folder / "c.tar");
    const Outcome outcome = sluice_program(words);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "c.tar: it is no tar archive, or it is damaged at byte 0"));
    CHECK(contains(outcome.err, "18 done, 1 failed in "));
    CHECK(contains(sluice_program({"info", folder / "a.tar/none.png"}).err, "no"));
}
