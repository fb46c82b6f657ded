#include "pipeline/batch/device_step.hpp"

#include "pipeline/batch/forecast.hpp"
#include "pipeline/batch/unchanged.hpp"
#include "pipeline/core/conversion_text.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/device/reopen.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/run/pictures.hpp"
#include "pipeline/run/results.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

// A list without the rows that are not filled: there may be many, and reports of many files wait for each
// other.
Table filled(const Table& table) {
    if (!table.layout().list) return table;
    TableLayout layout = table.layout();
    layout.rows = table.rows();
    Table copy(layout);
    copy.set_found(table.found());
    for (const Field& field : layout.fields)
        std::memcpy(copy.data() + layout.offset(field), table.data() + table.layout().offset(field),
                    layout.length(field) * bytes(field.type));
    return copy;
}

// A device that did not come back for two files in turn is not waited for: a driver that resets a GPU gets
// one file's time.
constexpr std::size_t lost_for_good = 2;

}  // namespace

struct DeviceStep::Work {
    explicit Work(Decoded given) : decoded(std::move(given)) { look_ahead(); }

    // What the next frame computes: sizes that follow from pixels, as long as one is unknown, or the results.
    void look_ahead() {
        sizes.reset();
        if (has_measured(decoded.graph)) sizes = measuring(decoded.graph);
        key = plan_key(graph(), formats_of(decoded));
    }
    const CheckedGraph& graph() const { return sizes ? sizes->graph : decoded.graph; }

    Decoded decoded;
    std::optional<Measuring> sizes;
    PlanKey key;
    // What the frame works on goes along with it, the Session too: others may want its place before the
    // frame is done.
    HostImages results;
    std::shared_ptr<Pictures> pictures;  // that go by rows
    std::shared_ptr<std::vector<Wording>> about_pictures;
    std::optional<Session> session;
    std::optional<Frame> frame;
    std::size_t context = 0;  // in which it was submitted

    void leave_device() {
        frame.reset();
        session.reset();
        results.clear();
        pictures.reset();
    }

    // What was tried after it failed: with nothing else on the device, in strips, in a new context.
    bool alone = false, cut = false, renewed = false;
    Share before;                   // of its format, before all that
    std::vector<std::string> said;  // about it, and by stages whose sizes were measured
    double build = 0;               // seconds

    // What it came to.
    std::optional<Processed> outcome;
    std::map<std::string, Table> tables;
    std::vector<std::string> warnings;
    std::exception_ptr fault;
};

DeviceStep::DeviceStep(Device device, PlanOptions options, std::size_t in_flight,
                       std::pmr::memory_resource& memory, std::size_t most_kept, Log log)
    : sessions_(std::move(device), std::move(options), in_flight, most_kept, std::move(log)),
      memory_(memory) {}

Finish DeviceStep::start(Decoded decoded, FileReport& report) {
    if (lost_ >= lost_for_good)
        throw NotHere(Error(Error::Kind::device, "", why_lost_), std::move(decoded), true);
    const auto work = std::make_shared<Work>(std::move(decoded));
    set_limit(*work);
    while (flying_.size() >= sessions_.share(work->key).in_flight) settle_oldest();
    try {
        submit(*work);
        flying_.push_back(work);
    } catch (const DeviceError& error) {
        work->leave_device();
        redo(*work, error);
    }
    report.seconds.build = work->build;
    return [this, work](FileReport& done) {
        settle(*work);
        done.seconds.build = work->build;
        done.warnings.insert(done.warnings.end(), work->said.begin(), work->said.end());
        if (work->fault) std::rethrow_exception(work->fault);
        done.tables.merge(work->tables);
        done.warnings.insert(done.warnings.end(), work->warnings.begin(), work->warnings.end());
        return std::move(*work->outcome);
    };
}

void DeviceStep::set_limit(const Work& work) {
    if (work.decoded.frame_limit > 0) sessions_.set_limit(work.key, work.decoded.frame_limit);
}

void DeviceStep::submit(Work& work) {
    work.context = contexts_;
    work.session.emplace(sessions_.get(work.graph(), work.key, work.build));
    if (!work.decoded.by_rows.empty()) return submit_by_rows(work);
    std::map<std::string, SubmittedImage> images;
    for (const auto& [id, image] : work.decoded.images)
        if (work.graph().find(id)) images[id] = LentView{image.view()};
    work.results = images_for_results(work.session->plan(), &memory_);
    work.frame.emplace(work.session->submit(images, views_of(work.results)));
}

void DeviceStep::submit_by_rows(Work& work) {
    std::map<std::string, Values> sinks;
    for (const CheckedNode& node : work.graph().nodes)
        if (node.stage->kind() == Kind::sink) sinks[node.id] = node.values;
    const auto said = work.about_pictures = std::make_shared<std::vector<Wording>>();
    const Warn warn = [said](const Wording& text) { said->push_back(text); };
    work.pictures = pictures_by_rows(work.session->plan(), work.decoded.files, sinks, warn);
    work.frame.emplace(work.session->submit(work.pictures->inputs(), work.pictures->places()));
}

void DeviceStep::take_sizes(Work& work) {
    work.frame->wait();
    const Warn say = [&](const Wording& text) { work.said.push_back(text); };
    for (const std::string& id : work.sizes->measured) {
        const Table& table = work.frame->table(id);
        put_in_place(work.decoded.graph, id, table, say);
        work.tables.insert_or_assign(id, filled(table));
    }
    work.leave_device();
    work.look_ahead();
    set_limit(work);
}

void DeviceStep::take_result(Work& work) {
    while (work.sizes) {
        take_sizes(work);
        submit(work);
    }
    work.frame->wait();
    const ExecutionPlan& plan = work.session->plan();
    bool unchanged = false;
    std::map<std::string, ImageFormat> formats;
    std::map<std::string, std::string> converted;
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.is(Kind::sink)) continue;
        formats[node.id] = node.format.value();
        converted[node.id] = conversion_text(node.given.value_or(*node.format), *node.format);
        const auto source = plan.metadata_source(i);
        if (!source || work.pictures) continue;
        const std::string& id = plan.graph.nodes[*source].id;
        HostImage& result = work.results.at(node.id);
        const HostImage& given = work.decoded.images.at(id);
        result.metadata = given.metadata;
        result.metadata.moved |= plan.moves_pixels(i);
        unchanged = id == work.decoded.compare && has_profile_of(*node.format, given.metadata) &&
                    same_pixels(result.view(), given.view());
    }
    for (const ObservedTable& observed : plan.observed)
        work.tables.insert_or_assign(observed.name, filled(work.frame->table(observed.name)));
    work.warnings = work.frame->warnings();
    work.frame.reset();
    work.outcome = Processed{std::move(work.results), unchanged,           std::move(work.pictures),
                             std::move(formats),      work.about_pictures, std::move(converted)};
    work.decoded.images.clear();
    lost_ = 0;
}

void DeviceStep::settle(Work& work) {
    std::erase_if(flying_, [&](const auto& other) { return other.lock().get() == &work; });
    if (work.outcome || work.fault) return;
    std::optional<DeviceError> failed;
    try {
        take_result(work);
    } catch (const DeviceError& error) {
        failed = error;
    } catch (...) {
        work.fault = std::current_exception();
    }
    work.leave_device();
    if (failed) redo(work, *failed);
}

void DeviceStep::settle_oldest() {
    const auto work = flying_.front().lock();
    flying_.erase(flying_.begin());
    if (work != nullptr) settle(*work);
}

void DeviceStep::redo(Work& work, DeviceError error) {
    // The others first: they may have failed with this one, and what they hold is memory.
    while (!flying_.empty()) settle_oldest();
    work.before = sessions_.share(work.key);
    while (!work.outcome && !work.fault) {
        sessions_.clear();
        try {
            if (lost_ >= lost_for_good || !prepare(work, error)) return give_up(work, error);
            submit(work);
            take_result(work);
        } catch (const DeviceError& again) {
            error = again;
        } catch (...) {
            work.fault = std::current_exception();
        }
        work.leave_device();
    }
}

bool DeviceStep::prepare(Work& work, const DeviceError& error) {
    const bool context_gone = work.context != contexts_;  // another file's failure made a new one
    if (error.out_of_memory() && !context_gone) {
        const std::string short_of_memory = "the device ran out of memory (" + error.message() + "): ";
        if (!work.alone) {
            work.alone = true;
            sessions_.set_share(
                work.key, {std::max<std::size_t>(work.before.in_flight / 2, 1), work.before.limit_memory});
            work.said.push_back(short_of_memory + "processed again, alone");
            return true;
        }
        if (sessions_.cut(work.graph(), work.key)) {
            if (!work.cut) work.said.push_back(short_of_memory + "processed again, in strips");
            work.cut = true;
            return true;
        }
    }
    if (work.renewed) return false;
    work.renewed = true;
    if (!context_gone) renew(error);
    if (work.cut) sessions_.set_share(work.key, {1, work.before.limit_memory});
    work.alone = work.cut = false;
    work.said.push_back("the device failed (" + error.message() + "); processed again, in a new context");
    return true;
}

void DeviceStep::renew(const DeviceError& error) {
    try {
        sessions_.move_to(reopened(sessions_.device()));
        ++contexts_;
    } catch (const DeviceError& again) {
        throw DeviceError(error.where(),
                          error.message() + "; the device cannot be opened again: " + again.message(),
                          again.code());
    }
}

void DeviceStep::give_up(Work& work, const DeviceError& error) {
    if (work.cut) sessions_.set_share(work.key, {1, work.before.limit_memory});
    if (lost_ < lost_for_good) {
        lost_ = answers(sessions_.device()) ? 0 : lost_ + 1;
        if (lost_ == 0) {
            work.fault = std::make_exception_ptr(error);
            return;
        }
    }
    const bool for_good = lost_ >= lost_for_good;
    if (for_good && why_lost_.empty())
        why_lost_ = short_name(sessions_.device().facts()) + " is lost: " + error.text();
    const Error why = for_good ? Error(Error::Kind::device, "", why_lost_) : Error(error);
    work.fault = std::make_exception_ptr(NotHere(why, std::move(work.decoded), for_good));
}

}  // namespace sluice
