#include "apps/options/device_timeout.hpp"

#include "apps/options/declared.hpp"
#include "apps/terminal/bar.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/device/watch.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace sluice::apps {

double device_timeout(const Arguments& arguments, double standard) {
    return arguments.has("device-timeout") ? given_options(arguments).device_timeout : standard;
}

struct EndsWhenDeviceHangs::Watcher {
    Watcher(double seconds, Messages messages)
        : thread([this, seconds, messages](const std::stop_token& stop) { look(stop, seconds, messages); }) {}

    void look(const std::stop_token& stop, double seconds, const Messages& messages) const {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        const std::chrono::duration<double> pause(std::clamp(seconds / 4, 0.001, 0.25));
        while (!wake.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) {
            const std::string call = watch->stuck(seconds);
            if (call.empty()) continue;
            messages.error("the device is lost: " + call + " has not returned for " + number_text(seconds) +
                           " s (--device-timeout)");
            TemporaryFile::remove_all();
            ::_exit(Exit::no_device);
        }
    }

    std::shared_ptr<CallWatch> watch = std::make_shared<CallWatch>();
    UnderWatch under{watch};
    std::jthread thread;
};

EndsWhenDeviceHangs::EndsWhenDeviceHangs(const Messages& messages, double seconds) {
    if (seconds > 0) watcher_ = std::make_unique<Watcher>(seconds, messages);
}
EndsWhenDeviceHangs::~EndsWhenDeviceHangs() = default;

void end_without_hung_devices(int code) {
    if (!calls_were_given_up()) return;
    std::fflush(nullptr);
    ::_exit(code);
}

}  // namespace sluice::apps
