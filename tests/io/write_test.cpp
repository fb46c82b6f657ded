#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;

namespace fs = std::filesystem;

namespace {

// What `call` says in a process of its own, which may change its limits, and has no more than 4 KiB to say.
template <class Call>
std::string in_child(Call call) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::fflush(stdout);  // else the child would print it once more
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const std::string said = call();
        const ssize_t written = ::write(ends[1], said.data(), said.size());
        ::_exit(written == static_cast<ssize_t>(said.size()) ? 0 : 1);
    }
    ::close(ends[1]);
    std::string said(4096, '\0');
    std::size_t size = 0;
    for (ssize_t got = 1; got > 0; size += static_cast<std::size_t>(got > 0 ? got : 0))
        got = ::read(ends[0], said.data() + size, said.size() - size);
    ::close(ends[0]);
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
    said.resize(size);
    return said;
}

HostImage large() { return known::image({known::grey}, Pixel::f32, {256, 256}); }

}  // namespace

TEST_CASE("a picture is written under its name and nothing else is left in the folder") {
    const TemporaryFolder folder;
    const HostImage src = known::image(known::rgb());
    write((folder / "a.png").string(), src.view());
    CHECK(folder.files(".") == std::vector<std::string>{"a.png"});
    CHECK(difference(read((folder / "a.png").string()), src) == "");
    const HostImage other = known::image({known::grey});
    WriteOptions options;
    options.placing.durable = true;
    write((folder / "a.png").string(), other.view(), {}, options);
    CHECK(folder.files(".") == std::vector<std::string>{"a.png"});
    CHECK(difference(read((folder / "a.png").string()), other) == "");
}

TEST_CASE("a file that is replaced keeps its permissions, and a new one has those of the umask") {
    const TemporaryFolder folder;
    const std::string path = folder.put("a.png", "old").string();
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    write(path, known::image(known::rgb()).view());
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    const mode_t mask = ::umask(0);
    ::umask(mask);
    write((folder / "b.png").string(), known::image(known::rgb()).view());
    CHECK(fs::status(folder / "b.png").permissions() == static_cast<fs::perms>(0666 & ~mask));
}

TEST_CASE("a link is followed, a device is written to, and neither is replaced") {
    const TemporaryFolder folder;
    const std::string target = folder.put("inner/target.png", "old").string();
    fs::create_symlink("inner/target.png", folder / "link.png");
    write((folder / "link.png").string(), known::image(known::rgb()).view());
    CHECK(fs::is_symlink(folder / "link.png"));
    CHECK(difference(read(target), known::image(known::rgb())) == "");
    WriteOptions options;
    options.format = "png";
    write("/dev/null", known::image(known::rgb()).view(), {}, options);
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a link to what is not there yet makes that, and links in a circle are an error") {
    const TemporaryFolder folder;
    folder.put("inner/other", "");
    fs::create_symlink("inner/new.png", folder / "link.png");
    write((folder / "link.png").string(), known::image(known::rgb()).view());
    CHECK(fs::is_symlink(folder / "link.png"));
    CHECK(difference(read((folder / "inner/new.png").string()), known::image(known::rgb())) == "");
    fs::create_symlink("two.png", folder / "one.png");
    fs::create_symlink("one.png", folder / "two.png");
    const std::string loop = (folder / "one.png").string();
    CHECK(error_of([&] { write(loop, known::image(known::rgb()).view()); }) ==
          loop + ": it cannot be written: it is a circular link");
    CHECK(fs::is_symlink(loop));
}

TEST_CASE("names as long as a file system allows can be written") {
    const TemporaryFolder folder;
    const std::string name = std::string(251, 'n') + ".png";
    write((folder / name).string(), known::image(known::rgb()).view());
    CHECK(folder.files(".") == std::vector<std::string>{name});
}

TEST_CASE("a write that fails names the file and leaves what was there, and no other file") {
    const TemporaryFolder folder;
    const HostImage src = known::image(known::rgb());
    const std::string missing = (folder / "no/such/folder.png").string();
    CHECK(error_of([&] { write(missing, src.view()); }) ==
          missing + ": it cannot be created: there is no folder '" + (folder / "no/such").string() + "'");
    const std::string occupied = folder.put("dir.png/x", "").parent_path().string();
    CHECK(error_of([&] { write(occupied, src.view()); }) ==
          occupied + ": it cannot be written: a folder has that name");
    WriteOptions options;
    options.format = "png";
    CHECK(error_of([&] { write("/dev/full", src.view(), {}, options); }) ==
          "/dev/full: it cannot be written: No space left on device");
    CHECK(folder.files(".") == std::vector<std::string>{"dir.png/x"});
}

TEST_CASE("a disk that fills up on the way leaves the old file and no temporary one") {
    const TemporaryFolder folder;
    const std::string path = folder.put("a.npy", "old").string();
    const std::string said = in_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{10000, 10000};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return std::string("no limit");
        return error_of([&] { write(path, large().view()); });
    });
    CHECK(said == path + ": it cannot be written: File too large");
    CHECK(bytes_of(path) == "old");
    CHECK(folder.files(".") == std::vector<std::string>{"a.npy"});
}

TEST_CASE("a process that ends by a signal can remove what it is writing, and nothing else") {
    const TemporaryFolder folder;
    folder.put("a.png", "old");
    const std::string said = in_child([&] {
        std::signal(SIGUSR1, [](int) {
            TemporaryFile::remove_all();
            ::_exit(0);
        });
        TemporaryFile done(folder / "done.png");
        done.finish();
        done.take_the_place_of(folder / "done.png");
        const TemporaryFile one(folder / "a.png"), other(folder / "b.png");
        if (folder.files(".").size() != 4) return std::string("they were not created");
        std::raise(SIGUSR1);
        return std::string("the signal was not handled");
    });
    CHECK(said == "");
    CHECK(folder.files(".") == std::vector<std::string>{"a.png", "done.png"});
    CHECK(bytes_of(folder / "a.png") == "old");
}

TEST_CASE("a folder that may not be written to is an error") {
    const TemporaryFolder folder;
    const std::string path = folder.put("locked/a.png", "old").string();
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
    const std::string said = in_child([&] {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) return std::string("still root");  // root may do all
        return error_of([&] { write(path, known::image(known::rgb()).view()); });
    });
    fs::permissions(folder / "locked", fs::perms::owner_all);
    // As another user the folder above is closed already; as its owner only this one is.
    CHECK(contains(said, path + ": it cannot be "));
    CHECK(contains(said, "Permission denied"));
    CHECK(bytes_of(path) == "old");
    CHECK(folder.files("locked") == std::vector<std::string>{"a.png"});
}

TEST_CASE("stdout takes a picture: PNG unless another format is asked for") {
    const HostImage src = known::image(known::rgb());
    for (const std::string format : {"", "bmp"}) {
        const TemporaryFolder folder;
        const std::string path = (folder / "out").string();
        const std::string said = in_child([&] {
            const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0666);
            ::dup2(file, STDOUT_FILENO);
            WriteOptions options;
            options.format = format;
            return error_of([&] { write("-", src.view(), {}, options); });
        });
        CHECK(said == "");
        CHECK(bytes_of(path).substr(0, 2) == (format.empty() ? "\x89P" : "BM"));
        CHECK(difference(read(path), src) == "");
    }
}

TEST_CASE("channels in the order B G R are put right, and rows may have any pitch") {
    for (const std::string extension : {"png", "jpg", "bmp", "tga", "ppm", "npy"}) {
        CAPTURE(extension);
        const HostImage right = known::image(known::rgb());
        ImageFormat format = right.format();
        format.order = Order::bgr;
        std::vector<std::uint8_t> rows(3 * 32, 99);
        for (std::size_t y = 0; y < 3; ++y)
            for (std::size_t x = 0; x < 5; ++x)
                for (std::size_t c = 0; c < 3; ++c)
                    rows[32 * y + 3 * x + c] = right.as<std::uint8_t>(y)[3 * x + 2 - c];
        CHECK(encode(extension, {format, rows.data(), 32}) == encode(extension, right.view()));
    }
    HostImage right = known::image(known::deep(known::rgba()), Pixel::u16);
    ImageFormat format = right.format();
    format.order = Order::bgr;
    HostImage swapped(format);
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x)
            for (int c = 0; c < 4; ++c)
                set_sample(swapped.view(), x, y, c == 3 ? 3 : 2 - c, sample(right.view(), x, y, c));
    CHECK(encode("png", swapped.view()) == encode("png", right.view()));
}

TEST_CASE("an image that the file cannot hold as it is has to be converted first") {
    const HostImage floats = known::image(known::rgb(), Pixel::f32);
    CHECK(error_of([&] { write("out.png", floats.view()); }) ==
          "out.png: an image of 5x3 f32 x3 has to be converted to 5x3 u16 x3 first");
    CHECK(contains(error_of([&] { write("out.psd", floats.view()); }),
                   "out.psd: sluice cannot write PSD; it writes"));
    CHECK(error_of([] { write("out.png", ConstHostView{}); }) ==
          "out.png: an image without pixels cannot be written");
}

TEST_CASE("many threads write into one folder at once") {
    const TemporaryFolder folder;
    const HostImage src = known::image(known::rgb());
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 25; ++i)
                write((folder / (std::to_string(t % 2) + "-" + std::to_string(i) + ".png")).string(),
                      src.view());
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(folder.files(".").size() == 50);
    CHECK(difference(read((folder / "1-24.png").string()), src) == "");
}
