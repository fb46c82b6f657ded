#include "pipeline/isolated/patience.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/files/too_long.hpp"
#include "pipeline/files/waiting.hpp"
#include "pipeline/isolated/limits.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <utility>

#include <poll.h>

namespace sluice::isolated {

Patience::Patience(pid_t worker, double seconds, bool may_wait)
    : worker_(worker), seconds_(seconds), may_wait_(may_wait), begun_(processor_time(worker)) {}

void Patience::wait(int socket) {
    constexpr int look_again = 100;  // milliseconds
    while (true) {
        const auto begun = std::chrono::steady_clock::now();
        pollfd wanted{socket, POLLIN, 0};
        const int ready = ::poll(&wanted, 1, look_again);
        const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begun;
        waited_ += std::min(waited.count(), 2e-3 * look_again);
        if (ready > 0) return;
        check();
        if (may_wait_ && waits_are_given_up() && !std::exchange(told_, true)) ::kill(worker_, SIGINT);
    }
}

void Patience::check() const {
    if (seconds_ <= 0) return;
    constexpr double of_its_own = 1;  // in which it finds out itself, and says what could be read
    constexpr double share = 10;
    const double computed = processor_time(worker_) - begun_;
    if (computed > seconds_ + of_its_own) throw Late{too_long_to_decode(seconds_)};
    if (!may_wait_ && waited_ > seconds_ + of_its_own + share * computed)
        throw Late{"it has not been decoded in " + number_text(std::round(waited_)) +
                   " s, during most of which its decoder did nothing (" +
                   Remedy{"load.max_seconds", seconds_} + ")"};
}

}  // namespace sluice::isolated
