// What becomes of a file in the place of one that is written, on file systems that know several ways to
// rename, seen by standing in for renameat2 and link.
#include "pipeline/files/atomic_file.hpp"

#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::function<void()> before_renaming;  // called first, while a test watches
bool knows_renameat2 = true, knows_links = true;

}  // namespace

extern "C" int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
    if (before_renaming) before_renaming();
    if (knows_renameat2)
        return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
    errno = EINVAL;
    return -1;
}

extern "C" int link(const char* from, const char* to) noexcept {
    if (knows_links) return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
    errno = EPERM;
    return -1;
}

using namespace sluice;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

struct FileSystem {
    bool renameat2, links;

    FileSystem(bool renameat2_, bool links_) : renameat2(renameat2_), links(links_) {
        knows_renameat2 = renameat2;
        knows_links = links;
    }
    ~FileSystem() {
        knows_renameat2 = knows_links = true;
        before_renaming = nullptr;
    }
    FileSystem(const FileSystem&) = delete;
    FileSystem& operator=(const FileSystem&) = delete;
};

bool written(const fs::path& path, const std::string& text, const Placing& placing) {
    try {
        write_file(path.string(), as_bytes(text), placing);
        return true;
    } catch (const FileExists& error) {
        CHECK(error.where() == path.string());
        const std::vector<Remedy> values = {
            {"overwrite", "skip"}, {"overwrite", "newer"}, {"overwrite", "always"}};
        CHECK(error.remedies() == values);
        return false;
    }
}

void touch(const fs::path& path, int seconds) {
    fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
}

constexpr std::pair<bool, bool> file_systems[] = {{true, true}, {false, true}, {false, false}};

}  // namespace

TEST_CASE("a file that exists stays, is replaced when it is older, or is replaced in any case") {
    for (const auto& [renameat2, links] : file_systems) {
        const FileSystem system(renameat2, links);
        const TemporaryFolder folder;
        const fs::path input = folder.put("input", "input"), output = folder / "output";
        touch(input, -60);
        CHECK(written(output, "1", {.overwrite = Overwrite::never}));
        CHECK_FALSE(written(output, "2", {.overwrite = Overwrite::never}));
        CHECK_FALSE(written(output, "2", {.overwrite = Overwrite::skip}));
        CHECK_FALSE(written(output, "2", {.overwrite = Overwrite::newer, .newer_than = input.string()}));
        CHECK(bytes_of(output) == "1");
        touch(output, -120);
        CHECK(written(output, "2", {.overwrite = Overwrite::newer, .newer_than = input.string()}));
        CHECK(bytes_of(output) == "2");
        CHECK(written(output, "3", {.overwrite = Overwrite::newer}));
        CHECK(written(output, "4", {.overwrite = Overwrite::always}));
        CHECK(bytes_of(output) == "4");
        CHECK(folder.files(".") == Names{"input", "output"});
    }
}

TEST_CASE("a file that comes into the place of a result while it is written stays") {
    for (const Overwrite overwrite : {Overwrite::never, Overwrite::skip, Overwrite::newer}) {
        const FileSystem system(true, true);
        const TemporaryFolder folder;
        const fs::path input = folder.put("input", "input"), output = folder / "output";
        touch(input, -60);
        if (overwrite == Overwrite::newer) touch(folder.put("output", "old"), -120);
        before_renaming = [&] {
            before_renaming = nullptr;
            folder.put("output", "the user's");
        };
        CHECK_FALSE(written(output, "ours", {.overwrite = overwrite, .newer_than = input.string()}));
        CHECK(bytes_of(output) == "the user's");
        CHECK(folder.files(".") == Names{"input", "output"});
    }
}

TEST_CASE("of many that write one file at once exactly one succeeds") {
    for (const auto& [renameat2, links] : file_systems) {
        if (!links) continue;  // nothing to go by
        const FileSystem system(renameat2, links);
        const TemporaryFolder folder;
        const fs::path input = folder.put("input", "input");
        touch(input, -60);
        std::atomic<int> successes = 0;
        constexpr int files = 50, threads_of_each = 4;
        for (int file = 0; file < files; ++file) {
            const std::string output = (folder / std::to_string(file)).string();
            const bool newer = file % 2 == 1 && renameat2;
            if (newer) touch(folder.put(std::to_string(file), "old"), -120);
            const Placing placing{.overwrite = newer ? Overwrite::newer : Overwrite::never,
                                  .newer_than = input.string()};
            std::vector<std::jthread> threads;
            for (int i = 0; i < threads_of_each; ++i)
                threads.emplace_back([&] {
                    try {
                        write_file(output, as_bytes("new"), placing);
                        ++successes;
                    } catch (const FileExists&) {
                    }
                });
        }
        CHECK(successes == files);
        CHECK(folder.files(".").size() == files + 1);
    }
}

TEST_CASE("files are compared by what paths lead to, not by how they are spelled") {
    const TemporaryFolder folder;
    const fs::path file = folder.put("in/a.png", "a"), other = folder.put("in/b.png", "b");
    fs::create_symlink("a.png", folder / "in/link.png");
    fs::create_hard_link(file, folder / "in/hard.png");
    fs::create_directory_symlink("in", folder / "again");
    for (const char* same : {"in/a.png", "in/../in/./a.png", "in/link.png", "in/hard.png", "again/a.png"})
        CHECK(is_same_file(folder / same, file));
    CHECK_FALSE(is_same_file(other, file));
    CHECK_FALSE(is_same_file(folder / "in/none.png", file));
    CHECK(is_same_file(folder / "again/none.png", folder / "in/none.png"));
    CHECK_FALSE(is_same_file("-", "-"));
}
