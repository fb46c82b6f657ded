// How often a file is opened, by whatever process.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <sys/inotify.h>
#include <unistd.h>

class FileOpens {
public:
    // From now on.
    explicit FileOpens(const std::string& file) : queue_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        REQUIRE(queue_ >= 0);
        // Events that are alike become one where none stands between them: those of readers do.
        REQUIRE(::inotify_add_watch(queue_, file.c_str(), IN_OPEN | IN_ACCESS | IN_CLOSE) >= 0);
    }
    ~FileOpens() { ::close(queue_); }
    FileOpens(const FileOpens&) = delete;
    FileOpens& operator=(const FileOpens&) = delete;

    std::size_t count() {
        alignas(inotify_event) char events[4096];
        for (ssize_t got = 0; (got = ::read(queue_, events, sizeof events)) > 0;)
            for (const char* at = events; at < events + got;) {
                inotify_event event{};
                std::memcpy(&event, at, sizeof event);
                REQUIRE((event.mask & IN_Q_OVERFLOW) == 0);
                if ((event.mask & IN_OPEN) != 0) ++opens_;
                at += sizeof event + event.len;
            }
        return opens_;
    }

private:
    int queue_;
    std::size_t opens_ = 0;
};
