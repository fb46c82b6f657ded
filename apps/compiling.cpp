#include "apps/compiling.hpp"

#include "pipeline/device/inspect.hpp"

#include <chrono>
#include <system_error>

namespace sluice::apps {
namespace {

constexpr double patience = 0.5;  // seconds
constexpr std::chrono::milliseconds between_looks{50};

}  // namespace

CompilingNote::CompilingNote(const Messages& messages, const Device& device) {
    if (!messages.quiet) look([messages](const std::string& note) { messages.note(note); }, device);
}
CompilingNote::CompilingNote(const std::function<void(const std::string& note)>& say, const Device& device) {
    look(say, device);
}

void CompilingNote::look(const std::function<void(const std::string& note)>& say, const Device& device) {
    try {
        thread_ = std::thread([this, say, device] {
            std::unique_lock lock(mutex_);
            while (!change_.wait_for(lock, between_looks, [this] { return over_; })) {
                if (seconds_compiling(device) < patience) continue;
                say("compiling kernels (first use of this format)");
                return;
            }
        });
    } catch (const std::system_error&) {  // the work goes on without a note
    }
}

CompilingNote::~CompilingNote() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    change_.notify_all();
    if (thread_.joinable()) thread_.join();
}

}  // namespace sluice::apps
