#include "pipeline/files/atomic_file.hpp"

#include "pipeline/core/standard_streams.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/output.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/write_all.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// A file system may report only now that it could not write.
void close_written(Descriptor& file) {
    if (!file.close() && errno != EINTR) throw_cannot("written", errno);
}

void write_to(int file, Bytes bytes) {
    if (!write_all(file, bytes)) throw_cannot("written", errno);
}

// Not every file system knows how; then there is nothing to wait for.
void sync(int file) {
    if (::fsync(file) != 0 && errno != EINVAL && errno != EROFS) throw_cannot("written", errno);
}

// False when the place is taken by a file that stays.
bool place(TemporaryFile& file, const fs::path& target, const Placing& placing) {
    if (placing.overwrite == Overwrite::always) {
        file.take_the_place_of(target);
        return true;
    }
    const auto is_outdated = [&](const fs::path& there) {
        std::error_code fault;
        return fs::is_regular_file(fs::symlink_status(there, fault)) && is_older(there, placing.newer_than);
    };
    // A file may come and go between the two.
    for (int tries = 0; tries < 100; ++tries) {
        if (file.take_free_place(target)) return true;
        if (placing.overwrite != Overwrite::newer) return false;
        if (file.take_place_if(target, is_outdated)) return true;
        struct stat facts {};
        if (::lstat(target.c_str(), &facts) == 0) return false;
    }
    return false;
}

// Where a file is to be, and what is there now.
struct Target {
    fs::path path;
    bool exists = false;
    bool regular = true;
    mode_t mode = 0;

    explicit Target(const std::string& wanted) : path(end_of_links(wanted)) {
        struct stat facts {};
        exists = ::stat(path.c_str(), &facts) == 0;
        regular = !exists || S_ISREG(facts.st_mode);
        mode = facts.st_mode & 07777;
        if (exists && S_ISDIR(facts.st_mode)) throw_input("it cannot be written: a folder has that name");
    }
};

// What is no regular file. Opening a pipe does not wait for its reader, who may never come; writing does.
Descriptor opened(const fs::path& path) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0 && errno == ENXIO)
        throw_input("it cannot be written: it is a pipe that nobody reads; start its reader first");
    if (file.number() < 0) throw_cannot("opened", errno);
    if (::fcntl(file.number(), F_SETFL, O_WRONLY) != 0) throw_cannot("opened", errno);
    return file;
}

// A file without a name, which goes with its descriptor.
int unnamed_file(const fs::path& folder) {
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    std::string name = (folder / "sluice-XXXXXX").string();  // a file system that knows no such files
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named < 0) throw_cannot("kept in " + folder.string() + " until it is complete", errno);
    ::unlink(name.c_str());
    return named;
}

fs::path folder_of_waiting() {
    std::error_code fault;
    return fs::temp_directory_path(fault);
}

}  // namespace

fs::path end_of_links(const fs::path& path) {
    constexpr int most = 40;  // as Linux follows
    fs::path end = path;
    for (int i = 0; i < most; ++i) {
        std::error_code fault;
        if (!fs::is_symlink(end, fault)) return end;
        const fs::path next = fs::read_symlink(end, fault);
        if (fault) throw_cannot("written: it is a link that cannot be read", fault.value());
        end = end.parent_path() / next;
    }
    throw_input("it cannot be written: it is a circular link");
}

void sync_folder(const fs::path& folder) {
    const fs::path name = folder.empty() ? fs::path(".") : folder;
    const Descriptor file(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file.number() < 0) throw_cannot("made durable: its folder cannot be opened", errno);
    sync(file.number());
}

void make_folders(const fs::path& folder, bool durable) {
    if (folder.empty()) return;
    std::error_code fault;
    std::vector<fs::path> missing;
    for (fs::path at = folder; durable && !at.empty() && !fs::exists(at, fault); at = at.parent_path())
        missing.push_back(at);
    fs::create_directories(folder, fault);
    if (fault)
        throw Error(Error::Kind::input, folder.string(), "cannot be made a folder: " + fault.message());
    for (const fs::path& made : missing) sync_folder(made.parent_path());
}

// A file beside its target, or one without a name for what cannot be replaced.
struct FileOutput::Place {
    Place(const std::string& path_, const Placing& placing_) : path(path_), placing(placing_) {
        if (!is_stdout(path)) target.emplace(path);
        if (!target || !target->regular) {
            unnamed.emplace(unnamed_file(folder_of_waiting()));
            return;
        }
        file.emplace(target->path);
        if (target->exists) ::fchmod(file->descriptor(), target->mode);
    }
    // For parts of a file: without a name, in this folder.
    explicit Place(const fs::path& folder) { unnamed.emplace(unnamed_file(folder)); }
    fs::path folder() const {
        if (!file) return folder_of_waiting();
        const fs::path parent = target->path.parent_path();
        return parent.empty() ? fs::path(".") : parent;
    }
    int descriptor() const { return file ? file->descriptor() : unnamed->number(); }

    void copy_to(int dst, std::uint64_t size) const {
        std::vector<std::uint8_t> part(std::size_t{1} << 20);
        for (std::uint64_t at = 0; at < size;) {
            const ssize_t got = ::pread(unnamed->number(), part.data(), part.size(), static_cast<off_t>(at));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) throw_cannot("read again", got == 0 ? EIO : errno);
            write_to(dst, Bytes(part).first(static_cast<std::size_t>(got)));
            at += static_cast<std::uint64_t>(got);
        }
    }

    std::string path;
    Placing placing;
    std::optional<Target> target;  // nothing: stdout
    std::optional<TemporaryFile> file;
    std::optional<Descriptor> unnamed;
};

FileOutput::FileOutput(const std::string& path, const Placing& placing)
    : place_(std::make_unique<Place>(path, placing)) {}
FileOutput::FileOutput(std::unique_ptr<Place> place) : place_(std::move(place)) {}
FileOutput::~FileOutput() = default;

std::unique_ptr<Output> FileOutput::aside() const {
    return std::unique_ptr<Output>(new FileOutput(std::make_unique<Place>(place_->folder())));
}

void FileOutput::write(std::uint64_t at, Bytes bytes) {
    for (Bytes rest = bytes; !rest.empty();) {
        const ssize_t done = ::pwrite(place_->descriptor(), rest.data(), rest.size(),
                                      static_cast<off_t>(at + (bytes.size() - rest.size())));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) throw_cannot("written", errno);
        rest = rest.subspan(static_cast<std::size_t>(done));
    }
    size_ = std::max(size_, at + bytes.size());
}

std::size_t FileOutput::read(std::uint64_t at, std::span<std::uint8_t> dst) const {
    std::size_t have = 0;
    while (have < dst.size()) {
        const ssize_t got = ::pread(place_->descriptor(), dst.data() + have, dst.size() - have,
                                    static_cast<off_t>(at + have));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw_cannot("read again", errno);
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    return have;
}

void FileOutput::finish() {
    Place& place_of = *place_;
    if (!place_of.target) {
        std::fflush(stdout);  // what was printed comes first
        return place_of.copy_to(STDOUT_FILENO, size_);
    }
    if (place_of.unnamed) {
        Descriptor file = opened(place_of.target->path);
        place_of.copy_to(file.number(), size_);
        return close_written(file);
    }
    const Placing& placing = place_of.placing;
    if (placing.durable) sync(place_of.descriptor());
    place_of.file->finish();
    if (!place(*place_of.file, place_of.target->path, placing)) throw FileExists(place_of.path);
    if (placing.durable) sync_folder(place_of.target->path.parent_path());
}

void write_file(const std::string& path, Bytes bytes, const Placing& placing) {
    if (const Target target(path); !target.regular) {
        Descriptor file = opened(target.path);
        write_to(file.number(), bytes);
        return close_written(file);
    }
    FileOutput file(path, placing);
    file.append(bytes);
    file.finish();
}

void StdoutOutput::write(std::uint64_t at, Bytes bytes) {
    if (at != size_) throw std::logic_error("stdout is written from the beginning to the end");
    write_stdout(bytes);
    size_ += bytes.size();
}

std::size_t StdoutOutput::read(std::uint64_t, std::span<std::uint8_t>) const {
    throw std::logic_error("stdout cannot be read");
}

void write_stdout(Bytes bytes) {
    std::fflush(stdout);  // what was printed comes first
    write_to(STDOUT_FILENO, bytes);
}

}  // namespace sluice
