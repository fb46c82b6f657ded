#include "apps/edit/folder_run.hpp"

#include "apps/batch/text.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/sluice/batch.hpp"

#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace sluice::apps {
namespace {

constexpr std::size_t most_failures = 100;  // that are listed

}  // namespace

struct FolderRun::State {
    std::mutex of_thread;
    mutable std::mutex mutex;  // of `progress`
    Json progress = Json::object();
    std::jthread thread;  // last: it uses the others

    template <class Change>
    void change(Change change) {
        const std::lock_guard lock(mutex);
        change(progress);
    }
};

FolderRun::FolderRun() : state_(std::make_unique<State>()) {}
FolderRun::~FolderRun() = default;

void FolderRun::start(const Graph& graph, const std::string& inputs, const std::string& output,
                      const Device& device) {
    State& state = *state_;
    const std::lock_guard starts(state.of_thread);
    BatchOptions options = options_in(graph);
    options.spelling = on_command_line;
    options.progress = [&state](const BatchProgress& now) {
        state.change([&](Json& progress) {
            progress["finished"] = now.finished;
            progress["files"] = now.files;
            if (now.file == nullptr || now.file->status != FileStatus::failed) return;
            progress["failed"] = progress["failed"].get<std::size_t>() + 1;
            if (progress["failures"].size() < most_failures)
                progress["failures"].push_back(
                    {{"path", now.file->file.input.string()}, {"message", now.file->error}});
        });
    };
    Batch batch(graph, {inputs}, output, std::move(options));
    {
        const std::lock_guard lock(state.mutex);
        if (state.progress.value("running", false))
            throw Error(Error::Kind::usage, "run",
                        "the run before is not over; stop it, or wait for its end");
        state.progress = {
            {"running", true},           {"finished", 0},   {"files", batch.files().size()}, {"failed", 0},
            {"failures", Json::array()}, {"output", output}};
    }
    state.thread = std::jthread([&state, batch = std::move(batch), device](const std::stop_token& stop) {
        std::string result;
        try {
            result = summary_line(batch.run(device, stop));
        } catch (const Error& error) {
            result = error.in(on_command_line);
        } catch (const std::exception& error) {
            result = error.what();
        }
        state.change([&](Json& progress) {
            progress["running"] = false;
            progress["result"] = result;
        });
    });
}

void FolderRun::stop() {
    const std::lock_guard lock(state_->of_thread);
    state_->thread.request_stop();
}

Json FolderRun::progress() const {
    const std::lock_guard lock(state_->mutex);
    return state_->progress;
}

}  // namespace sluice::apps
