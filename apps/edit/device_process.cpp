#include "apps/edit/device_process.hpp"

#include "apps/child/error_parcel.hpp"
#include "apps/command.hpp"
#include "apps/edit/computer.hpp"
#include "apps/edit/page_parcel.hpp"
#include "pipeline/batch/watchdog.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/isolated/parcel.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace sluice::apps {
namespace {

using isolated::Channel;
using isolated::Message;
using isolated::Packing;
using isolated::Segment;
using isolated::Unpacking;

enum class Say : std::uint32_t {
    opened,    // the name of the device
    answered,  // status, type, bytes of the body and of the segment that it lies in; the descriptor of a new
               // one
    failed,    // an Error; then it ends
};

void send(const Channel& channel, Say kind, const Packing& parcel) {
    channel.send(static_cast<std::uint32_t>(kind), parcel.bytes());
}

void send(const Channel& channel, const Error& error) {
    Packing parcel;
    pack(parcel, error);
    send(channel, Say::failed, parcel);
}

// A segment is used again unless it is large.
constexpr std::size_t least_segment = 1 << 20, most_kept = 256 << 20;

void send(const Channel& channel, const PageResponse& response, std::unique_ptr<Segment>& segment) {
    const std::string& body = response.body;
    const bool is_new = !segment || segment->bytes() < body.size();
    if (is_new) segment = std::make_unique<Segment>(std::max(least_segment, body.size()));
    std::copy(body.begin(), body.end(), reinterpret_cast<char*>(segment->data()));
    Packing parcel;
    parcel.add(std::uint64_t{response.status})
        .add(std::string_view(response.type))
        .add(std::uint64_t{body.size()})
        .add(std::uint64_t{segment->bytes()});
    channel.send(static_cast<std::uint32_t>(Say::answered), parcel.bytes(), is_new ? segment->file() : -1);
    if (segment->bytes() > most_kept) segment.reset();
}

PageResponse response_in(const Message& message, std::unique_ptr<Segment>& segment) {
    Unpacking parcel(message.bytes);
    PageResponse response;
    response.status = static_cast<unsigned>(parcel.number());
    response.type = parcel.text();
    const std::uint64_t size = parcel.number(), bytes = parcel.number();
    if (message.file) segment = std::make_unique<Segment>(message.file, bytes);
    if (!segment || size > segment->bytes()) isolated::refuse_answer();
    response.body.assign(reinterpret_cast<const char*>(segment->data()), size);
    if (segment->bytes() > most_kept) segment.reset();
    return response;
}

// Calls of the device that are given up if they take too long.
class Limited {
public:
    explicit Limited(double seconds) {
        if (seconds > 0) watchdog_ = std::make_unique<Watchdog>(seconds, "the device hangs");
    }
    void run(const std::function<void()>& work) const { watchdog_ ? watchdog_->run(work) : work(); }

private:
    std::unique_ptr<Watchdog> watchdog_;
};

}  // namespace

void compute(const OpenedFiles& files, const std::filesystem::path& folder,
             const std::function<Device()>& open, double seconds, const Channel& channel) {
    // A device that hangs must not be touched, so nothing that is used with it is ever destroyed.
    struct Kept {
        Limited limited;
        std::unique_ptr<Computer> computer = {};
        PageRequest request = {};
        PageResponse response = {};
        std::unique_ptr<isolated::Segment> segment = {};
    };
    Kept& kept = *new Kept{Limited(seconds)};
    try {
        kept.limited.run([&] { kept.computer = std::make_unique<Computer>(files, folder, open()); });
        send(channel, Say::opened, Packing().add(std::string_view(kept.computer->device().facts().name)));
        while (true) {
            kept.request = request_in(next_message(channel));
            kept.limited.run([&] { kept.response = kept.computer->answer(kept.request); });
            send(channel, kept.response, kept.segment);
        }
    } catch (const Error& error) {
        send(channel, error);
    } catch (const std::exception& error) {
        send(channel, Error(Error::Kind::device, "", error.what()));
    }
    ::_exit(Exit::some_failed);
}

DeviceProcess::DeviceProcess(ForkServer& server, std::size_t work) : server_(server), work_(work) {
    const std::lock_guard lock(mutex_);
    device_name_ = start();
}

// Returns the name of its device.
std::string DeviceProcess::start() {
    segment_.reset();
    child_ = server_.start(work_);
    return Unpacking(heard().bytes).text();
}

// What the child says next. Throws what it has thrown.
isolated::Message DeviceProcess::heard() {
    try {
        Message message = next_message(child_->channel());
        if (static_cast<Say>(message.kind) != Say::failed) return message;
        Unpacking parcel(message.bytes);
        child_.reset();
        throw unpack_error(parcel);
    } catch (const isolated::Disconnected&) {
        const std::string ending = std::exchange(child_, nullptr)->end();
        throw Error(Error::Kind::device, "",
                    "the process that computes " + ending + "; the next image starts another one");
    }
}

PageResponse DeviceProcess::answer(const PageRequest& request) {
    const std::lock_guard lock(mutex_);
    if (child_ && child_->channel().closed()) child_.reset();  // somebody has ended it: no pipeline's fault
    if (!child_) start();
    try {
        child_->channel().send(0, packed(request).bytes());
    } catch (const isolated::Disconnected&) {  // heard() says why
    }
    return response_in(heard(), segment_);
}

}  // namespace sluice::apps
