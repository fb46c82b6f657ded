// When further devices of a batch are opened: those that are open have left files waiting for as long as
// opening and closing one takes, so that a device costs at most twice what knowing beforehand would have. As
// many are opened at once as are at work.
//
// Has no clock and no lock: whoever tells it what happens says when, and holds the lock.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace sluice {

class Reserve {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Devices that are open and that are not. `patience`: seconds for which files wait.
    Reserve(std::size_t open, std::size_t closed, double patience)
        : closed_(closed), fresh_(open), patience_(patience) {}

    void files_wait(bool some, Time now);  // after each change of the list from which devices take them

    void opens();          // one that was closed
    void begun(Time now);  // a device has begun its first file, which takes long: it plans and compiles
    void built(double seconds, Time now);  // a device has compiled for a file: files waited for that
    // A device is lost, or cannot be opened; `begun`: it had come so far.
    void lost(bool begun);

    // Devices that may still do files.
    std::size_t left() const { return closed_ + fresh_ + at_work_; }

    // Seconds until one of those that are closed is to be opened if nothing else happens, 0 for now; nothing:
    // not for what happened so far. `stops`: no more files are taken, so that speed does not matter.
    std::optional<double> opens_in(Time now, bool stops) const;

private:
    std::size_t closed_;
    std::size_t fresh_;  // open or being opened, with no file begun
    std::size_t at_work_ = 0;
    double patience_;
    std::optional<Time> waiting_since_;
};

}  // namespace sluice
