#include "pipeline/device/program/kept_binaries.hpp"

#include "pipeline/device/program/kernel_cache.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace sluice {
namespace {

namespace fs = std::filesystem;

// The first bytes of a file; the key and the binary follow.
struct Head {
    char magic[8];
    std::uint64_t key_bytes, binary_bytes;
    std::uint64_t sum;  // of the binary: PoCL ends the process for some that are damaged
};
constexpr char magic[8] = {'s', 'l', 'u', 'i', 'c', 'e', 'b', '1'};
constexpr off_t most_file_bytes = off_t{64} << 20;

// Tells what was changed by accident, eight bytes at a time.
std::uint64_t sum_of(const void* bytes, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    std::uint64_t sum = 14695981039346656037U ^ size;
    while (size > 0) {
        std::uint64_t word = 0;
        const std::size_t taken = std::min(size, sizeof word);
        std::memcpy(&word, at, taken);
        sum = (sum ^ word) * 1099511628211U;
        sum ^= sum >> 32;
        at += taken;
        size -= taken;
    }
    return sum;
}

// Two keys of one name would take turns: a file has its whole key.
std::string name_of(const std::string& key) {
    std::string name(16, '0');
    std::uint64_t sum = sum_of(key.data(), key.size());
    for (char& digit : name) {
        digit = "0123456789abcdef"[sum % 16];
        sum /= 16;
    }
    return name;
}

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// Some change how PoCL compiles. Its folder and the number of its threads do not.
std::string pocl_variables() {
    constexpr std::array<std::string_view, 4> of_the_run{"POCL_CACHE_DIR", "POCL_DEBUG",
                                                         "POCL_CPU_MAX_CU_COUNT", "POCL_MAX_PTHREAD_COUNT"};
    std::set<std::string_view> all;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const bool compiles_alike =
            std::any_of(of_the_run.begin(), of_the_run.end(), [&](std::string_view name) {
                return text.starts_with(name) && text.substr(name.size()).starts_with('=');
            });
        if (text.starts_with("POCL_") && !compiles_alike) all.insert(text);
    }
    std::string text;
    for (const std::string_view entry : all) text.append(entry).append(1, '\0');
    return text;
}

class File {
public:
    explicit File(int descriptor) : descriptor_(descriptor) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    int get() const { return descriptor_; }
    bool read(void* dst, std::size_t size) const {
        auto* at = static_cast<char*>(dst);
        while (size > 0) {
            const ssize_t got = ::read(descriptor_, at, size);
            if (got <= 0) return false;
            at += got;
            size -= static_cast<std::size_t>(got);
        }
        return true;
    }
    bool write(const void* src, std::size_t size) const {
        const auto* at = static_cast<const char*>(src);
        while (size > 0) {
            const ssize_t put = ::write(descriptor_, at, size);
            if (put <= 0) return false;
            at += put;
            size -= static_cast<std::size_t>(put);
        }
        return true;
    }

private:
    int descriptor_;
};

std::chrono::system_clock::time_point changed(const struct stat& facts) {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::seconds(facts.st_mtim.tv_sec) + std::chrono::nanoseconds(facts.st_mtim.tv_nsec)));
}

// So that files that are used stay. Once a day will do.
void mark_as_used(const File& file, const struct stat& facts) {
    constexpr std::time_t a_day = 24 * 60 * 60;
    if (std::time(nullptr) - facts.st_mtime > a_day) ::futimens(file.get(), nullptr);
}

// Also what processes left that were ended while they wrote.
void let_go(const fs::path& folder, std::uintmax_t most_bytes) {
    struct Kept {
        fs::file_time_type used;
        std::uintmax_t bytes;
        fs::path path;
    };
    std::vector<Kept> files;
    std::uintmax_t bytes = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        const std::uintmax_t size = entry->file_size(gone);
        const fs::file_time_type used = gone ? fs::file_time_type() : entry->last_write_time(gone);
        if (gone) continue;
        files.push_back({used, size, entry->path()});
        bytes += size;
    }
    if (bytes <= most_bytes) return;
    std::sort(files.begin(), files.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
    for (const Kept& file : files) {
        if (bytes <= most_bytes / 4 * 3) break;  // not again for each that follows
        if (fs::remove(file.path, error)) bytes -= file.bytes;
    }
}

bool write_all(const File& file, const std::string& key, const Binary& binary) {
    Head head{{}, key.size(), binary.size(), sum_of(binary.data(), binary.size())};
    std::memcpy(head.magic, magic, sizeof magic);
    return file.write(&head, sizeof head) && file.write(key.data(), key.size()) &&
           file.write(binary.data(), binary.size());
}

}  // namespace

std::string binary_key(const DeviceFacts& device, const std::string& platform, const std::string& source,
                       const std::string& options) {
    // Of other versions nobody has seen what a binary holds, and what it costs.
    if (!device.pocl() || !device.driver.starts_with("3.")) return "";
    if (variable("POCL_KERNEL_CACHE") == "0" || variable("POCL_WORK_GROUP_SPECIALIZATION") != "0") return "";
    std::string key;
    for (const std::string& part :
         {platform, device.name, device.version, device.driver, pocl_variables(), options})
        key.append(part).append(1, '\0');
    return key + source;
}

fs::path binary_folder() { return kernel_cache() / binary_folder_name; }

std::optional<Binary> kept_binary(const fs::path& folder, const std::string& key,
                                  std::chrono::system_clock::time_point began) {
    const File file(::open((folder / name_of(key)).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat facts {};
    // Who may write a binary decides what this process runs.
    if (file.get() < 0 || ::fstat(file.get(), &facts) != 0 || facts.st_uid != ::geteuid() ||
        !S_ISREG(facts.st_mode) || facts.st_size > most_file_bytes)
        return std::nullopt;
    Head head{};
    if (!file.read(&head, sizeof head) || std::memcmp(head.magic, magic, sizeof magic) != 0 ||
        head.key_bytes != key.size() ||
        head.binary_bytes != static_cast<std::uint64_t>(facts.st_size) - sizeof head - head.key_bytes)
        return std::nullopt;
    std::string its_key(key.size(), '\0');
    if (!file.read(its_key.data(), its_key.size()) || its_key != key) return std::nullopt;
    Binary binary(head.binary_bytes);
    if (!file.read(binary.data(), binary.size()) || sum_of(binary.data(), binary.size()) != head.sum)
        return std::nullopt;
    if (binary.empty() && changed(facts) >= began) return std::nullopt;
    mark_as_used(file, facts);
    return binary;
}

void keep_binary(const fs::path& folder, const std::string& key, const Binary& binary,
                 std::uintmax_t most_bytes) noexcept {
    try {
        std::error_code error;
        fs::create_directories(folder, error);
        std::string beside = folder / "new-XXXXXX";
        {
            const File file(::mkostemp(beside.data(), O_CLOEXEC));
            if (file.get() < 0) return;
            if (!write_all(file, key, binary) ||
                ::rename(beside.c_str(), (folder / name_of(key)).c_str()) != 0)
                ::unlink(beside.c_str());
        }
        let_go(folder, most_bytes);
    } catch (...) {  // memory: then it is built from its text the next time
    }
}

}  // namespace sluice
