#include "pipeline/files/tar.hpp"

#include "pipeline/core/decimal_number.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/write_all.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t block = 512;
constexpr std::int64_t nanoseconds = 1'000'000'000;
constexpr std::uint64_t most_octal = 077777777777;         // a size in a header
constexpr std::size_t most_header = std::size_t{1} << 20;  // bytes of an extended header

// Where the fields of a header lie.
struct FieldAt {
    std::size_t at, size;
};
constexpr FieldAt name_at{0, 100}, mode_at{100, 8}, uid_at{108, 8}, gid_at{116, 8}, size_at{124, 12},
    mtime_at{136, 12}, check_at{148, 8}, magic_at{257, 8}, prefix_at{345, 155};
constexpr std::size_t type_at = 156;

using TarHeader = std::array<char, block>;

std::string_view field(const TarHeader& header, const FieldAt& place) {
    return {header.data() + place.at, place.size};
}
std::string text_of(const TarHeader& header, const FieldAt& place) {
    const std::string_view all = field(header, place);
    return std::string(all.substr(0, all.find('\0')));
}

// In octal, or as a big-endian number behind a set first bit.
std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t number = 0;
    if ((static_cast<unsigned char>(text[0]) & 0x80) != 0) {
        for (std::size_t i = 1; i < text.size(); ++i) {
            if (number >> 56 != 0) return std::nullopt;
            number = number << 8 | static_cast<unsigned char>(text[i]);
        }
        return text[0] == '\x80' ? std::optional(number) : std::nullopt;
    }
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, 8);
    if (fault == std::errc::invalid_argument) return 0;  // empty
    const bool closed = end == text.data() + text.size() || *end == ' ' || *end == '\0';
    return fault == std::errc() && closed ? std::optional(number) : std::nullopt;
}

std::uint64_t check_sum(const TarHeader& header) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < block; ++i)
        sum +=
            i >= check_at.at && i < check_at.at + check_at.size ? ' ' : static_cast<unsigned char>(header[i]);
    return sum;
}

std::uint64_t padded(std::uint64_t size) { return (size + block - 1) / block * block; }

// What extended headers say of the next member.
struct ExtendedHeader {
    std::optional<std::string> name;
    std::optional<std::uint64_t> size;
    std::optional<std::int64_t> mtime;
    bool sparse = false;
};

// "1700000000.25"
std::optional<std::int64_t> time_of(std::string_view text) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    const auto seconds = decimal_number(text.substr(0, dot));
    std::string fraction(dot < text.size() ? text.substr(dot + 1, 9) : "");
    fraction.resize(9, '0');
    const auto rest = decimal_number(fraction);
    if (!seconds || !rest || *seconds > 9'000'000'000) return std::nullopt;
    return static_cast<std::int64_t>(*seconds) * nanoseconds + static_cast<std::int64_t>(*rest);
}

class TarReader {
public:
    explicit TarReader(int file) : file_(file) {}

    std::vector<TarMember> all() {
        std::vector<TarMember> members;
        std::unordered_map<std::string, std::size_t> known;
        TarHeader header;
        while (next(header)) {
            const char type = header[type_at];
            const auto size = number_of(field(header, size_at));
            if (!size) damaged();
            if (type == 'x' || type == 'g' || type == 'L' || type == 'K') {
                extend(type, *size);
                continue;
            }
            const ExtendedHeader extended = std::exchange(extended_, {});
            TarMember member{extended.name.value_or(name_of(header)), at_, extended.size.value_or(*size),
                             extended.mtime.value_or(0)};
            if (const auto mtime = number_of(field(header, mtime_at)); !extended.mtime && mtime)
                member.mtime =
                    static_cast<std::int64_t>(std::min<std::uint64_t>(*mtime, 9'000'000'000)) * nanoseconds;
            refuse_odd(type, member.name, extended.sparse);
            const bool has_bytes = type == '0' || type == '\0' || type == '7';
            if (has_bytes || type == '5')
                skip(has_bytes ? member.size : *size);
            else
                skip(*size);
            if (!has_bytes || member.name.ends_with('/')) continue;
            while (member.name.starts_with("./")) member.name.erase(0, 2);
            const auto [at, is_new] = known.emplace(member.name, members.size());
            if (is_new)
                members.push_back(std::move(member));
            else
                members[at->second] = std::move(member);
        }
        // What they say is of a member that is missing.
        if (extended_.name || extended_.size || extended_.mtime || extended_.sparse) cut();
        return members;
    }

private:
    [[noreturn]] void damaged() const {
        throw_input("it is no tar archive, or it is damaged at byte " + std::to_string(at_));
    }
    [[noreturn]] static void cut() { throw_input("the tar archive is cut off"); }

    void read(void* dst, std::size_t count) {
        auto* to = static_cast<char*>(dst);
        for (std::size_t have = 0; have < count;) {
            const ssize_t got = ::pread(file_, to + have, count - have, static_cast<off_t>(at_ + have));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw_cannot("read", errno);
            if (got == 0) cut();
            have += static_cast<std::size_t>(got);
        }
        at_ += count;
    }

    // False at the end, which is a block of zeros.
    bool next(TarHeader& header) {
        read(header.data(), block);
        if (std::all_of(header.begin(), header.end(), [](char c) { return c == '\0'; })) return false;
        if (number_of(field(header, check_at)) != check_sum(header)) {
            at_ -= block;
            damaged();
        }
        return true;
    }

    void skip(std::uint64_t size) {
        struct stat facts {};
        if (::fstat(file_, &facts) != 0) throw_cannot("read", errno);
        const auto whole = static_cast<std::uint64_t>(facts.st_size);
        if (size > whole || at_ + padded(size) > whole) cut();
        at_ += padded(size);
    }

    static std::string name_of(const TarHeader& header) {
        const std::string name = text_of(header, name_at);
        const bool ustar = field(header, magic_at).substr(0, 6) == std::string_view("ustar\0", 6);
        const std::string prefix = ustar ? text_of(header, prefix_at) : "";
        return prefix.empty() ? name : prefix + "/" + name;
    }

    void extend(char type, std::uint64_t size) {
        if (size > most_header) throw_input("a header of the tar archive has more than a megabyte");
        std::string text(static_cast<std::size_t>(size), '\0');
        const std::uint64_t begin = at_;
        read(text.data(), text.size());
        at_ = begin;
        skip(size);
        if (type == 'L') extended_.name = text.substr(0, text.find('\0'));
        if (type == 'x') records(text);
    }

    // "25 path=...\n": the number counts itself.
    void records(std::string_view text) {
        while (!text.empty()) {
            const std::size_t space = text.find(' ');
            const auto length = space == text.npos ? std::nullopt : decimal_number(text.substr(0, space));
            if (!length || *length <= space + 1 || *length > text.size() || text[*length - 1] != '\n')
                damaged();
            const std::string_view record = text.substr(space + 1, *length - space - 2);
            const std::size_t equals = std::min(record.find('='), record.size());
            const std::string_view key = record.substr(0, equals),
                                   value = record.substr(std::min(equals + 1, record.size()));
            if (key == "path") extended_.name = value;
            if (key == "size" && !(extended_.size = decimal_number(value))) damaged();
            if (key == "mtime") extended_.mtime = time_of(value);
            if (key.starts_with("GNU.sparse.")) extended_.sparse = true;
            text.remove_prefix(*length);
        }
    }

    static void refuse_odd(char type, const std::string& name, bool sparse) {
        const std::string member = "the member " + in_quotes(name) + " of the tar archive ";
        if (sparse || type == 'S')
            throw_input(member + "is a sparse file; make the archive without holes (not by tar's option S)");
        if (type == '1' || type == '2')
            throw_input(member + "is a link; archive the file that it leads to (by tar's option h)");
        const fs::path path(name);
        if (name.empty() || path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end())
            throw_input(member + "has a name that leaves the folder");
    }

    const int file_;
    std::uint64_t at_ = 0;
    ExtendedHeader extended_;
};

// The members of an archive, as long as it does not change.
struct TarIndex {
    std::string archive;
    std::array<std::int64_t, 4> stamp{};  // device, number, size, time
    std::unordered_map<std::string, TarMember> members;
};

std::optional<std::array<std::int64_t, 4>> stamp_of_archive(const std::string& archive) {
    struct stat facts {};
    if (::stat(archive.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    return std::array{static_cast<std::int64_t>(facts.st_dev), static_cast<std::int64_t>(facts.st_ino),
                      static_cast<std::int64_t>(facts.st_size),
                      std::int64_t{facts.st_mtim.tv_sec} * nanoseconds + facts.st_mtim.tv_nsec};
}

// Those of the archives that were looked at lately are kept. Throws Error(input) without `where`.
std::shared_ptr<const TarIndex> index_of(const std::string& archive) {
    constexpr std::size_t most_kept = 8;
    static std::mutex mutex;
    static std::list<std::shared_ptr<const TarIndex>> kept;
    const auto stamp = stamp_of_archive(archive);
    if (!stamp) throw_input("there is no archive " + in_quotes(archive));
    const std::lock_guard lock(mutex);
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const auto& one) {
        return one->archive == archive && one->stamp == *stamp;
    });
    if (found != kept.end()) {
        kept.splice(kept.begin(), kept, found);
        return kept.front();
    }
    const Descriptor file(::open(archive.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) throw_cannot("opened", errno);
    auto index = std::make_shared<TarIndex>(TarIndex{archive, *stamp, {}});
    for (TarMember& member : tar_members(file.number())) index->members.emplace(member.name, member);
    kept.push_front(index);
    if (kept.size() > most_kept) kept.pop_back();
    return index;
}

std::string octal(std::uint64_t number, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0 && number > 0; number /= 8)
        text[i] = static_cast<char>('0' + number % 8);
    return text;
}

std::string record_of(const std::string& key, const std::string& value) {
    const std::size_t rest = key.size() + value.size() + 3;
    std::size_t length = rest + 1;
    while (std::to_string(length).size() + rest != length) ++length;
    return std::to_string(length) + " " + key + "=" + value + "\n";
}

}  // namespace

std::vector<TarMember> tar_members(int descriptor) { return TarReader(descriptor).all(); }

void TarWriter::header(const std::string& name, std::uint64_t size, std::int64_t seconds, char type) {
    TarHeader header{};
    const auto put = [&](const FieldAt& place, std::string_view text) {
        std::copy_n(text.begin(), std::min(text.size(), place.size),
                    header.begin() + static_cast<std::ptrdiff_t>(place.at));
    };
    put(name_at, name);
    put(mode_at, "0000644");
    put(uid_at, "0000000");
    put(gid_at, "0000000");
    put(size_at, octal(size > most_octal ? 0 : size, 11));
    put(mtime_at, octal(static_cast<std::uint64_t>(std::max<std::int64_t>(seconds, 0)), 11));
    header[type_at] = type;
    put(magic_at, std::string_view("ustar\00000", 8));
    put(check_at, octal(check_sum(header), 6) + std::string("\0 ", 2));
    write_(as_bytes(std::string_view(header.data(), header.size())));
}

void TarWriter::pad(std::uint64_t size) {
    const std::string zeros(static_cast<std::size_t>(padded(size) - size), '\0');
    if (!zeros.empty()) write_(as_bytes(zeros));
}

void TarWriter::begin(const std::string& name, std::uint64_t size, std::int64_t mtime) {
    const std::int64_t seconds = mtime / nanoseconds, rest = mtime % nanoseconds;
    std::string records;
    if (name.size() > name_at.size || !is_utf8(name)) {
        if (!is_utf8(name)) records += record_of("hdrcharset", "BINARY");
        records += record_of("path", name);
    }
    if (size > most_octal) records += record_of("size", std::to_string(size));
    if (rest > 0) {
        std::string fraction = std::to_string(nanoseconds + rest).substr(1);
        records += record_of("mtime", std::to_string(seconds) + "." + fraction);
    }
    if (!records.empty()) {
        header("pax_header", records.size(), seconds, 'x');
        write_(as_bytes(records));
        pad(records.size());
    }
    header(name, size, seconds, '0');
    size_ = size;
}

void TarWriter::data(Bytes bytes) { write_(bytes); }
void TarWriter::end() { pad(size_); }

void TarWriter::finish() {
    const std::string zeros(2 * block, '\0');
    write_(as_bytes(zeros));
}

bool is_tar_name(std::string_view path) { return path.ends_with(".tar") && path.size() > 4; }

std::optional<TarPath> tar_path(const fs::path& path) {
    const std::string& text = path.native();
    for (std::size_t at = text.find(".tar/"); at != text.npos; at = text.find(".tar/", at + 1)) {
        std::string archive = text.substr(0, at + 4);
        struct stat facts {};
        if (::stat(archive.c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
            return TarPath{std::move(archive), text.substr(at + 5)};
    }
    return std::nullopt;
}

std::optional<TarMember> tar_member(const fs::path& path) {
    const auto place = tar_path(path);
    if (!place) return std::nullopt;
    try {
        const auto index = index_of(place->archive.native());
        const auto found = index->members.find(place->member);
        return found == index->members.end() ? std::nullopt : std::optional(found->second);
    } catch (const Error&) {
        return std::nullopt;
    }
}

int open_tar_member(const TarPath& path) {
    const auto index = index_of(path.archive.native());
    const auto found = index->members.find(path.member);
    if (found == index->members.end())
        throw_input("the archive " + in_quotes(path.archive.native()) + " has no such member");
    const TarMember& member = found->second;
    const Descriptor archive(::open(path.archive.c_str(), O_RDONLY | O_CLOEXEC));
    if (!archive) throw_cannot("opened", errno);
    Descriptor memory(::memfd_create("sluice-member", MFD_CLOEXEC));
    if (!memory) throw_cannot("opened", errno);
    std::vector<std::uint8_t> piece(static_cast<std::size_t>(std::min<std::uint64_t>(member.size, 1 << 20)));
    for (std::uint64_t at = 0; at < member.size;) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), member.size - at));
        const ssize_t got =
            ::pread(archive.number(), piece.data(), count, static_cast<off_t>(member.offset + at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw_cannot("read", errno);
        if (got == 0) throw_input("the tar archive is cut off");
        if (!write_all(memory.number(), Bytes(piece).first(static_cast<std::size_t>(got))))
            throw_cannot("read", errno);
        at += static_cast<std::uint64_t>(got);
    }
    ::lseek(memory.number(), 0, SEEK_SET);
    return memory.release();
}

}  // namespace sluice
