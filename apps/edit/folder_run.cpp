#include "apps/edit/folder_run.hpp"

#include "apps/batch/text.hpp"
#include "apps/child/batch.hpp"
#include "apps/edit/asked.hpp"
#include "apps/edit/page_parcel.hpp"
#include "apps/interrupt.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/sluice/batch.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace sluice::apps {
namespace {

using isolated::Channel;

enum class Say : std::uint32_t {
    response,  // to the request that wants a run
    progress,  // all of it, as JSON; the last one says that nothing is running
};

constexpr std::size_t most_failures = 100;  // that are listed
constexpr std::chrono::milliseconds between_telling{50};

void tell(const Channel& channel, const Json& progress) {
    channel.send(static_cast<std::uint32_t>(Say::progress), as_bytes(one_line(progress)));
}

// What the page sees of a run.
class Progress {
public:
    explicit Progress(const Channel& channel) : channel_(channel) {}

    void begin(const Batch& batch, const std::string& output) {
        json_ = {
            {"running", true},           {"finished", 0},   {"files", batch.files().size()}, {"failed", 0},
            {"failures", Json::array()}, {"output", output}};
        const PageResponse response = json_response(json_);
        channel_.send(static_cast<std::uint32_t>(Say::response), packed(response).bytes());
    }
    void hear(const BatchProgress& now) {
        json_["finished"] = now.finished;
        if (now.file != nullptr && now.file->status == FileStatus::failed) add_failure(*now.file);
        const auto time = std::chrono::steady_clock::now();
        if (time - told_ < between_telling) return;
        told_ = time;
        tell(channel_, json_);
    }
    void end(const std::string& result) {
        json_["running"] = false;
        json_["result"] = result;
        tell(channel_, json_);
    }

private:
    void add_failure(const FileReport& report) {
        json_["failed"] = json_["failed"].get<std::size_t>() + 1;
        if (json_["failures"].size() < most_failures)
            json_["failures"].push_back({{"path", report.file.input.string()}, {"message", report.error}});
    }

    const Channel& channel_;
    Json json_;
    std::chrono::steady_clock::time_point told_;
};

Batch batch_of(const Json& asked, const OpenedFiles& files, double seconds, Progress& progress) {
    ready(asked, files);  // or it throws
    Diagnostics of_kernels;
    const Graph graph = read_document(asked.at("pipeline"), files, of_kernels);
    BatchOptions options = options_in(graph);
    options.spelling = on_command_line;
    if (options.device_timeout == 0) options.device_timeout = seconds;
    options.progress = [&progress](const BatchProgress& now) { progress.hear(now); };
    return Batch(graph, {files.named_images()}, files.output(), std::move(options));
}

std::string run(const Batch& batch, const std::function<Device()>& open) {
    const StopsOnInterrupt stop;
    try {
        return summary_line(run_in_children(
            batch, [&] { return DeviceGroup{{open()}}; }, stop.token()));
    } catch (const Error& error) {
        return error.in(on_command_line);
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace

void run_folder(const OpenedFiles& files, const std::function<Device()>& open, double seconds,
                const Channel& channel) {
    Progress progress(channel);
    std::optional<Batch> batch;
    const PageRequest request = request_in(next_message(channel));
    const PageResponse refusal = respond(request, [&](const Json& asked) {
        batch.emplace(batch_of(asked, files, seconds, progress));
        return PageResponse();
    });
    if (!batch) return channel.send(static_cast<std::uint32_t>(Say::response), packed(refusal).bytes());
    progress.begin(*batch, files.output());
    progress.end(run(*batch, open));
}

struct FolderRun::State {
    ForkServer& server;
    const std::size_t work;
    std::mutex mutex = {};  // of the two below
    Json progress = Json::object();
    std::unique_ptr<Child> child = {};
    std::mutex of_thread = {};
    std::thread thread = {};

    bool running() const { return progress.value("running", false); }
    void listen();
};

// Until the child ends.
void FolderRun::State::listen() {
    const Channel& channel = child->channel();
    try {
        while (true) {
            const isolated::Message message = next_message(channel);
            Json heard = Json::parse(message.bytes);
            const std::lock_guard lock(mutex);
            progress = std::move(heard);
        }
    } catch (const isolated::Disconnected&) {
    }
    const std::lock_guard lock(mutex);
    const std::string ending = std::exchange(child, nullptr)->end();
    if (!running()) return;
    progress["running"] = false;
    progress["result"] = "the process of the run " + ending;
}

FolderRun::FolderRun(ForkServer& server, std::size_t work) : state_(new State{server, work}) {}

FolderRun::~FolderRun() {
    stop();
    if (state_->thread.joinable()) state_->thread.join();
}

PageResponse FolderRun::start(const PageRequest& request) {
    State& state = *state_;
    const std::lock_guard starts(state.of_thread);
    {
        const std::lock_guard lock(state.mutex);
        if (state.running())
            throw Error(Error::Kind::usage, "run",
                        "the run before is not over; stop it, or wait for its end");
    }
    if (state.thread.joinable()) state.thread.join();
    auto child = state.server.start(state.work);
    PageResponse response;
    try {
        child->channel().send(0, packed(request).bytes());
        response = response_in(next_message(child->channel()));
    } catch (const isolated::Disconnected&) {
        throw Error(Error::Kind::device, "", "the process of the run " + child->end());
    }
    if (response.status != 200) return response;
    const std::lock_guard lock(state.mutex);
    state.progress = Json::parse(response.body);
    state.child = std::move(child);
    state.thread = std::thread([&state] { state.listen(); });
    return response;
}

void FolderRun::stop() {
    const std::lock_guard lock(state_->mutex);
    if (state_->child) state_->child->interrupt();
}

Json FolderRun::progress() const {
    const std::lock_guard lock(state_->mutex);
    return state_->progress;
}

}  // namespace sluice::apps
