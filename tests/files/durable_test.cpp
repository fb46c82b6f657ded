// What survives a power failure: when files and folders are synced, seen by standing in for fsync.
#include "pipeline/files/atomic_file.hpp"

#include "pipeline/files/bytes.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::function<int(int)> instead;  // of fsync, while a test watches

}  // namespace

extern "C" int fsync(int file) {
    return instead ? instead(file) : static_cast<int>(::syscall(SYS_fsync, file));
}

using namespace sluice;
namespace fs = std::filesystem;

namespace {

class Watch {
public:
    explicit Watch(std::function<int(int)> call) { instead = std::move(call); }
    ~Watch() { instead = nullptr; }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
};

struct stat facts_of(int file) {
    struct stat facts {};
    REQUIRE(::fstat(file, &facts) == 0);
    return facts;
}

std::string fault(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.message();
    }
    return "";
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a durable file is synced whole before it has its name, its folder once it has it, and each once") {
    const TemporaryFolder folder;
    const std::string target = (folder / "a").string();
    Names events;
    const Watch watch([&](int file) {
        const struct stat facts = facts_of(file);
        const std::string what =
            S_ISDIR(facts.st_mode) ? "folder" : "file of " + std::to_string(facts.st_size);
        events.push_back(what + (fs::exists(target) ? " after" : " before"));
        return 0;
    });
    write_file(target, as_bytes("bytes"), {.durable = true});
    CHECK(events == Names{"file of 5 before", "folder after"});
    events.clear();
    write_file(target, as_bytes("bytes"));
    CHECK(events.empty());
}

TEST_CASE("folders that are made durably are synced in those that they are in") {
    const TemporaryFolder folder;
    std::vector<ino_t> synced;
    const Watch watch([&](int file) {
        synced.push_back(facts_of(file).st_ino);
        return 0;
    });
    const auto number = [&](const std::string& name) {
        struct stat facts {};
        REQUIRE(::stat((folder / name).c_str(), &facts) == 0);
        return facts.st_ino;
    };
    make_folders(folder / "a/b/c", true);
    CHECK(synced == std::vector<ino_t>{number("a/b"), number("a"), number(".")});
    synced.clear();
    make_folders(folder / "a/b/d", true);
    CHECK(synced == std::vector<ino_t>{number("a/b")});
    synced.clear();
    make_folders(folder / "a/b/d", true);
    make_folders(folder / "a/b/e", false);
    CHECK(synced.empty());
}

TEST_CASE("a disk that cannot keep its word fails the file, and what was there stays") {
    const TemporaryFolder folder;
    const std::string target = folder.put("a", "old").string();
    const Watch watch([](int) {
        errno = EIO;
        return -1;
    });
    CHECK(fault([&] { write_file(target, as_bytes("new"), {.durable = true}); }) ==
          "it cannot be written: Input/output error");
    CHECK(bytes_of(target) == "old");
    CHECK(folder.files(".") == Names{"a"});
}

TEST_CASE("a file system that knows no sync is no error") {
    const TemporaryFolder folder;
    const Watch watch([](int) {
        errno = EINVAL;
        return -1;
    });
    write_file((folder / "a").string(), as_bytes("new"), {.durable = true});
    CHECK(bytes_of(folder / "a") == "new");
}
