#include "pipeline/batch/journal.hpp"

#include "pipeline/core/base64.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/files/bytes.hpp"
#include "pipeline/files/write_all.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// What a thread is decoding; constant while it is set, but for the end of its line, which
// blame_picture_of_thread fills in: a line is written at once, or another thread's would stand in it.
struct OfThread {
    int file = -1;
    char* line = nullptr;
    std::size_t size = 0;  // without the number
};
thread_local OfThread of_thread;
constexpr std::string_view behind = " signal ";

// How often the system has killed a program for want of memory since it was started, and which start that
// was.
std::string kills_until_now(const fs::path& vmstat) {
    std::string boot = "-", word, count = "-";
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    std::ifstream file(vmstat);
    while (file >> word)
        if (word == "oom_kill") file >> count;
    return boot + " " + count;
}

// "BYTES MTIME PATH"; nothing where the file is no file.
std::optional<std::string> words_of(const fs::path& path) {
    const auto stamp = stamp_of(path);
    if (!stamp) return std::nullopt;
    return std::to_string(stamp->bytes) + " " + std::to_string(stamp->mtime) + " " + base64(path.string());
}

}  // namespace

Journal::Journal(fs::path path, Begin begin, const fs::path& vmstat) : path_(std::move(path)) {
    if (begin == Begin::go_on) read(vmstat);
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0)
        throw Error(Error::Kind::input, path_.string(),
                    std::string("the run's journal cannot be written: ") + std::strerror(errno));
    write("run " + kills_until_now(vmstat) + "\n");
    for (const auto& [name, blamed] : blamed_)
        write("blamed " + std::to_string(blamed.stamp.bytes) + " " + std::to_string(blamed.stamp.mtime) +
              " " + base64(name) + " " + blamed.why + "\n");
}

Journal::~Journal() {
    ::close(file_);
    std::error_code ignored;
    if (blamed_.empty()) fs::remove(path_, ignored);
}

// A line that was not written to its end counts for nothing, as one that somebody changed.
void Journal::read(const fs::path& vmstat) {
    std::ifstream file(path_);
    std::string kills;
    std::map<std::string, Blamed> begun;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind, coded, why;
        Blamed entry;
        words >> kind;
        if (kind == "run") {
            std::getline(words >> std::ws, kills);
            continue;
        }
        if (!(words >> entry.stamp.bytes >> entry.stamp.mtime >> coded)) continue;
        const auto name = from_base64(coded);
        if (!name) continue;
        std::getline(words >> std::ws, why);
        if (kind == "begun") begun[*name] = entry;
        if (kind == "ended") begun.erase(*name);
        if (kind == "blamed") blamed_[*name] = {entry.stamp, why};
    }
    const std::string now = kills_until_now(vmstat);
    const bool same_start = kills.substr(0, kills.find(' ')) == now.substr(0, now.find(' '));
    if (kills.empty() || !same_start || kills == now) return;
    for (auto& [name, entry] : begun) blamed_.emplace(name, Blamed{entry.stamp, "lack of memory"});
}

// A full disk costs the journal, not the run.
void Journal::write(const std::string& line) const noexcept {
    static_cast<void>(!write_all(file_, as_bytes(line)));
}

std::string Journal::blames(const BatchFile& file) const {
    const auto found = blamed_.find(file.input.string());
    if (found == blamed_.end() || stamp_of(file.input) != found->second.stamp) return "";
    return "it was being read when an earlier run was ended by " + found->second.why +
           ", so it is left out; without " + path_.filename().string() + " it is tried again";
}

Journal::Decoding::Decoding(Journal* journal, const BatchFile& file) : journal_(journal) {
    const auto words = journal != nullptr ? words_of(file.input) : std::nullopt;
    if (!words) {
        journal_ = nullptr;
        return;
    }
    journal_->write("begun " + *words + "\n");
    line_ = "blamed " + *words + std::string(behind) + "00\n";
    of_thread = {journal_->file_, line_.data(), line_.size() - 3};
}

Journal::Decoding::~Decoding() {
    if (journal_ == nullptr) return;
    of_thread = {};
    constexpr std::size_t before = std::string_view("blamed ").size();
    journal_->write("ended " + line_.substr(before, line_.size() - before - behind.size() - 3) + "\n");
}

void Journal::blame_picture_of_thread(int signal) noexcept {
    if (of_thread.file < 0) return;
    char* end = of_thread.line + of_thread.size;
    if (signal >= 10) *end++ = static_cast<char>('0' + signal / 10);
    *end++ = static_cast<char>('0' + signal % 10);
    *end++ = '\n';
    static_cast<void>(
        !::write(of_thread.file, of_thread.line, static_cast<std::size_t>(end - of_thread.line)));
}

}  // namespace sluice
