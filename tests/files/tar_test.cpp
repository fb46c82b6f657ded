// Tar archives, as Python's tarfile writes and reads them.
#include "pipeline/files/tar.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/input.hpp"
#include "tests/places.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

std::string python(const std::string& arguments, const TemporaryFolder& folder) {
    const std::string command = "python3 '" SLUICE_SOURCE_DIR "/tests/files/tar.py' " + arguments + " >'" +
                                (folder / "said").string() + "' 2>&1";
    return std::system(command.c_str()) == 0 ? bytes_of(folder / "said")
                                             : "failed: " + bytes_of(folder / "said");
}

bool has_python() { return std::system("python3 -c 'import tarfile' 2>/dev/null") == 0; }

std::vector<TarMember> members_of(const fs::path& archive) {
    const Descriptor file(open_input(archive.string()));
    return tar_members(file.number());
}

std::uint32_t crc32_of(Bytes bytes) {
    std::uint32_t crc = ~0u;
    for (const std::uint8_t byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

// As tar.py lists it.
std::string listed_as_python(const fs::path& archive) {
    std::string text;
    for (const TarMember& member : members_of(archive)) {
        Input input((archive / member.name).string());
        const Bytes bytes = input.all(1 << 20);
        CHECK(bytes.size() == member.size);
        text += std::to_string(member.size) + " " + std::to_string(member.mtime) + " " +
                std::to_string(crc32_of(bytes)) + " " + member.name + "\n";
    }
    return text;
}

std::string tar_fault(const fs::path& archive) {
    try {
        members_of(archive);
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        return error.message();
    }
    return "";
}

std::string written_archive(const std::vector<std::pair<std::string, std::string>>& files,
                            std::int64_t mtime) {
    std::string archive;
    TarWriter writer([&](Bytes bytes) { archive.append(bytes.begin(), bytes.end()); });
    for (const auto& [name, bytes] : files) {
        writer.begin(name, bytes.size(), mtime);
        writer.data(as_bytes(bytes));
        writer.end();
    }
    writer.finish();
    return archive;
}

}  // namespace

TEST_CASE("archives of each format are read as Python reads them") {
    if (!has_python()) return report_skip("there is no Python");
    const TemporaryFolder folder;
    REQUIRE(python("make '" + (folder / "").string() + "'", folder) == "");
    for (const char* name : {"ustar.tar", "gnu.tar", "pax.tar"}) {
        CAPTURE(name);
        CHECK(listed_as_python(folder / name) == python("list '" + (folder / name).string() + "'", folder));
        CHECK(members_of(folder / name).size() == 8);
    }
    CHECK(tar_fault(folder / "link.tar").find("'link.png' of the tar archive is a link") !=
          std::string::npos);
    CHECK(tar_fault(folder / "escape.tar").find("has a name that leaves the folder") != std::string::npos);
    CHECK(tar_fault(folder / "sparse.tar").find("is a sparse file") != std::string::npos);
}

TEST_CASE("archives that are written are read by Python, and here") {
    const TemporaryFolder folder;
    const std::string longest(300, 'n');
    const std::vector<std::pair<std::string, std::string>> files = {{"a.jpg", std::string(513, 'a')},
                                                                    {"b/c.json", "{}"},
                                                                    {longest + ".png", std::string(512, 'b')},
                                                                    {"empty.txt", ""},
                                                                    {"gr\xC3\xB6\xC3\x9F"
                                                                     "e.png",
                                                                     "x"}};
    const fs::path path = folder.put("a.tar", written_archive(files, 1700000000'250000000));
    const std::vector<TarMember> members = members_of(path);
    REQUIRE(members.size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        CHECK(members[i].name == files[i].first);
        CHECK(members[i].mtime == 1700000000'250000000);
        Input input((path / files[i].first).string());
        const Bytes bytes = input.all(1000);
        CHECK(std::string(bytes.begin(), bytes.end()) == files[i].second);
    }
    CHECK(tar_member(path / "b/c.json").has_value());
    CHECK_FALSE(tar_member(path / "b/d.json").has_value());
    CHECK_FALSE(tar_member(folder / "b.tar/a").has_value());
    CHECK_THROWS_AS(Input((path / "none.png").string()), Error);
    if (has_python()) CHECK(listed_as_python(path) == python("list '" + path.string() + "'", folder));
}

TEST_CASE("an archive that is cut off or damaged is an error, wherever it is") {
    const TemporaryFolder folder;
    const std::string whole =
        written_archive({{"a.jpg", std::string(700, 'a')}, {std::string(200, 'n'), "x"}}, 5);
    for (std::size_t size = 0; size + 1024 <= whole.size(); size += 32) {
        CAPTURE(size);
        CHECK(tar_fault(folder.put("cut.tar", whole.substr(0, size))) != "");
    }
    for (std::size_t at = 0; at < 512; at += 3) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        CAPTURE(at);
        CHECK(tar_fault(folder.put("damaged.tar", damaged)) != "");
    }
    CHECK(tar_fault(folder.put("text.tar", std::string(600, 'x'))).find("is no tar archive") !=
          std::string::npos);
    // A number that does not fit.
    std::string huge = whole;
    huge[124] = '\xFF';
    CHECK(tar_fault(folder.put("huge.tar", huge)) != "");
}
