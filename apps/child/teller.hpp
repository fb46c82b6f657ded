// What a child that runs a batch tells its parent.
#pragma once

#include "pipeline/batch/observer.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/isolated/channel.hpp"
#include "pipeline/isolated/parcel.hpp"
#include "pipeline/run/log.hpp"

#include <cstdint>
#include <mutex>

namespace sluice::apps {

// The kinds of messages, and what is in them.
enum class Told : std::uint32_t {
    started,   // QueueFill, number of the file
    finished,  // QueueFill, number of the file, its report
    lost,      // why, numbers of the files that were on the device
    log,       // severity, where, text
    ended,     // Summary: devices, those that could not be used, abandoned files. The last, or:
    failed,    // kind, where, Wording
};

// In the child. Any thread. Throws isolated::Disconnected if the parent is gone.
class Teller : public Observer {
public:
    explicit Teller(const isolated::Channel& channel) : channel_(channel) {}

    void queues(const QueueFill& fill) override { queues_ = fill; }
    void started(const BatchFile& file) override;
    void finished(const FileReport& report) override;
    void lost(const std::vector<BatchFile>& files, const std::string& why) override;
    void log(const LogMessage& message);
    void ended(const Summary& summary);
    void failed(const Error& error);

private:
    void send(Told kind, const isolated::Packing& parcel);

    const isolated::Channel& channel_;
    QueueFill queues_;
    std::mutex mutex_;  // of the channel
};

}  // namespace sluice::apps
