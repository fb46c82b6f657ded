// Forecasts from plans, before images are decoded: formats, and the memory that each step needs.
#pragma once

#include "pipeline/batch/sessions.hpp"
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace sluice {

SourceFormats formats_of(const Decoded& decoded);

// The forecast for all images of one format. Sizes that follow from pixels count as the largest ones.
struct Forecast {
    std::map<std::string, ImageFormat> outputs;  // by the id of the Sink
    std::size_t device_bytes = 0;                // device memory of a frame
    std::size_t host_bytes = 0;  // host memory of a frame in addition to its input and output pixels
    bool in_strips = false;
    // Limit of device memory for a frame, so that its strips fit in memory; 0 = none.
    std::size_t frame_limit = 0;
    // How many times the file is decoded by rows; 0 = it is decoded as a whole.
    std::size_t readings = 0;
};

// Makes forecasts and remembers them. Any thread.
class Forecasts {
public:
    Forecasts(DeviceFacts device, PlanOptions plan, MemoryLimit limit = {});

    // `placed`: the pixels of all Sources have Layout::device. `graph`: the graph of a file with this key.
    // Throws Error(usage) if no plan can be made.
    Forecast of(const CheckedGraph& graph, const PlanKey& key, bool placed);

    // The same, with the memory for the files of the Sources. Throws Error(input) if a file cannot be read,
    // and Error(input, where) if it does not fit in any way.
    std::pair<MemoryNeed, Forecast> of(const CheckedGraph& graph, const PlanKey& key, const ImageFiles& files,
                                       const std::string& where);

private:
    struct Known {
        PlanKey key;
        bool placed;
        Forecast forecast;
    };
    Forecast made(const CheckedGraph& graph, const PlanKey& key, bool placed) const;
    // For a graph without sizes that follow from pixels.
    Forecast made_of_known(const CheckedGraph& graph, const PlanKey& key, bool placed) const;
    // The forecast for streaming by rows, if that is possible and fits; otherwise `why` gets the reason.
    // `graph`: as with made_of_known(); `whole`: its forecast as a whole.
    std::optional<Forecast> by_rows_of_known(const CheckedGraph& graph, const PlanKey& key,
                                             const ImageFiles& files, const Forecast& whole, MemoryNeed& need,
                                             Wording& why) const;
    std::optional<Forecast> by_rows(const CheckedGraph& graph, const PlanKey& key, const ImageFiles& files,
                                    const Forecast& whole, MemoryNeed& need, Wording& why) const;

    DeviceFacts device_;
    PlanOptions plan_;
    MemoryLimit limit_;
    std::mutex mutex_;
    std::list<Known> known_;  // the newest is first
};

// Forecasts for several devices, any of which may get the file. Any thread, once all devices are added.
// Throws as Forecasts does.
class AllForecasts {
public:
    // The arguments of Forecasts.
    template <class... Of>
    void add(Of&&... of) {
        each_.emplace_back(std::forward<Of>(of)...);
    }
    // The most memory that the file needs with any of the devices. Also notes in the header how the file will
    // be processed. `where`: the name of the file.
    MemoryNeed need(Header& header, const std::string& where);
    // The most memory that a small image needs, whatever its file contains. Nothing for other images: ask
    // their decoders.
    std::optional<MemoryNeed> small_need(const Header& header, std::uintmax_t file_bytes,
                                         const MemoryLimit& limit);
    // The lowest limit of device memory for a frame among the devices; 0 = none.
    std::size_t frame_limit(const CheckedGraph& graph, const PlanKey& key, bool placed);
    // How small files of the batch were read; for all devices alike.
    SourceChoices& choices() { return choices_; }

private:
    std::list<Forecasts> each_;
    SourceChoices choices_;
};

}  // namespace sluice
