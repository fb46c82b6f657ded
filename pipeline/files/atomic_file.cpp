#include "pipeline/files/atomic_file.hpp"

#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/write_all.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    // A file system may report only now that it could not write.
    void close() {
        if (::close(std::exchange(number_, -1)) != 0 && errno != EINTR) throw_cannot("written", errno);
    }

private:
    int number_;
};

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

void save(const std::string& path, const fs::path& target, Bytes bytes, const Placing& placing,
          const struct stat* old) {
    TemporaryFile file(target);
    if (old != nullptr) ::fchmod(file.descriptor(), old->st_mode & 07777);
    write_to(file.descriptor(), bytes);
    if (placing.durable) sync(file.descriptor());
    file.finish();
    if (!place(file, target, placing)) throw FileExists(path);
    if (placing.durable) sync_folder(target.parent_path());
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
    throw_input("it cannot be written: it is a link that leads round and round");
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

void write_file(const std::string& path, Bytes bytes, const Placing& placing) {
    const fs::path target = end_of_links(path);
    struct stat facts {};
    const bool exists = ::stat(target.c_str(), &facts) == 0;
    if (exists && S_ISDIR(facts.st_mode)) throw_input("it cannot be written: there is a folder of that name");
    if (exists && !S_ISREG(facts.st_mode)) {
        Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.number() < 0) throw_cannot("opened", errno);
        write_to(file.number(), bytes);
        return file.close();
    }
    save(path, target, bytes, placing, exists ? &facts : nullptr);
}

void write_stdout(Bytes bytes) {
    std::fflush(stdout);  // what was printed comes first
    write_to(STDOUT_FILENO, bytes);
}

}  // namespace sluice
