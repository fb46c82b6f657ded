// --device-timeout: what a device may take for one call.
#pragma once

#include "apps/command.hpp"

#include <memory>

namespace sluice::apps {

// What --device-timeout says, in seconds, or else `standard`. Throws wrong_arguments.
double device_timeout(const Arguments& arguments, double standard);

// While it lives, a call of this thread that takes longer ends the program with Exit::no_device: it leaves no
// temporary file, and says which call it was.
class EndsWhenDeviceHangs {
public:
    EndsWhenDeviceHangs(const Messages& messages, double seconds);  // 0 = no limit
    ~EndsWhenDeviceHangs();
    EndsWhenDeviceHangs(const EndsWhenDeviceHangs&) = delete;
    EndsWhenDeviceHangs& operator=(const EndsWhenDeviceHangs&) = delete;

private:
    struct Watcher;
    std::unique_ptr<Watcher> watcher_;
};

// Ends the program with this exit code at once where threads are left in a driver that hangs: it would be
// waited for.
void end_without_hung_devices(int code);

}  // namespace sluice::apps
