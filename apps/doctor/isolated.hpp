// Work in a process of its own: drivers that crash or hang take only that along.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace sluice::apps {

struct Ending {
    int signal = 0;      // that ended the process; 0 = none did
    bool late = false;   // it was ended since its time was over
    bool threw = false;  // `work` did; `said` is what
    std::string said;    // the last line on its stderr

    bool well() const { return signal == 0 && !late && !threw; }
    // "was ended by Aborted: ...", "gave no answer within 5 s"; "" where all is well.
    std::string text(std::chrono::milliseconds limit) const;
};

// Sends a line without a newline to the process that waits.
using Send = std::function<void(const std::string& line)>;

// Runs `work` in a child process, for `limit` at most, and hands each line that it sends to `take` at once.
// For processes of one thread. Throws Error(input) where the system makes no process.
Ending in_child(std::chrono::milliseconds limit, const std::function<void(const Send&)>& work,
                const std::function<void(const std::string& line)>& take);

}  // namespace sluice::apps
