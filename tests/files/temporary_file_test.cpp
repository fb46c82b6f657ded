// What killed runs leave, told apart from what others are writing.
#include "pipeline/files/temporary_file.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

// A process that holds temporary files in a folder until it is killed.
class Writer {
public:
    explicit Writer(const fs::path& folder) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        id_ = ::fork();
        REQUIRE(id_ >= 0);
        if (id_ == 0) {
            const TemporaryFile one(folder / "a.png");
            TemporaryFile other(folder / "b.png");
            other.finish();
            if (::write(ends[1], "!", 1) == 1) ::pause();
            ::_exit(1);
        }
        char begun = 0;
        REQUIRE(::read(ends[0], &begun, 1) == 1);
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~Writer() { kill(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void kill() {
        if (id_ <= 0) return;
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
        id_ = 0;
    }

private:
    pid_t id_ = 0;
};

// As a machine left it two days ago.
fs::path put_old(const TemporaryFolder& folder, const std::string& name) {
    const fs::path path = folder.put(name, "left");
    fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(48));
    return path;
}

}  // namespace

TEST_CASE("temporary files of a process that was killed are removed, and not before it is gone") {
    const TemporaryFolder folder;
    Writer killed(folder / ".");
    Writer alive(folder / ".");
    CHECK(folder.files(".").size() == 4);
    CHECK(remove_abandoned_files(folder / ".") == 0);
    killed.kill();
    CHECK(remove_abandoned_files(folder / ".") == 2);
    CHECK(folder.files(".").size() == 2);
    alive.kill();
    CHECK(remove_abandoned_files(folder / ".") == 2);
    CHECK(folder.files(".").empty());
}

TEST_CASE("a process does not take its own temporary files for abandoned ones") {
    const TemporaryFolder folder;
    std::optional<TemporaryFile> file(folder / "a.png");
    CHECK(remove_abandoned_files(folder / ".") == 0);
    file->finish();
    CHECK(remove_abandoned_files(folder / ".") == 0);
    file->take_the_place_of(folder / "a.png");
    CHECK(remove_abandoned_files(folder / ".") == 0);
    file.reset();
    CHECK(remove_abandoned_files(folder / ".") == 0);
    CHECK(folder.files(".") == Names{"a.png"});
}

TEST_CASE("files of the user's are never taken for abandoned ones") {
    const TemporaryFolder folder;
    const Names kept = {".sluice-",          ".sluice-.tmp",      ".sluice-1-.tmp",    ".sluice--1.tmp",
                        ".sluice-1-2.png",   ".sluice-a-b.tmp",   ".sluice-a-b-1.tmp", ".sluice-12.tmp",
                        ".sluice-1-2-3.tmp", ".sluice-1-2.tmp.x", "sluice-1-2.tmp",    "photo.tmp",
                        "x.sluice-1-2.tmp",  ".sluice-1-+2.tmp",  ".sluice-1- 2.tmp",  "sub/.sluice-1-2.tmp"};
    for (const std::string& name : kept) folder.put(name, "mine");
    fs::create_directories(folder / ".sluice-1-3.tmp");
    fs::create_symlink("photo.tmp", folder / ".sluice-1-4.tmp");
    fs::create_hard_link(folder / "photo.tmp", folder / ".sluice-1-5.tmp");
    const std::size_t before = folder.files(".").size();
    CHECK(remove_abandoned_files(folder / ".") == 0);
    CHECK(folder.files(".").size() == before);
    CHECK(fs::is_directory(folder / ".sluice-1-3.tmp"));

    put_old(folder, ".sluice-1-2.tmp");
    CHECK(remove_abandoned_files(folder / ".") == 1);
    CHECK(folder.files(".").size() == before);
}

TEST_CASE("files that another machine may be writing are removed when they are old") {
    const TemporaryFolder folder;
    const std::string hash(16, 'e');
    const Names names = {".sluice-1-2.tmp", ".sluice-" + hash + "-" + hash + "-0.tmp"};
    for (const std::string& name : names) folder.put(name, "somebody's");
    CHECK(remove_abandoned_files(folder / ".") == 0);
    for (const std::string& name : names) put_old(folder, name);
    CHECK(remove_abandoned_files(folder / ".") == 2);
}

TEST_CASE("an abandoned file that may only be read is removed, too; a folder that is not there has none") {
    const TemporaryFolder folder;
    fs::permissions(put_old(folder, ".sluice-1-2.tmp"), fs::perms::owner_read);
    CHECK(remove_abandoned_files(folder / ".") == 1);
    CHECK(remove_abandoned_files(folder / "nowhere") == 0);
    CHECK(remove_abandoned_files(folder.put("file", "")) == 0);
}

TEST_CASE("folders are made with all that they are in, and a file in their place is an error") {
    const TemporaryFolder folder;
    for (const bool durable : {false, true}) {
        const std::string top = durable ? "durable" : "fast";
        make_folders(folder / (top + "/a/b"), durable);
        make_folders(folder / (top + "/a/b"), durable);
        CHECK(fs::is_directory(folder / (top + "/a/b")));
        const std::string file = folder.put(top + "/file", "").string();
        CHECK_THROWS_WITH_AS(make_folders(file + "/x", durable),
                             (file + "/x: cannot be made a folder: Not a directory").c_str(), Error);
    }
    make_folders("", true);
    sync_folder("");
    CHECK_THROWS_WITH_AS(sync_folder(folder / "nowhere"),
                         "it cannot be made durable: its folder cannot be opened: No such file or directory",
                         Error);
}

TEST_CASE("where no file can be made, it is said why") {
    const auto reason = [](const fs::path& target) {
        try {
            const TemporaryFile file(target);
        } catch (const Error& error) {
            return error.message().text();
        }
        return std::string();
    };
    const TemporaryFolder folder;
    folder.put("file", "");
    const std::string none = "it cannot be created: ";
    CHECK(reason(folder / "no/a.png") == none + "there is no folder '" + (folder / "no").string() + "'");
    CHECK(reason(folder / "file/a.png") == none + "'" + (folder / "file").string() + "' is not a folder");
    for (const char* system : {"/proc", "/proc/self"})
        if (fs::is_directory(system))
            CHECK(reason(fs::path(system) / "a.png") ==
                  none + "the file system of '" + system +
                      "' does not accept new files; save into another folder");
}
