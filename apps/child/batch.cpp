#include "apps/child/batch.hpp"

#include "apps/child/child.hpp"
#include "apps/child/error_parcel.hpp"
#include "apps/child/report_parcel.hpp"
#include "apps/child/teller.hpp"
#include "apps/command.hpp"
#include "apps/compiling.hpp"
#include "apps/interrupt.hpp"
#include "pipeline/batch/count.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/since.hpp"
#include "pipeline/batch/watchdog.hpp"
#include "pipeline/sluice/batch/job_of_batch.hpp"

#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

using isolated::Channel;
using isolated::Unpacking;

// Opens devices, and gives the job the memory limit that they leave.
using OpenForJob = std::function<DeviceGroup(Job& job)>;

// --- the child ---------------------------------------------------------------------------------------------

DeviceGroup opened_in_time(Job& job, const OpenForJob& open) {
    if (job.device_timeout <= 0) return open(job);
    const auto devices = std::make_shared<DeviceGroup>();
    Watchdog(job.device_timeout, "the device hangs").run([&job, &open, devices] { *devices = open(job); });
    return *devices;
}

// Ends without leaving a scope: whatever is with a device that hangs must not be touched.
[[noreturn]] void process_files(Job job, const OpenForJob& open, const Channel& channel) {
    Teller teller(channel);
    try {
        const auto& devices = *new DeviceGroup(opened_in_time(job, open));
        const StopsOnInterrupt stop;
        job.steps.stop = stop.token();
        job.steps.leave_lost = true;
        job.log = [&](const LogMessage& message) { teller.log(message); };
        const CompilingNote note(
            [&](const std::string& text) {
                job.log({LogMessage::Severity::note, "", text});
            },
            devices.open.front());
        teller.ended(run_batch(job, devices, teller));
        ::_exit(Exit::all_done);
    } catch (const Error& error) {
        teller.failed(error);
    } catch (const std::exception& error) {
        teller.failed(Error(Error::Kind::device, "", error.what()));
    }
    ::_exit(Exit::some_failed);
}

// --- the parent --------------------------------------------------------------------------------------------

constexpr int between_looks = 50;             // milliseconds
constexpr std::chrono::seconds patience(10);  // with a child whose device hangs, since it last said something
constexpr std::size_t most_bytes_told = std::numeric_limits<std::uint32_t>::max();

// The time by which the system stamps files.
std::int64_t time_of_files() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

class InChildren {
public:
    InChildren(const Job& job, const OpenForJob& open, Observer& observer)
        : job_(job), open_(open), observer_(observer), is_finished_(job.files.size()) {}

    Summary run() {
        const auto begun = Clock::now();
        std::vector<std::size_t> files(job_.files.size());
        std::iota(files.begin(), files.end(), std::size_t{0});
        while (!files.empty() && !over()) {
            const auto early = process(files);
            if (!early) break;
            settle(*early);
            std::erase_if(files, [this](std::size_t file) { return is_finished_[file]; });
        }
        if (ended_early_) remove_abandoned_files(job_.files);
        summary_.left = static_cast<std::size_t>(std::count(is_finished_.begin(), is_finished_.end(), false));
        summary_.interrupted = summary_.left > 0 && job_.steps.stop.stop_requested();
        summary_.seconds = since(begun);
        return std::move(summary_);
    }

private:
    // How a child ended that did not get to its end.
    struct Early {
        std::vector<std::size_t> suspects;  // one of these files is why
        std::string why;
    };
    // What a child has told.
    struct Heard {
        std::vector<std::size_t> begun;
        std::optional<Early> lost;
        Clock::time_point last = Clock::now();
        std::optional<Error> failed;
        bool ended = false, interrupted = false;
    };

    bool over() const {
        return job_.steps.stop.stop_requested() || summary_.failed > job_.steps.most_failures;
    }

    Job job_for(const std::vector<std::size_t>& files) const {
        Job job = job_;
        if (files.size() < job_.files.size()) {
            job.files = {};
            for (const std::size_t file : files) job.files.push_back(job_.files[file]);
        }
        job.steps.most_failures -= summary_.failed;
        if (!ended_early_) return job;
        job.steps.in_flight = 1;
        // An earlier child may have saved a result, and not said so.
        if (job.record == nullptr) job.record = &written_;
        return job;
    }

    // Has a child process files. Nothing is returned if it got to its end.
    std::optional<Early> process(const std::vector<std::size_t>& files) {
        Child child([&](const Channel& channel) { process_files(job_for(files), open_, channel); });
        Heard heard;
        try {
            while (!heard.ended) {
                const isolated::Message message =
                    child.channel().receive(most_bytes_told, Channel::Files::refused,
                                            [&](int socket) { wait(socket, child, heard); });
                heard.last = Clock::now();
                hear(static_cast<Told>(message.kind), Unpacking(message.bytes), files, heard);
            }
        } catch (const isolated::Disconnected&) {
        }
        const std::string ending = child.end();
        if (heard.failed) throw Error(*heard.failed);
        if (heard.ended && !heard.lost) return std::nullopt;
        ended_early_ = true;
        Early early =
            heard.lost ? *heard.lost : Early{heard.begun, "the process that processed it " + ending};
        std::erase_if(early.suspects, [this](std::size_t file) { return is_finished_[file]; });
        if (early.suspects.empty() && !over())
            throw Error(Error::Kind::device, "",
                        heard.lost ? Wording(early.why)
                                   : "the process of " + Remedy{"isolate_device"} + " " + ending +
                                         " before it began a file");
        return early;
    }

    void wait(int socket, const Child& child, Heard& heard) const {
        pollfd wanted{socket, POLLIN, 0};
        do {
            if (!heard.interrupted && job_.steps.stop.stop_requested()) {
                heard.interrupted = true;
                child.interrupt();
            }
            if (heard.lost && Clock::now() - heard.last > patience) child.kill();
        } while (::poll(&wanted, 1, between_looks) <= 0);
    }

    void hear(Told kind, Unpacking parcel, const std::vector<std::size_t>& files, Heard& heard) {
        const auto file = [&] { return files[parcel.number_below(files.size())]; };
        switch (kind) {
            case Told::started:
                observer_.queues(unpack_queues(parcel));
                heard.begun.push_back(file());
                return observer_.started(job_.files[heard.begun.back()]);
            case Told::finished: {
                observer_.queues(unpack_queues(parcel));
                const std::size_t number = file();
                return finish(number, unpack_report(parcel, job_.files[number]));
            }
            case Told::lost:
                heard.lost.emplace().why = parcel.text();
                for (std::uint64_t left = parcel.number(); left > 0; --left)
                    heard.lost->suspects.push_back(file());
                return;
            case Told::log: {
                LogMessage message{parcel.choice<LogMessage::Severity>(), parcel.text(), parcel.text()};
                if (job_.log) job_.log(message);
                return;
            }
            case Told::ended:
                add_new(summary_.devices, unpack_texts(parcel));
                add_new(summary_.lost, unpack_texts(parcel));
                if (!ended_early_) summary_.abandoned = parcel.number();
                heard.ended = true;
                return;
            case Told::failed:
                heard.failed.emplace(unpack_error(parcel));
                heard.ended = true;
                return;
        }
    }

    static void add_new(std::vector<std::string>& texts, const std::vector<std::string>& more) {
        for (const std::string& text : more)
            if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }

    void finish(std::size_t file, const FileReport& report) {
        count(summary_, report);
        is_finished_[file] = true;
        observer_.finished(report);
    }

    // Finds the file that is why a child ended, and lets it fail.
    void settle(const Early& early) {
        if (early.suspects.size() == 1) return condemn(early.suspects.front(), early.why);
        for (const std::size_t file : early.suspects) {
            if (over()) return;
            if (const auto again = process({file})) condemn(file, again->why);
        }
    }

    void condemn(std::size_t file, const std::string& why) {
        if (is_finished_[file] || job_.steps.stop.stop_requested()) return;
        FileReport report;
        report.file = job_.files[file];
        report.status = FileStatus::failed;
        report.error = why;
        report.input_stamp = stamp_of(report.file.input);
        finish(file, report);
    }

    const Job& job_;
    const OpenForJob& open_;
    Observer& observer_;
    const Record written_ = Record::since(time_of_files());
    std::vector<bool> is_finished_;
    bool ended_early_ = false;  // some child
    Summary summary_;
};

}  // namespace

Summary run_in_children(const Batch& batch, const OpenDevices& open, const std::stop_token& stop) {
    const OpenForJob open_for_job = [&](Job& job) {
        DeviceGroup devices = open();
        job.memory = open_within_limit(devices, batch.options());
        return devices;
    };
    return JobOfBatch::run(
        batch, [&](Job& job, Observer& observer) { return InChildren(job, open_for_job, observer).run(); },
        stop);
}

}  // namespace sluice::apps
