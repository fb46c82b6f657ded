// Decides when a batch opens more devices (standby devices): when files have waited for as long as it takes
// to open and close one. So a device costs at most twice the time of a perfect decision. As many devices are
// opened at once as are already working.
//
// Has no clock and no lock: the caller passes the time and holds the lock.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace sluice {

class Reserve {
public:
    using Time = std::chrono::steady_clock::time_point;

    // The numbers of open and closed devices. `patience`: seconds that files may wait.
    Reserve(std::size_t open, std::size_t closed, double patience)
        : closed_(closed), fresh_(open), patience_(patience) {}

    void files_wait(bool some, Time now);  // call it whenever the list of waiting files changes

    void opens();          // a closed device is being opened
    void begun(Time now);  // a device has started its first file, which takes long: it plans and compiles
    void built(double seconds, Time now);  // a device has compiled for a file, which made files wait
    // A device is lost, or cannot be opened. `begun`: it had started its first file.
    void lost(bool begun);

    // The number of devices that can still process files.
    std::size_t left() const { return closed_ + fresh_ + at_work_; }

    // Seconds until a closed device should be opened if nothing else happens; 0 = now; nothing = there is no
    // reason so far. `stops`: no more files are started, so speed does not matter.
    std::optional<double> opens_in(Time now, bool stops) const;

private:
    std::size_t closed_;
    std::size_t fresh_;  // open or being opened, with no file begun
    std::size_t at_work_ = 0;
    double patience_;
    std::optional<Time> waiting_since_;
};

}  // namespace sluice
